wayleave::manifest!(inline r#"
wayleave: 1
server: { name: t, version: 1.0.0 }
policy: open
resources:
  - name: info
    uriTemplate: "asset://t/{id}"
    body: { text: Hello }
  - name: more
    uriTemplate: "asset://t/{id}"
    body: { text: Hello }
"#);

fn main() {}
