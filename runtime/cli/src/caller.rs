//! Who asks, as the command line says.

/// The caller that a gateway's policy is given. Under the policy `open` it changes nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caller {
    name: Option<String>,
}

impl Caller {
    /// A caller of that name, or without one.
    #[must_use]
    pub fn new(name: Option<String>) -> Self {
        Self { name }
    }

    /// The name, where one was given.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}
