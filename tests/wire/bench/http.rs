//! Reads of one small resource a second over HTTP: by Wayleave, by the SDK alone, and by `fastmcp` where it is installed.
//!
//! `cargo bench -p wayleave-wire-tests`; `WAYLEAVE_WIRE` is the folder that `run.sh` has filled. The servers
//! are asked in turn, in many short rounds, so that what disturbs one disturbs all. Each round is with new processes, but for
//! `fastmcp`'s, and in the other order: how a run time spreads its work is settled when it starts, and makes more of a difference than what is
//! measured here.

use std::{
    env,
    error::Error,
    fs,
    io::{self, BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    rc::Rc,
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

const TEXT: &str = "This is the content of the static text resource.";
const REVISIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];
/// As many as a server with two cores can be busy with.
const CONNECTIONS: usize = 8;
const ROUNDS: usize = 40;
const ROUND: Duration = Duration::from_millis(500);
const WARM_UP: Duration = Duration::from_millis(150);

fn main() -> Result<(), Box<dyn Error>> {
    let gateway = env!("CARGO_BIN_EXE_wayleave-wire-gateway");
    let ours = || Server::ours(gateway, &[]);
    let hosted = || Server::ours(gateway, &["sdk"]);
    let plain = || Server::ours(env!("CARGO_BIN_EXE_wayleave-wire-plain"), &[]);
    let mut kinds: Vec<(&str, &dyn Fn() -> Started)> =
        vec![("Wayleave", &ours), ("over the SDK", &hosted), ("the SDK alone", &plain)];
    let folder =
        env::var_os("WAYLEAVE_WIRE").map(|folder| PathBuf::from(folder).canonicalize()).transpose()?;
    let python = folder.as_deref().map(Server::fastmcp).transpose()?;
    let fastmcp = || python.clone().ok_or_else(|| "fastmcp is not there".into());
    match &python {
        Some(_) => kinds.push(("fastmcp", &fastmcp)),
        None => println!("WAYLEAVE_WIRE is not set: without fastmcp"),
    }
    for revision in REVISIONS {
        println!("{revision}, {CONNECTIONS} connections");
        let mut rounds: Vec<Vec<Round>> = vec![Vec::new(); kinds.len()];
        for round in 0..ROUNDS {
            let mut turn: Vec<_> = kinds.iter().zip(&mut rounds).collect();
            if round % 2 == 1 {
                turn.reverse();
            }
            for ((_, start), rounds) in turn {
                let server = start()?;
                server.round(revision, WARM_UP)?;
                rounds.push(server.round(revision, ROUND)?);
            }
        }
        let Some((ours, _)) = rounds.split_first() else { continue };
        for ((name, _), theirs) in kinds.iter().zip(&rounds) {
            let ratio = |of: fn(&Round) -> f64| median(ours.iter().zip(theirs).map(|(a, b)| of(a) / of(b)));
            println!(
                "  {:<16} {:>8.0} reads a second (ours: {:.2} times that), {:>6.1} microseconds of CPU a read (ours: {:.2})",
                name,
                median(theirs.iter().map(|round| round.rate)),
                ratio(|round| round.rate),
                median(theirs.iter().map(|round| round.cpu * 1e6)),
                ratio(|round| round.cpu),
            );
        }
    }
    Ok(())
}

/// What one server did in one round.
#[derive(Clone, Copy)]
struct Round {
    /// Reads a second.
    rate: f64,
    /// Seconds of the server's own CPU time a read: the figure that a busy machine disturbs least.
    cpu: f64,
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

type Started = Result<Rc<Server>, Box<dyn Error>>;

struct Server {
    address: SocketAddr,
    child: Child,
}

impl Server {
    /// One that says itself where it listens.
    fn ours(program: &str, more: &[&str]) -> Started {
        let mut child = Command::new(program).arg("127.0.0.1:0").args(more).stderr(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stderr.take().ok_or("no standard error")?).read_line(&mut line)?;
        let address = line.trim().strip_prefix("listening on ").ok_or("no address")?.parse()?;
        Ok(Rc::new(Self { address, child }))
    }

    fn fastmcp(folder: &Path) -> Started {
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("bench/fastmcp_server.py");
        let child = Command::new(folder.join("python/bin/python"))
            .arg(script)
            .arg(address.port().to_string())
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .spawn()?;
        let server = Self { address, child };
        for _ in 0..300 {
            if TcpStream::connect(address).is_ok() {
                return Ok(Rc::new(server));
            }
            thread::sleep(Duration::from_millis(100));
        }
        Err("fastmcp does not listen".into())
    }

    /// Asks over all connections for so long.
    fn round(&self, revision: &str, length: Duration) -> io::Result<Round> {
        let request = request(self.address, revision);
        let cpu = self.cpu();
        let began = Instant::now();
        let threads: Vec<_> = (0..CONNECTIONS)
            .map(|_| {
                let (address, request) = (self.address, request.clone());
                thread::spawn(move || reads(address, &request, began + length))
            })
            .collect();
        let mut done = 0;
        for thread in threads {
            done += thread.join().map_err(|_| io::Error::other("a connection failed"))??;
        }
        let (elapsed, done) = (began.elapsed().as_secs_f64(), f64::from(done));
        Ok(Round { rate: done / elapsed, cpu: (self.cpu() - cpu) / done })
    }

    /// Seconds of CPU time that the server has used; nothing where the system does not say.
    fn cpu(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        // The fields after the name: of these, the twelfth and thirteenth, in hundredths of a second.
        let fields = stat.rsplit_once(") ").map_or("", |(_, fields)| fields);
        fields.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It is gone already, or goes now.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One request, ready to send.
fn request(address: SocketAddr, revision: &str) -> Vec<u8> {
    let mut params = json!({ "uri": "test://static-text" });
    let mut headers = String::new();
    if revision >= "2026-07-28" {
        headers.push_str("Mcp-Method: resources/read\r\nMcp-Name: test://static-text\r\n");
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": revision,
            "io.modelcontextprotocol/clientInfo": { "name": "bench", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        if let Some(params) = params.as_object_mut() {
            params.insert("_meta".into(), meta);
        }
    }
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": params }).to_string();
    format!(
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nAccept: application/json, \
         text/event-stream\r\nMCP-Protocol-Version: {revision}\r\n{headers}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// How many reads one connection makes until then.
fn reads(address: SocketAddr, request: &[u8], end: Instant) -> io::Result<u32> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let mut answers = BufReader::new(stream.try_clone()?);
    let (mut line, mut body, mut done) = (String::new(), Vec::new(), 0);
    while Instant::now() < end {
        stream.write_all(request)?;
        let mut length = 0;
        let mut head = String::new();
        loop {
            line.clear();
            answers.read_line(&mut line)?;
            if line.trim().is_empty() {
                break;
            }
            let value = line.to_ascii_lowercase();
            if let Some(value) = value.strip_prefix("content-length:") {
                length = value.trim().parse().map_err(io::Error::other)?;
            }
            head.push_str(&line);
        }
        body.resize(length, 0);
        answers.read_exact(&mut body)?;
        if !head.starts_with("HTTP/1.1 200")
            || !body.windows(TEXT.len()).any(|window| window == TEXT.as_bytes())
        {
            return Err(io::Error::other(format!("{head}{}", String::from_utf8_lossy(&body))));
        }
        done += 1;
    }
    Ok(done)
}
