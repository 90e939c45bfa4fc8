//! What changed between two generations, for people and for programs (C14).

mod field;
mod show;
mod widen;

pub use field::Field;
pub use widen::Arguments;

use std::cmp::Ordering;

use serde::Serialize;

use self::field::{Fields, Value};
use super::{Digest, Family, Generation};

/// What changed from one generation to another: everything that their digests cover, and nothing else.
///
/// Displays for people, with old and new text one above the other, and serialises for programs.
///
/// ```
/// # use wayleave::catalog::{BindingName, Builder, Capabilities, Difference, Handshake, ProtocolVersion, ToolSpec};
/// # let handshake = Handshake::new(ProtocolVersion::new("2026-07-28")?, Capabilities::parse("{}")?);
/// # let build = |text: &str| Builder::new(BindingName::new("wiki")?, handshake.clone())
/// #     .tool(ToolSpec::new("search").with_description(text).with_input_schema("{}")).build();
/// let difference = Difference::between(&build("Finds pages.")?, &build("Finds pages and people.")?);
/// assert!(difference.severity().model_sees);
/// println!("{difference}");
/// # Ok::<(), wayleave::catalog::DefectError>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    /// The version of the machine form.
    version: u32,
    binding: Box<str>,
    #[serde(serialize_with = "displayed")]
    old_digest: Digest,
    #[serde(serialize_with = "displayed")]
    new_digest: Digest,
    severity: Severity,
    server: Vec<FieldChange>,
    tools: Changes,
    prompts: Changes,
    resources: Changes,
    resource_templates: Changes,
}

/// How much a change, or all of them, should concern a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Severity {
    /// Whether a model would see it.
    pub model_sees: bool,
    /// What became of the arguments that tools take.
    pub arguments: Arguments,
}

impl Severity {
    const NONE: Self = Self { model_sees: false, arguments: Arguments::Same };

    fn or(self, other: Self) -> Self {
        Self {
            model_sees: self.model_sees || other.model_sees,
            arguments: self.arguments.max(other.arguments),
        }
    }
}

/// What changed in one family.
#[derive(Clone, Debug, Default, Serialize)]
struct Changes {
    added: Vec<Changed>,
    removed: Vec<Changed>,
    changed: Vec<Changed>,
}

/// One entry that was added, removed or changed.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Changed {
    key: Box<str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_name: Option<Box<str>>,
    severity: Severity,
    fields: Vec<FieldChange>,
}

/// One field's old and new value, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FieldChange {
    field: Field,
    model_sees: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<Box<str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<Box<str>>,
}

impl Difference {
    /// Compares two generations, as a rule of one binding.
    #[must_use]
    pub fn between(old: &Generation, new: &Generation) -> Self {
        let server = changes(&field::server(old), &field::server(new));
        let mut difference = Self {
            version: 1,
            binding: new.binding().as_str().into(),
            old_digest: old.digest(),
            new_digest: new.digest(),
            severity: server.iter().map(FieldChange::severity).fold(Severity::NONE, Severity::or),
            server,
            tools: family(&old.tools().iter().collect::<Vec<_>>(), &new.tools().iter().collect::<Vec<_>>()),
            prompts: family(old.prompts(), new.prompts()),
            resources: family(old.resources(), new.resources()),
            resource_templates: family(old.resource_templates(), new.resource_templates()),
        };
        difference.severity = Family::ALL
            .iter()
            .flat_map(|&family| {
                let Changes { added, removed, changed } = difference.of(family);
                added.iter().chain(removed).chain(changed)
            })
            .map(Changed::severity)
            .fold(difference.severity, Severity::or);
        difference
    }

    /// Whether nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.server.is_empty()
            && Family::ALL.iter().all(|&family| {
                let Changes { added, removed, changed } = self.of(family);
                added.is_empty() && removed.is_empty() && changed.is_empty()
            })
    }

    /// The worst of all changes.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// The digests of the old and of the new generation.
    #[must_use]
    pub fn digests(&self) -> (Digest, Digest) {
        (self.old_digest, self.new_digest)
    }

    /// What changed about the server itself.
    #[must_use]
    pub fn server(&self) -> &[FieldChange] {
        &self.server
    }

    /// The entries that only the new generation has, in canonical order.
    #[must_use]
    pub fn added(&self, family: Family) -> &[Changed] {
        &self.of(family).added
    }

    /// The entries that only the old generation has, in canonical order.
    #[must_use]
    pub fn removed(&self, family: Family) -> &[Changed] {
        &self.of(family).removed
    }

    /// The entries that both have and that differ, in canonical order.
    #[must_use]
    pub fn changed(&self, family: Family) -> &[Changed] {
        &self.of(family).changed
    }

    fn of(&self, family: Family) -> &Changes {
        match family {
            Family::Tools => &self.tools,
            Family::Prompts => &self.prompts,
            Family::Resources => &self.resources,
            Family::ResourceTemplates => &self.resource_templates,
        }
    }
}

impl Changed {
    /// The raw name, the URI or the template.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The name for models: of a tool, and the new one if it changed.
    #[must_use]
    pub fn model_name(&self) -> Option<&str> {
        self.model_name.as_deref()
    }

    /// How much it should concern a host.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// The fields that differ. Of an entry that was added or removed, all that have a value.
    #[must_use]
    pub fn fields(&self) -> &[FieldChange] {
        &self.fields
    }
}

impl FieldChange {
    /// Which field.
    #[must_use]
    pub fn field(&self) -> Field {
        self.field
    }

    /// The old value; none if there was none.
    #[must_use]
    pub fn before(&self) -> Option<&str> {
        self.old.as_deref()
    }

    /// The new value; none if there is none.
    #[must_use]
    pub fn after(&self) -> Option<&str> {
        self.new.as_deref()
    }

    fn severity(&self) -> Severity {
        let arguments = match (self.field, &self.old, &self.new) {
            (Field::InputSchema, Some(old), Some(new)) => widen::compare(old, new),
            _ => Arguments::Same,
        };
        Severity { model_sees: self.model_sees, arguments }
    }
}

/// Walks two families in canonical order side by side.
fn family<T: Fields>(old: &[T], new: &[T]) -> Changes {
    let mut changes = Changes::default();
    let (mut old, mut new) = (old.iter().peekable(), new.iter().peekable());
    loop {
        let order = match (old.peek(), new.peek()) {
            (None, None) => break changes,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(was), Some(is)) => was.key().cmp(is.key()),
        };
        let was = if order.is_le() { old.next() } else { None };
        let is = if order.is_ge() { new.next() } else { None };
        let Some(either) = is.or(was) else { break changes };
        let changed = |fields: Vec<FieldChange>, seen: bool| Changed {
            key: either.key().into(),
            model_name: either.model_name().map(Into::into),
            severity: fields
                .iter()
                .map(FieldChange::severity)
                .fold(Severity { model_sees: seen, ..Severity::NONE }, Severity::or),
            fields,
        };
        let fields = either.fields();
        match (was, is) {
            (Some(was), Some(_)) => {
                let fields = self::changes(&was.fields(), &fields);
                if !fields.is_empty() {
                    changes.changed.push(changed(fields, false));
                }
            }
            (Some(_), None) => changes.removed.push(changed(all(&fields, true), true)),
            (None, _) => changes.added.push(changed(all(&fields, false), true)),
        }
    }
}

/// The fields that differ. Both lists are of the same kind, so field stands beside field.
fn changes(old: &[Value<'_>], new: &[Value<'_>]) -> Vec<FieldChange> {
    let differing = old.iter().zip(new).filter(|((_, old), (_, new))| old != new);
    differing
        .map(|((field, old), (_, new))| FieldChange {
            field: *field,
            model_sees: field.model_sees(),
            old: old.as_deref().map(Into::into),
            new: new.as_deref().map(Into::into),
        })
        .collect()
}

/// The fields that have a value, all of them old or all of them new.
fn all(fields: &[Value<'_>], old: bool) -> Vec<FieldChange> {
    let nothing: Vec<Value<'_>> = fields.iter().map(|(field, _)| (*field, None)).collect();
    if old { changes(fields, &nothing) } else { changes(&nothing, fields) }
}

fn displayed<S: serde::Serializer>(digest: &Digest, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(digest)
}
