//! Templates of one's own.

use std::error::Error;

use wayleave_codegen::pages::{PagesError, Templates, render};

use crate::{file, handbook, hostile};

fn replaced(name: &str, text: &str) -> Templates {
    let mut templates = Templates::default();
    templates.replace(name, text).unwrap();
    templates
}

#[test]
fn one_file_replaces_one_template() {
    let own = render(&handbook(), &replaced("style.css", "body { color: red }\n")).unwrap();
    let built_in = render(&handbook(), &Templates::default()).unwrap();
    assert!(own.html.contains("<style>\nbody { color: red }\n</style>"));
    assert!(own.html.contains("<h1>"));
    assert_eq!(own.markdown, built_in.markdown);
}

#[test]
fn templates_of_ones_own_escape_too() {
    let list = "{% for r in site.resources %}{{ r.name }};{{ r.body.kind }}\n{% endfor %}";
    let own = render(&hostile(), &replaced("index.html", list)).unwrap();
    assert!(own.html.starts_with("quote&quot;&#39;`&gt;&lt;script&gt;pwned()&lt;/script&gt;;text\n"));
    let own = render(&hostile(), &replaced("index.md", list)).unwrap();
    assert!(own.markdown.starts_with("quote\"'\\`&gt;&lt;script&gt;pwned()&lt;/script&gt;;text\n"));
}

#[test]
fn unknown_files_are_refused() {
    let error = Templates::default().replace("index.htm", "").unwrap_err();
    assert!(matches!(error, PagesError::UnknownTemplate { name } if &*name == "index.htm"));
    assert!(Templates::names().any(|name| name == "index.html"));
}

#[test]
fn faults_have_a_place() {
    for (text, at) in [("ok\n{% for %}", 2), ("\n\n{{ site.server.nmae }}", 3), ("{{ missing.field }}", 1)] {
        let error = render(&handbook(), &replaced("index.html", text)).unwrap_err();
        assert!(error.source().is_some());
        assert!(
            matches!(error, PagesError::Template { name: "index.html", line: Some(line), .. } if line == at),
            "{error}"
        );
    }
}

#[test]
fn endless_templates_end() {
    let endless = "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}";
    assert!(render(&handbook(), &replaced("resource.md", endless)).is_err());
    // No template reaches another one, a file, or all that there is.
    for text in ["{% include 'tree.html' %}", "{% extends 'tree.html' %}", "{{ debug() }}"] {
        assert!(render(&handbook(), &replaced("index.html", text)).is_err(), "{text}");
    }
}

/// `docs/pages.md` names every value that a template is given, and every template.
#[test]
fn the_documentation_names_every_value() {
    let documentation = std::fs::read_to_string(file("docs/pages.md")).unwrap();
    let keys = "\
        {%- for key in site %}{{ key }} {% endfor %}
        {%- for key in site.server %}{{ key }} {% endfor %}
        {%- for key in site.policy %}{{ key }} {% endfor %}
        {%- for key in site.counts %}{{ key }} {% endfor %}
        {%- for key in site.stores[0] %}{{ key }} {% endfor %}
        {%- for key in site.limits[0] %}{{ key }} {% endfor %}
        {%- for key in site.server.icons[0] %}{{ key }} {% endfor %}
        {%- for key in site.tree[0] %}{{ key }} {% endfor %}
        {%- for key in site.tree[0].parts[0] %}{{ key }} {% endfor %}
        {%- for resource in site.resources %}
        {%- for key in resource %}{{ key }} {% endfor %}
        {%- for key in resource.body %}{{ key }} {% endfor %}
        {%- for item in resource.body.items %}{% for key in item %}{{ key }} {% endfor %}{% endfor %}
        {%- for link in resource.used_by %}{% for key in link %}{{ key }} {% endfor %}{% endfor %}
        {%- for capture in resource.captures %}{% for key in capture %}{{ key }} {% endfor %}{% endfor %}
        {%- endfor %}";
    let listed = render(&handbook(), &replaced("index.html", keys)).unwrap().html;
    assert!(listed.split_whitespace().count() > 100);
    let names = listed + &Templates::names().collect::<Vec<_>>().join(" ");
    for name in names.split_whitespace() {
        assert!(documentation.contains(&format!("`{name}`")), "`{name}` is not in docs/pages.md");
    }
}
