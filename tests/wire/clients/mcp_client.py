"""The fixture seen by `mcp`, the official SDK for Python."""

from contextlib import asynccontextmanager

import httpx2
import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

import checks


class Session:
    def __init__(self, client):
        self.client = client
        self.revision = client.protocol_version

    @staticmethod
    async def answer(request):
        try:
            result = await request
        except MCPError as error:
            raise checks.Refusal(error.code, error.message, error.data) from None
        return result.model_dump(mode="json", by_alias=True, exclude_none=True)

    async def resources(self, cursor=None):
        return await self.answer(self.client.list_resources(cursor=cursor, cache_mode="bypass"))

    async def templates(self, cursor=None):
        return await self.answer(self.client.list_resource_templates(cursor=cursor, cache_mode="bypass"))

    async def read(self, uri):
        return await self.answer(self.client.read_resource(uri, cache_mode="bypass"))

    async def complete(self, template, variable, value, chosen):
        reference = types.ResourceTemplateReference(type="ref/resource", uri=template)
        argument = {"name": variable, "value": value}
        return await self.answer(self.client.complete(reference, argument, context_arguments=chosen or None))


@asynccontextmanager
async def connect(server, revision):
    mode = revision if revision == "2026-07-28" else "legacy"
    if "url" in server:
        async with httpx2.AsyncClient(headers=server.get("headers", {}), timeout=30) as http:
            async with Client(streamable_http_client(server["url"], http_client=http), mode=mode) as client:
                yield Session(client)
    else:
        parameters = StdioServerParameters(command=server["command"], args=server["args"], env=server["env"])
        async with Client(stdio_client(parameters), mode=mode) as client:
            yield Session(client)


if __name__ == "__main__":
    checks.main(connect)
