//! Where the values of a capture come from (G27): a list, or the names in a store.
//!
//! A store is listed anew for each request, in the one folder that the glob names before its star. How much of a folder
//! is looked at is bounded by the store, how many files are looked for by [`LOOKED_FOR`], and the time by the
//! gateway's `resolveTimeout`.

use std::sync::Arc;

use object_store::{ObjectStore, path::Path};
use wayleave::{model::CaptureFault, resource::Completion};
use wayleave_manifest::{CaptureType, Glob};

use crate::{fault::Fault, store};

/// How many files are looked for where the star of a glob is a folder's name.
const LOOKED_FOR: usize = 1_000;
/// One more than is handed on, so that the gateway knows that there are more.
const VALUES: usize = Completion::MAX_VALUES + 1;

/// Where values come from.
#[derive(Debug)]
pub(crate) enum Completer {
    /// These, in their order.
    Values(Box<[String]>),
    /// What the star of a glob stands for in the paths of a store, sorted.
    Store { store: Arc<dyn ObjectStore>, glob: Glob },
}

impl Completer {
    /// The values that begin with what was typed.
    pub(crate) async fn values(&self, typed: &str, kind: CaptureType) -> Result<Vec<String>, Fault> {
        match self {
            Self::Values(values) => {
                Ok(values.iter().filter(|value| value.starts_with(typed)).take(VALUES).cloned().collect())
            }
            Self::Store { store, glob } => stored(&**store, glob, typed, kind).await,
        }
    }
}

async fn stored(
    store: &dyn ObjectStore,
    glob: &Glob,
    typed: &str,
    kind: CaptureType,
) -> Result<Vec<String>, Fault> {
    let folder = match glob.before().rsplit_once('/') {
        Some((folder, _)) => Some(store::path(folder)?),
        None => None,
    };
    let listed = store::list(store, folder.as_ref()).await?;
    // What stands in the star's own segment, and whether that is a folder's name.
    let (segment, is_folder) = match glob.after().split_once('/') {
        Some((segment, _)) => (segment, true),
        None => (glob.after(), false),
    };
    let paths: Vec<Path> = match is_folder {
        true => listed.common_prefixes,
        false => listed.objects.into_iter().map(|object| object.location).collect(),
    };
    let fits = |value: &&str| {
        !value.is_empty()
            && value.starts_with(typed)
            && kind.accepts(value)
            && CaptureFault::of(value).is_none()
    };
    let value = |path: &Path| {
        let value = path.as_ref().strip_prefix(glob.before())?.strip_suffix(segment);
        value.filter(fits).map(str::to_owned)
    };
    let mut values: Vec<String> = paths.iter().filter_map(value).collect();
    values.sort_unstable();
    if is_folder {
        return there(store, glob, values).await;
    }
    values.truncate(VALUES);
    Ok(values)
}

/// Those values for which the whole path leads to an object.
async fn there(store: &dyn ObjectStore, glob: &Glob, values: Vec<String>) -> Result<Vec<String>, Fault> {
    let mut there = Vec::new();
    for value in values.into_iter().take(LOOKED_FOR) {
        let path = store::path(&format!("{}{value}{}", glob.before(), glob.after()))?;
        match store::find(store, &path).await {
            Ok(()) => there.push(value),
            Err(Fault::Absent(_)) => {}
            Err(fault) => return Err(fault),
        }
        if there.len() == VALUES {
            break;
        }
    }
    Ok(there)
}
