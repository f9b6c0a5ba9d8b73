//! From bytes to a TOML document, or the first reason why it is none.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeTable;

use super::diagnostic::Diagnostic;
use super::reader::MAX_BYTES;

/// A file that is TOML and not empty.
pub(crate) struct Document<'s> {
    pub(super) text: &'s str,
    pub(crate) table: Spanned<DeTable<'s>>,
    /// The first line that says something: the place of what is missing in the file as a whole.
    pub(super) start: Range<usize>,
}

/// Parses the file. After the first fault of syntax nothing is certain, so there is only one.
pub(crate) fn parse(source: &[u8]) -> Result<Document<'_>, Box<Diagnostic>> {
    if source.len() > MAX_BYTES {
        let message = format!(
            "the file has {} bytes; a model file may have {MAX_BYTES}",
            source.len()
        );
        return Err(Box::new(
            Diagnostic::error("too-large", 0..0, message)
                .help("is it a model file? A typical one has some kilobytes"),
        ));
    }
    let text =
        std::str::from_utf8(source).map_err(|error| not_text(source, error.valid_up_to()))?;
    let table = DeTable::parse(text).map_err(|error| fault(text, error))?;
    if table.get_ref().is_empty() {
        let message = if text
            .trim_matches(['\u{feff}', ' ', '\t', '\r', '\n'])
            .is_empty()
        {
            "there is nothing in the file"
        } else {
            "there is nothing but comments in the file"
        };
        let help = "`pitchline new` writes a model to start from";
        return Err(Box::new(
            Diagnostic::error("empty-file", whole_characters(text, 0..1), message).help(help),
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

/// The span, grown to whole characters of the text and cut to its end: what shows it may rely on that.
fn whole_characters(text: &str, span: Range<usize>) -> Range<usize> {
    let mut start = span.start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = span.end.clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |n| at + n);
    start..start + text[start..end].trim_end().len()
}

/// Files up to this size are parsed again after a fault, to find the first one.
const SEARCHED: usize = 64 * 1024;

/// The fault that stands first in the file: the parser looks at texts last, but an open quote is the cause of what follows.
fn first_fault(text: &str, error: toml::de::Error) -> toml::de::Error {
    if text.len() > SEARCHED {
        return error;
    }
    let (_, all) = DeTable::parse_recoverable(text);
    let start = |error: &toml::de::Error| error.span().map_or(usize::MAX, |span| span.start);
    all.into_iter().min_by_key(start).unwrap_or(error)
}

/// The parser's reason in our words where we have better ones.
fn fault(text: &str, error: toml::de::Error) -> Box<Diagnostic> {
    let error = first_fault(text, error);
    let span = whole_characters(text, error.span().unwrap_or(0..0));
    let written = text.get(span.clone()).unwrap_or_default();
    let reason = error.message().lines().next().unwrap_or_default();
    let short = reason.split(", expected").next().unwrap_or_default();

    let line = &text[line_around(text, span.start)];
    let rest = text[span.start..].lines().next().unwrap_or_default();
    let control = rest.chars().next().filter(|c| c.is_control());
    let is_json = text.trim_start().starts_with('{');
    let (message, help) = match short {
        _ if control.is_some_and(|c| !matches!(c, '\t' | '\r')) => (
            format!(
                "the control character U+{:04X} is not allowed in a file",
                control.map_or(0, u32::from)
            ),
            "delete it; it may be invisible in your editor".to_owned(),
        ),
        _ if is_json => in_words(
            "this looks like JSON, but a model file is TOML",
            "begin with [model] and write name = \"…\" below it; `pitchline new` writes a model to start from",
        ),
        _ if line.trim_start().starts_with("//") => {
            in_words("this is no comment", "comments start with #")
        }
        "duplicate key" => (
            format!(
                "`{}` is defined twice in the same table",
                super::place::cut(written)
            ),
            "keep one of the two, or give them different names".to_owned(),
        ),
        "string values must be quoted" if written.is_empty() => in_words(
            "a value is missing",
            "write a number or a text in quotes after `=`, or remove the line",
        ),
        "string values must be quoted" if text[span.end..].trim_start().starts_with('=') => {
            in_words(
                "there is more than one key on this line",
                "write one key = value per line",
            )
        }
        "string values must be quoted" | "invalid boolean" => unquoted(written),
        "unexpected key or value" if text[span.start..].starts_with(',') => in_words(
            "the line should end here",
            "the decimal mark is a point, not a comma",
        ),
        "unexpected key or value" => {
            in_words("the line should end here", "write one key = value per line")
        }
        "key with no value" => in_words("a key needs `=` and a value", "write key = value"),
        "invalid basic string" | "invalid literal string" => in_words(
            "the text is not closed: its last quote is missing",
            "a text ends on the line where it begins, with the same quote",
        ),
        "unclosed table" | "unclosed array table" if rest.trim().is_empty() => in_words(
            "the header is not closed: `]` is missing",
            "close [ with ] and [[ with ]]",
        ),
        "unclosed table" | "unclosed array table" => in_words(
            "the header is not closed: `]` is missing",
            "names have letters, digits, `_` and `-`, and no spaces",
        ),
        "invalid unquoted key" => in_words(
            "keys have only letters a to z, digits, `_` and `-`",
            "rename the key, or write a name with such characters in quotes: [gears.\"…\"]",
        ),
        "missing opening quote" => in_words(
            "the first quote of the text is missing",
            "a text begins and ends with the same quote",
        ),
        "invalid mantissa" => in_words("a number starts with a digit", "write 0.5, not .5"),
        "invalid fraction" => in_words("a digit should follow the point", "write 5.0, not 5."),
        "unexpected leading zero" => {
            in_words("a number does not start with a zero", "write 5, not 05")
        }
        _ if short.contains("recurs") => in_words(
            "the file is nested too deeply",
            "no table of a model has more than two tables around it",
        ),
        _ => in_words(
            reason,
            "a line is a header [name], or key = value; texts are written in quotes",
        ),
    };
    let fault = Diagnostic::error("syntax", span.clone(), format!("not valid TOML: {message}"));
    let mut fault = fault.label("here");
    if short == "duplicate key"
        && let Some(first) = first_of_two(text, &span)
    {
        fault = fault.related(first, "first used here");
    }
    Box::new(fault.help(help))
}

/// Where a key that stands twice stood first, found by its line: the parser does not say.
fn first_of_two(text: &str, second: &Range<usize>) -> Option<Range<usize>> {
    let line = line_around(text, second.start);
    let same = text.get(line.start..second.end)?;
    let is_header = same.starts_with('[');
    let mut end = line.start;
    // Upwards, at most to the header of the same table.
    for earlier in text[..line.start].lines().rev() {
        let start = text[..end.saturating_sub(1)]
            .rfind('\n')
            .map_or(0, |n| n + 1);
        end = start;
        let after = earlier.strip_prefix(same).map(str::trim_start);
        if after
            .is_some_and(|rest| rest.starts_with(if is_header { [']', ']'] } else { ['=', '.'] }))
        {
            let key = start + same.len() - (second.end - second.start);
            return Some(key..start + same.len());
        }
        if !is_header && earlier.trim_start().starts_with('[') {
            return None;
        }
    }
    None
}

fn in_words(message: &str, help: &str) -> (String, String) {
    (message.to_owned(), help.to_owned())
}

/// A value that is neither number, truth value nor text.
fn unquoted(written: &str) -> (String, String) {
    let bare = written.trim_matches(['“', '”', '„', '‘', '’', ';', '\'', '"', ' ']);
    let help = match bare.to_lowercase().as_str() {
        truth @ ("true" | "false") => format!("write {truth}, in small letters"),
        _ if written.ends_with(';') => "lines do not end with `;`".to_owned(),
        _ => format!("write \"{}\"", super::place::cut(bare)),
    };
    let message = if written.ends_with(';') {
        "a line ends with its value"
    } else {
        "texts and quantities with a unit are written in straight quotes"
    };
    (message.to_owned(), help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_slips_have_their_own_words() {
        for (text, says) in [
            ("module = 3 mm", "write \"3 mm\""),
            ("name = test", "write \"test\""),
            ("name = “test”", "write \"test\""),
            ("flag = True", "write true"),
            ("teeth = 20;", "do not end with `;`"),
            ("shift = 0,5", "a point, not a comma"),
            ("shift = .5", "write 0.5"),
            ("shift =", "a value is missing"),
            ("shift", "needs `=` and a value"),
            ("// remark", "comments start with #"),
            ("name = \"a\nb = 1", "last quote is missing"),
            ("name = 'a", "last quote is missing"),
            ("[gears.my gear]", "no spaces"),
            ("größe = 1", "letters a to z"),
            ("[a]\n[a]", "twice"),
            ("a = 1 b = 2", "one key = value per line"),
        ] {
            let fault = parse(text.as_bytes()).err().expect(text);
            let help = fault.help.unwrap_or_default();
            let said = format!("{} | {help}", fault.message);
            assert!(said.contains(says), "{text}: {said}");
            assert_eq!(fault.code, "syntax");
        }
    }
}
