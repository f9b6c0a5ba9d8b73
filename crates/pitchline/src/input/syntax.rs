//! From bytes to a TOML document, or the first reason why it is none.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeTable;

use super::diagnostic::Diagnostic;
use super::reader::MAX_BYTES;

/// A file that is TOML and not empty.
pub(super) struct Document<'s> {
    pub(super) text: &'s str,
    pub(super) table: Spanned<DeTable<'s>>,
    /// The first line that says something: the place of what is missing in the file as a whole.
    pub(super) start: Range<usize>,
}

/// Parses the file. After the first fault of syntax nothing is certain, so there is only one.
pub(super) fn parse(source: &[u8]) -> Result<Document<'_>, Box<Diagnostic>> {
    if source.len() > MAX_BYTES {
        let message = format!(
            "the file has {} bytes; a model file may have {MAX_BYTES}",
            source.len()
        );
        return Err(Box::new(Diagnostic::error("too-large", 0..0, message)));
    }
    let text =
        std::str::from_utf8(source).map_err(|error| not_text(source, error.valid_up_to()))?;
    let table = DeTable::parse(text).map_err(|error| fault(text, &error))?;
    if table.get_ref().is_empty() {
        let message = "there is nothing in the file";
        let help = "`pitchline new` writes a starter model";
        return Err(Box::new(
            Diagnostic::error("empty-file", 0..text.len().min(1), message).help(help),
        ));
    }
    let first = table.get_ref().keys().map(|key| key.span().start).min();
    let start = line_around(text, first.unwrap_or(0));
    Ok(Document { text, table, start })
}

fn not_text(source: &[u8], offset: usize) -> Box<Diagnostic> {
    let message = format!("the file is not UTF-8 text: byte {offset} is no character");
    let is_utf16 = source.starts_with(&[0xff, 0xfe]) || source.starts_with(&[0xfe, 0xff]);
    let help = if is_utf16 {
        "it looks like UTF-16: save it as UTF-8"
    } else {
        "save it as UTF-8; signs such as ° or µ in another encoding are a common cause"
    };
    Box::new(
        Diagnostic::error("not-utf8", offset..offset + 1, message)
            .label("this byte")
            .help(help),
    )
}

fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |n| at + n);
    start..start + text[start..end].trim_end().len()
}

/// The parser's reason in our words where we have better ones.
fn fault(text: &str, error: &toml::de::Error) -> Box<Diagnostic> {
    let span = error.span().unwrap_or(0..0);
    let span = span.start.min(text.len())..span.end.min(text.len());
    let reason = error.message().lines().next().unwrap_or_default();
    let (message, help) = match reason {
        "duplicate key" => (
            "this name stands twice in the same table",
            Some("keep one of the two, or give them different names"),
        ),
        "string values must be quoted" => (
            "a text stands in quotes",
            Some("quantities with a unit are texts too: module = \"3 mm\""),
        ),
        "unexpected key or value" | "unexpected content" => (
            "there is more on this line than one value",
            Some("quantities with a unit stand in quotes: module = \"3 mm\""),
        ),
        "key with no value" => ("a key needs ` = ` and a value", None),
        "missing value" | "missing value for key" => ("a value should follow the `=`", None),
        "unexpected leading zero" => ("a number does not start with 0", None),
        _ if reason.contains("recurs") => ("the file is nested too deeply", None),
        _ => (reason, None),
    };
    let fault = Diagnostic::error("syntax", span, format!("not valid TOML: {message}"));
    Box::new(match help {
        Some(help) => fault.label("here").help(help),
        None => fault.label("here"),
    })
}
