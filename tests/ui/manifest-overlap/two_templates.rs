wayleave::manifest!(inline r#"
wayleave: 1
server: { name: t, version: 1.0.0 }
policy: open
resources:
  - name: info
    uriTemplate: "asset://t/{id}/info"
    body: { text: Hello }
  - name: admin
    uriTemplate: "asset://t/admin/{x}"
    body: { text: Hello }
"#);

fn main() {}
