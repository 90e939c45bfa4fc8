//! What the core serves alone: texts, bundles and handlers.

use wayleave::prelude::*;
use wayleave::resource::{IssueCode, ReadFailureKind};

wayleave::manifest!(
    /// The club's own documentation stands before the module's.
    pub(crate) mod club = "manifest/club.yaml"
);

struct Secretary;

/// Who asks.
struct Member(&'static str);

impl club::Handlers for Secretary {
    type Caller = Member;

    async fn rota(&self, caller: &Member, route: club::Rota) -> Result<Payload, ReadError> {
        match route.week {
            1..=52 => Payload::json(&(caller.0, route.week)),
            53 => Err(ReadError::unavailable()),
            _ => Err(ReadError::failed("there is no such week")),
        }
    }

    async fn latest_news(&self, _caller: &Member) -> Result<Payload, ReadError> {
        Ok(Payload::text("None."))
    }
}

fn gateway() -> Gateway<Member> {
    let policy = OpenPolicy::<Member>::new();
    Gateway::builder(policy).resources(club::bindings(Secretary)).limits(club::limits()).build().unwrap()
}

const ANNA: Member = Member("Anna");

#[tokio::test]
async fn texts_and_handlers_are_read() {
    let gateway = gateway();
    assert_eq!(crate::text(&gateway, &ANNA, club::WELCOME).await, "# Welcome\n");
    assert_eq!(crate::text(&gateway, &ANNA, club::LATEST_NEWS).await, "None.");
    let uri = club::Rota { week: 49 }.uri().unwrap();
    assert_eq!(uri.as_str(), "club://rota/49");
    assert_eq!(crate::text(&gateway, &ANNA, uri.as_str()).await, "[\"Anna\",49]");
}

// G5, G14
#[tokio::test]
async fn bundles_are_read() {
    let gateway = gateway();
    let whole = club::WeekPack { week: "49".into(), port: "a b".into() };
    let uri = whole.uri().unwrap();
    assert_eq!(uri.as_str(), "club://pack/49/a%20b");
    let bundle = gateway.read(&ANNA, uri.as_str()).await.unwrap();
    assert_eq!(
        crate::items(&bundle),
        [
            ("club://welcome", "# Welcome\n"),
            ("club://rota/49", "[\"Anna\",49]"),
            ("club://tide/1.5/a%20b", "High.")
        ]
    );
    let bundle = gateway.read(&ANNA, "club://pack/53/x").await.unwrap();
    assert_eq!(crate::issues(&bundle), [IssueCode::Unavailable]);
}

// U6
#[tokio::test]
async fn captures_have_types() {
    let gateway = gateway();
    for uri in ["club://rota/many", "club://rota/-1", "club://tide/high/x"] {
        let failure = gateway.read(&ANNA, uri).await.unwrap_err();
        assert_eq!(*failure.kind(), ReadFailureKind::BadCapture, "{uri}");
    }
    assert_eq!(crate::text(&gateway, &ANNA, "club://tide/0.5/x").await, "High.");
}

// U8, G5: as where the manifest is served without code.
#[tokio::test]
async fn numbers_have_one_spelling() {
    let gateway = gateway();
    for (spelled, plain) in [("0.50", "0.5"), ("5e-1", "0.5"), ("-0", "0"), ("-0.0", "0"), ("0", "0")] {
        let bundle = gateway.read(&ANNA, &format!("club://tide/{spelled}/x")).await.unwrap();
        let uri = format!("club://tide/{plain}/x");
        assert_eq!(bundle.items()[0].uri().as_str(), uri, "{spelled}");
    }
}

// G7
#[tokio::test]
async fn a_text_that_does_not_fit_is_not_delivered() {
    let gateway = Gateway::builder(OpenPolicy::<Member>::new())
        .resources(club::bindings(Secretary))
        .limits(Limits { max_item_payload: 5, ..Limits::default() })
        .build()
        .unwrap();
    assert_eq!(crate::text(&gateway, &ANNA, "club://tide/0.5/x").await, "High.");
    let failure = gateway.read(&ANNA, club::WELCOME).await.unwrap_err();
    assert_eq!(*failure.kind(), ReadFailureKind::NothingDelivered);
}

// G27
#[tokio::test]
async fn stated_values_complete() {
    let completion = gateway().complete(&ANNA, "club://rota/{week}", "week", "4", &[]).await.unwrap();
    assert_eq!(completion.values(), ["48", "49"]);
}

/// Every part of a description comes through: the definitions are those of the manifest itself.
#[test]
fn definitions_are_the_manifests() {
    let source = wayleave_manifest::Source::new("club.yaml", include_str!("club.yaml"));
    let manifest = wayleave_manifest::check(&source, None).manifest.unwrap();
    let entry = |name: &str| {
        let mut entries = manifest.resources.iter();
        entries.find(|entry| entry.definition.name() == name).unwrap().definition.clone()
    };
    assert_eq!(club::Rota::definition().unwrap(), entry("rota"));
    assert_eq!(club::Tide::definition().unwrap(), entry("tide"));
    assert_eq!(club::WeekPack::definition().unwrap(), entry("week pack"));
    let gateway = gateway();
    let listed = |listing| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let page = runtime.block_on(gateway.list(&ANNA, listing, None)).unwrap();
        page.definitions().iter().map(|definition| (*definition).clone()).collect::<Vec<_>>()
    };
    let resources = listed(wayleave::resource::Listing::Resources);
    assert_eq!(resources, [entry("club news"), entry("welcome")]);
    assert_eq!(manifest.limits.with_defaults(), club::limits().with_defaults());
}

// U8
#[test]
fn routes_go_both_ways() {
    let tide = club::Tide { metres: 1.5, port: "ü/".into() };
    assert!(tide.uri().is_err(), "no capture holds a slash");
    let tide = club::Tide { port: "ü".into(), ..tide };
    assert_eq!(tide.uri().unwrap().as_str(), "club://tide/1.5/%C3%BC");
    assert_eq!(tide.target().unwrap().uri().as_str(), "club://tide/1.5/%C3%BC");
    assert_eq!(tide, tide.clone());
    assert!(format!("{tide:?}").contains("metres"));
}

// U7
wayleave::assert_disjoint!(club::Rota, club::Tide, club::WeekPack);
