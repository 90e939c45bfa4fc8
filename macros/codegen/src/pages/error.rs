//! What can go wrong with templates that are not the built-in ones.

use std::{error::Error, fmt};

/// Why there are no pages.
#[derive(Debug)]
#[non_exhaustive]
pub enum PagesError {
    /// A template was given for a file that there is no template of.
    UnknownTemplate {
        /// The name that was given.
        name: Box<str>,
    },
    /// A template does not compile, or fails while it renders.
    Template {
        /// The name of its file.
        name: &'static str,
        /// The line of the fault, from 1, where it is known.
        line: Option<usize>,
        /// What the template engine says.
        source: Box<minijinja::Error>,
    },
}

impl fmt::Display for PagesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTemplate { .. } => f.write_str("there is no template of that name"),
            Self::Template { name, line: Some(line), .. } => {
                write!(f, "the template {name} fails in line {line}")
            }
            Self::Template { name, line: None, .. } => write!(f, "the template {name} fails"),
        }
    }
}

impl Error for PagesError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::UnknownTemplate { .. } => None,
            Self::Template { source, .. } => Some(source),
        }
    }
}
