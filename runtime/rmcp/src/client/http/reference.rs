//! Where a server wants messages: a URI reference (RFC 3986) to a place at the address that the server was asked at.

use http::{
    Uri,
    uri::{Authority, PathAndQuery, Scheme},
};

use crate::client::ClientError;

/// The most bytes of a reference.
const REFERENCE_BYTES: usize = 4 * 1024;

/// The URI that a server's reference leads to, seen from its own. Scheme, host and port are the server's own in any case,
/// since whoever is sent there gets what the user gave for the server.
///
/// # Errors
/// [`ClientError::OtherOrigin`], and [`ClientError::Malformed`] for what is no reference, or an empty or a long one.
pub(super) fn resolve(base: &Uri, reference: &[u8]) -> Result<Uri, ClientError> {
    let malformed = || ClientError::Malformed;
    if reference.is_empty() || reference.len() > REFERENCE_BYTES {
        return Err(malformed());
    }
    let reference = str::from_utf8(reference).map_err(|_| malformed())?;
    let reference = reference.split('#').next().unwrap_or_default();
    let place = if let Some(network) = reference.strip_prefix("//") {
        let scheme = base.scheme_str().unwrap_or_default();
        at_home(base, &format!("{scheme}://{network}"))?
    } else if has_scheme(reference) {
        at_home(base, reference)?
    } else {
        let (path, query) = match reference.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (reference, None),
        };
        let path = match path {
            "" => base.path().to_owned(),
            rooted if rooted.starts_with('/') => without_dots(rooted),
            beside => {
                let folder = base.path().rfind('/').and_then(|end| base.path().get(..=end));
                without_dots(&format!("{}{beside}", folder.unwrap_or("/")))
            }
        };
        let whole = query.map_or_else(|| path.clone(), |query| format!("{path}?{query}"));
        whole.parse().map_err(|_| malformed())?
    };
    let mut parts = base.clone().into_parts();
    parts.path_and_query = Some(place);
    Uri::from_parts(parts).map_err(|_| malformed())
}

fn has_scheme(reference: &str) -> bool {
    let end = reference.find([':', '/', '?']).filter(|&end| reference.as_bytes().get(end) == Some(&b':'));
    end.is_some()
}

/// What an absolute URI says beside the origin, which must be that of the base.
fn at_home(base: &Uri, absolute: &str) -> Result<PathAndQuery, ClientError> {
    let uri: Uri = absolute.parse().map_err(|_| ClientError::Malformed)?;
    // The parser takes `mailto:me` for a host and its port.
    let (Some(scheme), Some(authority)) = (uri.scheme(), uri.authority()) else {
        return Err(ClientError::Malformed);
    };
    if authority.as_str().contains('@') {
        return Err(ClientError::Malformed);
    }
    let same =
        |home: &Authority| home.host().eq_ignore_ascii_case(authority.host()) && port(base) == port(&uri);
    if Some(scheme) != base.scheme() || !base.authority().is_some_and(same) {
        return Err(ClientError::OtherOrigin);
    }
    Ok(uri.path_and_query().cloned().unwrap_or_else(|| PathAndQuery::from_static("/")))
}

fn port(uri: &Uri) -> u16 {
    let usual = if uri.scheme() == Some(&Scheme::HTTPS) { 443 } else { 80 };
    uri.port_u16().unwrap_or(usual)
}

/// A path that begins with `/`, without `.` and `..` in it.
fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').skip(1).peekable();
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        match segment {
            "." | ".." => {
                if segment == ".." {
                    kept.pop();
                }
                // What stands for a folder ends with a slash.
                if last {
                    kept.push("");
                }
            }
            segment => kept.push(segment),
        }
    }
    format!("/{}", kept.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(base: &str, reference: &str) -> Result<String, ClientError> {
        resolve(&base.parse().unwrap(), reference.as_bytes()).map(|uri| uri.to_string())
    }

    #[test]
    fn a_reference_is_seen_from_the_base() {
        // Most of them are the examples of RFC 3986, 5.4.
        for (reference, expected) in [
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//A:80/g", "http://a/g"),
            ("//a", "http://a/"),
            ("?y", "http://a/b/c/d?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d"),
            ("g#s", "http://a/b/c/g"),
            ("g?y#s", "http://a/b/c/g?y"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
            (";x", "http://a/b/c/;x"),
            (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("g..", "http://a/b/c/g.."),
            ("./g/.", "http://a/b/c/g/"),
            ("g/../h", "http://a/b/c/h"),
            ("g;x=1/../y", "http://a/b/c/y"),
            ("/g:h?i=//j", "http://a/g:h?i=//j"),
            ("HTTP://a:80", "http://a/"),
            ("http://a/g?h", "http://a/g?h"),
            ("/\\b/g", "http://a/\\b/g"),
        ] {
            assert_eq!(resolved("http://a/b/c/d?q", reference).unwrap(), expected, "{reference}");
        }
        assert_eq!(resolved("http://a", "g").unwrap(), "http://a/g");
        assert_eq!(resolved("http://a:8080/sse", "http://A:8080/m").unwrap(), "http://a:8080/m");
    }

    #[test]
    fn another_origin_is_refused() {
        for reference in [
            "http://b/g",
            "//b/g",
            "http://a:81/g",
            "//a:443/g",
            "https://a/g",
            "https://a:80/g",
            "http://a.b/g",
            "ftp://a/g",
            "http://a./",
        ] {
            let outcome = resolved("http://a/b", reference);
            assert!(matches!(outcome, Err(ClientError::OtherOrigin)), "{reference}: {outcome:?}");
        }
        assert!(matches!(resolved("https://a/b", "//a:80/g"), Err(ClientError::OtherOrigin)));
        assert_eq!(resolved("https://a/b", "https://a:443/g").unwrap(), "https://a/g");
    }

    // C3
    #[test]
    fn what_is_no_reference_is_refused() {
        let long = format!("/{}", "x".repeat(REFERENCE_BYTES));
        for reference in
            ["", &long, "/a b", "/a\nb", "http://me@a/g", "//me:pass@a/g", "mailto:me", "http:g", "http://"]
        {
            let outcome = resolved("http://a/b", reference);
            assert!(matches!(outcome, Err(ClientError::Malformed)), "{reference}: {outcome:?}");
        }
        assert!(matches!(resolve(&"http://a/b".parse().unwrap(), b"/\xff"), Err(ClientError::Malformed)));
        assert!(resolved("http://a/b", &long[..REFERENCE_BYTES]).is_ok());
    }
}
