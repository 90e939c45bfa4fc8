//! Every colour of text against what it stands on, in both schemes: at least 4.5 to 1 (WCAG 2.2, AA).

use std::collections::HashMap;

use crate::{handbook, pages};

/// Text and what is behind it.
const PAIRS: [(&str, &str); 19] = [
    ("ink", "paper"),
    ("ink", "card"),
    ("ink", "code"),
    ("ink", "changed"),
    ("soft", "paper"),
    ("soft", "card"),
    ("link", "paper"),
    ("link", "card"),
    ("on-band", "band"),
    ("mark", "changed"),
    ("variable", "variable-bg"),
    ("soft", "changed"),
    ("link", "changed"),
    ("text", "card"),
    ("template", "card"),
    ("file", "card"),
    ("bundle", "card"),
    ("handler", "card"),
    ("ink", "variable-bg"),
];

fn colours(block: &str) -> HashMap<&str, [f64; 3]> {
    let body = block.split_once(":root {").unwrap().1.split_once('}').unwrap().0;
    let declared = body.split(';').filter_map(|line| line.trim().strip_prefix("--")?.split_once(": #"));
    let channel = |hex: &str| {
        let value = f64::from(u8::from_str_radix(hex, 16).unwrap()) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    declared.map(|(name, hex)| (name, [&hex[..2], &hex[2..4], &hex[4..6]].map(channel))).collect()
}

#[test]
fn text_stands_out_in_both_schemes() {
    let html = pages(&handbook()).html;
    let (light, dark) = html.split_once("@media (prefers-color-scheme: dark)").unwrap();
    let luminance = |[red, green, blue]: [f64; 3]| 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    for colours in [colours(light), colours(dark)] {
        for (text, behind) in PAIRS {
            let (one, other) = (luminance(colours[text]), luminance(colours[behind]));
            let ratio = (one.max(other) + 0.05) / (one.min(other) + 0.05);
            assert!(ratio >= 4.5, "{text} on {behind}: {ratio:.2}");
        }
    }
}
