//! Files that are read to their end, so that they must have one.

use std::{fs::File, io, path::Path};

/// Opens a regular file. It is looked at first: opening a pipe would wait for its writer.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    File::open(path)
}
