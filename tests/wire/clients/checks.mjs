// What every client has to see of the fixture: one line of JSON a check on the standard output.
//
// A driver gives `main` a function that opens a session with its own client. A session has `revision`, `close()`, and
// four requests that return the result as plain JSON or throw a `Refusal`: `resources(cursor)`, `templates(cursor)`,
// `read(uri)` and `complete(template, variable, value, chosen)`. The names of the checks are those in `checks.py`.

import assert from 'node:assert/strict';

const REPORT = 'go.phpboyscout.uk/mcp.resourceRead';
const TEXT =
    'plain, "quoted", back\\slash, tab\t, line\n, bell\u0007, \u2028, é, 漢字, 🦀 and </script>';
const BYTES = Buffer.from([0, 1, 0xfe, 0xff, 10, 0x80]);
const INVALID_PARAMS = -32602;

/** The server's error, as the client hands it on. */
export class Refusal extends Error {
    constructor(code, message, data) {
        super(message);
        this.answer = { code, message, data };
    }
}

/** The error that a request gets. */
export async function refused(request) {
    let result;
    try {
        result = await request;
    } catch (error) {
        if (error instanceof Refusal) return error.answer;
        throw error;
    }
    throw new Error(`was answered: ${JSON.stringify(result).slice(0, 300)}`);
}

function isSubset(part, whole) {
    const same = Object.fromEntries(Object.keys(part).map((key) => [key, whole[key]]));
    assert.deepEqual(same, part);
}

/** All pages of a list. */
async function walk(page) {
    const pages = [];
    let cursor;
    do {
        pages.push(await page(cursor));
        cursor = pages.at(-1).nextCursor;
        assert.ok(pages.length < 20, 'the walk does not end');
    } while (cursor !== undefined);
    return pages;
}

const sortedSet = (items) => [...new Set(items)].sort();

export class Run {
    failed = false;

    constructor(config, connect) {
        this.revision = config.revision;
        this.modern = config.revision === '2026-07-28';
        this.servers = config.servers;
        this.connect = connect;
    }

    /** Does `body` with a session at the server `name`. */
    async at(name, body) {
        const session = await this.connect(this.servers[name], this.revision);
        try {
            return await body(session);
        } finally {
            await session.close();
        }
    }

    async check(name, body) {
        let line;
        try {
            line = { check: name, ok: true, got: (await body()) ?? null };
        } catch (error) {
            this.failed = true;
            line = { check: name, ok: false, got: `${error?.stack ?? error}` };
        }
        console.log(JSON.stringify(line));
        return line.ok ? line.got : undefined;
    }

    async all() {
        await this.at('stranger', async (session) => {
            await this.check('revision', () => assert.equal(session.revision, this.revision));
            const lists = await this.check('resources-in-pages', () => this.lists(session));
            await this.check('templates-in-pages', () => this.families(session));
            await this.check('cache-hints', () => this.hints(session));
            await this.reads(session);
            await this.check('complete-variable', () => this.completes(session));
            await this.check('complete-in-context', () => this.completesInContext(session));
            await this.check('complete-unknown', () => this.completesNothing(session));
            await this.refusals(session);
            await this.check('cursors-refused', () => this.cursors(session, lists?.cursor));
            await this.check('lives', () => this.text(session));
        });
        await this.check('staff', () => this.staff());
    }

    async reads(session) {
        await this.check('read-text', () => this.text(session));
        await this.check('read-binary', () => this.binary(session));
        await this.check('read-complete-bundle', () => this.completeBundle(session));
        await this.check('read-partial-bundle', () => this.partialBundle(session));
    }

    async refusals(session) {
        await this.check('read-missing', () => this.notFound(session, 'fixture://missing'));
        await this.check('read-denied', () => this.notFound(session, 'fixture://denied'));
        await this.check('read-hidden', () => this.notFound(session, 'fixture://hidden'));
        await this.check('read-bad-capture', () => this.notFound(session, 'fixture://city/a%2Fb/c'));
        await this.check('denied-like-missing', () => this.alike(session));
        await this.check('read-malformed', () => this.malformed(session));
    }

    isList(resources) {
        const uris = resources.map((item) => item.uri);
        assert.deepEqual(uris, sortedSet(uris));
        const shelves = Array.from({ length: 24 }, (_, n) => `fixture://shelf/${String(n).padStart(2, '0')}`);
        assert.deepEqual(uris.filter((uri) => uri.startsWith('fixture://shelf/')), shelves);
        assert.ok(uris.includes('fixture://denied') && !uris.includes('fixture://hidden'));
        isSubset(
            {
                uri: 'fixture://text',
                name: 'text',
                description: 'A text with every kind of character that needs care.',
                mimeType: 'text/markdown',
                annotations: { audience: ['user'], priority: 0.5 },
            },
            resources.find((item) => item.uri === 'fixture://text'),
        );
    }

    isListOfFamilies(families) {
        const templates = families.map((item) => item.uriTemplate);
        assert.deepEqual(templates, sortedSet(templates));
        assert.ok(templates.includes('fixture://city/{country}/{city}'));
        assert.ok(!templates.includes('fixture://vault/{key}'));
        assert.equal(templates.filter((template) => template.startsWith('fixture://room/')).length, 20);
    }

    async lists(session) {
        const pages = await walk((cursor) => session.resources(cursor));
        assert.ok(pages.length > 3, `${pages.length} pages`);
        this.isList(pages.flatMap((page) => page.resources));
        return { pages: pages.length, cursor: pages[0].nextCursor };
    }

    async families(session) {
        const pages = await walk((cursor) => session.templates(cursor));
        assert.ok(pages.length >= 3, `${pages.length} pages`);
        this.isListOfFamilies(pages.flatMap((page) => page.resourceTemplates));
        return { pages: pages.length };
    }

    async hints(session) {
        const results = [await session.resources(), await session.templates(), await session.read('fixture://text')];
        if (!this.modern) return;
        for (const result of results) isSubset({ ttlMs: 0, cacheScope: 'private' }, result);
    }

    isComplete(result) {
        assert.deepEqual(result._meta[REPORT], { version: 1, partial: false, issues: [], issuesOmitted: 0 });
    }

    async text(session) {
        const result = await session.read('fixture://text');
        assert.equal(result.contents.length, 1);
        isSubset({ uri: 'fixture://text', mimeType: 'text/markdown', text: TEXT }, result.contents[0]);
        this.isComplete(result);
    }

    async binary(session) {
        const result = await session.read('fixture://bytes');
        const wanted = {
            uri: 'fixture://bytes',
            mimeType: 'application/octet-stream',
            blob: BYTES.toString('base64'),
        };
        isSubset(wanted, result.contents[0]);
        this.isComplete(result);
    }

    async completeBundle(session) {
        const result = await session.read('fixture://bundle/complete');
        // A stranger learns nothing of the hidden item in the middle.
        assert.deepEqual(result.contents.map((item) => item.uri), ['fixture://text', 'fixture://bytes']);
        this.isComplete(result);
        assert.ok(!JSON.stringify(result).includes('hidden'));
    }

    async partialBundle(session) {
        const result = await session.read('fixture://bundle/partial');
        const [warning, ...items] = result.contents;
        assert.deepEqual(items.map((item) => item.uri), ['fixture://text']);
        assert.match(warning.uri, /^mcp-warning:\/\/read\/[0-9a-f]{32}$/);
        assert.equal(warning.mimeType, 'text/plain');
        const end = warning.text.indexOf('\n');
        assert.equal(warning.text.slice(0, end), 'Incomplete bundle.');
        const report = JSON.parse(warning.text.slice(end + 1));
        assert.deepEqual(report, result._meta[REPORT]);
        isSubset({ version: 1, partial: true, issuesOmitted: 0 }, report);
        assert.deepEqual(
            report.issues.map(({ code, retryable, uri }) => [code, retryable, uri]),
            [
                ['read_failed', true, 'fixture://unreadable'],
                ['unavailable', false, 'fixture://denied'],
            ],
        );
        // Neither the hidden item nor a private cause.
        assert.doesNotMatch(JSON.stringify(result), /hidden|secret/);
        if (this.modern) isSubset({ ttlMs: 0, cacheScope: 'private' }, result);
    }

    async completes(session) {
        const result = await session.complete('fixture://city/{country}/{city}', 'country', 'f', {});
        assert.deepEqual(result.completion.values, ['finland', 'france']);
        return result.completion;
    }

    async completesInContext(session) {
        const template = 'fixture://city/{country}/{city}';
        const result = await session.complete(template, 'city', 'l', { country: 'france' });
        assert.deepEqual(result.completion.values, ['lille', 'lyon']);
        const nothing = await session.complete(template, 'city', 'l', {});
        assert.deepEqual(nothing.completion.values, []);
        return result.completion;
    }

    async completesNothing(session) {
        const asked = [
            ['fixture://nothing/{key}', 'key'],
            ['fixture://vault/{key}', 'key'],
            ['fixture://city/{country}/{city}', 'village'],
        ];
        const answers = [];
        for (const [template, variable] of asked) {
            answers.push(await refused(session.complete(template, variable, '', {})));
        }
        for (const answer of answers) assert.deepEqual(answer, answers[0]);
        assert.equal(answers[0].code, INVALID_PARAMS);
        return answers[0];
    }

    async notFound(session, uri) {
        const answer = await refused(session.read(uri));
        assert.equal(answer.code, this.modern ? INVALID_PARAMS : -32002);
        assert.deepEqual(answer.data, { uri });
        return answer;
    }

    async alike(session) {
        const uris = [
            'fixture://missing',
            'fixture://denied',
            'fixture://hidden',
            'fixture://vault/key',
            'fixture://city/a%2Fb/c',
        ];
        const answers = [];
        for (const uri of uris) {
            answers.push(JSON.stringify(await refused(session.read(uri))).replaceAll(uri, 'URI'));
        }
        assert.deepEqual(answers, uris.map(() => answers[0]));
        return answers[0];
    }

    async malformed(session) {
        const answers = [];
        const long = `fixture://${'x'.repeat(3000)}`;
        for (const uri of ['no-scheme', 'fixture://a b', 'fixture://%zz', 'fixture://user@host/x', '', long]) {
            const answer = await refused(session.read(uri));
            assert.equal(answer.code, INVALID_PARAMS);
            answers.push(answer.message);
        }
        return answers;
    }

    async cursors(session, cursor) {
        assert.ok(cursor, 'there is no cursor to begin with');
        const middle = Math.floor(cursor.length / 2);
        const altered = cursor.slice(0, middle) + (cursor[middle] === 'A' ? 'B' : 'A') + cursor.slice(middle + 1);
        const old = await this.at('past', async (past) => (await past.resources()).nextCursor);
        const answers = {
            altered: await refused(session.resources(altered)),
            cut: await refused(session.resources(cursor.slice(0, -1))),
            empty: await refused(session.resources('')),
            'other-method': await refused(session.templates(cursor)),
            expired: await refused(session.resources(old)),
            'too-long': await refused(session.resources('A'.repeat(4097))),
            'no-base64': await refused(session.resources('\u00e9 \u0000!')),
        };
        for (const [name, server] of [['other-caller', 'anna'], ['other-registry', 'other'], ['other-keys', 'foreign']]) {
            answers[name] = await this.at(server, (other) => refused(other.resources(cursor)));
        }
        for (const [name, answer] of Object.entries(answers)) {
            assert.deepEqual(answer, answers.altered, name);
        }
        assert.equal(answers.altered.code, INVALID_PARAMS);
        // The same cursor is good where it was made, and in another process that has the same keys.
        const second = await session.resources(cursor);
        const twin = await this.at('twin', (other) => other.resources(cursor));
        assert.deepEqual(twin.resources, second.resources);
        return answers.altered;
    }

    async staff() {
        await this.at('anna', async (session) => {
            const result = await session.read('fixture://denied');
            assert.equal(result.contents[0].text, 'Only staff reads this.');
            const pages = await walk((cursor) => session.resources(cursor));
            assert.ok(pages.some((page) => page.resources.some((item) => item.uri === 'fixture://hidden')));
        });
    }
}

/** Runs the checks with `connect`, as the first argument says: all, or what `chosen` does with the run. */
export async function main(connect, chosen = (run) => run.all()) {
    const run = new Run(JSON.parse(process.argv[2]), connect);
    await chosen(run);
    process.exit(run.failed ? 1 : 0);
}
