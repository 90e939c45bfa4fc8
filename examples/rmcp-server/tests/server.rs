//! The server, driven by the SDK's own client and by plain HTTP.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

use rmcp::{
    RoleClient, ServiceExt,
    model::{
        ArgumentInfo, CallToolRequestParams, CompleteRequestParams, GetPromptRequestParams,
        ReadResourceRequestParams, Reference, ResourceContents,
    },
    service::RunningService,
};
use rmcp_server::{Boats, Server, gateway, http};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

type Client = RunningService<RoleClient, ()>;

fn server() -> Server {
    let boats = Boats::new();
    Server::new(boats.clone(), gateway(boats).unwrap())
}

async fn connect() -> Client {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move { server().serve(theirs).await.unwrap().waiting().await });
    ().serve(ours).await.unwrap()
}

/// The URIs and the texts of what is delivered.
async fn read(client: &Client, uri: &str) -> Vec<(String, String)> {
    let result = client.read_resource(ReadResourceRequestParams::new(uri)).await.unwrap();
    let text = |contents: &ResourceContents| match contents {
        ResourceContents::TextResourceContents { uri, text, .. } => (uri.clone(), text.clone()),
        other => panic!("{other:?}"),
    };
    result.contents.iter().map(text).collect()
}

async fn call(client: &Client, tool: &'static str, arguments: Value) -> String {
    let request = CallToolRequestParams::new(tool).with_arguments(arguments.as_object().unwrap().clone());
    client.call_tool(request).await.unwrap().content[0].as_text().unwrap().text.clone()
}

#[tokio::test]
async fn tools_and_prompts_are_still_there() {
    let client = connect().await;
    let info = client.peer_info().unwrap();
    assert_eq!(info.server_info.as_ref().unwrap().name, "boathouse");
    assert!(info.capabilities.tools.is_some() && info.capabilities.prompts.is_some());
    let tools = client.list_tools(None).await.unwrap().tools;
    let mut names: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
    names.sort_unstable();
    assert_eq!(names, ["bring_back", "take_out"]);
    assert_eq!(client.list_prompts(None).await.unwrap().prompts[0].name, "brief");
    let request = GetPromptRequestParams::new("brief")
        .with_arguments(json!({"boat": "tern"}).as_object().unwrap().clone());
    assert_eq!(client.get_prompt(request).await.unwrap().messages.len(), 1);
}

#[tokio::test]
async fn resources_are_listed_read_and_completed() {
    let client = connect().await;
    let resources = client.list_resources(None).await.unwrap().resources;
    assert_eq!(resources.iter().map(|one| &*one.uri).collect::<Vec<_>>(), ["boathouse://rules"]);
    let templates = client.list_resource_templates(None).await.unwrap().resource_templates;
    let mut templates: Vec<&str> = templates.iter().map(|one| &*one.uri_template).collect();
    templates.sort_unstable();
    assert_eq!(
        templates,
        ["boathouse://boat/{boat}", "boathouse://boat/{boat}/handover", "boathouse://boat/{boat}/log"]
    );
    assert_eq!(read(&client, "boathouse://boat/puffin").await[0].1, "{\"out\":false}");
    let reference = Reference::for_resource("boathouse://boat/{boat}");
    let request = CompleteRequestParams::new(reference, ArgumentInfo::new("boat", "t"));
    assert_eq!(client.complete(request).await.unwrap().completion.values, ["tern"]);
}

#[tokio::test]
async fn a_bundle_is_complete_or_says_what_it_lacks() {
    let client = connect().await;
    let uris = |items: Vec<(String, String)>| items.into_iter().map(|(uri, _)| uri).collect::<Vec<_>>();
    let whole = uris(read(&client, "boathouse://boat/gannet/handover").await);
    assert_eq!(whole, ["boathouse://rules", "boathouse://boat/gannet", "boathouse://boat/gannet/log"]);
    // The tern has no log yet.
    let partial = read(&client, "boathouse://boat/tern/handover").await;
    assert!(partial[0].0.starts_with("mcp-warning://read/"), "{partial:?}");
    assert!(partial[0].1.contains("boathouse://boat/tern/log"), "{partial:?}");
    assert_eq!(uris(partial)[1..], ["boathouse://rules", "boathouse://boat/tern"]);
}

#[tokio::test]
async fn a_tool_changes_what_is_read() {
    let client = connect().await;
    assert_eq!(call(&client, "take_out", json!({"boat": "tern"})).await, "The tern is yours.");
    assert_eq!(call(&client, "take_out", json!({"boat": "tern"})).await, "The tern is out.");
    assert_eq!(read(&client, "boathouse://boat/tern").await[0].1, "{\"out\":true}");
    assert_eq!(
        call(&client, "bring_back", json!({"boat": "tern", "note": "Fine."})).await,
        "The tern is in."
    );
    assert_eq!(read(&client, "boathouse://boat/tern/log").await[0].1, "# The tern's log\n\n- Fine.\n");
}

/// Over HTTP everyone is a visitor, who does not read logs.
#[tokio::test]
async fn a_visitor_over_http_reads_a_part() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(http::serve(server(), listener));
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "boathouse://boat/gannet/handover"}
    })
    .to_string();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nAccept: application/json, text/event-stream\r\nContent-Type: \
         application/json\r\nMCP-Protocol-Version: 2025-11-25\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200 "), "{answer}");
    let message: Value = serde_json::from_str(body).unwrap();
    let contents = message["result"]["contents"].as_array().unwrap();
    let uris: Vec<&str> = contents.iter().map(|item| item["uri"].as_str().unwrap()).collect();
    assert!(uris[0].starts_with("mcp-warning://read/"), "{uris:?}");
    assert_eq!(uris[1..], ["boathouse://rules", "boathouse://boat/gannet"]);
}
