//! A generation as a file: JSON that is stable, made to be read in review, and checked when it is read back.
//!
//! Entries stand in canonical order, each field on a line of its own; schemas are there byte for byte. The digest is in
//! the file, and a file whose content has another one is refused. Warnings are not kept: what the texts themselves give
//! rise to is raised again.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeStruct};
use serde_json::value::RawValue;

use super::{
    BindingName, Builder, Capabilities, Decisions, DefectError, Digest, Family, Generation, Handshake,
    ProtocolVersion, ServerIdentity, Tolerance, Tolerances,
    convert::{self, Unconverted},
    json::Text,
};

/// The version of the form.
const VERSION: u32 = 1;

impl Generation {
    /// The generation as JSON for a file: indented, with a line break at the end, the same for the same offer.
    ///
    /// # Errors
    /// None that a generation can give rise to.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let mut json = serde_json::to_string_pretty(self)?;
        json.push('\n');
        Ok(json)
    }

    /// Reads what [`to_json`](Self::to_json) wrote. The generation's number is 0, before any that is adopted.
    ///
    /// # Errors
    /// See [`SnapshotError`].
    pub fn from_json(json: &str) -> Result<Self, SnapshotError> {
        serde_json::from_str::<File>(json).map_err(|_| SnapshotError::Malformed)?.read()
    }
}

impl Serialize for Generation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut file = serializer.serialize_struct("Generation", 13)?;
        file.serialize_field("wayleaveCatalog", &VERSION)?;
        file.serialize_field("digest", &self.digest().to_string())?;
        file.serialize_field("binding", self.binding().as_str())?;
        file.serialize_field("protocolVersion", self.protocol_version())?;
        file.serialize_field("capabilities", self.capabilities())?;
        if let Some(server) = self.server() {
            file.serialize_field("server", server)?;
        }
        if let Some(instructions) = self.instructions() {
            file.serialize_field("instructions", instructions)?;
        }
        file.serialize_field("decisions", &self.decisions())?;
        file.serialize_field("tolerances", &self.applied_tolerances().collect::<Vec<_>>())?;
        file.serialize_field("tools", &self.tools())?;
        file.serialize_field("prompts", self.prompts())?;
        file.serialize_field("resources", self.resources())?;
        file.serialize_field("resourceTemplates", self.resource_templates())?;
        file.end()
    }
}

impl<'de> Deserialize<'de> for Generation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        File::deserialize(deserializer)?.read().map_err(serde::de::Error::custom)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct File {
    wayleave_catalog: u32,
    digest: String,
    binding: String,
    protocol_version: String,
    capabilities: Box<RawValue>,
    server: Option<Box<RawValue>>,
    instructions: Option<String>,
    decisions: Decisions,
    tolerances: Vec<Tolerance>,
    tools: Vec<Box<RawValue>>,
    prompts: Vec<Box<RawValue>>,
    resources: Vec<Box<RawValue>>,
    resource_templates: Vec<Box<RawValue>>,
}

impl File {
    fn read(self) -> Result<Generation, SnapshotError> {
        if self.wayleave_catalog != VERSION {
            return Err(SnapshotError::Version(self.wayleave_catalog));
        }
        let written: Digest = self.digest.parse().map_err(|_| SnapshotError::Malformed)?;
        let mut handshake = Handshake::new(
            ProtocolVersion::new(&self.protocol_version)?,
            Capabilities::parse(self.capabilities.get())?,
        );
        if let Some(server) = &self.server {
            handshake = handshake.with_server(ServerIdentity::read(server.get())?);
        }
        if let Some(instructions) = self.instructions {
            handshake = handshake.with_instructions(instructions);
        }
        // The model name is made anew from the raw one; what the file says is what its readers have seen.
        let names = self
            .tools
            .iter()
            .map(|tool| serde_json::from_str::<Named<'_>>(tool.get()).map_err(|_| SnapshotError::Malformed));
        let names: Vec<Named<'_>> = names.collect::<Result<_, _>>()?;

        let mut builder = Builder::new(BindingName::new(&self.binding)?, handshake)
            .number(0)
            .tolerances(Tolerances::ALL)
            .decisions(self.decisions)
            .prompts(entries(Family::Prompts, &self.prompts, convert::prompt)?)
            .resources(entries(Family::Resources, &self.resources, convert::resource)?)
            .resource_templates(entries(
                Family::ResourceTemplates,
                &self.resource_templates,
                convert::template,
            )?);
        entries(Family::Tools, &self.tools, |item| {
            convert::tool(item, false, |tool| builder.tools.push(tool))
        })?;
        builder.applied = Tolerances {
            invalid_output_schema: self.tolerances.contains(&Tolerance::InvalidOutputSchema),
            display_name_normalization: self.tolerances.contains(&Tolerance::DisplayNameNormalization),
        };
        let generation = builder.build()?;
        let right = |named: &Named<'_>| {
            let tool = generation.tool_by_raw_name(&named.name.0);
            tool.is_some_and(|tool| tool.model_name() == named.model_name.0)
        };
        if !names.iter().all(right) {
            return Err(SnapshotError::ModelName);
        }
        if generation.digest() != written {
            return Err(SnapshotError::Digest { written, found: generation.digest() });
        }
        Ok(generation)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Named<'a> {
    #[serde(borrow)]
    name: Text<'a>,
    #[serde(borrow)]
    model_name: Text<'a>,
}

fn entries<T>(
    family: Family,
    items: &[Box<RawValue>],
    mut convert: impl FnMut(&RawValue) -> Result<T, Unconverted>,
) -> Result<Vec<T>, SnapshotError> {
    let entry = |(index, item): (usize, &RawValue)| {
        convert(item).map_err(|error| match error {
            Unconverted::Dropped(_) => SnapshotError::Entry { family, index },
            Unconverted::Defect(defect) => SnapshotError::Defect(DefectError::new(Some(family), defect)),
        })
    };
    items.iter().map(|item| &**item).enumerate().map(entry).collect()
}

/// Why a file is no generation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// It is not the JSON of a generation.
    Malformed,
    /// It is of another version of the form.
    Version(u32),
    /// An entry is none.
    Entry {
        /// Its family.
        family: Family,
        /// Its place in the family, from 0.
        index: usize,
    },
    /// What is in it cannot be made into a generation.
    Defect(DefectError),
    /// A tool's model name is not the one that its raw name has.
    ModelName,
    /// The content is not what the file's digest is of: it was changed by hand, or on its way.
    Digest {
        /// The one in the file.
        written: Digest,
        /// The one of the content.
        found: Digest,
    },
}

impl From<DefectError> for SnapshotError {
    fn from(error: DefectError) -> Self {
        Self::Defect(error)
    }
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed => {
                f.write_str("catalog: the file is not the JSON of a catalog, as a lock file holds it")
            }
            Self::Version(version) => {
                write!(f, "catalog: the file's form has version {version}, not {VERSION}")
            }
            Self::Entry { family, index } => {
                write!(f, "catalog: {family}: entry {index} of the file is none")
            }
            Self::Defect(error) => error.fmt(f),
            Self::ModelName => f.write_str("catalog: a tool's model name in the file is not its own"),
            Self::Digest { written, found } => {
                write!(f, "catalog: the file says {written}, and its content is {found}")
            }
        }
    }
}

impl std::error::Error for SnapshotError {}
