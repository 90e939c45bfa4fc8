#!/usr/bin/env bash
# Installs the servers, each at its pinned version, into the folder given (default: target/servers), and nothing twice.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
folder="${1:-$here/../../../../target/servers}"
mkdir -p "$folder"
folder="$(cd "$folder" && pwd)"

pins="$(cat "$here/requirements.txt" "$here/package-lock.json" | sha256sum)"
if [[ -f "$folder/pins" && "$(cat "$folder/pins")" == "$pins" ]]; then
    exit 0
fi

python3 -m venv --clear "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$here/requirements.txt"

cp "$here/package.json" "$here/package-lock.json" "$folder/"
npm install --prefix "$folder" --no-fund --no-audit --loglevel=error

printf '%s\n' "$pins" >"$folder/pins"
