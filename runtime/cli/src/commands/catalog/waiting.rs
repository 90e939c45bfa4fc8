//! What a server is waited for, said while it says nothing: on a terminal by a line that is drawn over, elsewhere once.

use std::{
    fmt,
    io::{self, Write as _},
    pin::pin,
    time::Duration,
};

use tokio::{
    sync::mpsc::UnboundedReceiver,
    time::{Instant, sleep_until},
};
use wayleave::catalog::Family;
use wayleave_rmcp::client::Step;

use super::server::{Patience, Server};
use crate::Console;

/// The time between two drawings, at least.
const BETWEEN: Duration = Duration::from_millis(50);
/// The silence that a terminal is told of, and then each time that it has lasted so much longer.
const SILENCE: Duration = Duration::from_secs(1);
/// The silence that is told of elsewhere.
const LONG_SILENCE: Duration = Duration::from_secs(10);

/// What whoever asks a server does next.
#[derive(Clone, Copy, Debug)]
pub(super) enum News {
    Step(Step),
    /// A page is asked for: the first one of its family, or the next.
    Page {
        family: Family,
        first: bool,
    },
}

/// What a server has to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Discover,
    Initialize,
    Page { family: Family, number: usize },
}

impl Question {
    /// The page that the catalog counts from 0.
    pub(super) fn page(family: Family, index: usize) -> Self {
        Self::Page { family, number: index.saturating_add(1) }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discover => f.write_str("handshake: `server/discover`"),
            Self::Initialize => f.write_str("handshake: `initialize`"),
            Self::Page { family, number } => write!(f, "{family}: page {number}"),
        }
    }
}

/// Who waits, and says so.
pub(super) struct Waiting<'a, 'c> {
    console: &'a mut Console<'c>,
    server: &'a Server,
    patience: Patience,
    began: Instant,
    /// What was asked last, since when, and until when it may take.
    asked: Option<(Question, Instant, Instant)>,
    drawn: Option<Instant>,
    /// Whether a long silence has been told of.
    told: bool,
}

impl<'a, 'c> Waiting<'a, 'c> {
    pub(super) fn new(server: &'a Server, console: &'a mut Console<'c>) -> Self {
        let (patience, began) = (server.patience(), Instant::now());
        Self { console, server, patience, began, asked: None, drawn: None, told: false }
    }

    /// What was asked last.
    pub(super) fn asked(&self) -> Option<Question> {
        self.asked.map(|(question, ..)| question)
    }

    /// Waits for the outcome of what sends these news.
    pub(super) async fn outcome<F: Future>(
        &mut self,
        asking: F,
        mut news: UnboundedReceiver<News>,
    ) -> io::Result<F::Output> {
        let mut asking = pin!(asking);
        let outcome = loop {
            let next = self.next();
            tokio::select! {
                biased;
                outcome = &mut asking => break outcome,
                Some(news) = news.recv() => self.hear(news)?,
                () = at(next) => self.tell()?,
            }
        };
        while let Ok(news) = news.try_recv() {
            self.hear(news)?;
        }
        self.clear()?;
        Ok(outcome)
    }

    /// When there is something to say, unless there are news before.
    fn next(&self) -> Option<Instant> {
        let (_, since, _) = self.asked?;
        if self.console.err.is_terminal() {
            Some(self.drawn.map_or(since, |drawn| drawn.max(since)) + SILENCE)
        } else {
            (!self.told).then_some(since + LONG_SILENCE)
        }
    }

    fn hear(&mut self, news: News) -> io::Result<()> {
        let now = Instant::now();
        match news {
            News::Step(Step::Discover) => self.ask(Question::Discover, later(now, self.patience.probe)),
            News::Step(Step::Initialize) => {
                self.ask(Question::Initialize, later(self.began, self.patience.handshake));
            }
            News::Step(Step::Unanswered) => {
                let silence = Seconds(self.patience.probe);
                self.fall_back(&format!("no answer to `server/discover` for {silence}"), "is ")?;
            }
            News::Step(Step::Restarted) => self.fall_back("the program has ended", "is started again, ")?,
            News::Step(_) => {}
            News::Page { family, first } => {
                let number = match self.asked {
                    Some((Question::Page { family: before, number }, ..)) if !first && before == family => {
                        number + 1
                    }
                    _ => 1,
                };
                self.ask(Question::Page { family, number }, later(now, self.patience.page));
                // Short lists are over before anyone would read it.
                if number > 1
                    && self.console.err.is_terminal()
                    && self.drawn.is_none_or(|drawn| drawn.elapsed() >= BETWEEN)
                {
                    self.draw()?;
                }
            }
        }
        Ok(())
    }

    fn ask(&mut self, question: Question, until: Instant) {
        self.asked = Some((question, Instant::now(), until.min(later(self.began, self.patience.all))));
    }

    /// Says why the server is taken for an older one, and what that means for it.
    fn fall_back(&mut self, why: &str, again: &str) -> io::Result<()> {
        self.clear()?;
        self.told = true;
        let end = later(self.began, self.patience.handshake);
        let left = Seconds(end.saturating_duration_since(Instant::now()));
        let older = "so the server is taken for an older one";
        let asked = format!("it {again}asked `initialize`, and has {left} for that");
        self.console.note("note", &format!("handshake: {why}, {older}: {asked}"))?;
        self.console.note("help", &format!("{} asks that at once", self.server.flag("--opening initialize")))
    }

    /// Says that there is no answer yet.
    fn tell(&mut self) -> io::Result<()> {
        if self.console.err.is_terminal() {
            return self.draw();
        }
        self.told = true;
        let Some((question, since, until)) = self.asked else { return Ok(()) };
        let left = Seconds(until.saturating_duration_since(Instant::now()));
        let message = format!("{question}: no answer for {}; it has {left} more", Seconds(since.elapsed()));
        self.console.note("note", &message)
    }

    fn draw(&mut self) -> io::Result<()> {
        let Some((question, since, until)) = self.asked else { return Ok(()) };
        let err = &mut self.console.err;
        write!(err, "\r\u{1b}[2K{question} …")?;
        let silence = since.elapsed();
        if silence >= SILENCE {
            write!(err, " no answer for {}, of at most {}", Seconds(silence), Seconds(until - since))?;
        }
        self.drawn = Some(Instant::now());
        err.flush()
    }

    /// Leaves a terminal without a half line on it.
    fn clear(&mut self) -> io::Result<()> {
        match self.drawn.take() {
            Some(_) => write!(self.console.err, "\r\u{1b}[2K"),
            None => Ok(()),
        }
    }
}

/// So much later. What a clock cannot hold is as good as never.
fn later(from: Instant, by: Duration) -> Instant {
    const YEARS: Duration = Duration::from_secs(30 * 365 * 24 * 60 * 60);
    from.checked_add(by).unwrap_or_else(|| from + YEARS)
}

/// Completes at a time, or never.
async fn at(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => std::future::pending().await,
    }
}

/// A time in seconds, or in milliseconds where it is shorter than one.
pub(super) struct Seconds(pub(super) Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_millis() {
            millis @ ..1000 => write!(f, "{millis} ms"),
            millis => write!(f, "{} s", (millis + 500) / 1000),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use tokio::{sync::mpsc::unbounded_channel, time::sleep};

    use super::*;
    use crate::Stream;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        server: Server,
    }

    const PAGE: News = News::Page { family: Family::Tools, first: true };
    const NEXT: News = News::Page { family: Family::Tools, first: false };

    /// What is said where these news come after so many seconds, and the end after as many as the last has.
    async fn said(terminal: bool, args: &[&str], news: &[(u64, Option<News>)]) -> String {
        let server = Line::parse_from(["line"].iter().chain(args)).server;
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let stream = if terminal { Stream::terminal(&mut err) } else { Stream::plain(&mut err) };
        let mut console = Console::new(Stream::plain(&mut out), stream);
        let (tell, told) = unbounded_channel();
        let asking = async {
            let began = Instant::now();
            for (seconds, news) in news {
                sleep((began + Duration::from_secs(*seconds)).saturating_duration_since(Instant::now()))
                    .await;
                news.iter().for_each(|news| tell.send(*news).unwrap());
            }
        };
        Waiting::new(&server, &mut console).outcome(asking, told).await.unwrap();
        drop(console);
        String::from_utf8(err).unwrap()
    }

    const URL: [&str; 2] = ["--url", "http://localhost/mcp"];

    #[tokio::test(start_paused = true)]
    async fn a_pipe_is_told_once() {
        let discover = (0, Some(News::Step(Step::Discover)));
        let slow = [discover, (1, Some(PAGE)), (10, Some(NEXT)), (19, None)];
        assert_eq!(said(false, &URL, &slow).await, "");
        let silent = [discover, (1, Some(PAGE)), (2, Some(NEXT)), (29, Some(NEXT)), (58, None)];
        let note = "  note: tools: page 2: no answer for 10 s; it has 50 s more\n";
        assert_eq!(said(false, &URL, &silent).await, note);
        let endless =
            [&URL[..], &["--timeout", "5000000000000000h", "--answer-timeout", "5000000000000000h"]].concat();
        assert!(said(false, &endless, &[discover, (11, None)]).await.contains("no answer for 10 s"));
        // Nothing takes longer than everything.
        let args = [&URL[..], &["--timeout", "15s"]].concat();
        let note = "  note: tools: page 1: no answer for 10 s; it has 4 s more\n";
        assert_eq!(said(false, &args, &[discover, (1, Some(PAGE)), (15, None)]).await, note);
    }

    #[tokio::test(start_paused = true)]
    async fn a_terminal_is_told_each_second() {
        let news = [(0, Some(News::Step(Step::Initialize))), (3, Some(PAGE)), (5, None)];
        let said = said(true, &URL, &news).await;
        let lines: Vec<_> = said.split("\r\u{1b}[2K").collect();
        assert_eq!(lines.len(), 5, "{lines:?}");
        assert_eq!(lines[1], "handshake: `initialize` … no answer for 1 s, of at most 60 s");
        assert_eq!(lines[2], "handshake: `initialize` … no answer for 2 s, of at most 60 s");
        assert_eq!(lines[3], "tools: page 1 … no answer for 1 s, of at most 60 s");
        assert_eq!((lines[0], lines[4]), ("", ""));
    }

    #[tokio::test(start_paused = true)]
    async fn a_lost_probe_is_told_with_the_way_round() {
        let news = [
            (0, Some(News::Step(Step::Discover))),
            (10, Some(News::Step(Step::Unanswered))),
            (10, Some(News::Step(Step::Initialize))),
            (30, None),
        ];
        let note = "  note: handshake: no answer to `server/discover` for 10 s, so the server is taken for an older \
                    one: it is asked `initialize`, and has 50 s for that\n";
        let silent = said(false, &URL, &news).await;
        assert_eq!(silent, format!("{note}  help: `--opening initialize` asks that at once\n"));
        let news = [(0, Some(News::Step(Step::Discover))), (1, Some(News::Step(Step::Restarted))), (2, None)];
        let ended = said(false, &["--stdio", "server"], &news).await;
        let note = "  note: handshake: the program has ended, so the server is taken for an older one: it is started \
                    again, asked `initialize`, and has 59 s for that\n";
        let help = "  help: `--opening initialize`, before `--stdio`, asks that at once\n";
        assert_eq!(ended, format!("{note}{help}"));
    }
}
