//! All tools of a generation. Their texts are in four pieces of memory, and a tool is a record of where: there may be
//! many thousands of tools, and a server's offer is looked at as a whole, again and again.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{Tool, ToolAnnotations, ToolSpec};
use crate::catalog::{
    Defect, DefectError, Digest, Family, Quote, Schema, SchemaFault, Warning,
    bounds::check_identifier,
    deceive::{Place, is_plain},
    order::{Order, bring_into, order_of},
};

/// The tools so far, and then those of a generation.
#[derive(Default)]
pub(in crate::catalog) struct ToolSet {
    /// The raw names, which are gone over most.
    raw_names: Text,
    model_names: Text,
    /// Titles and descriptions.
    prose: Text,
    schemas: Text,
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

/// One tool, without its texts. What few tools have is elsewhere.
pub(in crate::catalog) struct Record {
    raw_name: Span,
    model_name: Span,
    title: Option<Span>,
    description: Option<Span>,
    input: Kept,
    output: Option<Box<Output>>,
    pub(super) annotations: Option<Box<ToolAnnotations>>,
    notes: Option<Box<Notes>>,
    /// Whether name, title or description holds more than printable ASCII, or was cut. It is found out while they are
    /// at hand.
    odd: bool,
}

/// A schema that is kept, and whether the texts in it may hold more than ASCII.
struct Kept {
    span: Span,
    digest: Digest,
    beyond_ascii: bool,
}

enum Output {
    Kept(Kept),
    Defective(SchemaFault),
}

/// What there is to say about a tool.
#[derive(Default)]
struct Notes {
    warnings: Box<[Warning]>,
    /// The bytes that title and description had, where some were cut off.
    cuts: [Option<u32>; 2],
}

impl Text {
    /// Appends a part. A text has no more than 4 GiB.
    pub(in crate::catalog) fn push(&mut self, part: &str) -> Option<Span> {
        self.join([part])
    }

    /// Appends pieces that are one part.
    pub(in crate::catalog) fn join<const N: usize>(&mut self, pieces: [&str; N]) -> Option<Span> {
        let start = u32::try_from(self.0.len()).ok()?;
        let end = pieces.iter().try_fold(self.0.len(), |end, piece| end.checked_add(piece.len()))?;
        let end = u32::try_from(end).ok()?;
        pieces.iter().for_each(|piece| self.0.push_str(piece));
        Some(Span { start, end })
    }

    pub(in crate::catalog) fn part(&self, span: Span) -> &str {
        self.0.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Makes room, if it is to be had.
    pub(in crate::catalog) fn reserve(&mut self, bytes: usize) {
        // Without it the text grows as it needs to.
        let _ = self.0.try_reserve_exact(bytes);
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
        let mut keep = |text: &str| self.prose.push(text).ok_or(Defect::TooLarge);
        let cuts = [title, description].map(|text| text.and_then(|(_, cut_from)| cut_from));
        let title = title.map(|(title, _)| keep(title)).transpose()?;
        let description = description.map(|(description, _)| keep(description)).transpose()?;
        let mut schema = |(schema, beyond_ascii): (Schema<'_>, bool)| -> Result<Kept, Defect> {
            let span = self.schemas.push(schema.as_str()).ok_or(Defect::TooLarge)?;
            Ok(Kept { span, digest: schema.digest(), beyond_ascii })
        };
        let input = schema(input)?;
        let output = match output {
            None => None,
            Some(Ok(output)) => Some(Box::new(Output::Kept(schema(output)?))),
            Some(Err(fault)) => Some(Box::new(Output::Defective(fault))),
        };
        let cut = cuts != [None; 2];
        self.records.push(Record {
            raw_name,
            model_name: Span::default(),
            title,
            description,
            input,
            output,
            annotations,
            notes: cut.then(|| Box::new(Notes { cuts, ..Notes::default() })),
            odd: odd || cut,
        });
        Ok(())
    }

    /// Makes room for so many more tools, which are taken to be much like those that are here.
    pub(in crate::catalog) fn reserve(&mut self, more: usize) {
        let tools = self.len().max(1);
        for text in [&mut self.raw_names, &mut self.prose, &mut self.schemas] {
            text.reserve((text.0.len() / tools).saturating_mul(more));
        }
        // A wrong guess costs nothing but this.
        let _ = self.records.try_reserve_exact(more);
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
    ///
    /// # Errors
    /// A name that is there twice.
    pub(in crate::catalog) fn sort(&mut self) -> Result<(), DefectError> {
        let names: Vec<&str> = self.raw_names().collect();
        match order_of(&names) {
            Order::AsTheyAre => {}
            Order::Of(order) => bring_into(order, &mut self.records),
            Order::Twice(place) => {
                let name = names.get(place).copied().unwrap_or_default();
                let defect = DefectError::new(Some(Family::Tools), Defect::Duplicate);
                return Err(defect.with_subject(Quote::new(name)));
            }
        }
        Ok(())
    }

    /// Sets the model names, in the order of the tools.
    pub(in crate::catalog) fn name(&mut self, names: Text, spans: impl Iterator<Item = Span>) {
        self.model_names = names;
        self.records.iter_mut().zip(spans).for_each(|(record, span)| record.model_name = span);
    }

    /// Sets the warnings of one tool.
    pub(in crate::catalog) fn warn(&mut self, index: usize, warnings: Vec<Warning>) {
        if let Some(record) = self.records.get_mut(index) {
            record.notes.get_or_insert_default().warnings = warnings.into();
        }
    }

    /// Leaves out output schemas that are defective.
    pub(in crate::catalog) fn drop_defective(&mut self) {
        for record in &mut self.records {
            record.output.take_if(|output| matches!(**output, Output::Defective(_)));
        }
    }

    /// Gives back the room that was taken for more.
    pub(in crate::catalog) fn shrink(&mut self) {
        for text in [&mut self.raw_names, &mut self.model_names, &mut self.prose, &mut self.schemas] {
            text.0.shrink_to_fit();
        }
        self.records.shrink_to_fit();
    }

    pub(super) fn raw_name(&self, record: &Record) -> &str {
        self.raw_names.part(record.raw_name)
    }

    pub(super) fn model_name(&self, record: &Record) -> &str {
        self.model_names.part(record.model_name)
    }

    pub(super) fn title(&self, record: &Record) -> Option<&str> {
        record.title.map(|span| self.prose.part(span))
    }

    pub(super) fn description(&self, record: &Record) -> Option<&str> {
        record.description.map(|span| self.prose.part(span))
    }

    pub(super) fn input_schema(&self, record: &Record) -> Schema<'_> {
        self.schema(&record.input)
    }

    pub(super) fn output_schema(&self, record: &Record) -> Option<Schema<'_>> {
        record.kept_output().map(|kept| self.schema(kept))
    }

    fn schema(&self, kept: &Kept) -> Schema<'_> {
        Schema::checked(self.schemas.part(kept.span), kept.digest)
    }
}

impl Record {
    pub(super) fn warnings(&self) -> &[Warning] {
        self.notes.as_ref().map(|notes| &*notes.warnings).unwrap_or_default()
    }

    fn kept_output(&self) -> Option<&Kept> {
        if let Some(Output::Kept(kept)) = self.output.as_deref() { Some(kept) } else { None }
    }
}

/// What only the building of a generation looks at.
impl<'g> Tool<'g> {
    /// The bytes that title and description had, where some were cut off.
    pub(in crate::catalog) fn cuts(&self) -> [Option<u32>; 2] {
        self.record.notes.as_ref().map(|notes| notes.cuts).unwrap_or_default()
    }

    /// Whether name, title or description holds more than printable ASCII, or was cut.
    pub(in crate::catalog) fn is_odd(&self) -> bool {
        self.record.odd
    }

    pub(in crate::catalog) fn output_fault(&self) -> Option<SchemaFault> {
        if let Some(Output::Defective(fault)) = self.record.output.as_deref() { Some(*fault) } else { None }
    }

    /// The digests of both schemas, without a look at the schemas.
    pub(in crate::catalog) fn schema_digests(&self) -> (Digest, Option<Digest>) {
        (self.record.input.digest, self.record.kept_output().map(|output| output.digest))
    }

    /// The schemas whose texts may hold more than ASCII.
    pub(in crate::catalog) fn schemas_beyond_ascii(
        &self,
    ) -> impl Iterator<Item = (&'static str, &'g str)> + use<'g> {
        let Self { set, record } = *self;
        [("inputSchema", Some(&record.input)), ("outputSchema", record.kept_output())].into_iter().filter_map(
            move |(field, kept)| {
                let kept = kept.filter(|kept| kept.beyond_ascii)?;
                Some((field, set.schemas.part(kept.span)))
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
