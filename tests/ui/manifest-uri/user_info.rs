wayleave::manifest!(inline r#"
wayleave: 1
server: { name: t, version: 1.0.0 }
policy: open
resources:
  - name: page
    uri: "asset://me@host/page"
    body: { text: Hello }
"#);

fn main() {}
