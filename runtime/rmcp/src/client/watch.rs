//! Keeping a catalog as it is at the server: a change that the server tells of leads to a new generation (C1).

use std::{error::Error, future::pending, pin::pin, time::Duration};

use serde_json::{Value, json};
use tokio::select;
use wayleave::{
    catalog::{Adoption, Capabilities, Current, DiscoverError, Discovery, RefreshError},
    clock::Clock,
};

use super::{
    Client, ClientError,
    link::Told,
    message::{Method, Refusal},
};

/// How soon a change is looked at.
#[derive(Clone, Debug)]
#[must_use]
pub struct Watch {
    quiet: Duration,
    longest: Duration,
    retry: Duration,
    every: Option<Duration>,
}

/// The longest wait between one failure and the next try.
const LONGEST_RETRY: Duration = Duration::from_secs(60);
/// What an older server answers to a method that it does not know.
const METHOD_NOT_FOUND: i64 = -32601;

impl Default for Watch {
    /// A change is looked at once half a second has passed without another, at the latest after five seconds; what
    /// failed is tried again after a second, then after twice that, up to a minute.
    fn default() -> Self {
        Self {
            quiet: Duration::from_millis(500),
            longest: Duration::from_secs(5),
            retry: Duration::from_secs(1),
            every: None,
        }
    }
}

impl Watch {
    /// Sets for how long there must be no other change before one is looked at.
    pub fn quiet(mut self, quiet: Duration) -> Self {
        self.quiet = quiet;
        self
    }

    /// Sets how long a change may wait for that at most.
    pub fn longest(mut self, longest: Duration) -> Self {
        self.longest = longest;
        self
    }

    /// Sets the wait before the first new try of what failed.
    pub fn retry(mut self, retry: Duration) -> Self {
        self.retry = retry;
        self
    }

    /// Looks every so often even if the server says nothing, for servers that tell of no change.
    pub fn every(mut self, every: Duration) -> Self {
        self.every = Some(every);
        self
    }
}

impl Client {
    /// Discovers the server anew whenever it says that a list has changed, and adopts what it then offers. It goes on for
    /// as long as the connection does, and gives the reason why that has ended.
    ///
    /// `told` hears what each discovery came to. One that failed leaves the generation as it was, and is tried again.
    /// Dropping the future ends the watch, and a discovery that is under way.
    pub async fn watch(
        &self,
        current: &Current,
        discovery: &Discovery,
        clock: &dyn Clock,
        watch: &Watch,
        mut told: impl FnMut(&Result<Adoption, RefreshError>),
    ) -> ClientError {
        let mut changes = self.changes();
        let mut listening = pin!(self.listen(clock, watch.retry));
        let mut retry = watch.retry;
        let mut next = watch.every;
        loop {
            let due = async {
                match next {
                    Some(wait) => clock.sleep(wait).await,
                    None => pending().await,
                }
            };
            let changed = select! {
                end = &mut listening => return end,
                changed = changes.changed() => changed.is_ok(),
                () = due => false,
            };
            let latest = clock.now().saturating_add(watch.longest);
            let mut settling = changed;
            while settling {
                let left = latest.saturating_sub(clock.now());
                settling = !left.is_zero()
                    && select! {
                        end = &mut listening => return end,
                        changed = changes.changed() => changed.is_ok(),
                        () = clock.sleep(watch.quiet.min(left)) => false,
                    };
            }
            changes.mark_unchanged();
            let outcome = select! {
                end = &mut listening => return end,
                outcome = current.refresh(self, discovery, clock) => outcome,
            };
            told(&outcome);
            (next, retry) = match &outcome {
                Ok(_) => (watch.every, watch.retry),
                Err(error) if ends_all(error, self) => return ClientError::SessionEnded,
                Err(_) => (Some(retry), retry.saturating_mul(2).min(LONGEST_RETRY)),
            };
        }
    }

    /// Has the server tell of changes, for as long as there is a connection.
    async fn listen(&self, clock: &dyn Clock, first: Duration) -> ClientError {
        let families = announced(self.handshake().capabilities());
        let mut retry = first;
        loop {
            let began = clock.now();
            let outcome = match &families {
                None => Ok(Told::Never),
                Some(families) if self.is_stateless() => self.subscribe(families).await,
                Some(_) => self.link().listen().await,
            };
            match outcome {
                Ok(Told::Never) => {
                    self.link().ended().await;
                    return ClientError::Closed;
                }
                Err(error) if !self.link().outlives(&error) => return error,
                Ok(Told::Ended) | Err(_) => {}
            }
            // What held for a while counts as a success.
            if clock.now().saturating_sub(began) > LONGEST_RETRY {
                retry = first;
            }
            clock.sleep(retry).await;
            retry = retry.saturating_mul(2).min(LONGEST_RETRY);
        }
    }

    /// Subscribes as in 2026-07-28, until the server ends that.
    async fn subscribe(&self, families: &Value) -> Result<Told, ClientError> {
        let request = self.message(Method::Listen, json!({ "notifications": families }));
        match self.link().call(self.next_call(), &request).await? {
            Ok(_) => Ok(Told::Ended),
            Err(Refusal { code: METHOD_NOT_FOUND, .. }) => Ok(Told::Never),
            Err(refusal) => Err(self.link().refusal(refusal)),
        }
    }
}

/// The changes that a server says it tells of, as a filter of subscriptions; none if of none.
fn announced(capabilities: &Capabilities) -> Option<Value> {
    const FILTERS: [(&str, &str); 3] = [
        ("tools", "toolsListChanged"),
        ("prompts", "promptsListChanged"),
        ("resources", "resourcesListChanged"),
    ];
    let said: Value = serde_json::from_str(capabilities.as_json()).ok()?;
    let told = |family: &str| said.get(family)?.get("listChanged")?.as_bool();
    let filter: serde_json::Map<_, _> = FILTERS
        .into_iter()
        .filter(|(family, _)| told(family) == Some(true))
        .map(|(_, filter)| (filter.to_owned(), Value::Bool(true)))
        .collect();
    (!filter.is_empty()).then_some(Value::Object(filter))
}

/// Whether a discovery failed because there is no session to ask in any more.
fn ends_all(error: &RefreshError, client: &Client) -> bool {
    let RefreshError::Discover(DiscoverError::Lister { source, .. }) = error else { return false };
    let source: &(dyn Error + 'static) = &**source;
    match source.downcast_ref() {
        Some(ClientError::SessionEnded) => true,
        Some(error @ ClientError::Closed) => !client.link().outlives(error),
        _ => false,
    }
}
