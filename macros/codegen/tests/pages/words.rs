//! What the pages say.

use std::fmt::Write;

use crate::{handbook, hostile, pages, parsed};

fn section<'p>(page: &'p str, heading: &str) -> &'p str {
    let start = page.find(heading).unwrap_or_else(|| panic!("no {heading}"));
    let rest = &page[start..];
    &rest[..rest[1..].find("\n<a id=").map_or(rest.len(), |end| end + 1)]
}

#[test]
fn the_handbook_is_all_there() {
    let pages = pages(&handbook());
    for entry in handbook().resources {
        let name = entry.definition.name();
        assert!(pages.html.contains(&format!("<article id=\"r-{name}\"")), "{name}");
        assert!(pages.html.matches(&format!("href=\"#r-{name}\"")).count() >= 3, "{name}");
        assert!(pages.markdown.contains(&format!("<a id=\"r-{name}\"></a>")), "{name}");
        assert!(pages.markdown.contains(&format!("[{name}](#r-{name})")), "{name}");
    }
}

#[test]
fn a_section_says_everything() {
    let manifest = parsed(
        "\
wayleave: 1
server: { name: s, version: 1.10 }
policy: open
limits: { maxItems: 3 }
stores: { docs: { url: ./content } }
resources:
  - name: all
    uriTemplate: a://h/{x}/{n}
    title: All of it
    description: One line.
    mimeType: text/plain
    annotations: { audience: [user], priority: 0.5, lastModified: 2026-01-31 }
    cache: { ttl: 90s, scope: public }
    meta: { example.com/k: [1, true] }
    captures:
      x: { complete: { values: [p, q] } }
      n: { type: u8, complete: { store: docs, glob: 'n/*.md' } }
    overlaps: allow
    rust: Everything
    body: { store: docs, path: 'x/{x}-{n}.md' }
  - { name: both, uriTemplate: 'a://b/{x}', bundle: ['a://h/{x}/1', 'a://s'] }
  - { name: sized, uri: 'a://s', size: 1536, body: { text: '' } }
",
    );
    let pages = pages(&manifest);
    assert_eq!(
        section(&pages.markdown, "### All of it"),
        "\
### All of it

`a://h/{x}/{n}`

One line.

- Name: `all`
- Type: `text/plain`
- Served from: `x/{x}-{n}.md` of the store `docs`
- Cache: 90 s, for everyone
- Audience: user
- Priority: 0.5 of 1
- Modified: 2026-01-31
- Overlaps: allowed
- In Rust: `Everything`
- Metadata: `example.com/k`: `[1,true]`
- In bundles: [both](#r-both)

Captures:

- `{x}`: string, completed from `p`, `q`
- `{n}`: u8, completed from the files `n/*.md` of `docs`
"
    );
    // U5: the items lead to what serves them.
    let both = section(&pages.markdown, "### both");
    assert!(
        both.ends_with(
            "1. `a://h/{x}/1`, served by [all](#r-all)\n1. `a://s`, served by [sized](#r-sized)\n"
        )
    );
    assert!(section(&pages.markdown, "### sized").contains("- Size: 1,536 bytes\n"));
    assert!(pages.markdown.contains("| `maxItems` | **3** | 256 | How many items a bundle admits. |"));
    assert!(pages.markdown.contains("| `pageSize` | 100 | 100 |"));
    assert!(pages.markdown.contains("One differs from its default"));
    assert!(pages.html.contains("<code>x/<var>{x}</var>-<var>{n}</var>.md</code>"));
    assert!(pages.html.contains("version 1.10<"));
}

/// A bundle whose template is served by concrete entries alone.
#[test]
fn items_lead_to_entries_that_serve_some_values() {
    let pages = pages(&parsed(
        "\
wayleave: 1
server: { name: s, version: 1 }
policy: open
resources:
  - { name: one, uri: 'a://h/one', body: { text: x } }
  - { name: two, uri: 'a://h/two', body: { text: x } }
  - { name: other, uri: 'a://h/other/one', body: { text: x } }
  - { name: all, uriTemplate: 'a://b/{x}', bundle: ['a://h/{x}'] }
",
    ));
    assert!(pages.markdown.contains("1. `a://h/{x}`, served by [one](#r-one), [two](#r-two)\n"));
}

#[test]
fn markdown_has_no_markup_of_the_manifest() {
    let markdown = pages(&hostile()).markdown;
    let mut fenced = false;
    for line in markdown.lines() {
        fenced |= line.trim_start().starts_with("```");
        // What is left when code spans are taken out: tags of our own and nothing else.
        let plain = line.replace("\\`", "");
        let mut text = String::new();
        let mut rest = &*plain;
        while let Some(open) = rest.find('`') {
            let ticks = rest[open..].len() - rest[open..].trim_start_matches('`').len();
            let fence = &rest[open..open + ticks];
            text.push_str(&rest[..open]);
            let after = &rest[open + ticks..];
            let close = after
                .match_indices(fence)
                .map(|(at, _)| at)
                .find(|at| !after[at + ticks..].starts_with('`') && !after[..*at].ends_with('`'));
            rest = &after[close.unwrap_or_else(|| panic!("a code span stays open: {line}")) + ticks..];
        }
        text.push_str(rest);
        let own = text.starts_with("<a id=\"r") || text.contains("](<https://h/");
        assert!(own || !text.contains(['<', '>']), "{line}");
        assert!(!text.contains("](javascript") || text.contains("\\](javascript"), "{line}");
    }
    assert!(!fenced);
    assert!(!markdown.contains('\u{202e}') && !markdown.contains('\u{7}'));
}

#[test]
fn the_same_manifest_gives_the_same_bytes() {
    assert_eq!(pages(&hostile()), pages(&hostile()));
    assert!(pages(&handbook()).html.ends_with("</html>\n"));
}

#[test]
fn large_manifests_have_pages() {
    let mut yaml = String::from("wayleave: 1\nserver: { name: s, version: 1 }\npolicy: open\nresources:\n");
    for index in 0..1_000 {
        writeln!(
            yaml,
            "  - {{ name: '日{index}', uriTemplate: 'a://h/{index}/{{a}}/{{b}}', body: {{ text: x }} }}"
        )
        .unwrap();
    }
    assert_eq!(pages(&parsed(&yaml)).html.matches("<article").count(), 1_000);

    // One resource that is as large as a manifest allows.
    let mut yaml = String::from(
        "wayleave: 1\nserver: { name: s, version: 1 }\npolicy: open\nlimits: { maxPlanItems: 10000 }\nresources:\n",
    );
    yaml.push_str("  - { name: one, uriTemplate: 'a://h/{x}', body: { text: x } }\n  - name: all\n    uri: a://all\n    bundle:\n");
    for index in 0..10_000 {
        writeln!(yaml, "      - a://h/{index}").unwrap();
    }
    assert_eq!(pages(&parsed(&yaml)).markdown.matches(", served by [one](#r-one)\n").count(), 10_000);
}
