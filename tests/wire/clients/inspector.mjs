// The fixture seen by `@modelcontextprotocol/inspector --cli`: a process a request.
//
// This command walks all pages by itself, has no completion of a template's variable and no cursor to give, and shows
// of an error only its text. So there are fewer checks here.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { main, Refusal, refused } from './checks.mjs';

// Its package has a command and no module.
const COMMAND = fileURLToPath(new URL('node_modules/.bin/mcp-inspector', import.meta.url));
const run = promisify(execFile);

class Session {
    constructor(server, revision) {
        const target = server.url
            ? ['--server-url', server.url, '--transport', 'http']
            : [server.command, ...server.args, ...Object.entries(server.env).flatMap(([key, value]) => ['-e', `${key}=${value}`])];
        const headers = Object.entries(server.headers ?? {}).flatMap(([key, value]) => ['--header', `${key}: ${value}`]);
        const era = revision === '2026-07-28' ? 'modern' : 'legacy';
        this.arguments = [COMMAND, '--cli', ...target, ...headers, '--protocol-era', era, '--format', 'json', '-q'];
    }

    async send(method, ...more) {
        try {
            const options = { maxBuffer: 1 << 24 };
            const { stdout } = await run(process.execPath, [...this.arguments, '--method', method, ...more], options);
            return JSON.parse(stdout).result;
        } catch (error) {
            if (!error.stderr) throw error;
            throw new Refusal(undefined, JSON.parse(error.stderr).error.message, undefined);
        }
    }

    resources = () => this.send('resources/list');
    templates = () => this.send('resources/templates/list');
    read = (uri) => this.send('resources/read', '--uri', uri);
    close = async () => {};
}

await main(
    async (server, revision) => new Session(server, revision),
    async (checks) => {
        await checks.at('stranger', async (session) => {
            await checks.check('resources-in-pages', async () => checks.isList((await session.resources()).resources));
            await checks.check('templates-in-pages', async () =>
                checks.isListOfFamilies((await session.templates()).resourceTemplates),
            );
            await checks.reads(session);
            await checks.check('denied-like-missing', async () => {
                for (const uri of ['fixture://missing', 'fixture://denied', 'fixture://hidden', 'fixture://vault/key']) {
                    assert.equal((await refused(session.read(uri))).message, 'Resource not found.');
                }
            });
            await checks.check('read-malformed', async () => {
                assert.equal((await refused(session.read('no-scheme'))).message, 'the URI has no scheme');
            });
            await checks.check('lives', () => checks.text(session));
        });
        await checks.check('staff', () =>
            checks.at('anna', async (session) => {
                const result = await session.read('fixture://denied');
                assert.equal(result.contents[0].text, 'Only staff reads this.');
            }),
        );
    },
);
