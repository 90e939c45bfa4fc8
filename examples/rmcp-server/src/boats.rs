//! The boats themselves: what both tools and resources are about.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde::Serialize;

/// All boats. Cheap to clone; all clones are the same boats.
#[derive(Clone)]
pub struct Boats(Arc<Mutex<BTreeMap<String, Boat>>>);

/// One boat.
#[derive(Clone, Serialize)]
pub(crate) struct Boat {
    /// Whether it is on the water.
    pub(crate) out: bool,
    /// What was noted when it came back, the newest last.
    #[serde(skip)]
    pub(crate) log: Vec<String>,
}

impl Boats {
    /// Three boats, one of which has never been out.
    #[must_use]
    pub fn new() -> Self {
        let boat = |name: &str, log: &[&str]| {
            let log = log.iter().map(ToString::to_string).collect();
            (name.to_owned(), Boat { out: false, log })
        };
        Self(Arc::new(Mutex::new(BTreeMap::from([
            boat("gannet", &["The bilge was dry.", "A rowlock is loose."]),
            boat("puffin", &["All well."]),
            boat("tern", &[]),
        ]))))
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.all().keys().cloned().collect()
    }

    pub(crate) fn find(&self, name: &str) -> Option<Boat> {
        self.all().get(name).cloned()
    }

    /// Takes a boat out, or says why not.
    pub(crate) fn take_out(&self, name: &str) -> Result<(), String> {
        match self.all().get_mut(name) {
            None => Err(format!("There is no boat called {name}.")),
            Some(boat) if boat.out => Err(format!("The {name} is out.")),
            Some(boat) => {
                boat.out = true;
                Ok(())
            }
        }
    }

    /// Brings a boat back with a note for its log, or says why not.
    pub(crate) fn bring_back(&self, name: &str, note: String) -> Result<(), String> {
        match self.all().get_mut(name) {
            Some(boat) if boat.out => {
                boat.out = false;
                boat.log.push(note);
                Ok(())
            }
            _ => Err(format!("No boat called {name} is out.")),
        }
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Boat>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Boats {
    fn default() -> Self {
        Self::new()
    }
}
