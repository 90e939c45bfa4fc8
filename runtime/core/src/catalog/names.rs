//! Names for models (C7).

use std::borrow::Cow;

use super::{
    Defect, DefectError, Family, Quote, digest,
    entry::{Span, Text},
};

/// The bytes of a model name: what fits every provider of models.
pub const MODEL_NAME_BYTES: usize = 64;
/// The bytes that are kept before a suffix of `_` and eight digits.
const KEPT_BYTES: usize = 55;

/// The model names of a set of tools, and the way back.
pub(super) struct ModelNames {
    all: Text,
    /// In the order of the raw names.
    names: Vec<ModelName>,
    /// Indices in the order of the model names; none if that is the order of the raw ones.
    order: Option<Box<[u32]>>,
}

/// The model name of one tool.
#[derive(Clone, Copy)]
struct ModelName {
    span: Span,
    /// Whether the raw name is not in it as it is: changed, cut or given a suffix.
    normalized: bool,
}

/// Names the tools of `binding` with these raw names, which are in byte order and all different.
pub(super) fn assign(binding: &str, raw_names: &[&str]) -> Result<ModelNames, DefectError> {
    let defect = |defect, raw| DefectError::new(Some(Family::Tools), defect).with_subject(Quote::new(raw));
    let prefix = format!("mcp__{}__", sanitize(binding));
    let mut named =
        ModelNames { all: Text::default(), names: Vec::with_capacity(raw_names.len()), order: None };
    named.all.reserve(raw_names.iter().map(|raw| prefix.len() + raw.len()).sum());
    let mut plain = true;
    for raw in raw_names {
        let name = sanitize(raw);
        let normalized = matches!(name, Cow::Owned(_));
        plain &= !normalized && prefix.len() + raw.len() <= MODEL_NAME_BYTES;
        let span = named.all.join([&prefix, &name]).ok_or_else(|| defect(Defect::TooLarge, raw))?;
        named.names.push(ModelName { span, normalized });
    }
    // Names behind one prefix are all different and in order, as long as nothing in them was changed.
    if plain {
        return Ok(named);
    }
    named.bring_into_order();
    let mut suffixed: Vec<bool> =
        (0..named.names.len()).map(|index| named.at(index).len() > MODEL_NAME_BYTES).collect();
    // Every member of a group of equal names gets a suffix, so none depends on which came first.
    for index in named.equal_pairs().flatten() {
        if let Some(suffixed) = suffixed.get_mut(index) {
            *suffixed = true;
        }
    }
    if !suffixed.contains(&true) {
        return Ok(named);
    }
    for (index, raw) in raw_names.iter().enumerate().filter(|(index, _)| suffixed.get(*index) == Some(&true))
    {
        let plain = named.at(index);
        // All of it is ASCII by now, so any place is between characters.
        let kept = plain.get(..KEPT_BYTES).unwrap_or(plain);
        let name = format!("{kept}_{}", digest::of_name(binding, raw).short());
        let span = named.all.push(&name).ok_or_else(|| defect(Defect::TooLarge, raw))?;
        if let Some(name) = named.names.get_mut(index) {
            *name = ModelName { span, normalized: true };
        }
    }
    named.bring_into_order();
    let equal = named.equal_pairs().next();
    match equal {
        Some([first, _]) => Err(defect(Defect::ModelName, raw_names.get(first).copied().unwrap_or_default())),
        None => Ok(named),
    }
}

impl ModelNames {
    /// The name of the tool at this place in the order of the raw names.
    pub(super) fn at(&self, index: usize) -> &str {
        self.names.get(index).map_or("", |name| self.all.part(name.span))
    }

    /// Whether the tool at this place is named otherwise than by its raw name.
    pub(super) fn is_normalized(&self, index: usize) -> bool {
        self.names.get(index).is_some_and(|name| name.normalized)
    }

    /// All names in one text, where in it each is, and the order of the names.
    pub(super) fn into_parts(self) -> (Text, impl Iterator<Item = Span>, Option<Box<[u32]>>) {
        (self.all, self.names.into_iter().map(|name| name.span), self.order)
    }

    /// Orders by name and then by place.
    fn bring_into_order(&mut self) {
        let texts = self.names.iter().map(|name| self.all.part(name.span));
        self.order = if texts.is_sorted_by(|one, other| one < other) {
            None
        } else {
            let mut order: Vec<u32> = (0u32..).take(self.names.len()).collect();
            order.sort_by(|&one, &other| self.at(one as usize).cmp(self.at(other as usize)));
            Some(order.into())
        };
    }

    /// Neighbours in the order that have the same name. Names that stand in the order of the raw ones are all
    /// different.
    fn equal_pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        self.order.as_deref().unwrap_or_default().windows(2).filter_map(|pair| match *pair {
            [one, other] => {
                let pair = [one as usize, other as usize];
                let [one, other] = pair.map(|index| self.at(index));
                (one == other).then_some(pair)
            }
            _ => None,
        })
    }
}

/// `name` with every character replaced that is not allowed: it is lent if there is none.
fn sanitize(name: &str) -> Cow<'_, str> {
    if name.bytes().fold(true, |so_far, byte| so_far & is_allowed(byte)) {
        return Cow::Borrowed(name);
    }
    let kept = |character| u8::try_from(character).is_ok_and(is_allowed);
    name.chars().map(|character| if kept(character) { character } else { '_' }).collect()
}

/// Whether a byte may be part of a model name.
const fn is_allowed(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}
