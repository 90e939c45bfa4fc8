//! Pages about a manifest, for people: one HTML file that needs nothing else, and the same in Markdown.
//!
//! Three steps, a module each: the manifest becomes a `Site`, in which everything is a text or a list that a
//! template can print; the [`Templates`] are the built-in ones, each of which a user may replace; an environment
//! that escapes whatever it prints puts the two together. The same manifest and templates give the same bytes.
//!
//! The pages say what a listing says and how each resource is served. The content itself is on none of them: who
//! may read it is for the policy to say.

mod environment;
mod error;
mod escape;
mod quantity;
mod served;
mod site;
mod templates;
mod tree;

use minijinja::{Value, context, value::Serde};
use wayleave_manifest::Manifest;

pub use error::PagesError;
pub use templates::Templates;

use environment::Renderer;
use site::{Resource, Site};
use templates::Template;

/// The rendered pages; each ends with a newline.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pages {
    /// `index.html`: valid on its own, without scripts and without anything from elsewhere.
    pub html: String,
    /// `index.md`: CommonMark with the tables of GitHub.
    pub markdown: String,
}

impl Pages {
    /// The files to write: the name and the text of each.
    #[must_use]
    pub fn files(&self) -> [(&'static str, &str); 2] {
        [("index.html", &self.html), ("index.md", &self.markdown)]
    }
}

/// Renders the pages of a manifest.
///
/// Every value that comes from the manifest is escaped for the page that it stands on.
///
/// ```
/// use wayleave_codegen::pages::{Templates, render};
/// use wayleave_manifest::{Source, check};
///
/// let source = Source::new("hall.yaml", "\
/// wayleave: 1
/// server: { name: hall, version: 1.0.0 }
/// policy: open
/// resources:
///   - name: welcome
///     uri: hall://welcome
///     title: Welcome <all>
///     body: { text: Come in. }
/// ");
/// let manifest = check(&source, None).manifest.ok_or("the manifest has defects")?;
/// let pages = render(&manifest, &Templates::default())?;
/// assert!(pages.html.contains("Welcome &lt;all&gt;"));
/// assert!(pages.markdown.starts_with("# hall"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`PagesError::Template`] for a replaced template that does not compile, names what is not there, or takes more
/// steps than a page of this manifest can need. The built-in templates give no error.
pub fn render(manifest: &Manifest, templates: &Templates) -> Result<Pages, PagesError> {
    let site = Site::of(manifest);
    // Text and numbers under keys that are text: there is nothing in it that JSON cannot say.
    let bytes = serde_json::to_vec(&site).map_or(0, |json| json.len());
    let renderer = Renderer::new(templates, bytes)?;
    let style = renderer.render(Template::StyleCss, context! {})?;
    let html =
        page(&site, &renderer, style, [Template::TreeHtml, Template::ResourceHtml, Template::IndexHtml])?;
    let markdown =
        page(&site, &renderer, String::new(), [Template::TreeMd, Template::ResourceMd, Template::IndexMd])?;
    Ok(Pages { html, markdown })
}

/// The page around a tree and the sections of all resources.
fn page(
    site: &Site<'_>,
    renderer: &Renderer<'_>,
    style: String,
    [tree, resource, index]: [Template; 3],
) -> Result<String, PagesError> {
    let tree = renderer.render(tree, Value::from_pairs([("tree", Value::from(Serde(&site.tree)))]))?;
    let section = |each: &Resource<'_>| {
        renderer.render(resource, Value::from_pairs([("resource", Value::from(Serde(each)))]))
    };
    let sections = site.resources.iter().map(section).collect::<Result<Vec<_>, _>>()?;
    let context = Value::from_pairs([
        ("site", Value::from(Serde(site))),
        ("style", Value::from_safe_string(style)),
        ("tree", Value::from_safe_string(tree)),
        ("sections", sections.into_iter().map(Value::from_safe_string).collect()),
    ]);
    let mut text = renderer.render(index, context)?;
    text.truncate(text.trim_end().len());
    text.push('\n');
    Ok(text)
}
