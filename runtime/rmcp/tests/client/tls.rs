//! Servers over HTTPS. Their certificate, for `localhost`, and its authority are in `tls/`, and good for nothing else.

use std::sync::Arc;

use rustls::{
    ClientConfig, RootCertStore, ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use tokio_rustls::TlsAcceptor;
use wayleave_rmcp::client::{Client, ClientError, Endpoint};

use crate::harness::{json, options};

const AUTHORITY: &[u8] = include_bytes!("tls/authority.der");
const CERTIFICATE: &[u8] = include_bytes!("tls/server.der");
const KEY: &[u8] = include_bytes!("tls/server-key.der");

/// A server that answers the newest handshake, once; and its port.
async fn serve() -> u16 {
    let provider = Arc::new(rustls_graviola::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let key = PrivateKeyDer::try_from(KEY).unwrap();
    let config = config.with_no_client_auth().with_single_cert(vec![CertificateDer::from(CERTIFICATE)], key);
    let acceptor = TlsAcceptor::from(Arc::new(config.unwrap()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let Ok(mut stream) = acceptor.accept(stream).await else { return };
        let mut request = vec![0; 4096];
        let length = stream.read(&mut request).await.unwrap();
        assert!(String::from_utf8_lossy(&request[..length]).contains("Bearer t0ken"));
        let result = r#"{"supportedVersions":["2026-07-28"],"capabilities":{}}"#;
        let answer = json("200 OK", "", &format!(r#"{{"id":1,"result":{result}}}"#));
        stream.write_all(&answer).await.unwrap();
    });
    port
}

fn trusting(authority: Option<&'static [u8]>) -> Arc<ClientConfig> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(authority.map(CertificateDer::from));
    let provider = Arc::new(rustls_graviola::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    Arc::new(config.with_root_certificates(roots).with_no_client_auth())
}

async fn connect(host: &str, trust: Option<Arc<ClientConfig>>) -> Result<Client, ClientError> {
    let endpoint = Endpoint::new(&format!("https://{host}:{}/mcp", serve().await)).unwrap();
    let endpoint = endpoint.bearer("t0ken").unwrap();
    let endpoint = match trust {
        Some(trust) => endpoint.tls(trust),
        None => endpoint,
    };
    Client::http(endpoint, options()).await
}

#[tokio::test]
async fn a_trusted_server_is_spoken_to() {
    connect("localhost", Some(trusting(Some(AUTHORITY)))).await.unwrap();
}

#[tokio::test]
async fn one_of_an_unknown_authority_or_of_another_name_is_not() {
    for (host, trust) in [
        ("localhost", Some(trusting(None))),
        ("127.0.0.1", Some(trusting(Some(AUTHORITY)))),
        // What this machine trusts; where that is nothing, there is no TLS at all.
        ("localhost", None),
    ] {
        let error = connect(host, trust).await.unwrap_err();
        assert!(matches!(error, ClientError::Unreachable(_) | ClientError::Tls(_)), "{error:?}");
    }
}
