//! Prompts.

use std::fmt;

use serde::Serialize;

use super::{Entry, Texts};
use crate::catalog::{Family, Quote, bounds::Prose};

/// A prompt as a server offers it.
///
/// ```
/// use wayleave::catalog::{Prompt, PromptArgument};
/// let prompt = Prompt::new("review").with_arguments([PromptArgument::new("code").with_required(true)]);
/// assert_eq!(prompt.name(), "review");
/// ```
#[derive(Clone, PartialEq, Serialize)]
pub struct Prompt {
    name: Box<str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<Prose>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Prose>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<Box<[PromptArgument]>>,
}

impl Prompt {
    /// A prompt of this name, exactly as the server spells it.
    #[must_use]
    pub fn new(name: impl Into<Box<str>>) -> Self {
        Self { name: name.into(), title: None, description: None, arguments: None }
    }

    /// Sets the title.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<Box<str>>) -> Self {
        self.title = Some(Prose::name(title));
        self
    }

    /// Sets the description.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<Box<str>>) -> Self {
        self.description = Some(Prose::description(description));
        self
    }

    /// Sets the arguments, in the server's order. No arguments is another thing than an empty list of them.
    #[must_use]
    pub fn with_arguments(mut self, arguments: impl IntoIterator<Item = PromptArgument>) -> Self {
        self.arguments = Some(arguments.into_iter().collect());
        self
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The title for people.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_ref().map(Prose::as_str)
    }

    /// What the prompt is for.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_ref().map(Prose::as_str)
    }

    /// The arguments in the server's order, if it sent a list of them.
    #[must_use]
    pub fn arguments(&self) -> Option<&[PromptArgument]> {
        self.arguments.as_deref()
    }
}

impl fmt::Debug for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prompt")
            .field("name", &Quote::new(&self.name))
            .field("title", &self.title)
            .field("description", &self.description)
            .field("arguments", &self.arguments.as_ref().map(|arguments| arguments.len()))
            .finish()
    }
}

impl Entry for Prompt {
    const FAMILY: Family = Family::Prompts;

    fn key(&self) -> &str {
        &self.name
    }
}

impl Texts for Prompt {
    fn texts(&self) -> impl Iterator<Item = (&'static str, &Prose)> {
        let own = [("title", self.title.as_ref()), ("description", self.description.as_ref())];
        let of_arguments = self.arguments.iter().flatten().flat_map(|argument| {
            [
                ("arguments.title", argument.title.as_ref()),
                ("arguments.description", argument.description.as_ref()),
            ]
        });
        own.into_iter().chain(of_arguments).filter_map(|(field, text)| Some((field, text?)))
    }
}

/// An argument of a prompt.
#[derive(Clone, PartialEq, Serialize)]
pub struct PromptArgument {
    name: Box<str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<Prose>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Prose>,
    #[serde(skip_serializing_if = "Option::is_none")]
    required: Option<bool>,
}

impl PromptArgument {
    /// An argument of this name.
    #[must_use]
    pub fn new(name: impl Into<Box<str>>) -> Self {
        Self { name: name.into(), title: None, description: None, required: None }
    }

    /// Sets the title.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<Box<str>>) -> Self {
        self.title = Some(Prose::name(title));
        self
    }

    /// Sets the description.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<Box<str>>) -> Self {
        self.description = Some(Prose::description(description));
        self
    }

    /// Says whether it must be given.
    #[must_use]
    pub fn with_required(mut self, required: bool) -> Self {
        self.required = Some(required);
        self
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The title for people.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_ref().map(Prose::as_str)
    }

    /// What the argument is.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_ref().map(Prose::as_str)
    }

    /// Whether it must be given, if the server says so or not.
    #[must_use]
    pub fn required(&self) -> Option<bool> {
        self.required
    }
}

impl fmt::Debug for PromptArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PromptArgument")
            .field("name", &Quote::new(&self.name))
            .field("title", &self.title)
            .field("description", &self.description)
            .field("required", &self.required)
            .finish()
    }
}
