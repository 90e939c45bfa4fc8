//! The canonical form of a JSON text: keys in byte order, no white space, the shortest escapes, numbers as they were
//! written (C12).

use std::{borrow::Cow, collections::BTreeMap};

use serde_json::value::RawValue;

use super::{JsonFault, scan};

/// The canonical form of `text`, which is nested at most `levels` deep.
pub(in crate::catalog) fn canonical(text: &str, levels: usize) -> Result<String, JsonFault> {
    scan(text, levels)?;
    let mut out = String::with_capacity(text.len());
    // What has been scanned parses; the fault is there for the type's sake.
    write(text, &mut out).map_err(|_| JsonFault::Syntax { at: 0 })?;
    Ok(out)
}

/// Recurses at most as deep as the text is nested, which is checked before.
fn write(text: &str, out: &mut String) -> Result<(), serde_json::Error> {
    let text = text.trim_ascii();
    match text.as_bytes().first() {
        Some(b'{') => {
            let entries: BTreeMap<Cow<'_, str>, &RawValue> = serde_json::from_str(text)?;
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                out.push_str(&serde_json::to_string(key)?);
                out.push(':');
                write(value.get(), out)?;
            }
            out.push('}');
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(text)?;
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(item.get(), out)?;
            }
            out.push(']');
        }
        Some(b'"') => out.push_str(&serde_json::to_string(&serde_json::from_str::<String>(text)?)?),
        _ => out.push_str(text),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use super::*;

    #[test]
    fn one_form_for_all_writings() {
        let expected = r#"{"a":[1,2.50,{"x":null}],"b":"é\n\u001f/","é":true}"#;
        for text in [
            expected,
            " { \"é\" : true, \"b\":\"\\u00e9\\u000a\\u001F\\/\" ,\n\"a\":[ 1, 2.50, { \"x\": null } ] } ",
        ] {
            assert_eq!(canonical(text, 64).unwrap(), expected);
        }
        assert!(canonical("{\"a\":1,\"a\":1}", 64).is_err());
    }
}
