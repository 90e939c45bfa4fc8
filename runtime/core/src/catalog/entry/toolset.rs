//! All tools of a generation. Their texts are in three pieces of memory, and a tool is a record of where: there may be
//! many thousands of tools, and a server's offer is looked at as a whole, again and again.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{Tool, ToolAnnotations, ToolSpec};
use crate::catalog::{
    Defect, DefectError, Digest, Family, Quote, Schema, SchemaFault, Warning,
    bounds::check_identifier,
    deceive::{Place, is_plain},
    order::{bring_into, order_of},
};

/// The tools so far, and then those of a generation.
#[derive(Default)]
pub(in crate::catalog) struct ToolSet {
    /// The raw names, which are gone over most.
    raw_names: Text,
    model_names: Text,
    /// Titles, descriptions and schemas.
    texts: Text,
    records: Vec<Record>,
}

/// A text of which others are parts.
#[derive(Default)]
pub(in crate::catalog) struct Text(String);

/// Where in a text a part is.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::catalog) struct Span {
    start: u32,
    end: u32,
}

/// One tool, without its texts.
pub(in crate::catalog) struct Record {
    raw_name: Span,
    model_name: Span,
    title: Option<Span>,
    description: Option<Span>,
    input: Kept,
    output: Output,
    pub(super) annotations: Option<Box<ToolAnnotations>>,
    pub(super) warnings: Box<[Warning]>,
    /// The bytes that title and description had, where some were cut off.
    cut: Option<Box<[Option<u32>; 2]>>,
    /// Whether name, title or description holds more than printable ASCII. It is found out while they are at hand.
    odd: bool,
}

/// A schema that is kept, and whether the texts in it may hold more than ASCII.
struct Kept {
    span: Span,
    digest: Digest,
    beyond_ascii: bool,
}

enum Output {
    None,
    Kept(Box<Kept>),
    Defective(SchemaFault),
}

impl Text {
    /// Appends a part. A text has no more than 4 GiB.
    pub(in crate::catalog) fn push(&mut self, part: &str) -> Option<Span> {
        let start = u32::try_from(self.0.len()).ok()?;
        let end = u32::try_from(self.0.len().checked_add(part.len())?).ok()?;
        self.0.push_str(part);
        Some(Span { start, end })
    }

    pub(in crate::catalog) fn part(&self, span: Span) -> &str {
        self.0.get(span.start as usize..span.end as usize).unwrap_or_default()
    }
}

impl ToolSet {
    /// Keeps a copy of what is offered.
    ///
    /// # Errors
    /// What rejects the tool whatever is tolerated.
    pub(in crate::catalog) fn push(&mut self, spec: ToolSpec<'_>) -> Result<(), DefectError> {
        let name = spec.name;
        self.try_push(spec)
            .map_err(|defect| DefectError::new(Some(Family::Tools), defect).with_subject(Quote::new(name)))
    }

    fn try_push(&mut self, spec: ToolSpec<'_>) -> Result<(), Defect> {
        let ToolSpec { name, title, description, input, output, annotations } = spec;
        check_identifier(name).map_err(Defect::Identifier)?;
        let input = input.ok_or(Defect::NoInputSchema)?.map_err(Defect::InputSchema)?;
        let odd = |text: Option<(&str, _)>, place| text.is_some_and(|(text, _)| !is_plain(text, place));
        let odd = !is_plain(name, Place::Name) || odd(title, Place::Name) || odd(description, Place::Prose);
        let raw_name = self.raw_names.push(name).ok_or(Defect::TooLarge)?;
        let mut keep = |text: &str| self.texts.push(text).ok_or(Defect::TooLarge);
        let cuts = [title, description].map(|text| text.and_then(|(_, cut_from)| cut_from));
        let title = title.map(|(title, _)| keep(title)).transpose()?;
        let description = description.map(|(description, _)| keep(description)).transpose()?;
        let mut schema = |(schema, beyond_ascii): (Schema<'_>, bool)| -> Result<Kept, Defect> {
            Ok(Kept { span: keep(schema.as_str())?, digest: schema.digest(), beyond_ascii })
        };
        let input = schema(input)?;
        let output = match output {
            None => Output::None,
            Some(Ok(output)) => Output::Kept(Box::new(schema(output)?)),
            Some(Err(fault)) => Output::Defective(fault),
        };
        self.records.push(Record {
            raw_name,
            model_name: Span::default(),
            title,
            description,
            input,
            output,
            annotations,
            warnings: Box::default(),
            cut: (cuts != [None; 2]).then(|| Box::new(cuts)),
            odd,
        });
        Ok(())
    }

    /// Makes room for so many more tools, which are taken to be much like those that are here.
    pub(in crate::catalog) fn reserve(&mut self, more: usize) {
        let room = |text: &Text| (text.0.len() / self.len().max(1)).saturating_mul(more);
        let (names, texts) = (room(&self.raw_names), room(&self.texts));
        // A wrong guess costs nothing but this.
        let tried = self.raw_names.0.try_reserve(names).and_then(|()| self.texts.0.try_reserve(texts));
        let _ = tried.and_then(|()| self.records.try_reserve(more));
    }

    pub(in crate::catalog) fn len(&self) -> usize {
        self.records.len()
    }

    pub(in crate::catalog) fn get(&self, index: usize) -> Option<Tool<'_>> {
        self.records.get(index).map(|record| Tool { set: self, record })
    }

    pub(in crate::catalog) fn iter(&self) -> impl ExactSizeIterator<Item = Tool<'_>> + Clone {
        self.records.iter().map(|record| Tool { set: self, record })
    }

    /// The raw names, in the order of the tools.
    pub(in crate::catalog) fn raw_names(&self) -> impl Iterator<Item = &str> {
        self.records.iter().map(|record| self.raw_names.part(record.raw_name))
    }

    /// Sorts by raw name.
    pub(in crate::catalog) fn sort(&mut self) {
        let names: Vec<&str> = self.raw_names().collect();
        if let Some(order) = order_of(&names) {
            bring_into(&order, &mut self.records);
        }
    }

    /// Sets the model names, in the order of the tools.
    pub(in crate::catalog) fn name(&mut self, names: Text, spans: impl Iterator<Item = Span>) {
        self.model_names = names;
        self.records.iter_mut().zip(spans).for_each(|(record, span)| record.model_name = span);
    }

    /// Sets the warnings of one tool.
    pub(in crate::catalog) fn warn(&mut self, index: usize, warnings: Vec<Warning>) {
        if let Some(record) = self.records.get_mut(index) {
            record.warnings = warnings.into();
        }
    }

    /// Leaves out output schemas that are defective.
    pub(in crate::catalog) fn drop_defective(&mut self) {
        for record in &mut self.records {
            if let Output::Defective(_) = record.output {
                record.output = Output::None;
            }
        }
    }

    /// Gives back the room that was taken for more.
    pub(in crate::catalog) fn shrink(&mut self) {
        self.raw_names.0.shrink_to_fit();
        self.model_names.0.shrink_to_fit();
        self.texts.0.shrink_to_fit();
        self.records.shrink_to_fit();
    }

    pub(super) fn raw_name(&self, record: &Record) -> &str {
        self.raw_names.part(record.raw_name)
    }

    pub(super) fn model_name(&self, record: &Record) -> &str {
        self.model_names.part(record.model_name)
    }

    pub(super) fn title(&self, record: &Record) -> Option<&str> {
        record.title.map(|span| self.texts.part(span))
    }

    pub(super) fn description(&self, record: &Record) -> Option<&str> {
        record.description.map(|span| self.texts.part(span))
    }

    pub(super) fn input_schema(&self, record: &Record) -> Schema<'_> {
        self.schema(&record.input)
    }

    pub(super) fn output_schema(&self, record: &Record) -> Option<Schema<'_>> {
        if let Output::Kept(kept) = &record.output { Some(self.schema(kept)) } else { None }
    }

    fn schema(&self, kept: &Kept) -> Schema<'_> {
        Schema::checked(self.texts.part(kept.span), kept.digest)
    }
}

/// What only the building of a generation looks at.
impl<'g> Tool<'g> {
    /// The bytes that title and description had, where some were cut off.
    pub(in crate::catalog) fn cuts(&self) -> [Option<u32>; 2] {
        self.record.cut.as_deref().copied().unwrap_or_default()
    }

    /// Whether name, title or description holds more than printable ASCII, or was cut.
    pub(in crate::catalog) fn is_odd(&self) -> bool {
        self.record.odd || self.record.cut.is_some()
    }

    pub(in crate::catalog) fn output_fault(&self) -> Option<SchemaFault> {
        if let Output::Defective(fault) = self.record.output { Some(fault) } else { None }
    }

    /// The schemas whose texts may hold more than ASCII.
    pub(in crate::catalog) fn schemas_beyond_ascii(
        &self,
    ) -> impl Iterator<Item = (&'static str, &'g str)> + use<'g> {
        let output = if let Output::Kept(kept) = &self.record.output { Some(&**kept) } else { None };
        let set = self.set;
        [("inputSchema", Some(&self.record.input)), ("outputSchema", output)].into_iter().filter_map(
            move |(field, kept)| {
                let kept = kept.filter(|kept| kept.beyond_ascii)?;
                Some((field, set.texts.part(kept.span)))
            },
        )
    }
}

impl fmt::Debug for ToolSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The tools of a generation, in the byte order of their raw names.
#[derive(Clone, Copy, Debug)]
pub struct Tools<'g>(pub(in crate::catalog) &'g ToolSet);

impl<'g> Tools<'g> {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tool at a place in the order.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Tool<'g>> {
        self.0.get(index)
    }

    /// One after another.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Tool<'g>> + Clone + use<'g> {
        self.0.iter()
    }
}

impl Serialize for Tools<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
