//! Completion: values of the manifest, and names in a store (G27).

use crate::site::Site;
use wayleave_bodies::wayleave::Gateway;

async fn completed(gateway: &Gateway<()>, template: &str, typed: &str) -> (Vec<String>, bool) {
    let variable = template.split(['{', '}']).nth(1).unwrap();
    let completion = gateway.complete(&(), template, variable, typed, &[]).await.unwrap();
    (completion.values().to_vec(), completion.has_more())
}

fn entry(complete: &str) -> String {
    entry_of("string", complete)
}

fn entry_of(kind: &str, complete: &str) -> String {
    format!(
        "  - name: file\n    uriTemplate: docs://x/{{name}}\n    \
         captures: {{ name: {{ type: {kind}, complete: {{ {complete} }} }} }}\n    \
         body: {{ store: docs, path: '{{name}}' }}\n"
    )
}

// G27
#[tokio::test]
async fn the_star_of_a_glob_gives_the_values_sorted() {
    let site = Site::new(&[
        ("pages/pay.md", b""),
        ("pages/leave.md", b""),
        ("pages/pension.md", b""),
        ("pages/.md", b""),
        ("pages/pay.txt", b""),
        ("pages/deep/pit.md", b""),
        ("pages/a\\b.md", b""),
        ("pages/p\n.md", b""),
        ("other/p.md", b""),
        ("p.md", b""),
    ]);
    let gateway = site.gateway("", &entry("store: docs, glob: 'pages/*.md'"));
    for (typed, values) in [
        ("", &["leave", "pay", "pension"][..]),
        ("p", &["pay", "pension"]),
        ("pay", &["pay"]),
        ("P", &[]),
        ("../", &[]),
        ("pages/", &[]),
    ] {
        let expected = (values.iter().map(|value| (*value).to_owned()).collect(), false);
        assert_eq!(completed(&gateway, "docs://x/{name}", typed).await, expected, "{typed}");
    }
    let root = site.gateway("", &entry("store: docs, glob: '*.md'"));
    assert_eq!(completed(&root, "docs://x/{name}", "").await.0, ["p"]);
    let inner = site.gateway("", &entry("store: docs, glob: 'pages/p*n.md'"));
    assert_eq!(completed(&inner, "docs://x/{name}", "").await.0, ["ensio"]);
}

// G27
#[tokio::test]
async fn a_star_may_be_a_folder() {
    let site =
        Site::new(&[("teams/deck/index.md", b""), ("teams/yard/index.md", b""), ("teams/yard.md", b"")]);
    site.write("app/teams/empty/other.md", "");
    let gateway = site.gateway("", &entry("store: docs, glob: 'teams/*/index.md'"));
    assert_eq!(completed(&gateway, "docs://x/{name}", "").await.0, ["deck", "yard"]);
    assert_eq!(completed(&gateway, "docs://x/{name}", "y").await.0, ["yard"]);
}

// G27
#[tokio::test]
async fn at_most_a_hundred_are_given_and_the_first_of_them() {
    let site = Site::new(&[("pages/none", b"")]);
    (0..150).for_each(|index| site.write(&format!("app/pages/{index:03}.md"), ""));
    let gateway = site.gateway("", &entry("store: docs, glob: 'pages/*.md'"));
    let (values, has_more) = completed(&gateway, "docs://x/{name}", "").await;
    assert_eq!((values.len(), &*values[0], &*values[99], has_more), (100, "000", "099", true));
    let (values, has_more) = completed(&gateway, "docs://x/{name}", "0").await;
    assert_eq!((values.len(), has_more), (100, false));
}

// U6
#[tokio::test]
async fn a_value_is_one_that_can_be_read() {
    let site = Site::new(&[("7", b""), ("7.md", b""), ("seven", b""), ("300", b"")]);
    let gateway = site.gateway("", &entry_of("u8", "store: docs, glob: '*'"));
    assert_eq!(completed(&gateway, "docs://x/{name}", "").await.0, ["7"]);
}

// quality: store escape
#[cfg(unix)]
#[tokio::test]
async fn links_are_not_offered() {
    let site = Site::new(&[("pages/a.md", b"")]);
    site.write("secret/b.md", "");
    std::os::unix::fs::symlink(site.path().join("secret/b.md"), site.path().join("app/pages/b.md")).unwrap();
    std::os::unix::fs::symlink(site.path().join("secret"), site.path().join("app/linked")).unwrap();
    let gateway = site.gateway("", &entry("store: docs, glob: 'pages/*.md'"));
    assert_eq!(completed(&gateway, "docs://x/{name}", "").await.0, ["a"]);
    let linked = site.gateway("", &entry("store: docs, glob: 'linked/*.md'"));
    assert_eq!(completed(&linked, "docs://x/{name}", "").await, (Vec::new(), false));
}

#[tokio::test]
async fn a_folder_that_is_not_there_has_no_values() {
    let site = Site::new(&[]);
    let gateway = site.gateway("", &entry("store: docs, glob: 'pages/*.md'"));
    assert_eq!(completed(&gateway, "docs://x/{name}", "").await, (Vec::new(), false));
    std::fs::remove_dir(site.path().join("app")).unwrap();
    assert!(gateway.complete(&(), "docs://x/{name}", "name", "", &[]).await.is_err());
}

// G27
#[tokio::test]
async fn stated_values_keep_their_order() {
    let site = Site::new(&[]);
    let gateway = site.gateway("", &entry("values: [yard, deck, office, dock]"));
    assert_eq!(completed(&gateway, "docs://x/{name}", "").await.0, ["yard", "deck", "office", "dock"]);
    assert_eq!(completed(&gateway, "docs://x/{name}", "d").await.0, ["deck", "dock"]);
    for (name, body) in [("text", "text: t"), ("template", "template: t")] {
        let other = format!(
            "  - name: {name}\n    uriTemplate: docs://y/{{name}}\n    \
             captures: {{ name: {{ complete: {{ values: [a] }} }} }}\n    body: {{ {body} }}\n"
        );
        let gateway = site.gateway("", &other);
        assert_eq!(completed(&gateway, "docs://y/{name}", "").await.0, ["a"], "{name}");
    }
    let bundle = "  - name: b\n    uriTemplate: docs://y/{name}\n    \
                  captures: { name: { complete: { values: [a] } } }\n    bundle: []\n";
    assert_eq!(completed(&site.gateway("", bundle), "docs://y/{name}", "").await.0, ["a"]);
}
