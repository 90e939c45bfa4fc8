"""A server with 3,000 tools, on pages of 100: over stdio, or with the argument sse over HTTP+SSE at the port PORT."""

import os
import sys

from fastmcp import FastMCP
from fastmcp.tools import Tool

server = FastMCP("many", version="1.0.0", list_page_size=100)


def act(page: str, depth: int = 1) -> str:
    return page


# Looking at the function once is enough.
tool = Tool.from_function(act, name="tool")
for number in range(3000):
    changes = {"name": f"tool-{number:04}", "description": f"Does thing number {number}."}
    server.add_tool(tool.model_copy(update=changes))

if sys.argv[1:] == ["sse"]:
    server.run(transport="sse", port=int(os.environ["PORT"]), show_banner=False, log_level="error")
else:
    server.run(transport="stdio", show_banner=False, log_level="error")
