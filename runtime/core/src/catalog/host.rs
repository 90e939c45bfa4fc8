//! The names of all tools of a host with several bindings (C7).

use std::{error::Error, fmt};

use super::{BindingName, Generation, Tool};

/// The tools of several generations, one a binding, by the names that models know them by. No two are equal.
///
/// ```
/// # use wayleave::catalog::{BindingName, Builder, Capabilities, Handshake, ModelNames, ProtocolVersion, ToolSpec};
/// # let handshake = Handshake::new(ProtocolVersion::new("2026-07-28")?, Capabilities::parse("{}")?);
/// # let generation = |name: &str| Builder::new(BindingName::new(name)?, handshake.clone())
/// #     .tool(ToolSpec::new("search").with_input_schema("{}")).build();
/// let names = ModelNames::new([generation("wiki")?, generation("shop")?])?;
/// let (generation, tool) = names.resolve("mcp__shop__search").expect("the tool is there");
/// assert_eq!((generation.binding().as_str(), tool.raw_name()), ("shop", "search"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ModelNames {
    /// By binding.
    generations: Box<[Generation]>,
    /// Each tool by its model name: the generation's index and the tool's.
    order: Box<[(u32, u32)]>,
}

impl ModelNames {
    /// The names of these generations' tools.
    ///
    /// # Errors
    /// Two generations of one binding, or two tools with the same model name.
    pub fn new(generations: impl IntoIterator<Item = Generation>) -> Result<Self, NameClash> {
        let mut generations: Vec<Generation> = generations.into_iter().collect();
        generations.sort_by(|one, other| one.binding().cmp(other.binding()));
        if let Some([one, other]) = generations
            .windows(2)
            .find(|pair| matches!(pair, [one, other] if one.binding() == other.binding()))
        {
            return Err(NameClash {
                bindings: [one.binding().clone(), other.binding().clone()],
                model_name: None,
            });
        }
        let indices = |(generation, of): (u32, &Generation)| {
            (0u32..).take(of.tools().len()).map(move |tool| (generation, tool))
        };
        let mut names = Self {
            order: (0u32..).zip(&generations).flat_map(indices).collect(),
            generations: generations.into(),
        };
        let mut order = std::mem::take(&mut names.order);
        order.sort_by(|&one, &other| names.name(one).cmp(names.name(other)));
        for pair in order.windows(2) {
            if let &[one, other] = pair
                && names.name(one) == names.name(other)
                && let (Some((first, tool)), Some((second, _))) = (names.at(one), names.at(other))
            {
                return Err(NameClash {
                    bindings: [first.binding().clone(), second.binding().clone()],
                    model_name: Some(tool.model_name().into()),
                });
            }
        }
        names.order = order;
        Ok(names)
    }

    /// The tool of this model name, and the generation it is in.
    #[must_use]
    pub fn resolve(&self, model_name: &str) -> Option<(&Generation, Tool<'_>)> {
        let place = self.order.binary_search_by(|&at| self.name(at).cmp(model_name)).ok()?;
        self.at(*self.order.get(place)?)
    }

    /// All tools with their generations, in the byte order of their model names.
    pub fn iter(&self) -> impl Iterator<Item = (&Generation, Tool<'_>)> {
        self.order.iter().filter_map(|&at| self.at(at))
    }

    /// The generations, in the byte order of their bindings.
    #[must_use]
    pub fn generations(&self) -> &[Generation] {
        &self.generations
    }

    fn at(&self, (generation, tool): (u32, u32)) -> Option<(&Generation, Tool<'_>)> {
        let generation = self.generations.get(generation as usize)?;
        Some((generation, generation.tools().get(tool as usize)?))
    }

    fn name(&self, at: (u32, u32)) -> &str {
        self.at(at).map_or("", |(_, tool)| tool.model_name())
    }
}

/// Two bindings cannot be told apart in what models see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameClash {
    bindings: [BindingName; 2],
    model_name: Option<Box<str>>,
}

impl NameClash {
    /// The bindings, in byte order.
    #[must_use]
    pub fn bindings(&self) -> &[BindingName; 2] {
        &self.bindings
    }

    /// The model name that both have a tool for; none if the bindings themselves have one name.
    #[must_use]
    pub fn model_name(&self) -> Option<&str> {
        self.model_name.as_deref()
    }
}

impl fmt::Display for NameClash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = &self.bindings;
        match &self.model_name {
            None => write!(f, "catalog: two generations are of one binding, {one:?}"),
            Some(name) => {
                write!(
                    f,
                    "catalog: the bindings {one:?} and {other:?} both have a tool that models know as {name}"
                )
            }
        }
    }
}

impl Error for NameClash {}
