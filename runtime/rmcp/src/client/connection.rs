//! A connection whose handshake is done, as the lister of discovery (C11).

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use serde_json::json;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::watch,
    time::timeout,
};
use wayleave::catalog::{BindingName, Discovery, Handshake, Lister, Page};

#[cfg(feature = "client-http")]
use super::http::{Channel, Endpoint, HttpLink, Web};
use super::{
    ClientError, Opening, Options, Program,
    handshake::{Opened, open},
    lines,
    link::{Calls, Link},
    message::{Method, Outgoing},
    process::Process,
    share::SharedTransport,
    step::Step,
    stream::FIRST_SHARED_CALL,
};

/// A connection to a server. Clones are the same connection.
///
/// [`close`](Self::close) ends it in good order. Where the last clone is just dropped, a child process is killed, and an
/// older server's HTTP session is left to time out.
#[derive(Clone)]
pub struct Client(Arc<Inner>);

struct Inner {
    link: Link,
    calls: Calls,
    options: Options,
    opened: Opened,
    /// What counts the server's word that a list has changed; none is seen yet.
    changes: watch::Receiver<u64>,
    process: Mutex<Option<Process>>,
}

impl Client {
    /// Starts a program as a server, and shakes hands. One that ends at the first question of the newest revision is
    /// started once more and asked as an older one.
    ///
    /// # Errors
    /// See [`ClientError`]. The process is gone then.
    pub async fn spawn(program: &Program, options: Options) -> Result<Self, ClientError> {
        match Self::start(program, options.clone()).await {
            Err(ClientError::Closed) if options.opening == Opening::Newest => {
                options.steps.tell(Step::Restarted);
                Self::start(program, options.opening(Opening::Initialize)).await
            }
            outcome => outcome,
        }
    }

    async fn start(program: &Program, options: Options) -> Result<Self, ClientError> {
        let (process, stdout, stdin) = program.start()?;
        let (sender, changes) = changes();
        let link = Link::Stream(lines::link(stdout, stdin, options.bounds, sender));
        Self::open(link, options, changes, Some(process)).await
    }

    /// Shakes hands over a pair of byte streams, one message a line.
    ///
    /// # Errors
    /// See [`ClientError`].
    pub async fn over(
        read: impl AsyncRead + Send + Unpin + 'static,
        write: impl AsyncWrite + Send + Unpin + 'static,
        options: Options,
    ) -> Result<Self, ClientError> {
        let (sender, changes) = changes();
        let link = Link::Stream(lines::link(read, write, options.bounds, sender));
        Self::open(link, options, changes, None).await
    }

    /// Shakes hands over streamable HTTP; or over the transport of 2024-11-05, where the server refuses the other with one
    /// of the statuses 400, 404 and 405, and without an error of its own. One that speaks neither is refused as it has
    /// refused the first.
    ///
    /// # Errors
    /// See [`ClientError`].
    #[cfg(feature = "client-http")]
    pub async fn http(endpoint: Endpoint, options: Options) -> Result<Self, ClientError> {
        let web = Web::new(endpoint)?;
        let (sender, changes) = changes();
        let link = HttpLink::new(web.clone(), options.bounds, Arc::clone(&sender));
        let link = Link::Http(Box::new(link));
        let error = match Self::open(link, options.clone(), changes.clone(), None).await {
            Err(error) if Channel::may_explain(&error) => error,
            outcome => return outcome,
        };
        let channel = Channel::open(&web, &options).await?.ok_or(error)?;
        let link = Link::Stream(channel.link(sender, options.call_timeout));
        Self::open(link, options.opening(Opening::Initialize), changes, None).await
    }

    async fn open(
        link: Link,
        options: Options,
        changes: watch::Receiver<u64>,
        process: Option<Process>,
    ) -> Result<Self, ClientError> {
        let calls = Calls::default();
        match open(&link, &calls, &options).await {
            Ok(opened) => {
                let process = Mutex::new(process);
                Ok(Self(Arc::new(Inner { link, calls, options, opened, changes, process })))
            }
            Err(error) => {
                link.close().await;
                drop(link);
                if let Some(process) = process {
                    process.end().await;
                }
                Err(error)
            }
        }
    }

    /// What the handshake settled.
    pub fn handshake(&self) -> &Handshake {
        &self.0.opened.handshake
    }

    /// Discovery of this server for a binding, with the default limits and no tolerance.
    pub fn discovery(&self, binding: &BindingName) -> Discovery {
        Discovery::new(binding.clone(), self.handshake().clone())
    }

    /// Ends the connection for all of its clones: an older server's HTTP session is ended; a child process reads the end
    /// of its input, is helped along by signals where it takes too long, and is reaped.
    pub async fn close(&self) {
        self.0.link.close().await;
        let process = self.0.process.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(process) = process {
            process.end().await;
        }
    }

    /// Lets the SDK's client call tools over the same connection: a transport for its `serve`. So a server over standard
    /// streams is one process for both, and what is called is what was discovered.
    ///
    /// The handshake is done, so the SDK is given what it came to; the server knows of the SDK's client what
    /// [`Options::capabilities`] says. Messages are bounded for it too, and what the server asks for is now its to
    /// answer. The connection goes on when the SDK is done with it.
    ///
    /// There is none over streamable HTTP, where a connection more costs little; none while a call is under way; and none
    /// while another one is in use.
    pub fn share(&self) -> Option<SharedTransport> {
        let link = self.0.link.as_stream()?;
        let incoming = link.share()?;
        self.0.calls.skip_to(FIRST_SHARED_CALL);
        Some(SharedTransport::new(self.clone(), incoming, link.out()))
    }

    pub(super) fn opened(&self) -> &Opened {
        &self.0.opened
    }

    pub(super) fn link(&self) -> &Link {
        &self.0.link
    }

    pub(super) fn is_stateless(&self) -> bool {
        self.0.opened.revision.is_stateless()
    }

    /// Counts the changes since the connection was opened.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.0.changes.clone()
    }

    pub(super) fn next_call(&self) -> u64 {
        self.0.calls.next()
    }

    pub(super) fn message(&self, method: Method, params: serde_json::Value) -> Outgoing {
        Outgoing::new(method, Some(self.0.opened.revision), params, &self.0.options)
    }

    async fn list(&self, method: Method, cursor: Option<&str>) -> Result<Page, ClientError> {
        let params = cursor.map_or_else(|| json!({}), |cursor| json!({ "cursor": cursor }));
        let request = self.message(method, params);
        let call = self.0.link.call(self.next_call(), &request);
        let outcome =
            timeout(self.0.options.call_timeout, call).await.unwrap_or(Err(ClientError::Timeout))?;
        let answer = outcome.map_err(|refusal| self.0.link.refusal(refusal))?;
        Ok(Page::new(answer.complete()?.into_string()))
    }
}

fn changes() -> (Arc<watch::Sender<u64>>, watch::Receiver<u64>) {
    let (sender, receiver) = watch::channel(0);
    (Arc::new(sender), receiver)
}

/// Each page as the server wrote it. Nothing is cached, and nothing walks pages but discovery.
impl Lister for Client {
    type Error = ClientError;

    async fn tools(&self, cursor: Option<&str>) -> Result<Page, ClientError> {
        self.list(Method::ListTools, cursor).await
    }

    async fn prompts(&self, cursor: Option<&str>) -> Result<Page, ClientError> {
        self.list(Method::ListPrompts, cursor).await
    }

    async fn resources(&self, cursor: Option<&str>) -> Result<Page, ClientError> {
        self.list(Method::ListResources, cursor).await
    }

    async fn resource_templates(&self, cursor: Option<&str>) -> Result<Page, ClientError> {
        self.list(Method::ListTemplates, cursor).await
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("handshake", self.handshake()).finish_non_exhaustive()
    }
}
