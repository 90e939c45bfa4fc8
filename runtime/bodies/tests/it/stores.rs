//! Stores through a gateway: what is served, what is refused, and how large it may be.

use std::fs::File;

use crate::site::{Site, failure, issues, items, not_found, text};
use wayleave_bodies::{
    BodiesError,
    wayleave::resource::{IssueCode, ReadFailureKind as Kind},
};

const FILES: &str =
    "  - name: file\n    uriTemplate: docs://x/{name}\n    body: { store: docs, path: '{name}' }\n";
const DEEP: &str = "  - name: deep\n    uriTemplate: docs://deep/{folder}/{name}\n    body: { store: docs, path: '{folder}/{name}.md' }\n";

// U6, quality: traversal
#[tokio::test]
async fn no_capture_leads_out_of_the_store() {
    let site = Site::new(&[("a", b"inside"), ("%2e%2e", b"a strange name")]);
    site.write("secret", "outside");
    site.write("secret.md", "outside");
    site.write("app-evil/x", "outside");
    site.write("app-evil/x.md", "outside");
    let gateway = site.gateway("", &format!("{FILES}{DEEP}"));

    assert_eq!(text(&gateway, "docs://x/a").await, "inside");
    // Decoded once: this is the name `%2e%2e`, and such a file there is.
    assert_eq!(text(&gateway, "docs://x/%252e%252e").await, "a strange name");

    for name in
        ["..%2F..%2Fetc", "%2e%2e", "..", "a%5c..", "%00", "%2Fetc%2Fpasswd", "..%2Fsecret", "..%5Csecret"]
    {
        assert_eq!(not_found(&gateway, &format!("docs://x/{name}")).await, Kind::BadCapture, "{name}");
    }
    for uri in [
        "docs://x/%252e%252e%252Fsecret",
        "docs://x/%0A",
        "docs://x/a%0Ab",
        "docs://x/none",
        "docs://deep/a/x",
    ] {
        assert_eq!(not_found(&gateway, uri).await, Kind::NotResolved, "{uri}");
    }
    for uri in [
        "docs://deep/../secret",
        "docs://deep/..%2Fapp-evil/x",
        "docs://deep/%2e%2e/secret",
        "docs://deep/sub/%2E",
    ] {
        assert_eq!(not_found(&gateway, uri).await, Kind::BadCapture, "{uri}");
    }
}

// quality: store escape
#[cfg(unix)]
#[tokio::test]
async fn links_and_special_files_are_not_found() {
    use std::os::unix::{fs::symlink, net::UnixListener};

    use rustix::fs::{CWD, FileType, Mode, mknodat};

    let site = Site::new(&[("a", b"inside"), ("sub/a.md", b"inside")]);
    site.write("app-evil/x.md", "outside");
    let at = |path: &str| site.path().join("app").join(path);
    symlink(site.path().join("app-evil/x.md"), at("out")).unwrap();
    symlink("a", at("in")).unwrap();
    symlink("../app-evil", at("out-dir")).unwrap();
    symlink("sub", at("in-dir")).unwrap();
    symlink("nowhere", at("broken")).unwrap();
    mknodat(CWD, at("fifo"), FileType::Fifo, Mode::RWXU, 0).unwrap();
    let _socket = UnixListener::bind(at("socket")).unwrap();
    let gateway = site.gateway("", &format!("{FILES}{DEEP}"));

    for uri in [
        "x/out",
        "x/in",
        "x/broken",
        "x/fifo",
        "x/socket",
        "x/sub",
        "deep/out-dir/x",
        "deep/in-dir/a",
        "deep/fifo/a",
    ] {
        assert_eq!(not_found(&gateway, &format!("docs://{uri}")).await, Kind::NotResolved, "{uri}");
    }
    assert_eq!(text(&gateway, "docs://deep/sub/a").await, "inside");
}

// quality: store escape
#[cfg(unix)]
#[tokio::test]
async fn devices_are_not_found() {
    use wayleave_bodies::manifest::{Source, check};

    let source = Source::new(
        "devices.yaml",
        format!(
            "wayleave: 1\nserver: {{ name: test, version: '1' }}\npolicy: open\nstores: {{ docs: {{ url: /dev }} }}\nresources:\n{FILES}"
        ),
    );
    let manifest = check(&source, None).manifest.unwrap();
    let gateway = wayleave_bodies::gateway(&manifest, std::path::Path::new("/")).unwrap();
    for device in ["null", "zero", "random"] {
        assert_eq!(not_found(&gateway, &format!("docs://x/{device}")).await, Kind::NotResolved, "{device}");
    }
}

// G4, G9
#[tokio::test]
async fn an_absent_object_is_not_found_alone_and_a_failure_in_a_bundle() {
    let site = Site::new(&[("a", b"here")]);
    let bundle = "  - name: both\n    uri: docs://both\n    bundle: [docs://x/gone, docs://x/a]\n";
    let gateway = site.gateway("", &format!("{FILES}{bundle}"));
    assert_eq!(not_found(&gateway, "docs://x/gone").await, Kind::NotResolved);
    let both = gateway.read(&(), "docs://both").await.unwrap();
    assert_eq!(items(&both), [("docs://x/a", "here")]);
    assert_eq!(issues(&both), [(IssueCode::ReadFailed, "docs://x/gone")]);
}

#[tokio::test]
async fn a_folder_that_is_gone_is_a_failure_and_not_an_absence() {
    let site = Site::new(&[("a", b"here")]);
    let gateway = site.gateway("", FILES);
    std::fs::rename(site.path().join("app"), site.path().join("moved")).unwrap();
    let failed = failure(&gateway, "docs://x/a").await;
    assert_eq!(*failed.kind(), Kind::ResolveFailed);
    std::fs::rename(site.path().join("moved"), site.path().join("app")).unwrap();
    assert_eq!(text(&gateway, "docs://x/a").await, "here");
}

// G7, G20
#[tokio::test]
async fn an_object_of_exactly_the_limit_is_read_and_one_byte_more_is_not() {
    let site = Site::new(&[("empty", b""), ("ten", b"0123456789"), ("eleven", b"0123456789x")]);
    let bundle =
        "  - name: all\n    uri: docs://all\n    bundle: [docs://x/eleven, docs://x/ten, docs://x/empty]\n";
    let gateway = site.gateway("maxItemPayload: 10", &format!("{FILES}{bundle}"));
    assert_eq!(text(&gateway, "docs://x/empty").await, "");
    assert_eq!(text(&gateway, "docs://x/ten").await, "0123456789");
    assert_eq!(*failure(&gateway, "docs://x/eleven").await.kind(), Kind::NothingDelivered);
    // One that is too large alone does not end the admission of others.
    let all = gateway.read(&(), "docs://all").await.unwrap();
    assert_eq!(items(&all), [("docs://x/ten", "0123456789"), ("docs://x/empty", "")]);
    assert_eq!(issues(&all), [(IssueCode::BudgetExceeded, "docs://x/eleven")]);
}

// G7, quality: bodies
#[tokio::test]
async fn ten_gigabytes_are_refused_by_their_size() {
    let site = Site::new(&[("a", b"small")]);
    let huge = File::create(site.path().join("app/huge")).unwrap();
    huge.set_len(10 << 30).unwrap();
    let bundle = "  - name: both\n    uri: docs://both\n    bundle: [docs://x/huge, docs://x/a]\n";
    let gateway = site.gateway("", &format!("{FILES}{bundle}"));
    assert_eq!(*failure(&gateway, "docs://x/huge").await.kind(), Kind::NothingDelivered);
    let both = gateway.read(&(), "docs://both").await.unwrap();
    assert_eq!(items(&both), [("docs://x/a", "small")]);
    assert_eq!(issues(&both), [(IssueCode::BudgetExceeded, "docs://x/huge")]);
}

#[test]
fn a_store_without_a_folder_is_named() {
    let site = Site::new(&[]);
    std::fs::remove_dir(site.path().join("app")).unwrap();
    let error = site.try_gateway("", FILES).unwrap_err();
    assert!(matches!(&error, BodiesError::Store { store, .. } if **store == *"docs"), "{error:?}");
    assert_eq!(error.to_string(), "the folder of the store \"docs\" cannot be opened");
}
