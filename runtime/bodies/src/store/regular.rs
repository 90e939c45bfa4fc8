//! The opening of a file below a folder, and the listing of a folder in it, so that no name, link or special file
//! leads out of it.
//!
//! The folder itself is the operator's: its own path may hold links. Below it, every name is one component of the
//! file system, no link is followed, also none that points back inside, and only a regular file is opened.

use std::{
    fs::{File, Metadata},
    io,
    path::Path,
    time::SystemTime,
};

use object_store::path::PathPart;

/// An open regular file, with what the system said of it once it was open.
#[derive(Debug)]
pub(super) struct Regular {
    pub(super) file: File,
    pub(super) metadata: Metadata,
}

/// A regular file or a directory in a listed directory.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) name: String,
    pub(super) is_dir: bool,
    pub(super) size: u64,
    pub(super) modified: SystemTime,
}

/// Why there is no file to read.
#[derive(Debug)]
pub(super) enum Refusal {
    /// A name that is no name of a file.
    Name,
    /// A link, a directory, a FIFO, a socket or a device.
    NotRegular,
    /// Nothing of that name, or something that is no directory where a directory should be.
    Absent(io::Error),
    /// The system failed, or the folder itself is gone.
    Failed(io::Error),
}

/// Opens the regular file at `path` below `root`. This blocks.
pub(super) fn open(root: &Path, path: &object_store::path::Path) -> Result<Regular, Refusal> {
    #[cfg(unix)]
    use by_descriptors::open_at;
    #[cfg(not(unix))]
    use by_looking::open_at;

    open_by(open_at, root, path)
}

/// The regular files and the directories in the directory at `path` below `root`, in no order. Links and special files
/// are left out, and so are names that are no text. At most `limit` entries are looked at. This blocks.
pub(super) fn list(
    root: &Path,
    path: &object_store::path::Path,
    limit: usize,
) -> Result<Vec<Found>, Refusal> {
    #[cfg(unix)]
    use by_descriptors::list_at;
    #[cfg(not(unix))]
    use by_looking::list_at;

    list_by(list_at, root, path, limit)
}

fn list_by(
    list_at: ListAt,
    root: &Path,
    path: &object_store::path::Path,
    limit: usize,
) -> Result<Vec<Found>, Refusal> {
    let names: Vec<PathPart<'_>> = path.parts().collect();
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    if !names.iter().all(|name| is_name(name)) {
        return Err(Refusal::Name);
    }
    list_at(root, &names, limit)
}

/// Lists the last of directories below a folder. All are names as [`is_name`] says.
type ListAt = fn(&Path, &[&str], usize) -> Result<Vec<Found>, Refusal>;

/// Opens a name below directories below a folder. All are names as [`is_name`] says.
type OpenAt = fn(&Path, &[&str], &str) -> Result<File, Refusal>;

fn open_by(open_at: OpenAt, root: &Path, path: &object_store::path::Path) -> Result<Regular, Refusal> {
    let names: Vec<PathPart<'_>> = path.parts().collect();
    let mut names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    let name = names.pop().ok_or(Refusal::Name)?;
    if !names.iter().chain([&name]).all(|name| is_name(name)) {
        return Err(Refusal::Name);
    }
    let file = open_at(root, &names, name)?;
    // What was looked at may have been replaced before it was opened; what is open now stays what it is.
    let metadata = file.metadata().map_err(Refusal::Failed)?;
    if metadata.is_file() { Ok(Regular { file, metadata }) } else { Err(Refusal::NotRegular) }
}

/// Whether a text is one component of a path and nothing else.
fn is_name(name: &str) -> bool {
    // Where a drive or a stream stands before or behind a colon, it leads elsewhere.
    let leads_elsewhere = |c| matches!(c, '/' | '\\' | '\0') || (cfg!(windows) && c == ':');
    !matches!(name, "" | "." | "..") && !name.contains(leads_elsewhere)
}

/// Each directory is opened in the one before and then held, so renaming or replacing anything on the way changes
/// nothing for an opening that is under way. The last name is looked at before it is opened, since opening a device
/// may have effects; should something else take its place in between, it is opened without blocking and then
/// refused. A hard link is the file itself and a mounted file system is a directory: both are the operator's doing.
#[cfg(unix)]
mod by_descriptors {
    use std::{
        fs::File,
        os::fd::OwnedFd,
        path::Path,
        time::{Duration, SystemTime},
    };

    use rustix::{
        fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat, openat, statat},
        io::{Errno, retry_on_intr},
    };

    use super::{Found, Refusal};

    const DIRECTORY: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
    const FILE: OFlags = OFlags::RDONLY
        .union(OFlags::NOFOLLOW)
        .union(OFlags::NONBLOCK)
        .union(OFlags::NOCTTY)
        .union(OFlags::CLOEXEC);

    pub(super) fn open_at(root: &Path, directories: &[&str], name: &str) -> Result<File, Refusal> {
        let parent = descend(root, directories)?;
        let found = statat(&parent, name, AtFlags::SYMLINK_NOFOLLOW).map_err(refusal)?;
        if FileType::from_raw_mode(found.st_mode) != FileType::RegularFile {
            return Err(Refusal::NotRegular);
        }
        let file = retry_on_intr(|| openat(&parent, name, FILE, Mode::empty()));
        file.map(File::from).map_err(refusal)
    }

    pub(super) fn list_at(root: &Path, directories: &[&str], limit: usize) -> Result<Vec<Found>, Refusal> {
        let folder = descend(root, directories)?;
        let mut found = Vec::new();
        for entry in Dir::read_from(&folder).map_err(refusal)?.take(limit) {
            let entry = entry.map_err(refusal)?;
            let Ok(name) = entry.file_name().to_str() else { continue };
            if matches!(name, "." | "..") {
                continue;
            }
            // It may be gone since.
            let Ok(stat) = statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
            let is_dir = match FileType::from_raw_mode(stat.st_mode) {
                FileType::RegularFile => false,
                FileType::Directory => true,
                _ => continue,
            };
            let size = u64::try_from(stat.st_size).unwrap_or(0);
            found.push(Found { name: name.to_owned(), is_dir, size, modified: modified(&stat) });
        }
        Ok(found)
    }

    fn modified(stat: &Stat) -> SystemTime {
        let seconds = Duration::from_secs(u64::try_from(stat.st_mtime).unwrap_or(0));
        SystemTime::UNIX_EPOCH.checked_add(seconds).unwrap_or(SystemTime::UNIX_EPOCH)
    }

    fn descend(root: &Path, directories: &[&str]) -> Result<OwnedFd, Refusal> {
        let root = retry_on_intr(|| openat(CWD, root, DIRECTORY, Mode::empty()));
        let mut parent = root.map_err(|error| Refusal::Failed(error.into()))?;
        for directory in directories {
            let flags = DIRECTORY | OFlags::NOFOLLOW;
            parent = retry_on_intr(|| openat(&parent, *directory, flags, Mode::empty())).map_err(refusal)?;
        }
        Ok(parent)
    }

    fn refusal(error: Errno) -> Refusal {
        match error {
            Errno::LOOP => Refusal::NotRegular,
            Errno::NOENT | Errno::NOTDIR | Errno::NAMETOOLONG => Refusal::Absent(error.into()),
            _ => Refusal::Failed(error.into()),
        }
    }
}

/// Every component is looked at before the file is opened. What remains: whoever can write in the folder may put a
/// link in the place of a component between the look and the opening.
#[cfg(any(not(unix), test))]
mod by_looking {
    use std::{
        fs::{File, Metadata, metadata, read_dir, symlink_metadata},
        io,
        path::{Path, PathBuf},
        time::SystemTime,
    };

    use super::{Found, Refusal};

    pub(super) fn open_at(root: &Path, directories: &[&str], name: &str) -> Result<File, Refusal> {
        let mut path = descend(root, directories)?;
        path.push(name);
        if !look(&path)?.is_file() {
            return Err(Refusal::NotRegular);
        }
        File::open(&path).map_err(refusal)
    }

    pub(super) fn list_at(root: &Path, directories: &[&str], limit: usize) -> Result<Vec<Found>, Refusal> {
        let mut found = Vec::new();
        for entry in read_dir(descend(root, directories)?).map_err(refusal)?.take(limit) {
            let entry = entry.map_err(refusal)?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            // It may be gone since. A link is not followed here.
            let Ok(data) = entry.metadata() else { continue };
            if data.is_file() || data.is_dir() {
                let modified = data.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                found.push(Found { name, is_dir: data.is_dir(), size: data.len(), modified });
            }
        }
        Ok(found)
    }

    fn descend(root: &Path, directories: &[&str]) -> Result<PathBuf, Refusal> {
        metadata(root).map_err(Refusal::Failed)?;
        let mut path = root.to_owned();
        for directory in directories {
            path.push(directory);
            if !look(&path)?.is_dir() {
                return Err(Refusal::NotRegular);
            }
        }
        Ok(path)
    }

    fn look(path: &Path) -> Result<Metadata, Refusal> {
        symlink_metadata(path).map_err(refusal)
    }

    fn refusal(error: io::Error) -> Refusal {
        use io::ErrorKind::{InvalidFilename, NotADirectory, NotFound};
        match error.kind() {
            NotFound | NotADirectory | InvalidFilename => Refusal::Absent(error),
            _ => Refusal::Failed(error),
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::{
        fs::{create_dir, write},
        io::Read as _,
        os::unix::{fs::symlink, net::UnixListener},
    };

    use rustix::fs::{CWD, FileType, Mode, mknodat};
    use tempfile::TempDir;

    use super::*;

    const WAYS: [OpenAt; 2] = [by_descriptors::open_at, by_looking::open_at];

    fn open(way: OpenAt, root: &Path, path: &str) -> Result<String, Refusal> {
        // `From` would escape what `parse` keeps or refuses.
        let mut opened = open_by(way, root, &object_store::path::Path::parse(path).unwrap())?;
        let mut text = String::new();
        opened.file.read_to_string(&mut text).unwrap();
        Ok(text)
    }

    /// A folder `app` with files, links and special files, beside what nobody may reach.
    fn folder() -> TempDir {
        let home = TempDir::new().unwrap();
        let at = |path: &str| home.path().join(path);
        for directory in ["app", "app/sub", "app-evil"] {
            create_dir(at(directory)).unwrap();
        }
        for file in ["app/a", "app/sub/b", "app/%2e%2e", "app-evil/x", "secret"] {
            write(at(file), file).unwrap();
        }
        symlink(at("secret"), at("app/out")).unwrap();
        symlink("a", at("app/in")).unwrap();
        symlink(at("app-evil"), at("app/out-dir")).unwrap();
        symlink("sub", at("app/in-dir")).unwrap();
        symlink("self", at("app/self")).unwrap();
        mknodat(CWD, at("app/fifo"), FileType::Fifo, Mode::RWXU, 0).unwrap();
        drop(UnixListener::bind(at("app/socket")).unwrap());
        home
    }

    // quality: store escape
    #[test]
    fn only_regular_files_below_the_folder_are_opened() {
        let home = folder();
        let root = home.path().join("app");
        for way in WAYS {
            assert_eq!(open(way, &root, "a").unwrap(), "app/a");
            assert_eq!(open(way, &root, "sub/b").unwrap(), "app/sub/b");
            assert_eq!(open(way, &root, "%2e%2e").unwrap(), "app/%2e%2e");
            for path in ["out", "in", "self", "fifo", "socket", "sub"] {
                assert!(matches!(open(way, &root, path), Err(Refusal::NotRegular)), "{path}");
            }
            for path in ["out-dir/x", "in-dir/b", "self/x", "fifo/x", "a/none"] {
                let refused = matches!(open(way, &root, path), Err(Refusal::NotRegular | Refusal::Absent(_)));
                assert!(refused, "{path}");
            }
            for path in ["none", "none/a", "sub/a", &"n".repeat(5_000)] {
                assert!(matches!(open(way, &root, path), Err(Refusal::Absent(_))), "{path}");
            }
            for path in ["", "a\\..\\..\\secret", "..\\secret"] {
                assert!(matches!(open(way, &root, path), Err(Refusal::Name)), "{path}");
            }
        }
    }

    // quality: store escape
    #[test]
    fn only_files_and_folders_below_the_folder_are_listed() {
        let home = folder();
        let root = home.path().join("app");
        let list = |way: ListAt, path: &str, limit| {
            let found = list_by(way, &root, &object_store::path::Path::parse(path).unwrap(), limit)?;
            let mut names: Vec<_> = found.into_iter().map(|found| (found.name, found.is_dir)).collect();
            names.sort_unstable();
            Ok::<_, Refusal>(names)
        };
        for way in [by_descriptors::list_at as ListAt, by_looking::list_at] {
            let owned = |name: &str, is_dir| (name.to_owned(), is_dir);
            let all = list(way, "", 100).unwrap();
            assert_eq!(all, [owned("%2e%2e", false), owned("a", false), owned("sub", true)]);
            assert_eq!(list(way, "sub", 100).unwrap(), [owned("b", false)]);
            assert!(list(way, "", 2).unwrap().len() <= 2);
            for path in ["out-dir", "in-dir", "self", "a", "fifo", "none", "none/x"] {
                let refused = list(way, path, 100);
                assert!(matches!(refused, Err(Refusal::NotRegular | Refusal::Absent(_))), "{path}");
            }
            assert!(matches!(list(way, "..\\x", 100), Err(Refusal::Name)));
        }
    }

    #[test]
    fn devices_are_not_opened() {
        for way in WAYS {
            for device in ["null", "zero"] {
                assert!(matches!(open(way, Path::new("/dev"), device), Err(Refusal::NotRegular)), "{device}");
            }
        }
    }

    #[test]
    fn the_folder_itself_may_be_a_link_and_must_be_there() {
        let home = folder();
        symlink("app", home.path().join("current")).unwrap();
        for way in WAYS {
            assert_eq!(open(way, &home.path().join("current"), "a").unwrap(), "app/a");
            assert!(matches!(open(way, &home.path().join("gone"), "a"), Err(Refusal::Failed(_))));
        }
    }

    #[test]
    fn names_are_single_components() {
        for name in ["a", "a.b", "...", ".hidden", "%2e%2e", "ä b"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", ".", "..", "a/b", "/a", "a\\b", "a\0"] {
            assert!(!is_name(name), "{name:?}");
        }
    }
}
