"""A server with 3,000 tools, on pages of 50."""

from fastmcp import FastMCP
from fastmcp.tools import Tool

server = FastMCP("many", version="1.0.0", list_page_size=50)


def tool(number: int) -> Tool:
    def act(page: str, depth: int = 1) -> str:
        return page

    return Tool.from_function(act, name=f"tool-{number:04}", description=f"Does thing number {number}.")


for number in range(3000):
    server.add_tool(tool(number))

server.run(transport="stdio", show_banner=False, log_level="error")
