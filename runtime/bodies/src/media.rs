//! Text or bytes: what a stored object is delivered as.
//!
//! The definition's MIME type decides; without one the file name's extension does; without either, whether the
//! content is text. Nothing is converted: a text type whose bytes are not UTF-8 is invalid content, never
//! patched up.

use bytes::Bytes;
use wayleave::resource::Payload;

use crate::fault::Fault;

/// The types of the common extensions, sorted. A table of our own: what is missing is still told text from bytes,
/// and an author who cares states the type.
const EXTENSIONS: &[(&str, &str)] = &[
    ("avif", "image/avif"),
    ("bmp", "image/bmp"),
    ("css", "text/css"),
    ("csv", "text/csv"),
    ("gif", "image/gif"),
    ("gz", "application/gzip"),
    ("htm", "text/html"),
    ("html", "text/html"),
    ("ico", "image/vnd.microsoft.icon"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("js", "text/javascript"),
    ("json", "application/json"),
    ("jsonl", "application/jsonl"),
    ("log", "text/plain"),
    ("md", "text/markdown"),
    ("mjs", "text/javascript"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("ogg", "audio/ogg"),
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("tar", "application/x-tar"),
    ("tif", "image/tiff"),
    ("tiff", "image/tiff"),
    ("toml", "application/toml"),
    ("tsv", "text/tab-separated-values"),
    ("txt", "text/plain"),
    ("wasm", "application/wasm"),
    ("wav", "audio/wav"),
    ("webm", "video/webm"),
    ("webp", "image/webp"),
    ("xml", "application/xml"),
    ("yaml", "application/yaml"),
    ("yml", "application/yaml"),
    ("zip", "application/zip"),
];

/// The types outside `text/` whose content is text, by the part behind the slash, sorted.
const TEXT_APPLICATIONS: &[&str] = &[
    "ecmascript",
    "graphql",
    "javascript",
    "json",
    "json5",
    "jsonl",
    "sql",
    "toml",
    "x-javascript",
    "x-ndjson",
    "x-sh",
    "x-toml",
    "x-yaml",
    "xml",
    "xml-dtd",
    "yaml",
];

/// The suffixes of types whose content is text.
const TEXT_SUFFIXES: &[&str] = &["+json", "+json-seq", "+xml", "+yaml"];

/// The payload of an object: `stated` is the definition's MIME type, `name` the object's file name.
///
/// # Errors
/// [`Fault::NotText`] for a text type whose bytes are not UTF-8.
pub(crate) fn payload(bytes: Bytes, stated: Option<&str>, name: &str) -> Result<Payload, Fault> {
    match (stated, by_extension(name)) {
        (Some(stated), _) => of_type(bytes, stated),
        (None, Some(known)) => Ok(of_type(bytes, known)?.with_mime_type(known)),
        // A NUL is UTF-8 and no text.
        (None, None) if bytes.contains(&0) => Ok(Payload::bytes(bytes)),
        (None, None) => match std::str::from_utf8(&bytes) {
            Ok(_) => Ok(Payload::text(text(bytes)?)),
            Err(_) => Ok(Payload::bytes(bytes)),
        },
    }
}

fn of_type(bytes: Bytes, mime_type: &str) -> Result<Payload, Fault> {
    if is_text(mime_type) { Ok(Payload::text(text(bytes)?)) } else { Ok(Payload::bytes(bytes)) }
}

/// The bytes as text, without a copy where nothing else holds them.
fn text(bytes: Bytes) -> Result<String, Fault> {
    String::from_utf8(bytes.into()).map_err(|error| Fault::NotText(error.utf8_error().into()))
}

fn by_extension(name: &str) -> Option<&'static str> {
    // A name that is nothing but an extension, such as `.json`, has none.
    let (_, extension) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty())?;
    let extension = extension.to_ascii_lowercase();
    let found = EXTENSIONS.binary_search_by_key(&&*extension, |(known, _)| known).ok()?;
    EXTENSIONS.get(found).map(|(_, mime_type)| *mime_type)
}

/// Whether content of this type is delivered as text.
fn is_text(mime_type: &str) -> bool {
    let lower = mime_type.to_ascii_lowercase();
    let mut parts = lower.split(';').map(str::trim);
    let (kind, subtype) = parts.next().and_then(|essence| essence.split_once('/')).unwrap_or_default();
    // Text in another encoding is handed on as it is, since nothing is converted here.
    let charset = parts.find_map(|parameter| parameter.strip_prefix("charset="));
    if charset.is_some_and(|charset| !["utf-8", "utf8", "us-ascii"].contains(&charset.trim_matches('"'))) {
        return false;
    }
    kind == "text"
        || (kind == "application" && TEXT_APPLICATIONS.binary_search(&subtype).is_ok())
        || TEXT_SUFFIXES.iter().any(|suffix| subtype.ends_with(suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(EXTENSIONS.is_sorted());
        assert!(TEXT_APPLICATIONS.is_sorted());
    }

    #[test]
    fn types_are_text_or_bytes() {
        let text = [
            "text/plain",
            "TEXT/HTML",
            "text/plain; charset=UTF-8",
            "text/plain;charset=\"utf-8\"",
            "application/json",
            "application/ld+json",
            "application/yaml",
            "application/xml",
            "image/svg+xml",
            "application/javascript",
        ];
        for mime_type in text {
            assert!(is_text(mime_type), "{mime_type}");
        }
        let bytes = [
            "image/png",
            "application/octet-stream",
            "application/pdf",
            "audio/xml",
            "text/plain; charset=iso-8859-1",
            "application/zip+x",
            "nonsense",
        ];
        for mime_type in bytes {
            assert!(!is_text(mime_type), "{mime_type}");
        }
    }

    #[test]
    fn extensions_give_types() {
        assert_eq!(by_extension("a.b.MD"), Some("text/markdown"));
        for name in ["md", ".md", "a.", "a.unheard-of", ""] {
            assert_eq!(by_extension(name), None, "{name}");
        }
    }
}
