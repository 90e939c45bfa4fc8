//! Stores: where bodies lie.
//!
//! Readers know [`ObjectStore`] and nothing of what is behind it. [`open`] is the one place that says which kinds
//! of store there are; another kind is another arm there.

mod folder;
mod regular;

use std::{path::Path as FilePath, sync::Arc};

use bytes::{Bytes, BytesMut};
use futures_util::TryStreamExt;
use object_store::{Error, GetOptions, GetResult, ListResult, ObjectStore, path::Path};
use wayleave_manifest::{Location, Store};

use crate::{BodiesError, fault::Fault};
use folder::Folder;

/// Opens a store of a manifest; a relative folder starts at `base`.
pub(crate) fn open(store: &Store, base: &FilePath) -> Result<Arc<dyn ObjectStore>, BodiesError> {
    let name = || store.name.as_str().into();
    match &store.location {
        Location::Folder(folder) => match Folder::open(&base.join(folder)) {
            Ok(folder) => Ok(Arc::new(folder)),
            Err(source) => Err(BodiesError::Store { store: name(), source }),
        },
        _ => Err(BodiesError::UnsupportedStore { store: name() }),
    }
}

/// The path of an object, from its text.
///
/// # Errors
/// [`Fault::Absent`] for a text that is not the path's own spelling: empty, absolute, with an empty segment, `.`,
/// `..` or a control character. Nothing is repaired.
pub(crate) fn path(text: &str) -> Result<Path, Fault> {
    let path = Path::parse(text).map_err(|error| Fault::Absent(error.into()))?;
    if text.is_empty() || path.as_ref() != text {
        return Err(Fault::Absent("the path is not relative to the store".into()));
    }
    Ok(path)
}

/// Says whether there is an object, and reads nothing of it.
pub(crate) async fn find(store: &dyn ObjectStore, path: &Path) -> Result<(), Fault> {
    store.get_opts(path, GetOptions::new().with_head(true)).await?;
    Ok(())
}

/// Reads an object of at most `max_bytes`. One that says to be larger is refused before anything of it is held;
/// one that turns out to have other bytes than it said, as soon as it does.
pub(crate) async fn fetch(store: &dyn ObjectStore, path: &Path, max_bytes: usize) -> Result<Bytes, Fault> {
    collect(store.get_opts(path, GetOptions::new()).await?, max_bytes).await
}

/// What lies directly under a path of a store: objects, and prefixes of others. A store may give a part of what there
/// is.
pub(crate) async fn list(store: &dyn ObjectStore, prefix: Option<&Path>) -> Result<ListResult, Fault> {
    Ok(store.list_with_delimiter(prefix).await?)
}

async fn collect(object: GetResult, max_bytes: usize) -> Result<Bytes, Fault> {
    let size = usize::try_from(object.meta.size).ok().filter(|&size| size <= max_bytes);
    let size = size.ok_or(Fault::TooLarge(Some(object.meta.size)))?;
    let mut chunks = object.into_stream();
    // A folder gives one chunk, which needs no copy.
    let first = chunks.try_next().await?.unwrap_or_default();
    let mut left = size.checked_sub(first.len()).ok_or_else(changed)?;
    let mut all = BytesMut::new();
    while let Some(chunk) = chunks.try_next().await? {
        left = left.checked_sub(chunk.len()).ok_or_else(changed)?;
        if all.is_empty() {
            all.reserve(size);
            all.extend_from_slice(&first);
        }
        all.extend_from_slice(&chunk);
    }
    match left {
        0 if all.is_empty() => Ok(first),
        0 => Ok(all.freeze()),
        _ => Err(changed()),
    }
}

fn changed() -> Fault {
    Fault::Failed("the object has not the size that the store said".into())
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        match error {
            Error::NotFound { .. } | Error::InvalidPath { .. } => Self::Absent(error.into()),
            _ => Self::Failed(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{StreamExt as _, stream};
    use object_store::{GetResultPayload, ObjectMeta, ObjectStoreExt as _, memory::InMemory};

    use super::*;

    /// An object that says to have `size` bytes.
    fn object(size: u64, chunks: &[&'static str]) -> GetResult {
        let chunks: Vec<_> = chunks.iter().map(|chunk| Ok(Bytes::from(*chunk))).collect();
        let meta = ObjectMeta {
            location: Path::default(),
            last_modified: Default::default(),
            size,
            e_tag: None,
            version: None,
        };
        GetResult {
            payload: GetResultPayload::Stream(stream::iter(chunks).boxed()),
            meta,
            range: 0..size,
            attributes: Default::default(),
            extensions: Default::default(),
        }
    }

    // G7
    #[tokio::test]
    async fn an_object_in_chunks_is_put_together() {
        for chunks in [&["abcdef"][..], &["abc", "def"], &["", "abc", "", "de", "f", ""]] {
            assert_eq!(collect(object(6, chunks), 6).await.unwrap(), "abcdef", "{chunks:?}");
        }
        for chunks in [&[][..], &[""], &["", ""]] {
            assert_eq!(collect(object(0, chunks), 0).await.unwrap(), "", "{chunks:?}");
        }
    }

    // quality: bodies
    #[tokio::test]
    async fn an_object_that_lies_about_its_size_is_refused() {
        for chunks in [&[][..], &["abcde"], &["abc", "de"], &["abcdefg"], &["abc", "defg"], &["abcdef", "g"]]
        {
            assert!(matches!(collect(object(6, chunks), 100).await, Err(Fault::Failed(_))), "{chunks:?}");
        }
    }

    // G7
    #[tokio::test]
    async fn an_object_over_the_limit_is_refused_before_its_first_chunk() {
        let mut large = object(7, &[]);
        large.payload =
            GetResultPayload::Stream(stream::poll_fn(|_| panic!("nothing is to be read")).boxed());
        assert!(matches!(collect(large, 6).await, Err(Fault::TooLarge(Some(7)))));
        assert!(matches!(collect(object(u64::MAX, &[]), 6).await, Err(Fault::TooLarge(Some(u64::MAX)))));
    }

    #[tokio::test]
    async fn any_object_store_serves() {
        let store = InMemory::new();
        store.put(&Path::from("a"), "content".into()).await.unwrap();
        find(&store, &Path::from("a")).await.unwrap();
        assert_eq!(fetch(&store, &Path::from("a"), 7).await.unwrap(), "content");
        assert!(matches!(fetch(&store, &Path::from("a"), 6).await, Err(Fault::TooLarge(Some(7)))));
        assert!(matches!(find(&store, &Path::from("b")).await, Err(Fault::Absent(_))));
        assert!(matches!(fetch(&store, &Path::from("b"), 7).await, Err(Fault::Absent(_))));
    }

    // quality: store escape
    #[test]
    fn paths_are_relative_and_not_repaired() {
        for text in ["a", "a/b.md", "a b", "%2e%2e", "%2e%2e/a", "...", "{a}"] {
            assert_eq!(path(text).unwrap().as_ref(), text);
        }
        for text in ["", "/", "/a", "a/", "a//b", "..", "a/..", "../a", "./a", "a/./b", "a\0", "a\n"] {
            assert!(matches!(path(text), Err(Fault::Absent(_))), "{text:?}");
        }
    }
}
