//! Laws: no input makes the check panic, and what it reports lies in the source.

use proptest::prelude::*;
use wayleave_manifest::{Severity, Source, check};

fn holds(source: &Source) {
    let checked = check(source, None);
    let errors = checked.defects.iter().any(|defect| defect.severity == Severity::Error);
    assert_eq!(checked.manifest.is_none(), errors, "a manifest or an error, never both or neither");
    let text = source.text();
    for defect in &checked.defects {
        let related = defect.related.as_ref().map(|related| related.span);
        for span in [Some(defect.span), related].into_iter().flatten() {
            assert!(span.start <= span.end && span.end <= text.len(), "{span:?}");
            assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end), "{span:?}");
        }
        assert_eq!(defect.place, source.place(defect.span.start));
        assert!(source.line(defect.place.line).is_some());
        assert!(!defect.render(source).contains('\u{1b}'));
    }
    assert!(checked.defects.is_sorted_by_key(|defect| defect.span));
}

/// Pieces of manifests and of YAML, so that random texts get past the first line.
fn piece() -> impl Strategy<Value = String> {
    let pieces = [
        "wayleave: 1\n",
        "server: { name: s, version: 1 }\n",
        "policy: open\n",
        "resources:\n",
        "  - name: n\n",
        "    uri: a:b\n",
        "    uriTemplate: 'a://h/{x}'\n",
        "    uriTemplate: \"a:\\x2f{\\u0078}/{\"\n",
        "    handler: true\n",
        "    body: { text: x }\n",
        "    body: { template: '{{ x }} {{ y' }\n",
        "    body:\n      template: |\n        {{ x }}\n        {% if %}\n",
        "    bundle: ['a:b', 'a://h/{x}', 'a://h/{y}']\n",
        "    captures: { x: { type: u8, complete: { values: [300, a/b] } } }\n",
        "    meta: { a: [1, 2e400, é] }\n",
        "    body: { store: d, path: 'p/{x}.md' }\n",
        "stores: { d: { url: . } }\n",
        "limits: { maxItems: 3, pageSize: 0 }\n",
        "&a ",
        "*a ",
        "<<: ",
        "? ",
        "- ",
        "{",
        "}",
        "[",
        "]",
        ", ",
        ": ",
        "'",
        "\"",
        "|\n",
        ">\n",
        "---\n",
        "...\n",
        "\t",
        "\r\n",
        "é",
        "\u{feff}",
        "\u{85}",
        "\u{1b}",
        "\0",
        "!!str ",
        "# c\n",
        "%YAML 1.2\n",
        "  ",
        "\n",
    ];
    prop_oneof![4 => proptest::sample::select(pieces.to_vec()).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_panics(pieces in proptest::collection::vec(piece(), 0..40)) {
        holds(&Source::new("m", pieces.concat()));
    }

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        holds(&Source::from_bytes("m", bytes));
    }

    #[test]
    fn no_value_panics(value in any::<String>(), key in proptest::sample::select(vec!["uri", "uriTemplate", "name", "mimeType", "rust", "title"])) {
        let json = serde_json::to_string(&value).unwrap();
        holds(&Source::new("m", crate::with_entries(&format!("  - {{ name: n, handler: true, {key}: {json} }}\n"))));
    }

    #[test]
    fn no_body_panics(template in any::<String>(), path in any::<String>()) {
        let (template, path) = (serde_json::to_string(&template).unwrap(), serde_json::to_string(&path).unwrap());
        holds(&Source::new("m", crate::with_entries(&format!(
            "  - {{ name: n, uri: 'a:b', body: {{ template: {template} }} }}\n  - {{ name: m, uri: 'a:c', body: {{ store: d, path: {path} }} }}\n"
        ))));
    }
}
