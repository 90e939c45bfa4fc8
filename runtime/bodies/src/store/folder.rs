//! A local folder as an object store that gives out objects and the names of a folder, and does nothing else.
//!
//! `object_store` has a store over the local file system of its own. It follows links out of its root and opens
//! files before it looks at them, so a FIFO would block it for ever; hence this one.

use std::{
    error::Error as StdError,
    fmt,
    fs::File,
    io::{self, Read as _},
    path::{Path as FilePath, PathBuf},
    time::SystemTime,
};

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use object_store::{
    CopyOptions, Error, GetOptions, GetResult, GetResultPayload, ListResult, MultipartUpload, ObjectMeta,
    ObjectStore, PutMultipartOptions, PutOptions, PutPayload, PutResult, Result, path::Path,
};

use super::regular::{self, Found, Refusal, Regular};
use crate::blocking::blocking;

/// How many entries of a folder are looked at when it is listed.
const LISTED: usize = 10_000;

type BoxStream<T> = futures_util::stream::BoxStream<'static, Result<T>>;

/// A folder.
#[derive(Debug)]
pub(super) struct Folder {
    /// Absolute, so that it stays the same folder when the process changes its own. It is looked up for every
    /// object: a folder that is replaced as a whole is served at once.
    root: PathBuf,
}

impl Folder {
    pub(super) fn open(root: &FilePath) -> io::Result<Self> {
        match std::fs::metadata(root)?.is_dir() {
            true => Ok(Self { root: std::path::absolute(root)? }),
            false => Err(io::ErrorKind::NotADirectory.into()),
        }
    }
}

impl fmt::Display for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the folder {:?}", self.root)
    }
}

#[async_trait]
impl ObjectStore for Folder {
    async fn get_opts(&self, location: &Path, options: GetOptions) -> Result<GetResult> {
        if options.range.is_some() {
            return Err(unsupported());
        }
        let (root, path) = (self.root.clone(), location.clone());
        let Regular { file, metadata } = blocking(move || regular::open(&root, &path))
            .await
            .map_err(failed)?
            .map_err(|refusal| refused(location, refusal))?;
        let meta = ObjectMeta {
            location: location.clone(),
            last_modified: metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH).into(),
            size: metadata.len(),
            e_tag: None,
            version: None,
        };
        options.check_preconditions(&meta)?;
        let size = meta.size;
        let content = if options.head {
            stream::empty().boxed()
        } else {
            // Nothing is read or held before the stream is polled, so that a reader may refuse the size first.
            stream::once(async move { blocking(move || read(file, size)).await.flatten().map_err(failed) })
                .boxed()
        };
        Ok(GetResult {
            payload: GetResultPayload::Stream(content),
            meta,
            range: 0..size,
            attributes: Default::default(),
            extensions: Default::default(),
        })
    }

    async fn put_opts(&self, _: &Path, _: PutPayload, _: PutOptions) -> Result<PutResult> {
        Err(unsupported())
    }

    async fn put_multipart_opts(&self, _: &Path, _: PutMultipartOptions) -> Result<Box<dyn MultipartUpload>> {
        Err(unsupported())
    }

    fn delete_stream(&self, _: BoxStream<Path>) -> BoxStream<Path> {
        stream::once(async { Err(unsupported()) }).boxed()
    }

    fn list(&self, _: Option<&Path>) -> BoxStream<ObjectMeta> {
        stream::once(async { Err(unsupported()) }).boxed()
    }

    /// What one folder holds; of one with more than [`LISTED`] entries, a part.
    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        let (root, folder) = (self.root.clone(), prefix.cloned().unwrap_or_default());
        let listed = blocking({
            let folder = folder.clone();
            move || regular::list(&root, &folder, LISTED)
        });
        let found = match listed.await.map_err(failed)? {
            Ok(found) => found,
            Err(Refusal::Failed(error)) => return Err(failed(error)),
            // A prefix that nothing has is no error.
            Err(Refusal::Name | Refusal::NotRegular | Refusal::Absent(_)) => Vec::new(),
        };
        let mut result =
            ListResult { common_prefixes: Vec::new(), objects: Vec::new(), extensions: Default::default() };
        for Found { name, is_dir, size, modified } in found {
            let text = if folder.as_ref().is_empty() { name } else { format!("{folder}/{name}") };
            // A name that is no part of a path can never be asked for.
            let Some(location) = Path::parse(&text).ok().filter(|path| path.as_ref() == text) else {
                continue;
            };
            if is_dir {
                result.common_prefixes.push(location);
            } else {
                let last_modified = modified.into();
                result.objects.push(ObjectMeta { location, last_modified, size, e_tag: None, version: None });
            }
        }
        Ok(result)
    }

    async fn copy_opts(&self, _: &Path, _: &Path, _: CopyOptions) -> Result<()> {
        Err(unsupported())
    }
}

/// Reads all of a file that had `size` bytes when it was opened. One byte more is read, to see that it has not
/// grown, and no more than that, however much it has.
fn read(file: File, size: u64) -> io::Result<Bytes> {
    let mut bytes = Vec::new();
    let capacity = usize::try_from(size).map_err(|_| io::ErrorKind::OutOfMemory)?.saturating_add(1);
    bytes.try_reserve_exact(capacity)?;
    file.take(size.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()) != Ok(size) {
        return Err(io::Error::other("the file changed while it was read"));
    }
    Ok(bytes.into())
}

fn refused(location: &Path, refusal: Refusal) -> Error {
    let absent =
        |source: Box<dyn StdError + Send + Sync>| Error::NotFound { path: location.to_string(), source };
    match refusal {
        Refusal::Name => absent("a name is no name of a file".into()),
        Refusal::NotRegular => absent("not a regular file".into()),
        Refusal::Absent(error) => absent(error.into()),
        Refusal::Failed(error) => failed(error),
    }
}

fn failed(error: io::Error) -> Error {
    Error::Generic { store: "folder", source: error.into() }
}

fn unsupported() -> Error {
    Error::NotSupported { source: "a folder gives out whole objects and names, and does nothing else".into() }
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;

    use futures_util::TryStreamExt as _;
    use object_store::GetRange;
    use tempfile::TempDir;

    use super::*;

    async fn content(object: GetResult) -> Result<Vec<u8>> {
        let chunks: Vec<Bytes> = object.into_stream().try_collect().await?;
        Ok(chunks.concat())
    }

    fn folder() -> (TempDir, Folder, Path) {
        let home = TempDir::new().unwrap();
        std::fs::write(home.path().join("file"), "four").unwrap();
        let folder = Folder::open(home.path()).unwrap();
        (home, folder, Path::from("file"))
    }

    // quality: bodies
    #[tokio::test]
    async fn a_file_that_changes_while_it_is_read_is_refused() {
        for size in [0, 3, 5, 1 << 40] {
            let (home, folder, path) = folder();
            let object = folder.get_opts(&path, GetOptions::new()).await.unwrap();
            OpenOptions::new().write(true).open(home.path().join("file")).unwrap().set_len(size).unwrap();
            assert_eq!(object.meta.size, 4);
            assert!(content(object).await.is_err(), "{size}");
        }
    }

    #[tokio::test]
    async fn a_file_that_is_replaced_while_it_is_read_is_the_old_one() {
        let (home, folder, path) = folder();
        let object = folder.get_opts(&path, GetOptions::new()).await.unwrap();
        std::fs::write(home.path().join("next"), "other").unwrap();
        std::fs::rename(home.path().join("next"), home.path().join("file")).unwrap();
        assert_eq!(content(object).await.unwrap(), b"four");
    }

    #[tokio::test]
    async fn a_head_has_the_size_and_no_content() {
        let (_home, folder, path) = folder();
        let object = folder.get_opts(&path, GetOptions::new().with_head(true)).await.unwrap();
        assert_eq!(object.meta.size, 4);
        assert_eq!(content(object).await.unwrap(), b"");
    }

    #[tokio::test]
    async fn nothing_but_whole_objects_and_names_is_given_out() {
        let (_home, folder, path) = folder();
        let range = GetOptions::new().with_range(Some(GetRange::Bounded(0..1)));
        assert!(matches!(folder.get_opts(&path, range).await, Err(Error::NotSupported { .. })));
        let put = folder.put_opts(&path, "new".into(), PutOptions::default()).await;
        assert!(matches!(put, Err(Error::NotSupported { .. })));
        let copy = folder.copy_opts(&path, &Path::from("copy"), CopyOptions::default()).await;
        assert!(matches!(copy, Err(Error::NotSupported { .. })));
        assert!(matches!(folder.list(None).next().await, Some(Err(Error::NotSupported { .. }))));
        let deleted =
            folder.delete_stream(stream::once(async { Ok(Path::from("file")) }).boxed()).next().await;
        assert!(matches!(deleted, Some(Err(Error::NotSupported { .. }))));
    }

    #[tokio::test]
    async fn a_folder_is_listed() {
        let (home, folder, path) = folder();
        std::fs::create_dir(home.path().join("sub")).unwrap();
        std::fs::write(home.path().join("sub/deep"), "").unwrap();
        std::fs::write(home.path().join("line\nfeed"), "").unwrap();
        let listed = folder.list_with_delimiter(None).await.unwrap();
        assert_eq!(listed.common_prefixes, [Path::from("sub")]);
        let [object] = &listed.objects[..] else { panic!("{:?}", listed.objects) };
        let head = folder.get_opts(&path, GetOptions::new()).await.unwrap().meta;
        assert_eq!((&object.location, object.size), (&head.location, head.size));
        let deep = folder.list_with_delimiter(Some(&Path::from("sub"))).await.unwrap();
        assert_eq!(deep.objects[0].location.as_ref(), "sub/deep");
        let none = folder.list_with_delimiter(Some(&Path::from("none"))).await.unwrap();
        assert!(none.objects.is_empty() && none.common_prefixes.is_empty());
    }

    #[test]
    fn without_a_run_time_a_file_is_read_in_place() {
        let (_home, folder, path) = folder();
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        let mut read = Box::pin(async { content(folder.get_opts(&path, GetOptions::new()).await?).await });
        match read.as_mut().poll(&mut context) {
            std::task::Poll::Ready(read) => assert_eq!(read.unwrap(), b"four"),
            std::task::Poll::Pending => panic!("nothing else runs"),
        }
    }

    #[test]
    fn a_folder_is_a_directory() {
        let (home, _, _) = folder();
        assert!(Folder::open(&home.path().join("file")).is_err());
        assert!(Folder::open(&home.path().join("none")).is_err());
    }
}
