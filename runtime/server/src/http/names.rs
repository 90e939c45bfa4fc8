//! Names that requests may come with: hosts and origins.

use std::{error::Error, fmt, net::IpAddr, str::FromStr};

use http::uri::Authority;

/// A host that requests may name in their `Host`: `example.com` with any port, or `example.com:8080` with that one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AllowedHost {
    host: Host,
    port: Option<u16>,
}

/// An origin that requests may come from: `https://app.example.com` with the scheme's own port,
/// `http://localhost:3000` with that one, `http://localhost:*` with any.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AllowedOrigin {
    scheme: Scheme,
    host: Host,
    port: Option<u16>,
}

/// The text is no host or no origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// Not a host such as `example.com`, `example.com:8080` or `[::1]:8080`.
    Host,
    /// Not an origin such as `https://app.example.com`.
    Origin,
}

/// A host's name, compared without case, or its address, compared as one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Host {
    Name(Box<str>),
    Address(IpAddr),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Scheme {
    Http,
    Https,
}

/// The host and the port that a request names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    host: Host,
    port: Option<u16>,
}

/// The origin that a request comes from. One that is no origin of the web (`null`, a file, an extension) is foreign
/// everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    scheme: Scheme,
    host: Host,
    port: u16,
}

impl AllowedHost {
    /// `localhost`, with any port.
    #[must_use]
    pub fn localhost() -> Self {
        Self { host: Host::Name("localhost".into()), port: None }
    }

    /// An address, with any port.
    #[must_use]
    pub fn address(address: IpAddr) -> Self {
        Self { host: Host::Address(address), port: None }
    }

    pub(super) fn allows(&self, named: &Named) -> bool {
        self.host == named.host && self.port.is_none_or(|port| named.port == Some(port))
    }
}

impl AllowedOrigin {
    pub(super) fn allows(&self, origin: &Origin) -> bool {
        (self.scheme, &self.host) == (origin.scheme, &origin.host)
            && self.port.is_none_or(|port| port == origin.port)
    }
}

impl Named {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let authority =
            Authority::from_str(text).ok().filter(|authority| !authority.as_str().contains('@'))?;
        let host = Host::parse(authority.host())?;
        let rest = authority.as_str().get(authority.host().len()..)?;
        let port = match rest.strip_prefix(':') {
            None => None,
            // A number's own reader would take a sign.
            Some(port) if !port.bytes().all(|byte| byte.is_ascii_digit()) => return None,
            Some(port) => Some(port.parse().ok()?),
        };
        Some(Self { host, port })
    }
}

impl Origin {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (scheme, rest) = Scheme::split(text)?;
        let Named { host, port } = Named::parse(rest)?;
        Some(Self { scheme, host, port: port.unwrap_or(scheme.port()) })
    }

    /// Whether the page comes from where the request goes.
    pub(super) fn is_of(&self, named: &Named) -> bool {
        self.host == named.host && self.port == named.port.unwrap_or(self.scheme.port())
    }
}

impl Host {
    fn parse(text: &str) -> Option<Self> {
        let bare = match text.strip_prefix('[') {
            Some(inner) => {
                return inner.strip_suffix(']')?.parse().ok().map(|v6| Self::Address(IpAddr::V6(v6)));
            }
            None => text,
        };
        if let Ok(address) = bare.parse() {
            return Some(Self::Address(IpAddr::V4(address)));
        }
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        let name = !bare.is_empty() && bare.bytes().all(plain);
        name.then(|| Self::Name(bare.to_ascii_lowercase().into()))
    }
}

impl Scheme {
    fn split(text: &str) -> Option<(Self, &str)> {
        let (scheme, rest) = text.split_once("://")?;
        match scheme.to_ascii_lowercase().as_str() {
            "http" => Some((Self::Http, rest)),
            "https" => Some((Self::Https, rest)),
            _ => None,
        }
    }

    fn port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }
}

impl FromStr for AllowedHost {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        // An IPv6 address is written without brackets too, where no port follows.
        if let Ok(address) = text.parse::<IpAddr>() {
            return Ok(Self::address(address));
        }
        let Named { host, port } = Named::parse(text).ok_or(NameError::Host)?;
        Ok(Self { host, port })
    }
}

impl FromStr for AllowedOrigin {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let (scheme, rest) = Scheme::split(text).ok_or(NameError::Origin)?;
        let (rest, any) = rest.strip_suffix(":*").map_or((rest, false), |rest| (rest, true));
        let Named { host, port } = Named::parse(rest).ok_or(NameError::Origin)?;
        match (any, port) {
            (true, Some(_)) => Err(NameError::Origin),
            (true, None) => Ok(Self { scheme, host, port: None }),
            (false, port) => Ok(Self { scheme, host, port: Some(port.unwrap_or(scheme.port())) }),
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Host => "write a host, such as `example.com`, `example.com:8080` or `[::1]:8080`",
            Self::Origin => "write an origin, such as `https://app.example.com` or `http://localhost:*`",
        })
    }
}

impl Error for NameError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn host_allows(allowed: &str, named: &str) -> bool {
        let named = Named::parse(named).unwrap_or_else(|| panic!("{named}"));
        allowed.parse::<AllowedHost>().unwrap().allows(&named)
    }

    fn origin_allows(allowed: &str, origin: &str) -> bool {
        let allowed: AllowedOrigin = allowed.parse().unwrap();
        Origin::parse(origin).is_some_and(|origin| allowed.allows(&origin))
    }

    #[test]
    fn ports_are_digits() {
        for bad in ["localhost:+80", "localhost:", "localhost:-1", "localhost:65536", "[::1]:+80"] {
            assert!(Named::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn hosts() {
        assert!(host_allows("example.com", "Example.COM"));
        assert!(host_allows("example.com", "example.com:99"));
        assert!(host_allows("example.com:8080", "example.com:8080"));
        assert!(!host_allows("example.com:8080", "example.com"));
        assert!(!host_allows("example.com:8080", "example.com:80"));
        for foreign in ["evil.com", "example.com.evil.com", "xexample.com", "sub.example.com", "example.com."]
        {
            assert!(!host_allows("example.com", foreign), "{foreign}");
        }
        assert!(host_allows("::1", "[::1]:80"));
        assert!(host_allows("[::1]", "[0:0:0:0:0:0:0:1]"));
        assert!(!host_allows("127.0.0.1", "127.0.0.2"));
        for bad in ["", ":80", "a b", "a:b", "a:99999", "me@a", "http://a", "a/b", "[::1", "[a]", "*", "ä"] {
            assert_eq!(bad.parse::<AllowedHost>(), Err(NameError::Host), "{bad}");
        }
    }

    #[test]
    fn origins() {
        assert!(origin_allows("https://app.example.com", "https://app.example.com"));
        assert!(origin_allows("https://app.example.com", "https://app.example.com:443"));
        assert!(!origin_allows("https://app.example.com", "https://app.example.com:8443"));
        assert!(!origin_allows("https://app.example.com", "http://app.example.com"));
        assert!(!origin_allows("https://app.example.com", "https://app.example.com.evil.com"));
        assert!(origin_allows("http://localhost:*", "http://localhost:5173"));
        assert!(!origin_allows("http://localhost:5173", "http://localhost"));
        for foreign in
            ["null", "", "file://", "chrome-extension://abc", "https://", "https://a@b", "https://a/b"]
        {
            assert_eq!(Origin::parse(foreign), None, "{foreign}");
        }
        for bad in ["app.example.com", "ftp://a", "https://", "https://a:1:*", "*", "null"] {
            assert_eq!(bad.parse::<AllowedOrigin>(), Err(NameError::Origin), "{bad}");
        }
    }

    #[test]
    fn an_origin_is_of_the_host_that_it_names() {
        let is_of =
            |origin: &str, host: &str| Origin::parse(origin).unwrap().is_of(&Named::parse(host).unwrap());
        assert!(is_of("http://localhost:8080", "localhost:8080"));
        assert!(is_of("https://example.com", "example.com"));
        assert!(is_of("https://example.com", "example.com:443"));
        assert!(!is_of("http://localhost:3000", "localhost:8080"));
        assert!(!is_of("https://evil.com", "example.com"));
    }
}
