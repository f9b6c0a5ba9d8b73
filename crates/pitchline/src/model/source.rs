//! What a model says before it is checked: it can be made from text or values, and changed.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::DeValue;

use super::Model;
use crate::input::{self, Diagnostic, Diagnostics, InputValue, MAX_BYTES, Severity};

/// What a model says: the text of a model file, or values that say the same. Whether it is right is found by [`ModelInput::check`].
///
/// Paths of keys have points between them: `gears.pinion.teeth`, `pairs.mesh.center_distance`. Items of lists go by their `name`, or by
/// their number from 0.
#[derive(Debug, Clone)]
pub struct ModelInput {
    source: Vec<u8>,
    /// Where files lie that it names.
    folder: Option<PathBuf>,
    /// Whether somebody has written the text, so that lines tell where something is.
    is_written: bool,
}

impl ModelInput {
    /// The text of a model file. It cannot name other files.
    pub fn from_toml(text: impl Into<Vec<u8>>) -> Self {
        Self {
            source: text.into(),
            folder: None,
            is_written: true,
        }
    }

    /// A model file. Files that it names lie beside it.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, InputError> {
        let path = path.as_ref();
        let folder = path.parent().unwrap_or(Path::new(""));
        match read(path) {
            Ok(source) => Ok(Self::from_toml(source).beside(folder)),
            Err(error) => {
                let input = Self::from_toml("").beside(folder);
                Err(input.refused(unreadable(path, &error)))
            }
        }
    }

    /// Nested values that say what a model file would. It cannot name other files.
    pub fn from_value(value: &InputValue) -> Self {
        Self {
            source: written(value),
            folder: None,
            is_written: false,
        }
    }

    /// The same with the files that it names in this folder.
    pub fn beside(self, folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: Some(folder.into()),
            ..self
        }
    }

    /// The text of the model file: as it was written, or in place of values and after changes a text that says the same.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// Where files lie that it names.
    pub(super) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// All that it says; an error where its text is no TOML.
    pub fn to_value(&self) -> Result<InputValue, InputError> {
        let root = input::parse(&self.source).map_err(|fault| self.refused(*fault))?;
        Ok(InputValue::of(&DeValue::Table(root.table.into_inner())))
    }

    /// What it says under a path; `None` where it says nothing, also where a default holds.
    pub fn get(&self, path: &str) -> Option<InputValue> {
        self.to_value().ok()?.get(path).cloned()
    }

    /// Says something else under a path. As by `set` of a study, a table is laid over the one that is there, key by key, and everything
    /// else is replaced. Whether a model has such a key and can have that value is found by [`ModelInput::check`].
    pub fn set(&mut self, path: &str, value: impl Into<InputValue>) -> Result<(), InputError> {
        let keys: Vec<String> = path.split('.').map(input::key_text).collect();
        // Keys of the change stand behind all others, so that new ones are the last of their tables.
        let change = format!(
            "{:space$}{} = {}",
            "",
            keys.join("."),
            value.into(),
            space = self.source.len()
        );
        let refused = |input: &Self, fault: Diagnostic| {
            let change = Self::from_toml(change.as_str());
            InputError {
                input: Self {
                    is_written: false,
                    folder: input.folder.clone(),
                    ..change
                },
                diagnostics: Diagnostics::of(fault),
            }
        };
        if path.split('.').any(str::is_empty) {
            return Err(refused(self, no_path(path)));
        }
        let root = input::parse(&self.source).map_err(|fault| self.refused(*fault))?;
        let mut root = root.table.into_inner();
        input::parse(change.as_bytes())
            .and_then(|change| input::lay(&mut root, change.table.get_ref()))
            .map_err(|fault| refused(self, *fault))?;
        let value = InputValue::of(&DeValue::Table(root));
        (self.source, self.is_written) = (written(&value), false);
        Ok(())
    }

    /// Leaves out what it says under a path, which is an error where it says nothing there.
    pub fn remove(&mut self, path: &str) -> Result<InputValue, InputError> {
        let mut value = self.to_value()?;
        let Some(removed) = value.remove(path) else {
            let message = format!("the model says nothing under `{path}`");
            let fault = Diagnostic::error("unknown-path", 0..0, message);
            return Err(self.refused(fault.help("check the spelling")));
        };
        (self.source, self.is_written) = (written(&value), false);
        Ok(removed)
    }

    /// Reads it, and finds all that is wrong with it.
    pub fn check(&self) -> Result<Model, InputError> {
        let (model, diagnostics) = self.load();
        model.ok_or_else(|| self.wrong(diagnostics))
    }

    /// The model, and all that was found, warnings too. There is a model when nothing of it is an error.
    pub fn load(&self) -> (Option<Model>, Diagnostics) {
        super::load(self)
    }

    pub(super) fn refused(&self, fault: Diagnostic) -> InputError {
        self.wrong(Diagnostics::of(fault))
    }

    pub(super) fn wrong(&self, diagnostics: Diagnostics) -> InputError {
        InputError {
            input: self.clone(),
            diagnostics,
        }
    }
}

/// A model that cannot be used, with all that is wrong with it.
///
/// Its text has two lines for each error: where it is and what it is, then a remedy.
#[derive(Debug, Clone)]
pub struct InputError {
    input: ModelInput,
    diagnostics: Diagnostics,
}

impl InputError {
    /// Everything that was found, in the order of the file.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// The keys under which something stands, with points between them; empty for the model as a whole.
    pub fn path(&self, diagnostic: &Diagnostic) -> String {
        path_at(&self.input.source, &diagnostic.span)
    }

    /// The line on which something stands, from 1; `None` of a model that is no text that somebody has written.
    pub fn line(&self, diagnostic: &Diagnostic) -> Option<usize> {
        let source = &self.input.source;
        let before = source.get(..diagnostic.span.start)?;
        let is_written = self.input.is_written && !source.is_empty();
        is_written.then(|| before.iter().filter(|byte| **byte == b'\n').count() + 1)
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = self.diagnostics.iter();
        let errors = errors.filter(|diagnostic| diagnostic.severity == Severity::Error);
        for (i, error) in errors.enumerate() {
            if i > 0 {
                formatter.write_str("\n")?;
            }
            let place = match (self.line(error), self.path(error)) {
                (Some(line), _) => format!("line {line}: "),
                (None, path) if path.is_empty() => path,
                (None, path) => format!("{path}: "),
            };
            write!(formatter, "{place}{}", error.message)?;
            if let Some(help) = &error.help {
                write!(formatter, "\n  help: {help}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for InputError {}

/// The text of a model file that says this. Its first line is indented: what is said of the file as a whole has the place of that line,
/// which is then no key's.
fn written(value: &InputValue) -> Vec<u8> {
    format!(" {}", value.to_toml().trim_start()).into_bytes()
}

fn no_path(path: &str) -> Diagnostic {
    let message = format!("`{path}` is no path of keys");
    Diagnostic::error("bad-path", 0..0, message)
        .help("write names with points between them, for example gears.pinion.teeth")
}

/// The smallest value or key that contains a place.
fn path_at(source: &[u8], place: &Range<usize>) -> String {
    let Ok(root) = input::parse(source) else {
        return String::new();
    };
    let mut search = Search {
        place,
        smallest: usize::MAX,
        path: String::new(),
    };
    search.table("", root.table.get_ref());
    search.path
}

struct Search<'p> {
    place: &'p Range<usize>,
    smallest: usize,
    path: String,
}

impl Search<'_> {
    fn table(&mut self, path: &str, table: &toml::de::DeTable<'_>) {
        for (key, value) in table.iter() {
            let inner = match path {
                "" => key.get_ref().to_string(),
                path => format!("{path}.{}", key.get_ref()),
            };
            self.try_span(&inner, key.span());
            self.value(&inner, value);
        }
    }

    fn value(&mut self, path: &str, value: &Spanned<DeValue<'_>>) {
        self.try_span(path, value.span());
        match value.get_ref() {
            DeValue::Table(table) => self.table(path, table),
            DeValue::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    let name = item
                        .get_ref()
                        .get("name")
                        .and_then(|n| n.get_ref().as_str());
                    let name = name.map_or_else(|| i.to_string(), str::to_owned);
                    self.value(&format!("{path}.{name}"), item);
                }
            }
            _ => {}
        }
    }

    fn try_span(&mut self, path: &str, span: Range<usize>) {
        let contains = span.start <= self.place.start && self.place.end <= span.end;
        // Of a header that makes several tables, the innermost.
        if contains && span.len() <= self.smallest {
            (self.smallest, self.path) = (span.len(), path.to_owned());
        }
    }
}

/// At most one byte more than the reader takes: enough for it to see that the file is too large.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    use std::io::Read as _;
    let mut source = Vec::new();
    std::fs::File::open(path)?
        .take(MAX_BYTES as u64 + 1)
        .read_to_end(&mut source)?;
    Ok(source)
}

fn unreadable(path: &Path, error: &std::io::Error) -> Diagnostic {
    use std::io::ErrorKind;
    let reason = match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "you may not read it".to_owned(),
        _ if path.is_dir() => "it is a folder, not a file".to_owned(),
        _ => error.to_string(),
    };
    let help = match error.kind() {
        ErrorKind::NotFound => "check the spelling; `pitchline new` writes a model to start from",
        _ => "give the path of a model file that you may read",
    };
    let message = format!("cannot read {}: {reason}", path.display());
    Diagnostic::error("unreadable", 0..0, message).help(help)
}

#[cfg(test)]
mod tests;
