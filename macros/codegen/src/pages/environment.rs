//! The template engine. What a template prints is escaped by the ending of the template's name: for HTML, for
//! Markdown, and not at all in a style sheet, which is given no value of the manifest.
//!
//! Only features of minijinja that do not change its language are used: another part of a program reads templates
//! with the same engine, and must not accept more because of this one.

use minijinja::{
    AutoEscape, Environment, Error, Output, State, UndefinedBehavior, Value, syntax::SyntaxConfig,
};

use super::{PagesError, Templates, escape, templates::Template};

/// How many steps one template may take, and how many more for each byte of what it is given. A built-in one takes
/// less than one step a byte.
const FUEL: u64 = 1_000_000;
const FUEL_BYTE: u64 = 20;

/// How deeply a template may call itself. The tree is at most [`super::tree::MAX_DEPTH`] deep.
const RECURSION: usize = 32;

pub(super) struct Renderer<'t> {
    environment: Environment<'t>,
}

impl<'t> Renderer<'t> {
    /// Compiles the templates, for a site whose values have so many bytes.
    pub(super) fn new(templates: &'t Templates, bytes: usize) -> Result<Self, PagesError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
        let mut syntax = SyntaxConfig::builder();
        syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
        // Only delimiters can be wrong, and these are the default ones.
        environment.set_syntax(syntax.build().unwrap_or_default());
        environment.set_auto_escape_callback(|name| match name.rsplit_once('.') {
            Some((_, "html")) => AutoEscape::Html,
            Some((_, "md")) => AutoEscape::Custom("markdown".into()),
            _ => AutoEscape::None,
        });
        environment.set_formatter(print);
        environment.add_filter("code", |text: &str| Value::from_safe_string(escape::markdown_code(text)));
        environment.add_filter("lines", |text: &str| Value::from_safe_string(escape::markdown_lines(text)));
        environment.add_filter("folded", |text: &str| escape::folded(text));
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        environment.set_fuel(Some(FUEL.saturating_add(FUEL_BYTE.saturating_mul(bytes))));
        environment.set_recursion_limit(RECURSION);
        // It prints everything that there is.
        environment.remove_global("debug");
        for &template in Template::ALL {
            environment
                .add_template(template.name(), templates.text(template))
                .map_err(|error| fault(template, error))?;
        }
        Ok(Self { environment })
    }

    pub(super) fn render(&self, template: Template, context: Value) -> Result<String, PagesError> {
        let found = self.environment.get_template(template.name());
        found.and_then(|found| found.render(context)).map_err(|error| fault(template, error))
    }
}

fn fault(template: Template, error: Error) -> PagesError {
    PagesError::Template { name: template.name(), line: error.line(), source: Box::new(error) }
}

/// Prints a value; what is marked as safe has been escaped before.
fn print(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    if value.is_none() || value.is_undefined() {
        return Ok(());
    }
    let text = value.to_string();
    match state.auto_escape() {
        _ if value.is_safe() => out.write_str(&text)?,
        AutoEscape::None => out.write_str(&text)?,
        AutoEscape::Html => out.write_str(&escape::html(&text))?,
        _ => out.write_str(&escape::markdown(&text))?,
    }
    Ok(())
}
