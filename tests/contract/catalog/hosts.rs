//! The names of all tools of a host (C7).

use wayleave::catalog::{BindingName, Builder, Generation, ModelNames, Tolerances};

use super::harness::{NEW, TOOLS, handshake, tool};

fn generation(binding: &str, names: &[&str]) -> Generation {
    Builder::new(BindingName::new(binding).unwrap(), handshake(NEW, TOOLS))
        .tolerances(Tolerances::ALL)
        .tools(names.iter().map(|name| tool(name)))
        .build()
        .unwrap()
}

// C7
#[test]
fn names_lead_to_their_tools() {
    let names = ModelNames::new([
        generation("wiki", &["b", "a.x"]),
        generation("shop", &["a", "b"]),
        generation("empty", &[]),
    ])
    .unwrap();
    let all: Vec<_> =
        names.iter().map(|(of, tool)| (tool.model_name(), of.binding().as_str(), tool.raw_name())).collect();
    assert_eq!(
        all,
        [
            ("mcp__shop__a", "shop", "a"),
            ("mcp__shop__b", "shop", "b"),
            ("mcp__wiki__a_x", "wiki", "a.x"),
            ("mcp__wiki__b", "wiki", "b"),
        ]
    );
    for (name, binding, raw) in all {
        let (of, tool) = names.resolve(name).unwrap();
        assert_eq!((of.binding().as_str(), tool.raw_name()), (binding, raw));
    }
    assert!(names.resolve("mcp__wiki__a.x").is_none(), "looked up, never parsed");
    assert_eq!(names.generations().len(), 3);
}

// C7
#[test]
fn equal_names_across_bindings_are_refused() {
    let clash = ModelNames::new([generation("a b", &["x"]), generation("a.b", &["x", "y"])]).unwrap_err();
    assert_eq!(clash.model_name(), Some("mcp__a_b__x"));
    assert_eq!(clash.bindings().each_ref().map(BindingName::as_str), ["a b", "a.b"]);
    let told = r#"catalog: the bindings "a b" and "a.b" both have a tool that models know as mcp__a_b__x"#;
    assert_eq!(clash.to_string(), told);
    // A binding's name may end where another's tool begins.
    let clash = ModelNames::new([generation("a", &["b__c"]), generation("a__b", &["c"])]).unwrap_err();
    assert_eq!(clash.model_name(), Some("mcp__a__b__c"));
    let clash = ModelNames::new([generation("a", &["x"]), generation("a", &["y"])]).unwrap_err();
    assert_eq!(clash.model_name(), None);
    assert_eq!(clash.to_string(), r#"catalog: two generations are of one binding, "a""#);
    assert!(ModelNames::new([generation("a b", &["x"]), generation("a.b", &["y"])]).is_ok());
}
