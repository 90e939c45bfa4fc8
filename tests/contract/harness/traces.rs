//! What a `tracing` subscriber at the level TRACE is told.

use std::{
    fmt::{Debug, Write},
    sync::{Arc, Mutex},
};

use tracing::{
    Dispatch, Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id, Record},
};

/// A span with all of its fields, or an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trace {
    pub(crate) level: Level,
    pub(crate) target: String,
    /// The span's name, or the event's message.
    pub(crate) name: String,
    pub(crate) fields: Vec<(String, String)>,
    /// The span that an event stands in, by its place among the traces.
    pub(crate) parent: Option<usize>,
    pub(crate) is_span: bool,
}

/// Spans and events in order. Cheap to clone; clones share everything.
#[derive(Clone, Default)]
pub(crate) struct Traces(Arc<Mutex<Vec<Trace>>>);

impl Traces {
    /// What this thread's traces are kept by.
    pub(crate) fn subscriber(&self) -> Dispatch {
        Dispatch::new(self.clone())
    }

    /// What was kept since the last time.
    pub(crate) fn take(&self) -> Vec<Trace> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

impl Trace {
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find_map(|(own, value)| (own == name).then_some(value.as_str()))
    }
}

#[derive(Default)]
struct Fields(Vec<(String, String)>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let mut text = String::new();
        write!(text, "{value:?}").unwrap();
        self.0.push((field.name().to_owned(), text));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.push((field.name().to_owned(), value.to_owned()));
    }
}

impl Subscriber for Traces {
    fn enabled(&self, _metadata: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields::default();
        span.record(&mut fields);
        let metadata = span.metadata();
        let mut traces = self.0.lock().unwrap();
        traces.push(Trace {
            level: *metadata.level(),
            target: metadata.target().to_owned(),
            name: metadata.name().to_owned(),
            fields: fields.0,
            parent: None,
            is_span: true,
        });
        Id::from_u64(u64::try_from(traces.len()).unwrap())
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let mut fields = Fields::default();
        values.record(&mut fields);
        self.0.lock().unwrap()[place(span)].fields.extend(fields.0);
    }

    fn record_follows_from(&self, _span: &Id, _follows: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let (message, fields): (Vec<_>, Vec<_>) =
            fields.0.into_iter().partition(|(name, _)| name == "message");
        self.0.lock().unwrap().push(Trace {
            level: *event.metadata().level(),
            target: event.metadata().target().to_owned(),
            name: message.into_iter().map(|(_, text)| text).collect(),
            fields,
            parent: event.parent().map(place),
            is_span: false,
        });
    }

    fn enter(&self, _span: &Id) {}

    fn exit(&self, _span: &Id) {}
}

fn place(span: &Id) -> usize {
    usize::try_from(span.into_u64()).unwrap() - 1
}
