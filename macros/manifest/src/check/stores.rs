//! Stores: where they are, whether they exist, and whether anything uses them.

use std::path::{Path, PathBuf};

use super::Checker;
use crate::code::Code;
use crate::defect::Found;
use crate::manifest::{Location, Store};
use crate::quote::quoted;
use crate::raw::{RawStore, Text};
use crate::shape::nearest;
use crate::source::Span;

/// The stores of a manifest while its entries are checked.
pub(super) struct Stores<'t> {
    stores: Vec<Known<'t>>,
}

struct Known<'t> {
    name: &'t str,
    span: Span,
    /// The folder as it was written; absent when the address is bad.
    folder: Option<PathBuf>,
    /// The folder as it is opened; absent when it is not to be looked at, or does not exist.
    opened: Option<PathBuf>,
    used: bool,
}

impl Stores<'_> {
    /// The stores for the manifest; `None` when one has no good address.
    pub(super) fn into_checked(self) -> Option<Vec<Store>> {
        let store = |known: Known<'_>| {
            Some(Store { name: known.name.to_owned(), location: Location::Folder(known.folder?) })
        };
        self.stores.into_iter().map(store).collect()
    }
}

/// What a store's name led to.
pub(super) struct Opened {
    /// The folder to look for files in, if they are to be looked for.
    pub(super) folder: Option<PathBuf>,
}

impl Checker<'_> {
    pub(super) fn stores<'t>(&mut self, raw: &[RawStore<'t>]) -> Stores<'t> {
        let stores = raw.iter().map(|store| self.known(store)).collect();
        Stores { stores }
    }

    fn known<'t>(&mut self, raw: &RawStore<'t>) -> Known<'t> {
        let folder = raw.url.and_then(|url| self.folder(url));
        let opened = match (self.base, &folder, raw.url) {
            (Some(base), Some(folder), Some(url)) => {
                let opened = base.join(folder);
                if opened.is_dir() {
                    Some(opened)
                } else {
                    let message = format!("there is no folder {}", quoted(url.text));
                    let help = "the path is relative to the manifest's own folder";
                    self.add(Found::new(Code::MissingFolder, url.span, message).help(help));
                    None
                }
            }
            _ => None,
        };
        Known { name: raw.name.value, span: raw.name.span, folder, opened, used: false }
    }

    /// The folder that a store's address names.
    fn folder(&mut self, url: Text<'_>) -> Option<PathBuf> {
        if let Some(offset) = url.text.find(char::is_control) {
            let span = url.at(self.source, offset);
            self.add(Found::new(Code::BadStore, span, "a folder's path holds no control character"));
            return None;
        }
        let Some((scheme, _)) = url.text.split_once("://") else {
            return Some(Path::new(url.text).to_owned());
        };
        let (code, message) = match scheme.to_ascii_lowercase().as_str() {
            "s3" | "gs" | "az" => (
                Code::UnsupportedStore,
                format!("stores of the kind {} are not supported yet", quoted(scheme)),
            ),
            _ => (Code::BadStore, format!("there are no stores of the kind {}", quoted(scheme))),
        };
        self.add(Found::new(code, url.span, message).help("write the path of a folder, such as `./content`"));
        None
    }

    /// Looks a store up by the name that an entry uses, and marks it as used.
    pub(super) fn store(&mut self, name: Text<'_>, stores: &mut Stores<'_>) -> Option<Opened> {
        if let Some(known) = stores.stores.iter_mut().find(|known| known.name == name.text) {
            known.used = true;
            return Some(Opened { folder: known.opened.clone() });
        }
        let names: Vec<&str> = stores.stores.iter().map(|known| known.name).collect();
        let near = nearest(name.text, &names);
        // A misspelt name is one mistake: the store that was meant is not unused as well.
        stores.stores.iter_mut().filter(|known| Some(known.name) == near).for_each(|known| known.used = true);
        let message = format!("there is no store {}", quoted(name.text));
        let found = Found::new(Code::UnknownStore, name.span, message);
        self.add(match near {
            Some(near) => found.help(format!("did you mean {}?", quoted(near))),
            None => found.help("declare it under `stores`"),
        });
        None
    }

    pub(super) fn unused_stores(&mut self, stores: &Stores<'_>) {
        for known in stores.stores.iter().filter(|known| !known.used) {
            let message = format!("nothing uses the store {}", quoted(known.name));
            self.add(Found::new(Code::UnusedStore, known.span, message).help("remove it"));
        }
    }
}
