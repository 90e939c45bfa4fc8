//! What is told to who sends something that is no message.

use rmcp::model::{ErrorData, RequestId};
use serde::Deserialize;

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
