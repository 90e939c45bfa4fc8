//! How long and for whom a result may be kept (G29).

use std::time::Duration;

use wayleave::{
    Definition, Gateway,
    clock::Clock,
    model::{Cache, CacheScope},
    prelude::{OpenPolicy, Payload, PlanError, ReadError, ReadPlan, ReadRequest, ResourceMatch, Target},
    resource::{Binding, BuildError, GatewayBuilder},
};

use crate::harness::{ANN, Answer, Ask, Caller, Log, Script, Setup, VirtualClock, failed, run, text, uri};

fn cached(name: &str, scope: CacheScope) -> Definition {
    let cache = Cache { ttl: Duration::from_secs(60), scope };
    Definition::builder(name).uri(format!("asset://{name}")).cache(cache).build().unwrap()
}

/// A binding of this plan, which may or may not depend on who asks.
struct Fixed {
    plan: Vec<&'static str>,
    personal: bool,
}

impl Binding<Caller> for Fixed {
    async fn resolve(&self, _: &Caller, _: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        ReadPlan::of(self.plan.iter().map(|item| Target::new(uri(item))))
    }

    async fn read(&self, _: &Caller, request: ReadRequest<'_>) -> Result<Payload, ReadError> {
        if request.target().uri().as_str() == "asset://bad" {
            Err(ReadError::unavailable())
        } else {
            Ok("x".into())
        }
    }

    fn is_bundle(&self) -> bool {
        self.plan.len() > 1
    }

    fn depends_on_caller(&self) -> bool {
        self.personal
    }
}

fn open() -> GatewayBuilder<Caller> {
    Gateway::builder(OpenPolicy::new()).clock(VirtualClock::default())
}

/// G29: a public cache is accepted under an open policy for a binding that does not depend on who asks.
#[test]
fn a_public_cache() {
    let binding = Fixed { plan: vec!["asset://a"], personal: false };
    let gateway = open().bind(cached("a", CacheScope::Public), binding).build().unwrap();
    let bundle = run(gateway.read(&ANN, "asset://a")).unwrap();
    assert_eq!(bundle.cache(), Cache { ttl: Duration::from_secs(60), scope: CacheScope::Public });
}

/// G29: anything else is a build error that names the definition.
#[test]
fn a_public_cache_of_what_depends_on_the_caller() {
    let personal = Fixed { plan: vec!["asset://a"], personal: true };
    let error = open().bind(cached("a", CacheScope::Public), personal).build().unwrap_err();
    assert_eq!(error, BuildError::PublicCache { name: "a".into() });
    assert!(error.to_string().contains("\"a\""));

    let setup = Setup::new().define(cached("a", CacheScope::Public), |scripted| scripted.impersonal());
    assert_eq!(
        setup.try_build().err(),
        Some(BuildError::PublicCache { name: "a".into() }),
        "a policy that judges"
    );
}

/// G29: nor may another policy come into force under it; the one before stays.
#[test]
fn a_public_cache_keeps_its_policy() {
    let binding = Fixed { plan: vec!["asset://a"], personal: false };
    let gateway = open().bind(cached("a", CacheScope::Public), binding).build().unwrap();
    let closed = Script::new(Log::default());
    closed.answer(Ask::Discover, "a", [Answer::Deny; 2]);
    assert_eq!(gateway.replace_policy(closed).unwrap_err(), BuildError::PublicCache { name: "a".into() });
    run(gateway.read(&ANN, "asset://a")).unwrap();
    gateway.replace_policy(OpenPolicy::<Caller>::new()).unwrap();
}

/// G29: a listing may be kept for everyone while the policy in force is open; one that cannot say whether it is, is not.
#[test]
fn a_gateway_is_open_while_its_policy_is() {
    let gateway = open().build().unwrap();
    assert!(gateway.is_open());
    let policy = Script::new(Log::default());
    gateway.replace_policy(policy.clone()).unwrap();
    for (says, is) in [(Some(false), false), (Some(true), true), (None, false)] {
        policy.open(says);
        assert_eq!(gateway.is_open(), is, "{says:?}");
    }
    gateway.replace_policy(OpenPolicy::<Caller>::new()).unwrap();
    assert!(gateway.is_open());
}

/// G29, G30: a public bundle with an item whose own reader depends on who asks is not public.
#[test]
fn a_public_bundle_of_a_personal_item() {
    let personal = Definition::builder("mine").uri("asset://mine").build().unwrap();
    let gateway = open()
        .bind(
            cached("set", CacheScope::Public),
            Fixed { plan: vec!["asset://mine", "asset://a"], personal: false },
        )
        .bind(personal, Fixed { plan: vec!["asset://mine"], personal: true })
        .build();
    // The build may refuse it; if it does not, the result may not be kept for everyone.
    if let Ok(gateway) = gateway {
        let bundle = run(gateway.read(&ANN, "asset://set")).unwrap();
        assert_eq!(bundle.cache().scope, CacheScope::Private);
    }
}

/// G29: a partial result is private and not kept, whatever its definition says.
#[test]
fn a_partial_result_is_not_kept() {
    let binding = Fixed { plan: vec!["asset://a", "asset://bad"], personal: false };
    let gateway = open().bind(cached("set", CacheScope::Public), binding).build().unwrap();
    let bundle = run(gateway.read(&ANN, "asset://set")).unwrap();
    assert!(bundle.is_partial());
    assert_eq!(bundle.cache(), Cache { ttl: Duration::ZERO, scope: CacheScope::Private });
}

/// G29: reads default to private and zero; a private cache may stand anywhere.
#[test]
fn the_default_is_private() {
    let world = Setup::new().leaf("a", "asset://a", |_| text("")).build();
    let cache = world.read("asset://a").unwrap().cache();
    assert_eq!(cache, Cache { ttl: Duration::ZERO, scope: CacheScope::Private });

    let world = Setup::new().define(cached("a", CacheScope::Private), |scripted| scripted).build();
    assert_eq!(world.read("asset://a").unwrap().cache().ttl, Duration::from_secs(60));

    let world = Setup::new()
        .define(cached("set", CacheScope::Private), |scripted| {
            let items = ["asset://item/a", "asset://item/b"];
            scripted.bundle().plans(move || ReadPlan::of(items.map(|item| Target::new(uri(item))))).body(
                move |request| if request.target().uri().as_str() == items[0] { text("") } else { failed() },
            )
        })
        .build();
    assert_eq!(world.read("asset://set").unwrap().cache().ttl, Duration::ZERO);
}

/// G1: a gateway's time is its clock's.
#[test]
fn the_clock_is_the_tests_own() {
    let clock = VirtualClock::default();
    clock.advance(Duration::from_secs(3));
    assert_eq!(clock.now(), Duration::from_secs(3));
}
