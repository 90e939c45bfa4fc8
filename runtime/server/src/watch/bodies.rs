//! Bodies in local folders, as far as they can be told by a URI: files with a fixed path, and files whose path has the
//! entry's only capture in it once. A file of a path with more captures is read as it is, but nobody is told of it.

use std::{
    collections::{BTreeSet, HashMap},
    path::{Path, PathBuf},
};

use wayleave::model::{Address, UriTemplate};
use wayleave_manifest::{Body, BundleItem, Location, Manifest, PathPattern, Piece, Serves};

use super::Stamp;

/// How many files are looked at, and how many names of a folder.
const MAX_FILES: usize = 2_048;

/// The bodies of one manifest.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    files: Vec<File>,
    families: Vec<Family>,
    bundles: Vec<Bundle>,
    /// What the file of each URI looked like; nothing before the first look.
    stamps: Option<HashMap<String, Stamp>>,
}

/// A file that is always the body of one URI.
#[derive(Debug)]
struct File {
    uri: String,
    path: PathBuf,
}

/// Files whose names give the URIs.
#[derive(Debug)]
struct Family {
    template: UriTemplate,
    folder: PathBuf,
    pattern: PathPattern,
    /// Where the capture's own segment begins in the path, and what stands around the capture in that segment.
    lead: String,
    before: String,
    after: String,
}

/// A bundle of one URI, with those of its items that are fixed.
#[derive(Debug)]
struct Bundle {
    uri: String,
    items: Vec<String>,
}

impl Bodies {
    pub(super) fn new(manifest: &Manifest, base: &Path) -> Self {
        let mut bodies = Self::default();
        for entry in &manifest.resources {
            match (&entry.serves, entry.definition.address()) {
                (Serves::Body(Body::Store { store, path }), address) => {
                    let Some(Location::Folder(folder)) = manifest.store(store).map(|store| &store.location)
                    else {
                        continue;
                    };
                    bodies.add(address, base.join(folder), path);
                }
                (Serves::Bundle(items), Address::Uri(uri)) => {
                    let fixed = items.iter().filter_map(|item| match item {
                        BundleItem::Uri(uri) => Some(uri.as_str().to_owned()),
                        BundleItem::Template { .. } => None,
                    });
                    bodies.bundles.push(Bundle { uri: uri.as_str().to_owned(), items: fixed.collect() });
                }
                _ => {}
            }
        }
        bodies
    }

    fn add(&mut self, address: &Address, folder: PathBuf, path: &PathPattern) {
        match address {
            Address::Uri(uri) if path.is_fixed() => {
                self.files.push(File { uri: uri.as_str().to_owned(), path: folder.join(path.as_str()) });
            }
            Address::Template(template) => self.families.extend(Family::new(template, folder, path)),
            Address::Uri(_) => {}
        }
    }

    /// The URIs whose bodies have changed, come or gone since the last time. The first time, none.
    pub(super) fn changed(&mut self) -> BTreeSet<String> {
        let now = self.look();
        let Some(before) = self.stamps.replace(now.clone()) else { return BTreeSet::new() };
        let differs = |uri: &&String| before.get(*uri) != now.get(*uri);
        let mut changed: BTreeSet<String> =
            before.keys().chain(now.keys()).filter(differs).cloned().collect();
        let bundles =
            self.bundles.iter().filter(|bundle| bundle.items.iter().any(|uri| changed.contains(uri)));
        let bundles: Vec<String> = bundles.map(|bundle| bundle.uri.clone()).collect();
        changed.extend(bundles);
        changed
    }

    fn look(&self) -> HashMap<String, Stamp> {
        let fixed = self.files.iter().map(|file| (file.uri.clone(), file.path.clone()));
        let named = self.families.iter().flat_map(Family::files);
        let mut stamps = HashMap::new();
        for (uri, path) in fixed.chain(named).take(MAX_FILES) {
            // A concrete URI comes first, as it answers before a family does (U5).
            stamps.entry(uri).or_insert_with(|| Stamp::of(&path));
        }
        stamps
    }
}

impl Family {
    fn new(template: &UriTemplate, folder: PathBuf, path: &PathPattern) -> Option<Self> {
        if template.variables().count() != 1 {
            return None;
        }
        let (before, after) = match path.pieces() {
            [Piece::Capture(_)] => ("", ""),
            [Piece::Literal(before), Piece::Capture(_)] => (&**before, ""),
            [Piece::Capture(_), Piece::Literal(after)] => ("", &**after),
            [Piece::Literal(before), Piece::Capture(_), Piece::Literal(after)] => (&**before, &**after),
            _ => return None,
        };
        let (lead, before) = before.rsplit_once('/').unwrap_or(("", before));
        let after = after.split('/').next().unwrap_or_default();
        Some(Self {
            template: template.clone(),
            folder,
            pattern: path.clone(),
            lead: lead.to_owned(),
            before: before.to_owned(),
            after: after.to_owned(),
        })
    }

    /// The files that are there, each under its URI.
    fn files(&self) -> Vec<(String, PathBuf)> {
        let entries = std::fs::read_dir(self.folder.join(&self.lead)).into_iter().flatten().take(MAX_FILES);
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let file = |name: String| {
            let value = name.strip_prefix(&self.before)?.strip_suffix(&self.after)?;
            let path = self.folder.join(self.pattern.fill(&[value])?);
            let uri = self.template.expand_within(&[value], usize::MAX).ok()?;
            path.is_file().then(|| (uri.as_str().to_owned(), path))
        };
        names.filter_map(file).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;
    use wayleave_manifest::{Source, check};

    use super::*;

    const MANIFEST: &str = "\
wayleave: 1
server: { name: s, version: 1 }
policy: open
stores: { docs: { url: . } }
resources:
  - { name: about, uri: 'a://h/about', body: { store: docs, path: about.md } }
  - { name: page, uriTemplate: 'a://h/page/{slug}', body: { store: docs, path: 'pages/p-{slug}.md' } }
  - { name: team, uriTemplate: 'a://h/team/{team}', body: { store: docs, path: 'teams/{team}/index.md' } }
  - { name: same, uri: 'a://h/same', body: { store: docs, path: about.md } }
  - { name: special, uri: 'a://h/page/y', body: { store: docs, path: special.md } }
  - { name: all, uri: 'a://h/all', bundle: ['a://h/about', 'a://h/page/x'] }
";

    fn site() -> (TempDir, Bodies) {
        let folder = TempDir::new().unwrap();
        for part in ["pages", "teams/deck"] {
            fs::create_dir_all(folder.path().join(part)).unwrap();
        }
        for (path, text) in
            [("about.md", "1"), ("pages/p-x.md", "1"), ("pages/other", "1"), ("teams/deck/index.md", "1")]
        {
            fs::write(folder.path().join(path), text).unwrap();
        }
        let manifest = check(&Source::new("m.yaml", MANIFEST), None).manifest.unwrap();
        let mut bodies = Bodies::new(&manifest, folder.path());
        assert_eq!(bodies.changed(), BTreeSet::new());
        (folder, bodies)
    }

    fn changed(bodies: &mut Bodies) -> Vec<String> {
        bodies.changed().into_iter().collect()
    }

    #[test]
    fn a_changed_body_is_told_by_its_uri_and_by_its_bundles() {
        let (folder, mut bodies) = site();
        assert_eq!(changed(&mut bodies), [""; 0]);
        fs::write(folder.path().join("about.md"), "23").unwrap();
        assert_eq!(changed(&mut bodies), ["a://h/about", "a://h/all", "a://h/same"]);
        fs::write(folder.path().join("teams/deck/index.md"), "23").unwrap();
        fs::write(folder.path().join("pages/other"), "23").unwrap();
        assert_eq!(changed(&mut bodies), ["a://h/team/deck"]);
        assert_eq!(changed(&mut bodies), [""; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_rewritten_with_its_old_size_and_age_is_told() {
        let (folder, mut bodies) = site();
        let path = folder.path().join("special.md");
        fs::write(&path, "1").unwrap();
        let age = fs::metadata(&path).unwrap().modified().unwrap();
        assert_eq!(changed(&mut bodies), ["a://h/page/y"]);
        // Longer than a tick of the file system's clock.
        std::thread::sleep(std::time::Duration::from_millis(50));
        fs::write(&path, "2").unwrap();
        fs::File::options().write(true).open(&path).unwrap().set_modified(age).unwrap();
        assert_eq!(changed(&mut bodies), ["a://h/page/y"]);
    }

    // U5
    #[test]
    fn a_concrete_uri_has_its_own_file() {
        let (folder, mut bodies) = site();
        fs::write(folder.path().join("pages/p-y.md"), "").unwrap();
        assert_eq!(changed(&mut bodies), [""; 0]);
        fs::write(folder.path().join("special.md"), "").unwrap();
        assert_eq!(changed(&mut bodies), ["a://h/page/y"]);
    }

    #[test]
    fn what_comes_and_goes_is_told() {
        let (folder, mut bodies) = site();
        fs::write(folder.path().join("pages/p-a b.md"), "").unwrap();
        assert_eq!(changed(&mut bodies), ["a://h/page/a%20b"]);
        fs::remove_file(folder.path().join("pages/p-x.md")).unwrap();
        assert_eq!(changed(&mut bodies), ["a://h/all", "a://h/page/x"]);
        fs::remove_file(folder.path().join("about.md")).unwrap();
        assert_eq!(changed(&mut bodies), ["a://h/about", "a://h/all", "a://h/same"]);
    }
}
