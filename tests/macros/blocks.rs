//! Blocks: callers, bundles, route types beside inline templates, completion.

use wayleave::resource::ReadFailureKind;

use super::*;

struct User {
    name: &'static str,
}

#[derive(Clone, Capture)]
struct ProjectId(u32);

/// The notes of one project.
#[derive(Route)]
#[route(uri_template = "asset://project/{id}/notes/{note}", cache(ttl = "60s"))]
struct Note {
    id: ProjectId,
    note: String,
}

struct Assets {
    greeting: String,
}

#[resources(caller = User)]
impl Assets {
    /// What this server holds.
    #[resource(uri = "asset://about", mime_type = "text/markdown")]
    async fn about(&self) -> &'static str {
        "# Assets"
    }

    #[resource(uri = "asset://me")]
    async fn me(&self, caller: &User) -> String {
        self.greet(caller.name)
    }

    #[resource(route = Note, complete(note = Self::notes, id = Self::projects))]
    async fn note(&self, Note { id: ProjectId(id), note }: Note) -> std::io::Result<String> {
        Ok(format!("{id}: {note}"))
    }

    #[resource(uri_template = "asset://project/{id}/log/{day}")]
    async fn log<'a>(&'a self, day: u8, caller: &'a User, id: ProjectId) -> Json<(u32, u8, &'static str)> {
        Json((id.0, day, caller.name))
    }

    #[bundle(uri_template = "asset://project/{id}/handover")]
    async fn handover(&self, id: ProjectId) -> Result<ReadPlan, PlanError> {
        ReadPlan::of([
            Note { id: id.clone(), note: "first".into() }.target()?,
            Note { id, note: "b/c".into() }.target()?,
        ])
    }

    #[bundle(uri = "asset://all")]
    async fn all(&self, caller: &User) -> ReadPlan {
        ReadPlan::of([Target::new(Uri::parse("asset://me").unwrap())])
            .unwrap()
            .requested(Target::new(Uri::parse(&format!("asset://all#{}", caller.name)).unwrap()))
    }

    #[bundle(route = Team)]
    async fn team(&self, team: Team) -> Result<ReadPlan, PlanError> {
        ReadPlan::of([Note { id: ProjectId(team.id), note: "team".into() }.target()?])
    }

    fn greet(&self, name: &str) -> String {
        format!("{}, {name}", self.greeting)
    }

    async fn notes(&self, caller: &User, request: CompletionRequest<'_>) -> Vec<String> {
        let project = request.chosen("id").unwrap_or("?");
        vec![format!("{}{project}", request.value()), caller.name.to_owned()]
    }

    async fn projects(&self, request: CompletionRequest<'_>) -> Result<Vec<String>, std::num::ParseIntError> {
        let typed: u32 = request.value().parse()?;
        Ok(vec![typed.to_string(), format!("{typed}0")])
    }
}

#[derive(Route)]
#[route(uri_template = "asset://team/{id}")]
struct Team {
    id: u32,
}

const ANN: User = User { name: "Ann" };

fn assets() -> Gateway<User> {
    open(Assets { greeting: "Hello".into() })
}

#[tokio::test]
async fn methods_read() {
    let gateway = assets();
    assert_eq!(text(&gateway, &ANN, "asset://about").await, "# Assets");
    assert_eq!(text(&gateway, &ANN, "asset://me").await, "Hello, Ann");
    assert_eq!(text(&gateway, &ANN, "asset://project/7/notes/a%20b").await, "7: a b");
    assert_eq!(text(&gateway, &ANN, "asset://project/7/log/31").await, "[7,31,\"Ann\"]");
    assert_eq!(texts(&gateway, &ANN, "asset://all").await, ["Hello, Ann"]);
    assert_eq!(texts(&gateway, &ANN, "asset://team/3").await, ["3: team"]);
}

// U6: a value that does not parse, whether a parameter takes it, a route's field, or a bundle's.
#[tokio::test]
async fn captures_are_typed() {
    let gateway = assets();
    for uri in ["asset://project/x/notes/a", "asset://project/7/log/256", "asset://project/-1/handover"] {
        assert_eq!(failure(&gateway, &ANN, uri).await, ReadFailureKind::BadCapture, "{uri}");
    }
}

/// Lets nobody read one URI.
struct AllBut(&'static str);

impl Policy for AllBut {
    type Caller = User;

    async fn discover(&self, _: &User, _: &Definition) -> Result<(), Failure> {
        Ok(())
    }

    async fn visibility(&self, _: &User, _: &Target) -> Result<Visibility, Failure> {
        Ok(Visibility::Visible)
    }

    async fn read(&self, _: &User, target: &Target) -> Result<(), Failure> {
        if target.uri().as_str() == self.0 { Err(Failure::unavailable()) } else { Ok(()) }
    }

    fn scope_key(&self, caller: &User) -> ScopeKey {
        ScopeKey::new(caller.name)
    }
}

// U8, G5: a policy sees one URI, whether a parameter, a route's field or a bundle's is spelled otherwise.
#[tokio::test]
async fn values_have_one_spelling_for_a_policy() {
    for (plain, spelled) in [
        ("asset://project/7/notes/a", "asset://project/07/notes/a"),
        ("asset://project/7/log/3", "asset://project/7/log/+3"),
        ("asset://project/7/log/3", "asset://project/+7/log/003"),
        ("asset://team/3", "asset://team/03"),
    ] {
        let denying = |uri| {
            let gateway = Gateway::builder(AllBut(uri)).resources(Assets { greeting: "Hello".into() });
            gateway.build().unwrap()
        };
        let gateway = denying(plain);
        assert_eq!(failure(&gateway, &ANN, plain).await, ReadFailureKind::TargetDenied, "{plain}");
        assert_eq!(failure(&gateway, &ANN, spelled).await, ReadFailureKind::TargetDenied, "{spelled}");
        let gateway = denying("asset://other");
        let (one, other) = (texts(&gateway, &ANN, plain).await, texts(&gateway, &ANN, spelled).await);
        assert_eq!(one, other, "{spelled}");
    }
}

// U8, G19: the URI of a route is held against the gateway's own bound, and a longer one is not found.
#[tokio::test]
async fn a_route_is_as_long_as_the_gateway_allows() {
    let limits = Limits { max_uri_bytes: 8192, ..Limits::default() };
    let gateway = Gateway::builder(OpenPolicy::new()).resources(Assets { greeting: "Hello".into() });
    let gateway = gateway.limits(limits).build().unwrap();
    let note = |length: usize| format!("asset://project/7/notes/{}", "a".repeat(length));
    assert_eq!(text(&gateway, &ANN, &note(4000)).await, format!("7: {}", "a".repeat(4000)));
    // Each is three bytes longer once it is escaped.
    let escaped = format!("asset://project/7/notes/{}", "!".repeat(4000));
    assert_eq!(failure(&gateway, &ANN, &escaped).await, ReadFailureKind::BadCapture);
}

// U8: a field that gives no URI makes the plan invalid.
#[tokio::test]
async fn a_bundle_cannot_name_what_is_no_uri() {
    let failure = failure(&assets(), &ANN, "asset://project/7/handover").await;
    assert!(matches!(failure, ReadFailureKind::InvalidPlan(_)), "{failure:?}");
}

// G27
#[tokio::test]
async fn variables_are_completed() {
    let gateway = assets();
    let template = "asset://project/{id}/notes/{note}";
    let notes = gateway.complete(&ANN, template, "note", "fir", &[("id", "7")]).await.unwrap();
    assert_eq!(notes.values(), ["fir7", "Ann"]);
    let projects = gateway.complete(&ANN, template, "id", "7", &[]).await.unwrap();
    assert_eq!(projects.values(), ["7", "70"]);
    assert!(gateway.complete(&ANN, template, "id", "x", &[]).await.is_err());
    let nothing = gateway.complete(&ANN, "asset://project/{id}/handover", "id", "7", &[]).await.unwrap();
    assert!(nothing.values().is_empty());
}

#[test]
fn definitions_come_from_attributes_and_comments() {
    let gateway = assets();
    let about = definition(&gateway, "about");
    assert_eq!(
        (about.description(), about.mime_type()),
        (Some("What this server holds."), Some("text/markdown"))
    );
    let note = definition(&gateway, "note");
    assert_eq!(note.description(), Some("The notes of one project."));
    assert_eq!(note.cache().unwrap().ttl, std::time::Duration::from_secs(60));
    assert_eq!(address(note), "asset://project/{id}/notes/{note}");
}

/// A block without a caller serves callers of every type.
struct Everyone;

#[resources]
impl Everyone {
    #[resource(uri = "every://one", cache(ttl = "1h", scope = "public"))]
    async fn one(&self) -> &'static str {
        "one"
    }

    #[resource(uri_template = "every://x/{all}", complete(all = Self::names))]
    async fn never(&self, all: String) -> String {
        all
    }

    async fn names(&self, _request: CompletionRequest<'_>) -> Vec<String> {
        vec!["a".into()]
    }
}

#[tokio::test]
async fn a_block_without_caller_serves_everyone() {
    assert_eq!(text(&open::<()>(Everyone), &(), "every://one").await, "one");
    assert_eq!(text(&open::<String>(Everyone), &"ann".into(), "every://one").await, "one");
}
