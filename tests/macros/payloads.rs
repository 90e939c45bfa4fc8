//! What a reader may return, and what becomes of it (G7, G17).

use std::{error::Error, fmt, io};

use wayleave::resource::IssueCode;

use super::*;

#[derive(serde::Serialize)]
struct Log {
    lines: u8,
}

/// An error around one of ours, as applications wrap them.
#[derive(Debug)]
struct Wrapped(ReadError);

impl fmt::Display for Wrapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("wrapped")
    }
}

impl Error for Wrapped {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

struct Bodies;

#[resources]
impl Bodies {
    #[resource(uri = "p://str")]
    async fn str(&self) -> &'static str {
        "str"
    }

    #[resource(uri = "p://string")]
    async fn string(&self) -> String {
        "string".into()
    }

    #[resource(uri = "p://bytes")]
    async fn bytes(&self) -> Bytes {
        Bytes::from_static(b"bytes")
    }

    #[resource(uri = "p://vec")]
    async fn vec(&self) -> Vec<u8> {
        b"vec".to_vec()
    }

    #[resource(uri = "p://json")]
    async fn json(&self) -> Json<Log> {
        Json(Log { lines: 3 })
    }

    #[resource(uri = "p://payload", mime_type = "text/markdown")]
    async fn payload(&self) -> Payload {
        Payload::text("payload").with_mime_type("text/html")
    }

    #[resource(uri = "p://typed", mime_type = "text/markdown")]
    async fn typed(&self) -> impl IntoPayload + use<> {
        "typed"
    }

    #[resource(uri = "p://io")]
    async fn io(&self) -> io::Result<Json<Log>> {
        Ok(Json(Log { lines: 4 }))
    }

    #[resource(uri = "p://boxed")]
    async fn boxed(&self) -> Result<String, Box<dyn Error + Send + Sync>> {
        Ok("boxed".into())
    }

    #[resource(uri = "p://nested")]
    async fn nested(&self) -> Result<Result<&'static str, ReadError>, io::Error> {
        Ok(Ok("nested"))
    }

    #[resource(uri = "p://failed")]
    async fn failed(&self) -> io::Result<String> {
        Err(io::Error::other("no disk"))
    }

    #[resource(uri = "p://text-error")]
    async fn text_error(&self) -> Result<String, &'static str> {
        Err("no")
    }

    #[resource(uri = "p://unavailable")]
    async fn unavailable(&self) -> Result<String, ReadError> {
        Err(ReadError::unavailable())
    }

    #[resource(uri = "p://invalid")]
    async fn invalid(&self) -> Result<String, Wrapped> {
        Err(Wrapped(ReadError::invalid_content("not a picture")))
    }

    #[resource(uri = "p://large")]
    async fn large(&self) -> Result<String, Box<dyn Error + Send + Sync>> {
        Err(Box::new(Wrapped(ReadError::too_large(Some(1 << 40)))))
    }

    /// What succeeds, and then everything that does not.
    #[bundle(uri = "p://all")]
    async fn all(&self) -> Result<ReadPlan, PlanError> {
        let names = ["str", "failed", "text-error", "unavailable", "invalid", "large"];
        let uris: Result<Vec<_>, _> = names.iter().map(|name| Uri::parse(&format!("p://{name}"))).collect();
        ReadPlan::of(uris.map_err(PlanError::failed)?.into_iter().map(Target::new))
    }
}

// G7: the type is the payload's own, else the definition's, else that of its kind.
#[tokio::test]
async fn everything_that_is_a_body_is_read() {
    let gateway = open::<()>(Bodies);
    let cases = [
        ("str", "str", "text/plain"),
        ("string", "string", "text/plain"),
        ("bytes", "bytes", "application/octet-stream"),
        ("vec", "vec", "application/octet-stream"),
        ("json", "{\"lines\":3}", "application/json"),
        ("payload", "payload", "text/html"),
        ("typed", "typed", "text/markdown"),
        ("io", "{\"lines\":4}", "application/json"),
        ("boxed", "boxed", "text/plain"),
        ("nested", "nested", "text/plain"),
    ];
    for (name, body, mime) in cases {
        let bundle = gateway.read(&(), &format!("p://{name}")).await.unwrap();
        assert_eq!(bundle.items()[0].body().as_bytes(), body.as_bytes(), "{name}");
        assert_eq!(mime_type(bundle.items()), [mime], "{name}");
    }
}

// G17: errors are honoured, wrapped or not.
#[tokio::test]
async fn errors_keep_their_meaning() {
    let bundle = open::<()>(Bodies).read(&(), "p://all").await.unwrap();
    let codes: Vec<_> = bundle.issues().iter().map(|issue| issue.code()).collect();
    assert_eq!(
        codes,
        [
            IssueCode::ReadFailed,
            IssueCode::ReadFailed,
            IssueCode::Unavailable,
            IssueCode::InvalidContent,
            IssueCode::BudgetExceeded,
        ]
    );
}
