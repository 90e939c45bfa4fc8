//! Where a command writes what it makes. In the place of a file, `-` is standard output; a folder cannot be that.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::{Console, Exit, Stop};

/// The file that an argument `--out` names; none where the output is printed. `needs` is a flag that cannot do without a
/// file.
pub(crate) fn file<'a>(
    out: Option<&'a Path>,
    needs: Option<&str>,
    console: &mut Console<'_>,
) -> Result<Option<&'a Path>, Stop> {
    match (out.filter(|path| !is_standard(path)), needs) {
        (None, Some(flag)) => {
            console.error(&format!("`{flag}` needs a file, and `--out -` is standard output"))?;
            Err(Stop::Said(Exit::Trouble))
        }
        (file, _) => Ok(file),
    }
}

/// The parser of a folder to write into.
pub(crate) fn folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match is_standard(&path) {
        true => Err(
            "several files are written: leave the folder out to print, or write `./-` if it is called that",
        ),
        false => Ok(path),
    })
}

fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}
