wayleave::manifest!(inline r#"
wayleave: 1
server: { name: t, version: 1.0.0 }
policy: open
resources:
  - name: page
    uriTemplate: asset://host/{who}
    body: { template: 'Hello, {{ who }}.' }
"#);

fn main() {}
