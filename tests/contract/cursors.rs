//! Page tokens: what they are bound to, how long they last, and that nothing tells why one does not fit (G25, G26).

use std::{collections::BTreeSet, time::Duration};

use wayleave::{
    Definition,
    resource::{ListFailureKind as Kind, Listing, PageKeys, PageRequest},
};

use crate::harness::{ANN, Setup, World, limits, run, text};

const MINUTES: u64 = 600;

/// Three resources and three families, two on a page.
fn six() -> Setup {
    let addresses =
        ["asset://a", "asset://b", "asset://c", "asset://u/{x}", "asset://v/{x}", "asset://w/{x}"];
    let setup = Setup::new().limits(limits(|limits| limits.page_size = 2));
    addresses.into_iter().fold(setup, |setup, address| setup.leaf(address, address, |_| text("")))
}

fn token(world: &World, listing: Listing) -> String {
    run(world.gateway.list(&ANN, listing, None)).unwrap().next_cursor().unwrap().to_owned()
}

/// What a token leads to: the names of the page, or nothing where it is refused as invalid.
fn follow(world: &World, listing: Listing, token: &str) -> Option<Vec<String>> {
    match run(world.gateway.list(&ANN, listing, Some(token))) {
        Ok(page) => Some(page.definitions().iter().map(|definition| definition.name().to_owned()).collect()),
        Err(failure) => {
            assert_eq!(*failure.kind(), Kind::InvalidCursor);
            let rendered = format!("{failure} {failure:?}");
            assert_eq!(
                rendered, "the cursor is not valid ListFailure { kind: InvalidCursor, .. }",
                "and no more"
            );
            None
        }
    }
}

/// G25: a token leads on in its own listing, and only there.
#[test]
fn a_token_is_of_one_listing() {
    let world = six().build();
    let resources = token(&world, Listing::Resources);
    assert_eq!(follow(&world, Listing::Resources, &resources).unwrap(), ["asset://c"]);
    assert_eq!(follow(&world, Listing::Templates, &resources), None);
    let templates = token(&world, Listing::Templates);
    assert_eq!(follow(&world, Listing::Templates, &templates).unwrap(), ["asset://w/{x}"]);
    assert_eq!(follow(&world, Listing::Resources, &templates), None);
}

/// G25: a token with any one bit changed, cut, made longer, too long, empty, or no base64 at all is refused.
#[test]
fn an_altered_token_is_refused() {
    let world = six().build();
    let good = token(&world, Listing::Resources);
    for index in 0..good.len() {
        for bit in 0..7 {
            let mut bytes = good.clone().into_bytes();
            bytes[index] ^= 1 << bit;
            if let Ok(altered) = String::from_utf8(bytes) {
                assert_eq!(follow(&world, Listing::Resources, &altered), None, "byte {index}, bit {bit}");
            }
        }
        assert_eq!(follow(&world, Listing::Resources, &good[..index]), None);
    }
    let others = [
        "".to_owned(),
        "!".to_owned(),
        format!("{good}A"),
        format!("{good}="),
        format!("{good}\n"),
        "A".repeat(4_096),
        "A".repeat(4_097),
        "é".to_owned(),
    ];
    for other in others {
        assert_eq!(follow(&world, Listing::Resources, &other), None);
    }
    assert!(follow(&world, Listing::Resources, &good).is_some());
}

/// G25: a token lasts ten minutes, to the millisecond, on the wall clock; one from a clock ahead is as good.
#[test]
fn a_token_expires() {
    let world = six().build();
    world.clock.advance(Duration::from_secs(1_000));
    let good = token(&world, Listing::Resources);
    world.clock.advance(Duration::from_secs(MINUTES) - Duration::from_millis(1));
    assert!(follow(&world, Listing::Resources, &good).is_some());
    world.clock.advance(Duration::from_millis(1));
    assert_eq!(follow(&world, Listing::Resources, &good), None);

    let behind = six().build();
    assert!(follow(&behind, Listing::Resources, &good).is_some(), "a clock that runs behind");
}

/// G25: a token is of one caller's scope, whatever other bytes the other scope has.
#[test]
fn a_token_is_of_one_scope() {
    let world = six().build();
    world.policy.scope(Some("ann"));
    let anns = token(&world, Listing::Resources);
    for other in ["ANN", "an", "ann\0", " ann", "bob"] {
        world.policy.scope(Some(other));
        assert_eq!(follow(&world, Listing::Resources, &anns), None, "{other:?}");
    }
    world.policy.scope(Some("ann"));
    assert!(follow(&world, Listing::Resources, &anns).is_some());
}

/// G25: replicas that share a key and the definitions continue each other's walks; without the key they do not.
#[test]
fn replicas_share_keys() {
    let keys = || PageKeys::new([1; 32]);
    let good = token(&six().page_keys(keys()).build(), Listing::Resources);
    assert_eq!(follow(&six().page_keys(keys()).build(), Listing::Resources, &good).unwrap(), ["asset://c"]);
    assert_eq!(follow(&six().page_keys(PageKeys::new([2; 32])).build(), Listing::Resources, &good), None);

    let rotated = six().page_keys(PageKeys::new([2; 32]).and_previous([1; 32])).build();
    assert!(follow(&rotated, Listing::Resources, &good).is_some(), "an older key still opens");
    let newer = token(&rotated, Listing::Resources);
    assert_eq!(
        follow(&six().page_keys(keys()).build(), Listing::Resources, &newer),
        None,
        "and seals no more"
    );
}

/// G26: a token of another registry is refused; equal definitions are one registry, however they are ordered.
#[test]
fn a_token_is_of_one_registry() {
    let good = token(&six().build(), Listing::Resources);
    let more = six().leaf("more", "asset://z", |_| text("")).build();
    assert_eq!(follow(&more, Listing::Resources, &good), None);

    let of = |definitions: &[Definition]| {
        let setup = definitions
            .iter()
            .fold(Setup::new(), |setup, definition| setup.define(definition.clone(), |s| s));
        setup.build().gateway.revision()
    };
    let builder = |name: &str| Definition::builder(name).uri_template(format!("asset://{name}/{{x}}"));
    let (one, other) = (builder("one").build().unwrap(), builder("other").build().unwrap());
    assert_eq!(of(&[one.clone(), other.clone()]), of(&[other.clone(), one.clone()]));
    let changed = [
        builder("one").title("One").build().unwrap(),
        builder("one").description("One").build().unwrap(),
        builder("one").mime_type("text/plain").build().unwrap(),
        builder("one").allow_overlaps().build().unwrap(),
        builder("one").cache(Default::default()).build().unwrap(),
        Definition::builder("one").uri_template("asset://one/{y}").build().unwrap(),
    ];
    let mut revisions =
        BTreeSet::from([of(&[one, other.clone()]).to_string(), of(std::slice::from_ref(&other)).to_string()]);
    let known = revisions.len() + changed.len();
    revisions.extend(changed.map(|changed| of(&[changed, other.clone()]).to_string()));
    assert_eq!(revisions.len(), known, "every change is another revision");
}

/// G25: every token has one length, and the position is not in it for anybody to read.
#[test]
fn tokens_have_one_length() {
    let setup = (0..40).fold(Setup::new().system_randomness(), |setup, index| {
        let address = format!("asset://r{index:02}");
        setup.leaf(&address, &address, |_| text(""))
    });
    let world = setup.limits(limits(|limits| limits.page_size = 1)).build();
    let mut tokens = Vec::new();
    let mut cursor: Option<String> = None;
    while let Some(next) =
        run(world.gateway.list(&ANN, Listing::Resources, cursor.as_deref())).unwrap().next_cursor()
    {
        cursor = Some(next.to_owned());
        tokens.push(next.to_owned());
    }
    assert_eq!(tokens.len(), 39);
    assert_eq!(tokens.iter().map(String::len).collect::<BTreeSet<_>>().len(), 1);
    assert_eq!(tokens.iter().collect::<BTreeSet<_>>().len(), tokens.len());
    let again = token(&world, Listing::Resources);
    assert!(!tokens.contains(&again), "the same position is sealed otherwise each time");
}

/// G19: a page holds what was asked for, the default where that is nothing, and never more than the largest page.
#[test]
fn a_page_has_a_size() {
    let world = six().limits(limits(|limits| (limits.page_size, limits.max_page_size) = (1, 2))).build();
    let count = |size| {
        let request = PageRequest { cursor: None, size };
        run(world.gateway.list(&ANN, Listing::Resources, request)).unwrap().definitions().len()
    };
    assert_eq!([None, Some(0), Some(1), Some(2), Some(3), Some(usize::MAX)].map(count), [1, 1, 1, 2, 2, 2]);
}
