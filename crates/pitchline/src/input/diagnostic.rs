//! What is wrong in a model file, as plain data: whoever shows it decides how.

use std::ops::Range;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The model can not be used.
    Error,
    /// The model can be used, but somebody should look.
    Warning,
}

/// One thing wrong in a model file: where, why, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A stable name in kebab-case, such as `unknown-key`.
    pub code: &'static str,
    /// One sentence that stands by itself.
    pub message: String,
    /// A few words to stand at the place itself.
    pub label: String,
    /// The faulty bytes of the source.
    pub span: Range<usize>,
    /// Other places that explain this one.
    pub related: Vec<(Range<usize>, String)>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place; the label is empty.
    pub fn error(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            label: String::new(),
            span,
            related: Vec::new(),
            help: None,
        }
    }

    /// A warning at a place; the label is empty.
    pub fn warning(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, span, message)
        }
    }

    /// With a few words at the place itself.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// With another place that explains this one.
    pub fn related(mut self, span: Range<usize>, label: impl Into<String>) -> Self {
        self.related.push((span, label.into()));
        self
    }

    /// With what to do about it.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// All that was found in one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// One alone.
    pub fn of(diagnostic: Diagnostic) -> Self {
        Self {
            list: vec![diagnostic],
        }
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds one, unless the same was said already.
    pub fn push_new(&mut self, diagnostic: Diagnostic) {
        let is_same = |known: &Diagnostic| {
            known.code == diagnostic.code && known.message == diagnostic.message
        };
        if !self.list.iter().any(is_same) {
            self.push(diagnostic);
        }
    }

    /// Whether one of them forbids to use the model.
    pub fn has_errors(&self) -> bool {
        self.list
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Brings them into the order of the file, errors before warnings at the same place, each only once.
    pub fn sort(&mut self) {
        self.list.sort_by(|a, b| {
            let place = |d: &Diagnostic| (d.span.start, d.span.end, d.severity, d.code);
            place(a)
                .cmp(&place(b))
                .then_with(|| a.message.cmp(&b.message))
        });
        self.list.dedup();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// One after the other.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<T: IntoIterator<Item = Diagnostic>>(&mut self, iter: T) {
        self.list.extend(iter);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_follows_the_file_and_removes_doubles() {
        let mut found = Diagnostics::new();
        found.push(Diagnostic::error("b", 9..10, "second"));
        found.push(Diagnostic::warning("a", 2..3, "first, mild"));
        found.push(Diagnostic::error("c", 2..3, "first, hard"));
        found.push(Diagnostic::error("b", 9..10, "second"));
        found.sort();
        let codes: Vec<_> = found.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(codes, ["c", "a", "b"]);
        assert!(found.has_errors());
    }

    #[test]
    fn warnings_alone_are_no_errors() {
        let mut found = Diagnostics::new();
        found.push(
            Diagnostic::warning("a", 0..1, "mild")
                .label("here")
                .help("look"),
        );
        assert!(!found.has_errors());
        assert_eq!(found.len(), 1);
    }
}
