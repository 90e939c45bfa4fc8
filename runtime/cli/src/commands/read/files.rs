//! A bundle as files: one for each item, and the report. Names are safe whatever the URI holds, and nothing is
//! overwritten.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use wayleave::{
    Bundle,
    resource::{Body, Item},
};

use crate::{Console, Exit, Stop, console::HEAD, shown::escaped};

/// The report's own file. No item's name begins with a letter, so none can be the same.
const REPORT: &str = "report.json";
/// How many characters of a URI's last segment become part of a name.
const SEGMENT: usize = 80;

pub(super) fn write(bundle: &Bundle, folder: &Path, console: &mut Console<'_>) -> Result<(), Stop> {
    let items = bundle.items();
    let names = items.iter().enumerate().map(|(index, item)| name(item, index + 1, items.len()));
    let paths: Vec<PathBuf> = names.map(|name| folder.join(name)).collect();
    let report = folder.join(REPORT);
    if let Err(error) = fs::create_dir_all(folder) {
        return refuse(folder, &error, console);
    }
    // Asked of all before the first is written, so that a second read into a folder leaves it as it was.
    if let Some(path) = paths.iter().chain([&report]).find(|path| path.symlink_metadata().is_ok()) {
        return refuse(path, &io::ErrorKind::AlreadyExists.into(), console);
    }
    for (path, item) in paths.iter().zip(items) {
        create(path, item.body().as_bytes(), console)?;
        let out = &mut console.out;
        let shown = path.display().to_string();
        let shown = out.paint(HEAD, escaped(&shown));
        let (uri, mime_type, bytes) = (item.uri(), escaped(item.mime_type()), item.body().as_bytes().len());
        writeln!(out, "{shown}: {uri} ({mime_type}, {bytes} bytes)")?;
    }
    let json = serde_json::to_vec_pretty(bundle.report()).map_err(io::Error::from)?;
    create(&report, &[&*json, b"\n"].concat(), console)?;
    let shown = report.display().to_string();
    let shown = console.out.paint(HEAD, escaped(&shown));
    writeln!(console.out, "{shown}: the report")?;
    Ok(())
}

fn create(path: &Path, content: &[u8], console: &mut Console<'_>) -> Result<(), Stop> {
    File::create_new(path)
        .and_then(|mut file| file.write_all(content))
        .or_else(|error| refuse(path, &error, console))
}

fn refuse(path: &Path, error: &io::Error, console: &mut Console<'_>) -> Result<(), Stop> {
    let why = match error.kind() {
        io::ErrorKind::AlreadyExists => "it exists, and nothing is overwritten".to_owned(),
        _ => error.to_string(),
    };
    console.error(&format!("{} cannot be written: {why}", path.display()))?;
    Err(Stop::Said(Exit::Trouble))
}

/// `NN-last-segment`, with an extension that follows from the MIME type where the segment has none.
fn name(item: &Item, number: usize, of: usize) -> String {
    let digits = of.to_string().len().max(2);
    let segment = safe(last_segment(item.uri().as_str()));
    let extension = match has_extension(&segment) {
        true => String::new(),
        false => format!(".{}", extension(item)),
    };
    format!("{number:0digits$}-{segment}{extension}")
}

/// The last segment of the path that is not empty; of a URI without slashes, what stands behind its last colon.
fn last_segment(uri: &str) -> &str {
    let path = uri.find(['?', '#']).and_then(|end| uri.get(..end)).unwrap_or(uri);
    path.rsplit(['/', ':']).find(|segment| !segment.is_empty()).unwrap_or_default()
}

/// The segment with everything outside `[A-Za-z0-9._-]`, and each escape as a whole, as `_`. Dots at the ends
/// go: they hide files, and some systems drop them.
fn safe(segment: &str) -> String {
    let mut out = String::new();
    let mut rest = segment.chars();
    while let Some(character) = rest.next() {
        match character {
            'A'..='Z' | 'a'..='z' | '0'..='9' | '.' | '_' | '-' => out.push(character),
            '%' => {
                // The two digits behind it.
                let _ = rest.nth(1);
                out.push('_');
            }
            _ => out.push('_'),
        }
    }
    // Only ASCII by now, so any byte is a boundary.
    out.truncate(SEGMENT);
    match out.trim_matches('.') {
        "" => "item".to_owned(),
        name => name.to_owned(),
    }
}

/// Whether the name ends like `.md`: a dot and up to five letters or digits, one of them a letter.
fn has_extension(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, end)| {
        (1..=5).contains(&end.len())
            && end.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && end.bytes().any(|byte| byte.is_ascii_alphabetic())
    })
}

fn extension(item: &Item) -> &'static str {
    let essence = item.mime_type().split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match &*essence {
        "application/gzip" => "gz",
        "application/javascript" | "text/javascript" => "js",
        "application/json" => "json",
        "application/pdf" => "pdf",
        "application/toml" => "toml",
        "application/xml" | "text/xml" => "xml",
        "application/yaml" | "text/yaml" => "yaml",
        "application/zip" => "zip",
        "audio/mpeg" => "mp3",
        "audio/wav" => "wav",
        "image/gif" => "gif",
        "image/jpeg" => "jpg",
        "image/png" => "png",
        "image/svg+xml" => "svg",
        "image/webp" => "webp",
        "text/css" => "css",
        "text/csv" => "csv",
        "text/html" => "html",
        "text/markdown" => "md",
        "video/mp4" => "mp4",
        _ if essence.ends_with("+json") => "json",
        _ if essence.ends_with("+xml") => "xml",
        _ => match item.body() {
            Body::Text(_) => "txt",
            Body::Bytes(_) => "bin",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe() {
        for (uri, expected) in [
            ("a://h/b/c.md", "c.md"),
            ("a://h/b/Anne%20Marie", "Anne_Marie"),
            ("a://h/..%2F..%2Fetc", "_.._etc"),
            ("a://h/.profile", "profile"),
            ("a://h/...", "item"),
            ("a://h/x/", "x"),
            ("a://h/x?q=/y#/z", "x"),
            ("a://h", "h"),
            ("urn:isbn:045", "045"),
            ("a:", "a"),
            ("a://h/caf%C3%A9;v=1", "caf___v_1"),
        ] {
            assert_eq!(safe(last_segment(uri)), expected, "{uri}");
        }
        assert_eq!(safe(&"x".repeat(3000)).len(), SEGMENT);
    }

    #[test]
    fn extensions() {
        for (name, expected) in [
            ("a.md", true),
            ("a.1", false),
            ("a", false),
            ("a.", false),
            ("a.tar.gz", true),
            ("v1.2rc", true),
        ] {
            assert_eq!(has_extension(name), expected, "{name}");
        }
    }
}
