//! The page that explains every code, for those who have only the program at hand.

/// `docs/defects.md` of the repository; the tests hold that it has a section for every code.
const PAGE: &str = include_str!("../defects.md");

/// The explanation of a code, as Markdown with an example where one helps; `None` if there is no such code. The codes
/// are those of [`Code`](crate::Code) and of [`LoadError`](crate::LoadError).
///
/// ```
/// let text = wayleave_manifest::explain("duplicate-name").unwrap_or_default();
/// assert!(text.starts_with("Two entries have one name."));
/// ```
#[must_use]
pub fn explain(code: &str) -> Option<&'static str> {
    let mut sections = PAGE.split("\n### `").skip(1).filter_map(|section| section.split_once('`'));
    let (_, text) = sections.find(|(name, _)| *name == code)?;
    Some(text.split("\n## ").next().unwrap_or_default().trim())
}
