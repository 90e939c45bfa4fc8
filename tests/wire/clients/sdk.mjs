// The fixture seen by `@modelcontextprotocol/sdk`, the older line of the official SDK for TypeScript.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';

import { main, Refusal } from './checks.mjs';

class Session {
    constructor(client, revision) {
        this.client = client;
        this.revision = revision;
    }

    async answer(request) {
        try {
            return await request;
        } catch (error) {
            if (!(error instanceof McpError)) throw error;
            // This SDK puts the code in front of the server's text.
            const prefix = `MCP error ${error.code}: `;
            const message = error.message.startsWith(prefix) ? error.message.slice(prefix.length) : error.message;
            throw new Refusal(error.code, message, error.data);
        }
    }

    resources = (cursor) => this.answer(this.client.listResources(cursor === undefined ? {} : { cursor }));
    templates = (cursor) => this.answer(this.client.listResourceTemplates(cursor === undefined ? {} : { cursor }));
    read = (uri) => this.answer(this.client.readResource({ uri }));
    complete = (uri, name, value, chosen) =>
        this.answer(
            this.client.complete({
                ref: { type: 'ref/resource', uri },
                argument: { name, value },
                context: { arguments: chosen },
            }),
        );
    close = () => this.client.close();
}

async function connect(server) {
    const client = new Client({ name: 'wire', version: '1.0.0' });
    const transport = server.url
        ? new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: server.headers ?? {} } })
        : new StdioClientTransport({ command: server.command, args: server.args, env: server.env });
    let revision;
    const told = transport.setProtocolVersion?.bind(transport);
    transport.setProtocolVersion = (version) => {
        revision = version;
        told?.(version);
    };
    await client.connect(transport);
    return new Session(client, revision);
}

await main(connect);
