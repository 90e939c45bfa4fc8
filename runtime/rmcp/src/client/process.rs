//! A server that is a child process, spoken to over its standard streams.

use std::{ffi::OsString, fmt, path::PathBuf, process::Stdio, time::Duration};

use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::ClientError;

/// A program to start as a server.
///
/// It inherits no variable but those that are named, it reads its messages from its standard input, and what it writes
/// to its standard error is passed through unless that is [silenced](Self::silent). Its arguments and the values of its
/// variables may hold secrets, so `Debug` shows neither.
#[derive(Clone)]
#[must_use]
pub struct Program {
    program: OsString,
    args: Vec<OsString>,
    variables: Vec<(OsString, OsString)>,
    directory: Option<PathBuf>,
    silent: bool,
    grace: Duration,
}

impl Program {
    /// The variables that programs commonly need, and that hold no secrets: where programs, the home folder and
    /// temporary files are, and the language.
    pub const COMMON_VARIABLES: [&'static str; 12] = [
        "APPDATA",
        "HOME",
        "LANG",
        "LOCALAPPDATA",
        "LOGNAME",
        "PATH",
        "SHELL",
        "SYSTEMROOT",
        "TEMP",
        "TERM",
        "TMPDIR",
        "USER",
    ];

    /// A program, by its path or by its name in the `PATH` that it is given.
    pub fn new(program: impl Into<OsString>) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            variables: Vec::new(),
            directory: None,
            silent: false,
            grace: Duration::from_secs(2),
        }
    }

    /// Adds an argument.
    pub fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// Adds arguments.
    pub fn args(mut self, args: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// Sets a variable.
    pub fn variable(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// Hands on those of these variables that this process has.
    pub fn inherit(mut self, names: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        for name in names {
            let name = name.into();
            if let Some(value) = std::env::var_os(&name) {
                self.variables.push((name, value));
            }
        }
        self
    }

    /// Sets the folder that it runs in; without, it is that of this process.
    pub fn directory(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directory = Some(directory.into());
        self
    }

    /// Drops what it writes to its standard error.
    pub fn silent(mut self) -> Self {
        self.silent = true;
        self
    }

    /// Sets how long it may take to end once it is asked to: by the end of its input, and again by a signal. Without, 2
    /// seconds.
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// Starts it.
    pub(crate) fn start(&self) -> Result<(Process, ChildStdout, ChildStdin), ClientError> {
        let mut command = Command::new(&self.program);
        command.args(&self.args).env_clear().envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        command.stderr(if self.silent { Stdio::null() } else { Stdio::inherit() });
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        // A group of its own, so that what it starts ends with it.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().map_err(ClientError::Spawn)?;
        let (stdout, stdin) = (child.stdout.take(), child.stdin.take());
        let process = Process { child, grace: self.grace };
        match (stdout, stdin) {
            (Some(stdout), Some(stdin)) => Ok((process, stdout, stdin)),
            _ => Err(ClientError::Closed),
        }
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program")
            .field("program", &self.program)
            .field("args", &self.args.len())
            .field("variables", &self.variables.iter().map(|(name, _)| name).collect::<Vec<_>>())
            .field("directory", &self.directory)
            .finish_non_exhaustive()
    }
}

/// A process that runs. Dropping it kills it, with all that it has started and that is still in its group.
pub(crate) struct Process {
    child: Child,
    grace: Duration,
}

impl Process {
    /// Waits for its end, after the end of its input; helps it along where it takes too long. What it has started and left
    /// behind ends with it.
    pub(crate) async fn end(mut self) {
        if tokio::time::timeout(self.grace, self.ended()).await.is_err() {
            self.signal(Signal::Terminate);
            let _ = tokio::time::timeout(self.grace, self.ended()).await;
        }
        self.signal(Signal::Kill);
        // Nothing survives being killed.
        let _ = self.child.wait().await;
    }

    /// Completes when it has ended. It is not reaped, so that its number is still that of its group and of no other.
    #[cfg(unix)]
    async fn ended(&self) {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        const BETWEEN: Duration = Duration::from_millis(5);
        let looking = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let Some(id) = self.id() else { return };
        while matches!(waitid(WaitId::Pid(id), looking), Ok(None)) {
            tokio::time::sleep(BETWEEN).await;
        }
    }

    #[cfg(not(unix))]
    async fn ended(&mut self) {
        let _ = self.child.wait().await;
    }

    /// Its number. A process that is reaped has none any more; the number may be another's.
    #[cfg(unix)]
    fn id(&self) -> Option<rustix::process::Pid> {
        self.child.id().and_then(|id| i32::try_from(id).ok()).and_then(rustix::process::Pid::from_raw)
    }

    #[cfg(unix)]
    fn signal(&mut self, signal: Signal) {
        use rustix::process::{Signal as Unix, kill_process_group};
        let signal = match signal {
            Signal::Terminate => Unix::TERM,
            Signal::Kill => Unix::KILL,
        };
        if let Some(group) = self.id() {
            let _ = kill_process_group(group, signal);
        }
    }

    #[cfg(not(unix))]
    fn signal(&mut self, signal: Signal) {
        if matches!(signal, Signal::Kill) {
            let _ = self.child.start_kill();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.signal(Signal::Kill);
    }
}

/// How a process is asked to end.
#[derive(Clone, Copy, Debug)]
enum Signal {
    Terminate,
    Kill,
}
