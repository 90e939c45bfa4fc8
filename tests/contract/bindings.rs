//! How bindings come into a gateway, and what they are where they say nothing of themselves (G2, G27, G29, G30).

use wayleave::{
    Definition, Gateway,
    model::{Cache, CacheScope, DefinitionError},
    prelude::{
        Binding, Bindings, OpenPolicy, Payload, PlanError, ReadError, ReadPlan, ReadRequest, ResourceMatch,
        Target,
    },
    resource::{BuildError, GatewayBuilder, PlanFault, ReadFailureKind as Kind},
};

use crate::harness::{ANN, Caller, VirtualClock, delivered, run, uri};

/// No more than a binding must have: its plan is of these items.
struct Bare(&'static [&'static str]);

impl Binding<Caller> for Bare {
    async fn resolve(&self, _: &Caller, _: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        ReadPlan::of(self.0.iter().map(|item| Target::new(uri(item))))
    }

    async fn read(&self, _: &Caller, _: ReadRequest<'_>) -> Result<Payload, ReadError> {
        Ok("x".into())
    }
}

fn open() -> GatewayBuilder<Caller> {
    Gateway::builder(OpenPolicy::new()).clock(VirtualClock::default())
}

fn definition(name: &str) -> Result<Definition, DefinitionError> {
    Definition::builder(name).uri(format!("asset://{name}")).build()
}

/// G30: unless it says so, a binding is no bundle: a plan of one item is good, and one of two is invalid.
#[test]
fn a_binding_is_no_bundle_by_itself() {
    let one = open().bind(definition("a").unwrap(), Bare(&["asset://a"])).build().unwrap();
    assert_eq!(delivered(&run(one.read(&ANN, "asset://a")).unwrap()), ["asset://a"]);
    let two = open().bind(definition("a").unwrap(), Bare(&["asset://a", "asset://b"])).build().unwrap();
    let failure = run(two.read(&ANN, "asset://a")).unwrap_err();
    assert_eq!(*failure.kind(), Kind::InvalidPlan(PlanFault::UndeclaredBundle));
}

/// G29: unless it says otherwise, a binding depends on who asks, so nothing of it is kept for everyone.
#[test]
fn a_binding_depends_on_the_caller_by_itself() {
    let public = Cache { scope: CacheScope::Public, ..Cache::default() };
    let definition = Definition::builder("a").uri("asset://a").cache(public).build().unwrap();
    let error = open().bind(definition, Bare(&["asset://a"])).build().unwrap_err();
    assert_eq!(error, BuildError::PublicCache { name: "a".into() });
}

/// G27: unless it has a hook, a binding knows no values, and that is no error.
#[test]
fn a_binding_knows_no_values_by_itself() {
    let template = "asset://a/{x}";
    let family = Definition::builder("a").uri_template(template).build().unwrap();
    let gateway = open().bind(family, Bare(&[])).build().unwrap();
    let completion = run(gateway.complete(&ANN, template, "x", "", &[])).unwrap();
    assert_eq!((completion.values().len(), completion.has_more()), (0, false));
}

/// G2: a definition that could not be built fails the gateway with its own error, wherever it stands among others.
#[test]
fn a_definition_that_is_none_fails_the_gateway() {
    let bad = || Definition::builder("bad").uri("a b").build();
    let all = |middle: Result<Definition, DefinitionError>| {
        let bindings = Bindings::new().bind(definition("first").unwrap(), Bare(&[]));
        let bindings = bindings.try_bind(middle, Bare(&[])).try_bind(definition("last"), Bare(&[]));
        open().bind(definition("own").unwrap(), Bare(&[])).resources(bindings).build()
    };
    let gateway = all(definition("middle")).unwrap();
    let names: Vec<_> = gateway.definitions().iter().map(Definition::name).collect();
    assert_eq!(names, ["own", "first", "middle", "last"]);
    assert_eq!(all(bad()).unwrap_err(), BuildError::Definition(bad().unwrap_err()));
}
