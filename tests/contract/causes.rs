//! Errors with their causes, as a log prints them: one below the other, so none repeats what the one above has said.

use std::error::Error;

use wayleave::{
    Definition,
    catalog::{
        BindingName, Current, DiscoverError, Discovery, Family, Generation, Limits, RefreshError,
        SnapshotError,
    },
    prelude::{Failure, PlanError, ReadError},
    random::RandomError,
    resource::BuildError,
};

use crate::{
    catalog::harness::{self, Answer, NEW, Server, TOOLS, binding, handshake, item, page},
    harness::{CAUSE, Setup, VirtualClock, limits, run, text},
    words::{bad_expansion, failed_listings, reads, twice},
};

/// Checks the chain of an error, and gives how many causes it has.
fn causes(error: &(dyn Error + 'static)) -> usize {
    let mut chain = vec![error.to_string()];
    let mut next = error.source();
    while let Some(cause) = next {
        chain.push(cause.to_string());
        next = cause.source();
    }
    for pair in chain.windows(2) {
        assert!(!pair[0].contains(&pair[1]), "said twice: {chain:?}");
    }
    chain.len() - 1
}

/// G18: a failed read or listing says in its own words what happened, and its causes say the rest.
#[test]
fn failures_do_not_repeat_their_causes() {
    let with_cause = |name: &str| {
        ["resolve_failed", "not_resolved", "policy_failed", "panicked", "nothing_delivered", "no_randomness"]
            .contains(&name)
    };
    for (name, world, uri) in reads() {
        let failure = world.read_slowly(uri).expect_err(name);
        assert_eq!(causes(&failure) > 0, with_cause(name), "{name}");
    }
    for (name, failure) in failed_listings() {
        assert_eq!(causes(&failure) > 0, with_cause(name), "{name}");
    }
    let plans = [PlanError::failed(CAUSE), PlanError::not_found_because(CAUSE), bad_expansion()];
    assert!(plans.iter().all(|error| causes(error) == 1));
    assert_eq!(causes(&twice()), 0);
    let reads = [ReadError::failed(CAUSE), ReadError::invalid_content(CAUSE), bad_expansion().into()];
    assert_eq!(reads.each_ref().map(|error| causes(error)), [1, 1, 2]);
    assert_eq!([causes(&Failure::failed(CAUSE)), causes(&RandomError::new(CAUSE))], [1, 1]);
}

/// G2, G19: a build's error says all of it at once.
#[test]
fn errors_of_a_build_do_not_repeat_their_causes() {
    let lonely = || Definition::builder("lonely");
    let definitions =
        [lonely().build(), lonely().uri("a b").build(), lonely().uri_template("asset://{x}/a").build()]
            .map(Result::unwrap_err);
    let twice = Setup::new()
        .leaf("one", "asset://a", |_| text(""))
        .leaf("two", "asset://a", |_| text(""))
        .try_build();
    let short = Setup::new().limits(limits(|limits| limits.max_uri_bytes = 50)).try_build();
    let [twice, short] = [twice, short].map(|built| built.err().unwrap());
    for definition in &definitions {
        causes(definition);
        causes(definition.fault());
    }
    for error in definitions.map(BuildError::Definition).iter().chain([&twice, &short]) {
        causes(error);
    }
}

/// C3: the lister's own error is the only cause of a discovery's.
#[test]
fn errors_of_catalogs_do_not_repeat_their_causes() {
    type Walk = fn(Family) -> Answer;
    let walks: [(Walk, usize); 4] = [
        (|_| Answer::Fails, 1),
        (|_| Answer::Hangs, 0),
        (|_| Answer::Page("{".to_owned()), 0),
        (|family| page(family, &[item("a"), item("b")], None), 0),
    ];
    for (walk, expected) in walks {
        let limits = Limits { tools: 1, ..Limits::default() };
        let server = Server::new(|family, _, _: Option<&str>| walk(family));
        let discovery = Discovery::new(binding(), handshake(NEW, TOOLS)).limits(limits);
        let error: DiscoverError = harness::run(&server, &discovery).unwrap_err();
        assert_eq!(causes(&error), expected, "{error}");
        assert_eq!(causes(&RefreshError::Discover(error)), expected);
    }
    let server = Server::new(|_, _, _: Option<&str>| Answer::Fails);
    let discovery = Discovery::new(BindingName::new("shop").unwrap(), handshake(NEW, TOOLS));
    let (current, clock) = (Current::new(binding()), VirtualClock::default());
    let failed = run(current.refresh(&server, &discovery, &clock)).unwrap_err();
    assert_eq!(causes(&failed), 1, "{failed}");

    causes(&Generation::from_json("").unwrap_err());
    causes(&SnapshotError::Defect(BindingName::new("").unwrap_err()));
}
