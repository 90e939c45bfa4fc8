// The fixture seen by `@modelcontextprotocol/client`, the official SDK for TypeScript.

import assert from 'node:assert/strict';

import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { main, Refusal } from './checks.mjs';

/** The lowest-level call: `listResources()` walks all pages by itself. */
class Session {
    constructor(client, transport) {
        this.client = client;
        this.revision = client.getNegotiatedProtocolVersion();
        // This client turns a -32002 into a -32602, so the error is also taken as it came.
        const hand = transport.onmessage;
        transport.onmessage = (message, extra) => {
            if (message.error) this.error = message.error;
            hand(message, extra);
        };
    }

    async send(method, params) {
        this.error = undefined;
        try {
            return await this.client.request({ method, params });
        } catch (error) {
            if (!(error instanceof ProtocolError)) throw error;
            assert.deepEqual([error.message, error.data], [this.error.message, this.error.data]);
            throw new Refusal(this.error.code, this.error.message, this.error.data);
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
    return new Session(client, transport);
}

await main(connect);
