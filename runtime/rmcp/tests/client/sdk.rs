//! Servers on the SDK, of every revision.

use rmcp::model::ProtocolVersion;
use wayleave_rmcp::client::{ClientError, Opening};

use crate::harness::{Hall, discovered, names, options};

// C10, C11
#[tokio::test(start_paused = true)]
async fn every_revision_is_discovered() {
    for (version, date) in [
        (ProtocolVersion::V_2025_06_18, "2025-06-18"),
        (ProtocolVersion::V_2025_11_25, "2025-11-25"),
        (ProtocolVersion::V_2026_07_28, "2026-07-28"),
    ] {
        let hall = Hall::new(&["a", "b", "c", "d", "e"]).speaking(version);
        let client = hall.connect(options()).await.unwrap();
        let generation = discovered(&client).await.unwrap();
        assert_eq!(generation.protocol_version().as_str(), date);
        assert_eq!(names(&generation), ["a", "b", "c", "d", "e"], "{date}");
        assert_eq!(generation.prompts()[0].name(), "greet");
        assert_eq!(generation.resources()[0].uri(), "hall://welcome");
        assert_eq!(generation.resource_templates()[0].uri_template(), "hall://room/{room}");
        assert_eq!(generation.server().unwrap().name(), "hall");
        assert_eq!(generation.instructions(), Some("Wipe your feet."));
        assert!(generation.capabilities().has_prompts());
        client.close().await;
    }
}

// C12
#[tokio::test(start_paused = true)]
async fn two_connections_give_one_digest() {
    let hall = Hall::new(&["a", "b", "c"]);
    let mut digests = Vec::new();
    for _ in 0..2 {
        let client = hall.connect(options()).await.unwrap();
        digests.push(discovered(&client).await.unwrap().digest());
    }
    assert_eq!(digests[0], digests[1]);
    hall.replace(&["a", "b"]);
    let client = hall.connect(options()).await.unwrap();
    assert_ne!(discovered(&client).await.unwrap().digest(), digests[0]);
}

#[tokio::test(start_paused = true)]
async fn the_way_to_begin_can_be_chosen() {
    let hall = Hall::new(&["a"]);
    let client = hall.connect(options().opening(Opening::Initialize)).await.unwrap();
    assert_eq!(client.handshake().protocol_version().as_str(), "2025-11-25");
    let client = hall.connect(options().opening(Opening::Discover)).await.unwrap();
    assert_eq!(client.handshake().protocol_version().as_str(), "2026-07-28");

    let older = Hall::new(&["a"]).speaking(ProtocolVersion::V_2025_11_25);
    let refused = older.connect(options().opening(Opening::Discover)).await;
    assert!(matches!(refused, Err(ClientError::NoCommonVersion { .. })), "{refused:?}");
}
