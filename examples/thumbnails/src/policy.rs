//! Who may see and read what.

use wayleave::prelude::*;

/// Who asks.
pub(crate) enum User {
    /// Someone of ours.
    Staff(String),
    /// Someone from outside.
    Guest(String),
}

impl User {
    pub(crate) fn name(&self) -> &str {
        let (Self::Staff(name) | Self::Guest(name)) = self;
        name
    }
}

/// Staff reads everything. A guest sees that there are notes, and reads none; of the log, a guest learns nothing.
pub(crate) struct House;

impl Policy for House {
    type Caller = User;

    async fn discover(&self, caller: &User, definition: &Definition) -> Result<(), Failure> {
        match caller {
            User::Guest(_) if definition.name() == "log" => Err(Failure::unavailable()),
            _ => Ok(()),
        }
    }

    async fn visibility(&self, _caller: &User, _target: &Target) -> Result<Visibility, Failure> {
        Ok(Visibility::Disclosed)
    }

    async fn read(&self, caller: &User, target: &Target) -> Result<(), Failure> {
        match caller {
            User::Guest(_) if target.uri().as_str().contains("/notes/") => Err(Failure::unavailable()),
            _ => Ok(()),
        }
    }

    fn scope_key(&self, caller: &User) -> ScopeKey {
        match caller {
            User::Staff(_) => ScopeKey::new("staff"),
            User::Guest(_) => ScopeKey::new("guest"),
        }
    }
}
