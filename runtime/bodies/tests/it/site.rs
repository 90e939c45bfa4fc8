//! A manifest in a folder of its own, and the gateway it describes.

use std::{fs, path::Path};

use tempfile::TempDir;
use wayleave_bodies::{
    BodiesError, gateway,
    manifest::{Manifest, Source, check},
    wayleave::{
        Bundle, Gateway,
        resource::{CallerErrorCode, IssueCode, ReadFailure, ReadFailureKind},
    },
};

pub(crate) struct Site {
    home: TempDir,
}

impl Site {
    /// A folder with these files under `app`, the store `docs` of every manifest here.
    pub(crate) fn new(files: &[(&str, &[u8])]) -> Self {
        let home = TempDir::new().unwrap();
        fs::create_dir(home.path().join("app")).unwrap();
        let site = Self { home };
        for (path, content) in files {
            site.write(&format!("app/{path}"), content);
        }
        site
    }

    pub(crate) fn path(&self) -> &Path {
        self.home.path()
    }

    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.home.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// The gateway of a manifest with these entries, and perhaps limits.
    pub(crate) fn gateway(&self, limits: &str, entries: &str) -> Gateway<()> {
        self.try_gateway(limits, entries).unwrap()
    }

    pub(crate) fn try_gateway(&self, limits: &str, entries: &str) -> Result<Gateway<()>, BodiesError> {
        gateway(&manifest(limits, entries), self.path())
    }
}

/// A manifest of the store `docs`, the folder `app`, and these entries.
pub(crate) fn manifest(limits: &str, entries: &str) -> Manifest {
    let stores = if entries.contains("store: docs") { "stores: { docs: { url: ./app } }\n" } else { "" };
    let text = format!(
        "wayleave: 1\nserver: {{ name: test, version: 1.0.0 }}\npolicy: open\nlimits: {{ {limits} }}\n{stores}resources:\n{entries}"
    );
    let source = Source::new("test.yaml", text);
    let checked = check(&source, None);
    let defects: Vec<String> = checked.defects.iter().map(|defect| defect.render(&source)).collect();
    checked.manifest.unwrap_or_else(|| panic!("{}", defects.join("\n")))
}

/// The only item's text.
pub(crate) async fn text(gateway: &Gateway<()>, uri: &str) -> String {
    let bundle = gateway.read(&(), uri).await.unwrap();
    assert!(!bundle.is_partial());
    assert_eq!(bundle.items().len(), 1);
    bundle.items()[0].body().as_text().unwrap().to_owned()
}

pub(crate) async fn failure(gateway: &Gateway<()>, uri: &str) -> ReadFailure {
    gateway.read(&(), uri).await.unwrap_err()
}

/// The failure's kind; asserts that to a caller it is *not found* (G9).
pub(crate) async fn not_found(gateway: &Gateway<()>, uri: &str) -> ReadFailureKind {
    let failure = failure(gateway, uri).await;
    assert_eq!(failure.to_caller().code(), CallerErrorCode::NotFound, "{uri}");
    assert_eq!(failure.to_caller().uri(), Some(uri));
    failure.kind().clone()
}

/// The URIs and texts of a bundle's items, without its warning.
pub(crate) fn items(bundle: &Bundle) -> Vec<(&str, &str)> {
    let items = bundle.items().iter().skip(usize::from(bundle.is_partial()));
    items.map(|item| (item.uri().as_str(), item.body().as_text().unwrap())).collect()
}

/// The codes and URIs of a bundle's issues.
pub(crate) fn issues(bundle: &Bundle) -> Vec<(IssueCode, &str)> {
    bundle.issues().iter().map(|issue| (issue.code(), issue.uri().unwrap().as_str())).collect()
}
