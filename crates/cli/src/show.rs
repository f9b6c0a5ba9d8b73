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
        let report =
            json!({ "severity": "error", "code": code, "message": message, "help": help });
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
            && spans(diagnostic).all(|span| line_length(source, span.start) <= LONGEST_LINE);
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

fn line_length(source: &[u8], byte: usize) -> usize {
    let byte = byte.min(source.len());
    let before = source[..byte]
        .iter()
        .rev()
        .take_while(|b| **b != b'\n')
        .count();
    before + source[byte..].iter().take_while(|b| **b != b'\n').count()
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
            .map(move |(span, text)| LabeledSpan::new_with_span(label(text), span.clone()));
        Some(Box::new(std::iter::once(main).chain(related)))
    }
}

/// The source with the same bytes in the same places, but nothing that commands a terminal.
fn tame(source: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(source) else {
        return String::new();
    };
    let mut tamed = String::with_capacity(text.len());
    for c in text.chars() {
        if commands(c) && !matches!(c, '\n' | '\r' | '\t') {
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
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
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
