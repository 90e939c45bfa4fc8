//! What errors and values say of themselves: enough for a host's log, and nothing private (G6, G7, G18).

use std::{collections::BTreeSet, error::Error, fmt::Debug, time::Duration};

use wayleave::{
    prelude::{Failure, Payload, PlanError, ReadError, ReadPlan, ScopeKey, UriTemplate},
    random::RandomError,
    resource::{JsonSizer, ListFailure, Listing, PageKeys, PlanFault, ReadOptions},
};

use crate::harness::{
    ANN, Answer, Ask, CAUSE, Plan, Reply, Setup, World, drive, failed, limits, target, text,
};

/// Checks that the texts are all there, all different, and without anything private.
fn told_apart<T: ToString>(texts: impl IntoIterator<Item = T>) {
    let texts: Vec<_> = texts.into_iter().map(|text| text.to_string()).collect();
    assert!(texts.iter().all(|text| !text.is_empty() && !text.contains(CAUSE)), "{texts:?}");
    assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), texts.len(), "{texts:?}");
}

/// The same of the two forms of errors of one type, the second of which names the type.
fn errors_told_apart<E: Error>(name: &str, errors: &[E]) {
    told_apart(errors);
    let debugged: Vec<_> = errors.iter().map(|error| format!("{error:?}")).collect();
    assert!(debugged.iter().all(|text| text.starts_with(name)), "{debugged:?}");
    told_apart(debugged);
}

pub(crate) fn twice() -> PlanError {
    ReadPlan::of(["a:a", "a:a"].map(target)).unwrap_err()
}

pub(crate) fn bad_expansion() -> PlanError {
    UriTemplate::parse("asset://item/{name}").unwrap().expand(&[".."]).unwrap_err().into()
}

/// G18: an error that a callback makes says in both forms which of its kinds it is, and of its cause not even whether
/// it has one.
#[test]
fn the_errors_of_callbacks_say_their_kinds() {
    let plan = [
        PlanError::not_found(),
        PlanError::bad_capture(),
        PlanError::failed(CAUSE),
        twice(),
        bad_expansion(),
    ];
    errors_told_apart("PlanError", &plan);
    let because = PlanError::not_found_because(CAUSE);
    let without = PlanError::not_found();
    assert_eq!(
        [format!("{because}"), format!("{because:?}")],
        [format!("{without}"), format!("{without:?}")]
    );

    let read = [
        ReadError::unavailable(),
        ReadError::failed(CAUSE),
        ReadError::invalid_content(CAUSE),
        ReadError::too_large(None),
    ];
    errors_told_apart("ReadError", &read);
    let sized = format!("{:?}", ReadError::too_large(Some(4_711)));
    assert!(sized.contains("4711"), "how large, where the reader knows: {sized}");

    errors_told_apart("Failure", &[Failure::unavailable(), Failure::failed(CAUSE)]);
    errors_told_apart("RandomError", &[RandomError::new(CAUSE)]);
}

/// G5, G30: each fault of a plan has a text of its own, which the resolver's error and the failed read have, too.
#[test]
fn the_faults_of_plans_are_told_apart() {
    let faults = [
        PlanFault::DuplicateItem,
        PlanFault::TooManyItems,
        PlanFault::UriTooLong,
        PlanFault::ReservedScheme,
        PlanFault::AuthorizationTooLarge,
        PlanFault::IdentityConflict,
        PlanFault::NestedBundle,
        PlanFault::UndeclaredBundle,
        PlanFault::UnclearItem,
    ];
    let expansion = bad_expansion().to_string();
    told_apart(faults.iter().map(PlanFault::to_string).chain([expansion]));
    assert_eq!(twice().to_string(), PlanFault::DuplicateItem.to_string());
    for error in [twice, bad_expansion] {
        let setup = Setup::new().bind("set", URI, move |scripted| scripted.plans(move || Err(error())));
        let failure = setup.build().read(URI).unwrap_err();
        assert_eq!(failure.to_string(), error().to_string());
    }
    let error = bad_expansion();
    let cause = error.source().expect("which value it was").to_string();
    assert!(cause.contains("`name`"), "{cause}");
}

/// A value's variant as a stable name has it: `NoMatch` is `no_match`.
fn snake(value: &impl Debug) -> String {
    let debugged = format!("{value:?}");
    let variant = debugged.split(|character: char| !character.is_alphanumeric()).next().unwrap();
    variant.char_indices().fold(String::new(), |mut name, (index, character)| {
        if character.is_uppercase() && index > 0 {
            name.push('_');
        }
        name.extend(character.to_lowercase());
        name
    })
}

/// Checks that a failure is of the kind with this stable name, which is its variant's, and says all of it in `Debug`.
fn says_its_kind(failure: &impl Debug, kind: &impl Debug, stable: &str, name: &str) {
    assert_eq!((snake(kind).as_str(), stable), (name, name));
    let debugged = format!("{failure:?}");
    assert!(debugged.contains(&format!("{kind:?}")), "{debugged} says {kind:?}");
    assert!(!debugged.contains(CAUSE), "{debugged}");
}

const URI: &str = "asset://host/%2e%2e/%78";

/// One byte more than the least that `maxUriBytes` may be.
const TOO_LONG: &str = "asset://host/000000000000000000000000000000000000000";

/// A read of [`URI`] or of another one that fails in each of the ways.
pub(crate) fn reads() -> Vec<(&'static str, World, &'static str)> {
    let doc = || Setup::new().leaf("doc", URI, |_| text(""));
    let plan = |plan: fn() -> Plan| Setup::new().bind("doc", URI, |scripted| scripted.plan(move |_| plan()));
    let overlapping = Setup::new()
        .leaf("one", "asset://host/{a}/%78", |_| text(""))
        .leaf("two", "asset://host/%2e%2e/{b}", |_| text(""))
        .overlaps();
    let partial = || Setup::set(&["a:a", "a:b"], |uri| if uri == "a:a" { text(uri) } else { failed() });
    let setups = [
        ("invalid_uri", doc(), "not a uri"),
        ("uri_too_long", doc().limits(limits(|limits| limits.max_uri_bytes = 51)), TOO_LONG),
        ("no_match", Setup::new(), URI),
        ("shadowed", doc().leaf("other", "asset://host/../x", |_| text("")), URI),
        ("ambiguous", overlapping, URI),
        ("bad_capture", Setup::new().leaf("doc", "asset://host/{a}/%78", |_| text("")), URI),
        ("discover_denied", doc().answer(Ask::Discover, "doc", Answer::Deny), URI),
        ("not_resolved", plan(|| Reply::Give(Err(PlanError::not_found_because(CAUSE)))), URI),
        ("target_denied", doc().answer(Ask::Read, URI, Answer::Deny), URI),
        ("invalid_plan", plan(|| Reply::Give(Err(twice()))), URI),
        ("resolve_failed", plan(|| Reply::Give(Err(PlanError::failed(CAUSE)))), URI),
        ("resolve_timeout", plan(|| Reply::Hang), URI),
        ("policy_failed", doc().answer(Ask::Discover, "doc", Answer::Fail), URI),
        ("policy_timeout", doc().answer(Ask::Discover, "doc", Answer::Hang), URI),
        (
            "read_timeout",
            plan(|| Reply::Hang).limits(limits(|limits| limits.read_timeout = Duration::from_secs(1))),
            URI,
        ),
        ("panicked", plan(|| Reply::Panic), URI),
        ("nothing_delivered", Setup::new().leaf("doc", URI, |_| failed()), URI),
        ("result_too_large", partial().limits(limits(|limits| limits.report_metadata = 1)), "asset://set"),
        ("no_randomness", partial().no_randomness(), "asset://set"),
    ];
    setups.map(|(name, setup, uri)| (name, setup.build(), uri)).into()
}

/// G9, G18: a failed read tells the host its kind, by a stable name and in words of its own, and the URI as it was
/// requested; what it tells the caller has one text for each code.
#[test]
fn failed_reads_are_told_apart() {
    let (mut texts, mut codes, mut messages) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for (name, world, uri) in reads() {
        let failure = world.read_slowly(uri).expect_err(name);
        says_its_kind(&failure, failure.kind(), failure.kind().as_str(), name);
        assert_eq!(failure.uri(), uri);
        assert!(format!("{failure:?}").contains(&format!("{uri:?}")), "{failure:?}");
        texts.push(failure.to_string());
        let caller = failure.to_caller();
        assert_eq!(caller.to_string(), caller.message());
        codes.insert(snake(&caller.code()));
        messages.insert(caller.message());
    }
    assert_eq!(texts.len(), 19);
    told_apart(texts);
    assert_eq!((codes.len(), messages.len()), (4, 4), "{codes:?} {messages:?}");
    assert!(messages.iter().all(|message| !message.is_empty()));
}

/// A listing that fails in each of the ways, with the cursor that is given.
fn listings() -> [(&'static str, World, Option<&'static str>); 7] {
    let two = || Setup::new().leaf("one", "asset://1", |_| text("")).leaf("two", "asset://2", |_| text(""));
    let answering = |answer| two().answer(Ask::Discover, "one", answer);
    let no_scope = two().build();
    no_scope.policy.scope(Some(""));
    [
        ("no_scope", no_scope, None),
        ("invalid_cursor", two().build(), Some("forged")),
        ("no_randomness", two().no_randomness().limits(limits(|limits| limits.page_size = 1)).build(), None),
        ("policy_failed", answering(Answer::Fail).build(), None),
        ("timeout", answering(Answer::Hang).build(), None),
        ("panicked", answering(Answer::Panic).build(), None),
        ("description_too_large", two().limits(limits(|limits| limits.max_page_bytes = 256)).build(), None),
    ]
}

/// The names of the ways in which a listing fails, each with a failure.
pub(crate) fn failed_listings() -> [(&'static str, ListFailure); 7] {
    listings().map(|(name, world, cursor)| {
        let page = world.gateway.list(&ANN, Listing::Resources, cursor);
        (name, drive(page, || world.clock.advance(Duration::from_secs(1))).expect_err(name))
    })
}

/// G18, G24: so does a listing that failed.
#[test]
fn failed_listings_are_told_apart() {
    let failures = failed_listings().map(|(name, failure)| {
        says_its_kind(&failure, failure.kind(), failure.kind().as_str(), name);
        failure.to_string()
    });
    told_apart(&failures);
    assert!(failures[6].contains("\"one\""), "which description it is: {}", failures[6]);
}

/// G13, G18: the text of a panic is in the cause for the host to print, whichever form it had.
#[test]
fn a_panic_is_its_cause() {
    type Case = (fn() -> Plan, &'static str);
    let panics: [Case; 3] = [
        (|| panic!("a fixed text"), "a fixed text"),
        (|| panic!("a text made of {}", std::hint::black_box(7)), "a text made of 7"),
        (|| std::panic::panic_any(7_u8), "a callback panicked"),
    ];
    for (panic, expected) in panics {
        let world = Setup::new().bind("doc", URI, move |scripted| scripted.plan(move |_| panic())).build();
        let failure = world.read(URI).unwrap_err();
        let cause = failure.source().expect(expected).to_string();
        assert!(cause.contains(expected), "{cause}");
        assert!(!failure.to_string().contains(expected), "{failure}");
    }
}

/// G6, G25: what stands for a caller and what seals tokens have a name and nothing else, however they differ.
#[test]
fn keys_are_not_rendered() {
    let key = |bytes: &[u8]| format!("{:?} {0:#?}", ScopeKey::new(bytes));
    assert!(key(b"ann").contains("ScopeKey"), "{}", key(b"ann"));
    assert!([&b""[..], b"bob", &[0xff; 99]].iter().all(|other| key(other) == key(b"ann")));
    let ring = |first, older: &[u8]| {
        let keys = PageKeys::new([first; 32]);
        format!("{:?}", older.iter().fold(keys, |keys, &byte| keys.and_previous([byte; 32])))
    };
    assert!(ring(1, &[]).contains("PageKeys"), "{}", ring(1, &[]));
    assert!([ring(2, &[]), ring(1, &[2]), ring(0xff, &[1, 2])].iter().all(|other| *other == ring(1, &[])));
}

/// G6, G7: a target is its URI and its label; a payload and an item are what they are of and how long, without a byte of
/// the content.
#[test]
fn contents_are_not_rendered() {
    let labelled = format!("{:?}", target("asset://item/a").with_representation("thumbnail"));
    assert!(labelled.contains("asset://item/a") && labelled.contains("thumbnail"), "{labelled}");

    let rendered = |payload: Payload| {
        let meta = [("example.com/meta".to_owned(), serde_json::json!(1))];
        let payload = payload.with_mime_type("text/x-own").with_meta(meta.into_iter().collect());
        let own = format!("{payload:?}");
        let setup = Setup::new().leaf("doc", "asset://doc", move |_| Reply::Give(Ok(payload.clone())));
        let item = setup.build().read("asset://doc").unwrap().into_items().pop().unwrap();
        let (item, content) = (format!("{item:?}"), format!("{:?}", item.body()));
        for told in ["Item", "asset://doc", "text/x-own", "example.com/meta", &content] {
            assert!(!told.is_empty() && item.contains(told), "{item} says {told}");
        }
        assert!(own.contains(&content), "{own} says {content}");
        item
    };
    let (text, bytes) = (rendered(Payload::text("four")), rendered(Payload::bytes(&b"four"[..])));
    assert_eq!(rendered(Payload::text("vier")), text, "not which text");
    assert_eq!(rendered(Payload::bytes(&b"\0\xff\x01\x02"[..])), bytes, "nor which bytes");
    told_apart([text, bytes, rendered(Payload::text("seven")), rendered(Payload::bytes(&b"seven"[..]))]);
}

/// G23, G26: a deadline says when it is, options which of them are set, a gateway how much it serves, and a revision its
/// digest.
#[test]
fn what_a_host_prints_is_told() {
    let world = Setup::new().leaf("one", "asset://1", |_| text("")).leaf("two", "asset://2", |_| text(""));
    let world = world.build();
    world.clock.advance(Duration::from_secs(12));
    let deadline = world.gateway.start();
    let sooner = deadline.sooner(Duration::from_secs(5));
    for (deadline, at) in [(deadline, "42s"), (sooner, "17s")] {
        let debugged = format!("{deadline:?}");
        assert!(debugged.contains("Deadline") && debugged.contains(at), "{debugged} is at {at}");
    }
    let options = [
        ReadOptions::new(),
        ReadOptions::new().deadline(deadline),
        ReadOptions::new().sizer(&JsonSizer),
        ReadOptions::new().progress(&|_| ()),
    ];
    told_apart(options.iter().map(|options| format!("{options:?}")));
    assert!(format!("{:?}", options[1]).contains("42s"), "{:?}", options[1]);

    let gateway = format!("{:?}", world.gateway);
    assert!(gateway.contains("Gateway") && gateway.contains('2'), "{gateway}");
    let revision = world.gateway.revision();
    let debugged = format!("{revision:?}");
    assert!(debugged.contains("Revision") && debugged.contains(&revision.to_string()), "{debugged}");
}
