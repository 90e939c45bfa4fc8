"""The fixture seen by `fastmcp`."""

from contextlib import asynccontextmanager

import mcp_types as types
from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from mcp import MCPError
from pydantic import ValidationError

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
        return await self.answer(self.client.list_resources_mcp(cursor=cursor))

    async def templates(self, cursor=None):
        return await self.answer(self.client.list_resource_templates_mcp(cursor=cursor))

    async def read(self, uri):
        try:
            return await self.answer(self.client.read_resource_mcp(uri))
        except ValidationError:
            # This client sends no URI that it cannot parse; the session below it does.
            return await self.answer(self.client.session.read_resource(uri))

    async def complete(self, template, variable, value, chosen):
        reference = types.ResourceTemplateReference(type="ref/resource", uri=template)
        argument = {"name": variable, "value": value}
        return await self.answer(self.client.complete_mcp(reference, argument, chosen or None))


@asynccontextmanager
async def connect(server, revision):
    mode = revision if revision == "2026-07-28" else "legacy"
    if "url" in server:
        transport = StreamableHttpTransport(server["url"], headers=server.get("headers"))
    else:
        transport = StdioTransport(server["command"], server["args"], env=server["env"], keep_alive=False)
    async with Client(transport, mode=mode, cache=False) as client:
        yield Session(client)


if __name__ == "__main__":
    checks.main(connect)
