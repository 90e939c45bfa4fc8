//! The server that is asked, as the command line says: a program or an address, with what it is given to let us in.
//!
//! What may be a secret is a [`Secret`]: it goes to the server and nowhere else. It is checked here and not while the
//! command line is parsed, since the parser repeats what it does not understand.

use std::{fmt, time::Duration};

use clap::{Args, ValueEnum};
use wayleave::catalog::{Limits, Tolerance, Tolerances};
use wayleave_rmcp::client::{Client, ClientError, Endpoint, Opening, Options, Program, Secrets};

/// The server to ask
#[derive(Args, Debug)]
#[command(next_help_heading = "Server")]
pub(super) struct Server {
    /// Start this program, with all that follows, and speak to its standard streams
    ///
    /// Everything behind it belongs to the program, up to a lone `;` if there is one. The program inherits no variables but
    /// PATH, HOME and the like, and those that `--env` names. What it writes to its standard error is shown, as it is, with
    /// `--verbose`.
    #[arg(long, value_name = "CMD", num_args = 1.., allow_hyphen_values = true, value_terminator = ";")]
    #[arg(required_unless_present = "url", conflicts_with = "url")]
    stdio: Vec<Secret>,
    /// Speak to the server at this address, over HTTP
    #[arg(long, value_name = "URL")]
    url: Option<Secret>,
    /// Give the program a variable: NAME=VALUE, or NAME for the value that it has here; repeatable
    #[arg(long, value_name = "NAME[=VALUE]", conflicts_with = "url")]
    env: Vec<Secret>,
    /// Send a header with every request; repeatable
    #[arg(long, value_name = "NAME:VALUE", requires = "url")]
    header: Vec<Secret>,
    /// Send a header with the value of a variable; repeatable
    #[arg(long, value_name = "NAME=VARIABLE", requires = "url")]
    header_env: Vec<String>,
    /// Send the value of a variable as a bearer token
    #[arg(long, value_name = "VARIABLE", requires = "url")]
    bearer_env: Option<String>,
    /// Let headers go unencrypted to another machine
    #[arg(long, requires = "url")]
    allow_plain_text: bool,
    /// How to begin: older servers know `initialize` alone
    ///
    /// A server that knows only `initialize` should answer `server/discover` with an error; then it is asked `initialize` at
    /// once. One that says nothing is asked that after 10 s, or a third of a shorter `--answer-timeout`, and a program that
    /// ends is started once more for it.
    #[arg(long, value_enum, value_name = "OPENING", default_value_t)]
    opening: Begin,
    /// How long all of it may take, such as 90s or 5m
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = duration)]
    timeout: Duration,
    /// How long the handshake may take, with the start of the program, and then each page
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    answer_timeout: Duration,
    /// The most tools, prompts, resources and templates, each
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().tools)]
    max_items: usize,
    /// The most pages of each
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().pages)]
    max_pages: usize,
    /// The most bytes of all pages together; a single one may have a quarter of them
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().total_bytes)]
    max_bytes: usize,
    /// Bear with a server that keeps to the specification only nearly; repeatable
    #[arg(long, value_enum, value_name = "DEVIATION")]
    tolerate: Vec<Deviation>,
}

/// The most that a server gets to say whether it knows `server/discover`.
const PROBE: Duration = Duration::from_secs(10);

/// How a connection begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Begin {
    /// By `server/discover`, and by `initialize` where the server does not know that
    #[default]
    Newest,
    /// By `server/discover` (2026-07-28) alone
    Discover,
    /// By `initialize` (2025-11-25 and before) alone
    Initialize,
}

/// How long a server may take, each from its own start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// To say whether it knows `server/discover`.
    pub(super) probe: Duration,
    /// For the whole handshake.
    pub(super) handshake: Duration,
    /// For a page.
    pub(super) page: Duration,
    /// For everything.
    pub(super) all: Duration,
}

/// A deviation that can be borne with (C8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(super) enum Deviation {
    /// Leave out an output schema that is not valid, and keep its tool
    InvalidOutputSchema,
    /// Give models another name for a tool whose own one does not do
    DisplayNameNormalization,
}

/// What may be a secret. It is shown nowhere.
#[derive(Clone)]
pub(super) struct Secret(String);

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Server {
    /// The server's own part of the arguments, checked.
    ///
    /// # Errors
    /// What is wrong with them, without what may be a secret.
    pub(super) fn target(&self, verbose: bool) -> Result<Target, String> {
        match (&self.url, self.stdio.split_first()) {
            (Some(url), _) => self.endpoint(&url.0).map(Target::Endpoint),
            (None, Some((program, args))) => self.program(program, args, verbose).map(Target::Program),
            (None, None) => Err("no server is named: write `--stdio` or `--url`".to_owned()),
        }
    }

    fn program(&self, program: &Secret, args: &[Secret], verbose: bool) -> Result<Program, String> {
        let mut command =
            Program::new(&program.0).args(args.iter().map(|arg| &arg.0)).inherit(Program::COMMON_VARIABLES);
        for variable in &self.env {
            command = match variable.0.split_once('=') {
                Some(("", _)) => return Err("`--env`: there is no name before `=`".to_owned()),
                Some((name, value)) => command.variable(name, value),
                None => command.variable(&variable.0, own_variable("env", &variable.0)?),
            };
        }
        Ok(if verbose { command } else { command.silent() })
    }

    fn endpoint(&self, url: &str) -> Result<Endpoint, String> {
        let mut endpoint = Endpoint::new(url).map_err(|error| error.to_string())?;
        let add = |endpoint: Endpoint, argument: &str, name: &str, value: &str| {
            endpoint.header(name, value).map_err(|error| format!("`--{argument}`: {error}"))
        };
        for header in &self.header {
            let Some((name, value)) = header.0.split_once(':') else {
                return Err("`--header`: there is no `:` between a name and a value".to_owned());
            };
            endpoint = add(endpoint, "header", name.trim(), value.trim())?;
        }
        for header in &self.header_env {
            let Some((name, variable)) = header.split_once('=') else {
                return Err("`--header-env`: there is no `=` between a name and a variable".to_owned());
            };
            let value = own_variable("header-env", variable)?;
            endpoint = add(endpoint, "header-env", name.trim(), &value)?;
        }
        if let Some(variable) = &self.bearer_env {
            let token = own_variable("bearer-env", variable)?;
            endpoint = endpoint.bearer(&token).map_err(|error| format!("`--bearer-env`: {error}"))?;
        }
        Ok(if self.allow_plain_text { endpoint.allow_plain_text() } else { endpoint })
    }

    /// How long it may take. Nothing may take longer than everything.
    pub(super) fn patience(&self) -> Patience {
        let one = self.answer_timeout.min(self.timeout);
        let probe = if self.opening == Begin::Newest { (one / 3).min(PROBE) } else { one };
        Patience { probe, handshake: one, page: one, all: self.timeout }
    }

    /// The flag that ends the wait for an answer first.
    pub(super) fn shortest(&self) -> &'static str {
        if self.answer_timeout < self.timeout { "--answer-timeout" } else { "--timeout" }
    }

    /// A flag of this command that stands among the program's arguments, where it is the program's own.
    pub(super) fn misplaced(&self) -> Option<String> {
        const OTHERS: [&str; 6] = ["accept", "binding", "format", "out", "stdio", "verbose"];
        let command = Self::augment_args(clap::Command::new("catalog"));
        let ours: Vec<&str> = command.get_arguments().filter_map(clap::Arg::get_long).chain(OTHERS).collect();
        let flag = |arg: &Secret| {
            let name = arg.0.strip_prefix("--")?;
            let name = name.split_once('=').map_or(name, |(name, _)| name);
            ours.iter().find(|ours| **ours == name).map(|name| format!("--{name}"))
        };
        self.stdio.iter().skip(1).find_map(flag)
    }

    pub(super) fn is_program(&self) -> bool {
        self.url.is_none()
    }

    /// A flag as advice has it, with where it belongs: what stands behind `--stdio` is the program's own.
    pub(super) fn flag(&self, flag: &str) -> String {
        if self.is_program() { format!("`{flag}`, before `--stdio`,") } else { format!("`{flag}`") }
    }

    pub(super) fn limits(&self) -> Limits {
        Limits {
            pages: self.max_pages,
            tools: self.max_items,
            prompts: self.max_items,
            resources: self.max_items,
            page_bytes: self.page_bytes(),
            total_bytes: self.max_bytes,
            page_timeout: self.patience().page,
            timeout: self.timeout,
        }
    }

    fn page_bytes(&self) -> usize {
        self.max_bytes / 4
    }

    pub(super) fn options(&self) -> Options {
        /// What is around a page in its message.
        const AROUND: usize = 64 * 1024;
        let patience = self.patience();
        Options::new("wayleave", env!("CARGO_PKG_VERSION"))
            .opening(match self.opening {
                Begin::Newest => Opening::Newest,
                Begin::Discover => Opening::Discover,
                Begin::Initialize => Opening::Initialize,
            })
            .probe_timeout(patience.probe)
            // What ends first is what is told: the handshake as a whole, or discovery's wait for a page.
            .call_timeout(patience.all)
            .max_message_bytes(self.page_bytes().saturating_add(AROUND))
    }

    /// What is borne with: what the arguments say, and what a lock file was taken with.
    pub(super) fn tolerances(&self, pinned: impl IntoIterator<Item = Tolerance>) -> Tolerances {
        let mut tolerances = Tolerances {
            invalid_output_schema: self.tolerate.contains(&Deviation::InvalidOutputSchema),
            display_name_normalization: self.tolerate.contains(&Deviation::DisplayNameNormalization),
        };
        for tolerance in pinned {
            match tolerance {
                Tolerance::InvalidOutputSchema => tolerances.invalid_output_schema = true,
                Tolerance::DisplayNameNormalization => tolerances.display_name_normalization = true,
            }
        }
        tolerances
    }
}

/// The value of a variable of this process.
fn own_variable(argument: &str, name: &str) -> Result<String, String> {
    // A name that is none, such as a value in its place, may be a secret.
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if name.is_empty() || !name.bytes().all(is_name) {
        return Err(format!("`--{argument}`: this is not the name of a variable"));
    }
    match std::env::var(name) {
        Ok(value) => Ok(value),
        Err(std::env::VarError::NotPresent) => Err(format!("`--{argument}`: the variable {name} is not set")),
        Err(std::env::VarError::NotUnicode(_)) => {
            Err(format!("`--{argument}`: the variable {name} is no UTF-8 text"))
        }
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "write a number and `ms`, `s`, `m` or `h`, such as `90s`".to_owned();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at_checked(digits).ok_or_else(wrong)?;
    let number: u64 = number.parse().map_err(|_| wrong())?;
    let duration = match unit {
        "ms" => Some(Duration::from_millis(number)),
        "" | "s" => Some(Duration::from_secs(number)),
        "m" => number.checked_mul(60).map(Duration::from_secs),
        "h" => number.checked_mul(60 * 60).map(Duration::from_secs),
        _ => None,
    };
    duration.filter(|duration| !duration.is_zero()).ok_or_else(wrong)
}

/// Where the server is.
#[derive(Debug)]
pub(super) enum Target {
    Program(Program),
    Endpoint(Endpoint),
}

impl Target {
    /// What it is sent and no text may repeat.
    pub(super) fn secrets(&self) -> Secrets {
        match self {
            Self::Program(_) => Secrets::default(),
            Self::Endpoint(endpoint) => endpoint.secrets(),
        }
    }

    pub(super) async fn connect(self, options: Options) -> Result<Client, ClientError> {
        match self {
            Self::Program(program) => Client::spawn(&program, options).await,
            Self::Endpoint(endpoint) => Client::http(endpoint, options).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for (text, millis) in
            [("1", 1_000), ("90s", 90_000), ("5m", 300_000), ("2h", 7_200_000), ("250ms", 250)]
        {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in
            ["", "s", "0", "0s", "-1", "1d", "1 s", "1.5s", "99999999999999999999", "9223372036854775807h"]
        {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_no_name_is_not_repeated() {
        let said = own_variable("bearer-env", "t0p-s3cret=").unwrap_err();
        assert_eq!(said, "`--bearer-env`: this is not the name of a variable");
        let said = own_variable("bearer-env", "NO_SUCH_VARIABLE_HERE").unwrap_err();
        assert_eq!(said, "`--bearer-env`: the variable NO_SUCH_VARIABLE_HERE is not set");
    }
}
