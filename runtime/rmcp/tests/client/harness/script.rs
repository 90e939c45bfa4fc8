//! A server that is a script: it reads lines and writes whatever a test wants.

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf, duplex, split,
};
use wayleave_rmcp::client::{Client, Options};

/// The capabilities of a server with tools.
pub(crate) const TOOLS: &str = r#"{"tools":{"listChanged":true}}"#;

pub(crate) struct Script {
    read: BufReader<ReadHalf<DuplexStream>>,
    write: WriteHalf<DuplexStream>,
}

/// A client's two streams, and the server at their other end.
pub(crate) fn pair() -> ((ReadHalf<DuplexStream>, WriteHalf<DuplexStream>), Script) {
    let (near, script) = ends();
    (split(near), script)
}

/// A pipe's end, and the server at its other one.
pub(crate) fn ends() -> (DuplexStream, Script) {
    let (near, far) = duplex(1 << 16);
    let (read, write) = split(far);
    (near, Script { read: BufReader::new(read), write })
}

impl Script {
    /// A client of a server of 2026-07-28 with these capabilities, and that server after the handshake.
    pub(crate) async fn modern(capabilities: &str, options: Options) -> (Client, Self) {
        let ((read, write), mut script) = pair();
        let server = async {
            let request = script.expect("server/discover").await;
            let result = format!(
                r#"{{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{capabilities}}}"#
            );
            script.answer(&request, &result).await;
        };
        let (client, ()) = tokio::join!(Client::over(read, write, options), server);
        (client.unwrap(), script)
    }

    /// A client of a server of 2025-11-25 with these capabilities, and that server after the handshake.
    pub(crate) async fn older(capabilities: &str, options: Options) -> (Client, Self) {
        let ((read, write), mut script) = pair();
        let server = async {
            let probe = script.expect("server/discover").await;
            script.refuse(&probe, -32601, "what?").await;
            script.initialize("2025-11-25", capabilities).await;
        };
        let (client, ()) = tokio::join!(Client::over(read, write, options), server);
        (client.unwrap(), script)
    }

    /// Plays the older handshake from the server's side.
    pub(crate) async fn initialize(&mut self, version: &str, capabilities: &str) {
        let request = self.expect("initialize").await;
        let server = r#"{"name":"script","version":"1"}"#;
        let result = format!(
            r#"{{"protocolVersion":"{version}","capabilities":{capabilities},"serverInfo":{server}}}"#
        );
        self.answer(&request, &result).await;
        self.expect("notifications/initialized").await;
    }

    /// The next message of the client's; none when it has hung up.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.read.read_line(&mut line).await.ok().filter(|&length| length > 0)?;
        Some(serde_json::from_str(&line).unwrap())
    }

    /// The next message, which is of this method.
    pub(crate) async fn expect(&mut self, method: &str) -> Value {
        let message = self.next().await.expect("the client has hung up");
        assert_eq!(message["method"], method, "{message}");
        message
    }

    pub(crate) async fn answer(&mut self, request: &Value, result: &str) {
        self.say(&format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, request["id"])).await;
    }

    pub(crate) async fn refuse(&mut self, request: &Value, code: i64, message: &str) {
        self.refuse_with(request, json!({ "code": code, "message": message })).await;
    }

    pub(crate) async fn refuse_with(&mut self, request: &Value, error: Value) {
        self.say(&json!({ "jsonrpc": "2.0", "id": request["id"], "error": error }).to_string()).await;
    }

    /// Writes a line.
    pub(crate) async fn say(&mut self, line: &str) {
        self.write(line.as_bytes()).await.unwrap();
        self.write(b"\n").await.unwrap();
    }

    /// Writes bytes; fails when the client has hung up.
    pub(crate) async fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.write.write_all(bytes).await
    }

    /// Answers every request by the function, from its method and cursor, until the client hangs up; and gives the number
    /// of requests. Notifications are not answered.
    pub(crate) async fn serve(mut self, mut answer: impl FnMut(&str, Option<&str>) -> String) -> usize {
        let mut requests = 0;
        while let Some(request) = self.next().await {
            if request["id"].is_null() {
                continue;
            }
            requests += 1;
            let method = request["method"].as_str().unwrap_or_default();
            let result = answer(method, request["params"]["cursor"].as_str());
            let line = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, request["id"]);
            if self.write(line.as_bytes()).await.is_err() || self.write(b"\n").await.is_err() {
                break;
            }
        }
        requests
    }
}

/// The result of `tools/list` with these items and this next cursor.
pub(crate) fn list_of(items: &[String], next: Option<&str>) -> String {
    let next = next.map(|next| format!(r#","nextCursor":{}"#, Value::from(next))).unwrap_or_default();
    format!(r#"{{"tools":[{}]{next}}}"#, items.join(","))
}
