//! The pages in a real browser, at the widths of a desk and a telephone. Where there is no Chromium the tests say
//! so and pass: `html` looks at the same pages without one.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tempfile::TempDir;
use wayleave_manifest::Manifest;

use crate::{handbook, hostile, pages};

/// What a page is asked once it is laid out: the names that it shows, whether it is wider than the window, which
/// elements leave it, and whether anything ran.
const PROBE: &str = "<script>
function pwned() { document.documentElement.dataset.pwned = 'yes'; }
addEventListener('load', () => {
  const width = document.documentElement.clientWidth;
  const leaving = [...document.querySelectorAll('body *:not(.skip)')]
    .filter(e => e.getBoundingClientRect().right > width + 1)
    .map(e => e.tagName + '.' + e.className);
  const small = [...document.querySelectorAll('main a')].filter(e => e.getBoundingClientRect().width == 0).length;
  parent.postMessage(JSON.stringify({
    width, scroll: document.documentElement.scrollWidth, leaving, small,
    scripts: document.scripts.length,
    handlers: [...document.querySelectorAll('*')].flatMap(e => [...e.attributes])
      .filter(a => a.name.startsWith('on')).length,
    pwned: document.documentElement.dataset.pwned || 'no',
    names: [...document.querySelectorAll('.tree a')].map(e => e.textContent),
  }), '*');
});
</script>";

/// A page in a frame of some width: a browser's window has a least width, a frame has none.
fn framed(width: u32, height: u32, script: &str) -> String {
    format!(
        "<!doctype html><body style=\"margin:0\"><pre id=\"answer\" hidden></pre>{script}\
         <iframe src=\"page.html\" style=\"border:0;width:{width}px;height:{height}px\"></iframe>"
    )
}

fn chromium() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let folders: Vec<_> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let found = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file());
    if found.is_none() {
        eprintln!("skipped: there is no Chromium on this machine");
    }
    found
}

fn run(browser: &Path, folder: &Path, arguments: &[&str]) -> String {
    let profile = TempDir::new().unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--hide-scrollbars", "--virtual-time-budget=10000"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .args(arguments)
        .arg(format!("file://{}", folder.join("frame.html").display()))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What the page answers to the probe, without the policy that would stop scripts: the escaping is to hold alone.
fn probed(browser: &Path, manifest: &Manifest, width: u32) -> serde_json::Value {
    let folder = TempDir::new().unwrap();
    let html = pages(manifest).html;
    let bare: String =
        html.lines().filter(|line| !line.contains("Content-Security-Policy")).collect::<Vec<_>>().join("\n");
    assert_ne!(bare.len() + 1, html.len());
    fs::write(folder.path().join("page.html"), bare.replace("</head>", &format!("{PROBE}</head>"))).unwrap();
    let listen =
        "<script>onmessage = e => { document.getElementById('answer').textContent = e.data; }</script>";
    fs::write(folder.path().join("frame.html"), framed(width, 900, listen)).unwrap();
    let dom = run(browser, folder.path(), &["--dump-dom"]);
    let answer = dom.split_once("<pre id=\"answer\" hidden=\"\">").unwrap().1.split_once("</pre>").unwrap().0;
    let answer = answer.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer:?}"))
}

fn fits(manifest: &Manifest) {
    let Some(browser) = chromium() else { return };
    for width in [1280, 390] {
        let answer = probed(&browser, manifest, width);
        assert_eq!(answer["width"], width);
        assert!(answer["scroll"].as_u64().unwrap() <= u64::from(width), "{answer}");
        assert_eq!(answer["leaving"], serde_json::json!([]), "{answer}");
        assert_eq!(answer["small"], 0, "{answer}");
        // The one script is the probe.
        assert_eq!(
            (&answer["scripts"], &answer["handlers"], &answer["pwned"]),
            (&1.into(), &0.into(), &"no".into())
        );
        let shown: Vec<_> =
            answer["names"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        for entry in &manifest.resources {
            assert!(
                shown.contains(&entry.definition.name()),
                "{:?} is not in {shown:?}",
                entry.definition.name()
            );
        }
    }
}

#[test]
fn the_handbook_fits() {
    fits(&handbook());
}

#[test]
fn hostile_texts_fit_and_run_nothing() {
    fits(&hostile());
}

/// Where `WAYLEAVE_SCREENSHOTS` names a folder, the pictures stay there for a look.
#[test]
fn pictures_can_be_taken() {
    let Some(browser) = chromium() else { return };
    for (name, manifest) in [("handbook", handbook()), ("hostile", hostile())] {
        for (width, height) in [(1280, 2400), (390, 5200)] {
            let folder = TempDir::new().unwrap();
            fs::write(folder.path().join("page.html"), pages(&manifest).html).unwrap();
            fs::write(folder.path().join("frame.html"), framed(width, height, "")).unwrap();
            let size = format!("--window-size={width},{height}");
            run(&browser, folder.path(), &[&size, "--screenshot=picture.png"]);
            let picture = fs::read(folder.path().join("picture.png")).unwrap();
            // A page on which nothing is drawn compresses to a few kilobytes.
            assert!(picture.len() > 40_000, "{name} at {width}: {} bytes", picture.len());
            if let Some(kept) = std::env::var_os("WAYLEAVE_SCREENSHOTS") {
                fs::write(Path::new(&kept).join(format!("{name}-{width}.png")), picture).unwrap();
            }
        }
    }
}
