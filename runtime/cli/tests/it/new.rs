//! `new`: what it makes builds, passes its own tests and has no defects.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use wayleave_cli::Exit;

use crate::{file, wayleave};

/// The folder that this build goes to, so that the project's build finds its dependencies built.
fn target() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    // target/profile/deps/program
    program.ancestors().nth(3).unwrap().to_owned()
}

fn cargo(folder: &Path, arguments: &[&str]) -> Output {
    let own = |name: &OsStr| {
        name.to_str().is_some_and(|name| name.starts_with("CARGO") || name.starts_with("RUST"))
    };
    let kept = ["CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"];
    let mut command = Command::new(env!("CARGO"));
    for (name, _) in
        std::env::vars_os().filter(|(name, _)| own(name) && !kept.iter().any(|kept| name == kept))
    {
        // What this test's own package is told by Cargo must not reach another one.
        command.env_remove(name);
    }
    command.args(arguments).current_dir(folder).env("CARGO_TARGET_DIR", target()).output().unwrap()
}

#[test]
fn a_new_project_passes_its_tests() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("staff-notes");
    let path = project.to_str().unwrap();
    let run = wayleave(["new", path, "--path", file("").to_str().unwrap()]);
    assert_eq!((run.exit, &*run.err), (Exit::Success, ""));

    let manifest = project.join("assets.yaml");
    let check = wayleave(["check", manifest.to_str().unwrap()]);
    assert_eq!(check.exit, Exit::Success, "{}", check.err);

    // With the versions of this build, nothing is asked for on the network.
    fs::copy(file("Cargo.lock"), project.join("Cargo.lock")).unwrap();
    for arguments in
        [&["fmt", "--check"][..], &["test", "--offline"], &["run", "--offline", "--", "assets://guide/tour"]]
    {
        let output = cargo(&project, arguments);
        let text =
            [String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)].concat();
        assert!(output.status.success(), "cargo {arguments:?}: {text}");
        match arguments[0] {
            "test" => assert!(text.contains("test result: ok. 4 passed"), "{text}"),
            "run" => assert!(text.starts_with("# Welcome\n\n# First steps\n"), "{text}"),
            _ => {}
        }
    }

    let output = cargo(&project, &["run", "--offline", "--quiet", "--", "assets://guide/page/gone"]);
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b""[..]), "{err}");
    assert!(err.starts_with("error: the resolver found nothing at the URI\n"), "{err}");

    let readme = fs::read_to_string(project.join("README.md")).unwrap();
    assert!(!readme.contains("CHECKOUT"), "{readme}");
    with_routes_in_rust(&project);
    assert!(cargo(&project, &["fmt", "--check"]).status.success());
    let output = cargo(&project, &["run", "--offline", "--quiet", "--", "assets://count/hello"]);
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!((&*output.stdout, &*err), (&b"5\n"[..], ""));
}

#[test]
fn the_folder_gives_the_name() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("notes_1");
    fs::create_dir(&project).unwrap();
    let run = wayleave(["new", project.to_str().unwrap()]);
    assert_eq!(run.exit, Exit::Success);
    assert!(run.err.contains("not published yet") && run.err.contains("--path CHECKOUT`"), "{}", run.err);
    assert!(!run.text().contains("cargo test"), "{}", run.text());
    let manifest = fs::read_to_string(project.join("Cargo.toml")).unwrap();
    assert!(manifest.contains("name = \"notes_1\"\n"), "{manifest}");
    let version = env!("CARGO_PKG_VERSION").rsplit_once('.').unwrap().0;
    for name in ["wayleave", "wayleave-bodies"] {
        assert!(manifest.contains(&format!("\n{name} = \"={version}\"\n")), "{manifest}");
    }
    let files: Vec<_> = fs::read_dir(&project).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.contains(&project.join(".gitignore")));
    for file in files.into_iter().filter(|path| path.is_file()) {
        let text = fs::read_to_string(&file).unwrap();
        for left in ["%NAME%", "%CRATE%", "%RUST_VERSION%", "%WAYLEAVE%", "%BODIES%", "%UNPUBLISHED%"] {
            assert!(!text.contains(left), "{text}");
        }
    }
}

/// A project that was made without a checkout is given one as its README says.
#[test]
fn a_checkout_can_be_named_later() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("late-notes");
    let run = wayleave(["new", project.to_str().unwrap()]);
    assert_eq!(run.exit, Exit::Success);
    let readme = project.join("README.md");
    assert!(run.err.contains(readme.to_str().unwrap()), "{}", run.err);
    let readme = fs::read_to_string(readme).unwrap();
    let block = readme.split_once("```toml\n").unwrap().1.split_once("```").unwrap().0;
    let block = block.replace("CHECKOUT", file("").canonicalize().unwrap().to_str().unwrap());
    let manifest = fs::read_to_string(project.join("Cargo.toml")).unwrap();
    let manifest = block.lines().fold(manifest, |manifest, line| {
        let begin = line.split_inclusive('=').next().unwrap();
        let old = manifest.lines().find(|old| old.starts_with(begin)).unwrap().to_owned();
        manifest.replace(&old, line)
    });
    fs::write(project.join("Cargo.toml"), manifest).unwrap();
    fs::copy(file("Cargo.lock"), project.join("Cargo.lock")).unwrap();
    let output = cargo(&project, &["check", "--offline"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_path_that_is_no_checkout_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("notes");
    let run = wayleave(["new", project.to_str().unwrap(), "--path", folder.path().to_str().unwrap()]);
    assert_eq!((run.exit, run.text()), (Exit::Trouble, ""));
    assert!(run.err.contains("is no checkout of Wayleave"), "{}", run.err);
    assert!(!project.exists());
}

/// The section of a project's README, followed to the letter.
fn with_routes_in_rust(project: &Path) {
    let readme = fs::read_to_string(project.join("README.md")).unwrap();
    let section = readme.split_once("## Routes in Rust beside the manifest\n").unwrap().1;
    let mut blocks = section.split("```rust\n").skip(1).map(|rest| rest.split_once("```").unwrap().0);
    let (items, builder) = (blocks.next().unwrap(), blocks.next().unwrap());
    let lib = project.join("src/lib.rs");
    let code = fs::read_to_string(&lib).unwrap();
    let before = builder.lines().next().unwrap();
    assert!(code.contains(before), "{code}");
    fs::write(&lib, format!("{}\n{items}", code.replace(before, builder.trim_end()))).unwrap();
}

#[test]
fn nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(".git"), "").unwrap();
    let run = wayleave(["new", folder.path().to_str().unwrap(), "--name", "notes"]);
    assert_eq!(run.exit, Exit::Trouble);
    assert!(run.err.ends_with("the folder is not empty\n"), "{}", run.err);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
