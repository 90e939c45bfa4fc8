//! `wayleave new`: a project that builds and passes its tests, from the files in `project`.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::Args;

use crate::{
    Console, Exit, Stop,
    console::HEAD,
    shown::{escaped, quoted},
};

/// The files of a project: the path in it, and the text with its placeholders.
const FILES: [(&str, &str); 8] = [
    ("Cargo.toml", include_str!("project/Cargo.toml.in")),
    ("README.md", include_str!("project/README.md.in")),
    (".gitignore", include_str!("project/gitignore.in")),
    ("assets.yaml", include_str!("project/assets.yaml.in")),
    ("content/first-steps.md", include_str!("project/first-steps.md.in")),
    ("src/lib.rs", include_str!("project/lib.rs.in")),
    ("src/main.rs", include_str!("project/main.rs.in")),
    ("tests/reads.rs", include_str!("project/reads.rs.in")),
];

/// What the README says of a project whose crates come from the registry.
const UNPUBLISHED: &str = include_str!("project/unpublished.md.in");

/// The file by which a checkout is known.
const MARK: &str = "runtime/bodies/Cargo.toml";

/// How long a name may be; it becomes the name of files.
const MAX_NAME: usize = 64;

/// Begin a project that serves resources
///
/// It builds, and its tests pass: a manifest, some content, and a program that reads it.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The folder of the project; it must be empty, or not there yet
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The name of the package; the default is that of the folder
    #[arg(long)]
    name: Option<String>,
    /// Take the crates from a checkout of Wayleave in this folder, and not from the registry, where they are not yet
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    let name = match named(arguments) {
        Ok(name) => name,
        Err(NoName { name, why }) => {
            console.error(&format!("{} cannot be the name of a package: {why}", quoted(&name)))?;
            console.note("help", "choose one with `--name`, such as `staff-handbook`")?;
            return Ok(Exit::Trouble);
        }
    };
    let checkout = arguments.path.as_deref();
    if let Some(checkout) = checkout.filter(|checkout| !is_checkout(checkout)) {
        let shown = checkout.display();
        console.error(&format!("{shown} is no checkout of Wayleave: it has no file `{MARK}`"))?;
        console.note("help", "name the folder that holds `runtime`")?;
        return Ok(Exit::Trouble);
    }
    let (Some(core), Some(bodies)) = (dependency("core", checkout), dependency("bodies", checkout)) else {
        console.error("the folder of `--path` is no text that a manifest can hold")?;
        return Ok(Exit::Trouble);
    };
    let values = [
        ("%NAME%", &*name),
        ("%CRATE%", &*name.replace('-', "_")),
        ("%RUST_VERSION%", env!("CARGO_PKG_RUST_VERSION")),
        ("%WAYLEAVE%", &*core),
        ("%BODIES%", &*bodies),
        ("%UNPUBLISHED%", if checkout.is_none() { UNPUBLISHED } else { "" }),
    ];
    let folder = &arguments.folder;
    if let Err(error) = empty(folder).and_then(|()| write(folder, &values)) {
        console.error(&format!("{} cannot be made: {error}", folder.display()))?;
        return Ok(Exit::Trouble);
    }
    let shown = folder.display().to_string();
    let out = &mut console.out;
    let (head, shown) = (out.paint(HEAD, escaped(&shown)), escaped(&shown));
    if checkout.is_some() {
        writeln!(out, "{head}: made. To try it: cd {shown} && cargo test")?;
        return Ok(Exit::Success);
    }
    writeln!(out, "{head}: made")?;
    out.flush()?;
    let unpublished = "the crates of Wayleave are not published yet, so the project does not build as it is";
    console.note("note", unpublished)?;
    let readme = folder.join("README.md").display().to_string();
    let help = format!(
        "{readme} says how its Cargo.toml names a checkout of the repository; `wayleave new DIR --path CHECKOUT` makes \
         a project that does so from the start"
    );
    console.note("help", &help)?;
    Ok(Exit::Success)
}

/// A name that no package can have.
struct NoName {
    name: String,
    why: &'static str,
}

/// The name that is asked for, or else that of the folder.
fn named(arguments: &Arguments) -> Result<String, NoName> {
    let name = match &arguments.name {
        Some(name) => name.clone(),
        None => {
            let folder = std::path::absolute(&arguments.folder).unwrap_or_else(|_| arguments.folder.clone());
            folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
        }
    };
    match unfit(&name) {
        None => Ok(name),
        Some(why) => Err(NoName { name, why }),
    }
}

/// Why Cargo or the compiler would refuse a package of that name.
fn unfit(name: &str) -> Option<&'static str> {
    // Keywords; crates that are always there; the project's own dependencies; folders of Cargo beside a program.
    const TAKEN: &str = "abstract alloc as async await become box break build const continue core crate deps do dyn \
        else enum examples extern false final fn for gen if impl in incremental let loop macro match mod move mut \
        override priv proc_macro pub ref return self static std struct super test tokio trait true try type \
        typeof unsafe unsized use virtual wayleave wayleave_bodies where while yield";
    let good = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_');
    if !name.starts_with(|first: char| first.is_ascii_lowercase()) || !name.bytes().all(good) {
        return Some("it is made of small letters, digits, `-` and `_`, and begins with a letter");
    }
    if name.len() > MAX_NAME {
        return Some("it is longer than 64 characters");
    }
    let name = name.replace('-', "_");
    TAKEN
        .split_whitespace()
        .any(|taken| taken == name)
        .then_some("it has a meaning of its own in Rust or here")
}

/// Whether the folder holds the crates that a project depends on.
fn is_checkout(folder: &Path) -> bool {
    folder.join(MARK).is_file()
}

/// What the project says of its dependency on the crate in this folder of `runtime`; `None` where the path is no
/// text.
fn dependency(part: &str, checkout: Option<&Path>) -> Option<String> {
    let Some(checkout) = checkout else {
        let mut parts = env!("CARGO_PKG_VERSION").split('.');
        return Some(format!("\"={}.{}\"", parts.next()?, parts.next()?));
    };
    let path = std::path::absolute(checkout).ok()?.join("runtime").join(part);
    // A string of JSON is one of TOML.
    Some(format!("{{ path = {} }}", serde_json::to_string(path.to_str()?).ok()?))
}

/// Refuses a folder that holds anything.
fn empty(folder: &Path) -> io::Result<()> {
    match fs::read_dir(folder).map(|mut entries| entries.next()) {
        Ok(None) => Ok(()),
        Ok(Some(_)) => Err(io::Error::other("the folder is not empty")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

fn write(folder: &Path, values: &[(&str, &str)]) -> io::Result<()> {
    for (name, template) in FILES {
        let text = values
            .iter()
            .fold(template.to_owned(), |text, (placeholder, value)| text.replace(placeholder, value));
        let path = folder.join(name);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        File::create_new(&path)?.write_all(text.as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_checked() {
        for name in ["staff-handbook", "a", "a_1", "notes2"] {
            assert_eq!(unfit(name), None, "{name}");
        }
        let long = "x".repeat(65);
        for name in
            ["", "A", "1a", "-a", "a b", "a.b", "é", "fn", "proc-macro", "wayleave-bodies", "test", &long]
        {
            assert!(unfit(name).is_some(), "{name}");
        }
    }

    #[test]
    fn dependencies() {
        assert_eq!(dependency("core", None).unwrap(), "\"=0.1\"");
        let path = dependency("bodies", Some(Path::new("/a \"b\""))).unwrap();
        assert_eq!(path, "{ path = \"/a \\\"b\\\"/runtime/bodies\" }");
    }
}
