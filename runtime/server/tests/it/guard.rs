//! Hosts and origins.

use wayleave_server::HttpOptions;

use crate::{running, wire::Request};

fn read() -> Request {
    Request::read("hall://h/welcome")
}

#[tokio::test]
async fn a_foreign_host_is_refused() {
    let options = HttpOptions::new().allow_host("mcp.example.com".parse().unwrap());
    let server = running(options).await;
    let port = server.address.port();
    for own in ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:80", "mcp.example.com:443"] {
        assert_eq!(server.send(read().header("host", own)).await.status, 200, "{own}");
    }
    for foreign in ["evil.com", "localhost.evil.com", "127.0.0.2", "example.com", &format!("evil.com:{port}")]
    {
        let answer = server.send(read().header("host", foreign)).await;
        assert_eq!(answer.status, 403, "{foreign}");
        assert!(!answer.text().contains("Welcome"));
    }
    for bad in ["", "a b", "me@localhost", "localhost:x"] {
        assert_eq!(server.send(read().header("host", bad)).await.status, 400, "{bad}");
    }
    assert_eq!(server.send(read().header("host", "localhost").header("host", "evil.com")).await.status, 400);
    let absolute = read().header("host", "localhost").path("http://evil.com/mcp");
    assert_eq!(server.send(absolute).await.status, 403);
}

#[tokio::test]
async fn a_foreign_origin_is_refused() {
    let options = HttpOptions::new().allow_origin("https://app.example.com".parse().unwrap());
    let server = running(options).await;
    let own = format!("http://{}", server.address);
    for origin in [&*own, "https://app.example.com"] {
        let answer = server.send(read().header("origin", origin)).await;
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, Some(origin)));
        assert_eq!(answer.header("vary"), Some("origin"));
    }
    for foreign in ["http://evil.com", "null", "https://app.example.com.evil.com", "http://localhost:1", ""] {
        let answer = server.send(read().header("origin", foreign)).await;
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (403, None), "{foreign}");
    }
    let answer = server.send(read().header("origin", &own).header("origin", "http://evil.com")).await;
    assert_eq!(answer.status, 403);
    assert_eq!(server.send(read()).await.header("access-control-allow-origin"), None);
}

#[tokio::test]
async fn a_browser_may_ask_first() {
    let options = HttpOptions::new().allow_origin("https://app.example.com".parse().unwrap());
    let server = running(options).await;
    let ask = |origin| {
        Request::get("/mcp")
            .method("OPTIONS")
            .header("origin", origin)
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "content-type, mcp-protocol-version")
    };
    let answer = server.send(ask("https://app.example.com")).await;
    assert_eq!(answer.status, 204);
    assert_eq!(answer.header("access-control-allow-origin"), Some("https://app.example.com"));
    assert_eq!(answer.header("access-control-allow-methods"), Some("POST"));
    let headers = answer.header("access-control-allow-headers");
    assert_eq!(headers, Some("content-type, mcp-protocol-version"));
    assert_eq!(server.send(ask("http://evil.com")).await.status, 403);
}

#[tokio::test]
async fn other_paths() {
    let server = running(HttpOptions::new()).await;
    let health = server.send(Request::get("/healthz")).await;
    assert_eq!((health.status, health.text()), (200, "ok\n"));
    // A balancer asks under whatever name it knows.
    assert_eq!(server.send(Request::get("/healthz").header("host", "10.1.2.3")).await.status, 200);
    assert_eq!(server.send(Request::post("").path("/healthz")).await.status, 405);
    for path in ["/", "/mcp/", "/MCP", "/healthz/", "/mcp%2f"] {
        assert_eq!(server.send(Request::get(path)).await.status, 404, "{path}");
    }
    assert_eq!(server.send(Request::get("/").header("host", "evil.com")).await.status, 403);
}
