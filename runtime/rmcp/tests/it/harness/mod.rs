//! The stage: a hall with rooms, whose policy and bodies a test directs, and a bare client that sees every byte.

mod body;
mod clock;
mod policy;
mod wire;

use rmcp::{RoleServer, model::Implementation, service::RequestContext};
use wayleave::{
    Definition, Gateway, Limits,
    model::{Annotations, Cache, CacheScope, Icon, Role, Theme},
    prelude::Payload,
    resource::{GatewayBuilder, PageKeys},
};
use wayleave_rmcp::{GatewayHandler, LiveGateway};

pub(crate) use self::{
    body::{Gate, Served},
    clock::TestClock,
    policy::{House, Rule},
    wire::{Message, Wire},
};

/// Who asks. The name stands in the request's metadata, which is good enough for a test.
pub(crate) type Caller = String;

/// Text that no client may ever see.
pub(crate) const CANARY: &str = "canary-5e1f";

/// The metadata key of the report.
pub(crate) const KEY: &str = "go.phpboyscout.uk/mcp.resourceRead";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Revision {
    June2025,
    November2025,
    July2026,
}

impl Revision {
    pub(crate) const ALL: [Self; 3] = [Self::June2025, Self::November2025, Self::July2026];
    pub(crate) const OLDER: [Self; 2] = [Self::June2025, Self::November2025];

    pub(crate) fn date(self) -> &'static str {
        match self {
            Self::June2025 => "2025-06-18",
            Self::November2025 => "2025-11-25",
            Self::July2026 => "2026-07-28",
        }
    }

    pub(crate) fn is_modern(self) -> bool {
        self == Self::July2026
    }

    /// The code for what is not there.
    pub(crate) fn not_found(self) -> i64 {
        if self.is_modern() { -32602 } else { -32002 }
    }
}

/// A gateway in the making, with what directs it.
pub(crate) struct Hall {
    pub(crate) house: House,
    pub(crate) clock: TestClock,
    builder: GatewayBuilder<Caller>,
}

impl Hall {
    /// A hall with nothing in it.
    pub(crate) fn empty() -> Self {
        let (house, clock) = (House::default(), TestClock::new());
        let builder = Gateway::builder(house.clone());
        Self { builder: builder.clock(clock.clone()).page_keys(PageKeys::new([7; 32])), house, clock }
    }

    /// The hall that most tests are in.
    pub(crate) fn new() -> Self {
        Self::empty()
            .serve(welcome(), Served::text("Welcome."))
            .serve(exact("logo", "hall://logo"), Served::bytes(&[0xff, 0, 0x7f]))
            .serve(exact("secret", "hall://secret"), Served::text(CANARY))
            .serve(exact("broken", "hall://broken"), Served::failing())
            .serve(exact("tour", "hall://tour"), Served::bundle(&["hall://welcome", "hall://logo"]))
            .serve(
                exact("ruin", "hall://ruin"),
                Served::bundle(&["hall://welcome", "hall://broken", "hall://logo"]),
            )
            .serve(
                family("desk", "hall://room/{room}/desk/{desk}"),
                Served::text("A desk.").completing(|variable, value, chosen| {
                    let room = chosen("room").unwrap_or_default();
                    (1..=3).map(|n| format!("{variable}-{room}-{value}{n}")).collect()
                }),
            )
    }

    pub(crate) fn serve(mut self, definition: Definition, served: Served) -> Self {
        self.builder = self.builder.bind(definition, served);
        self
    }

    pub(crate) fn build(self, configure: impl FnOnce(&mut Limits)) -> Scene {
        let mut limits = Limits::default();
        configure(&mut limits);
        let gateway = self.builder.limits(limits).build().unwrap();
        Scene { house: self.house, clock: self.clock, live: LiveGateway::new(gateway) }
    }

    pub(crate) fn open(self) -> Scene {
        self.build(|_| {})
    }
}

/// A gateway that serves, with what directs it.
pub(crate) struct Scene {
    pub(crate) house: House,
    pub(crate) clock: TestClock,
    pub(crate) live: LiveGateway<Caller>,
}

impl Scene {
    pub(crate) fn handler(&self) -> GatewayHandler<Caller> {
        GatewayHandler::new(self.live.clone(), caller)
            .server_info(Implementation::new("hall", "1.2.3"))
            .instructions("Read the welcome first.")
    }

    pub(crate) async fn connect(&self, revision: Revision) -> Wire {
        Wire::connect(self.handler(), revision).await
    }
}

/// The caller that the request names, or the guest.
pub(crate) fn caller(context: &RequestContext<RoleServer>) -> Caller {
    context.meta.get("caller").and_then(|name| name.as_str()).unwrap_or("guest").to_owned()
}

/// A definition with everything that one can have.
pub(crate) fn welcome() -> Definition {
    let annotations = Annotations {
        audience: vec![Role::User, Role::Assistant],
        priority: Some(0.9),
        last_modified: Some("2026-01-31".into()),
    };
    let icon = Icon {
        src: "https://hall.example/icon.png".into(),
        mime_type: Some("image/png".into()),
        sizes: vec!["48x48".into(), "any".into()],
        theme: Some(Theme::Dark),
    };
    let meta = serde_json::json!({ "hall.example/floor": 1.50, "n": [null, true, "é\u{1}"] });
    Definition::builder("welcome")
        .uri("hall://welcome")
        .title("Welcome \"all\"")
        .description("Where everyone starts.\nÉ\u{7f}")
        .mime_type("text/markdown")
        .size(8)
        .annotations(annotations)
        .icon(icon)
        .meta(meta.as_object().unwrap().clone())
        .cache(Cache { ttl: std::time::Duration::from_secs(60), scope: CacheScope::Private })
        .build()
        .unwrap()
}

pub(crate) fn exact(name: &str, uri: &str) -> Definition {
    Definition::builder(name).uri(uri).build().unwrap()
}

pub(crate) fn family(name: &str, template: &str) -> Definition {
    Definition::builder(name).uri_template(template).build().unwrap()
}

/// Waits until nothing in the process has anything to do: paused time only moves then.
pub(crate) async fn settle() {
    tokio::time::sleep(std::time::Duration::from_millis(1)).await;
}

/// A payload that says which URI it is of.
pub(crate) fn naming(uri: &str) -> Payload {
    Payload::text(format!("body of {uri}"))
}
