//! What was written, against the rules: a [`RawManifest`] becomes a [`Manifest`], or its defects are added.
//!
//! U1 to U3, U7, G2 and G19 are the model's checks, asked here and told with their places. What is the manifest's
//! own (stores, bodies, captures, bundles) is checked in the modules below.

mod body;
mod bundle;
mod captures;
mod deceit;
mod definition;
mod files;
mod limits;
mod names;
mod stores;

use std::collections::HashMap;
use std::path::Path;

use wayleave_model::{Address, CacheScope, Definition};

use crate::code::Code;
use crate::defect::{Defects, Found};
use crate::manifest::{Entry, Manifest, Policy, Server, Serves};
use crate::raw::{RawEntry, RawManifest, RawPolicy, RawServer, RawServes};
use crate::source::{Source, Span};

/// Checks what was written. `None` when a part of it cannot be made; the reason is among the defects, or was
/// reported with the structure.
pub(crate) fn check(
    source: &Source,
    raw: &RawManifest<'_>,
    base: Option<&Path>,
    defects: &mut Defects,
) -> Option<Manifest> {
    let mut checker = Checker { source, base, defects };
    let limits = checker.limits(&raw.limits);
    let mut stores = checker.stores(&raw.stores);
    let mut environment = crate::environment();
    environment.set_fuel(Some(names::TRIAL_FUEL));
    let entries: Vec<Checked> = raw
        .resources
        .iter()
        .enumerate()
        .map(|(index, entry)| checker.entry(index, entry, &mut stores, &environment))
        .collect();
    let definitions = checker.definitions(&raw.resources, &entries, &limits);
    checker.never_read(&raw.resources, &entries);
    let bundles = checker.bundles(&raw.resources, &entries, &limits);
    checker.policy(raw);
    checker.deceiving_texts(raw);
    if raw.readable {
        checker.unused_stores(&stores);
    }
    let resources = raw.resources.iter().zip(entries).zip(definitions?).zip(bundles).map(
        |(((raw, checked), definition), bundle)| {
            let serves = match bundle {
                Some(items) => Serves::Bundle(items),
                None => checked.serves?,
            };
            let captures = checked.captures?;
            let rust = raw.rust.map(|name| name.text.to_owned());
            let place = source.place(raw.name.map_or(raw.span, |name| name.span).start);
            checked.address.map(|_| Entry { definition, captures, serves, rust, place })
        },
    );
    Some(Manifest {
        resources: resources.collect::<Option<_>>()?,
        server: raw.server.as_ref().and_then(server)?,
        policy: match raw.policy?.value {
            RawPolicy::Open => Policy::Open,
            RawPolicy::Cedar => return None,
        },
        limits,
        stores: stores.into_checked()?,
    })
}

/// The parts of an entry that could be made.
struct Checked {
    /// The definition, or one that stands in for it so that names, URIs and overlaps are still compared.
    definition: Definition,
    /// Absent when the URI or the template is missing or bad.
    address: Option<Address>,
    captures: Option<Vec<crate::manifest::Capture>>,
    /// Absent for a bundle, whose items are checked when all entries are known.
    serves: Option<Serves>,
}

/// The variables of an entry's template, by name.
#[derive(Default)]
struct Variables<'a> {
    names: Vec<&'a str>,
    positions: HashMap<&'a str, usize>,
}

impl<'a> Variables<'a> {
    /// Those of an address; a concrete URI has none.
    fn of(address: &'a Address) -> Self {
        let names: Vec<&str> =
            address.as_template().map(|template| template.variables().collect()).unwrap_or_default();
        let positions = names.iter().enumerate().map(|(index, name)| (*name, index)).collect();
        Self { names, positions }
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.positions.get(name).copied()
    }
}

/// What every part of the check needs.
struct Checker<'c> {
    source: &'c Source,
    base: Option<&'c Path>,
    defects: &'c mut Defects,
}

impl Checker<'_> {
    fn add(&mut self, found: Found) {
        self.defects.add(found);
    }

    /// `line 12`, for messages that name another place.
    fn line(&self, span: Span) -> String {
        format!("line {}", self.source.place(span.start).line)
    }

    fn entry(
        &mut self,
        index: usize,
        raw: &RawEntry<'_>,
        stores: &mut stores::Stores<'_>,
        environment: &minijinja::Environment<'_>,
    ) -> Checked {
        let (definition, address) = self.definition(index, raw);
        let variables = address.as_ref().map(Variables::of);
        let captures = self.captures(raw, variables.as_ref(), stores);
        let mut serves = None;
        for part in &raw.serves {
            match part {
                RawServes::Body(body) => {
                    serves = self
                        .body(body, variables.as_ref(), captures.as_deref(), stores, environment)
                        .map(Serves::Body);
                }
                RawServes::Handler => serves = Some(Serves::Handler),
                RawServes::Bundle(_) => {}
            }
        }
        Checked { definition, captures, serves, address }
    }

    fn policy(&mut self, raw: &RawManifest<'_>) {
        let Some(policy) = raw.policy.filter(|policy| policy.value == RawPolicy::Cedar) else { return };
        let found = Found::new(Code::UnsupportedPolicy, policy.span, "Cedar policies are not supported yet");
        self.add(found.help("write `policy: open`, or write the policy in Rust"));
        // G29
        for entry in &raw.resources {
            let scope = entry.cache.as_ref().and_then(|cache| cache.scope);
            if let Some(scope) = scope.filter(|scope| scope.value == CacheScope::Public) {
                let message = "the scope `public` is allowed only under the policy `open`";
                let help = "write `scope: private`: what one caller may read, another may not";
                self.add(Found::new(Code::PublicCache, scope.span, message).help(help));
            }
        }
    }
}

fn server(raw: &RawServer<'_>) -> Option<Server> {
    let owned = |text: Option<crate::raw::Text<'_>>| text.map(|text| text.text.to_owned());
    Some(Server {
        name: owned(raw.name)?,
        version: owned(raw.version)?,
        title: owned(raw.title),
        description: owned(raw.description),
        instructions: owned(raw.instructions),
        website_url: owned(raw.website_url),
        icons: raw.icons.clone(),
    })
}
