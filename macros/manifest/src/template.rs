//! The text template engine of `body: { template: … }`. Checking and rendering use this one environment, so
//! that what the check accepts is what the reader renders.

use minijinja::{Environment, UndefinedBehavior};

/// How many steps one rendering may take. A page of a thousand lines takes some ten thousand; an endless loop
/// is stopped in a few milliseconds.
pub const FUEL: u64 = 1_000_000;

/// The longest text template in bytes: 256 KiB, a book's chapter. Compiled, it takes some thirty times as much memory.
pub(crate) const MAX_TEMPLATE_BYTES: usize = 256 * 1024;

/// The longest tag in bytes. The engine takes what stands in a tag apart by recursion, one frame for each sign, so
/// this bounds the stack; and what one tag can name is bounded with it.
pub(crate) const MAX_TAG_BYTES: usize = 512;

/// The most tags of a template, and of those the most `elif`, each of which is a frame too.
pub(crate) const MAX_TAGS: usize = 2_000;
/// See [`MAX_TAGS`].
pub(crate) const MAX_BRANCHES: usize = 64;

/// The longest line of a template in bytes: the engine counts columns in 16 bits.
pub(crate) const MAX_LINE_BYTES: usize = 60_000;

/// How deeply a template may call itself; minijinja's stack frames are large, and readers may run on small
/// stacks.
const RECURSION: usize = 64;

/// The environment that every text template is compiled and rendered in.
///
/// An undefined variable is an error, one template knows no other (neither loaders nor includes, imports or
/// inheritance are compiled in), nothing is escaped automatically, and a rendering takes at most [`FUEL`] steps.
///
/// ```
/// let environment = wayleave_manifest::environment();
/// let template = environment.template_from_str("Hello, {{ who }}.")?;
/// let greeting = template.render(minijinja::Value::from_pairs([("who", "Ada")]))?;
/// assert_eq!(greeting, "Hello, Ada.");
/// # Ok::<(), minijinja::Error>(())
/// ```
#[must_use]
pub fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
    environment.set_fuel(Some(FUEL));
    environment.set_recursion_limit(RECURSION);
    // Without this, no error would carry the range that the defect's column comes from.
    environment.set_debug(true);
    // It prints the whole state.
    environment.remove_global("debug");
    // These make values that grow without a step that fuel would count.
    environment.remove_global("namespace");
    environment.remove_filter("chain");
    environment.remove_filter("zip");
    environment
}

/// The filters there are.
#[rustfmt::skip]
pub(crate) const FILTERS: &[&str] = &[
    "abs", "attr", "batch", "bool", "capitalize", "count", "d", "default", "dictsort", "e", "escape", "first",
    "float", "format", "groupby", "indent", "int", "items", "join", "last", "length", "lines", "list", "lower", "map", "max",
    "min", "pprint", "reject", "rejectattr", "replace", "reverse", "round", "safe", "select", "selectattr", "slice", "sort",
    "split", "string", "sum", "title", "trim", "unique", "upper",
];

/// The tests there are, but for those that are signs, such as `==`.
#[rustfmt::skip]
pub(crate) const TESTS: &[&str] = &[
    "boolean", "defined", "divisibleby", "endingwith", "eq", "equalto", "escaped", "even", "false", "filter", "float", "ge",
    "greaterthan", "gt", "in", "int", "integer", "iterable", "le", "lessthan", "lower", "lt", "mapping", "ne", "none",
    "number", "odd", "safe", "sameas", "sequence", "startingwith", "string", "test", "true", "undefined", "upper",
];

/// What other template languages call some of them.
pub(crate) const ELSEWHERE: &[(&str, &str)] = &[
    ("downcase", "lower"),
    ("len", "length"),
    ("lowercase", "lower"),
    ("size", "length"),
    ("strip", "trim"),
    ("upcase", "upper"),
    ("uppercase", "upper"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_whole() {
        let all = format!("{:?}", environment());
        let names = |kind: &str| {
            let list = all.split_once(&format!(" {kind}: [")).unwrap().1.split_once(']').unwrap().0;
            let names = list.split(", ").map(|name| name.trim_matches('"').to_owned());
            // What a feature adds that another crate of the build may ask for is no promise.
            let plain = |name: &String| !matches!(&**name, "tojson" | "urlencode");
            let signs = |name: &String| name.starts_with(|c: char| c.is_ascii_alphabetic());
            names.filter(plain).filter(signs).collect::<Vec<_>>()
        };
        assert_eq!(names("filters"), FILTERS);
        assert_eq!(names("tests"), TESTS);
        // Those who ask for the list get it.
        for (code, list) in [("unknown-filter", FILTERS), ("unknown-test", TESTS)] {
            let page = crate::explain(code).unwrap();
            assert!(list.iter().all(|name| page.contains(&format!("`{name}`"))), "{code}");
        }
    }

    fn render(source: &str) -> Result<String, minijinja::Error> {
        environment().render_str(source, minijinja::Value::from_pairs([("who", "<Ada>")]))
    }

    #[test]
    fn renders_without_escaping() {
        assert_eq!(render("Hello, {{ who }}.").unwrap(), "Hello, <Ada>.");
    }

    #[test]
    fn undefined_is_an_error() {
        assert_eq!(render("{{ whom }}").unwrap_err().kind(), minijinja::ErrorKind::UndefinedError);
    }

    #[test]
    fn loops_run_out_of_fuel() {
        let endless = "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}";
        assert_eq!(render(endless).unwrap_err().kind(), minijinja::ErrorKind::OutOfFuel);
    }

    #[test]
    fn other_templates_are_out_of_reach() {
        for source in ["{% include 'x' %}", "{% extends 'x' %}", "{% import 'x' as x %}", "{{ debug() }}"] {
            assert!(render(source).is_err(), "{source}");
        }
    }
}
