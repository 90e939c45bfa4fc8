//! The way to a server's host, with TLS where this build has it.

use hyper_util::client::legacy::connect::HttpConnector;

use super::Endpoint;
use crate::client::ClientError;

#[cfg(not(feature = "client-tls"))]
pub(super) type Connector = HttpConnector;

#[cfg(feature = "client-tls")]
pub(super) type Connector = hyper_rustls::HttpsConnector<HttpConnector>;

#[cfg(not(feature = "client-tls"))]
#[allow(clippy::unnecessary_wraps, reason = "with TLS it can fail")]
pub(super) fn connector(_: &Endpoint) -> Result<Connector, ClientError> {
    Ok(HttpConnector::new())
}

#[cfg(feature = "client-tls")]
pub(super) fn connector(endpoint: &Endpoint) -> Result<Connector, ClientError> {
    let config = match &endpoint.tls {
        Some(config) => rustls::ClientConfig::clone(config),
        None if endpoint.url.scheme() == Some(&http::uri::Scheme::HTTPS) => {
            with_certificates(machine_roots()?)?
        }
        // It is not going to be used.
        None => with_certificates(rustls::RootCertStore::empty())?,
    };
    let connector = hyper_rustls::HttpsConnectorBuilder::new().with_tls_config(config);
    Ok(connector.https_or_http().enable_http1().build())
}

/// The certificates that this machine trusts.
#[cfg(feature = "client-tls")]
fn machine_roots() -> Result<rustls::RootCertStore, ClientError> {
    let mut found = rustls_native_certs::load_native_certs();
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        return Err(ClientError::Tls(match found.errors.pop() {
            Some(error) => error.into(),
            None => "this machine trusts no certificate".into(),
        }));
    }
    Ok(roots)
}

/// TLS by an implementation that builds without a C compiler.
#[cfg(feature = "client-tls")]
fn with_certificates(roots: rustls::RootCertStore) -> Result<rustls::ClientConfig, ClientError> {
    check_processor()?;
    let provider = std::sync::Arc::new(rustls_graviola::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(|error| ClientError::Tls(error.into()))?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

/// The implementation panics on a processor without these.
#[cfg(all(feature = "client-tls", target_arch = "x86_64"))]
fn check_processor() -> Result<(), ClientError> {
    use std::arch::is_x86_feature_detected as has;
    let all = has!("aes") && has!("pclmulqdq") && has!("bmi1") && has!("bmi2") && has!("adx");
    if all && has!("avx") && has!("avx2") && has!("ssse3") {
        return Ok(());
    }
    Err(ClientError::Tls("the processor lacks instructions that it needs".into()))
}

#[cfg(all(feature = "client-tls", not(target_arch = "x86_64")))]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
fn check_processor() -> Result<(), ClientError> {
    Ok(())
}
