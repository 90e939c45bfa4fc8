//! Fixture processes, and where the clients are.

use std::{
    collections::BTreeMap,
    env,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::PathBuf,
    process::{Child, ChildStderr, Command, Stdio},
};

/// Keys that several fixtures share.
pub(crate) const KEYS: &str = "00112233445566778899aabbccddeeff0123456789abcdef0123456789abcdef";

/// The program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_wayleave-wire-fixture");

/// How a fixture differs from the plain one, in its environment.
pub(crate) type Setting = BTreeMap<&'static str, String>;

/// The settings that a client is shown, by the names that its checks call them.
pub(crate) fn settings() -> BTreeMap<&'static str, Setting> {
    let keys = || Setting::from([("FIXTURE_PAGE_KEYS", KEYS.to_owned())]);
    let and = |name, value: &str| {
        let mut setting = keys();
        setting.insert(name, value.to_owned());
        setting
    };
    BTreeMap::from([
        ("stranger", keys()),
        ("twin", keys()),
        // A token lasts ten minutes.
        ("past", and("FIXTURE_SECONDS_BEHIND", "601")),
        ("other", and("FIXTURE_EDITION", "second")),
        ("foreign", Setting::new()),
    ])
}

/// An HTTP server in its own process, which ends with this value.
pub(crate) struct Fixture {
    child: Child,
    address: SocketAddr,
    /// Kept open: the process may still have something to say.
    _stderr: BufReader<ChildStderr>,
}

impl Fixture {
    /// Starts the fixture on a free port.
    pub(crate) fn start(setting: &Setting, flags: &[&str]) -> Self {
        let mut child = Command::new(PROGRAM)
            .args(["--http", "127.0.0.1:0"])
            .args(flags)
            .envs(setting)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the fixture starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut line = String::new();
        stderr.read_line(&mut line).expect("a first line");
        let address = line.trim().strip_prefix("listening on ").and_then(|address| address.parse().ok());
        let address = address.unwrap_or_else(|| panic!("the fixture said {line:?}"));
        Self { child, address, _stderr: stderr }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        // It is gone already, or goes now.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The folder that `run.sh` has filled, if the environment names one; else the test is left out, aloud.
pub(crate) fn clients() -> Option<PathBuf> {
    let folder = env::var_os("WAYLEAVE_WIRE").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("left out: tests/wire/run.sh installs the clients and runs this too");
    }
    folder.map(|folder| folder.canonicalize().expect("WAYLEAVE_WIRE is a folder with the clients"))
}
