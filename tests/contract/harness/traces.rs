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
    /// The span that it stands in, by its place among the traces.
    pub(crate) parent: Option<usize>,
    pub(crate) is_span: bool,
}

/// Spans and events in order. Cheap to clone; clones share everything.
#[derive(Clone, Default)]
pub(crate) struct Traces(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    traces: Vec<Trace>,
    /// The spans that are entered.
    entered: Vec<usize>,
}

impl Traces {
    /// What this thread's traces are kept by.
    pub(crate) fn subscriber(&self) -> Dispatch {
        Dispatch::new(self.clone())
    }

    /// Runs `work` with all traces of this thread kept.
    pub(crate) fn of<T>(work: impl FnOnce() -> T) -> (T, Vec<Trace>) {
        let traces = Self::default();
        let done = tracing::dispatcher::with_default(&traces.subscriber(), work);
        (done, traces.take())
    }

    /// What was kept since the last time. No span may be entered.
    pub(crate) fn take(&self) -> Vec<Trace> {
        let mut state = self.0.lock().unwrap();
        assert!(state.entered.is_empty(), "a span that is entered is left again");
        std::mem::take(&mut state.traces)
    }
}

impl Trace {
    pub(crate) fn names(&self) -> Vec<&str> {
        self.fields.iter().map(|(name, _)| name.as_str()).collect()
    }

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
        let mut state = self.0.lock().unwrap();
        let parent = state.entered.last().copied();
        state.traces.push(Trace {
            level: *metadata.level(),
            target: metadata.target().to_owned(),
            name: metadata.name().to_owned(),
            fields: fields.0,
            parent,
            is_span: true,
        });
        Id::from_u64(u64::try_from(state.traces.len()).unwrap())
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let mut fields = Fields::default();
        values.record(&mut fields);
        self.0.lock().unwrap().traces[place(span)].fields.extend(fields.0);
    }

    fn record_follows_from(&self, _span: &Id, _follows: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let (message, fields): (Vec<_>, Vec<_>) =
            fields.0.into_iter().partition(|(name, _)| name == "message");
        let mut state = self.0.lock().unwrap();
        let parent = event.parent().map(place).or_else(|| state.entered.last().copied());
        state.traces.push(Trace {
            level: *event.metadata().level(),
            target: event.metadata().target().to_owned(),
            name: message.into_iter().map(|(_, text)| text).collect(),
            fields,
            parent,
            is_span: false,
        });
    }

    fn enter(&self, span: &Id) {
        self.0.lock().unwrap().entered.push(place(span));
    }

    fn exit(&self, span: &Id) {
        let left = self.0.lock().unwrap().entered.pop();
        assert_eq!(left, Some(place(span)));
    }
}

fn place(span: &Id) -> usize {
    usize::try_from(span.into_u64()).unwrap() - 1
}
