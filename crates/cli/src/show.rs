//! What is wrong, shown to people: file, line, marked place, reason and remedy.

use std::fmt;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, Severity as Shown, SourceCode,
};
use pitchline::input::{Diagnostic, Diagnostics, Severity};

use crate::Console;

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
            let _ = writeln!(console.err, "{}", rendered.trim_end());
        }
    }
    if wanted.len() > MOST_SHOWN {
        let _ = writeln!(console.err, "… and {} more", wanted.len() - MOST_SHOWN);
    }
}

/// Shows an error that has no place in a file.
pub(crate) fn plain_error(console: &mut Console, message: &str, help: Option<&str>) {
    let _ = writeln!(console.err, "Error: {}", printable(message));
    if let Some(help) = help {
        let _ = writeln!(console.err, "  help: {help}");
    }
}

/// Line and column, from 1, of a byte of the source; the column counts characters.
pub(crate) fn position(source: &[u8], byte: usize) -> (usize, usize) {
    let before = &source[..byte.min(source.len())];
    let line_start = before
        .iter()
        .rposition(|b| *b == b'\n')
        .map_or(0, |i| i + 1);
    let line = 1 + before.iter().filter(|b| **b == b'\n').count();
    (
        line,
        1 + String::from_utf8_lossy(&before[line_start..])
            .chars()
            .count(),
    )
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
        let (line, column) = position(source, diagnostic.span.start);
        let shows_source = std::str::from_utf8(source).is_ok()
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
    let is_command = |b: u8| (b < 0x20 && !matches!(b, b'\n' | b'\r' | b'\t')) || b == 0x7f;
    let tamed = source
        .iter()
        .map(|b| if is_command(*b) { b'?' } else { *b })
        .collect();
    String::from_utf8(tamed).unwrap_or_default()
}

/// A text in which nothing commands a terminal.
fn printable(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_control() && c != '\n' {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect()
}
