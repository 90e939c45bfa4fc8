// The fixture seen by `@modelcontextprotocol/client`, the official SDK for TypeScript.

import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { main, Refusal } from './checks.mjs';

/** The lowest-level call: `listResources()` walks all pages by itself. */
class Session {
    constructor(client) {
        this.client = client;
        this.revision = client.getNegotiatedProtocolVersion();
    }

    async send(method, params) {
        try {
            return await this.client.request({ method, params });
        } catch (error) {
            if (error instanceof ProtocolError) throw new Refusal(error.code, error.message, error.data);
            throw error;
        }
    }

    resources = (cursor) => this.send('resources/list', cursor === undefined ? {} : { cursor });
    templates = (cursor) => this.send('resources/templates/list', cursor === undefined ? {} : { cursor });
    read = (uri) => this.send('resources/read', { uri });
    complete = (uri, name, value, chosen) =>
        this.send('completion/complete', {
            ref: { type: 'ref/resource', uri },
            argument: { name, value },
            context: { arguments: chosen },
        });
    close = () => this.client.close();
}

async function connect(server, revision) {
    const modern = revision === '2026-07-28';
    const client = new Client(
        { name: 'wire', version: '1.0.0' },
        modern
            ? { versionNegotiation: { mode: { pin: revision } } }
            : { versionNegotiation: { mode: 'legacy' }, supportedProtocolVersions: [revision] },
    );
    const transport = server.url
        ? new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: server.headers ?? {} } })
        : new StdioClientTransport({ command: server.command, args: server.args, env: server.env });
    await client.connect(transport);
    return new Session(client);
}

await main(connect);
