//! A page walk over several processes (G25, G26).

use serde_json::json;

use crate::{
    fixture::{Fixture, settings},
    http::{Post, REVISIONS},
};

/// The URIs of one page, and the cursor of the next.
fn page(fixture: &Fixture, revision: &str, cursor: Option<&str>) -> (Vec<String>, Option<String>) {
    let params = cursor.map_or_else(|| json!({}), |cursor| json!({ "cursor": cursor }));
    let result = Post::new(revision, 1, "resources/list", params).answer(fixture.address()).result();
    let resources = result["resources"].as_array().expect("a list");
    let uris = resources.iter().filter_map(|item| item["uri"].as_str()).map(str::to_owned).collect();
    (uris, result["nextCursor"].as_str().map(str::to_owned))
}

/// All URIs, each page from the next of `processes` in turn.
fn walk(processes: &[&Fixture], revision: &str) -> Vec<String> {
    let (mut uris, mut cursor) = (Vec::new(), None::<String>);
    for fixture in processes.iter().cycle().take(20) {
        let (more, next) = page(fixture, revision, cursor.as_deref());
        uris.extend(more);
        match next {
            Some(next) => cursor = Some(next),
            None => return uris,
        }
    }
    panic!("the walk does not end");
}

#[test]
fn a_walk_goes_on_in_a_process_with_the_same_keys_and_fails_in_any_other() {
    let settings = settings();
    let start = |name| Fixture::start(&settings[name], &[]);
    let (first, twin) = (start("stranger"), start("twin"));
    let (foreign, other, past) = (start("foreign"), start("other"), start("past"));
    for revision in REVISIONS {
        let alone = walk(&[&first], revision);
        assert!(alone.len() > 3 * 8, "{alone:?}");
        assert_eq!(walk(&[&first, &twin], revision), alone);
        let list = |fixture: &Fixture, cursor: &str| {
            Post::new(revision, 1, "resources/list", json!({ "cursor": cursor })).answer(fixture.address())
        };
        let (_, cursor) = page(&first, revision, None);
        let cursor = cursor.expect("a second page");
        let refused = list(&foreign, &cursor);
        assert_eq!(refused.error_code(), Some(-32602));
        // Nobody learns why: all answers are one.
        assert_eq!(list(&other, &cursor).body, refused.body);
        let (_, old) = page(&past, revision, None);
        assert_eq!(list(&first, &old.expect("a second page")).body, refused.body);
        assert_eq!(list(&first, "").body, refused.body);
        assert_eq!(list(&first, &"A".repeat(4097)).body, refused.body);
        assert_eq!(list(&first, &cursor).error_code(), None);
    }
}
