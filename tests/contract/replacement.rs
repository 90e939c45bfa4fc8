//! Policies that are replaced while they are asked, and limits as high as numbers go (G11, G19).

use std::sync::{Arc, Mutex};

use wayleave::{prelude::*, resource::ReadFailureKind as Kind};

use crate::harness::{VirtualClock, run};

type Own = Arc<Mutex<Option<Gateway<()>>>>;

/// An open policy that does something to its own gateway when it is asked, and when it goes.
struct Meddling {
    own: Own,
    asked: fn(&Own),
    gone: fn(&Own),
}

impl Meddling {
    /// A gateway under such a policy, which knows it.
    fn gateway(asked: fn(&Own), gone: fn(&Own)) -> (Gateway<()>, Own) {
        let own = Own::default();
        let gateway = plain(Self { own: Arc::clone(&own), asked, gone }, Limits::default());
        *own.lock().unwrap() = Some(gateway.clone());
        (gateway, own)
    }
}

impl Drop for Meddling {
    fn drop(&mut self) {
        (self.gone)(&self.own);
    }
}

impl Policy for Meddling {
    type Caller = ();

    async fn discover(&self, _: &(), _: &Definition) -> Result<(), Failure> {
        (self.asked)(&self.own);
        Ok(())
    }
    async fn visibility(&self, _: &(), _: &Target) -> Result<Visibility, Failure> {
        Ok(Visibility::Disclosed)
    }
    async fn read(&self, _: &(), _: &Target) -> Result<(), Failure> {
        Ok(())
    }
    fn scope_key(&self, _: &()) -> ScopeKey {
        ScopeKey::new("s")
    }
}

/// G11: a policy that is replaced each time it is asked is not asked for ever: the read fails.
#[test]
fn a_policy_that_replaces_itself_ends_the_read() {
    fn replace(own: &Own) {
        let gateway = own.lock().unwrap().clone();
        if let Some(gateway) = gateway {
            gateway.replace_policy(Meddling { own: Arc::clone(own), asked: replace, gone: |_| () }).unwrap();
        }
    }

    let (gateway, own) = Meddling::gateway(replace, |_| ());
    let failure = run(gateway.read(&(), "asset://a")).unwrap_err();
    assert_eq!(*failure.kind(), Kind::PolicyFailed);
    own.lock().unwrap().take();
}

/// G11: an old policy's own code may ask the gateway when it goes: it goes when the new one is in force.
#[test]
fn an_old_policy_may_ask_when_it_goes() {
    let ask = |own: &Own| {
        let gateway = own.lock().unwrap().take();
        assert!(gateway.is_none_or(|gateway| run(gateway.read(&(), "asset://a")).is_ok()));
    };
    let (gateway, own) = Meddling::gateway(|_| (), ask);
    gateway.replace_policy(OpenPolicy::new()).unwrap();
    assert!(own.lock().unwrap().is_none(), "the old one asked");
}

/// G19: limits as high as numbers go leave no reserve out and break no sum.
#[test]
fn the_highest_limits_are_no_trouble() {
    let limits = Limits { report_encoded: usize::MAX, max_encoded: usize::MAX, ..Limits::default() };
    let gateway = plain(OpenPolicy::new(), limits);
    let failure = run(gateway.read(&(), "asset://a")).unwrap_err();
    assert_eq!(*failure.kind(), Kind::NothingDelivered, "the reserve is all there is");
}

/// A gateway over one text, with a policy that is no script.
fn plain(policy: impl Policy<Caller = ()>, limits: Limits) -> Gateway<()> {
    struct Text;

    impl Binding<()> for Text {
        async fn resolve(&self, _: &(), request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
            Ok(ReadPlan::single(Target::new(request.canonical().clone())))
        }
        async fn read(&self, _: &(), _: ReadRequest<'_>) -> Result<Payload, ReadError> {
            Ok(Payload::text("a"))
        }
    }

    let definition = Definition::builder("a").uri("asset://a").build().unwrap();
    let builder = Gateway::builder(policy).clock(VirtualClock::default()).limits(limits);
    builder.bind(definition, Text).build().unwrap()
}
