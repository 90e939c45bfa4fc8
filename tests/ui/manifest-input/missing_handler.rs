wayleave::manifest!(mod assets = inline r#"
wayleave: 1
server: { name: t, version: 1.0.0 }
policy: open
resources:
  - { name: page, uri: "asset://host/page", handler: true }
"#);

struct Reader;

impl assets::Handlers for Reader {
    type Caller = ();
}

fn main() {}
