//! Listings (G24, G25).

use wayleave::{
    Definition, Limits,
    resource::{ListFailure, ListFailureKind as Kind, Listing, Page},
};

use crate::harness::{ANN, Answer, Ask, Reply, Setup, World, drive, limits, run, text};

fn list<'w>(world: &'w World, listing: Listing, cursor: Option<&str>) -> Result<Page<'w>, ListFailure> {
    world.log.clear();
    world.policy.begin();
    run(world.gateway.list(&ANN, listing, cursor))
}

fn names<'a>(page: &Page<'a>) -> Vec<&'a str> {
    page.definitions().iter().map(|definition| definition.name()).collect()
}

/// The names of all pages, page by page.
fn pages(world: &World, listing: Listing) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let page = list(world, listing, cursor.as_deref()).unwrap();
        pages.push(names(&page).into_iter().map(str::to_owned).collect());
        assert!(pages.len() < 100, "a listing ends");
        match page.next_cursor() {
            Some(next) => cursor = Some(next.to_owned()),
            None => return pages,
        }
    }
}

/// Five resources and two families, registered out of order.
fn seven() -> Setup {
    let addresses = [
        ("e", "asset://e"),
        ("u", "asset://u/{x}"),
        ("a", "asset://a"),
        ("c", "asset://c"),
        ("Z", "asset://Z"),
        ("s", "asset://s/{x}"),
        ("b", "asset://a/b"),
    ];
    let body = |_: wayleave::prelude::ReadRequest<'_>| text("");
    addresses.into_iter().fold(Setup::new(), |setup, (name, address)| setup.leaf(name, address, body))
}

/// G24: resources and templates are listed apart, each in byte order of URI or template.
#[test]
fn two_listings_in_order() {
    let world = seven().build();
    assert_eq!(pages(&world, Listing::Resources), [["Z", "a", "b", "c", "e"]]);
    assert_eq!(pages(&world, Listing::Templates), [["s", "u"]]);
}

/// G24: listing resolves and reads nothing, and asks for discovery alone.
#[test]
fn a_listing_asks_for_discovery_alone() {
    let world = Setup::new()
        .bind("b", "asset://b", |scripted| scripted.plan(|_| Reply::Panic).body(|_| Reply::Panic))
        .bind("a", "asset://a", |scripted| scripted.plan(|_| Reply::Panic).body(|_| Reply::Panic))
        .build();
    list(&world, Listing::Resources, None).unwrap();
    assert_eq!(world.log.entries(), ["1 discover a", "1 discover b"]);
}

/// G24: pages hold `pageSize` descriptions, and follow on without a gap or a repetition.
#[test]
fn pages_follow_on() {
    for size in 1..=6 {
        let world = seven().limits(limits(|limits| limits.page_size = size)).build();
        let pages = pages(&world, Listing::Resources);
        assert_eq!(pages.concat(), ["Z", "a", "b", "c", "e"], "pages of {size}");
        assert_eq!(pages.len(), 5_usize.div_ceil(size));
        assert!(pages.iter().all(|page| page.len() <= size && !page.is_empty()));
    }
}

/// G24: a denied description is left out, and takes up no place on its page.
#[test]
fn denied_descriptions_are_left_out() {
    let world = seven()
        .limits(limits(|limits| limits.page_size = 2))
        .answer(Ask::Discover, "a", Answer::Deny)
        .answer(Ask::Discover, "c", Answer::Deny)
        .build();
    assert_eq!(pages(&world, Listing::Resources), [vec!["Z", "b"], vec!["e"]]);
}

/// G24: there is a next page only if a later description can be discovered now.
#[test]
fn a_next_page_has_something_on_it() {
    let world = seven()
        .limits(limits(|limits| limits.page_size = 3))
        .answer(Ask::Discover, "c", Answer::Deny)
        .answer(Ask::Discover, "e", Answer::Deny)
        .build();
    assert_eq!(pages(&world, Listing::Resources), [["Z", "a", "b"]]);
    world.policy.answer(Ask::Discover, "e", [Answer::Yes; 2]);
    assert_eq!(pages(&world, Listing::Resources), [vec!["Z", "a", "b"], vec!["e"]]);
}

/// G24: nothing that can be discovered is an empty listing and no error.
#[test]
fn nothing_to_discover() {
    let world =
        seven().answer(Ask::Discover, "s", Answer::Deny).answer(Ask::Discover, "u", Answer::Deny).build();
    assert_eq!(pages(&world, Listing::Templates), [Vec::<String>::new()]);
    assert_eq!(pages(&Setup::new().build(), Listing::Resources), [Vec::<String>::new()]);
}

/// G24: each page asks again: what is denied in between is not on the next one.
#[test]
fn each_page_asks_again() {
    let world = seven().limits(limits(|limits| limits.page_size = 2)).build();
    let first = list(&world, Listing::Resources, None).unwrap();
    let next = first.next_cursor();
    world.policy.answer(Ask::Discover, "b", [Answer::Deny; 2]);
    let second = list(&world, Listing::Resources, next).unwrap();
    assert_eq!(names(&second), ["c", "e"]);
    assert!(second.next_cursor().is_none());
    assert!(!world.log.of("1 discover b").is_empty(), "asked again, although the page before had asked");
}

/// G24: an error other than a denial, a panic or a timeout fails the page, also behind its last description.
#[test]
fn an_error_fails_the_page() {
    let expected = [
        (Answer::Fail, Kind::PolicyFailed),
        (Answer::Panic, Kind::Panicked),
        (Answer::PanicAtOnce, Kind::Panicked),
        (Answer::PanicOnDrop, Kind::Panicked),
        (Answer::Hang, Kind::Timeout),
    ];
    for (answer, kind) in expected {
        for name in ["a", "b"] {
            let world = seven()
                .limits(limits(|limits| limits.page_size = 2))
                .answer(Ask::Discover, name, answer)
                .build();
            let pages = drive(world.gateway.list(&ANN, Listing::Resources, None), || {
                world.clock.advance(std::time::Duration::from_secs(1));
            });
            assert_eq!(*pages.unwrap_err().kind(), kind, "{answer:?} {name}");
        }
    }
}

/// The JSON of a definition at this URI, of so many bytes.
fn described(name: &str, bytes: usize) -> Definition {
    let of = |description: usize| {
        let builder = Definition::builder(name).uri(format!("asset://{name}"));
        builder.description("x".repeat(description)).build().unwrap()
    };
    let around = serde_json::to_string(&of(1)).unwrap().len() - 1;
    let definition = of(bytes - around);
    assert_eq!(serde_json::to_string(&definition).unwrap().len(), bytes);
    definition
}

fn with_sizes(sizes: &[(&str, usize)], page_bytes: usize) -> World {
    let setup = Setup::new().limits(limits(|limits| limits.max_page_bytes = page_bytes));
    let define = |setup: Setup, &(name, bytes): &(&str, usize)| setup.define(described(name, bytes), |s| s);
    sizes.iter().fold(setup, define).build()
}

/// G19, G24: a page's JSON, with its 256 bytes of envelope, is within `maxPageBytes`, and pages are no shorter than they must.
#[test]
fn pages_are_bounded_in_bytes() {
    let sizes = [("a", 300), ("b", 300), ("c", 300), ("d", 300), ("e", 300)];
    for page_bytes in 256 + 310..256 + 1_600 {
        let world = with_sizes(&sizes, page_bytes);
        let mut cursor = Some(None);
        let mut seen = 0;
        while let Some(at) = cursor {
            let page = list(&world, Listing::Resources, Option::as_deref(&at)).unwrap();
            let json = serde_json::to_string(page.definitions()).unwrap().len();
            assert!(json <= page_bytes - 256 + 2, "{json} bytes in {page_bytes}");
            assert!(
                page.next_cursor().is_none() || json + 310 > page_bytes - 256,
                "no shorter than it must be"
            );
            seen += page.definitions().len();
            cursor = page.next_cursor().map(|next| Some(next.to_owned()));
        }
        assert_eq!(seen, sizes.len());
    }
}

/// G24: a visible description that does not fit an empty page is an error and no gap; a hidden one is nothing.
#[test]
fn a_description_larger_than_a_page() {
    let world = with_sizes(&[("a", 300), ("b", 2_000), ("c", 300)], 1_000);
    let first = list(&world, Listing::Resources, None);
    let next = match first {
        Ok(page) => {
            assert_eq!(names(&page), ["a"]);
            Some(page.next_cursor().expect("the description behind it is no gap").to_owned())
        }
        Err(failure) => {
            assert!(matches!(failure.kind(), Kind::DescriptionTooLarge { .. }));
            None
        }
    };
    let failure = list(&world, Listing::Resources, next.as_deref()).unwrap_err();
    assert!(matches!(failure.kind(), Kind::DescriptionTooLarge { name } if **name == *"b"), "{failure}");

    world.policy.answer(Ask::Discover, "b", [Answer::Deny; 2]);
    assert_eq!(pages(&world, Listing::Resources).concat(), ["a", "c"]);
}

/// G25: an empty scope key fails any listing, and one with a single page as well.
#[test]
fn an_empty_scope_key_fails_any_listing() {
    let world = seven().build();
    world.policy.scope(Some(""));
    for listing in [Listing::Resources, Listing::Templates] {
        assert_eq!(*list(&world, listing, None).unwrap_err().kind(), Kind::NoScope);
        assert!(world.log.entries().is_empty(), "and asks for nothing");
    }
    let empty = Setup::new().build();
    empty.policy.scope(Some(""));
    assert_eq!(*list(&empty, Listing::Resources, None).unwrap_err().kind(), Kind::NoScope);
}

/// G3, G24: a policy that panics over its scope key fails the listing, and nothing else.
#[test]
fn a_panic_over_the_scope_key_is_contained() {
    let world = seven().build();
    world.policy.scope(None);
    assert_eq!(*list(&world, Listing::Resources, None).unwrap_err().kind(), Kind::Panicked);
}

/// G24: what is listed is the description as it was registered.
#[test]
fn descriptions_are_whole() {
    let definition =
        Definition::builder("a").uri("asset://a").title("A").size(3).mime_type("text/x-a").build().unwrap();
    let world = Setup::new().define(definition.clone(), |scripted| scripted).build();
    let page = list(&world, Listing::Resources, None).unwrap();
    assert_eq!(page.definitions(), [&definition]);
    assert_eq!(
        serde_json::to_string(page.definitions()).unwrap(),
        r#"[{"uri":"asset://a","name":"a","title":"A","mimeType":"text/x-a","size":3}]"#
    );
    assert_eq!(Limits::default().page_size, 100);
}
