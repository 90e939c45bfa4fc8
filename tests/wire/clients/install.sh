#!/usr/bin/env bash
# Installs the clients, each at its pinned version, into the folder given (default: target/wire), and nothing twice.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
cache="${1:-$here/../../../target/wire}"
mkdir -p "$cache"
cache="$(cd "$cache" && pwd)"

pins="$(cat "$here/requirements.txt" "$here/package-lock.json" | sha256sum)"
if [[ -f "$cache/pins" && "$(cat "$cache/pins")" == "$pins" ]]; then
    exit 0
fi

python3 -m venv --clear "$cache/python"
"$cache/python/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$here/requirements.txt"

cp "$here/package.json" "$here/package-lock.json" "$cache/"
# `npm ci` insists on an optional package of one system that not every registry has; `npm install` keeps to the lock too.
# The Inspector's command line is in its package already; its other faces are not wanted.
INSPECTOR_SKIP_CLIENT_INSTALL=1 npm install --prefix "$cache" --no-fund --no-audit --loglevel=error
"$cache/node_modules/.bin/node" --version >/dev/null

printf '%s\n' "$pins" >"$cache/pins"
