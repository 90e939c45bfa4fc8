wayleave::manifest!(inline r#"
wayleave: 1
server: { name: t, version: 1.0.0 }
policy: open
resources:
  - name: weekly rota
    uri: asset://host/1
    body: { text: Hello }
  - name: weeklyRota
    uri: asset://host/2
    body: { text: Hello }
"#);

fn main() {}
