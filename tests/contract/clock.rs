//! The clock of a gateway that is given none (G1).

use std::{future::pending, time::Duration};

use tokio::{runtime::Builder, time::Instant};
use wayleave::{
    Definition, Gateway,
    prelude::{
        Binding, OpenPolicy, Payload, PlanError, ReadError, ReadPlan, ReadRequest, ResourceMatch, Target,
    },
    resource::ReadFailureKind as Kind,
};

/// A reader that never answers.
struct Silent;

impl Binding<()> for Silent {
    async fn resolve(&self, _: &(), request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        Ok(ReadPlan::single(Target::new(request.canonical().clone())))
    }

    async fn read(&self, _: &(), _: ReadRequest<'_>) -> Result<Payload, ReadError> {
        pending().await
    }
}

/// G1, G13: with the feature `tokio`, that run time's clock is the default, and a reader's time is up by it. The run
/// time's own clock stands still but for what is waited for.
#[test]
fn the_default_is_that_of_tokio() {
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let definition = Definition::builder("silent").uri("asset://silent").build().unwrap();
        let gateway = Gateway::builder(OpenPolicy::new()).bind(definition, Silent).build().unwrap();
        let start = Instant::now();
        let failure = gateway.read(&(), "asset://silent").await.unwrap_err();
        assert_eq!(*failure.kind(), Kind::NothingDelivered);
        assert_eq!(start.elapsed(), gateway.limits().item_timeout);
        assert_eq!(start.elapsed(), Duration::from_secs(10));
    });
}
