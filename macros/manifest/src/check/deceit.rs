//! Texts of a manifest that deceive a reader: what is there and not seen, and what makes a text look like another one. A
//! client that pins servers warns of them (C3), so whoever writes one hears of it before.
//!
//! URIs and templates hold ASCII alone (U1), so there it is an error already.

use wayleave_model::deceive::{Deceit, Place};

use super::Checker;
use crate::code::Code;
use crate::defect::Found;
use crate::raw::{RawManifest, Text};

impl Checker<'_> {
    /// Warns of names, titles, descriptions and instructions.
    pub(super) fn deceiving_texts(&mut self, raw: &RawManifest<'_>) {
        if let Some(server) = &raw.server {
            for (what, text) in [("name", server.name), ("version", server.version), ("title", server.title)]
            {
                self.deceiving(what, text, Place::Name);
            }
            self.deceiving("description", server.description, Place::Prose);
            self.deceiving("text", server.instructions, Place::Prose);
        }
        for entry in &raw.resources {
            self.deceiving("name", entry.name, Place::Name);
            self.deceiving("title", entry.title, Place::Name);
            self.deceiving("description", entry.description, Place::Prose);
        }
    }

    fn deceiving(&mut self, what: &str, text: Option<Text<'_>>, place: Place) {
        let Some(text) = text else { return };
        let mut deceit = Deceit::default();
        deceit.look(text.text, place);
        let Some(first) = deceit.first() else { return };
        let span = text.at(self.source, first);
        let found = Found::new(Code::DeceivingText, span, format!("this {what} holds {deceit}"));
        self.add(found.help("remove what is not seen: a reader and a model should read the same"));
    }
}
