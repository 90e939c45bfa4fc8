//! What building a gateway checks (G1, G2, G19).

use serde_json::{Map, json};
use wayleave::{
    Definition, Gateway, Limits,
    model::{DefinitionFault, LimitsError, ReportKey, ReportKeyError, SetErrorKind as Set, UriErrorKind},
    random::{RandomError, Randomness},
    resource::BuildError,
};

use crate::harness::{Caller, KEY, Script, Setup, VirtualClock, limits, text};

/// The faults of a set of definitions, each with its definition's name.
fn faults(setup: Setup) -> Vec<(String, Set)> {
    match setup.try_build().err() {
        Some(BuildError::Definitions(errors)) => {
            let rendered = errors.to_string();
            let of = |error: &wayleave::model::SetError| {
                assert!(rendered.contains(&format!("{:?}", error.name)), "{rendered} names {}", error.name);
                (error.name.to_string(), error.kind.clone())
            };
            errors.errors().iter().map(of).collect()
        }
        other => panic!("{other:?}"),
    }
}

fn leaf(setup: Setup, name: &str, address: &str) -> Setup {
    setup.leaf(name, address, |_| text(""))
}

fn named(name: &str, address: &str) -> Setup {
    leaf(Setup::new(), name, address)
}

/// G2: a duplicate URI, template or name names its definition.
#[test]
fn duplicates() {
    let found = faults(leaf(named("one", "asset://a"), "two", "asset://a"));
    assert!(matches!(&found[..], [(name, Set::DuplicateAddress { first: 0 })] if name == "two"), "{found:?}");
    let found = faults(leaf(named("one", "asset://a/{x}"), "two", "asset://a/{x}"));
    assert!(matches!(&found[..], [(name, Set::DuplicateAddress { first: 0 })] if name == "two"), "{found:?}");
    let found = faults(leaf(named("one", "asset://a"), "one", "asset://b"));
    assert!(matches!(&found[..], [(name, Set::DuplicateName { first: 0 })] if name == "one"), "{found:?}");
}

/// G2, U7: opting out of overlaps is no way to register a template twice.
#[test]
fn a_duplicate_template_is_no_overlap() {
    let twice = leaf(named("one", "asset://a/{x}"), "two", "asset://a/{x}").overlaps();
    assert!(matches!(&faults(twice)[..], [(_, Set::DuplicateAddress { .. })]));
}

/// G2, U7: an overlap is refused with its witness, unless the builder or one of the two definitions opts out.
#[test]
fn overlaps() {
    let found = faults(leaf(named("one", "asset://h/{x}/b"), "two", "asset://h/a/{y}"));
    let [(name, Set::Overlap { first: 0, with, witness })] = &found[..] else { panic!("{found:?}") };
    assert_eq!((name.as_str(), &**with, witness.as_str()), ("two", "asset://h/{x}/b", "asset://h/a/b"));

    leaf(named("one", "asset://h/{x}/b"), "two", "asset://h/a/{y}").overlaps().build();
    for (first, second) in [(true, false), (false, true)] {
        let define = |setup: Setup, name: &str, template: &str, allow: bool| {
            let builder = Definition::builder(name).uri_template(template);
            let builder = if allow { builder.allow_overlaps() } else { builder };
            setup.define(builder.build().unwrap(), |scripted| scripted)
        };
        let setup = define(Setup::new(), "one", "asset://h/{x}/b", first);
        define(setup, "two", "asset://h/a/{y}", second).build();
    }
    // U5: a concrete URI inside a family is no overlap.
    leaf(named("one", "asset://h/{x}"), "two", "asset://h/a").build();
}

/// G2: a definition has a URI or a template, and neither breaks U1 to U3.
#[test]
fn addresses() {
    let builder = || Definition::builder("lonely");
    let cases = [
        (builder().build(), "NoAddress"),
        (builder().uri("asset://a").uri_template("asset://b/{x}").build(), "BothAddresses"),
        (builder().uri("mcp-warning://read/0").build(), "ReservedScheme"),
        (builder().uri("MCP-WARNING:x").build(), "ReservedScheme"),
        (builder().uri("a b").build(), "Uri"),
        (builder().uri_template("mcp-warning://read/{x}").build(), "Template"),
        (builder().uri_template("asset://{x}/a").build(), "Template"),
    ];
    for (result, kind) in cases {
        let error = result.unwrap_err();
        assert!(format!("{error:?}").contains(kind), "{error:?} is {kind}");
    }
    assert!(matches!(
        builder().uri("asset://me@a").build(),
        Err(error) if matches!(error.fault(), DefinitionFault::Uri(error) if error.kind() == UriErrorKind::UserInfo)
    ));
}

/// G2: such an error names the definition as well.
#[test]
fn an_error_of_a_definition_names_it() {
    let errors = [
        Definition::builder("lonely").build().unwrap_err(),
        Definition::builder("lonely").uri("a b").build().unwrap_err(),
        Definition::builder("lonely").uri_template("asset://{x}/a").build().unwrap_err(),
    ];
    for error in errors {
        assert!(error.to_string().contains("lonely"), "which definition? {error}");
    }
}

/// G2, G19: a build's error says what it is made of; one that is made of nothing has words of its own.
#[test]
fn an_error_of_a_build_says_what_it_is_made_of() {
    let bad = Definition::builder("lonely").build().unwrap_err();
    assert_eq!(BuildError::Definition(bad.clone()).to_string(), bad.to_string());
    let short = Setup::new().limits(limits(|limits| limits.max_uri_bytes = 50)).try_build().err();
    let Some(BuildError::Limits(of)) = &short else { panic!("{short:?}") };
    assert_eq!(short.as_ref().map(ToString::to_string), Some(of.to_string()));
    let set = named("one", "asset://a").leaf("two", "asset://a", |_| text("")).try_build().err();
    let Some(BuildError::Definitions(of)) = &set else { panic!("{set:?}") };
    assert_eq!(set.as_ref().map(ToString::to_string), Some(of.to_string()));

    let no_key = Gateway::builder(Script::new(crate::harness::Log::default()))
        .clock(VirtualClock::default())
        .randomness(Dry)
        .build();
    assert_eq!(no_key.as_ref().err(), Some(&BuildError::NoRandomness));
    let public = BuildError::PublicCache { name: "lonely".into() };
    let words = [(public, "lonely"), (BuildError::NoRandomness, "page keys"), (BuildError::NoClock, "clock")];
    for (error, word) in words {
        assert!(error.to_string().contains(word), "{error} says {word}");
    }
}

/// No source of randomness.
struct Dry;

impl Randomness for Dry {
    fn fill(&self, _: &mut [u8]) -> Result<(), RandomError> {
        Err(RandomError::new("dry"))
    }
}

/// G2: a definition's metadata has at most 64 KiB, and does not use the reserved key.
#[test]
fn metadata() {
    let described = |bytes: usize| {
        let of = |text: usize| {
            Definition::builder("big").uri("asset://big").description("x".repeat(text)).build().unwrap()
        };
        let around = serde_json::to_string(&of(1)).unwrap().len() - 1;
        Setup::new().define(of(bytes - around), |scripted| scripted)
    };
    described(64 * 1024).build();
    let found = faults(described(64 * 1024 + 1));
    assert!(matches!(&found[..], [(name, Set::MetadataTooLarge { .. })] if name == "big"), "{found:?}");

    let keyed = |key: &str| {
        let meta = Map::from_iter([(key.to_owned(), json!(1))]);
        let definition = Definition::builder("keyed").uri("asset://keyed").meta(meta).build().unwrap();
        Setup::new().define(definition, |scripted| scripted)
    };
    keyed("example.com/other").build();
    let found = faults(keyed(KEY));
    assert!(matches!(&found[..], [(name, Set::ReservedMetaKey)] if name == "keyed"), "{found:?}");
    let found = faults(keyed("example.com/own").key("example.com/own"));
    assert!(matches!(&found[..], [(_, Set::ReservedMetaKey)]), "{found:?}");
}

/// G2, G19: as many definitions as the limit, and no more.
#[test]
fn the_number_of_definitions() {
    let many = |count: usize| {
        let setup = Setup::new().limits(limits(|limits| limits.max_definitions = 3));
        (0..count).fold(setup, |setup, index| leaf(setup, &format!("n{index}"), &format!("asset://{index}")))
    };
    assert_eq!(many(3).build().gateway.definitions().len(), 3);
    let found = faults(many(4));
    assert!(matches!(&found[..], [(name, Set::TooMany { count: 4, limit: 3 })] if name == "n3"), "{found:?}");
}

/// G2: every fault is reported, and not the first one only.
#[test]
fn all_faults_at_once() {
    let setup = leaf(leaf(named("a", "asset://a"), "a", "asset://b"), "c", "asset://b");
    assert_eq!(faults(setup).len(), 2);
}

/// G19: contradictory limits fail, naming both.
#[test]
fn contradictory_limits() {
    type Change = fn(&mut Limits);
    let cases: [(Change, &str, &str); 8] = [
        (|limits| limits.max_uri_bytes = 50, "maxUriBytes", "51"),
        (|limits| limits.max_payload = 16 * 1024 - 1, "maxPayload", "reportPayload"),
        (|limits| limits.report_payload = 16 * 1024 * 1024 + 1, "maxPayload", "reportPayload"),
        (|limits| limits.max_encoded = 32 * 1024 + 8_192 + 255, "maxEncoded", "reportEncoded"),
        (|limits| limits.page_size = 1_001, "maxPageSize", "pageSize"),
        (|limits| limits.max_page_bytes = 255, "maxPageBytes", "256"),
        (|limits| limits.report_payload = 255, "reportPayload", "256"),
        (|limits| limits.report_encoded = 1_023, "reportEncoded", "1024"),
    ];
    for (change, one, other) in cases {
        let error = Setup::new().limits(limits(change)).try_build().err().unwrap();
        assert!(matches!(error, BuildError::Limits(LimitsError { .. })), "{error:?}");
        let text = error.to_string();
        assert!(text.contains(one) && text.contains(other), "{text} names {one} and {other}");
    }
}

/// G19: the same limits one step further are none.
#[test]
fn limits_that_just_hold() {
    let changes: [fn(&mut Limits); 7] = [
        |limits| limits.max_uri_bytes = 51,
        |limits| limits.max_payload = 16 * 1024,
        |limits| limits.max_encoded = 32 * 1024 + 8_192 + 256,
        |limits| limits.page_size = 1_000,
        |limits| limits.max_page_bytes = 256,
        |limits| limits.report_payload = 256,
        |limits| limits.report_encoded = 1_024,
    ];
    for change in changes {
        Setup::new().limits(limits(change)).build();
    }
}

/// G19: zero means the default, and raising one limit raises no other.
#[test]
fn zero_is_the_default() {
    let mut zeros = Limits::default();
    for key in Limits::KEYS {
        key.set(&mut zeros, 0);
    }
    assert_eq!(*Setup::new().limits(zeros).build().gateway.limits(), Limits::default());

    for key in Limits::KEYS.iter().filter(|key| key.key.starts_with("max")) {
        let raised = limits(|limits| key.set(limits, key.default * 2));
        let world = Setup::new().limits(raised).build();
        let changed = world.gateway.limits().values().filter(|(key, value)| *value != key.default);
        assert_eq!(changed.map(|(key, _)| key.key).collect::<Vec<_>>(), [key.key]);
    }
}

/// G19: the table of defaults.
#[test]
fn the_table() {
    let mib = 1 << 20;
    let expected = [
        ("maxDefinitions", 10_000),
        ("maxUriBytes", 2_048),
        ("maxItemPayload", 8 * mib),
        ("maxItemEncoded", 12 * mib),
        ("maxIssues", 64),
        ("reportEncoded", 32 * 1024),
        ("pageSize", 100),
        ("maxPageBytes", mib),
        ("itemTimeout", 10_000),
        ("maxPlanItems", 1_024),
        ("maxItems", 256),
        ("maxPayload", 16 * mib),
        ("maxEncoded", 24 * mib),
        ("reportPayload", 16 * 1024),
        ("reportMetadata", 32 * 1024),
        ("maxPageSize", 1_000),
        ("readTimeout", 30_000),
        ("resolveTimeout", 5_000),
        ("policyTimeout", 5_000),
    ];
    for (name, default) in expected {
        let key = Limits::KEYS.iter().find(|key| key.key == name);
        assert_eq!(key.map(|key| key.default), Some(default), "{name}");
    }
    assert_eq!(Limits::KEYS.len(), expected.len());
}

/// G15: what may be the report's key.
#[test]
fn report_keys() {
    assert_eq!(ReportKey::default().as_str(), KEY);
    ReportKey::new(&format!("example.com/{}", "k".repeat(116))).unwrap();
    assert_eq!(
        ReportKey::new(&format!("example.com/{}", "k".repeat(117))).unwrap_err(),
        ReportKeyError::TooLong
    );
    for reserved in ["io.modelcontextprotocol/read", "dev.mcp/read"] {
        assert_eq!(ReportKey::new(reserved).unwrap_err(), ReportKeyError::Reserved, "{reserved}");
    }
    for invalid in [
        "",
        "example.com/",
        "1.com/read",
        "-a.com/read",
        "a..b/read",
        "example.com/a b",
        "example.com/-a",
        "é.com/a",
    ] {
        assert!(ReportKey::new(invalid).is_err(), "{invalid}");
    }
}

/// G1: building calls nobody, needs no run time, and the gateway can be shared between threads.
#[test]
fn building_starts_nothing() {
    fn shared<T: Send + Sync + Clone + 'static>(_: &T) {}
    let world = named("one", "asset://a").build();
    assert!(world.log.entries().is_empty());
    shared(&world.gateway);
    let script = Script::new(crate::harness::Log::default());
    let gateway: Gateway<Caller> = Gateway::builder(script).clock(VirtualClock::default()).build().unwrap();
    assert!(gateway.definitions().is_empty());
}
