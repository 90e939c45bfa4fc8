//! A resource that is read when the test says so, and that says when it is read and when it is dropped.

use std::sync::Arc;

use rmcp::{RoleServer, service::RequestContext};
use tokio::sync::Notify;
use wayleave::prelude::*;
use wayleave_rmcp::GatewayHandler;

pub(crate) const SLOW: &str = "slow://h/it";

#[derive(Clone, Default)]
pub(crate) struct Slow {
    pub(crate) begun: Arc<Notify>,
    pub(crate) go: Arc<Notify>,
    pub(crate) dropped: Arc<Notify>,
}

impl Slow {
    pub(crate) fn handler(&self) -> GatewayHandler<()> {
        let slow = Definition::builder("slow").uri(SLOW).build().unwrap();
        let fast = Definition::builder("fast").uri("slow://h/fast").build().unwrap();
        let gateway = Gateway::builder(OpenPolicy::new()).bind(slow, self.clone()).bind(fast, Fast);
        GatewayHandler::new(gateway.build().unwrap(), |_: &RequestContext<RoleServer>| ())
    }
}

struct Dropped(Arc<Notify>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

impl Binding<()> for Slow {
    async fn resolve(&self, _: &(), request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        Ok(ReadPlan::single(Target::new(request.canonical().clone())))
    }

    async fn read(&self, _: &(), _: ReadRequest<'_>) -> Result<Payload, ReadError> {
        let _dropped = Dropped(self.dropped.clone());
        self.begun.notify_one();
        self.go.notified().await;
        Ok(Payload::text("At last."))
    }
}

struct Fast;

impl Binding<()> for Fast {
    async fn resolve(&self, _: &(), request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        Ok(ReadPlan::single(Target::new(request.canonical().clone())))
    }

    async fn read(&self, _: &(), _: ReadRequest<'_>) -> Result<Payload, ReadError> {
        Ok(Payload::text("Here."))
    }
}
