//! What is never rendered: private authorization data and private causes (G6, G18).

use wayleave::{
    prelude::{Failure, PlanError, ReadError, ReadPlan},
    resource::Listing,
};

use crate::harness::{
    ANN, Answer, Ask, CAUSE, GRANT, PANIC, Reply, Setup, World, causes, failed, rendered, run, target, text,
};

const ITEMS: [&str; 2] = ["asset://item/a", "asset://item/b"];

fn set() -> Setup {
    Setup::new().bind("set", "asset://set", |scripted| {
        scripted
            .bundle()
            .plans(|| Ok(ReadPlan::of(ITEMS.map(target))?.requested(target("asset://set"))))
            .body(|request| {
                assert!(
                    request.target().authorization().unwrap().to_string().contains(GRANT),
                    "storage gets it"
                );
                for rendered in [format!("{request:?}"), format!("{request:#?}")] {
                    assert!(!rendered.contains(GRANT), "{rendered}");
                }
                if request.target().uri().as_str() == ITEMS[1] { failed() } else { text("a") }
            })
    })
}

/// Reads that end in every way there is, in all of which private data and causes are at hand.
fn worlds() -> Vec<(&'static str, World)> {
    let mut worlds = vec![
        ("partial", set().build()),
        ("all denied", set().answers(Ask::Read, ITEMS[0], [Answer::Yes, Answer::Deny]).build()),
        ("root denied", set().answer(Ask::Read, "asset://set", Answer::Deny).build()),
        ("randomness", set().no_randomness().build()),
    ];
    for answer in [Answer::Fail, Answer::Panic, Answer::PanicAtOnce, Answer::PanicOnDrop, Answer::Hang] {
        for (ask, key) in [(Ask::Discover, "set"), (Ask::See, ITEMS[0]), (Ask::Read, ITEMS[0])] {
            worlds.push(("policy", set().answer(ask, key, answer).build()));
            worlds.push(("policy at last", set().answers(ask, key, [Answer::Yes, answer]).build()));
        }
    }
    let plans: [fn() -> crate::harness::Plan; 5] = [
        || Reply::Give(Err(PlanError::failed(CAUSE))),
        || Reply::Panic,
        || Reply::Hang,
        || Reply::Give(ReadPlan::of([target("asset://set")])),
        || Reply::Give(ReadPlan::of([target("mcp-warning:x").with_representation("r")])),
    ];
    for plan in plans {
        let setup = Setup::new().bind("set", "asset://set", |scripted| scripted.plan(move |_| plan()));
        worlds.push(("plan", setup.build()));
    }
    for body in [|| Reply::Panic, || Reply::PanicOnDrop(Err(ReadError::invalid_content(CAUSE))), failed] {
        worlds.push(("reader alone", Setup::set(&ITEMS[..1], move |_| body()).build()));
    }
    worlds
}

/// G6, G18: neither is in a bundle's JSON or `Debug`, nor in a failure's `Debug`, `Display` or caller's form.
#[test]
fn nothing_private_is_rendered() {
    for (name, world) in worlds() {
        let all = rendered(&world.read_slowly("asset://set"));
        for canary in [GRANT, CAUSE, PANIC] {
            assert!(!all.contains(canary), "{name}: {all}");
        }
    }
}

/// G6: authorization data is not in the causes either, for the gateway puts it nowhere.
#[test]
fn authorization_data_is_in_no_cause() {
    for (name, world) in worlds() {
        if let Err(failure) = world.read_slowly("asset://set") {
            let causes = causes(&failure).concat();
            assert!(!causes.contains(GRANT), "{name}: {causes}");
        }
    }
}

/// G6: what a host may log of a plan or a target is without the data, and does not say whether there is any.
#[test]
fn targets_and_plans_render_without_data() {
    let with = target("asset://item/a");
    let without = wayleave::prelude::Target::new(with.uri().clone());
    assert_eq!(format!("{with:?}"), format!("{without:?}"));
    let plan = ReadPlan::single(with.clone()).requested(with);
    assert!(!format!("{plan:?} {plan:#?}").contains(GRANT));
}

/// G18: the host finds the private cause of a whole failure behind `source()`.
#[test]
fn the_host_is_told_the_cause() {
    let expected = [
        (set().answer(Ask::Discover, "set", Answer::Fail), CAUSE),
        (set().answer(Ask::See, ITEMS[0], Answer::Fail), CAUSE),
        (set().answer(Ask::Read, ITEMS[0], Answer::Fail), CAUSE),
        (set().answer(Ask::See, ITEMS[0], Answer::Panic), PANIC),
        (set().no_randomness(), CAUSE),
        (
            Setup::new()
                .bind("set", "asset://set", |scripted| scripted.plans(|| Err(PlanError::failed(CAUSE)))),
            CAUSE,
        ),
    ];
    for (setup, cause) in expected {
        let failure = setup.build().read("asset://set").unwrap_err();
        let causes = causes(&failure).concat();
        assert!(causes.contains(cause), "{failure}: {causes}");
    }
}

/// G18: the errors that callbacks make keep their causes to themselves as well, up to `source()`.
#[test]
fn the_errors_of_callbacks_keep_their_causes() {
    let plan = PlanError::failed(CAUSE);
    let read = ReadError::failed(CAUSE);
    let content = ReadError::invalid_content(CAUSE);
    let policy = Failure::failed(CAUSE);
    let random = wayleave::random::RandomError::new(CAUSE);
    let errors: [&dyn std::error::Error; 5] = [&plan, &read, &content, &policy, &random];
    for error in errors {
        assert!(!format!("{error} {error:?} {error:#?}").contains(CAUSE), "{error:?}");
        assert!(causes(error).concat().contains(CAUSE), "{error}");
    }
}

/// G18: a listing's failure is no different.
#[test]
fn a_listing_renders_no_cause() {
    for answer in [Answer::Fail, Answer::Panic] {
        let world = set().answer(Ask::Discover, "set", answer).build();
        let failure = run(world.gateway.list(&ANN, Listing::Resources, None)).unwrap_err();
        let all = format!("{failure} {failure:?} {failure:#?} {:?}", failure.kind());
        assert!(!all.contains(CAUSE) && !all.contains(PANIC), "{all}");
        let causes = causes(&failure).concat();
        assert!(causes.contains(CAUSE) || causes.contains(PANIC), "{causes}");
    }
}

/// G12, G18: a read that delivers nothing keeps the first private cause for the host.
#[test]
fn nothing_delivered_has_a_cause() {
    let world = Setup::set(&ITEMS[..1], |_| failed()).build();
    let outcome = world.read("asset://set");
    assert!(
        causes(outcome.as_ref().unwrap_err()).iter().any(|cause| cause.contains(CAUSE)),
        "the host learns why"
    );
    assert!(!rendered(&outcome).contains(CAUSE), "and nobody else");
}
