//! What of the boats can be read, and by whom.

use wayleave::{prelude::*, resource::BuildError};

use crate::boats::{Boat, Boats};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// Whoever has started the server.
    Keeper,
    /// Everyone else.
    Visitor,
}

/// The log of one boat.
#[derive(Route)]
#[route(uri_template = "boathouse://boat/{boat}/log", mime_type = "text/markdown")]
pub(crate) struct Log {
    pub(crate) boat: String,
}

/// Whether one boat is in or out.
#[derive(Route)]
#[route(uri_template = "boathouse://boat/{boat}", mime_type = "application/json")]
pub(crate) struct State {
    pub(crate) boat: String,
}

/// The gateway over the boats.
///
/// # Errors
/// None that the compiler has not found already.
pub fn gateway(boats: Boats) -> Result<Gateway<Caller>, BuildError> {
    Gateway::builder(Club).resources(Boathouse(boats)).build()
}

struct Boathouse(Boats);

#[resources(caller = Caller)]
impl Boathouse {
    /// What everyone keeps to.
    #[resource(uri = "boathouse://rules", mime_type = "text/markdown")]
    async fn rules(&self) -> &'static str {
        "# Rules\n\nWear a life jacket. Be back before dark.\n"
    }

    #[resource(route = State, complete(boat = Self::names))]
    async fn state(&self, State { boat }: State) -> Result<Json<Boat>, ReadError> {
        self.0.find(&boat).map(Json).ok_or_else(ReadError::unavailable)
    }

    #[resource(route = Log, complete(boat = Self::names))]
    async fn log(&self, Log { boat }: Log) -> Result<String, ReadError> {
        let log = self.0.find(&boat).map(|boat| boat.log).filter(|log| !log.is_empty());
        let log = log.ok_or_else(ReadError::unavailable)?;
        Ok(format!("# The {boat}'s log\n\n- {}\n", log.join("\n- ")))
    }

    /// All that someone needs who takes a boat out.
    #[bundle(uri_template = "boathouse://boat/{boat}/handover", complete(boat = Self::names))]
    async fn handover(&self, boat: String) -> Result<ReadPlan, PlanError> {
        self.0.find(&boat).ok_or_else(PlanError::not_found)?;
        let rules = Uri::parse("boathouse://rules").map_err(PlanError::failed)?;
        ReadPlan::of([Target::new(rules), State { boat: boat.clone() }.target()?, Log { boat }.target()?])
    }

    async fn names(&self, request: CompletionRequest<'_>) -> Vec<String> {
        self.0.names().into_iter().filter(|name| name.starts_with(request.value())).collect()
    }
}

/// Everyone sees that there are logs; the keeper reads them.
struct Club;

impl Policy for Club {
    type Caller = Caller;

    async fn discover(&self, _caller: &Caller, _definition: &Definition) -> Result<(), Failure> {
        Ok(())
    }

    async fn visibility(&self, _caller: &Caller, _target: &Target) -> Result<Visibility, Failure> {
        Ok(Visibility::Disclosed)
    }

    async fn read(&self, caller: &Caller, target: &Target) -> Result<(), Failure> {
        match caller {
            Caller::Visitor if target.uri().as_str().ends_with("/log") => Err(Failure::unavailable()),
            _ => Ok(()),
        }
    }

    fn scope_key(&self, caller: &Caller) -> ScopeKey {
        match caller {
            Caller::Keeper => ScopeKey::new("keeper"),
            Caller::Visitor => ScopeKey::new("visitor"),
        }
    }
}
