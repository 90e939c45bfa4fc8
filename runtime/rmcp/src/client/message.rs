//! JSON-RPC messages: what a client says, and what it hears, of which the results stay as they came, byte for byte.

use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};
use wayleave::catalog::Quote;

use super::{ClientError, Secrets, ServerError, options::Options, revision::Revision};

/// The client's requests and notifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Discover,
    Initialize,
    Initialized,
    ListTools,
    ListPrompts,
    ListResources,
    ListTemplates,
    Listen,
    Cancelled,
}

impl Method {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Discover => "server/discover",
            Self::Initialize => "initialize",
            Self::Initialized => "notifications/initialized",
            Self::ListTools => "tools/list",
            Self::ListPrompts => "prompts/list",
            Self::ListResources => "resources/list",
            Self::ListTemplates => "resources/templates/list",
            Self::Listen => "subscriptions/listen",
            Self::Cancelled => "notifications/cancelled",
        }
    }

    /// Whether a request may be called off. The two that open a connection may not.
    pub(crate) fn may_be_cancelled(self) -> bool {
        !matches!(self, Self::Discover | Self::Initialize)
    }
}

/// One message of the client's, ready to go.
pub(crate) struct Outgoing {
    pub(crate) method: Method,
    /// The revision that is spoken, once one is; `server/discover` speaks one from the start. Headers tell it too.
    #[cfg(feature = "client-http")]
    pub(crate) revision: Option<Revision>,
    pub(crate) params: Value,
}

impl Outgoing {
    /// A message in a revision. From 2026-07-28 on, each says by itself who the client is.
    pub(crate) fn new(
        method: Method,
        revision: Option<Revision>,
        mut params: Value,
        options: &Options,
    ) -> Self {
        if let (Some(revision), Some(params)) = (revision, params.as_object_mut())
            && revision.is_stateless()
        {
            let meta = json!({
                "io.modelcontextprotocol/protocolVersion": revision.as_str(),
                "io.modelcontextprotocol/clientInfo": { "name": &options.name, "version": &options.version },
                "io.modelcontextprotocol/clientCapabilities": &options.capabilities,
            });
            params.insert("_meta".to_owned(), meta);
        }
        Self {
            method,
            #[cfg(feature = "client-http")]
            revision,
            params,
        }
    }

    /// The JSON of a request.
    pub(crate) fn request(&self, id: u64) -> String {
        json!({ "jsonrpc": "2.0", "id": id, "method": self.method.as_str(), "params": self.params })
            .to_string()
    }

    /// The JSON of a notification.
    pub(crate) fn notification(&self) -> String {
        json!({ "jsonrpc": "2.0", "method": self.method.as_str(), "params": self.params }).to_string()
    }
}

/// The JSON of the notification that calls a request off.
pub(crate) fn cancellation(id: u64) -> String {
    let method = Method::Cancelled.as_str();
    json!({ "jsonrpc": "2.0", "method": method, "params": { "requestId": id } }).to_string()
}

/// One message of a server's.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// The result of a request of ours.
    Result { id: u64, result: Answer },
    /// The error that a request of ours came to; or none of ours, if the server could not say.
    Refusal { id: Option<u64>, refusal: Refusal },
    /// A request of the server's, with the answer to it.
    Request { reply: String },
    /// One of the lists is not what it was; or may not be, because only from now on would the server tell.
    Changed,
    /// Something that is of no use here.
    Other,
}

/// The JSON of a result, as the server wrote it.
#[derive(Debug)]
pub(crate) struct Answer(String);

impl Answer {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn into_string(self) -> String {
        self.0
    }

    /// Checks that the server has answered, and does not ask for something first.
    pub(crate) fn complete(self) -> Result<Self, ClientError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Kind<'a> {
            #[serde(borrow)]
            result_type: Option<&'a RawValue>,
        }
        let kind: Kind<'_> = object(&self.0)?;
        match kind.result_type.map(RawValue::get) {
            None | Some(r#""complete""#) => Ok(self),
            Some(_) => Err(ClientError::Incomplete),
        }
    }
}

/// A JSON-RPC error, as far as it matters here.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) code: i64,
    /// What the server said, at most [`MESSAGE_BYTES`](Self::MESSAGE_BYTES) of it.
    pub(crate) message: String,
    /// The versions that the server speaks, where it refuses the one it was asked in.
    pub(crate) supported: Vec<String>,
}

impl Refusal {
    const MESSAGE_BYTES: usize = 1024;
    /// The most versions that are looked at, and the most bytes of one.
    const VERSIONS: usize = 16;
    const VERSION_BYTES: usize = 64;

    /// The error to hand on, without its text if that holds one of the secrets.
    pub(crate) fn into_error(self, secrets: &Secrets) -> ClientError {
        let message = (!secrets.are_in(&self.message)).then(|| Quote::new(&self.message));
        ClientError::Server(ServerError::new(self.code, message))
    }
}

impl Incoming {
    /// Reads one message, which is within its bounds.
    ///
    /// # Errors
    /// [`ClientError::Malformed`]: it is not a JSON-RPC message, or one with a key twice.
    pub(crate) fn read(message: Vec<u8>) -> Result<Self, ClientError> {
        let text = String::from_utf8(message).map_err(|_| ClientError::Malformed)?;
        let envelope: Envelope<'_> = object(&text)?;
        if let Some(method) = envelope.method {
            let method: Box<str> = serde_json::from_str(method.get()).map_err(|_| ClientError::Malformed)?;
            return Ok(match envelope.id {
                Some(id) => Self::Request { reply: reply(id, &method) },
                None if is_change(&method) => Self::Changed,
                None => Self::Other,
            });
        }
        let id = envelope.id.and_then(|id| id.get().parse().ok());
        if let Some(error) = envelope.error {
            return Ok(Self::Refusal { id, refusal: read_refusal(error)? });
        }
        let result = envelope.result.ok_or(ClientError::Malformed)?;
        let Some(id) = id else { return Ok(Self::Other) };
        // The result is a part of the text, so it need not be copied out.
        let start = result.get().as_ptr().addr() - text.as_ptr().addr();
        let end = start + result.get().len();
        let mut result = text;
        result.truncate(end);
        result.drain(..start);
        Ok(Self::Result { id, result: Answer(result) })
    }
}

/// Reads an object, in place of which an array of its values would do as well.
fn object<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, ClientError> {
    let object = text.trim_ascii_start().starts_with('{').then(|| serde_json::from_str(text).ok());
    object.flatten().ok_or(ClientError::Malformed)
}

/// Whom a message of a server's is for, where the connection is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    /// Whoever made the request of this number, if it has one.
    Answer(Option<u64>),
    /// Everyone.
    Change,
    /// Everyone but the client itself.
    Other,
}

/// Looks at a message without taking it apart.
///
/// # Errors
/// [`ClientError::Malformed`].
pub(crate) fn whose(message: &[u8]) -> Result<Whose, ClientError> {
    let text = str::from_utf8(message).map_err(|_| ClientError::Malformed)?;
    let envelope: Envelope<'_> = object(text)?;
    let Some(method) = envelope.method else {
        return Ok(Whose::Answer(envelope.id.and_then(|id| id.get().parse().ok())));
    };
    let method: Box<str> = serde_json::from_str(method.get()).map_err(|_| ClientError::Malformed)?;
    Ok(if envelope.id.is_none() && is_change(&method) { Whose::Change } else { Whose::Other })
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

fn is_change(method: &str) -> bool {
    matches!(
        method,
        "notifications/tools/list_changed"
            | "notifications/prompts/list_changed"
            | "notifications/resources/list_changed"
            | "notifications/subscriptions/acknowledged"
    )
}

/// The answer to a request of a server's: it may ask whether the client is there, and nothing else.
fn reply(id: &RawValue, method: &str) -> String {
    /// The most bytes of an identifier that is sent back.
    const ID_BYTES: usize = 256;
    let id = if id.get().len() <= ID_BYTES { id.get() } else { "null" };
    if method == "ping" {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)
    } else {
        let error = r#"{"code":-32601,"message":"Method not found"}"#;
        format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#)
    }
}

fn read_refusal(error: &RawValue) -> Result<Refusal, ClientError> {
    #[derive(Deserialize)]
    struct Error<'a> {
        code: i64,
        #[serde(borrow)]
        message: Option<&'a RawValue>,
        #[serde(borrow)]
        data: Option<&'a RawValue>,
    }
    #[derive(Deserialize)]
    struct Data<'a> {
        #[serde(borrow)]
        supported: Option<Vec<&'a RawValue>>,
    }
    let error: Error<'_> = serde_json::from_str(error.get()).map_err(|_| ClientError::Malformed)?;
    let text = |raw: &RawValue| serde_json::from_str::<String>(raw.get()).ok();
    let mut message = error.message.and_then(text).unwrap_or_default();
    let whole = |end: &usize| message.is_char_boundary(*end);
    message.truncate((0..=Refusal::MESSAGE_BYTES.min(message.len())).rev().find(whole).unwrap_or_default());
    let data = error.data.and_then(|data| serde_json::from_str::<Data<'_>>(data.get()).ok());
    let supported = data.and_then(|data| data.supported).unwrap_or_default();
    let supported = supported.into_iter().take(Refusal::VERSIONS).filter_map(text);
    let supported = supported.filter(|version| version.len() <= Refusal::VERSION_BYTES).collect();
    Ok(Refusal { code: error.code, message, supported })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Incoming, ClientError> {
        Incoming::read(text.as_bytes().to_vec())
    }

    // C3: a schema is digested as the bytes that the server wrote.
    #[test]
    fn a_result_is_kept_byte_for_byte() {
        let result = r#"{ "b":1.50e400 ,"a":"\u00e9/\/","tools":[ ] }"#;
        for text in [
            format!(r#"{{"jsonrpc":"2.0","id":7,"result":{result}}}"#),
            format!(r#" {{ "result" : {result} , "x":{{"id":9}}, "id" : 7 , "jsonrpc":"2.0" }} "#),
        ] {
            let Ok(Incoming::Result { id: 7, result: read }) = read(&text) else { panic!("{text}") };
            assert_eq!(read.as_str(), result);
        }
    }

    // C3
    #[test]
    fn a_key_twice_is_refused() {
        let twice = r#"{"id":1,"id":2,"result":{}}"#;
        assert!(matches!(read(twice), Err(ClientError::Malformed)));
        assert!(matches!(read(r#"{"id":1,"result":{},"result":{}}"#), Err(ClientError::Malformed)));
    }

    #[test]
    fn what_is_no_answer_of_ours_is_told_apart() {
        assert!(matches!(read(r#"{"id":"1","result":{}}"#), Ok(Incoming::Other)));
        assert!(matches!(read(r#"{"id":1}"#), Err(ClientError::Malformed)));
        assert!(matches!(read(r#"[1,null,{}]"#), Err(ClientError::Malformed)));
        assert!(matches!(read("\u{feff}{}"), Err(ClientError::Malformed)));
        assert!(matches!(Incoming::read(vec![b'"', 0xff, b'"']), Err(ClientError::Malformed)));
        let changed = r#"{"method":"notifications/prompts/list_changed","params":{}}"#;
        assert!(matches!(read(changed), Ok(Incoming::Changed)));
        assert!(matches!(read(r#"{"method":"notifications/message"}"#), Ok(Incoming::Other)));
    }

    #[test]
    fn only_a_ping_is_answered() {
        let Ok(Incoming::Request { reply }) = read(r#"{"id":"a\u0022","method":"ping"}"#) else { panic!() };
        assert_eq!(reply, r#"{"jsonrpc":"2.0","id":"a\u0022","result":{}}"#);
        let Ok(Incoming::Request { reply }) = read(r#"{"id":1,"method":"roots/list"}"#) else { panic!() };
        assert!(reply.contains("-32601"), "{reply}");
        let long = format!(r#"{{"id":"{}","method":"ping"}}"#, "x".repeat(300));
        let Ok(Incoming::Request { reply }) = read(&long) else { panic!() };
        assert!(reply.contains(r#""id":null"#), "{reply}");
    }

    #[test]
    fn an_error_is_cut_and_keeps_secrets() {
        let text = format!(r#"{{"id":3,"error":{{"code":-1,"message":"{}"}}}}"#, "é".repeat(2000));
        let Ok(Incoming::Refusal { id: Some(3), refusal }) = read(&text) else { panic!() };
        assert_eq!(refusal.message.len(), 1024);
        let refusal = Refusal { code: -5, message: "no Bearer s3cret here".into(), supported: Vec::new() };
        let hidden = refusal.clone().into_error(&Secrets::new(["Bearer s3cret"]));
        assert_eq!(hidden.to_string(), "the server answered with error -5");
        let told = refusal.into_error(&Secrets::new(["Bearer other", ""]));
        assert_eq!(told.to_string(), r#"the server answered with error -5: "no Bearer s3cret here""#);
    }

    #[test]
    fn a_result_that_asks_for_input_is_no_answer() {
        let answer = |text: &str| Answer(text.to_owned()).complete();
        assert!(answer(r#"{"resultType":"complete"}"#).is_ok());
        assert!(answer("{}").is_ok());
        assert!(matches!(answer(r#"{"resultType":"input_required"}"#), Err(ClientError::Incomplete)));
        assert!(matches!(answer("[1]"), Err(ClientError::Malformed)));
    }
}
