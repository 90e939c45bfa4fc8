//! The resource gateway.
//!
//! A read goes through the modules in this order, each given what the last returned: `select` the
//! definition, `authorize` it, the plan (`resolve`) and every item, `admit` the bodies, `recheck`
//! everything, `assemble` the bundle. `phase` and `judge` are what the first and the second authorisation share,
//! and `guard` runs every callback.

mod admit;
mod assemble;
mod authorize;
mod binding;
mod builder;
mod bundle;
mod complete;
mod convert;
mod cursor;
mod failure;
mod gateway;
mod guard;
mod judge;
mod listing;
#[doc(hidden)]
pub mod method;
mod notify;
mod options;
mod payload;
mod phase;
mod plan;
mod policy;
mod recheck;
mod report;
mod resolve;
mod select;
mod size;
#[doc(hidden)]
pub mod table;
#[cfg(feature = "tracing")]
mod telemetry;
#[cfg(not(feature = "tracing"))]
#[path = "silence.rs"]
mod telemetry;

use authorize::AuthorizedTarget;
use gateway::Reading;

pub use binding::{Binding, Bindings, ReadRequest, ResourceMatch, Resources};
pub use builder::{BuildError, GatewayBuilder};
pub use bundle::{Bundle, Item};
pub use complete::{Completion, CompletionRequest};
pub use convert::{IntoPayload, IntoPlan, IntoValues, Json};
pub use cursor::{PageKeys, Revision};
pub use failure::{CallerError, CallerErrorCode, ReadFailure, ReadFailureKind};
pub use gateway::Gateway;
pub use guard::Deadline;
pub use listing::{ListFailure, ListFailureKind, Listing, Page, PageRequest};
pub use options::{JsonSizer, Progress, ReadOptions, Sizer};
pub use payload::{Body, Payload, ReadError};
pub use plan::{PlanError, PlanFault, ReadPlan, Target};
pub use policy::{Failure, Judgement, OpenPolicy, Policy, ScopeKey, Visibility};
pub use report::{Issue, IssueCode, Report};
