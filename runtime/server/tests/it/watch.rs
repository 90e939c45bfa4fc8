//! A manifest that changes while it is served.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use serde_json::json;
use tempfile::TempDir;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use wayleave_manifest::{Source, check, load};
use wayleave_server::{Change, HttpOptions, ServedManifest, Shutdown, Watch};

use crate::wire::{Connection, Request, Running};

struct Site {
    home: TempDir,
    server: Running,
    changes: UnboundedReceiver<Change>,
}

fn text(greeting: &str) -> String {
    format!(
        "\
wayleave: 1
server: {{ name: {greeting}, version: 1 }}
policy: open
stores: {{ docs: {{ url: . }} }}
resources:
  - {{ name: greeting, uri: 'a://h/greeting', body: {{ text: {greeting} }} }}
  - {{ name: note, uri: 'a://h/note', body: {{ store: docs, path: note.md }} }}
"
    )
}

impl Site {
    async fn new() -> Self {
        let home = TempDir::new().unwrap();
        fs::write(home.path().join("note.md"), "one").unwrap();
        let path = home.path().join("site.yaml");
        fs::write(&path, text("Hello")).unwrap();
        let source = load(&path).unwrap();
        let manifest = check(&source, Some(home.path())).manifest.unwrap();
        let served = ServedManifest::new(&manifest, home.path(), None).unwrap();
        let shutdown = Shutdown::new();
        let server = served.server().shutdown(&shutdown);
        let server = server.bind("127.0.0.1:0".parse().unwrap(), HttpOptions::new()).await.unwrap();
        let watch = Watch::new(&served, &path, &source, &manifest).interval(Duration::from_millis(5));
        let (tell, changes) = unbounded_channel();
        tokio::spawn(watch.run(move |change| drop(tell.send(change))));
        Self { home, server: Running::new(server, shutdown), changes }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    async fn change(&mut self) -> Change {
        self.changes.recv().await.unwrap()
    }

    async fn greeting(&self) -> String {
        let read = self.server.send(Request::read("a://h/greeting")).await.result();
        let discovered = self.server.send(Request::modern("server/discover", json!({}))).await.result();
        let text = read["contents"][0]["text"].as_str().unwrap();
        let meta = discovered.to_string();
        assert!(meta.contains(&format!("\"name\":\"{text}\"")), "{meta}");
        text.to_owned()
    }

    async fn listen(&self, filter: serde_json::Value) -> Connection {
        let mut listener = self.server.connect().await;
        let request = Request::modern("subscriptions/listen", json!({ "notifications": filter }));
        listener.write(&request.at(self.server.address)).await;
        assert_eq!(listener.head().await.status, 200);
        told(&mut listener, "notifications/subscriptions/acknowledged").await;
        listener
    }
}

/// Waits for a notification, and for nothing else.
async fn told(listener: &mut Connection, method: &str) -> String {
    loop {
        let chunk = String::from_utf8(listener.chunk().await.unwrap()).unwrap();
        if chunk.starts_with("data:") {
            assert!(chunk.contains(method), "{chunk}");
            return chunk;
        }
    }
}

#[tokio::test]
async fn a_good_one_is_put_in_force_and_told() {
    let mut site = Site::new().await;
    let mut listener = site.listen(json!({ "resourcesListChanged": true })).await;
    assert_eq!(site.greeting().await, "Hello");
    fs::write(site.path("site.yaml"), text("Moin")).unwrap();
    assert!(matches!(site.change().await, Change::Replaced { .. }));
    told(&mut listener, "notifications/resources/list_changed").await;
    assert_eq!(site.greeting().await, "Moin");

    // As editors do it.
    fs::write(site.path("next.yaml"), text("Tach")).unwrap();
    fs::rename(site.path("next.yaml"), site.path("site.yaml")).unwrap();
    assert!(matches!(site.change().await, Change::Replaced { .. }));
    assert_eq!(site.greeting().await, "Tach");
}

#[tokio::test]
async fn a_bad_one_is_told_and_the_old_one_stays() {
    let mut site = Site::new().await;
    fs::write(site.path("site.yaml"), text("Moin").replace("note.md", "nowhere.md")).unwrap();
    let Change::Defects { source, defects } = site.change().await else { panic!() };
    assert!(defects[0].render(&source).contains("nowhere.md"));
    assert_eq!(site.greeting().await, "Hello");

    // The same text is looked at again, once what it lacks is there.
    fs::write(site.path("nowhere.md"), "here").unwrap();
    fs::write(site.path("site.yaml"), source.text()).unwrap();
    assert!(matches!(site.change().await, Change::Replaced { .. }));
    assert_eq!(site.greeting().await, "Moin");
    fs::write(site.path("site.yaml"), text("Hello")).unwrap();
    assert!(matches!(site.change().await, Change::Replaced { .. }));

    fs::remove_file(site.path("site.yaml")).unwrap();
    assert!(matches!(site.change().await, Change::Unreadable(_)));
    assert_eq!(site.greeting().await, "Hello");

    let handled = "  - { name: code, uri: 'a://h/code', handler: true }\n";
    fs::write(site.path("site.yaml"), format!("{}{handled}", text("Moin"))).unwrap();
    assert!(matches!(site.change().await, Change::Refused(_)));
    assert_eq!(site.greeting().await, "Hello");

    fs::write(site.path("site.yaml"), text("Tach")).unwrap();
    assert!(matches!(site.change().await, Change::Replaced { .. }));
    assert_eq!(site.greeting().await, "Tach");
}

// G28
#[tokio::test]
async fn a_changed_body_is_told_to_who_has_subscribed() {
    let mut site = Site::new().await;
    // Told of a change, the watch has looked at the bodies before.
    fs::write(site.path("site.yaml"), text("Moin")).unwrap();
    site.change().await;
    let mut listener = site.listen(json!({ "resourceSubscriptions": ["a://h/note"] })).await;
    loop {
        // The first look at the bodies of a new manifest tells nothing, so the change is made again until it is seen.
        let now = fs::read_to_string(site.path("note.md")).unwrap();
        fs::write(site.path("note.md"), format!("{now}.")).unwrap();
        let wait = told(&mut listener, "notifications/resources/updated");
        if let Ok(told) = tokio::time::timeout(Duration::from_millis(200), wait).await {
            assert!(told.contains("a://h/note"), "{told}");
            return;
        }
    }
}

#[tokio::test]
async fn a_change_before_the_first_look_is_seen() {
    let home = TempDir::new().unwrap();
    fs::write(home.path().join("note.md"), "one").unwrap();
    let path = home.path().join("site.yaml");
    fs::write(&path, text("Moin")).unwrap();
    // What was read and checked is older than the file.
    let source = Source::new("site.yaml", text("Hello"));
    let manifest = check(&source, None).manifest.unwrap();
    let served = ServedManifest::new(&manifest, home.path(), None).unwrap();
    let watch = Watch::new(&served, Path::new(&path), &source, &manifest).interval(Duration::from_millis(5));
    let (tell, mut changes) = unbounded_channel();
    tokio::spawn(watch.run(move |change| drop(tell.send(change))));
    assert!(matches!(changes.recv().await, Some(Change::Replaced { .. })));
}
