//! What a good manifest becomes.

use std::path::PathBuf;
use std::time::Duration;

use wayleave_manifest::{
    Body, BundleItem, CaptureType, Code, Complete, Location, Policy, Serves, Source, check as check_source,
    load,
};
use wayleave_model::{CacheScope, Limits, Role};

use crate::{check, codes, with_entries};

const HANDBOOK: &str = r##"# yaml-language-server: $schema=../../schemas/manifest.v1.json
wayleave: 1
server: { name: handbook, version: 1.4.0, title: Staff handbook, instructions: Read the welcome page first. }
policy: open
limits: { maxItems: 64, readTimeout: 5s }
stores:
  docs: { url: "./content" }
resources:
  - name: welcome
    uri: handbook://staff/welcome
    title: Welcome
    description: Where everyone starts.
    mimeType: text/markdown
    annotations: { audience: [user, assistant], priority: 0.9 }
    cache: { ttl: 5m, scope: public }
    body: { text: "# Welcome\n" }
  - name: page
    uriTemplate: handbook://staff/page/{slug}
    captures: { slug: { type: string, complete: { store: docs, glob: "pages/*.md" } } }
    mimeType: text/markdown
    body: { store: docs, path: "pages/{slug}.md" }
  - name: greeting
    uriTemplate: handbook://staff/greet/{who}
    body: { template: "Hello, {{ who }}." }
  - name: onboarding
    uriTemplate: handbook://staff/team/{team}/onboarding
    bundle:
      - handbook://staff/welcome
      - handbook://staff/page/{team}
  - name: rota
    uriTemplate: handbook://staff/rota/{week}
    captures: { week: { type: u32 } }
    mimeType: application/json
    handler: true
"##;

#[test]
fn the_handbook() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("content/pages")).unwrap();
    let path = folder.path().join("handbook.yaml");
    std::fs::write(&path, HANDBOOK).unwrap();
    let checked = check_source(&load(&path).unwrap(), Some(folder.path()));
    assert_eq!(checked.defects, []);
    let manifest = checked.manifest.unwrap();

    assert_eq!(manifest.server.version, "1.4.0");
    assert_eq!(manifest.policy, Policy::Open);
    let expected = Limits { max_items: 64, read_timeout: Duration::from_secs(5), ..Limits::default() };
    assert_eq!(manifest.limits, expected);
    assert_eq!(manifest.store("docs").unwrap().location, Location::Folder(PathBuf::from("./content")));

    let [welcome, page, greeting, onboarding, rota] = manifest.resources.as_slice() else { panic!() };
    assert_eq!(welcome.definition.name(), "welcome");
    assert_eq!(welcome.definition.annotations().audience, [Role::User, Role::Assistant]);
    assert_eq!(welcome.definition.cache().unwrap().scope, CacheScope::Public);
    assert_eq!(welcome.definition.cache().unwrap().ttl, Duration::from_secs(300));
    assert_eq!(welcome.serves, Serves::Body(Body::Text("# Welcome\n".into())));
    assert_eq!(welcome.place.line, 9);

    let Serves::Body(Body::Store { store, path }) = &page.serves else { panic!() };
    assert_eq!((store.as_str(), path.fill(&["leave"]).unwrap().as_str()), ("docs", "pages/leave.md"));
    let Some(Complete::Store { glob, .. }) = &page.captures[0].complete else { panic!() };
    assert_eq!(glob.value("pages/leave.md"), Some("leave"));

    assert_eq!(greeting.serves, Serves::Body(Body::Template("Hello, {{ who }}.".into())));
    let Serves::Bundle(items) = &onboarding.serves else { panic!() };
    assert!(matches!(&items[0], BundleItem::Uri(uri) if uri.as_str() == "handbook://staff/welcome"));
    assert!(matches!(&items[1], BundleItem::Template { captures, .. } if *captures == [0]));
    assert_eq!(rota.serves, Serves::Handler);
    assert_eq!(rota.captures[0].kind, CaptureType::U32);
}

#[test]
fn values_left_out_have_their_defaults() {
    let manifest = check(&with_entries(
        "  - { name: n, uriTemplate: 'a:/{x}/{y}', handler: true, cache: { ttl: 1s } }\n",
    ))
    .manifest
    .unwrap();
    assert_eq!(manifest.limits, Limits::default());
    let entry = &manifest.resources[0];
    assert_eq!(entry.definition.cache().unwrap().scope, CacheScope::Private);
    let names: Vec<&str> = entry.captures.iter().map(|capture| capture.name.as_str()).collect();
    assert_eq!(names, ["x", "y"]);
    assert_eq!(entry.captures[0].kind, CaptureType::String);
}

// G19: zero means the default.
#[test]
fn zero_is_the_default() {
    let yaml = format!("{}limits: {{ maxItems: 0, readTimeout: 0 }}\n", with_entries("  []\n"));
    assert_eq!(check(&yaml).manifest.unwrap().limits, Limits::default());
}

// G19: the place is that of the limit that was written.
#[test]
fn limit_conflicts_stand_where_they_were_made() {
    let yaml = format!("{}limits:\n  maxItems: 3\n  reportPayload: 32MiB\n", with_entries("  []\n"));
    let checked = check(&yaml);
    assert_eq!(codes(&checked), [Code::LimitConflict]);
    assert_eq!(checked.defects[0].place.line, 8);
}

// U7
#[test]
fn overlaps_may_be_allowed() {
    let pair = |allow: &str| {
        codes(&check(&with_entries(&format!(
            "  - {{ name: a, uriTemplate: 'a:/{{x}}/b', handler: true{allow} }}\n  - {{ name: b, uriTemplate: 'a:/a/{{y}}', handler: true }}\n"
        ))))
    };
    assert_eq!(pair(""), [Code::Overlap]);
    assert_eq!(pair(", overlaps: allow"), []);
}

// U5: a concrete URI inside a family is no overlap.
#[test]
fn concrete_uris_win() {
    let entries = "  - { name: a, uriTemplate: 'a:/{x}', handler: true }\n  - { name: b, uri: 'a:/b', handler: true }\n";
    assert_eq!(check(&with_entries(entries)).defects, []);
}

#[test]
fn defects_inside_scalars_of_every_style() {
    for (yaml, place) in [
        ("    uriTemplate: a://h/{x}/{x}\n", "6:29"),
        ("    uriTemplate: 'a://h/{x}/{x}'\n", "6:30"),
        ("    uriTemplate: \"a:\\x2f/h/{x}/{\\u0078}\"\n", "6:33"),
        ("    uriTemplate: |-\n      a://h/{x}/{x}\n", "7:18"),
        ("    uriTemplate: >-\n      a://h/{x}/{x}\n", "7:7"),
        ("    \"uriTemplate\":\n      a://h/{x}/{x}\n", "7:18"),
    ] {
        let checked = check(&with_entries(&format!("  - name: n\n{yaml}    handler: true\n")));
        assert_eq!(codes(&checked), [Code::BadTemplate], "{yaml}");
        assert_eq!(checked.defects[0].place.to_string(), place, "{yaml}");
    }
}

#[test]
fn faults_of_text_templates_stand_at_their_line() {
    let entry = "  - name: n\n    uriTemplate: a:/{who}\n    body:\n      template: |\n        Hello,\n";
    let broken = check(&with_entries(&format!(
        "{entry}        {{% if who %}}\n        {{{{ who + }}}}\n        {{% endif %}}\n"
    )));
    assert_eq!(codes(&broken), [Code::TemplateSyntax]);
    assert_eq!(broken.defects[0].place.line, 11);
    let undeclared = check(&with_entries(&format!("{entry}        {{{{ who }}}} {{{{ whom }}}}\n")));
    assert_eq!(codes(&undeclared), [Code::UndeclaredVariable]);
    assert_eq!(undeclared.defects[0].place.to_string(), "10:22");
    let local =
        check(&with_entries(&format!("{entry}        {{% for i in range(3) %}}{{{{ i }}}}{{% endfor %}}\n")));
    assert_eq!(codes(&local), []);
}

// G5 G30
#[test]
fn bundles_name_what_others_serve() {
    let rest = "  - { name: page, uriTemplate: 'a:/page/{slug}', handler: true }\n\
                \x20 - { name: week, uriTemplate: 'a:/week/{n}', captures: { n: { type: u8 } }, handler: true }\n\
                \x20 - { name: about, uri: 'a:/about/us', handler: true }\n\
                \x20 - { name: all, uri: 'a:/all', bundle: [] }\n";
    let bundle = |items: &str| {
        codes(&check(&with_entries(&format!(
            "  - {{ name: b, uriTemplate: 'a:/b/{{t}}/x', bundle: [{items}] }}\n{rest}"
        ))))
    };
    assert_eq!(bundle(""), []);
    assert_eq!(bundle("'a:/page/x', 'a:/page/{t}', 'a:/week/7', 'a:/week/{t}'"), []);
    assert_eq!(bundle("'a:/about/{t}'"), [], "some value is served");
    assert_eq!(bundle("'a:/week/256'"), [Code::UnservedItem], "the capture's type");
    assert_eq!(bundle("'a:/page/a%2Fb'"), [Code::UnservedItem], "U6");
    assert_eq!(bundle("'a:/nothing'"), [Code::UnservedItem]);
    assert_eq!(bundle("'a:/nothing/{t}'"), [Code::UnservedItem]);
    assert_eq!(bundle("'a:/all'"), [Code::NestedBundle]);
    assert_eq!(bundle("'a:/b/x/x'"), [Code::NestedBundle], "itself");
    assert_eq!(bundle("'a:/b/{t}/x'"), [Code::NestedBundle], "itself");
    assert_eq!(bundle("'a:/page/{u}'"), [Code::UnknownCapture]);
    assert_eq!(bundle("'a:/page/{t}.md'"), [Code::BadTemplate]);
    assert_eq!(bundle("'a:/page/x y'"), [Code::BadUri]);
    assert_eq!(bundle("'a:/page/x', 'a:/page/x'"), [Code::DuplicateItem]);
}

// U6
#[test]
fn completions_can_be_captured() {
    let values = |kind: &str, values: &str| {
        let capture = format!("captures: {{ x: {{ type: {kind}, complete: {{ values: [{values}] }} }} }}");
        codes(&check(&with_entries(&format!(
            "  - {{ name: n, uriTemplate: 'a:/{{x}}', handler: true, {capture} }}\n"
        ))))
    };
    assert_eq!(values("string", "a, 'b c', ü"), []);
    assert_eq!(values("u8", "1, 255"), []);
    assert_eq!(values("u8", "256"), [Code::BadValue]);
    assert_eq!(values("string", "'a/b', '..'"), [Code::BadValue, Code::BadValue]);
}

#[test]
fn several_faults_of_one_definition() {
    let entry = "  - name: n\n    uri: 'a b'\n    mimeType: text\n    annotations: { priority: 2, lastModified: never }\n    handler: true\n";
    let checked = check(&with_entries(entry));
    assert_eq!(codes(&checked), [Code::BadUri, Code::BadValue, Code::BadValue, Code::BadValue]);
}

#[test]
fn a_misspelt_key_is_one_mistake() {
    let checked = check(&with_entries("  - { nmae: n, url: 'a:b', handler: true }\n"));
    assert_eq!(codes(&checked), [Code::UnknownKey, Code::UnknownKey]);
    assert_eq!(checked.defects[0].help.as_deref(), Some("did you mean `name`?"));
    assert_eq!(checked.defects[1].help.as_deref(), Some("did you mean `uri`?"));
}

#[test]
fn the_plain_form() {
    let source =
        Source::new("dir/m.yaml", with_entries("  - { name: n, name: m, uri: 'a:b', handler: true }\n"));
    let checked = check_source(&source, None);
    assert_eq!(
        checked.defects[0].render(&source),
        "dir/m.yaml:5:16: error[duplicate-key]: the key `name` stands here twice\n  \
         dir/m.yaml:5:7: the first one stands here\n  help: remove one of the two"
    );
}
