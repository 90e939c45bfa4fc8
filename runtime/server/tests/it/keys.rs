//! Page keys that replicas share, or do not (G25).

use std::path::Path;

use serde_json::{Value, json};
use wayleave_server::{HttpOptions, ServedManifest, Shutdown, page_keys};

use crate::{
    manifest, source,
    wire::{Request, Running},
};

/// A process of its own, so far as page tokens go.
async fn replica(keys: Option<&str>, more: &str) -> Running {
    let keys = keys.map(|keys| page_keys(keys).unwrap());
    let served = ServedManifest::new(&manifest(&source(more)), Path::new("."), keys).unwrap();
    let shutdown = Shutdown::new();
    let server = served.server().shutdown(&shutdown);
    let server = server.bind("127.0.0.1:0".parse().unwrap(), HttpOptions::new()).await.unwrap();
    Running::new(server, shutdown)
}

async fn page(server: &Running, cursor: Option<&Value>) -> Value {
    let params = cursor.map_or_else(|| json!({}), |cursor| json!({ "cursor": cursor }));
    server.send(Request::modern("resources/list", params)).await.json()
}

// G25, G26
#[tokio::test]
async fn a_walk_goes_on_where_the_keys_and_the_manifest_are_the_same() {
    let (old, new) = ("0a".repeat(32), "0b".repeat(32));
    let first = replica(Some(&old), "").await;
    let begun = page(&first, None).await;
    let cursor = &begun["result"]["nextCursor"];
    assert!(cursor.is_string());
    for same in [&*old, &format!("{new}\n{old}\n")] {
        let rest = page(&replica(Some(same), "").await, Some(cursor)).await;
        assert_eq!(rest["result"]["resources"][0]["name"], "welcome");
    }
    let other = "  - { name: more, uri: 'hall://h/more', body: { text: More. } }\n";
    for stranger in [replica(None, "").await, replica(Some(&new), "").await, replica(Some(&old), other).await]
    {
        assert_eq!(page(&stranger, Some(cursor)).await["error"]["code"], -32602);
    }
}
