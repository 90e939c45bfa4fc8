//! Generated files: written, or compared with what is there.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use crate::{
    Console, Exit, Stop,
    console::{ERROR, GOOD, HEAD},
    shown::escaped,
};

/// Whether a file is what would be generated now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Fresh,
    Stale,
    Missing,
    /// Only the ends of the lines differ, as after a checkout that changes them.
    LineEnds,
}

impl State {
    /// `content` is what would be generated.
    fn of(path: &Path, content: &str) -> io::Result<Self> {
        match fs::read(path) {
            Ok(found) if found == content.as_bytes() => Ok(Self::Fresh),
            Ok(found) => match String::from_utf8(found) {
                Ok(found) if found.replace("\r\n", "\n") == content => Ok(Self::LineEnds),
                _ => Ok(Self::Stale),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::Missing),
            Err(error) => Err(error),
        }
    }

    const fn as_str(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Stale => "stale",
            Self::Missing => "missing",
            Self::LineEnds => "fresh but for the ends of its lines",
        }
    }
}

/// Writes files into a folder, which is made if it is not there. A file that is fresh stays untouched.
pub(super) fn write(folder: &Path, files: &[(&str, &str)], console: &mut Console<'_>) -> Result<Exit, Stop> {
    if !folder.as_os_str().is_empty() {
        fs::create_dir_all(folder).or_else(|error| refuse(folder, "written", &error, console))?;
    }
    for (name, content) in files {
        let path = folder.join(name);
        let done = match State::of(&path, content) {
            Ok(State::Fresh) => State::Fresh.as_str(),
            _ => {
                fs::write(&path, content).or_else(|error| refuse(&path, "written", &error, console))?;
                "written"
            }
        };
        say(&path, done, true, console)?;
    }
    Ok(Exit::Success)
}

/// Says of each file whether it is fresh.
pub(super) fn check(folder: &Path, files: &[(&str, &str)], console: &mut Console<'_>) -> Result<Exit, Stop> {
    let mut exit = Exit::Success;
    for (name, content) in files {
        let path = folder.join(name);
        let state = State::of(&path, content).or_else(|error| refuse(&path, "read", &error, console))?;
        say(&path, state.as_str(), state == State::Fresh, console)?;
        if state != State::Fresh {
            exit = Exit::Failure;
        }
    }
    Ok(exit)
}

/// [`write`] for one file.
pub(super) fn write_one(path: &Path, content: &str, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let (folder, name) = split(path);
    write(folder, &[(&name, content)], console)
}

/// [`check`] for one file.
pub(super) fn check_one(path: &Path, content: &str, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let (folder, name) = split(path);
    check(folder, &[(&name, content)], console)
}

fn split(path: &Path) -> (&Path, std::borrow::Cow<'_, str>) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    (path.parent().unwrap_or(Path::new("")), name)
}

fn say(path: &Path, what: &str, good: bool, console: &mut Console<'_>) -> io::Result<()> {
    let path = path.display().to_string();
    let out = &mut console.out;
    let (path, what) = (out.paint(HEAD, escaped(&path)), out.paint(if good { GOOD } else { ERROR }, what));
    writeln!(out, "{path}: {what}")
}

fn refuse<T>(path: &Path, done: &str, error: &io::Error, console: &mut Console<'_>) -> Result<T, Stop> {
    console.error(&format!("{} cannot be {done}: {error}", path.display()))?;
    Err(Stop::Said(Exit::Trouble))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        assert_eq!(State::of(&path, "a\nb\n").unwrap(), State::Missing);
        for (found, state) in [
            (&b"a\nb\n"[..], State::Fresh),
            (b"a\r\nb\r\n", State::LineEnds),
            (b"a\nb", State::Stale),
            (b"\xff", State::Stale),
        ] {
            fs::write(&path, found).unwrap();
            assert_eq!(State::of(&path, "a\nb\n").unwrap(), state, "{found:?}");
        }
        assert!(State::of(folder.path(), "").is_err());
    }
}
