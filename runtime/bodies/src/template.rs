//! Text templates over the captures of an entry.
//!
//! Rendering is bounded by what is written here and by the environment: the output stops at the bytes that may
//! still be used (G7), and the environment's fuel pays for every step and every byte that the engine makes, so
//! that neither an endless loop nor a huge repeat gets further than [`FUEL`](wayleave_manifest::FUEL) allows (one
//! unit buys one step, or 64 bytes). What a manifest's author can make take longer, such as lists that are added to
//! themselves, runs where it blocks nobody, and the time limits of the gateway end the waiting for it.

use std::{io, sync::Arc};

use minijinja::{Environment, Error, Value};
use wayleave::model::Uri;
use wayleave::resource::{
    Binding, CompletionRequest, Payload, PlanError, ReadError, ReadPlan, ReadRequest, ResourceMatch, Target,
};
use wayleave_manifest::CaptureType;

use crate::{
    blocking::blocking,
    captures::{Captured, EntryCaptures},
    fault::Fault,
};

/// The name of the one template in each environment.
const NAME: &str = "template";

/// Renders one template.
#[derive(Debug)]
pub(crate) struct TemplateReader {
    captures: EntryCaptures,
    environment: Arc<Environment<'static>>,
}

impl TemplateReader {
    /// A reader that has `template` compiled in a copy of `environment`. The copy shares all that is built in and
    /// holds no other template, so that no template could name another one.
    pub(crate) fn new(
        captures: EntryCaptures,
        environment: &Environment<'static>,
        template: &str,
    ) -> Result<Self, Error> {
        let mut environment = environment.clone();
        environment.add_template_owned(NAME, template.to_owned())?;
        Ok(Self { captures, environment: Arc::new(environment) })
    }

    async fn rendered(&self, captures: &[Captured<'_>], max_bytes: usize) -> Result<String, Fault> {
        let context = Value::from_pairs(captures.iter().map(|capture| (capture.name, value(capture))));
        let environment = Arc::clone(&self.environment);
        blocking(move || render(&environment, context, max_bytes))
            .await
            .map_err(|error| Fault::Failed(error.into()))?
    }
}

fn render(environment: &Environment<'_>, context: Value, max_bytes: usize) -> Result<String, Fault> {
    let template = environment.get_template(NAME).map_err(|error| Fault::Failed(error.into()))?;
    let mut output = Bounded { bytes: Vec::new(), left: max_bytes, full: false };
    match template.render_captured_to(context, &mut output).map(drop) {
        _ if output.full => Err(Fault::TooLarge(None)),
        Err(error) => Err(Fault::Failed(error.into())),
        Ok(()) => String::from_utf8(output.bytes).map_err(|error| Fault::Failed(error.into())),
    }
}

impl<C: Send + Sync + 'static> Binding<C> for TemplateReader {
    fn canonical(&self, request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError> {
        self.captures.canonical(request)
    }

    async fn resolve(&self, _caller: &C, request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        Ok(ReadPlan::single(Target::new(request.canonical().clone())))
    }

    async fn read(&self, _caller: &C, request: ReadRequest<'_>) -> Result<Payload, ReadError> {
        let captures = self.captures.check(request.captures())?;
        Ok(Payload::text(self.rendered(&captures, request.max_bytes()).await?))
    }

    async fn complete(&self, _caller: &C, request: CompletionRequest<'_>) -> Result<Vec<String>, ReadError> {
        self.captures.completed(request).await
    }

    fn depends_on_caller(&self) -> bool {
        false
    }
}

/// What a template sees of a capture: a number or a truth value where the manifest says so, else the text.
fn value(capture: &Captured<'_>) -> Value {
    let text = capture.text.as_ref();
    let typed = match capture.kind {
        CaptureType::Bool => text.parse().ok().map(|value: bool| value.into()),
        CaptureType::I8 | CaptureType::I16 | CaptureType::I32 | CaptureType::I64 => {
            text.parse().ok().map(|value: i64| value.into())
        }
        CaptureType::U8 | CaptureType::U16 | CaptureType::U32 | CaptureType::U64 => {
            text.parse().ok().map(|value: u64| value.into())
        }
        // Also for `f32`: the engine has one kind of float, and 0.1 must not come out as 0.10000000149011612.
        CaptureType::F32 | CaptureType::F64 => text.parse().ok().map(|value: f64| value.into()),
        _ => None,
    };
    typed.unwrap_or_else(|| text.into())
}

/// A writer that stops at its bound.
struct Bounded {
    bytes: Vec<u8>,
    left: usize,
    full: bool,
}

impl io::Write for Bounded {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let Some(left) = self.left.checked_sub(piece.len()) else {
            self.full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        };
        self.left = left;
        self.bytes.extend_from_slice(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
