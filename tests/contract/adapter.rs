//! What an adapter brings to a read: its deadline, its sizes, its ear for progress (G13, G21, G23).

use std::{sync::Mutex, time::Duration};

use wayleave::{
    Bundle,
    prelude::ReadFailure,
    resource::{IssueCode, Item, Progress, ReadFailureKind as Kind, ReadOptions, Sizer},
};

use crate::harness::{
    ANN, Answer, Ask, PANIC, Reply, Setup, World, delivered, drive, failed, issues, json, limits, run, text,
};

const ITEMS: [&str; 3] = ["asset://item/a", "asset://item/b", "asset://item/c"];

fn read(world: &World, options: ReadOptions<'_>) -> Result<Bundle, ReadFailure> {
    world.begin();
    run(world.gateway.read_with(&ANN, "asset://set", options))
}

/// G23: the time begins where the adapter says, and what it did before the read counts.
#[test]
fn the_deadline_begins_at_the_entry() {
    let world = Setup::set(&ITEMS, |uri| text(uri)).build();
    let deadline = world.gateway.start();
    world.clock.advance(Duration::from_millis(29_999));
    assert!(read(&world, ReadOptions::new().deadline(deadline)).is_ok());
    assert!(!deadline.is_over());
    world.clock.advance(Duration::from_millis(1));
    assert!(deadline.is_over(), "the adapter's own work after the read is under it, too");
    let failure = read(&world, ReadOptions::new().deadline(deadline)).unwrap_err();
    assert_eq!(*failure.kind(), Kind::ReadTimeout);
    assert!(world.log.of("body").is_empty());
}

/// G23: a caller's own deadline shortens the time, and never lengthens it.
#[test]
fn a_callers_deadline_only_shortens() {
    let world = Setup::set(&ITEMS[..1], |_| Reply::Hang)
        .limits(limits(|limits| limits.item_timeout = Duration::from_secs(60)))
        .build();
    for (own, end) in [(Duration::from_secs(2), 2), (Duration::from_secs(900), 30)] {
        world.begin();
        let start = world.now();
        let options = ReadOptions::new().deadline(world.gateway.start().sooner(own));
        let outcome = drive(world.gateway.read_with(&ANN, "asset://set", options), || {
            world.clock.advance(Duration::from_secs(1));
        });
        assert_eq!(*outcome.unwrap_err().kind(), Kind::ReadTimeout);
        assert_eq!(world.now() - start, Duration::from_secs(end));
    }
}

/// An encoding of twice the bytes.
struct Twice;

impl Sizer for Twice {
    fn item(&self, item: &Item) -> usize {
        2 * serde_json::to_string(item).unwrap().len()
    }
}

/// G21: admission goes by the adapter's sizes.
#[test]
fn an_adapters_sizes_decide() {
    let build = |encoded| {
        Setup::set(&ITEMS, |_| text("x".repeat(1_000)))
            .limits(limits(|limits| limits.max_encoded = limits.report_encoded + 8_192 + 256 + encoded))
            .build()
    };
    let one =
        serde_json::to_string(&read(&build(100_000), ReadOptions::new()).unwrap().items()[0]).unwrap().len();
    // Room for three of the usual size, and so for one of twice that.
    let world = build(3 * (one + 1));
    assert_eq!(delivered(&read(&world, ReadOptions::new()).unwrap()), ITEMS);
    let bundle = read(&world, ReadOptions::new().sizer(&Twice)).unwrap();
    assert_eq!(delivered(&bundle), ITEMS[..1]);
    let over = |uri| (IssueCode::BudgetExceeded, Some(uri));
    assert_eq!(issues(&bundle), [over(ITEMS[1]), over(ITEMS[2])]);
    // To the byte.
    let twice = build(2 * one + 1);
    assert_eq!(delivered(&read(&twice, ReadOptions::new().sizer(&Twice)).unwrap()), ITEMS[..1]);
    let world = build(2 * one);
    assert_eq!(*read(&world, ReadOptions::new().sizer(&Twice)).unwrap_err().kind(), Kind::NothingDelivered);
}

/// One that estimates the whole at more than the parts.
struct Envelope(usize);

impl Sizer for Envelope {
    fn item(&self, item: &Item) -> usize {
        serde_json::to_string(item).unwrap().len()
    }

    fn result(&self, _bundle: &Bundle) -> usize {
        self.0
    }
}

/// G21: the whole is sized once more at the end, and over the limit is an error.
#[test]
fn the_whole_is_sized_at_the_end() {
    let world = Setup::set(&ITEMS, |uri| text(uri)).build();
    let most = world.gateway.limits().max_encoded - 8_192;
    let bundle = read(&world, ReadOptions::new().sizer(&Envelope(most))).unwrap();
    assert_eq!(bundle.encoded_bytes(), most);
    for bytes in [most + 1, usize::MAX] {
        let failure = read(&world, ReadOptions::new().sizer(&Envelope(bytes))).unwrap_err();
        assert_eq!(*failure.kind(), Kind::ResultTooLarge);
    }
}

/// G21: without a sizer, a bundle says how long its JSON is.
#[test]
fn a_bundle_knows_its_size() {
    let world = Setup::set(&ITEMS, |uri| if uri == ITEMS[1] { failed() } else { text("\u{1}é\"") }).build();
    let bundle = read(&world, ReadOptions::new()).unwrap();
    assert!(bundle.is_partial());
    assert_eq!(bundle.encoded_bytes(), json(&bundle).len());
}

/// G10: progress counts what may be read, after each body, and knows nothing of the rest.
#[test]
fn progress_counts_what_may_be_read() {
    let world = Setup::set(&ITEMS, |uri| if uri == ITEMS[2] { failed() } else { text(uri) })
        .answer(Ask::See, ITEMS[0], Answer::Hidden)
        .build();
    let told = Mutex::new(Vec::new());
    let listen = |Progress { done, total, .. }: Progress| told.lock().unwrap().push((done, total));
    read(&world, ReadOptions::new().progress(&listen)).unwrap();
    assert_eq!(*told.lock().unwrap(), [(1, 2), (2, 2)]);
}

/// One that panics at items.
struct Bad;

impl Sizer for Bad {
    fn item(&self, _item: &Item) -> usize {
        panic!("{PANIC}")
    }
}

/// G13: a panic of the adapter's own functions fails the read.
#[test]
fn an_adapters_panic_fails_the_read() {
    let world = Setup::set(&ITEMS, |uri| text(uri)).build();
    let listen = |_: Progress| panic!("{PANIC}");
    for options in [ReadOptions::new().sizer(&Bad), ReadOptions::new().progress(&listen)] {
        assert_eq!(*read(&world, options).unwrap_err().kind(), Kind::Panicked);
    }
}
