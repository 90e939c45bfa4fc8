//! One manifest with many mistakes: each is reported, each where it stands.

use wayleave_manifest::Code;

use crate::check;

#[test]
fn every_defect_at_its_place() {
    let yaml = r#"wayleave: 1
server: { name: handbook, version: 1.4.0, titel: Staff }
policy: open
limits: { maxItems: -3, readTimeout: 5 }
stores: { docs: { url: "./content" } }
resources:
  - name: welcome
    uri: handbook://staff/wel come
    body: { text: "Hello." }
    body: { text: "Again." }
  - name: page
    uriTemplate: 'handbook://staff/{page'
    body: { store: dogs, path: "../{slug}.md" }
  - name: page
    uriTemplate: handbook://staff/{slug}/x
    captures: { slag: { type: u33 } }
    body: { template: "Hello, {{ who }}." }
  - name: team
    uriTemplate: handbook://staff/welcome/{part}
    bundle: [ "handbook://staff/none", "handbook://staff/welcome/{port}" ]
    handler: true
"#;
    let checked = check(yaml);
    let found: Vec<(usize, usize, Code, &str)> = (checked.defects.iter())
        .map(|defect| (defect.place.line, defect.place.column, defect.code, &*defect.path))
        .collect();
    assert_eq!(
        found,
        [
            (2, 43, Code::UnknownKey, "server.titel"),
            (4, 21, Code::BadValue, "limits.maxItems"),
            (4, 38, Code::BadValue, "limits.readTimeout"),
            (8, 30, Code::BadUri, "resources[0].uri"),
            (10, 5, Code::DuplicateKey, "resources[0].body"),
            (12, 36, Code::BadTemplate, "resources[1].uriTemplate"),
            (13, 20, Code::UnknownStore, "resources[1].body.store"),
            (13, 33, Code::BadPath, "resources[1].body.path"),
            (14, 11, Code::DuplicateName, "resources[2].name"),
            (16, 17, Code::UnknownCapture, "resources[2].captures.slag"),
            (16, 31, Code::BadValue, "resources[2].captures.slag.type"),
            (17, 34, Code::UndeclaredVariable, "resources[2].body.template"),
            (19, 18, Code::Overlap, "resources[3].uriTemplate"),
            (20, 15, Code::UnservedItem, "resources[3].bundle[0]"),
            (20, 67, Code::UnknownCapture, "resources[3].bundle[1]"),
            (21, 5, Code::ConflictingKeys, "resources[3].handler"),
        ]
    );
    assert!(checked.manifest.is_none());
    let duplicate = &checked.defects[4];
    assert_eq!(duplicate.related.as_ref().unwrap().place.to_string(), "9:5");
    // U7
    let overlap = &checked.defects[12];
    assert!(overlap.message.contains("`handbook://staff/{slug}/x` (line 15)"), "{}", overlap.message);
    assert!(overlap.message.contains("both match `handbook://staff/welcome/x`"), "{}", overlap.message);
}
