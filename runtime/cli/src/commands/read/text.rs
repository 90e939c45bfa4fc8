//! A bundle as text: a single item is nothing but its content; of several, each stands under a line that
//! describes it.

use std::io::{self, Write};

use wayleave::{
    Bundle,
    resource::{Body, Item},
};

use crate::{
    Console,
    console::{HEAD, HELP},
    shown::escaped,
};

pub(super) fn write(bundle: &Bundle, console: &mut Console<'_>) -> io::Result<()> {
    match bundle.items() {
        [item] if !bundle.is_partial() => single(item, console),
        items => items.iter().enumerate().try_for_each(|(index, item)| {
            if index > 0 {
                writeln!(console.out)?;
            }
            one_of_several(item, index + 1, items.len(), console)
        }),
    }
}

fn single(item: &Item, console: &mut Console<'_>) -> io::Result<()> {
    match item.body() {
        Body::Text(text) if console.out.is_terminal() => lines(text, console),
        Body::Bytes(bytes) if console.out.is_terminal() => {
            let (mime_type, size) = (item.mime_type(), bytes.len());
            console
                .note("note", &format!("{mime_type}, {size} bytes, not for a terminal: use `--output DIR`"))
        }
        // Byte for byte, so that `wayleave read … > file` gives the file.
        body => console.out.write_all(body.as_bytes()),
    }
}

fn one_of_several(item: &Item, number: usize, of: usize, console: &mut Console<'_>) -> io::Result<()> {
    let out = &mut console.out;
    let bytes = item.body().as_bytes().len();
    let uri = out.paint(HEAD, item.uri());
    writeln!(out, "[{number}/{of}] {uri} ({}, {bytes} bytes)", escaped(item.mime_type()))?;
    match item.body() {
        Body::Text(text) => lines(text, console),
        Body::Bytes(_) => {
            let note = out.paint(HELP, "binary: use `--output DIR` or `--format json`");
            writeln!(out, "({note})")
        }
    }
}

/// Text that ends in a newline, also where the content does not.
fn lines(text: &str, console: &mut Console<'_>) -> io::Result<()> {
    let out = &mut console.out;
    let shown = out.content(text);
    out.write_all(shown.as_bytes())?;
    if shown.is_empty() || shown.ends_with('\n') { Ok(()) } else { writeln!(out) }
}
