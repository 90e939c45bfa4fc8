//! Names for models (C7).

use wayleave::catalog::{BindingName, Builder, Defect, Tolerances};

use super::harness::{NEW, TOOLS, builder, handshake, of_tools, tool};

fn model_name(names: &[&str], raw: &str) -> String {
    of_tools(names).tool_by_raw_name(raw).unwrap().model_name().to_owned()
}

// C7
#[test]
fn a_name_is_kept_or_its_characters_replaced() {
    assert_eq!(model_name(&["Search-1_x"], "Search-1_x"), "mcp__wiki__Search-1_x");
    assert_eq!(model_name(&["a.b/c d"], "a.b/c d"), "mcp__wiki__a_b_c_d");
    assert_eq!(model_name(&["größe"], "größe"), "mcp__wiki__gr__e", "a character, not a byte, is one `_`");
    let generation = Builder::new(BindingName::new("my wiki").unwrap(), handshake(NEW, TOOLS));
    // The binding is the host's own: changing it needs no tolerance.
    assert_eq!(
        generation.tool(tool("a")).build().unwrap().tools().get(0).unwrap().model_name(),
        "mcp__my_wiki__a"
    );
}

// C7: what is replaced may come before what the raw name came behind
#[test]
fn names_have_an_order_of_their_own() {
    let generation = of_tools(&["a", "é"]);
    let names: Vec<&str> = generation.tools().iter().map(|tool| tool.model_name()).collect();
    assert_eq!(names, ["mcp__wiki__a", "mcp__wiki___"]);
    for tool in generation.tools().iter() {
        assert_eq!(generation.tool_by_model_name(tool.model_name()).unwrap().raw_name(), tool.raw_name());
    }
}

// C7
#[test]
fn a_long_name_is_cut_and_gets_a_suffix() {
    let (fits, long) = ("x".repeat(64 - 11), "x".repeat(65 - 11));
    assert_eq!(model_name(&[&fits], &fits), format!("mcp__wiki__{fits}"));
    let name = model_name(&[&long], &long);
    assert_eq!(name.len(), 64);
    assert!(name.starts_with(&format!("mcp__wiki__{}_", "x".repeat(44))), "{name}");
    assert!(name[56..].bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)));
    // The same tool in another set has the same name.
    assert_eq!(model_name(&["a", &long, "z"], &long), name);
    // Names that are equal where they are cut differ in their suffixes.
    let other = format!("{long}y");
    assert_ne!(model_name(&[&long, &other], &other), name);
}

// C7
#[test]
fn every_member_of_a_group_gets_a_suffix() {
    let group = of_tools(&["a.b", "a/b", "a_b", "other"]);
    let names: Vec<&str> = group.tools().iter().map(|tool| tool.model_name()).collect();
    for name in &names[..3] {
        assert!(name.starts_with("mcp__wiki__a_b_") && name.len() == "mcp__wiki__a_b_".len() + 8, "{name}");
    }
    assert_eq!(names[3], "mcp__wiki__other");
    // A suffix depends on binding and raw name alone.
    assert_eq!(model_name(&["a_b", "a.b"], "a_b"), group.tool_by_raw_name("a_b").unwrap().model_name());
    assert_eq!(model_name(&["a_b"], "a_b"), "mcp__wiki__a_b");
    for tool in group.tools().iter() {
        assert_eq!(group.tool_by_model_name(tool.model_name()).unwrap().raw_name(), tool.raw_name());
    }
    let strict = builder().tools([tool("a_b"), tool("a.b")]).build().unwrap_err();
    assert_eq!(strict.defect(), Defect::NameNotNormalized);
}

// C7: equal in spite of suffixes
#[test]
fn what_still_collides_rejects() {
    let suffixed = model_name(&["a.b", "a_b"], "a.b");
    let raw = suffixed.strip_prefix("mcp__wiki__").unwrap();
    let set = || [tool("a.b"), tool("a_b"), tool(raw)];
    let error = builder().tolerances(Tolerances::ALL).tools(set()).build().unwrap_err();
    assert_eq!(error.defect(), Defect::ModelName);
    // Without the group, the same name is free.
    assert!(builder().tool(tool(raw)).build().is_ok());
}

// C7: golden
#[test]
fn suffixes_are_pinned() {
    assert_eq!(model_name(&["a.b", "a_b"], "a.b"), "mcp__wiki__a_b_35a43bff");
    let long = "x".repeat(512);
    let cut = "mcp__wiki__xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_60b3e810";
    assert_eq!(model_name(&[&long], &long), cut);
}
