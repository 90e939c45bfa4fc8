//! One client over a pair of streams.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf, duplex, split},
    task::JoinHandle,
    time::timeout,
};
use wayleave_server::{ServeError, Server, Shutdown};

use crate::{
    served,
    slow::{SLOW, Slow},
    wire::MODERN,
};

struct Client {
    output: WriteHalf<DuplexStream>,
    input: BufReader<ReadHalf<DuplexStream>>,
    shutdown: Shutdown,
    server: JoinHandle<Result<(), ServeError>>,
}

impl Client {
    fn new<H: rmcp::ServerHandler + Send + 'static>(server: Server<H>) -> Self {
        Self::with(1 << 20, server)
    }

    /// A client whose streams hold `bytes` that are not read yet.
    fn with<H: rmcp::ServerHandler + Send + 'static>(bytes: usize, server: Server<H>) -> Self {
        let shutdown = Shutdown::new();
        let (ours, theirs) = duplex(bytes);
        let (input, output) = split(theirs);
        let server = tokio::spawn(server.shutdown(&shutdown).streams(input, output));
        let (input, output) = split(ours);
        Self { output, input: BufReader::new(input), shutdown, server }
    }

    async fn write(&mut self, line: impl AsRef<[u8]>) {
        self.output.write_all(line.as_ref()).await.unwrap();
        self.output.write_all(b"\n").await.unwrap();
    }

    async fn call(&mut self, id: u64, method: &str, params: Value) {
        self.write(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string())
            .await;
    }

    /// A call of the newest revision, which needs no beginning.
    async fn modern(&mut self, id: u64, method: &str, mut params: Value) {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        self.call(id, method, params).await;
    }

    async fn begin(&mut self) {
        let client = json!({ "name": "test", "version": "1" });
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
        self.call(0, "initialize", params).await;
        assert_eq!(self.answer().await["result"]["protocolVersion"], "2025-11-25");
        self.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    }

    async fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.input.read_line(&mut line).await.unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    /// Ends the input; what is still answered, and how the server ended.
    async fn leave(mut self) -> (Vec<Value>, Result<(), ServeError>) {
        self.output.shutdown().await.unwrap();
        self.rest().await
    }

    async fn rest(mut self) -> (Vec<Value>, Result<(), ServeError>) {
        let ended = timeout(Duration::from_secs(15), self.server).await.expect("the server ends").unwrap();
        let mut rest = Vec::new();
        let mut line = String::new();
        while self.input.read_line(&mut line).await.unwrap() > 0 {
            rest.push(serde_json::from_str(&line).unwrap());
            line.clear();
        }
        (rest, ended)
    }
}

#[tokio::test]
async fn a_client_of_an_older_revision() {
    let mut client = Client::new(served().server());
    client.begin().await;
    client.call(1, "resources/list", json!({})).await;
    assert_eq!(client.answer().await["result"]["resources"].as_array().unwrap().len(), 2);
    client.call(2, "resources/read", json!({ "uri": "hall://h/welcome" })).await;
    assert_eq!(client.answer().await["result"]["contents"][0]["text"], "Welcome.");
    let (rest, ended) = client.leave().await;
    assert_eq!(rest, [Value::Null; 0]);
    ended.unwrap();
}

#[tokio::test]
async fn a_client_of_the_newest_revision() {
    let mut client = Client::new(served().server());
    client.modern(1, "server/discover", json!({})).await;
    assert_eq!(client.answer().await["result"]["instructions"], "Read the welcome first.");
    client.modern(2, "resources/read", json!({ "uri": "hall://h/greet/Anna" })).await;
    assert_eq!(client.answer().await["result"]["contents"][0]["text"], "Hello, Anna.");
    client.leave().await.1.unwrap();
}

#[tokio::test]
async fn a_line_that_is_no_message_is_answered_and_the_server_lives() {
    let mut client = Client::new(served().server().message_limit(200));
    let lines: [(&[u8], i64, Value); 8] = [
        (b"garbage", -32700, Value::Null),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,", -32700, Value::Null),
        (b"\xff\xfe", -32700, Value::Null),
        (b"[]", -32600, Value::Null),
        (b"{}", -32600, Value::Null),
        (b"{\"id\":7,\"jsonrpc\":\"2.0\"}", -32600, json!(7)),
        (&[b'['; 200], -32700, Value::Null),
        (&[b' '; 201], -32600, Value::Null),
    ];
    let refused = |answer: Value| (answer["error"]["code"].as_i64().unwrap(), answer["id"].clone());
    for (line, code, id) in &lines {
        client.write(line).await;
        assert_eq!(refused(client.answer().await), (*code, id.clone()), "{line:?}");
    }
    client.begin().await;
    for (line, code, id) in lines {
        client.write(line).await;
        assert_eq!(refused(client.answer().await), (code, id), "{line:?}");
    }
    client.write("\r").await;
    client.write("").await;
    client.call(1, "ping", json!({})).await;
    assert_eq!(client.answer().await["id"], 1);
    client.leave().await.1.unwrap();
}

#[tokio::test]
async fn what_asks_for_nothing_before_the_beginning_is_passed_over() {
    let mut client = Client::new(served().server());
    client.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    client.write(r#"{"jsonrpc":"2.0","id":9,"result":{}}"#).await;
    client.begin().await;
    client.leave().await.1.unwrap();
}

#[tokio::test]
async fn the_last_line_may_lack_its_end() {
    let mut client = Client::new(served().server());
    client.begin().await;
    client.output.write_all(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await.unwrap();
    let (rest, ended) = client.leave().await;
    assert_eq!((rest.len(), &rest[0]["id"]), (1, &json!(1)));
    ended.unwrap();
}

#[tokio::test]
async fn who_says_nothing_has_done_nothing_wrong() {
    let client = Client::new(served().server());
    client.leave().await.1.unwrap();
    let client = Client::new(served().server());
    client.shutdown.begin();
    client.rest().await.1.unwrap();
}

#[tokio::test]
async fn what_is_under_way_at_the_end_is_answered() {
    for by_input in [true, false] {
        let slow = Slow::default();
        let mut client = Client::new(Server::new(slow.handler()));
        client.begin().await;
        client.call(1, "resources/read", json!({ "uri": SLOW })).await;
        slow.begun.notified().await;
        let ended = if by_input {
            tokio::spawn(client.leave())
        } else {
            client.shutdown.begin();
            tokio::spawn(client.rest())
        };
        tokio::task::yield_now().await;
        slow.go.notify_one();
        let (rest, ended) = ended.await.unwrap();
        assert_eq!(rest[0]["result"]["contents"][0]["text"], "At last.");
        ended.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn what_takes_too_long_is_ended() {
    let slow = Slow::default();
    let mut client = Client::new(Server::new(slow.handler()).grace(Duration::from_secs(5)));
    client.begin().await;
    client.call(1, "resources/read", json!({ "uri": SLOW })).await;
    slow.begun.notified().await;
    let begun = tokio::time::Instant::now();
    let (rest, ended) = client.leave().await;
    assert_eq!((rest.len(), begun.elapsed().as_secs()), (0, 5));
    slow.dropped.notified().await;
    ended.unwrap();
}

#[tokio::test]
async fn a_cancelled_request_is_not_waited_for() {
    let slow = Slow::default();
    let mut client = Client::new(Server::new(slow.handler()));
    client.begin().await;
    client.call(1, "resources/read", json!({ "uri": SLOW })).await;
    slow.begun.notified().await;
    client.write(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    slow.dropped.notified().await;
    let (rest, ended) = client.leave().await;
    assert_eq!(rest.len(), 0);
    ended.unwrap();
}

#[tokio::test]
async fn a_second_word_ends_it_at_once() {
    let slow = Slow::default();
    let mut client = Client::new(Server::new(slow.handler()));
    client.begin().await;
    client.call(1, "resources/read", json!({ "uri": SLOW })).await;
    slow.begun.notified().await;
    client.shutdown.cut();
    assert!(matches!(client.rest().await.1, Err(ServeError::Cut)));
    slow.dropped.notified().await;
}

// G28
#[tokio::test]
async fn who_listens_is_told_of_the_end() {
    let mut client = Client::new(served().server());
    client
        .modern(1, "subscriptions/listen", json!({ "notifications": { "resourcesListChanged": true } }))
        .await;
    let method = client.answer().await["method"].clone();
    assert_eq!(method, "notifications/subscriptions/acknowledged");
    client.shutdown.begin();
    let (rest, ended) = client.rest().await;
    assert_eq!(
        (rest.len(), &rest[0]["id"], &rest[0]["result"]["resultType"]),
        (1, &json!(1), &json!("complete"))
    );
    ended.unwrap();
}

#[tokio::test(start_paused = true)]
async fn who_reads_nothing_does_not_hold_the_end_up() {
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let begin = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params }).to_string();
    // Neither a refusal nor an answer fits into what the streams hold.
    for line in ["garbage", &*begin] {
        let slow = Slow::default();
        let mut client = Client::with(16, Server::new(slow.handler()).grace(Duration::from_secs(5)));
        client.write(line).await;
        client.shutdown.begin();
        let begun = tokio::time::Instant::now();
        client.server.await.unwrap().unwrap();
        assert!(begun.elapsed() <= Duration::from_secs(7), "{line}: {:?}", begun.elapsed());
    }
}

// G25: the SDK would begin the list again, and call a read without a URI an unknown method.
#[tokio::test]
async fn parameters_of_another_kind_are_refused() {
    let mut client = Client::new(served().server());
    client.begin().await;
    let cursors = ["7", "{}", "[]", "true", "1e308"]
        .map(|cursor| ("resources/list", format!("{{\"cursor\":{cursor}}}")));
    let others = [
        ("resources/templates/list", r#"{"cursor":7}"#),
        ("resources/list", r#"{"cursor":"x","cursor":"y"}"#),
        ("resources/list", "[]"),
        ("resources/read", "{}"),
        ("resources/read", r#"{"uri":7}"#),
        ("resources/read", r#"{"uri":"hall://h/welcome","uri":"hall://h/welcome"}"#),
        ("resources/subscribe", r#"{"uri":null}"#),
        ("resources/unsubscribe", "{}"),
        ("completion/complete", r#"{"ref":7}"#),
    ];
    let others = others.map(|(method, params)| (method, params.to_owned()));
    for (method, params) in cursors.into_iter().chain(others) {
        client.write(format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#)).await;
        let answer = client.answer().await;
        assert_eq!(
            (&answer["error"]["code"], &answer["id"]),
            (&json!(-32602), &json!(1)),
            "{method} {params}"
        );
    }
    client.write(r#"{"jsonrpc":"2.0","id":1,"method":"resources/read"}"#).await;
    assert_eq!(client.answer().await["error"]["code"], -32602);
    for params in ["", r#","params":null"#, r#","params":{}"#, r#","params":{"cursor":null}"#] {
        client.write(format!(r#"{{"jsonrpc":"2.0","id":1,"method":"resources/list"{params}}}"#)).await;
        assert!(client.answer().await["result"].is_object(), "{params:?} asks for the first page");
    }
    client.leave().await.1.unwrap();
}

#[tokio::test]
async fn an_id_under_way_is_not_taken_again() {
    let slow = Slow::default();
    let mut client = Client::new(Server::new(slow.handler()));
    client.begin().await;
    client.call(1, "resources/read", json!({ "uri": SLOW })).await;
    slow.begun.notified().await;
    client.call(1, "resources/read", json!({ "uri": "slow://h/fast" })).await;
    assert_eq!(client.answer().await["error"]["code"], -32600);
    slow.go.notify_one();
    assert_eq!(client.answer().await["result"]["contents"][0]["text"], "At last.");
    client.leave().await.1.unwrap();
}
