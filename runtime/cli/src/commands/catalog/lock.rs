//! The lock file: a generation's own file form, made safe to review.
//!
//! Schemas are pinned byte for byte (C12), and stand in the file as they are. One that holds what a reader does not see,
//! or a line break, by which it could look like several entries, stands there as a text instead, in which all of that is
//! escaped. In all other texts an escape means the same as the character.

use std::{
    error::Error,
    fmt,
    fs::{self, File},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;
use wayleave::catalog::{Generation, SnapshotError};

use crate::{
    Console, Exit, Stop, regular,
    shown::{deceives, revealed_json},
};

/// A longer file is none: twice what discovery takes by default, for the escapes.
const MAX_BYTES: u64 = 128 << 20;

/// The text of a generation's lock file.
pub(super) fn write(generation: &Generation) -> io::Result<String> {
    let mut text = rewrite(&generation.to_json()?, to_text)?;
    text.push('\n');
    Ok(match revealed_json(&text) {
        std::borrow::Cow::Borrowed(_) => text,
        std::borrow::Cow::Owned(revealed) => revealed,
    })
}

/// The generation of a lock file's text.
pub(super) fn read(text: &str) -> Result<Generation, SnapshotError> {
    Generation::from_json(&rewrite(text, from_text).map_err(|_| SnapshotError::Malformed)?)
}

/// A schema that may not stand in the file as it is, as a text.
fn to_text(schema: &RawValue) -> serde_json::Result<Option<Box<RawValue>>> {
    if schema.get().contains(deceives) {
        serde_json::value::to_raw_value(schema.get()).map(Some)
    } else {
        Ok(None)
    }
}

/// The schema that a text is of.
fn from_text(schema: &RawValue) -> serde_json::Result<Option<Box<RawValue>>> {
    if schema.get().starts_with('"') {
        RawValue::from_string(serde_json::from_str(schema.get())?).map(Some)
    } else {
        Ok(None)
    }
}

/// Puts other values in the place of schemas. Everything else stays byte for byte, but for white space.
fn rewrite(
    json: &str,
    other: fn(&RawValue) -> serde_json::Result<Option<Box<RawValue>>>,
) -> serde_json::Result<String> {
    let mut file: Members = serde_json::from_str(json)?;
    for (key, value) in &mut file.0 {
        if key == "capabilities" {
            if let Some(schema) = other(value)? {
                *value = schema;
            }
        } else if key == "tools" {
            let mut tools: Vec<Members> = serde_json::from_str(value.get())?;
            let fields = tools.iter_mut().flat_map(|tool| &mut tool.0);
            let mut changed = false;
            for (_, value) in fields.filter(|(key, _)| matches!(&**key, "inputSchema" | "outputSchema")) {
                if let Some(schema) = other(value)? {
                    *value = schema;
                    changed = true;
                }
            }
            if changed {
                *value = serde_json::value::RawValue::from_string(indented(&tools)?)?;
            }
        }
    }
    serde_json::to_string_pretty(&file)
}

/// The array of tools as it stands one level deep in the file.
fn indented(tools: &[Members]) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct File<'a> {
        tools: &'a [Members],
    }
    let file = serde_json::to_string_pretty(&File { tools })?;
    let array = file.split_once(": ").and_then(|(_, array)| array.strip_suffix("\n}"));
    Ok(array.unwrap_or_default().to_owned())
}

/// The members of a JSON object in their order, with none left out: what is there twice is for the reader to refuse.
struct Members(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Each)
    }
}

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// The generation in a lock file. Where there is none, the reason is said.
pub(super) fn open(path: &Path, console: &mut Console<'_>) -> Result<Generation, Stop> {
    load(path).or_else(|error| {
        console.error(&format!("{}: {error}", path.display()))?;
        if matches!(error, LoadError::Lock(SnapshotError::Digest { .. })) {
            let help = "a lock file is not edited by hand: restore it, or take a new snapshot";
            console.note("help", help)?;
        }
        Err(Stop::Said(Exit::Trouble))
    })
}

fn load(path: &Path) -> Result<Generation, LoadError> {
    let mut text = String::new();
    // The file may grow while it is read.
    regular::open(path)?.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        return Err(LoadError::TooLarge);
    }
    read(&text).map_err(LoadError::Lock)
}

/// Why there is no generation in a file.
#[derive(Debug)]
enum LoadError {
    Io(io::Error),
    TooLarge,
    Lock(SnapshotError),
}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
                f.write_str("this is no UTF-8 text")
            }
            Self::Io(error) => write!(f, "the file cannot be read: {error}"),
            Self::TooLarge => write!(f, "the file has more than {MAX_BYTES} bytes"),
            Self::Lock(error) => error.fmt(f),
        }
    }
}

impl Error for LoadError {}

/// Writes a lock file that is not there yet.
pub(super) fn create(path: &Path, text: &str) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    put(path, text, None)
}

/// Puts another text in the place of a lock file, all at once: whoever reads it sees the one or the other. Of a link, the
/// file behind it is replaced.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = path.canonicalize()?;
    let metadata = fs::metadata(&path)?;
    if !metadata.is_file() {
        // A device or a pipe must not become a file.
        return Err(io::ErrorKind::InvalidInput.into());
    }
    put(&path, text, Some(metadata.permissions()))
}

fn put(path: &Path, text: &str, permissions: Option<fs::Permissions>) -> io::Result<()> {
    let beside = beside(path)?;
    let written = File::create_new(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        file.sync_all()
    });
    let put = written.and_then(|()| fs::rename(&beside, path));
    if put.is_err() {
        // The first error is the one to say.
        let _ = fs::remove_file(&beside);
    }
    put
}

/// Where a file is written before it takes its place: beside it, since only there it can be renamed.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.new", std::process::id()));
    Ok(path.with_file_name(hidden))
}

#[cfg(test)]
mod tests {
    use wayleave::catalog::{BindingName, Builder, Capabilities, Handshake, ProtocolVersion, ToolSpec};

    use super::*;

    fn generation(schema: &str) -> Generation {
        let handshake = Handshake::new(
            ProtocolVersion::new("2026-07-28").unwrap(),
            Capabilities::parse("{\"tools\":{},\"x\u{202e}\":1}").unwrap(),
        );
        Builder::new(BindingName::new("wiki").unwrap(), handshake)
            .tool(ToolSpec::new("a").with_input_schema(schema).with_description("b\u{e0041}\u{9b}c"))
            .tool(ToolSpec::new("b").with_input_schema(r#"{"type": "object"}"#))
            .build()
            .unwrap()
    }

    #[test]
    fn schemas_come_back_byte_for_byte() {
        for schema in [
            "{}",
            r#"{"type" :"object", "x":1.0e0,"y":"\u202e\/"}"#,
            "{\"x\":\"a\u{202e}\u{200b}\u{e0041}\"}",
            "{\r\n\t\"x\":\n{}}",
            "{\"x\u{a0}\":\"\\u202e\u{202e}\\\\\"}",
        ] {
            let generation = generation(schema);
            let text = write(&generation).unwrap();
            assert!(!text.contains(|character: char| character != '\n' && deceives(character)), "{text}");
            let back = read(&text).unwrap();
            assert_eq!(back.digest(), generation.digest(), "{schema}");
            assert_eq!(back.tools().get(0).unwrap().input_schema().as_str(), schema);
            assert_eq!(write(&back).unwrap(), text);
        }
    }

    #[test]
    fn a_plain_generation_stands_as_it_is() {
        let handshake =
            Handshake::new(ProtocolVersion::new("2026-07-28").unwrap(), Capabilities::parse("{}").unwrap());
        let plain = Builder::new(BindingName::new("wiki").unwrap(), handshake)
            .tool(ToolSpec::new("a").with_input_schema("{\"type\":\"object\"}"))
            .build()
            .unwrap();
        assert_eq!(write(&plain).unwrap(), plain.to_json().unwrap());
    }

    /// A schema given as a text has the file's layout all the same.
    #[test]
    fn the_layout_is_the_same_for_all() {
        let plain = write(&generation("{\"x\":1}")).unwrap();
        let hidden = write(&generation("{\"x\":\"\u{200b}\"}")).unwrap();
        let heads = |text: &str| {
            let head = |line: &str| line.split(": ").next().unwrap_or_default().to_owned();
            text.lines().map(head).collect::<Vec<_>>()
        };
        assert_eq!(heads(&plain), heads(&hidden));
    }

    #[test]
    fn what_is_there_twice_is_refused() {
        let text = write(&generation("{}")).unwrap();
        for (one, twice) in [
            ("\"binding\": \"wiki\",", "\"binding\": \"wiki\", \"binding\": \"wiki\","),
            ("\"name\": \"a\",", "\"name\": \"b\", \"name\": \"a\","),
            ("\"inputSchema\": {},", "\"inputSchema\": {}, \"inputSchema\": {},"),
        ] {
            assert!(text.contains(one.trim_end_matches(',')), "{one}");
            let broken = text.replacen(one.trim_end_matches(','), twice.trim_end_matches(','), 1);
            assert!(read(&broken).is_err(), "{broken}");
        }
        assert!(read(&text.replacen("\"inputSchema\": {}", "\"inputSchema\": \"{\"", 1)).is_err());
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("wiki.lock.json");
        create(&path, "one").unwrap();
        assert_eq!(create(&path, "two").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        replace(&path, "three").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "three");
        assert!(replace(&folder.path().join("none"), "x").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("lock"), folder.path().join("link"));
        create(&path, "one").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&path, &link).unwrap();
        replace(&link, "two").unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
