wayleave::manifest!(inline r#"
wayleave: 1
server: { name: t, versoin: 1.0.0 }
policy: open
resources:
  - name: page
    uri: "asset://host/%zz"
    body: { text: Hello }
  - name: page
    uriTemplate: "asset://{host}/page"
    body: { text: Hello }
  - name: bundle
    uri: asset://host/bundle
    bundle: [asset://host/nothing]
"#);

fn main() {}
