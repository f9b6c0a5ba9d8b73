//! Reads a model file by walking the field table, and collects everything that is wrong with it.

use std::collections::HashMap;
use std::ops::Range;

use toml::de::{DeArray, DeTable, DeValue};

use super::defaults;
use super::diagnostic::{Diagnostic, Diagnostics};
use super::field::{Collection, Field, FieldKind, Presence, Record};
use super::section::{Entry, Origin, Section, Slot, Value};
use super::{syntax, value};
use crate::materials;
use crate::nearest::nearest;

/// Larger files are refused: no model written by hand comes near.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;

/// More faults than this are counted as one: nobody reads on, and a hostile file should not fill the memory.
const MOST_FAULTS: usize = 1000;

/// Reads a file that should contain `record`. All faults are reported at once, in the order of the file;
/// there is a section whenever the file is TOML, but it is complete only if there are no errors.
pub fn read(source: &[u8], record: &'static Record) -> (Option<Section>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let root = match syntax::parse(source) {
        Ok(root) => root,
        Err(diagnostic) => {
            diagnostics.push(*diagnostic);
            return (None, diagnostics);
        }
    };
    let table = root.table.get_ref();
    let mut reader = Reader {
        source: root.text,
        record,
        names: Names::of(table),
        diagnostics,
    };
    let section = reader.table(record, table, root.start, &Title::File);
    reader.diagnostics.sort();
    (Some(section), reader.diagnostics)
}

/// The names that may be referred to, faulty or not: one fault should not make others.
#[derive(Debug, Default)]
pub(super) struct Names {
    lists: HashMap<&'static str, Vec<String>>,
}

impl Names {
    fn of(root: &DeTable<'_>) -> Self {
        let mut names = Self::built_in();
        for collection in Collection::ALL {
            if let Some(DeValue::Table(table)) = root.get(collection.key()).map(|v| v.get_ref()) {
                let own = table.keys().map(|key| key.get_ref().to_string());
                let list = names.lists.entry(collection.key()).or_default();
                list.splice(0..0, own);
            }
        }
        names
    }

    /// What a model may refer to without describing it.
    pub(super) fn built_in() -> Self {
        let materials = materials::BUILT_IN.iter();
        let materials = materials.map(|material| material.name.to_owned()).collect();
        Self {
            lists: HashMap::from([(Collection::Materials.key(), materials)]),
        }
    }

    pub(super) fn list(&self, collection: Collection) -> &[String] {
        self.lists.get(collection.key()).map_or(&[], Vec::as_slice)
    }
}

/// What a table is called in messages.
#[derive(Clone, Debug)]
pub(super) enum Title {
    File,
    Table(&'static str),
    Named(String),
}

impl Title {
    /// The title of what stands under `key`.
    fn inner(&self, key: &'static str) -> Self {
        match self {
            Self::File => Self::Table(key),
            Self::Table(_) | Self::Named(_) => Self::Named(format!("`{key}` of {self}")),
        }
    }
}

impl std::fmt::Display for Title {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File => formatter.write_str("the model file"),
            Self::Table(key) => write!(formatter, "[{key}]"),
            Self::Named(name) => formatter.write_str(name),
        }
    }
}

/// The walk over one file.
pub(super) struct Reader<'s> {
    pub(super) source: &'s str,
    pub(super) record: &'static Record,
    pub(super) names: Names,
    pub(super) diagnostics: Diagnostics,
}

impl Reader<'_> {
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MOST_FAULTS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// A table with fixed keys.
    pub(super) fn table(
        &mut self,
        record: &'static Record,
        table: &DeTable<'_>,
        span: Range<usize>,
        title: &Title,
    ) -> Section {
        let mut section = Section::new(record, span);
        let kind = match self.kind_of(record, table, title) {
            Ok(kind) => kind,
            Err(diagnostic) => {
                // What else such a table may contain is not known yet.
                self.report(*diagnostic);
                section.has_errors = true;
                return section;
            }
        };
        for (key, content) in table.iter() {
            match record.field(key.get_ref()) {
                Some(field) if field.is_reserved() => {
                    section.has_errors = true;
                    self.reserved_key(field, key.span(), title);
                }
                Some(field) if !field.applies_to(kind) => {
                    section.has_errors = true;
                    self.key_of_other_kind(field, kind.unwrap_or_default(), key.span(), title);
                }
                Some(field) => {
                    let inner = title.inner(field.key);
                    let place = value::Place {
                        key: field.key,
                        title,
                        inner: &inner,
                    };
                    let value = self.value(&field.kind, content, &place);
                    section.has_errors |= value.as_ref().is_none_or(value_has_errors);
                    let origin = if value.is_some() {
                        Origin::Given
                    } else {
                        Origin::Faulty
                    };
                    let slot = Slot {
                        origin,
                        span: content.span(),
                        value,
                    };
                    section.slots.insert(field.key, slot);
                }
                None => {
                    section.has_errors = true;
                    self.unknown_key(record, kind, key.get_ref(), key.span(), title);
                }
            }
        }
        self.absent_keys(&mut section, kind, title);
        section
    }

    /// The choice of the discriminator, if the table makes a valid one; an error for one of a later version.
    fn kind_of(
        &self,
        record: &'static Record,
        table: &DeTable<'_>,
        title: &Title,
    ) -> Result<Option<&'static str>, Box<Diagnostic>> {
        let field = record.discriminator.and_then(|key| record.field(key));
        let Some(Field {
            key,
            kind: FieldKind::Choice(choices),
            ..
        }) = field
        else {
            return Ok(None);
        };
        let Some(written) = table.get(*key) else {
            return Ok(None);
        };
        let choice = choices
            .iter()
            .find(|choice| written.get_ref().as_str() == Some(choice.name));
        match choice {
            Some(choice) if choice.reserved => {
                let place = format!("`{key}` of {title}");
                let fault = value::reserved_choice(&place, choice, choices, written.span());
                Err(Box::new(fault))
            }
            choice => Ok(choice.map(|choice| choice.name)),
        }
    }

    /// Fills in defaults and reports what is missing, all in one.
    fn absent_keys(&mut self, section: &mut Section, kind: Option<&str>, title: &Title) {
        let record = section.record;
        let kind_is_known = record.discriminator.is_none() || kind.is_some();
        let mut missing = Vec::new();
        for field in record.fields {
            let belongs = field.only_for.is_empty() || (kind_is_known && field.applies_to(kind));
            if !belongs || section.slots.contains_key(field.key) {
                continue;
            }
            let slot = |origin, value| Slot {
                origin,
                span: section.span.clone(),
                value,
            };
            let slot = match field.presence {
                Presence::Required => {
                    missing.push(field);
                    slot(Origin::Faulty, None)
                }
                Presence::Optional { default: None } => continue,
                Presence::Optional { default: Some(_) } => {
                    slot(Origin::Default, defaults::value(field))
                }
            };
            section.slots.insert(field.key, slot);
        }
        if !missing.is_empty() {
            section.has_errors = true;
            self.missing_keys(&missing, section.span.clone(), title);
        }
    }

    /// Named tables: `[gears.pinion]`.
    pub(super) fn entries(
        &mut self,
        record: &'static Record,
        table: &DeTable<'_>,
        place: &value::Place<'_>,
    ) -> Option<Value> {
        let mut entries = Vec::with_capacity(table.len());
        let mut all_tables = true;
        for (name, content) in table.iter() {
            let DeValue::Table(inner) = content.get_ref() else {
                all_tables = false;
                self.entry_is_no_table(record, place.key, name.get_ref(), name.span());
                continue;
            };
            let named = self.name(name.get_ref(), name.span(), &place.to_string());
            let title = Title::Named(format!("{} `{}`", record.name, value::cut(name.get_ref())));
            let mut section = self.table(record, inner, content.span(), &title);
            section.has_errors |= named.is_none();
            entries.push(Entry {
                name: name.get_ref().to_string(),
                name_span: name.span(),
                section,
            });
        }
        // The parser moves a table that is mentioned first and opened later.
        entries.sort_by_key(|entry| entry.name_span.start);
        all_tables.then_some(Value::Entries(entries))
    }

    /// A list of tables: `[[pairs]]`.
    pub(super) fn items(
        &mut self,
        record: &'static Record,
        array: &DeArray<'_>,
        place: &value::Place<'_>,
    ) -> Option<Value> {
        let mut items = Vec::with_capacity(array.len());
        let mut all_tables = true;
        let mut names: HashMap<String, Range<usize>> = HashMap::new();
        for (index, content) in array.iter().enumerate() {
            let DeValue::Table(inner) = content.get_ref() else {
                all_tables = false;
                self.wrong_type(&FieldKind::ListOf(record), content, place);
                continue;
            };
            let title = match inner.get("name").and_then(|name| name.get_ref().as_str()) {
                Some(name) => format!("{} `{}`", record.name, value::cut(name)),
                None => format!("{} {}", record.name, index + 1),
            };
            let title = Title::Named(title);
            let mut section = self.table(record, inner, content.span(), &title);
            let is_named = record.field("name").is_some();
            if let Some(name) = is_named.then(|| section.text("name")).flatten() {
                let first = names.get(name.value).cloned();
                if let Some(first) = first {
                    let message = format!("two of {place} are called `{}`", value::cut(name.value));
                    self.report(
                        Diagnostic::error("duplicate-name", name.span.clone(), message)
                            .label("the name is taken")
                            .related(first, "first used here")
                            .help("names in a list must differ: results are filed under them"),
                    );
                    section.has_errors = true;
                } else {
                    names.insert(name.value.to_owned(), name.span);
                }
            }
            items.push(section);
        }
        all_tables.then_some(Value::Items(items))
    }

    fn unknown_key(
        &mut self,
        record: &'static Record,
        kind: Option<&str>,
        key: &str,
        span: Range<usize>,
        title: &Title,
    ) {
        let fields = record.fields.iter();
        let known: Vec<&str> = fields
            .filter(|field| !field.is_reserved() && field.applies_to(kind))
            .map(|field| field.key)
            .collect();
        let shown = value::cut(key);
        let message = format!("unknown key `{shown}` in {title}");
        let mut fault = Diagnostic::error("unknown-key", span, message);
        let quoted: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
        let allowed = format!("a {} may have {}", record.name, quoted.join(", "));
        if let Some(near) = nearest(key, known.iter().copied()) {
            fault = fault.label(format!("did you mean `{near}`?")).help(allowed);
        } else if let Some(home) = home_of(self.record, record, key) {
            fault = fault
                .label("not here")
                .help(format!("`{shown}` belongs to a {home}; {allowed}"));
        } else {
            fault = fault.label("not known here").help(allowed);
        }
        self.report(fault);
    }

    fn reserved_key(&mut self, field: &Field, span: Range<usize>, title: &Title) {
        let message = format!("`{}` in {title} is planned, not in this version", field.key);
        self.report(
            Diagnostic::error("reserved", span, message)
                .label("not in this version")
                .help(format!("{} Remove it for now.", field.doc)),
        );
    }

    fn key_of_other_kind(&mut self, field: &Field, kind: &str, span: Range<usize>, title: &Title) {
        let quoted: Vec<String> = field.only_for.iter().map(|k| format!("\"{k}\"")).collect();
        let kinds = quoted.join(" or ");
        let message = format!(
            "`{}` is only for kind = {kinds}, but {title} has kind = \"{kind}\"",
            field.key
        );
        self.report(
            Diagnostic::error("key-of-other-kind", span, message)
                .label(format!("only for {kinds}"))
                .help("remove the key, or change the kind"),
        );
    }

    fn missing_keys(&mut self, missing: &[&'static Field], span: Range<usize>, title: &Title) {
        let quoted: Vec<String> = missing.iter().map(|f| format!("`{}`", f.key)).collect();
        let keys = match quoted.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => quoted.join(", "),
        };
        let lines: Vec<String> = missing.iter().map(|field| example_lines(field)).collect();
        self.report(
            Diagnostic::error("missing-key", span, format!("{title} lacks {keys}"))
                .label(format!("{keys} should be here"))
                .help(format!("add, with your own values:\n{}", lines.join("\n"))),
        );
    }

    fn entry_is_no_table(&mut self, record: &Record, key: &str, name: &str, span: Range<usize>) {
        let shown = value::cut(name);
        let message = format!(
            "`{shown}` in [{key}] is no table: each {} has a name",
            record.name
        );
        let mut fault =
            Diagnostic::error("wrong-type", span, message).label("not inside a named table");
        if record.field(name).is_some() {
            fault = fault.help(format!(
                "write [{key}.NAME] above it, with a name of your choice"
            ));
        }
        self.report(fault);
    }
}

fn value_has_errors(value: &Value) -> bool {
    match value {
        Value::Table(section) => section.has_errors,
        Value::Entries(entries) => entries.iter().any(|entry| entry.section.has_errors),
        Value::Items(items) => items.iter().any(|section| section.has_errors),
        _ => false,
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
fn example_lines(field: &Field) -> String {
    match field.kind {
        FieldKind::Table(record) => {
            let mut lines = vec![format!("[{}]", field.key)];
            let required = record
                .fields
                .iter()
                .filter(|f| f.presence == Presence::Required);
            lines.extend(required.map(|field| format!("{} = {}", field.key, field.example)));
            lines.join("\n")
        }
        _ => format!("{} = {}", field.key, field.example),
    }
}
