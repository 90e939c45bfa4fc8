//! A manifest that is watched while it is served.
//!
//! The file is looked at again and again, not announced by the system: that holds for editors that put another file
//! in its place, for folders that are swapped by a link, for mounted and remote file systems.

mod bodies;

use std::{
    fs::{self, Metadata},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use tokio::time::{MissedTickBehavior, interval};
use wayleave_bodies::BodiesError;
use wayleave_manifest::{Defect, LoadError, Manifest, Source};

use crate::ServedManifest;
use bodies::Bodies;

/// Watches a manifest, and puts a changed one in force if it has no errors; else the old one stays. Bodies in local
/// stores are watched too, as far as a URI can be told of them, for those who have subscribed.
#[derive(Debug)]
#[must_use]
pub struct Watch {
    path: PathBuf,
    served: ServedManifest,
    interval: Duration,
    /// The text in force; none once another one was refused, so that whatever comes then is looked at.
    text: Option<String>,
    bodies: Bodies,
}

/// What came of a changed manifest.
#[derive(Debug)]
#[non_exhaustive]
pub enum Change {
    /// It is in force, and those who listen are told. Warnings are among the defects.
    Replaced {
        /// The text.
        source: Source,
        /// Its warnings.
        defects: Vec<Defect>,
    },
    /// It has defects.
    Defects {
        /// The text.
        source: Source,
        /// Its defects.
        defects: Vec<Defect>,
    },
    /// It cannot be read.
    Unreadable(LoadError),
    /// It has no defects, but no gateway can be made of it.
    Refused(BodiesError),
}

impl Watch {
    /// Watches the file at `path`, from whose text `source` the manifest that is served was made.
    pub fn new(served: &ServedManifest, path: &Path, source: &Source, manifest: &Manifest) -> Self {
        Self {
            path: path.to_owned(),
            served: served.clone(),
            interval: Duration::from_millis(500),
            text: Some(source.text().to_owned()),
            bodies: Bodies::new(manifest, served.base()),
        }
    }

    /// Sets how long after one look comes the next. A changed file is taken when it looks the same twice. 500 ms by
    /// default.
    pub fn interval(mut self, interval: Duration) -> Self {
        self.interval = interval.max(Duration::from_millis(1));
        self
    }

    /// Watches without an end, and tells what comes of changes. It needs the run time's time and its threads for
    /// blocking work.
    pub async fn run(mut self, mut tell: impl FnMut(Change)) {
        let mut looks = interval(self.interval);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // The file may have changed since its text was read: the first look takes nothing for granted.
        let mut taken: Option<Stamp> = None;
        let mut seen: Option<Stamp> = None;
        loop {
            looks.tick().await;
            let looked = tokio::task::spawn_blocking(move || {
                let now = Stamp::of(&self.path);
                let settled = seen.as_ref() == Some(&now);
                let change = (settled && taken.as_ref() != Some(&now)).then(|| self.take());
                if settled {
                    taken = Some(now.clone());
                }
                self.tell_updated();
                (self, taken, Some(now), change.flatten())
            });
            // Only a run time that goes down, or a panic, takes the task away.
            let Ok(back) = looked.await else { return };
            let change;
            (self, taken, seen, change) = back;
            if let Some(change) = change {
                tell(change);
            }
        }
    }

    /// Takes what the file now holds, if that is another text.
    fn take(&mut self) -> Option<Change> {
        let source = match wayleave_manifest::load(&self.path) {
            Ok(source) => source,
            Err(error) => {
                self.text = None;
                return Some(Change::Unreadable(error));
            }
        };
        if self.text.as_deref() == Some(source.text()) {
            return None;
        }
        self.text = None;
        let checked = wayleave_manifest::check(&source, Some(self.served.base()));
        let defects = checked.defects;
        let Some(manifest) = checked.manifest else { return Some(Change::Defects { source, defects }) };
        Some(match self.served.replace(&manifest) {
            Ok(()) => {
                self.text = Some(source.text().to_owned());
                self.bodies = Bodies::new(&manifest, self.served.base());
                Change::Replaced { source, defects }
            }
            Err(error) => Change::Refused(error),
        })
    }

    fn tell_updated(&mut self) {
        for uri in self.bodies.changed() {
            self.served.gateway().updated(&uri);
        }
    }
}

/// What a file looks like from outside. A file that is not there looks like nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp(Option<(u64, Option<SystemTime>, Identity)>);

impl Stamp {
    fn of(path: &Path) -> Self {
        Self(fs::metadata(path).ok().map(|data| (data.len(), data.modified().ok(), identity(&data))))
    }
}

/// Which file it is, and when anything was last done to it: another file of the same age and size is seen, and one whose
/// age was set back.
#[cfg(unix)]
type Identity = (u64, u64, i64, i64);
#[cfg(not(unix))]
type Identity = ();

#[cfg(unix)]
fn identity(data: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (data.dev(), data.ino(), data.ctime(), data.ctime_nsec())
}

#[cfg(not(unix))]
fn identity(_data: &Metadata) -> Identity {}
