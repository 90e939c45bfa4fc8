//! The adopted generation (C1).

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
};

use wayleave::catalog::{
    Adoption, BindingName, Builder, Current, Discovery, Family, Generation, OtherBinding, RefreshError,
    Watcher,
};

use super::harness::{Answer, NEW, Server, TOOLS, binding, handshake, item, of_tools, page};
use crate::harness::{VirtualClock, run};

fn adopt(current: &Current, generation: Generation) -> Adoption {
    current.adopt(current.begin(), generation).unwrap()
}

// C1
#[test]
fn generations_are_shared_between_threads() {
    fn shared<T: Clone + Send + Sync + 'static>() {}
    shared::<Generation>();
    let generation = of_tools(&["a"]);
    let clone = generation.clone();
    let name = |of: &Generation| of.tools().get(0).unwrap().raw_name().as_ptr();
    assert_eq!(name(&generation), name(&clone), "a clone copies nothing");
}

// C1
#[test]
fn numbers_grow_and_readers_keep_theirs() {
    let current = Current::new(binding());
    assert!(current.generation().is_none());
    assert!(adopt(&current, of_tools(&["a"])).is_published());
    let kept = current.generation().unwrap();
    assert!(adopt(&current, of_tools(&["a", "b"])).is_published());
    let newer = current.generation().unwrap();
    assert_eq!((kept.number(), newer.number()), (1, 2));
    assert_eq!((kept.tools().len(), newer.tools().len()), (1, 2));
    // Going back is a new generation, too.
    assert_eq!(adopt(&current, of_tools(&["a"])).generation().number(), 3);
    assert_eq!(current.generation().unwrap().digest(), kept.digest());
}

// C1
#[test]
fn an_unchanged_digest_publishes_nothing() {
    let current = Current::new(binding());
    adopt(&current, of_tools(&["a"]));
    let mut watcher = current.watch();
    let adoption = adopt(&current, of_tools(&["a"]));
    assert!(matches!(&adoption, Adoption::Unchanged(generation) if generation.number() == 1));
    assert!(watcher.poll_changed(&mut Context::from_waker(Waker::noop())).is_pending());
}

// C1
#[test]
fn what_began_earlier_never_replaces_what_began_later() {
    let current = Current::new(binding());
    let (slow, quick) = (current.begin(), current.begin());
    assert!(current.adopt(quick, of_tools(&["new"])).unwrap().is_published());
    let adoption = current.adopt(slow, of_tools(&["old"])).unwrap();
    assert!(
        matches!(adoption, Adoption::Superseded(generation) if generation.tools().get(0).unwrap().raw_name() == "new")
    );

    // Also if the later one found nothing new.
    let (slow, quick) = (current.begin(), current.begin());
    assert!(matches!(current.adopt(quick, of_tools(&["new"])).unwrap(), Adoption::Unchanged(_)));
    assert!(matches!(current.adopt(slow, of_tools(&["old"])).unwrap(), Adoption::Superseded(_)));
}

#[test]
fn a_generation_of_another_binding_is_refused() {
    let other = Builder::new(BindingName::new("shop").unwrap(), handshake(NEW, TOOLS)).build().unwrap();
    let current = Current::new(binding());
    assert_eq!(current.adopt(current.begin(), other).unwrap_err(), OtherBinding);
    assert!(current.generation().is_none());
    assert_eq!(OtherBinding.to_string(), "catalog: the generation is of another binding");
}

#[test]
fn a_host_may_print_what_is_adopted() {
    let current = Current::new(binding());
    assert_eq!(format!("{current:?}"), format!("Current {{ binding: {:?}, generation: None }}", binding()));
    adopt(&current, of_tools(&["a"]));
    let generation = format!("{:?}", current.generation().unwrap());
    assert!(generation.contains("wiki") && format!("{current:?}").contains(&generation));
    assert_eq!(format!("{:?}", current.watch()), "Watcher { seen: 1, .. }");
}

#[derive(Default)]
struct Count(AtomicUsize);

impl Wake for Count {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

// C1: a watcher is told
#[test]
fn watchers_are_woken() {
    let current = Current::new(binding());
    let count = Arc::new(Count::default());
    let waker = Waker::from(Arc::clone(&count));
    let mut context = Context::from_waker(&waker);
    let mut watcher = current.watch();
    let gone = current.watch();
    assert!(watcher.poll_changed(&mut context).is_pending());
    assert!(watcher.poll_changed(&mut context).is_pending());
    drop(gone);
    adopt(&current, of_tools(&["a"]));
    assert_eq!(count.0.load(Ordering::SeqCst), 1);
    // Two that came while no one looked count as one.
    adopt(&current, of_tools(&["b"]));
    let told = run(watcher.changed()).unwrap();
    assert_eq!((told.number(), told.tools().get(0).unwrap().raw_name()), (2, "b"));
    assert!(watcher.poll_changed(&mut context).is_pending());
    // Who comes late waits for the next one.
    let mut late = current.watch();
    assert!(late.poll_changed(&mut context).is_pending());
    // A watcher that is gone is not woken.
    drop(watcher);
    assert_eq!(count.0.load(Ordering::SeqCst), 1);
    drop(current);
    assert_eq!(count.0.load(Ordering::SeqCst), 2);
    assert!(matches!(late.poll_changed(&mut context), Poll::Ready(None)));
}

/// A waker whose last clone drops a watcher.
struct Task(Mutex<Option<Watcher>>);

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        drop(self.0.lock().unwrap().take());
    }
}

#[test]
fn a_waker_may_drop_a_watcher() {
    let current = Current::new(binding());
    let mut watcher = current.watch();
    let task = Waker::from(Arc::new(Task(Mutex::new(Some(current.watch())))));
    assert!(watcher.poll_changed(&mut Context::from_waker(&task)).is_pending());
    drop(task);
    // The last clone goes with this: it must not wait for a lock that is held.
    assert!(watcher.poll_changed(&mut Context::from_waker(Waker::noop())).is_pending());
    drop(watcher);
}

// C1, C11: only whole generations
#[test]
fn a_refresh_that_fails_leaves_all_as_it_is() {
    let current = Current::new(binding());
    let discovery = Discovery::new(binding(), handshake(NEW, TOOLS));
    let clock = VirtualClock::default();
    let good = Server::new(|family, _, _: Option<&str>| page(family, &[item("a")], None));
    assert!(run(current.refresh(&good, &discovery, &clock)).unwrap().is_published());
    assert!(!run(current.refresh(&good, &discovery, &clock)).unwrap().is_published());
    let bad = Server::new(|family, call, _: Option<&str>| match call {
        0 => page(family, &[item("b")], Some("next")),
        _ => Answer::Fails,
    });
    let error = run(current.refresh(&bad, &discovery, &clock)).unwrap_err();
    assert!(matches!(error, RefreshError::Discover(_)));
    assert_eq!(error.to_string(), "catalog: tools: the call for page 1 failed");
    assert_eq!(RefreshError::OtherBinding.to_string(), OtherBinding.to_string());
    assert_eq!(current.generation().unwrap().tools().get(0).unwrap().raw_name(), "a");
    assert_eq!(bad.calls().iter().filter(|(family, _)| *family == Family::Tools).count(), 2);
}
