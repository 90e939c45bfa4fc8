//! What is told to who sends something that is no message, or a message with parameters that its method does not have.

use rmcp::model::{
    CompleteRequestParams, ErrorData, ProtocolVersion, ReadResourceRequestParams, RequestId,
    RequestMetaObject, SubscribeRequestParams, UnsubscribeRequestParams,
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::value::RawValue;

/// What to say of bytes that `error` was found in, and to which request, where they tell that.
pub(crate) fn no_message(bytes: &[u8], error: &serde_json::Error) -> (Option<RequestId>, ErrorData) {
    #[derive(Deserialize)]
    struct Identified {
        id: Option<RequestId>,
    }
    if error.is_data() {
        let id = serde_json::from_slice::<Identified>(bytes).ok().and_then(|message| message.id);
        (id, ErrorData::invalid_request("This is no JSON-RPC message.", None))
    } else {
        (None, ErrorData::parse_error("This is no JSON.", None))
    }
}

/// What to say of a request whose parameters are not those of its method, and to which request.
///
/// The SDK reads such a request as another one: a list whose cursor is no text begins again (G25), and a read without
/// a URI is a method that nobody knows.
pub(crate) fn misread(bytes: &[u8]) -> Option<(RequestId, ErrorData)> {
    #[derive(Deserialize)]
    struct Raw<'a> {
        id: RequestId,
        method: String,
        #[serde(borrow)]
        params: Option<&'a RawValue>,
    }
    #[derive(Deserialize)]
    struct Page {
        #[serde(rename = "cursor")]
        _cursor: Option<String>,
    }
    let Raw { id, method, params } = serde_json::from_slice(bytes).ok()?;
    let refusal = match method.as_str() {
        "resources/list" | "resources/templates/list" | "prompts/list" | "tools/list" => {
            let page = params.is_none_or(|params| is::<Page>(params) && params.get().starts_with('{'));
            (!page).then_some("The cursor is not valid.")
        }
        "resources/read" => wrong::<ReadResourceRequestParams>(params),
        // There is no such method any more, whatever its parameters.
        "resources/subscribe" | "resources/unsubscribe" if is_modern(params) => None,
        "resources/subscribe" => wrong::<SubscribeRequestParams>(params),
        "resources/unsubscribe" => wrong::<UnsubscribeRequestParams>(params),
        "completion/complete" => wrong::<CompleteRequestParams>(params),
        _ => None,
    };
    Some((id, ErrorData::invalid_params(refusal?, None)))
}

fn wrong<T: DeserializeOwned>(params: Option<&RawValue>) -> Option<&'static str> {
    let sound = params.is_some_and(|params| is::<T>(params) && params.get().starts_with('{'));
    (!sound).then_some("The parameters are not those of the method.")
}

/// Whether the request says that it is of 2026-07-28 or later.
fn is_modern(params: Option<&RawValue>) -> bool {
    #[derive(Deserialize)]
    struct Described {
        #[serde(rename = "_meta")]
        meta: RequestMetaObject,
    }
    let described = params.and_then(|params| serde_json::from_str::<Described>(params.get()).ok());
    let version = described.and_then(|described| described.meta.protocol_version());
    version.is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}

fn is<T: DeserializeOwned>(params: &RawValue) -> bool {
    serde_json::from_str::<T>(params.get()).is_ok()
}
