"""What every client has to see of the fixture: one line of JSON a check on the standard output.

A driver gives `main` a function that opens a session with its own client. A session has `revision`, and four
requests that return the result as plain JSON or raise `Refusal`: `resources(cursor)`, `templates(cursor)`,
`read(uri)` and `complete(template, variable, value, chosen)`. The names of the checks are those in `checks.mjs`.
"""

import asyncio
import base64
import json
import re
import sys

REPORT = "go.phpboyscout.uk/mcp.resourceRead"
TEXT = 'plain, "quoted", back\\slash, tab\t, line\n, bell\x07, \u2028, é, 漢字, 🦀 and </script>'
BYTES = bytes([0, 1, 0xFE, 0xFF, 10, 0x80])
INVALID_PARAMS = -32602


class Refusal(Exception):
    """The server's error, as the client hands it on."""

    def __init__(self, code, message, data):
        super().__init__(code, message, data)
        self.answer = {"code": code, "message": message, "data": data}


async def refused(request):
    """The error that a request gets."""
    try:
        result = await request
    except Refusal as refusal:
        return refusal.answer
    raise AssertionError(f"was answered: {json.dumps(result)[:300]}")


def equal(got, want):
    assert got == want, f"{got!r} and not {want!r}"


def is_subset(part, whole):
    assert part.items() <= whole.items(), f"{part!r} is not all in {whole!r}"


async def walk(page):
    """All pages of a list."""
    pages, cursor = [], None
    while True:
        pages.append(await page(cursor))
        cursor = pages[-1].get("nextCursor")
        if cursor is None:
            return pages
        assert len(pages) < 20, "the walk does not end"


class Run:
    def __init__(self, config, connect):
        self.modern = config["revision"] == "2026-07-28"
        self.revision = config["revision"]
        self.servers = config["servers"]
        self.connect = connect
        self.failed = False

    def open(self, name):
        return self.connect(self.servers[name], self.revision)

    async def check(self, name, body):
        try:
            got = await asyncio.wait_for(body, 60)
            ok = True
        except BaseException as error:  # a client may raise anything, groups of exceptions too
            got, ok, self.failed = f"{type(error).__name__}: {error}", False, True
        print(json.dumps({"check": name, "ok": ok, "got": got}), flush=True)
        return got if ok else None

    async def all(self):
        async with self.open("stranger") as session:
            await self.check("revision", self.speaks(session))
            resources = await self.check("resources-in-pages", self.lists(session))
            await self.check("templates-in-pages", self.families(session))
            await self.check("cache-hints", self.hints(session))
            await self.check("read-text", self.text(session))
            await self.check("read-binary", self.binary(session))
            await self.check("read-complete-bundle", self.complete_bundle(session))
            await self.check("read-partial-bundle", self.partial_bundle(session))
            await self.check("complete-variable", self.completes(session))
            await self.check("complete-in-context", self.completes_in_context(session))
            await self.check("complete-unknown", self.completes_nothing(session))
            await self.check("read-missing", self.not_found(session, "fixture://missing"))
            await self.check("read-denied", self.not_found(session, "fixture://denied"))
            await self.check("read-hidden", self.not_found(session, "fixture://hidden"))
            await self.check("read-bad-capture", self.not_found(session, "fixture://city/a%2Fb/c"))
            await self.check("denied-like-missing", self.alike(session))
            await self.check("read-malformed", self.malformed(session))
            cursor = resources and resources["cursor"]
            await self.check("cursors-refused", self.cursors(session, cursor))
            await self.check("lives", self.text(session))
        await self.check("staff", self.staff())

    async def speaks(self, session):
        equal(session.revision, self.revision)
        return session.revision

    async def lists(self, session):
        pages = await walk(session.resources)
        assert len(pages) > 3, f"{len(pages)} pages"
        uris = [item["uri"] for page in pages for item in page["resources"]]
        equal(uris, sorted(set(uris)))
        equal([uri for uri in uris if uri.startswith("fixture://shelf/")], [f"fixture://shelf/{n:02}" for n in range(24)])
        assert "fixture://denied" in uris and "fixture://hidden" not in uris
        text = next(item for page in pages for item in page["resources"] if item["uri"] == "fixture://text")
        wanted = {
            "uri": "fixture://text",
            "name": "text",
            "description": "A text with every kind of character that needs care.",
            "mimeType": "text/markdown",
            "annotations": {"audience": ["user"], "priority": 0.5},
        }
        equal({key: text.get(key) for key in wanted}, wanted)
        return {"pages": len(pages), "cursor": pages[0]["nextCursor"]}

    async def families(self, session):
        pages = await walk(session.templates)
        assert len(pages) >= 3, f"{len(pages)} pages"
        templates = [item["uriTemplate"] for page in pages for item in page["resourceTemplates"]]
        equal(templates, sorted(set(templates)))
        assert "fixture://city/{country}/{city}" in templates and "fixture://vault/{key}" not in templates
        equal(len([template for template in templates if template.startswith("fixture://room/")]), 20)
        return {"pages": len(pages)}

    async def hints(self, session):
        results = [await session.resources(None), await session.templates(None), await session.read("fixture://text")]
        if self.modern:
            for result in results:
                is_subset({"ttlMs": 0, "cacheScope": "private"}, result)
        return None

    async def text(self, session):
        result = await session.read("fixture://text")
        equal(len(result["contents"]), 1)
        is_subset({"uri": "fixture://text", "mimeType": "text/markdown", "text": TEXT}, result["contents"][0])
        self.complete(result)
        return None

    def complete(self, result):
        equal(result["_meta"][REPORT], {"version": 1, "partial": False, "issues": [], "issuesOmitted": 0})

    async def binary(self, session):
        result = await session.read("fixture://bytes")
        blob = base64.b64encode(BYTES).decode()
        wanted = {"uri": "fixture://bytes", "mimeType": "application/octet-stream", "blob": blob}
        is_subset(wanted, result["contents"][0])
        self.complete(result)
        return None

    async def complete_bundle(self, session):
        result = await session.read("fixture://bundle/complete")
        # A stranger learns nothing of the hidden item in the middle.
        equal([item["uri"] for item in result["contents"]], ["fixture://text", "fixture://bytes"])
        self.complete(result)
        assert "hidden" not in json.dumps(result)
        return None

    async def partial_bundle(self, session):
        result = await session.read("fixture://bundle/partial")
        warning, *items = result["contents"]
        equal([item["uri"] for item in items], ["fixture://text"])
        assert re.fullmatch(r"mcp-warning://read/[0-9a-f]{32}", warning["uri"]), warning["uri"]
        equal(warning["mimeType"], "text/plain")
        first, report = warning["text"].split("\n", 1)
        equal(first, "Incomplete bundle.")
        equal(json.loads(report), result["_meta"][REPORT])
        report = json.loads(report)
        issues = [(issue["code"], issue["retryable"], issue.get("uri")) for issue in report.pop("issues")]
        equal(report, {"version": 1, "partial": True, "issuesOmitted": 0})
        equal(issues, [("read_failed", True, "fixture://unreadable"), ("unavailable", False, "fixture://denied")])
        # Neither the hidden item nor a private cause.
        assert "hidden" not in json.dumps(result) and "secret" not in json.dumps(result)
        if self.modern:
            is_subset({"ttlMs": 0, "cacheScope": "private"}, result)
        return None

    async def completes(self, session):
        result = await session.complete("fixture://city/{country}/{city}", "country", "f", {})
        equal(result["completion"]["values"], ["finland", "france"])
        return result["completion"]

    async def completes_in_context(self, session):
        template = "fixture://city/{country}/{city}"
        result = await session.complete(template, "city", "l", {"country": "france"})
        equal(result["completion"]["values"], ["lille", "lyon"])
        nothing = await session.complete(template, "city", "l", {})
        equal(nothing["completion"]["values"], [])
        return result["completion"]

    async def completes_nothing(self, session):
        asked = [
            ("fixture://nothing/{key}", "key"),
            ("fixture://vault/{key}", "key"),
            ("fixture://city/{country}/{city}", "village"),
        ]
        answers = [await refused(session.complete(template, variable, "", {})) for template, variable in asked]
        for answer in answers:
            equal(answer, answers[0])
        equal(answers[0]["code"], INVALID_PARAMS)
        return answers[0]

    async def not_found(self, session, uri):
        answer = await refused(session.read(uri))
        equal(answer["code"], INVALID_PARAMS if self.modern else -32002)
        equal(answer["data"], {"uri": uri})
        return answer

    async def alike(self, session):
        uris = ["fixture://missing", "fixture://denied", "fixture://hidden", "fixture://vault/key", "fixture://city/a%2Fb/c"]
        answers = []
        for uri in uris:
            answers.append(json.dumps(await refused(session.read(uri))).replace(uri, "URI"))
        equal(answers, [answers[0]] * len(uris))
        return answers[0]

    async def malformed(self, session):
        answers = []
        for uri in ["no-scheme", "fixture://a b", "fixture://%zz", "fixture://user@host/x", "", "fixture://" + "x" * 3000]:
            answer = await refused(session.read(uri))
            equal(answer["code"], INVALID_PARAMS)
            answers.append(answer["message"])
        return answers

    async def cursors(self, session, cursor):
        assert cursor, "there is no cursor to begin with"
        middle = len(cursor) // 2
        altered = cursor[:middle] + ("A" if cursor[middle] != "A" else "B") + cursor[middle + 1 :]
        async with self.open("past") as past:
            old = (await past.resources(None))["nextCursor"]
        answers = {
            "altered": await refused(session.resources(altered)),
            "cut": await refused(session.resources(cursor[:-1])),
            "empty": await refused(session.resources("")),
            "other-method": await refused(session.templates(cursor)),
            "expired": await refused(session.resources(old)),
            "too-long": await refused(session.resources("A" * 4097)),
            "no-base64": await refused(session.resources("\u00e9 \u0000!")),
        }
        for name, server in [("other-caller", "anna"), ("other-registry", "other"), ("other-keys", "foreign")]:
            async with self.open(server) as other:
                answers[name] = await refused(other.resources(cursor))
        for name, answer in answers.items():
            assert answer == answers["altered"], f"{name}: {answer!r} and not {answers['altered']!r}"
        equal(answers["altered"]["code"], INVALID_PARAMS)
        # The same cursor is good where it was made, and in another process that has the same keys.
        second = await session.resources(cursor)
        async with self.open("twin") as twin:
            equal((await twin.resources(cursor))["resources"], second["resources"])
        return answers["altered"]

    async def staff(self):
        async with self.open("anna") as session:
            result = await session.read("fixture://denied")
            equal(result["contents"][0]["text"], "Only staff reads this.")
            pages = await walk(session.resources)
            assert any(item["uri"] == "fixture://hidden" for page in pages for item in page["resources"])
        return None


def main(connect):
    run = Run(json.loads(sys.argv[1]), connect)
    asyncio.run(run.all())
    sys.exit(run.failed)
