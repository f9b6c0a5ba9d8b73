//! What is wrong, shown to people: file, line, marked place, reason and remedy.

use std::fmt;
use std::path::Path;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, Severity as Shown, SourceCode,
};
use pitchline::input::{Diagnostic, Diagnostics, Severity};
use serde_json::json;

use crate::{Console, model_file};

/// More than this is noise.
const MOST_SHOWN: usize = 40;
/// Lines longer than this are not printed: no person reads them.
const LONGEST_LINE: usize = 400;

/// Shows all diagnostics; warnings only unless quiet.
pub(crate) fn diagnostics(
    console: &mut Console,
    name: &str,
    source: &[u8],
    diagnostics: &Diagnostics,
) {
    let wanted: Vec<&Diagnostic> = diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error || !console.quiet)
        .collect();
    let theme = if console.terminal.has_colours {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(console.terminal.width)
        .with_context_lines(1)
        .with_links(false);
    // One copy for all of them, in which nothing can command the terminal.
    let text = NamedSource::new(printable(name), tame(source));
    for diagnostic in wanted.iter().take(MOST_SHOWN) {
        let report = Report::new(diagnostic, source, name, &text);
        let mut rendered = String::new();
        if handler.render_report(&mut rendered, &report).is_ok() {
            // An empty line after each keeps them apart.
            let _ = writeln!(console.err, "{}\n", rendered.trim_end());
        }
    }
    if wanted.len() > MOST_SHOWN {
        let _ = writeln!(console.err, "… and {} more", wanted.len() - MOST_SHOWN);
    }
}

/// Shows an error about a file or folder as a whole.
pub(crate) fn plain_error(
    console: &mut Console,
    path: &Path,
    code: &str,
    message: &str,
    help: &str,
) {
    if console.json {
        let report = json!({ "severity": "error", "code": code, "message": message, "help": help });
        model_file::print_report(console, &path.display().to_string(), &[report]);
    }
    let _ = writeln!(console.err, "{code}\n\n  × {}", printable(message));
    let _ = writeln!(console.err, "  help: {}", printable(help));
}

/// Finds line and column of one byte after the other, each not before the last.
pub(crate) struct Walk<'s> {
    source: &'s [u8],
    at: usize,
    line: usize,
    column: usize,
}

impl<'s> Walk<'s> {
    pub(crate) fn new(source: &'s [u8]) -> Self {
        Self {
            source,
            at: 0,
            line: 1,
            column: 1,
        }
    }

    /// Line and column, from 1; the column counts characters.
    pub(crate) fn position(&mut self, byte: usize) -> (usize, usize) {
        let end = byte.min(self.source.len()).max(self.at);
        for b in &self.source[self.at..end] {
            if *b == b'\n' {
                self.line += 1;
                self.column = 1;
            } else if *b & 0xc0 != 0x80 {
                // Bytes that continue a character are not counted.
                self.column += 1;
            }
        }
        self.at = end;
        (self.line, self.column)
    }
}

/// The word for a severity.
pub(crate) fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// A diagnostic as miette shows it.
struct Report<'d> {
    diagnostic: &'d Diagnostic,
    message: String,
    source: Option<&'d NamedSource<String>>,
}

impl<'d> Report<'d> {
    fn new(
        diagnostic: &'d Diagnostic,
        source: &[u8],
        name: &str,
        text: &'d NamedSource<String>,
    ) -> Self {
        let (line, column) = Walk::new(source).position(diagnostic.span.start);
        let shows_source = !source.is_empty()
            && std::str::from_utf8(source).is_ok()
            && shown_lines(diagnostic, source).all(|line| line.len() <= LONGEST_LINE);
        // Without the marked line the message itself must say where.
        let message = if shows_source {
            printable(&diagnostic.message)
        } else {
            format!(
                "{}:{line}:{column}: {}",
                printable(name),
                printable(&diagnostic.message)
            )
        };
        Self {
            diagnostic,
            message,
            source: shows_source.then_some(text),
        }
    }
}

fn spans(diagnostic: &Diagnostic) -> impl Iterator<Item = &std::ops::Range<usize>> {
    std::iter::once(&diagnostic.span).chain(diagnostic.related.iter().map(|(span, _)| span))
}

/// The lines that are shown with a diagnostic: those of its places and their neighbours.
fn shown_lines<'s>(diagnostic: &Diagnostic, source: &'s [u8]) -> impl Iterator<Item = &'s [u8]> {
    let places: Vec<usize> = spans(diagnostic)
        .flat_map(|span| [span.start, span.end])
        .map(|byte| byte.min(source.len()))
        .collect();
    places.into_iter().flat_map(move |byte| {
        let start = line_start(source, byte);
        let end = line_end(source, byte);
        let before = line_start(source, start.saturating_sub(1));
        let after = line_end(source, (end + 1).min(source.len()));
        source[before..after].split(|b| *b == b'\n')
    })
}

fn line_start(source: &[u8], byte: usize) -> usize {
    let newline = source[..byte].iter().rposition(|b| *b == b'\n');
    newline.map_or(0, |newline| newline + 1)
}

fn line_end(source: &[u8], byte: usize) -> usize {
    let newline = source[byte..].iter().position(|b| *b == b'\n');
    newline.map_or(source.len(), |newline| byte + newline)
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.diagnostic.code))
    }

    fn severity(&self) -> Option<Shown> {
        Some(match self.diagnostic.severity {
            Severity::Error => Shown::Error,
            Severity::Warning => Shown::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.diagnostic
            .help
            .as_ref()
            .map(|help| Box::new(printable(help)) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.source?;
        let label = |text: &str| (!text.is_empty()).then(|| printable(text));
        let main = LabeledSpan::new_primary_with_span(
            label(&self.diagnostic.label),
            self.diagnostic.span.clone(),
        );
        let related = self
            .diagnostic
            .related
            .iter()
            .map(|(span, text)| LabeledSpan::new_with_span(label(text), span.clone()));
        // In the order of the file, or all lines between them are shown.
        let mut labels: Vec<LabeledSpan> = std::iter::once(main).chain(related).collect();
        labels.sort_by_key(LabeledSpan::offset);
        Some(Box::new(labels.into_iter()))
    }
}

/// The source with the same bytes in the same places, but nothing that commands a terminal.
fn tame(source: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(source) else {
        return String::new();
    };
    let mut tamed = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let ends_line = c == '\n' || (c == '\r' && characters.peek() == Some(&'\n'));
        if commands(c) && !ends_line && c != '\t' {
            tamed.extend(std::iter::repeat_n('?', c.len_utf8()));
        } else {
            tamed.push(c);
        }
    }
    tamed
}

/// Whether a character does something to a terminal: control codes, old and new, and marks that turn the direction of
/// writing, so that a line reads as another than it is.
fn commands(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text in which nothing commands a terminal.
pub(crate) fn printable(text: &str) -> String {
    text.chars()
        .map(|c| {
            if commands(c) && c != '\n' {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect()
}
