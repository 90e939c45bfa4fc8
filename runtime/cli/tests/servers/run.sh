#!/usr/bin/env bash
# Pins real servers: installs what is missing, then tests. WAYLEAVE_SERVERS is the folder for them; the default is
# target/servers. More arguments go to `cargo test`.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
export WAYLEAVE_SERVERS="${WAYLEAVE_SERVERS:-$here/../../../../target/servers}"
"$here/../../../../tests/install.sh" "$here" "$WAYLEAVE_SERVERS"
cargo test --locked -p wayleave-cli --test servers "$@"
