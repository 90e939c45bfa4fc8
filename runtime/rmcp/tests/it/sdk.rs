//! The SDK's own client, in all revisions.

use std::sync::{Arc, Mutex};

use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, RoleClient, ServiceExt,
    model::{
        ArgumentInfo, ClientConfig, CompleteRequestParams, CompletionContext, PaginatedRequestParams,
        ProtocolVersion, ReadResourceRequestParams, Reference, ResourceContents,
        ResourceUpdatedNotificationParam, ServerNotification, SubscribeRequestParams, SubscriptionFilter,
    },
    service::{NotificationContext, RunningService, ServiceError, SubscriptionEnd},
};

use crate::harness::{Gate, Hall, KEY, Revision, Scene, Served, exact, settle};

#[derive(Clone)]
struct Ear {
    revision: Revision,
    heard: Arc<Mutex<Vec<String>>>,
}

impl ClientHandler for Ear {
    fn get_info(&self) -> ClientConfig {
        let mut config = ClientConfig::default();
        config.protocol_version = version(self.revision);
        config
    }

    async fn on_resource_updated(
        &self,
        update: ResourceUpdatedNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        self.heard.lock().unwrap().push(update.uri);
    }

    async fn on_resource_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.heard.lock().unwrap().push("lists".into());
    }
}

fn version(revision: Revision) -> ProtocolVersion {
    match revision {
        Revision::June2025 => ProtocolVersion::V_2025_06_18,
        Revision::November2025 => ProtocolVersion::V_2025_11_25,
        Revision::July2026 => ProtocolVersion::V_2026_07_28,
    }
}

async fn connect(scene: &Scene, revision: Revision) -> RunningService<RoleClient, Ear> {
    let (server, client) = tokio::io::duplex(1 << 16);
    let handler = scene.handler();
    tokio::spawn(async move { handler.serve(server).await.unwrap().waiting().await });
    let ear = Ear { revision, heard: Arc::default() };
    let lifecycle = match revision.is_modern() {
        true => ClientLifecycleMode::Discover { preferred_versions: vec![version(revision)] },
        false => ClientLifecycleMode::Initialize,
    };
    ear.serve_with_lifecycle(client, lifecycle).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn lists_reads_and_completes() {
    for revision in Revision::ALL {
        let scene = Hall::new().build(|limits| limits.page_size = 2);
        let client = connect(&scene, revision).await;
        assert_eq!(client.peer_info().unwrap().protocol_version, version(revision));

        let mut names = Vec::new();
        let mut pages = 0;
        let mut cursor = None;
        loop {
            let mut request = PaginatedRequestParams::default();
            request.cursor = cursor;
            let page = client.list_resources(Some(request)).await.unwrap();
            names.extend(page.resources.into_iter().map(|resource| resource.name));
            pages += 1;
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!((names.len(), pages), (6, 3));
        assert_eq!(client.list_all_resource_templates().await.unwrap().len(), 1);

        let text = client.read_resource(ReadResourceRequestParams::new("hall://welcome")).await.unwrap();
        let expected = ResourceContents::text("Welcome.", "hall://welcome").with_mime_type("text/markdown");
        assert_eq!(text.contents, [expected]);
        let ruin = client.read_resource(ReadResourceRequestParams::new("hall://ruin")).await.unwrap();
        assert_eq!((ruin.contents.len(), &ruin.meta.unwrap()[KEY]["partial"]), (3, &true.into()));

        let chosen = CompletionContext::with_arguments([("room".to_owned(), "red".to_owned())].into());
        let reference = Reference::for_resource("hall://room/{room}/desk/{desk}");
        let request =
            CompleteRequestParams::new(reference, ArgumentInfo::new("desk", "x")).with_context(chosen);
        let completed = client.complete(request).await.unwrap();
        assert_eq!(completed.completion.values, ["desk-red-x1", "desk-red-x2", "desk-red-x3"]);

        let missing =
            client.read_resource(ReadResourceRequestParams::new("hall://nothing")).await.unwrap_err();
        let ServiceError::McpError(error) = missing else { panic!("{missing}") };
        assert_eq!(i64::from(error.code.0), revision.not_found());
        client.cancel().await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
#[expect(deprecated, reason = "subscriptions of the older revisions")]
async fn older_clients_subscribe() {
    for revision in Revision::OLDER {
        let scene = Hall::new().open();
        let client = connect(&scene, revision).await;
        client.subscribe(SubscribeRequestParams::new("hall://logo")).await.unwrap();
        scene.live.updated("hall://logo");
        settle().await;
        scene.live.replace(scene.live.current());
        settle().await;
        assert_eq!(*client.service().heard.lock().unwrap(), ["hall://logo", "lists"]);
    }
}

#[tokio::test(start_paused = true)]
async fn new_clients_listen() {
    let scene = Hall::new().open();
    let client = connect(&scene, Revision::July2026).await;
    let filter = SubscriptionFilter::builder().resources_list_changed().resource_subscription("hall://logo");
    let mut stream = client.listen(filter.build()).await.unwrap();
    scene.live.updated("hall://logo");
    let heard = stream.next().await.unwrap().unwrap();
    let ServerNotification::ResourceUpdatedNotification(update) = heard else { panic!("{heard:?}") };
    assert_eq!(update.params.uri, "hall://logo");
    scene.live.replace(scene.live.current());
    let heard = stream.next().await.unwrap().unwrap();
    assert!(matches!(heard, ServerNotification::ResourceListChangedNotification(_)));
    stream.cancel().await.unwrap();
    assert_eq!(stream.end(), Some(&SubscriptionEnd::Cancelled));
}

#[tokio::test(start_paused = true)]
async fn a_client_that_drops_its_call_ends_the_read() {
    // G3
    for revision in Revision::ALL {
        let gate = Gate::closed();
        let scene = Hall::new().serve(exact("slow", "hall://slow"), Served::gated(&gate)).open();
        let client = connect(&scene, revision).await;
        let call = client.read_resource(ReadResourceRequestParams::new("hall://slow"));
        tokio::select! {
            _ = call => panic!("nothing lets it through"),
            () = settle() => {}
        }
        settle().await;
        assert_eq!((gate.arrived(), gate.dropped()), (1, 1));
    }
}
