# What takes longer than a test run. `just` lists it all.

_list:
    @{{just_executable()}} --list --unsorted

# The gateway against the naive reference of its rules, in its long form.
model cases="100000":
    WAYLEAVE_MODEL_CASES={{cases}} cargo test -p wayleave-contract model -- --nocapture

# The gateway's code changed in one place at a time: the contract's tests must notice. Needs cargo-mutants and cargo-nextest.
mutants *arguments:
    WAYLEAVE_MODEL_CASES=2000 cargo mutants {{arguments}}

# The same for the catalog's code.
mutants-catalog *arguments:
    cargo mutants --config .cargo/mutants-catalog.toml {{arguments}}

# Predicted sizes against those on the wire, for many random bundles.
sizes cases="10000":
    PROPTEST_CASES={{cases}} cargo test -p wayleave-rmcp --test it sizes

# Every check on the wire, with the real clients and the conformance suite, which are installed first.
wire:
    tests/wire/run.sh

# The catalog command against real servers, which are installed first.
servers:
    runtime/cli/tests/servers/run.sh
