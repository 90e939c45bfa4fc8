//! The generation that is adopted, and who wants to know of the next one (C1).

use std::{
    fmt,
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

use super::{BindingName, DiscoverError, Discovery, Generation, Lister, discover};
use crate::clock::Clock;

/// The adopted generation of one binding. Only whole generations are ever in it; whoever reads one keeps it.
///
/// Adopting gives numbers that grow, and leaves everything as it is when the digest is the same.
///
/// ```
/// # use wayleave::catalog::{Adoption, BindingName, Builder, Capabilities, Current, Handshake, ProtocolVersion, ToolSpec};
/// # let handshake = Handshake::new(ProtocolVersion::new("2026-07-28")?, Capabilities::parse("{}")?);
/// # let builder = || Ok::<_, wayleave::catalog::DefectError>(Builder::new(BindingName::new("wiki")?, handshake.clone()));
/// let current = Current::new(BindingName::new("wiki")?);
/// let ticket = current.begin();
/// assert!(matches!(current.adopt(ticket, builder()?.build()?)?, Adoption::Published(_)));
/// let kept = current.generation().expect("one is adopted");
///
/// let changed = builder()?.tool(ToolSpec::new("search").with_input_schema("{}")).build()?;
/// current.adopt(current.begin(), changed)?;
/// assert_eq!((kept.number(), current.generation().map(|new| new.number())), (1, Some(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Current {
    binding: BindingName,
    shared: Arc<Shared>,
}

struct Shared(Mutex<State>);

#[derive(Default)]
struct State {
    generation: Option<Generation>,
    /// How many fetches have begun, and which of them the generation is from.
    begun: u64,
    adopted: u64,
    /// Each watcher that waits, by its own number.
    wakers: Vec<(u64, Waker)>,
    watchers: u64,
    closed: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing in here panics half way, so a poisoned state is a whole one.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of one fetch among all of them: what began earlier never replaces what began later.
#[derive(Debug)]
#[must_use]
pub struct Ticket(u64);

/// What adopting a generation came to.
#[derive(Clone, Debug)]
pub enum Adoption {
    /// It is the current one now, under a number of its own.
    Published(Generation),
    /// The server offers what it did before, so the one before stays, and no one is told.
    Unchanged(Generation),
    /// A fetch that began later was adopted before, so that one stays.
    Superseded(Generation),
}

impl Adoption {
    /// The generation that is current.
    #[must_use]
    pub fn generation(&self) -> &Generation {
        match self {
            Self::Published(generation) | Self::Unchanged(generation) | Self::Superseded(generation) => {
                generation
            }
        }
    }

    /// Whether there is a new one.
    #[must_use]
    pub fn is_published(&self) -> bool {
        matches!(self, Self::Published(_))
    }
}

impl Current {
    /// No generation of this binding is adopted yet.
    #[must_use]
    pub fn new(binding: BindingName) -> Self {
        Self { binding, shared: Arc::new(Shared(Mutex::default())) }
    }

    /// The binding.
    #[must_use]
    pub fn binding(&self) -> &BindingName {
        &self.binding
    }

    /// The adopted generation. It stays what it is, whatever is adopted after.
    #[must_use]
    pub fn generation(&self) -> Option<Generation> {
        self.shared.lock().generation.clone()
    }

    /// Marks the beginning of a fetch.
    pub fn begin(&self) -> Ticket {
        let mut state = self.shared.lock();
        state.begun += 1;
        Ticket(state.begun)
    }

    /// Adopts what a fetch gave. The number it has is replaced by the next one of this binding.
    ///
    /// # Errors
    /// A generation of another binding.
    pub fn adopt(&self, ticket: Ticket, generation: Generation) -> Result<Adoption, OtherBinding> {
        if *generation.binding() != self.binding {
            return Err(OtherBinding);
        }
        let mut state = self.shared.lock();
        let number = match &state.generation {
            Some(current) if ticket.0 < state.adopted => return Ok(Adoption::Superseded(current.clone())),
            Some(current) if current.digest() == generation.digest() => {
                let unchanged = Adoption::Unchanged(current.clone());
                state.adopted = ticket.0;
                return Ok(unchanged);
            }
            Some(current) => current.number().saturating_add(1),
            None => 1,
        };
        let generation = generation.numbered(number);
        // What was current may be dropped here for good, which is not to be done under the lock.
        let before = state.generation.replace(generation.clone());
        state.adopted = ticket.0;
        let wakers = std::mem::take(&mut state.wakers);
        drop(state);
        drop(before);
        wakers.into_iter().for_each(|(_, waker)| waker.wake());
        Ok(Adoption::Published(generation))
    }

    /// Discovers the server anew and adopts what it offers. If that fails, all stays as it is.
    ///
    /// # Errors
    /// See [`DiscoverError`]; and [`RefreshError::OtherBinding`].
    pub async fn refresh<L: Lister>(
        &self,
        lister: &L,
        discovery: &Discovery,
        clock: &dyn Clock,
    ) -> Result<Adoption, RefreshError> {
        let ticket = self.begin();
        let generation = discover(lister, discovery, clock).await.map_err(RefreshError::Discover)?;
        self.adopt(ticket, generation).map_err(|OtherBinding| RefreshError::OtherBinding)
    }

    /// Someone who wants to know of every generation from the next one on. Several that come while no one looks count
    /// as one, the last.
    pub fn watch(&self) -> Watcher {
        let mut state = self.shared.lock();
        state.watchers += 1;
        let seen = state.generation.as_ref().map_or(0, Generation::number);
        Watcher { id: state.watchers, seen, shared: Arc::clone(&self.shared) }
    }
}

impl Drop for Current {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.closed = true;
        let wakers = std::mem::take(&mut state.wakers);
        drop(state);
        wakers.into_iter().for_each(|(_, waker)| waker.wake());
    }
}

impl fmt::Debug for Current {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Current")
            .field("binding", &self.binding)
            .field("generation", &self.generation())
            .finish()
    }
}

/// Waits for new generations of a [`Current`]. It needs no run time of its own.
#[must_use]
pub struct Watcher {
    id: u64,
    seen: u64,
    shared: Arc<Shared>,
}

impl Watcher {
    /// The next generation that this watcher has not been given; none when its [`Current`] is gone.
    ///
    /// Dropping the future loses nothing.
    pub async fn changed(&mut self) -> Option<Generation> {
        poll_fn(|context| self.poll_changed(context)).await
    }

    /// The same, to be polled by hand.
    pub fn poll_changed(&mut self, context: &mut Context<'_>) -> Poll<Option<Generation>> {
        let mut state = self.shared.lock();
        if let Some(generation) = state.generation.as_ref().filter(|new| new.number() > self.seen) {
            self.seen = generation.number();
            return Poll::Ready(Some(generation.clone()));
        }
        if state.closed {
            return Poll::Ready(None);
        }
        let mut waker = context.waker().clone();
        match state.wakers.iter_mut().find(|(id, _)| *id == self.id) {
            Some((_, before)) => std::mem::swap(before, &mut waker),
            None => {
                state.wakers.push((self.id, waker));
                return Poll::Pending;
            }
        }
        // The last of a task may go with its waker, and that task may hold a watcher: not under the lock.
        drop(state);
        drop(waker);
        Poll::Pending
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        let own = state.wakers.iter().position(|(id, _)| *id == self.id);
        let waker = own.map(|own| state.wakers.swap_remove(own));
        drop(state);
        drop(waker);
    }
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watcher").field("seen", &self.seen).finish_non_exhaustive()
    }
}

/// A generation is of another binding than the [`Current`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherBinding;

impl fmt::Display for OtherBinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("catalog: the generation is of another binding")
    }
}

impl std::error::Error for OtherBinding {}

/// Why a refresh adopted nothing.
#[derive(Debug)]
#[non_exhaustive]
pub enum RefreshError {
    /// Discovery failed.
    Discover(DiscoverError),
    /// Discovery was told another binding.
    OtherBinding,
}

impl fmt::Display for RefreshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discover(error) => error.fmt(f),
            Self::OtherBinding => OtherBinding.fmt(f),
        }
    }
}

impl std::error::Error for RefreshError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // Its message is this error's own, so its cause is too.
            Self::Discover(error) => error.source(),
            Self::OtherBinding => None,
        }
    }
}
