//! The kinds of defect, each with its stable name. `docs/defects.md` explains every one, most with an example.

use std::fmt;

/// How bad a defect is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The manifest cannot be used.
    Error,
    /// The manifest can be used, but probably does not say what was meant.
    Warning,
}

impl Severity {
    /// The word that outputs use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal, $severity:ident;)+) => {
        /// What is wrong. The text of a code never changes once published, so that programs can branch on it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The stable text of the code.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text),+ }
            }

            /// How bad a defect of this kind is.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity),+ }
            }
        }
    };
}

codes! {
    // The file.
    /// The file holds more than 4 MiB.
    TooLarge = "too-large", Error;
    /// A byte of the file is not UTF-8.
    NotUtf8 = "not-utf8", Error;
    /// The file begins with a byte order mark.
    ByteOrderMark = "byte-order-mark", Error;
    /// The file holds a control character that YAML forbids, such as NUL.
    ControlCharacter = "control-character", Error;
    /// The file holds no manifest, only blank lines or comments.
    Empty = "empty", Error;
    // YAML.
    /// The text is not YAML.
    Syntax = "syntax", Error;
    /// Text with braces stands unquoted inside `{ … }` or `[ … ]`.
    UnquotedBraces = "unquoted-braces", Error;
    /// Lists and mappings are nested too deeply.
    TooDeep = "too-deep", Error;
    /// The file holds too many values.
    TooManyValues = "too-many-values", Error;
    /// A value has an anchor (`&name`).
    Anchor = "anchor", Error;
    /// A value is an alias (`*name`).
    Alias = "alias", Error;
    /// A value has a tag (`!name`).
    Tag = "tag", Error;
    /// A mapping holds the merge key `<<`.
    MergeKey = "merge-key", Error;
    /// The file holds a second document.
    SecondDocument = "second-document", Error;
    /// A key of a mapping is a list or a mapping, or is empty.
    BadKey = "bad-key", Error;
    /// A key stands twice in one mapping.
    DuplicateKey = "duplicate-key", Error;
    // Structure.
    /// A key that the mapping does not know.
    UnknownKey = "unknown-key", Error;
    /// A required key is missing.
    MissingKey = "missing-key", Error;
    /// Keys that exclude each other stand together.
    ConflictingKeys = "conflicting-keys", Error;
    /// A value is of the wrong kind: a list where text is wanted, say.
    WrongType = "wrong-type", Error;
    /// A value is of the right kind but not allowed.
    BadValue = "bad-value", Error;
    // Definitions.
    /// A URI breaks the rules for URIs.
    BadUri = "bad-uri", Error;
    /// A URI template breaks the rules for templates.
    BadTemplate = "bad-template", Error;
    /// A URI or a template is longer than the limit allows.
    UriTooLong = "uri-too-long", Error;
    /// Two entries have one name.
    DuplicateName = "duplicate-name", Error;
    /// Two entries have one URI, or one template.
    DuplicateUri = "duplicate-uri", Error;
    /// Two templates match the same URI.
    Overlap = "overlap", Error;
    /// Two templates are the same but for the names of their variables, so neither is ever read.
    NeverRead = "never-read", Warning;
    /// A text that people read holds characters that they do not see, or that make it look like another one.
    DeceivingText = "deceiving-text", Warning;
    /// The metadata of an entry is over its bound.
    MetadataTooLarge = "metadata-too-large", Error;
    /// The metadata of an entry uses the reserved key.
    ReservedMetadata = "reserved-metadata", Error;
    /// There are more entries than the limit allows.
    TooManyDefinitions = "too-many-definitions", Error;
    /// A limit is too small, or two limits contradict each other.
    LimitConflict = "limit-conflict", Error;
    /// A result that depends on the caller is declared public.
    PublicCache = "public-cache", Error;
    /// The policy is of a kind that is not supported yet.
    UnsupportedPolicy = "unsupported-policy", Error;
    // Captures.
    /// A capture is named that the entry's template does not have.
    UnknownCapture = "unknown-capture", Error;
    // Bodies.
    /// The store is not declared under `stores`.
    UnknownStore = "unknown-store", Error;
    /// A store is declared and never used.
    UnusedStore = "unused-store", Warning;
    /// The address of a store is neither a folder nor a known kind.
    BadStore = "bad-store", Error;
    /// The store is of a kind that is not supported yet.
    UnsupportedStore = "unsupported-store", Error;
    /// The folder of a store does not exist.
    MissingFolder = "missing-folder", Error;
    /// The folder in a store that a path leads through does not exist.
    MissingSubfolder = "missing-subfolder", Warning;
    /// A path is not a plain relative path, or its braces are wrong.
    BadPath = "bad-path", Error;
    /// The file that a body names does not exist.
    MissingFile = "missing-file", Error;
    /// The text template is not minijinja.
    TemplateSyntax = "template-syntax", Error;
    /// The text template uses a variable that is not a capture.
    UndeclaredVariable = "undeclared-variable", Error;
    /// The text template uses a filter that does not exist.
    UnknownFilter = "unknown-filter", Error;
    /// The text template uses a test that does not exist.
    UnknownTest = "unknown-test", Error;
    /// The text template calls a function or a method that does not exist.
    UnknownFunction = "unknown-function", Error;
    /// Braces that nothing fills in: they stand in a text, or are single in a text template.
    LiteralBraces = "literal-braces", Warning;
    // Bundles.
    /// A bundle's item is served by no entry.
    UnservedItem = "unserved-item", Error;
    /// A bundle's item is served by a bundle.
    NestedBundle = "nested-bundle", Error;
    /// A bundle names an item twice.
    DuplicateItem = "duplicate-item", Error;
    /// A bundle names more items than a plan may hold.
    TooManyItems = "too-many-items", Error;
    // The list itself.
    /// There are more defects than are listed.
    MoreDefects = "more-defects", Error;
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
