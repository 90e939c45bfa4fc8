//! Text templates that compile and could never be rendered, and texts that look like templates.

use wayleave_manifest::Code;

use crate::{check, codes, with_entries};

/// The defects of an entry with the capture `who` and, in a block, this body, as `code line:column help`.
fn defects_of(key: &str, text: &str) -> Vec<String> {
    let lines: String = text.lines().map(|line| format!("        {line}\n")).collect();
    let head = "  - name: n\n    uriTemplate: a:/{who}/{n}\n    captures: { n: { type: u8 } }\n    body:\n";
    let checked = check(&with_entries(&format!("{head}      {key}: |\n{lines}")));
    let shown = |defect: &wayleave_manifest::Defect| {
        format!("{} {} {}", defect.code, defect.place, defect.help.as_deref().unwrap_or_default())
    };
    checked.defects.iter().map(shown).collect()
}

#[test]
fn filters_that_do_not_exist() {
    let found = |text| defects_of("template", text);
    assert_eq!(found("{{ who | upcase }}"), ["unknown-filter 10:18 did you mean `upper`?"]);
    assert_eq!(
        found("a\n{{ 5 | nosuch }}"),
        ["unknown-filter 11:16 `wayleave check --explain unknown-filter` lists the filters"]
    );
    // Also where no rendering gets to, and each once.
    let seldom = "{% if n > 200 %}{{ who | uper }}{{ n | uper }}{% endif %}";
    assert_eq!(found(seldom), ["unknown-filter 10:34 did you mean `upper`?"]);
    assert_eq!(found("{% filter uper %}x{% endfilter %}"), ["unknown-filter 10:19 did you mean `upper`?"]);
    assert_eq!(found("{{ 'a | b' }} | c {# | d #}{% raw %}{{ e | f }}{% endraw %}"), [""; 0]);
}

#[test]
fn tests_that_do_not_exist() {
    let found = |text| defects_of("template", text);
    assert_eq!(found("{% if n is evn %}x{% endif %}"), ["unknown-test 10:20 did you mean `even`?"]);
    assert_eq!(found("{% if n is not evn %}x{% endif %}"), ["unknown-test 10:24 did you mean `even`?"]);
    // A name that is a value shows only in a rendering.
    assert_eq!(found("{{ [n] | select('evn') | list }}"), ["unknown-test 10:18 "]);
    assert_eq!(found("{% if n is divisibleby 3 and who is string %}x{% endif %}"), [""; 0]);
}

#[test]
fn functions_that_do_not_exist() {
    let found = |text| defects_of("template", text);
    assert_eq!(found("{{ rnage(n) }}"), ["unknown-function 10:12 did you mean `range`?"]);
    assert_eq!(found("{{ now() }}"), ["unknown-function 10:12 the functions are `dict` or `range`"]);
    let method = found("{{ who.upper() }}");
    assert!(method.len() == 1 && method[0].starts_with("unknown-function 10:"), "{method:?}");
    assert_eq!(found("{% for i in range(3) %}{{ loop.cycle('a', 'b') }}{% endfor %}"), [""; 0]);
}

// Only names are reported: what depends on the values of a request may be right.
#[test]
fn other_failures_are_left_to_the_read() {
    for text in [
        "{{ 1 / (n - 1) }}",
        "{{ who | int }}",
        "{{ who.name }}",
        "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
    ] {
        assert_eq!(defects_of("template", text), [""; 0], "{text}");
    }
}

#[test]
fn braces_that_nothing_fills_in() {
    assert_eq!(
        defects_of("text", "Hello, {{ whom }}."),
        ["literal-braces 10:16 write `template: …` in place of `text`, and `{{ whom }}`"]
    );
    assert_eq!(
        defects_of("text", "Hello, {who}."),
        ["literal-braces 10:16 write `template: …` in place of `text`, and `{{ who }}`"]
    );
    assert_eq!(defects_of("template", "Hello, {who}."), ["literal-braces 10:16 write `{{ who }}`"]);
    for (key, text) in
        [("text", "a { b } {whom} {} {{ 1 }}"), ("template", "{{ who }} {whom} { } {{{who: 1}}}")]
    {
        assert_eq!(defects_of(key, text), [""; 0], "{text}");
    }
    // A concrete URI has nothing to fill in, so braces are what is meant.
    assert_eq!(
        codes(&check(&with_entries("  - { name: n, uri: 'a:b', body: { text: '{{ who }}' } }\n"))),
        []
    );
    let warned = check(&with_entries("  - { name: n, uriTemplate: 'a:/{who}', body: { text: '{who}' } }\n"));
    assert_eq!(codes(&warned), [Code::LiteralBraces]);
    assert!(warned.manifest.is_some());
}
