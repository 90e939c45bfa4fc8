//! The walk over pages (C11).

use wayleave::catalog::{Defect, DiscoverError, Discovery, Family, Limits, OverLimit, OverLimitError};

use super::harness::{ALL, Answer, NEW, OLD, Server, binding, handshake, item, page, run, tools_of};

fn over_limit(error: DiscoverError) -> OverLimitError {
    match error {
        DiscoverError::OverLimit(error) => error,
        other => panic!("{other:?}"),
    }
}

// C11
#[test]
fn pages_are_walked_to_their_end() {
    let server = Server::new(|family, call, cursor: Option<&str>| {
        assert_eq!(cursor, [None, Some("page two"), Some("page three")][call]);
        let items = match family {
            Family::Tools => vec![item(["c", "a", "b"][call])],
            Family::Prompts => vec![format!(r#"{{"name":"{}"}}"#, ["c", "a", "b"][call])],
            Family::Resources => vec![format!(r#"{{"uri":"r://{call}","name":"x"}}"#)],
            Family::ResourceTemplates => vec![format!(r#"{{"uriTemplate":"r://{{a}}/{call}","name":"x"}}"#)],
        };
        page(family, &items, [Some("page two"), Some("page three"), None][call])
    });
    let generation = run(&server, &Discovery::new(binding(), handshake(NEW, ALL)).number(9)).unwrap();
    assert_eq!(generation.number(), 9);
    assert_eq!(generation.tools().iter().map(|tool| tool.raw_name()).collect::<Vec<_>>(), ["a", "b", "c"]);
    assert_eq!(generation.prompts().len(), 3);
    assert_eq!(generation.resources().len(), 3);
    assert_eq!(generation.resource_templates().len(), 3);
    let families: Vec<Family> = server.calls().into_iter().map(|(family, _)| family).collect();
    assert_eq!(families, Family::ALL.into_iter().flat_map(|family| [family; 3]).collect::<Vec<_>>());
}

// C11: an empty cursor
#[test]
fn an_empty_cursor_ends_the_list_of_an_older_peer_only() {
    let answer = |call: usize, cursor: Option<&str>| {
        assert_eq!(cursor, [None, Some("")][call]);
        page(Family::Tools, &[item(["a", "b"][call])], [Some(""), None][call])
    };
    for (version, tools) in [("2024-11-05", 1), (OLD, 1), (NEW, 2), ("2027-03-01", 2)] {
        assert_eq!(tools_of(version, Limits::default(), answer).unwrap().tools().len(), tools, "{version}");
    }
}

// C11
#[test]
fn a_null_cursor_is_none() {
    let answer = |_: usize, _: Option<&str>| Answer::Page(r#"{"tools":[],"nextCursor":null}"#.to_owned());
    assert!(tools_of(NEW, Limits::default(), answer).is_ok());
}

// C11
#[test]
fn limits_of_pages() {
    let three = |call: usize, _: Option<&str>| {
        page(
            Family::Tools,
            &[item(&format!("t{call}"))],
            ["1", "2", ""].get(call).copied().filter(|next| !next.is_empty()),
        )
    };
    let limits = |pages| Limits { pages, ..Limits::default() };
    assert_eq!(tools_of(NEW, limits(3), three).unwrap().tools().len(), 3);
    let error = over_limit(tools_of(NEW, limits(2), three).unwrap_err());
    assert_eq!(
        (error.what(), error.what().as_str(), error.limit()),
        (OverLimit::CatalogPages, "catalog_pages", 2)
    );
    assert_eq!(error.family(), Family::Tools);

    let untouched = Server::new(|_, _, _: Option<&str>| panic!("no call is made"));
    let discovery = Discovery::new(binding(), handshake(NEW, ALL)).limits(limits(0));
    assert_eq!(over_limit(run(&untouched, &discovery).unwrap_err()).what(), OverLimit::CatalogPages);
}

// C11
#[test]
fn limits_of_items_are_each_familys_own() {
    let server = |counts: [usize; 4]| {
        Server::new(move |family, _, _: Option<&str>| {
            let count = counts[Family::ALL.iter().position(|&known| known == family).unwrap()];
            let items: Vec<String> = (0..count)
                .map(|index| match family {
                    Family::Resources => format!(r#"{{"uri":"r://{index}","name":"x"}}"#),
                    Family::ResourceTemplates => {
                        format!(r#"{{"uriTemplate":"r://{index}/{{a}}","name":"x"}}"#)
                    }
                    _ => item(&format!("t{index}")),
                })
                .collect();
            page(family, &items, None)
        })
    };
    let limits = Limits { tools: 3, prompts: 2, resources: 1, ..Limits::default() };
    let discovery = Discovery::new(binding(), handshake(NEW, ALL)).limits(limits.clone());
    assert!(run(&server([3, 2, 1, 1]), &discovery).is_ok());
    for (place, family) in Family::ALL.into_iter().enumerate() {
        let mut counts = [3, 2, 1, 1];
        counts[place] += 1;
        let error = over_limit(run(&server(counts), &discovery).unwrap_err());
        assert_eq!((error.what(), error.what().as_str()), (OverLimit::CatalogItems, "catalog_items"));
        assert_eq!((error.family(), error.limit()), (family, [3, 2, 1, 1][place]));
    }
    // A bound of zero fails even an empty first page.
    let none = Discovery::new(binding(), handshake(NEW, ALL)).limits(Limits { prompts: 0, ..limits });
    let error = over_limit(run(&server([0; 4]), &none).unwrap_err());
    assert_eq!((error.what(), error.family()), (OverLimit::CatalogItems, Family::Prompts));
}

// C11: items that are left out count, too
#[test]
fn what_is_left_out_counts() {
    let items = vec!["7".to_owned(); 4];
    let answer = |_: usize, _: Option<&str>| page(Family::Tools, &items, None);
    let limits = |tools| Limits { tools, ..Limits::default() };
    assert!(tools_of(NEW, limits(4), answer).is_ok());
    assert_eq!(over_limit(tools_of(NEW, limits(3), answer).unwrap_err()).what(), OverLimit::CatalogItems);
}

// C3, C11
#[test]
fn limits_of_bytes() {
    let answer = |call: usize, _: Option<&str>| {
        page(Family::Tools, &[item(&format!("t{call}"))], (call < 9).then(|| call.to_string()).as_deref())
    };
    let Answer::Page(one) = answer(0, None) else { panic!() };
    let limits = |page_bytes, total_bytes| Limits { page_bytes, total_bytes, ..Limits::default() };
    assert!(tools_of(NEW, limits(one.len(), 10 * one.len()), answer).is_ok());
    for limits in [limits(one.len() - 1, usize::MAX), limits(usize::MAX, 9 * one.len())] {
        let error = over_limit(tools_of(NEW, limits, answer).unwrap_err());
        assert_eq!((error.what(), error.what().as_str()), (OverLimit::CatalogBytes, "catalog_bytes"));
    }
}

// C11: any error gives nothing
#[test]
fn a_failing_call_ends_it() {
    let server = Server::new(|family, call, _: Option<&str>| match (family, call) {
        (Family::Resources, 1) => Answer::Fails,
        (_, 0) => page(family, &[], Some("next")),
        _ => page(family, &[], None),
    });
    let error = run(&server, &Discovery::new(binding(), handshake(NEW, ALL))).unwrap_err();
    assert!(matches!(error, DiscoverError::Lister { family: Family::Resources, page: 1, .. }));
    for text in [error.to_string(), format!("{error:?}")] {
        assert!(text.contains("resources: the call for page 1 failed"), "{text}");
        assert!(!text.contains("canary"), "the cause is not rendered: {text}");
    }
    assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "canary-cause-5e1f");
    assert_eq!(server.calls().len(), 6, "nothing is asked after a failure");
}

// C5, C11
#[test]
fn malformed_pages_are_defects() {
    for text in [
        "",
        "[]",
        "{}",
        "null",
        "{\"tools\":{}}",
        "{\"tools\":null}",
        "{\"tools\":[}",
        "{\"tools\":[]",
        "{\"tools\":[1 2]}",
        "{\"prompts\":[]}",
        "{\"tools\":[],\"tools\":[]}",
        "{\"tools\":[],\"nextCursor\":7}",
        "{\"tools\":[],\"nextCursor\":\"\\ud800\"}",
        "{\"tools\":[]} trailing",
    ] {
        let error = tools_of(NEW, Limits::default(), |_, _| Answer::Page(text.to_owned())).unwrap_err();
        let DiscoverError::Defect(error) = error else { panic!("{text}: {error:?}") };
        assert_eq!(error.defect(), Defect::MalformedPage, "{text}");
    }
}
