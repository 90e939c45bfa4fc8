//! Text or bytes, and with which MIME type.

use crate::site::{Site, failure, issues};
use wayleave_bodies::wayleave::{
    Gateway,
    resource::{Body, IssueCode, ReadFailureKind as Kind},
};

const FILES: &str =
    "  - name: file\n    uriTemplate: docs://x/{name}\n    body: { store: docs, path: '{name}' }\n";
const LATIN: &[u8] = b"caf\xe9";

fn stated(mime_type: &str) -> String {
    format!(
        "  - name: file\n    uri: docs://x\n    mimeType: {mime_type}\n    body: {{ store: docs, path: file.txt }}\n"
    )
}

async fn read(gateway: &Gateway<()>, uri: &str) -> (String, Body) {
    let item = gateway.read(&(), uri).await.unwrap().into_items().remove(0);
    (item.mime_type().to_owned(), item.body().clone())
}

// G7
#[tokio::test]
async fn the_stated_type_decides() {
    let site = Site::new(&[("file.txt", "café".as_bytes())]);
    for mime_type in ["text/plain", "application/json", "image/svg+xml", "application/x-yaml"] {
        let gateway = site.gateway("", &stated(mime_type));
        assert_eq!(read(&gateway, "docs://x").await, (mime_type.into(), Body::Text("café".into())));
    }
    for mime_type in ["image/png", "application/octet-stream", "text/plain;charset=iso-8859-1"] {
        let gateway = site.gateway("", &stated(mime_type));
        assert_eq!(read(&gateway, "docs://x").await, (mime_type.into(), Body::Bytes("café".into())));
    }
}

// G7, G17
#[tokio::test]
async fn a_text_type_over_other_bytes_is_invalid_content() {
    let site = Site::new(&[("file.txt", LATIN), ("good.txt", b"good"), ("bad.json", LATIN)]);
    let gateway = site.gateway("", &stated("text/plain"));
    assert_eq!(*failure(&gateway, "docs://x").await.kind(), Kind::NothingDelivered);

    let bundle = "  - name: all\n    uri: docs://all\n    bundle: [docs://x/good.txt, docs://x/bad.json]\n";
    let all = site.gateway("", &format!("{FILES}{bundle}")).read(&(), "docs://all").await.unwrap();
    assert_eq!(issues(&all), [(IssueCode::InvalidContent, "docs://x/bad.json")]);
}

// G7
#[tokio::test]
async fn without_a_stated_type_the_name_decides_and_then_the_content() {
    let site = Site::new(&[
        ("a.md", b"# A"),
        ("a.PNG", b"text, by chance"),
        ("a.unheard-of", b"text"),
        ("plain", "\u{feff}caf\u{e9}\r\n".as_bytes()),
        ("latin", LATIN),
        ("nul", b"a\0b"),
        ("empty", b""),
    ]);
    let gateway = site.gateway("", FILES);
    let text = |mime_type: &str, text: &'static str| (mime_type.to_owned(), Body::Text(text.into()));
    let bytes = |mime_type: &str, bytes: &'static [u8]| (mime_type.to_owned(), Body::Bytes(bytes.into()));
    assert_eq!(read(&gateway, "docs://x/a.md").await, text("text/markdown", "# A"));
    assert_eq!(read(&gateway, "docs://x/a.PNG").await, bytes("image/png", b"text, by chance"));
    assert_eq!(read(&gateway, "docs://x/a.unheard-of").await, text("text/plain", "text"));
    // Not a byte is changed.
    assert_eq!(read(&gateway, "docs://x/plain").await, text("text/plain", "\u{feff}café\r\n"));
    assert_eq!(read(&gateway, "docs://x/latin").await, bytes("application/octet-stream", LATIN));
    assert_eq!(read(&gateway, "docs://x/nul").await, bytes("application/octet-stream", b"a\0b"));
    assert_eq!(read(&gateway, "docs://x/empty").await, text("text/plain", ""));
}
