//! The macro and the command give the same code, and say the same of what is wrong.

use proc_macro2::TokenStream;
use quote::quote;

use super::*;

/// Every kind of entry that the core serves alone.
const PLAIN: &str = "\
wayleave: 1
server: { name: club, version: 1.0.0, title: 'Sailing */ club' }
policy: open
limits: { maxItems: 64, readTimeout: 5s }
resources:
  - name: welcome
    uri: club://welcome
    title: Welcome
    description: \"Where everyone starts.\\n\\n    let code = 1;\\n\\n```\\nmore\\n```\"
    annotations: { audience: [user, assistant], priority: 0.9, lastModified: '2026-01-31' }
    cache: { ttl: 5m, scope: public }
    icons: [{ src: 'https://example.com/i.png', mimeType: image/png, sizes: [48x48], theme: dark }]
    size: 10
    meta: { all: [1, -2, 2.5, text, true, null, { deep: 0.1 }] }
    body: { text: \"# Welcome\\n\" }
  - name: rota
    uriTemplate: club://rota/{week}/{type}
    captures: { week: { type: u32 }, type: { complete: { values: [late, early] } } }
    overlaps: allow
    handler: true
  - name: club news
    rust: LatestNews
    uri: club://news
    handler: true
  - name: tide
    uriTemplate: club:tide/{metres}/{port}?tide#now
    captures: { metres: { type: f64 } }
    body: { text: High. }
  - name: all
    uriTemplate: club://all/{port}
    bundle: [club://welcome, 'club://rota/49/{port}']
";

fn source(text: &str) -> (Source, Manifest) {
    let source = Source::new("club.yaml", text);
    let checked = wayleave_manifest::check(&source, None);
    let defects: Vec<_> = checked.defects.iter().map(|defect| defect.render(&source)).collect();
    let manifest = checked.manifest.unwrap_or_else(|| panic!("{}", defects.join("\n")));
    (source, manifest)
}

fn entries(entries: &str) -> String {
    format!("wayleave: 1\nserver: {{ name: t, version: 1.0.0 }}\npolicy: open\nresources:\n{entries}")
}

/// The items in the macro's module.
fn inside(expansion: TokenStream) -> TokenStream {
    let module: syn::ItemMod = syn::parse2(expansion).unwrap();
    let items = module.content.unwrap().1;
    let attributes = module.attrs;
    quote!(#(#attributes)* #(#items)*)
}

#[test]
fn the_macro_and_the_file_are_the_same_code() {
    let (source, manifest) = source(PLAIN);
    let file = rust(&source, &manifest, "manifest").unwrap();
    let expanded = inside(expand(quote!(core = ::wayleave; mod club = inline #PLAIN)));
    let code = file.splitn(3, '\n').nth(2).unwrap();
    assert_eq!(file::format(expanded), code);
}

#[test]
fn the_code_is_the_same_every_time() {
    let (source, manifest) = source(PLAIN);
    let code = rust(&source, &manifest, "club.yaml").unwrap();
    assert_eq!(rust(&source, &manifest, "club.yaml").unwrap(), code);
    assert!(!code.contains(env!("CARGO_MANIFEST_DIR")));
    insta::assert_snapshot!("plain", code);
}

#[test]
fn bodies_are_read_at_run_time() {
    let text = entries(
        "  - name: greeting\n    uriTemplate: hall://{who}/x\n    body: { template: 'Hello, {{ who }}.' }\n",
    )
    .replace("hall://{who}/x", "hall://x/{who}")
        + "  - name: rota\n    uri: hall://rota\n    handler: true\n";
    let (source, manifest) = source(&text);
    insta::assert_snapshot!("bodies", rust(&source, &manifest, "club.yaml").unwrap());
}

fn faults(text: &str, crates: &Crates) -> Vec<String> {
    let (_, manifest) = source(text);
    let faults = items(&manifest, crates, "club.yaml", quote!("")).map(drop).unwrap_err();
    faults.iter().map(|fault| format!("{}: {}", fault.place(), fault.message())).collect()
}

fn core() -> Crates {
    Crates { core: quote!(::wayleave), bodies: None }
}

#[test]
fn every_name_that_is_none_is_told() {
    let text = entries(
        "  - { name: '✨', uri: 'a:1', body: { text: x } }
  - { name: 3d, uri: 'a:2', body: { text: x } }
  - { name: Self, uri: 'a:3', body: { text: x } }
  - { name: weekly rota, uri: 'a:4', body: { text: x } }
  - { name: weeklyRota, uri: 'a:5', body: { text: x } }
  - { name: other, rust: Weekly_Rota, uri: 'a:6', body: { text: x } }
  - { name: handlers, uri: 'a:7', body: { text: x } }
  - { name: page, uriTemplate: 'a:page/{self}/{_}/{type}', body: { text: x } }
",
    );
    assert_eq!(
        faults(&text, &core()),
        [
            "5:13: the Rust name of `✨` holds no letter that a name in Rust could have",
            "6:13: the Rust name of `3d` would start with a digit",
            "7:13: the Rust name of `Self` would be `Self`, which Rust keeps for itself",
            "9:13: the Rust name of `weeklyRota` would be `WeeklyRota`, as is that of `weekly rota` on line 8",
            "10:13: the Rust name of `other`, `Weekly_Rota`, would be `WeeklyRota`, as is that of `weekly rota` on line 8",
            "11:13: the Rust name of `handlers` would be `Handlers`, the trait's own name",
            "12:13: no field in Rust can be called `self`, as the variable is",
            "12:13: no field in Rust can be called `_`, as the variable is",
        ]
    );
}

#[test]
fn what_the_core_does_not_serve_names_who_does() {
    let text = entries(
        "  - { name: a, uri: 'a:1', body: { store: docs, path: a.md } }
  - { name: b, uri: 'a:2', body: { template: x } }
  - { name: c, uriTemplate: 'a:{x}', captures: { x: { complete: { store: docs, glob: '*.md' } } }, handler: true }
",
    ) + "stores: { docs: { url: ./docs } }\n";
    let told = faults(&text, &core());
    assert_eq!(told.len(), 3, "{told:?}");
    let (source, manifest) = source(&text);
    assert!(
        rust(&source, &manifest, "club.yaml")
            .unwrap()
            .contains("::wayleave_bodies::generated::resources_with")
    );
}

// G29
#[test]
fn a_handler_has_no_public_cache() {
    let text = entries("  - { name: a, uri: 'a:1', cache: { ttl: 1m, scope: public }, handler: true }\n");
    assert_eq!(
        faults(&text, &core()),
        ["5:13: `a` has a handler, which knows the caller, and a public cache"]
    );
}

#[test]
fn every_defect_is_an_error_of_its_own() {
    let text = entries(
        "  - { name: a, uri: 'a:%zz', body: { text: x } }\n  - { name: b, uri: 'a@', body: { text: x } }\n",
    );
    let expansion = expand(quote!(core = ::wayleave; inline #text)).to_string();
    assert_eq!(expansion.matches("compile_error").count(), 2, "{expansion}");
    assert!(expansion.contains("manifest:5:"), "{expansion}");
}

#[test]
fn only_what_is_missing_is_written() {
    let (_, manifest) = source(PLAIN);
    let all = stubs(&manifest, "crate::club").unwrap();
    assert_eq!(missing(&manifest, "crate::club", &all).unwrap(), "");
    let without = all.replace("async fn latest_news", "async fn old_news");
    let lacking = missing(&manifest, "crate::club", &without).unwrap();
    assert!(lacking.contains("async fn latest_news(") && !lacking.contains("fn rota"), "{lacking}");
    let elsewhere = "mod inner { impl Other for X { fn rota() {} fn latest_news() {} } }";
    assert!(missing(&manifest, "crate::club", elsewhere).unwrap().contains("fn rota"));
    let inner = "mod inner { impl<T> super::Handlers for X<T> { fn rota() {} fn latest_news() {} } }";
    assert_eq!(missing(&manifest, "crate::club", inner).unwrap(), "");
    assert!(matches!(missing(&manifest, "crate::club", "fn {"), Err(StubsError::Syntax(_))));
    assert!(matches!(stubs(&manifest, "no path"), Err(StubsError::Module)));
    let (_, none) = source(&entries("  - { name: a, uri: 'a:1', body: { text: x } }\n"));
    assert!(matches!(stubs(&none, "crate::club"), Err(StubsError::NoHandlers)));
}
