use quote::quote;

use super::derive_route;
use crate::testing::{errors, pretty};

fn faults(attribute: &str, fields: &str) -> Vec<String> {
    errors(derive_route(format!("#[route({attribute})] struct Page {{ {fields} }}").parse().unwrap()))
}

#[test]
fn expansion() {
    let tokens = derive_route(quote! {
        /// The thumbnail of one project.
        #[derive(Route)]
        #[route(
            uri_template = "asset://project/{id}/thumbnail/{self}?v=2",
            mime_type = "image/png",
            annotations(audience("user"), priority = 0.9),
            icon(src = "data:,", sizes("48x48"), theme = "light"),
            meta = r#"{ "a": [1, -1, 0.5, null, { "b": true }] }"#,
            cache(ttl = "60s"),
            overlaps = "allow"
        )]
        pub struct Thumbnail {
            #[capture("self")]
            own: String,
            pub id: ProjectId,
        }
    });
    insta::assert_snapshot!("thumbnail", pretty(tokens));
}

#[test]
fn generic_fields_get_their_bounds() {
    let tokens = derive_route(quote! {
        #[route(uri_template = "a://{kind}", crate = crate::library)]
        struct Generic<T: Clone, const N: usize> where T: Copy {
            kind: Kind<T, N>,
        }
    });
    // The variable stands in the authority: the stand-in keeps the struct usable.
    insta::assert_snapshot!("generic_fault", pretty(tokens));
    let tokens = derive_route(quote! {
        #[route(uri_template = "a:/{kind}/{plain}", crate = crate::library)]
        struct Generic<T: Clone, const N: usize> where T: Copy {
            kind: Kind<T, N>,
            plain: u8,
        }
    });
    insta::assert_snapshot!("generic", pretty(tokens));
}

#[test]
fn a_unit_struct_is_a_family_of_one() {
    assert_eq!(
        errors(derive_route(quote!(
            #[route(uri_template = "a://h/x")]
            struct One;
        ))),
        [""; 0]
    );
    assert_eq!(
        errors(derive_route(quote!(
            #[route(uri_template = "a://h/x")]
            struct One {}
        ))),
        [""; 0]
    );
}

// U3: the message holds the template and marks the fault.
#[test]
fn faults_in_templates_are_marked() {
    assert_eq!(
        faults(r#"uri_template = "weather://{city}/now""#, "city: String"),
        ["a variable stands in the authority\n  weather://{city}/now\n            ^\nhelp: write \
          `weather:///{city}/now` or `weather://city/{city}/now`"]
    );
}

#[test]
fn all_mistakes_are_told_at_once() {
    let found = faults(
        r#"uri_template = "a://h/{id}", nme = "x", title = 1, cache(ttl = "x", scope = "y"), meta(a = b), 7, title = "t""#,
        "di: u8",
    );
    assert_eq!(
        found,
        [
            "`#[route]` has no `nme`; did you mean `name`?",
            "write `title = \"…\"`",
            "a duration is digits and a unit, such as `500ms`, `60s`, `5m` or `1h`",
            "a scope is `private` or `public`",
            "write `a = …`, with a text, a number, `true` or `false`",
            "expected a word such as `uri_template` in `#[route]`",
            "`title` is given twice",
            "the template has no variable `di`; did you mean `id`?",
        ]
    );
}

#[test]
fn fields_and_variables_are_the_same_set() {
    let template = r#"uri_template = "a://h/{one}/{two}""#;
    assert_eq!(faults(template, "one: u8, two: u8"), [""; 0]);
    assert_eq!(
        faults(template, "two: u8, other: u8, another: u8"),
        [
            "the template has no variable `other`, only `one` and `two`",
            "the template has no variable `another`, only `one` and `two`",
            "no field takes the variable `one`\n  a://h/{one}/{two}\n        ^\nhelp: add a field `one`",
        ]
    );
    assert_eq!(faults(template, "tow: u8, oen: u8").len(), 2, "each misspelling is one mistake");
    assert_eq!(
        faults(r#"uri_template = "a://h""#, "id: u8"),
        ["the template has no variable `id`: it has none"]
    );
}

#[test]
fn what_is_no_struct_is_refused() {
    for (source, message) in [
        ("enum Page { One }", "a route is a struct"),
        ("union Page { one: u8 }", "a route is a struct"),
        ("struct Page(u8);", "the fields of a route are named"),
        ("struct Page<'a> { id: &'a str }", "a route owns its captures"),
    ] {
        let found = errors(derive_route(
            format!("#[route(uri_template = \"a://h/{{id}}\")] {source}").parse().unwrap(),
        ));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(message), "{found:?}");
    }
}

// G2, G15
#[test]
fn metadata_is_bounded() {
    let description = "x".repeat(64 * 1024);
    let found =
        faults(&format!("uri_template = \"a://h/{{id}}\", description = \"{description}\""), "id: u8");
    assert!(found[0].starts_with("this definition takes 65595 bytes of JSON"), "{found:?}");
    let key = "go.phpboyscout.uk/mcp.resourceRead";
    let found = faults(&format!("uri_template = \"a://h/{{id}}\", meta(\"{key}\" = 1)"), "id: u8");
    assert_eq!(found, [format!("the metadata key `{key}` is reserved: it holds the report of a read")]);
}
