"""What the benchmark compares the fixture with: one resource by `fastmcp`, without sessions and with answers as JSON."""

import sys

from fastmcp import FastMCP

server = FastMCP("bench")


@server.resource("test://static-text", mime_type="text/plain")
def static_text() -> str:
    return "This is the content of the static text resource."


server.run(
    transport="http",
    host="127.0.0.1",
    port=int(sys.argv[1]),
    stateless_http=True,
    json_response=True,
    log_level="error",
    show_banner=False,
)
