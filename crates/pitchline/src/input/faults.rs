//! The words for keys that are wrong, misplaced or missing.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeString;

use super::diagnostic::Diagnostic;
use super::field::{Choice, Field, FieldKind, Presence, Record, listed};
use super::place::{Place, Title, cut};
use super::reader::Reader;
use crate::nearest::nearest;

/// A choice that a later version will have.
pub(super) fn reserved_choice(
    place: &str,
    choice: &Choice,
    choices: &[Choice],
    span: Range<usize>,
) -> Diagnostic {
    let message = format!(
        "{place}: \"{}\" is planned, not in this version",
        choice.name
    );
    Diagnostic::error("reserved", span, message)
        .label("not in this version")
        .help(format!("this version supports {}", listed(choices)))
}

impl Reader<'_> {
    /// Returns the key that was probably meant.
    pub(super) fn unknown_key(
        &mut self,
        record: &'static Record,
        kind: Option<&str>,
        written: &Spanned<DeString<'_>>,
        title: &Title,
    ) -> Option<&'static str> {
        if self.is_full() {
            return None;
        }
        let key = written.get_ref().as_ref();
        let mut known: Vec<&'static str> = Vec::new();
        for field in record.fields_for(kind).filter(|field| !field.is_reserved()) {
            if !known.contains(&field.key) {
                known.push(field.key);
            }
        }
        let shown = cut(key);
        let span = written.span();
        let is_header = self.source[..span.start].ends_with('[');
        let what = if is_header { "table" } else { "key" };
        let message = format!("unknown {what} `{shown}` in {title}");
        let mut fault = Diagnostic::error("unknown-key", span, message);
        let near = nearest(key, known.iter().copied());
        let quoted: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
        let article = match record.name.starts_with(['a', 'e', 'i', 'o', 'u']) {
            true => "an",
            false => "a",
        };
        let allowed = format!("{article} {} may have {}", record.name, quoted.join(", "));
        let top = self
            .record
            .field(key)
            .filter(|_| record.name != self.record.name);
        if let Some((by, cases)) = self.cases_with(record, key) {
            fault = fault
                .label(format!("not at this {by}"))
                .help(format!("`{shown}` belongs to {cases}; {allowed}"));
        } else if let Some(near) = near {
            fault = fault.label(format!("did you mean `{near}`?")).help(allowed);
        } else if let Some(field) = top {
            fault = fault.label("not here").help(format!(
                "it is a value of its own: write {}; {allowed}",
                header_of(field)
            ));
        } else if let Some(home) = home_of(self.record, record, key) {
            fault = fault
                .label("not here")
                .help(format!("`{shown}` belongs to a {home}; {allowed}"));
        } else {
            fault = fault.label("not known here").help(allowed);
        }
        self.report(fault);
        near
    }

    pub(super) fn reserved_key(&mut self, field: &Field, span: Range<usize>, title: &Title) {
        let message = format!("`{}` in {title} is planned, not in this version", field.key);
        self.report(
            Diagnostic::error("reserved", span, message)
                .label("not in this version")
                .help(format!("{} Remove it for now.", field.doc)),
        );
    }

    pub(super) fn key_of_other_kind(
        &mut self,
        (field, kinds): (&Field, &[&str]),
        kind: &str,
        span: Range<usize>,
        title: &Title,
    ) {
        if self.is_full() {
            return;
        }
        let quoted: Vec<String> = kinds.iter().map(|k| format!("\"{k}\"")).collect();
        let kinds = quoted.join(" or ");
        let message = format!(
            "`{}` is only for kind = {kinds}, but {title} has kind = \"{kind}\"",
            field.key
        );
        self.report(
            Diagnostic::error("key-of-other-kind", span, message)
                .label(format!("only for {kinds}"))
                .help(match namesake(field.key, kind) {
                    Some(other) => {
                        format!("write {other} instead: gears of this kind are given by it")
                    }
                    None => "remove the key, or change the kind".to_owned(),
                }),
        );
    }

    /// A table that the choice of another key does not have.
    pub(super) fn table_of_other_choice(
        &mut self,
        place: &Place<'_>,
        (key, chosen): (&str, &str),
        known: &[&str],
        span: Range<usize>,
    ) {
        let quoted: Vec<String> = known.iter().map(|choice| format!("\"{choice}\"")).collect();
        let known = quoted.join(" or ");
        let (table, title) = (place.field.key, place.title);
        let message =
            format!("`{table}` is only for {key} = {known}, but {title} has {key} = \"{chosen}\"");
        let fault = Diagnostic::error("key-of-other-kind", span, message);
        self.report(
            fault
                .label(format!("only for {known}"))
                .help(format!("write {key} = {known}, or remove {table}")),
        );
    }

    /// The key around a table that decides which keys it has, and its choices by which it would be one that fits: `level`, and
    /// `level = "joint"`.
    fn other_cases(&self, fits: impl Fn(&Record) -> bool) -> Option<(&'static str, String)> {
        let cases = self.cases?;
        let list = (cases.list)();
        let fitting = list.iter().filter(|case| fits(case.record));
        let quoted: Vec<String> = fitting.map(|case| format!("\"{}\"", case.choice)).collect();
        (!quoted.is_empty()).then(|| {
            let (key, choices) = (cases.key, quoted.join(" or "));
            (key, format!("{key} = {choices}"))
        })
    }

    /// The same for a table of one of those, if this is one.
    fn cases_with(&self, record: &'static Record, key: &str) -> Option<(&'static str, String)> {
        let mut list = (self.cases?.list)().into_iter();
        let is_here = list.any(|case| std::ptr::eq(case.record, record));
        let has = |record: &Record| record.field(key).is_some();
        self.other_cases(has).filter(|_| is_here)
    }

    /// A word that is none of the choices.
    pub(super) fn unknown_choice(
        &self,
        choices: &'static [Choice],
        text: &str,
        span: Range<usize>,
        place: &Place<'_>,
    ) -> Diagnostic {
        let known = choices.iter().filter(|choice| !choice.reserved);
        let near = nearest(text, known.map(|choice| choice.name));
        let message = format!("{place}: \"{}\" is none of the choices", cut(text));
        let fault = Diagnostic::error("unknown-choice", span, message);
        let has = |record: &Record| {
            let field = record.field(place.field.key);
            field.is_some_and(|field| match field.kind {
                FieldKind::Choice(others) => others.iter().any(|other| other.name == text),
                _ => false,
            })
        };
        let (label, elsewhere) = match (self.other_cases(has), near) {
            (Some((key, cases)), _) => (format!("not at this {key}"), format!(", or {cases}")),
            (None, Some(near)) => (format!("did you mean \"{near}\"?"), String::new()),
            (None, None) => ("not a choice".to_owned(), String::new()),
        };
        let listed = listed(choices);
        let words = match choices {
            [_] => format!("write {listed}{elsewhere}"),
            _ => format!("write one of {listed}{elsewhere}"),
        };
        fault.label(label).help(words)
    }

    pub(super) fn missing_keys(
        &mut self,
        missing: &[&'static Field],
        span: Range<usize>,
        title: &Title,
    ) {
        if self.is_full() {
            return;
        }
        let shown = |field: &Field| match title {
            Title::File => header_of(field),
            _ => format!("`{}`", field.key),
        };
        let quoted: Vec<String> = missing.iter().map(|f| shown(f)).collect();
        let keys = match quoted.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => quoted.join(", "),
        };
        let lines: Vec<String> = missing.iter().map(|field| example_lines(field)).collect();
        self.report(
            Diagnostic::error("missing-key", span, format!("{title} lacks {keys}"))
                .label(match title {
                    Title::File => format!("{keys} should stand before this"),
                    _ => format!("{keys} should be here"),
                })
                .help(format!("add, with your own values:\n{}", lines.join("\n"))),
        );
    }

    pub(super) fn entry_is_no_table(
        &mut self,
        record: &Record,
        key: &str,
        name: &str,
        span: Range<usize>,
    ) {
        let shown = cut(name);
        let message = format!(
            "`{shown}` in [{key}] is no table: each {} has a name",
            record.name
        );
        let mut fault =
            Diagnostic::error("wrong-type", span, message).label("not inside a named table");
        fault = fault.help(if record.field(name).is_some() {
            format!("write [{key}.NAME] in place of [{key}], with a name of your choice")
        } else {
            format!("write [{key}.{shown}] and its values below it")
        });
        self.report(fault);
    }
}

/// How a part of the file begins: `[model]`, `[gears.NAME]`, `[[pairs]]`.
pub(super) fn header_of(field: &Field) -> String {
    match field.kind {
        FieldKind::MapOf(_) => format!("[{}.NAME]", field.key),
        FieldKind::ListOf(_) => format!("[[{}]]", field.key),
        _ => format!("[{}]", field.key),
    }
}

/// The top-level record other than `here` that has the key, for keys that slipped below the wrong header.
fn home_of(root: &Record, here: &Record, key: &str) -> Option<&'static str> {
    root.fields.iter().find_map(|field| match field.kind {
        FieldKind::Table(record) | FieldKind::MapOf(record) | FieldKind::ListOf(record) => {
            let has_key = record.name != here.name && record.field(key).is_some();
            has_key.then_some(record.name)
        }
        _ => None,
    })
}

/// The lines that a person can paste to repair a missing key.
pub(super) fn example_lines(field: &Field) -> String {
    match field.kind {
        FieldKind::Table(record) => {
            let mut lines = vec![format!("[{}]", field.key)];
            let fields = record.fields.iter();
            let required = fields.filter(|f| f.presence == Presence::Required);
            lines.extend(required.map(|field| format!("{} = {}", field.key, field.example)));
            lines.join("\n")
        }
        _ => format!("{} = {}", field.key, field.example),
    }
}

/// What gears of this kind have instead of a key that they do not have.
fn namesake(key: &str, kind: &str) -> Option<&'static str> {
    match (key, kind) {
        ("helix_angle", "bevel" | "hypoid") => Some("spiral_angle"),
        ("helix_angle", "worm") => Some("lead_angle, 90 deg less the helix angle,"),
        ("spiral_angle", "external" | "internal" | "rack") => Some("helix_angle"),
        ("spiral_angle", "worm") => Some("lead_angle"),
        _ => None,
    }
}
