//! The templates: a built-in one for each file, and what a user puts in its place.

use std::collections::BTreeMap;

use super::PagesError;

/// The templates of the pages. The default is the built-in ones.
#[derive(Clone, Debug, Default)]
pub struct Templates {
    replaced: BTreeMap<Template, Box<str>>,
}

impl Templates {
    /// The names of the templates' files.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Template::ALL.iter().map(|template| template.name())
    }

    /// Puts `text` in the place of the built-in template of the file `name`.
    ///
    /// # Errors
    /// [`PagesError::UnknownTemplate`] for a name that is not one of [`names`](Self::names).
    pub fn replace(&mut self, name: &str, text: impl Into<Box<str>>) -> Result<(), PagesError> {
        let template = Template::ALL.iter().find(|template| template.name() == name);
        let template = template.ok_or_else(|| PagesError::UnknownTemplate { name: name.into() })?;
        self.replaced.insert(*template, text.into());
        Ok(())
    }

    pub(super) fn text(&self, template: Template) -> &str {
        self.replaced.get(&template).map_or(template.built_in(), |text| text)
    }
}

macro_rules! templates {
    ($($template:ident = $name:literal;)+) => {
        /// A template, by the file it stands in.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Template { $($template),+ }

        impl Template {
            pub(super) const ALL: &[Self] = &[$(Self::$template),+];

            pub(super) const fn name(self) -> &'static str {
                match self { $(Self::$template => $name),+ }
            }

            const fn built_in(self) -> &'static str {
                match self { $(Self::$template => include_str!(concat!("built_in/", $name))),+ }
            }
        }
    };
}

templates! {
    IndexHtml = "index.html";
    TreeHtml = "tree.html";
    ResourceHtml = "resource.html";
    StyleCss = "style.css";
    IndexMd = "index.md";
    TreeMd = "tree.md";
    ResourceMd = "resource.md";
}
