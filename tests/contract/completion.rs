//! Completion of a template's variable (G27).

use std::sync::{Arc, Mutex};

use wayleave::{
    Definition, Gateway,
    prelude::{
        Binding, CompletionRequest, Payload, PlanError, ReadError, ReadPlan, ReadRequest, ResourceMatch,
        Target,
    },
    resource::{Completion, ReadFailureKind as Kind},
};

use crate::harness::{ANN, Answer, Ask, CAUSE, Caller, PANIC, Script, VirtualClock, causes, drive};

const TEMPLATE: &str = "asset://team/{team}/notes/{note}";

/// What a hook was given: the variable, what was typed, and what was chosen for each.
type Asked = Arc<Mutex<Vec<(String, String, Option<String>, Option<String>)>>>;

/// A family whose hook answers, fails, panics or hangs.
struct Notes {
    asked: Asked,
    values: fn() -> Result<Vec<String>, ReadError>,
    hangs: bool,
}

impl Binding<Caller> for Notes {
    async fn resolve(&self, _: &Caller, request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        Ok(ReadPlan::single(Target::new(request.canonical().clone())))
    }

    async fn read(&self, _: &Caller, _: ReadRequest<'_>) -> Result<Payload, ReadError> {
        panic!("nothing is read to complete a variable")
    }

    async fn complete(&self, _: &Caller, request: CompletionRequest<'_>) -> Result<Vec<String>, ReadError> {
        let chosen = |variable| request.chosen(variable).map(str::to_owned);
        let asked =
            (request.variable().to_owned(), request.value().to_owned(), chosen("team"), chosen("note"));
        self.asked.lock().unwrap().push(asked);
        if self.hangs {
            std::future::pending::<()>().await;
        }
        (self.values)()
    }
}

struct World {
    gateway: Gateway<Caller>,
    policy: Script,
    clock: VirtualClock,
    asked: Asked,
}

fn world(values: fn() -> Result<Vec<String>, ReadError>, hangs: bool) -> World {
    let (policy, clock, asked) = (Script::new(Default::default()), VirtualClock::default(), Asked::default());
    let definition = Definition::builder("note").uri_template(TEMPLATE).build().unwrap();
    let notes = Notes { asked: Arc::clone(&asked), values, hangs };
    let gateway =
        Gateway::builder(policy.clone()).clock(clock.clone()).bind(definition, notes).build().unwrap();
    World { gateway, policy, clock, asked }
}

fn complete(
    world: &World,
    template: &str,
    variable: &str,
) -> Result<Completion, wayleave::prelude::ReadFailure> {
    world.policy.begin();
    let completion = world.gateway.complete(&ANN, template, variable, "ty", &[("team", "7")]);
    drive(completion, || world.clock.advance(std::time::Duration::from_secs(1)))
}

fn some() -> Result<Vec<String>, ReadError> {
    Ok(vec!["types".to_owned(), "typo".to_owned()])
}

/// G27: the hook is given the variable, what was typed, and the values chosen for the others.
#[test]
fn a_hook_is_given_what_is_known() {
    let world = world(some, false);
    let completion = complete(&world, TEMPLATE, "note").unwrap();
    assert_eq!(completion.values(), ["types", "typo"]);
    assert!(!completion.has_more());
    let expected = ("note".to_owned(), "ty".to_owned(), Some("7".to_owned()), None);
    assert_eq!(*world.asked.lock().unwrap(), [expected]);
}

/// G27: a template that nobody registered, one that may not be discovered, and a variable that it does not have are one
/// to the caller, and no hook is asked.
#[test]
fn denied_looks_like_unknown() {
    let unknown = world(some, false);
    let denied = world(some, false);
    denied.policy.answer(Ask::Discover, "note", [Answer::Deny; 2]);
    let fates = [
        (&unknown, "asset://team/{other}/notes/{note}", "note", Kind::NoMatch),
        (&unknown, TEMPLATE, "other", Kind::NoMatch),
        (&denied, TEMPLATE, "note", Kind::DiscoverDenied),
    ];
    let mut told = Vec::new();
    for (world, template, variable, kind) in fates {
        let failure = complete(world, template, variable).unwrap_err();
        assert_eq!(*failure.kind(), kind);
        told.push((failure.to_caller().code(), failure.to_caller().message()));
    }
    assert!(told.iter().all(|one| *one == told[0]), "{told:?}");
    assert!(unknown.asked.lock().unwrap().is_empty() && denied.asked.lock().unwrap().is_empty());
}

/// G27, U6: at most a hundred values, in the hook's order, and none that no capture could be.
#[test]
fn values_are_bounded_and_admissible() {
    let number = |count: usize| (0..count).map(|value| value.to_string()).collect::<Vec<_>>();
    let hundred = world(|| Ok((0..100).map(|value| value.to_string()).collect()), false);
    let completion = complete(&hundred, TEMPLATE, "note").unwrap();
    assert_eq!((completion.values(), completion.has_more()), (&number(100)[..], false));
    let more = world(|| Ok((0..101).map(|value| value.to_string()).collect()), false);
    let completion = complete(&more, TEMPLATE, "note").unwrap();
    assert_eq!((completion.values(), completion.has_more()), (&number(100)[..], true));
    let odd =
        world(|| Ok(["", ".", "..", "a/b", "a\\b", "a\0", "%2F", "ä b"].map(str::to_owned).into()), false);
    assert_eq!(complete(&odd, TEMPLATE, "note").unwrap().values(), ["%2F", "ä b"]);
}

/// G13, G18, G27: a hook that fails, panics or takes too long fails the completion, and the caller is not told why.
#[test]
fn a_failed_hook_fails_the_completion() {
    let fates = [
        (world(|| Err(ReadError::failed(CAUSE)), false), Kind::ResolveFailed, Some(CAUSE)),
        (world(|| panic!("{PANIC}"), false), Kind::Panicked, Some(PANIC)),
        (world(some, true), Kind::ResolveTimeout, None),
    ];
    for (world, kind, cause) in fates {
        let failure = complete(&world, TEMPLATE, "note").unwrap_err();
        assert_eq!(*failure.kind(), kind);
        assert!(failure.is_internal());
        assert!(cause.is_none_or(|cause| causes(&failure).concat().contains(cause)));
        let told = format!("{failure} {failure:?} {}", failure.to_caller());
        assert!(!told.contains(CAUSE) && !told.contains(PANIC), "{told}");
    }
}

/// G19, G27: a template over the limit of URIs is refused as any such URI is, and one that just keeps it is looked up.
#[test]
fn a_long_template_is_refused() {
    let of =
        |bytes: usize| format!("asset://team/{{team}}/{}", "x".repeat(bytes - "asset://team/{team}/".len()));
    let kind =
        |template: String| complete(&world(some, false), &template, "team").unwrap_err().kind().clone();
    assert_eq!([2_048, 2_049].map(of).map(kind), [Kind::NoMatch, Kind::UriTooLong]);
}
