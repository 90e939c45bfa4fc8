//! Names for models (C7).

use super::{Defect, DefectError, Family, Quote, digest};

/// The bytes of a model name: what fits every provider of models.
pub const MODEL_NAME_BYTES: usize = 64;
/// The bytes that are kept before a suffix of `_` and eight digits.
const KEPT_BYTES: usize = 55;

/// The model name of one tool.
pub(super) struct ModelName {
    pub(super) text: Box<str>,
    /// Whether the raw name is not in it as it is: changed, cut or given a suffix.
    pub(super) normalized: bool,
}

/// The model names of a set of tools, and the way back.
pub(super) struct ModelNames {
    /// In the order of the raw names.
    pub(super) names: Vec<ModelName>,
    /// Indices in the order of the model names; none if that is the order of the raw ones.
    pub(super) order: Option<Box<[u32]>>,
}

/// Names the tools of `binding` with these raw names, which are in byte order and all different.
pub(super) fn assign<'a>(
    binding: &str,
    raw_names: impl ExactSizeIterator<Item = &'a str> + Clone,
) -> Result<ModelNames, DefectError> {
    let mut prefix = String::from("mcp__");
    sanitize(binding, &mut prefix);
    prefix.push_str("__");
    let mut names: Vec<ModelName> = raw_names
        .clone()
        .map(|raw| {
            let mut text = String::with_capacity(prefix.len() + raw.len());
            text.push_str(&prefix);
            let normalized = sanitize(raw, &mut text);
            ModelName { text: text.into(), normalized }
        })
        .collect();
    let mut order = order_of(&names);
    let mut suffixed: Vec<bool> = names.iter().map(|name| name.text.len() > MODEL_NAME_BYTES).collect();
    // Every member of a group of equal names gets a suffix, so none depends on which came first.
    for pair in order.as_deref().unwrap_or_default().windows(2) {
        if let &[one, other] = pair
            && text_of(&names, one) == text_of(&names, other)
        {
            for index in [one, other] {
                if let Some(suffixed) = suffixed.get_mut(index as usize) {
                    *suffixed = true;
                }
            }
        }
    }
    if suffixed.contains(&true) {
        for ((name, raw), _) in
            names.iter_mut().zip(raw_names.clone()).zip(suffixed).filter(|(_, suffixed)| *suffixed)
        {
            // All of it is ASCII by now, so any place is between characters.
            let kept = name.text.get(..KEPT_BYTES).unwrap_or(&name.text);
            name.text = format!("{kept}_{}", digest::of_name(binding, raw).short()).into();
            name.normalized = true;
        }
        order = order_of(&names);
        for pair in order.as_deref().unwrap_or_default().windows(2) {
            if let &[one, other] = pair
                && text_of(&names, one) == text_of(&names, other)
            {
                let raw = raw_names.clone().nth(one.min(other) as usize).unwrap_or_default();
                return Err(
                    DefectError::new(Some(Family::Tools), Defect::ModelName).with_subject(Quote::new(raw))
                );
            }
        }
    }
    Ok(ModelNames { names, order })
}

/// Appends `name` with every character that is not allowed replaced, and says whether one was.
fn sanitize(name: &str, into: &mut String) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if name.bytes().all(allowed) {
        into.push_str(name);
        return false;
    }
    into.extend(name.chars().map(|character| {
        let kept = u8::try_from(character).is_ok_and(allowed);
        if kept { character } else { '_' }
    }));
    true
}

/// The order of names that do not stand in it, by name and then by index.
fn order_of(names: &[ModelName]) -> Option<Box<[u32]>> {
    if names.is_sorted_by(|one, other| one.text < other.text) {
        return None;
    }
    let mut order: Vec<u32> = (0u32..).take(names.len()).collect();
    order.sort_by(|&one, &other| text_of(names, one).cmp(text_of(names, other)));
    Some(order.into())
}

fn text_of(names: &[ModelName], index: u32) -> &str {
    names.get(index as usize).map_or("", |name| &name.text)
}
