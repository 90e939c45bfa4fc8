//! Why there is no gateway.

use std::{error::Error, fs};

use wayleave_bodies::{
    BodiesError, gateway,
    manifest::{Body, Serves},
};

use crate::site::{Site, manifest};

/// What a log prints of an error, one below the other: none repeats what the one above has said.
#[test]
fn no_cause_is_said_twice() {
    let site = Site::new(&[]);
    fs::remove_dir(site.path().join("app")).unwrap();
    let store = "  - { name: page, uri: 't://page', body: { store: docs, path: a } }\n";
    let store = site.try_gateway("", store).unwrap_err();

    let text = "  - { name: page, uri: 't://page', body: { text: a } }\n";
    let mut changed = manifest("", text);
    changed.resources[0].serves = Serves::Body(Body::Template("{{ who".into()));
    let template = gateway(&changed, site.path()).unwrap_err();

    let mut changed = manifest("", text);
    changed.limits.max_uri_bytes = 50;
    let build = gateway(&changed, site.path()).unwrap_err();
    assert!(matches!(build, BodiesError::Build(_)), "{build:?}");

    for (error, causes) in [(&store, true), (&template, true), (&build, false)] {
        assert_eq!(error.source().is_some(), causes, "{error}");
        let mut above: &dyn Error = error;
        while let Some(cause) = above.source() {
            assert!(!above.to_string().contains(&cause.to_string()), "{above}: {cause}");
            above = cause;
        }
    }
}
