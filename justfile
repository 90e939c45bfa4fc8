# What takes longer than a test run. `just` lists it all.

_list:
    @{{just_executable()}} --list --unsorted

# The gateway against the naive reference of its rules, in its long form.
model cases="100000":
    WAYLEAVE_MODEL_CASES={{cases}} cargo test -p wayleave-contract model -- --nocapture
