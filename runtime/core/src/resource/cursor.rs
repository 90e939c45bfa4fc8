//! Page tokens: sealed, of constant length, bound to everything that a page depends on (G25, G26).
//!
//! A token is a random nonce and, encrypted, the position and the time of issue. The method, the registry's
//! revision and a hash of the caller's scope are bound to it as associated data: a token that was altered, taken
//! from another listing, another registry or another caller does not open, and nobody can tell why.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, SystemTime},
};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chacha20poly1305::{AeadInOut, KeyInit, XChaCha20Poly1305, XNonce};
use sha2::{Digest, Sha256};
use wayleave_model::{Definition, DefinitionSet, Limits};

use super::{Listing, ScopeKey};
use crate::random::{RandomError, Randomness};

/// How long a token lasts.
const LIFETIME: Duration = Duration::from_secs(600);
const NONCE: usize = 24;
const TAG: usize = 16;
/// The position and the time of issue, eight bytes each.
const CONTENT: usize = 16;

/// The keys that seal page tokens: every replica that shares them continues the walks of the others.
///
/// The first key seals; all of them open, so that a new key can be put in front of the old one while tokens of the
/// old one are about. A gateway that is given none makes a random one for itself.
#[derive(Clone)]
pub struct PageKeys(Arc<[Key]>);

type Key = [u8; 32];

impl PageKeys {
    /// A ring of one key.
    #[must_use]
    pub fn new(key: [u8; 32]) -> Self {
        Self(Arc::new([key]))
    }

    /// The same ring with an older key behind, which opens tokens and seals none.
    #[must_use]
    pub fn and_previous(self, key: [u8; 32]) -> Self {
        Self(self.0.iter().copied().chain([key]).collect())
    }

    /// A ring of one random key.
    pub(super) fn random(randomness: &dyn Randomness) -> Result<Self, RandomError> {
        let mut key = [0; 32];
        randomness.fill(&mut key)?;
        Ok(Self::new(key))
    }
}

impl fmt::Debug for PageKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PageKeys(…)")
    }
}

/// What a token is bound to, apart from its content.
pub(super) struct Binding([u8; 65]);

impl Binding {
    pub(super) fn new(listing: Listing, revision: &Revision, scope: &ScopeKey) -> Self {
        let method = match listing {
            Listing::Resources => 1,
            Listing::Templates => 2,
        };
        let scope = Sha256::digest(scope.as_bytes());
        let mut bytes = [0; 65];
        let parts = [method].into_iter().chain(revision.0).chain(scope);
        bytes.iter_mut().zip(parts).for_each(|(slot, byte)| *slot = byte);
        Self(bytes)
    }
}

/// Seals a position at the time `now`.
pub(super) fn seal(
    keys: &PageKeys,
    binding: &Binding,
    position: usize,
    now: SystemTime,
    randomness: &dyn Randomness,
) -> Result<String, RandomError> {
    let mut nonce = [0; NONCE];
    randomness.fill(&mut nonce)?;
    let position = u64::try_from(position).unwrap_or(u64::MAX);
    let mut content = position.to_be_bytes().to_vec();
    content.extend(millis(now).to_be_bytes());
    let key = keys.0.first().copied().unwrap_or_default();
    let tag = XChaCha20Poly1305::new(&key.into())
        .encrypt_inout_detached(&XNonce::from(nonce), &binding.0, content.as_mut_slice().into())
        // Only a content of many gigabytes is refused.
        .map_err(|_| RandomError::new("the token could not be sealed"))?;
    let mut token = nonce.to_vec();
    token.append(&mut content);
    token.extend(tag);
    Ok(URL_SAFE_NO_PAD.encode(token))
}

/// The position in a token, if it is one of ours, for this binding, and not expired. Nothing says why it is not.
pub(super) fn open(keys: &PageKeys, binding: &Binding, token: &str, now: SystemTime) -> Option<usize> {
    if token.len() > Limits::CURSOR_BYTES {
        return None;
    }
    let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
    let (nonce, rest) = bytes.split_first_chunk::<NONCE>()?;
    let (content, tag) = rest.split_first_chunk::<CONTENT>()?;
    let tag: &[u8; TAG] = tag.try_into().ok()?;
    let content = keys.0.iter().find_map(|key| {
        let mut content = *content;
        XChaCha20Poly1305::new(&(*key).into())
            .decrypt_inout_detached(
                &XNonce::from(*nonce),
                &binding.0,
                content.as_mut_slice().into(),
                &(*tag).into(),
            )
            .ok()
            .map(|()| content)
    })?;
    let (position, issued) = content.split_first_chunk::<8>()?;
    let issued = u64::from_be_bytes(issued.try_into().ok()?);
    let lifetime = u64::try_from(LIFETIME.as_millis()).unwrap_or(u64::MAX);
    // A clock that runs a little behind the one that sealed makes no token invalid.
    let fresh = millis(now) < issued.saturating_add(lifetime);
    usize::try_from(u64::from_be_bytes(*position)).ok().filter(|_| fresh)
}

fn millis(time: SystemTime) -> u64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// A digest of the definitions: equal sets have equal revisions, in whichever order they were registered (G26).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Revision([u8; 32]);

impl Revision {
    pub(super) fn of(set: &DefinitionSet) -> Self {
        let mut definitions: Vec<&Definition> = set.definitions().iter().collect();
        definitions.sort_by_key(|definition| (definition.address().as_str(), definition.name()));
        let mut hash = Sha256::new();
        hash.update(b"wayleave registry 1");
        for definition in definitions {
            let json = serde_json::to_vec(definition).unwrap_or_default();
            hash.update(u64::try_from(json.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(json);
            let cache = definition.cache().map(|cache| (cache.ttl.as_millis(), cache.scope as u8));
            let (ttl, scope) = cache.unwrap_or_default();
            hash.update(ttl.to_be_bytes());
            hash.update([u8::from(cache.is_some()), scope, u8::from(definition.allows_overlaps())]);
        }
        Self(hash.finalize().into())
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Revision({self})")
    }
}
