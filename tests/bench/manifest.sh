#!/usr/bin/env bash
# How long `manifest!` takes for manifests of 100, 1,000 and 5,000 entries: its expansion alone, and the debug build of
# the crate that holds it. And how long `wayleave check` takes for the largest, in release. Prints a table.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A folder of its own: the variable below, which lets the pinned compiler report its passes, would make everything in
# the usual one be built again.
export CARGO_TARGET_DIR="$root/target/bench-manifest" RUSTC_BOOTSTRAP=1

# Of five entries two are families read by handlers, one is a family of texts, one a text, one a bundle.
project() {
    local entries=$1 folder=$2
    mkdir -p "$folder/src"
    cp "$root/Cargo.lock" "$folder/"
    cat >"$folder/Cargo.toml" <<TOML
[package]
name = "entries-$entries"
version = "0.0.0"
edition = "2024"
[dependencies]
wayleave = { path = "$root/runtime/core", features = ["manifest"] }
[workspace]
[profile.dev]
debug = "line-tables-only"
TOML
    awk -v entries="$entries" 'BEGIN {
        print "wayleave: 1\nserver: { name: bench, version: 1.0.0 }\npolicy: open\nresources:"
        for (i = 0; i < entries; i++) {
            if (i % 5 < 2)
                printf "  - name: family %d\n    uriTemplate: bench://host/seg/{area}/family%d/{id}\n    title: Family %d\n    description: One of many families.\n    captures: { id: { type: u32 } }\n    mimeType: application/json\n    handler: true\n", i, i, i
            else if (i % 5 == 2)
                printf "  - name: page %d\n    uriTemplate: bench://host/page%d/{slug}\n    mimeType: text/markdown\n    annotations: { audience: [user], priority: 0.5 }\n    body: { text: \"# A page\\n\" }\n", i, i
            else if (i % 5 == 3)
                printf "  - name: text %d\n    uri: bench://host/text/%d\n    title: Text %d\n    description: One of many texts.\n    mimeType: text/markdown\n    cache: { ttl: 5m }\n    body: { text: Hello }\n", i, i, i
            else
                printf "  - name: bundle %d\n    uriTemplate: bench://host/bundle%d/{slug}\n    bundle:\n      - bench://host/text/%d\n      - bench://host/page%d/{slug}\n", i, i, i - 1, i - 2
        }
    }' >"$folder/bench.yaml"
    awk -v entries="$entries" 'BEGIN {
        print "use wayleave::prelude::*;\nwayleave::manifest!(\"bench.yaml\");\nstruct All;\nimpl bench::Handlers for All {\n    type Caller = ();"
        for (i = 0; i < entries; i++)
            if (i % 5 < 2)
                printf "    async fn family_%d(&self, _: &(), route: bench::Family%d) -> Result<Payload, ReadError> { Ok(Payload::text(route.area)) }\n", i, i
        print "}\nfn main() {\n    let gateway = Gateway::builder(OpenPolicy::new()).resources(bench::bindings(All)).build();\n    assert!(gateway.is_ok());\n}"
    }' >"$folder/src/main.rs"
}

printf '%8s  %12s  %12s\n' entries 'expansion, s' 'whole, s'
for entries in 100 1000 5000; do
    folder="$work/$entries"
    project "$entries" "$folder"
    # The dependencies, and the macro itself; then the crate alone, timed, the best of three.
    (cd "$folder" && cargo build --quiet --offline && cargo run --quiet --offline)
    for _ in 1 2 3; do
        touch "$folder/src/main.rs"
        (cd "$folder" && cargo rustc --quiet --offline -- -Ztime-passes 2>&1) | awk '
            $1 == "time:" && $NF == "macro_expand_crate" { expansion = $2 + 0 }
            $1 == "time:" && $NF == "total" { whole = $2 + 0 }
            END { print expansion, whole }'
    done | sort -n -k2 | head -1 | awk -v entries="$entries" '{ printf "%8d  %12.2f  %12.2f\n", entries, $1, $2 }'
done

unset RUSTC_BOOTSTRAP
(cd "$root" && cargo build --quiet --release --offline -p wayleave-cli)
best=$(for _ in 1 2 3 4 5; do
    start=$(date +%s%N)
    "$CARGO_TARGET_DIR/release/wayleave" check "$work/5000/bench.yaml" >/dev/null
    echo $((($(date +%s%N) - start) / 1000000))
done | sort -n | head -1)
printf '\nwayleave check of 5000 entries, release: %s ms\n' "$best"
