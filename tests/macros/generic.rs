//! Generic blocks and routes.

use std::{fmt::Display, str::FromStr};

use super::*;

trait Store: Send + Sync + 'static {
    type Key: FromStr + Display + Send;

    fn get(&self, key: Self::Key) -> Option<String>;
}

struct Numbers(Vec<&'static str>);

impl Store for Numbers {
    type Key = usize;

    fn get(&self, key: usize) -> Option<String> {
        self.0.get(key).map(ToString::to_string)
    }
}

/// Generic over the store and over the length of what it gives.
struct Cut<S, const LONGEST: usize> {
    store: S,
}

#[derive(Route)]
#[route(uri_template = "g://route/{key}", name = "keyed")]
struct Key<K> {
    key: K,
}

#[derive(Route)]
#[route(uri_template = "g://fixed/{key}")]
struct Fixed<const LONGEST: usize> {
    key: usize,
}

#[resources]
impl<S, const LONGEST: usize> Cut<S, LONGEST>
where
    S: Store,
{
    #[resource(uri_template = "g://key/{key}", complete(key = Self::keys))]
    async fn key(&self, key: S::Key) -> Result<String, ReadError> {
        let mut text = self.store.get(key).ok_or_else(ReadError::unavailable)?;
        text.truncate(LONGEST);
        Ok(text)
    }

    #[resource(route = Key<S::Key>)]
    async fn route(&self, route: Key<S::Key>) -> Result<String, ReadError> {
        self.key(route.key).await
    }

    #[resource(route = Fixed<3>)]
    async fn fixed(&self, route: Fixed<3>) -> String {
        (route.key * LONGEST).to_string()
    }

    async fn keys(&self, _request: CompletionRequest<'_>) -> Vec<String> {
        vec![LONGEST.to_string()]
    }
}

/// The caller is a parameter of the block.
struct Told<C>(std::marker::PhantomData<fn(C)>);

#[resources(caller = C)]
impl<C: Display + Send + Sync + 'static> Told<C> {
    #[resource(uri = "g://told")]
    async fn told(&self, caller: &C) -> String {
        caller.to_string()
    }
}

/// One type, two blocks, for two kinds of caller.
struct Both;

#[resources(caller = u8)]
impl Both {
    #[resource(uri = "g://small")]
    async fn small(&self, caller: &u8) -> String {
        caller.to_string()
    }
}

#[resources(caller = (u8, u8))]
impl Both {
    #[resource(uri = "g://large")]
    async fn large(&self, (one, other): &(u8, u8)) -> String {
        format!("{one} {other}")
    }
}

#[tokio::test]
async fn generic_blocks_serve() {
    let gateway = open::<()>(Cut::<_, 3> { store: Numbers(vec!["zero", "one"]) });
    assert_eq!(text(&gateway, &(), "g://key/0").await, "zer");
    assert_eq!(text(&gateway, &(), "g://route/1").await, "one");
    assert_eq!(text(&gateway, &(), "g://fixed/5").await, "15");
    assert_eq!(failure(&gateway, &(), "g://key/x").await, ReadFailureKind::BadCapture);
    assert_eq!(Key { key: 7 }.uri().unwrap().as_str(), "g://route/7");
}

#[tokio::test]
async fn callers_may_be_anything() {
    assert_eq!(text(&open(Told::<u8>(std::marker::PhantomData)), &7, "g://told").await, "7");
    assert_eq!(text(&open(Both), &7, "g://small").await, "7");
    assert_eq!(text(&open(Both), &(7, 8), "g://large").await, "7 8");
}
