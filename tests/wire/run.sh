#!/usr/bin/env bash
# Every check on the wire, with the real clients and the conformance suite: installs what is missing, then tests.
# WAYLEAVE_WIRE is the folder for the clients; the default is target/wire. More arguments go to `cargo test`.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
export WAYLEAVE_WIRE="${WAYLEAVE_WIRE:-$here/../../target/wire}"
"$here/../install.sh" "$here/clients" "$WAYLEAVE_WIRE"
WAYLEAVE_WIRE="$(cd "$WAYLEAVE_WIRE" && pwd)"
cargo test --locked -p wayleave-wire-tests --test wire "$@"
