#!/usr/bin/env bash
# Installs what a folder pins in its requirements.txt and package-lock.json into another folder, and nothing twice:
# `install.sh PINS FOLDER`. Python's is then in FOLDER/python, npm's in FOLDER/node_modules.
set -euo pipefail
pinned="$(cd "$1" && pwd)"
mkdir -p "$2"
folder="$(cd "$2" && pwd)"

pins="$(cat "$pinned/requirements.txt" "$pinned/package-lock.json" | sha256sum)"
if [[ -f "$folder/pins" && "$(cat "$folder/pins")" == "$pins" ]]; then
    exit 0
fi

python3 -m venv --clear "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$pinned/requirements.txt"

cp "$pinned/package.json" "$pinned/package-lock.json" "$folder/"
# `npm ci` insists on an optional package of one system that not every registry has; `npm install` keeps to the lock too.
# The Inspector's command line is in its package already; its other faces are not wanted.
INSPECTOR_SKIP_CLIENT_INSTALL=1 npm install --prefix "$folder" --no-fund --no-audit --loglevel=error
# A node that is pinned must be one for this system.
if [[ -e "$folder/node_modules/.bin/node" ]]; then
    "$folder/node_modules/.bin/node" --version >/dev/null
fi

printf '%s\n' "$pins" >"$folder/pins"
