//! Texts and templates: what they give, and what stops them.

use std::error::Error as _;

use crate::site::{Site, failure, issues, items, manifest, not_found, text};
use wayleave_bodies::{
    BodiesError,
    manifest::{Body, Serves},
    wayleave::{
        Gateway,
        resource::{IssueCode, ReadFailureKind as Kind},
    },
};

fn template(captures: &str, template: &str) -> String {
    format!(
        "  - name: page\n    uriTemplate: t://x/{{who}}\n{captures}    body: {{ template: \"{template}\" }}\n"
    )
}

#[tokio::test]
async fn a_template_sees_the_decoded_captures() {
    let site = Site::new(&[]);
    let gateway = site.gateway("", &template("", "Hello, {{ who }}."));
    assert_eq!(text(&gateway, "t://x/Anna").await, "Hello, Anna.");
    // U6: decoded once, and nothing in a value is a tag, a tag's end or markup.
    assert_eq!(text(&gateway, "t://x/%253Cb%253E").await, "Hello, %3Cb%3E.");
    assert_eq!(text(&gateway, "t://x/%7B%7B%20who%20%7D%7D%3Cb%3E").await, "Hello, {{ who }}<b>.");
}

// U6
#[tokio::test]
async fn a_template_sees_typed_captures_as_their_type() {
    let site = Site::new(&[]);
    for (kind, value, expected) in [
        ("u8", "41", "42"),
        ("i64", "-9223372036854775808", "-9223372036854775807"),
        ("u64", "18446744073709551614", "18446744073709551615"),
        ("i8", "007", "8"),
        ("f32", "0.1", "1.1"),
        ("f64", "-0.5", "0.5"),
    ] {
        let captures = format!("    captures: {{ who: {{ type: {kind} }} }}\n");
        let gateway = site.gateway("", &template(&captures, "{{ who + 1 }}"));
        assert_eq!(text(&gateway, &format!("t://x/{value}")).await, expected, "{kind}");
    }
    let gateway = site.gateway(
        "",
        &template("    captures: { who: { type: bool } }\n", "{% if who %}yes{% else %}no{% endif %}"),
    );
    assert_eq!(text(&gateway, "t://x/false").await, "no");
    assert_eq!(text(&gateway, "t://x/true").await, "yes");
    let gateway = site.gateway("", &template("", "{{ who ~ 1 }}"));
    assert_eq!(text(&gateway, "t://x/41").await, "411");
}

// U8, G5
#[tokio::test]
async fn a_value_has_one_spelling_whatever_the_body_is() {
    let site = Site::new(&[("7", b"seven"), ("007", b"text"), ("0.5", b"half"), ("0", b"zero")]);
    for (kind, spelled, plain, stored) in [
        ("u8", "007", "7", "seven"),
        ("i64", "+7", "7", "seven"),
        ("f64", "5e-1", "0.5", "half"),
        ("u8", "7", "7", "seven"),
        ("i8", "-0", "0", "zero"),
        ("string", "007", "007", "text"),
    ] {
        let captures = format!("    captures: {{ who: {{ type: {kind} }} }}\n");
        let bodies = [
            ("body: { text: fixed }", "fixed"),
            ("body: { template: '{{ who }}' }", plain),
            ("body: { store: docs, path: '{who}' }", stored),
            ("bundle: ['t://y/{who}']", plain),
        ];
        for (body, expected) in bodies {
            let other = "  - name: other\n    uriTemplate: t://y/{it}\n    body: { template: '{{ it }}' }\n";
            let entry =
                format!("  - name: page\n    uriTemplate: t://x/{{who}}\n{captures}    {body}\n{other}");
            let gateway = site.gateway("", &entry);
            let bundle = gateway.read(&(), &format!("t://x/{spelled}")).await.unwrap();
            let place = if body.starts_with("bundle") { "y" } else { "x" };
            let uri = format!("t://{place}/{plain}");
            assert_eq!(items(&bundle), [(uri.as_str(), expected)], "{kind} {spelled} {body}");
        }
    }
}

// U8, G5: numbers that are equal are one.
#[tokio::test]
async fn nothing_is_written_without_a_sign() {
    let site = Site::new(&[]);
    let entry = "  - name: page\n    uriTemplate: t://x/{who}\n    captures: { who: { type: f64 } }\n";
    let gateway = site.gateway("", &format!("{entry}    body: {{ text: fixed }}\n"));
    for spelled in ["0", "-0", "-0.0", "0e9", "-1e-999"] {
        let bundle = gateway.read(&(), &format!("t://x/{spelled}")).await.unwrap();
        assert_eq!(items(&bundle), [("t://x/0", "fixed")], "{spelled}");
    }
}

// U6, G9
#[tokio::test]
async fn a_capture_that_does_not_parse_is_a_bad_capture() {
    let site = Site::new(&[("1", b"one")]);
    let captures = "    captures: { who: { type: u8 } }\n";
    let bodies = [
        "body: { text: fixed }",
        "body: { template: '{{ who }}' }",
        "body: { store: docs, path: '{who}' }",
        "bundle: [t://other]",
    ];
    for body in bodies {
        let other = "  - name: other\n    uri: t://other\n    body: { text: other }\n";
        let gateway = site.gateway(
            "",
            &format!("  - name: page\n    uriTemplate: t://x/{{who}}\n{captures}    {body}\n{other}"),
        );
        assert!(gateway.read(&(), "t://x/1").await.is_ok(), "{body}");
        for value in ["256", "-1", "1.0", "one", "%201", "0x1"] {
            assert_eq!(
                not_found(&gateway, &format!("t://x/{value}")).await,
                Kind::BadCapture,
                "{body} {value}"
            );
        }
    }
}

// quality: templates
#[tokio::test]
async fn loops_and_repeats_end_by_fuel_or_by_size() {
    let site = Site::new(&[]);
    for source in [
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "{% set x = 'a' * 99999999 %}{{ who }}",
        &format!("{{% set x = 'ab' %}}{}{{{{ who }}}}", "{% set x = x ~ x %}".repeat(60)),
        "{{ who / 0 }}",
        "{{ who.nothing.at.all }}",
    ] {
        let gateway = site.gateway("", &template("", source));
        assert_eq!(*failure(&gateway, "t://x/a").await.kind(), Kind::NothingDelivered, "{source}");
    }
    let ok = "  - name: ok\n    uri: t://ok\n    body: { text: fine }\n  - name: all\n    uri: t://all\n    bundle: [t://x/a, t://ok]\n";
    for (source, code) in [
        ("{% for a in range(99999) %}{{ who }}{% endfor %}", IssueCode::BudgetExceeded),
        ("{{ who * 1001 }}", IssueCode::BudgetExceeded),
        ("{{ who * 99999999 }}", IssueCode::ReadFailed),
        (
            "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
            IssueCode::ReadFailed,
        ),
    ] {
        let gateway = site.gateway("maxItemPayload: 1000", &format!("{}{ok}", template("", source)));
        let all = gateway.read(&(), "t://all").await.unwrap();
        assert_eq!(items(&all), [("t://ok", "fine")], "{source}");
        assert_eq!(issues(&all), [(code, "t://x/a")], "{source}");
    }
}

// G23: a rendering that no fuel ends blocks nobody: the gateway's own time limit does.
#[tokio::test]
async fn an_endless_rendering_is_a_timeout() {
    let site = Site::new(&[]);
    // Two lists of many items that are equal, which takes the engine its time to find out.
    let list = |name: &str| {
        let doubled = format!("{{% set {name} = [{name}, {name}] %}}").repeat(17);
        format!("{{% set {name} = [who] %}}{doubled}")
    };
    let endless = format!("{}{}{{{{ a == b }}}}", list("a"), list("b"));
    let gateway = site.gateway("itemTimeout: 50ms", &template("", &endless));
    assert_eq!(*failure(&gateway, "t://x/a").await.kind(), Kind::NothingDelivered);
}

// G20
#[tokio::test]
async fn a_rendering_of_exactly_the_limit_is_delivered_and_one_byte_more_is_not() {
    let site = Site::new(&[]);
    let texts = "  - name: ten\n    uri: t://ten\n    body: { text: '0123456789' }\n  - name: eleven\n    uri: t://eleven\n    body: { text: '0123456789x' }\n";
    let gateway = site.gateway("maxItemPayload: 10", &format!("{}{texts}", template("", "{{ who }}!")));
    assert_eq!(text(&gateway, "t://x/123456789").await, "123456789!");
    assert_eq!(*failure(&gateway, "t://x/1234567890").await.kind(), Kind::NothingDelivered);
    assert_eq!(text(&gateway, "t://ten").await, "0123456789");
    assert_eq!(*failure(&gateway, "t://eleven").await.kind(), Kind::NothingDelivered);
}

/// The gateway of a manifest whose template was changed after the check, which would have refused it.
fn unchecked(site: &Site, source: &str) -> Result<Gateway<()>, BodiesError> {
    let mut changed = manifest("", &template("", "{{ who }}"));
    changed.resources[0].serves = Serves::Body(Body::Template(source.into()));
    wayleave_bodies::gateway(&changed, site.path())
}

#[test]
fn a_template_that_does_not_compile_is_named() {
    let site = Site::new(&[]);
    for source in ["{{ who", "{% endfor %}", "{{ who | nothing( }}"] {
        let error = unchecked(&site, source).unwrap_err();
        let named = matches!(&error, BodiesError::Template { entry, .. } if **entry == *"page");
        assert!(named && error.source().is_some(), "{source}: {error:?}");
    }
}

// quality: templates
#[tokio::test]
async fn no_template_reaches_another_or_itself() {
    let site = Site::new(&[]);
    for source in [
        "{% include 'template' %}",
        "{% include 'page' %}",
        "{% extends 'page' %}",
        "{% import 'template' as p %}",
        "{% from '/etc/passwd' import p %}",
    ] {
        // Whether the engine knows these tags at all depends on what else is built with it.
        match unchecked(&site, source) {
            Err(error) => assert!(matches!(error, BodiesError::Template { .. }), "{source}: {error:?}"),
            Ok(gateway) => {
                assert_eq!(*failure(&gateway, "t://x/a").await.kind(), Kind::NothingDelivered, "{source}");
            }
        }
    }
}

// quality: templates
#[tokio::test]
async fn an_undefined_variable_is_a_failure() {
    let site = Site::new(&[]);
    let gateway = unchecked(&site, "{{ whom }}").unwrap();
    assert_eq!(*failure(&gateway, "t://x/a").await.kind(), Kind::NothingDelivered);
}

#[tokio::test]
async fn a_text_is_itself() {
    let site = Site::new(&[]);
    let entries = "  - name: text\n    uri: t://text\n    mimeType: text/markdown\n    body: { text: \"# {{ not a tag }}\\n\" }\n  - name: empty\n    uri: t://empty\n    body: { text: '' }\n";
    let gateway = site.gateway("", entries);
    assert_eq!(text(&gateway, "t://text").await, "# {{ not a tag }}\n");
    assert_eq!(gateway.read(&(), "t://text").await.unwrap().items()[0].mime_type(), "text/markdown");
    assert_eq!(gateway.read(&(), "t://empty").await.unwrap().items()[0].mime_type(), "text/plain");
    assert_eq!(text(&gateway, "t://empty").await, "");
}
