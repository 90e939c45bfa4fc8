# What takes longer than a test run. `just` lists it all.

_list:
    @{{just_executable()}} --list --unsorted

# The gateway against the naive reference of its rules, in its long form.
model cases="100000":
    WAYLEAVE_MODEL_CASES={{cases}} cargo test -p wayleave-contract model -- --nocapture

# The gateway's code changed in one place at a time: the contract's tests must notice. Needs cargo-mutants and cargo-nextest.
mutants *arguments:
    WAYLEAVE_MODEL_CASES=2000 cargo mutants {{arguments}}
