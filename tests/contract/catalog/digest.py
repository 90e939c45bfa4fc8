#!/usr/bin/env python3
"""The digest of catalogs by docs/catalog.md, written without a look at the Rust code.

Reads a JSON list of catalogs from standard input and prints the digest of each on a line of its own. Capabilities and
schemas are strings in it: the JSON texts as a server sent them.
"""

import hashlib
import json
import re
import struct
import sys


def number(value):
    return struct.pack(">Q", value)


def text(value):
    encoded = value.encode("utf-8")
    return number(len(encoded)) + encoded


def flag(value):
    return b"\x01" if value else b"\x00"


def double(value):
    return struct.pack(">d", value)


def optional(value, write):
    return b"\x00" if value is None else b"\x01" + write(value)


def sequence(values, write):
    return number(len(values)) + b"".join(write(value) for value in values)


def digest(domain, encoded):
    return hashlib.sha256(text(domain) + struct.pack(">I", 1) + encoded).digest()


def schema(value):
    return digest("wayleave/catalog/schema", text(value))


class Number(str):
    """A JSON number as it was written."""


def canonical(value):
    if isinstance(value, Number):
        return value
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-8"))
        return "{" + ",".join(canonical(key) + ":" + canonical(value[key]) for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def canonical_json(source):
    return canonical(json.loads(source, parse_int=Number, parse_float=Number))


def model_names(binding, raw_names):
    def allowed(value):
        return re.sub("[^A-Za-z0-9_-]", "_", value)

    plain = {raw: f"mcp__{allowed(binding)}__{allowed(raw)}" for raw in raw_names}
    names = {}
    for raw, name in plain.items():
        if len(name) > 64 or list(plain.values()).count(name) > 1:
            suffix = digest("wayleave/catalog/name", text(binding) + text(raw))[:4].hex()
            name = name[:55] + "_" + suffix
        names[raw] = name
    return names


def server(value):
    return (
        text(value["name"])
        + optional(value.get("title"), text)
        + text(value["version"])
        + optional(value.get("description"), text)
        + optional(value.get("websiteUrl"), text)
    )


def tool_annotations(value):
    hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]
    return optional(value.get("title"), text) + b"".join(optional(value.get(hint), flag) for hint in hints)


def tool(value, names):
    return (
        text(value["name"])
        + text(names[value["name"]])
        + optional(value.get("title"), text)
        + optional(value.get("description"), text)
        + schema(value["inputSchema"])
        + optional(value.get("outputSchema"), schema)
        + optional(value.get("annotations"), tool_annotations)
    )


def argument(value):
    return (
        text(value["name"])
        + optional(value.get("title"), text)
        + optional(value.get("description"), text)
        + optional(value.get("required"), flag)
    )


def prompt(value):
    return (
        text(value["name"])
        + optional(value.get("title"), text)
        + optional(value.get("description"), text)
        + optional(value.get("arguments"), lambda arguments: sequence(arguments, argument))
    )


def resource_annotations(value):
    return (
        optional(value.get("audience"), lambda audience: sequence(audience, text))
        + optional(value.get("priority"), double)
        + optional(value.get("lastModified"), text)
    )


def resource(value):
    return (
        text(value["uri"])
        + text(value["name"])
        + optional(value.get("title"), text)
        + optional(value.get("description"), text)
        + optional(value.get("mimeType"), text)
        + optional(value.get("size"), number)
        + optional(value.get("annotations"), resource_annotations)
    )


def template(value):
    return (
        text(value["uriTemplate"])
        + text(value["name"])
        + optional(value.get("title"), text)
        + optional(value.get("description"), text)
        + optional(value.get("mimeType"), text)
        + optional(value.get("annotations"), resource_annotations)
    )


def catalog(value):
    def entries(family, key):
        return sorted(value.get(family, []), key=lambda entry: entry[key].encode("utf-8"))

    names = model_names(value["binding"], [entry["name"] for entry in value.get("tools", [])])
    return digest(
        "wayleave/catalog",
        text(value["binding"])
        + text(value["protocolVersion"])
        + text(canonical_json(value["capabilities"]))
        + optional(value.get("server"), server)
        + optional(value.get("instructions"), text)
        + sequence(entries("tools", "name"), lambda entry: tool(entry, names))
        + sequence(entries("prompts", "name"), prompt)
        + sequence(entries("resources", "uri"), resource)
        + sequence(entries("resourceTemplates", "uriTemplate"), template),
    )


for value in json.load(sys.stdin):
    print("sha256:" + catalog(value).hex())
