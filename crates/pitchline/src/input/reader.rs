//! Reads a model file by walking the field table, and collects everything that is wrong with it.

use std::collections::HashMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::changes;
use super::defaults;
use super::diagnostic::{Diagnostic, Diagnostics};
use super::faults::reserved_choice;
use super::field::{Cases, Field, FieldKind, Presence, Record};
use super::names::Names;
use super::place::{Place, Title, cut};
use super::section::{Entry, Origin, Section, Slot, Value};
use super::syntax::{self, Document};

/// Larger files are refused: no model written by hand comes near.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;

/// More faults than this are not reported: nobody reads on, and a hostile file should not fill the memory.
pub const MOST_FAULTS: usize = 1000;

/// Reads a file that should contain `record`. All faults are reported at once, in the order of the file;
/// there is a section whenever the file is TOML, but it is complete only if there are no errors.
pub fn read(source: &[u8], record: &'static Record) -> (Option<Section>, Diagnostics) {
    match syntax::parse(source) {
        Ok(root) => read_table(&root, root.table.get_ref(), record),
        Err(fault) => (None, Diagnostics::of(*fault)),
    }
}

/// A file that some of its studies change.
pub(crate) struct ChangedFile<'s> {
    root: Document<'s>,
    record: &'static Record,
    families: Vec<Option<usize>>,
}

impl<'s> ChangedFile<'s> {
    /// Parses it.
    pub fn new(source: &'s [u8], record: &'static Record) -> Result<Self, Box<Diagnostic>> {
        let root = syntax::parse(source)?;
        Ok(Self {
            families: changes::families(root.table.get_ref()),
            root,
            record,
        })
    }

    /// The study that changes the file for a study, which may be that one itself; both are counted from 0.
    pub fn family(&self, study: usize) -> Option<usize> {
        self.families.get(study).copied().flatten()
    }

    /// The file as one of its studies changes it, without the studies that run on other changes.
    pub fn read(&self, study: usize) -> (Option<Section>, Diagnostics) {
        match changes::changed(self.root.table.get_ref(), study, &self.families) {
            Ok(table) => read_table(&self.root, &table, self.record),
            Err(fault) => (None, Diagnostics::of(*fault)),
        }
    }
}

fn read_table(
    root: &Document<'_>,
    table: &DeTable<'_>,
    record: &'static Record,
) -> (Option<Section>, Diagnostics) {
    let mut reader = Reader {
        source: root.text,
        record,
        names: Names::of(table),
        diagnostics: Diagnostics::new(),
        defaults: HashMap::new(),
        cases: None,
    };
    let section = reader.table(record, table, root.start.clone(), &Title::File);
    reader.diagnostics.sort();
    (Some(section), reader.diagnostics)
}

/// The walk over one file.
pub(super) struct Reader<'s> {
    pub(super) source: &'s str,
    pub(super) record: &'static Record,
    pub(super) names: Names,
    pub(super) diagnostics: Diagnostics,
    /// Defaults that were needed before: a file may have a hundred thousand gears.
    pub(super) defaults: HashMap<*const Field, Option<Value>>,
    /// Of which tables a choice took the one that is read.
    pub(super) cases: Option<&'static Cases>,
}

/// The valid choice of a key of a table, written or by default; none of a later version.
fn chosen(record: &Record, table: &DeTable<'_>, key: &str) -> Option<&'static str> {
    let field = record.field(key)?;
    let FieldKind::Choice(choices) = field.kind else {
        return None;
    };
    let Some(written) = table.get(key) else {
        return field.default_text().map(|text| text.trim_matches('"'));
    };
    let written = written.get_ref().as_str()?;
    let mut known = choices.iter().filter(|choice| !choice.reserved);
    known
        .find(|choice| choice.name == written)
        .map(|choice| choice.name)
}

impl Reader<'_> {
    /// Whether further faults are not worth looking into.
    pub(super) fn is_full(&self) -> bool {
        self.diagnostics.len() >= MOST_FAULTS
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if !self.is_full() {
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
                section.spoil();
                return section;
            }
        };
        // Required keys that were misspelt: they are wrong, not missing.
        let mut misspelt = Vec::new();
        for (key, content) in table.iter() {
            match record.field_for(key.get_ref(), kind) {
                Some(field) if field.is_reserved() => {
                    section.has_errors = true;
                    self.reserved_key(field, key.span(), title);
                }
                Some(field) if !record.applies(field, kind) => {
                    section.has_errors = true;
                    let kinds = record.kinds_with(field.key);
                    let kind = kind.unwrap_or_default();
                    self.key_of_other_kind((field, &kinds), kind, key.span(), title);
                }
                Some(field) => {
                    let inner = title.inner(field.key);
                    let place = Place {
                        field,
                        title,
                        inner: &inner,
                    };
                    let value = match field.kind {
                        FieldKind::TableBy(cases) => {
                            let chosen = chosen(record, table, cases.key);
                            self.table_by(cases, chosen, key.span(), content, &place)
                        }
                        _ => self.value(&field.kind, content, &place),
                    };
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
                    misspelt.extend(self.unknown_key(record, kind, key, title));
                }
            }
        }
        self.absent_keys(&mut section, kind, title, &misspelt);
        section
    }

    /// A table whose keys a choice decides. What a choice that is none may have is not known.
    fn table_by(
        &mut self,
        cases: &'static Cases,
        chosen: Option<&str>,
        key: Range<usize>,
        content: &Spanned<DeValue<'_>>,
        place: &Place<'_>,
    ) -> Option<Value> {
        let chosen = chosen?;
        let Some(record) = cases.record(chosen) else {
            let known = (cases.list)();
            let known: Vec<&str> = known.iter().map(|case| case.choice).collect();
            self.table_of_other_choice(place, (cases.key, chosen), &known, key);
            return None;
        };
        let around = self.cases.replace(cases);
        let value = self.value(&FieldKind::Table(record), content, place);
        self.cases = around;
        value
    }

    /// The choice of the discriminator, if the table makes a valid one; an error for one of a later version.
    fn kind_of(
        &self,
        record: &'static Record,
        table: &DeTable<'_>,
        title: &Title,
    ) -> Result<Option<&'static str>, Box<Diagnostic>> {
        let field = record.discriminator.and_then(|key| record.field(key));
        let Some(
            field @ Field {
                key,
                kind: FieldKind::Choice(choices),
                ..
            },
        ) = field
        else {
            return Ok(None);
        };
        let Some(written) = table.get(*key) else {
            return Ok(field.default_text().map(|text| text.trim_matches('"')));
        };
        let choice = choices
            .iter()
            .find(|choice| written.get_ref().as_str() == Some(choice.name));
        match choice {
            Some(choice) if choice.reserved => {
                let place = format!("`{key}` of {title}");
                let fault = reserved_choice(&place, choice, choices, written.span());
                Err(Box::new(fault))
            }
            choice => Ok(choice.map(|choice| choice.name)),
        }
    }

    /// Fills in defaults and reports what is missing, all in one.
    fn absent_keys(
        &mut self,
        section: &mut Section,
        kind: Option<&str>,
        title: &Title,
        misspelt: &[&str],
    ) {
        let record = section.record;
        let kind_is_known = record.discriminator.is_none() || kind.is_some();
        let mut missing = Vec::new();
        for field in record.fields_for(kind) {
            let belongs = kind_is_known || record.is_common(field);
            if !belongs || section.slots.contains_key(field.key) {
                continue;
            }
            let span = section.span.clone();
            let slot = |origin, value| Slot {
                origin,
                span,
                value,
            };
            let slot = match field.presence {
                Presence::Required if !field.is_required_for(kind) => continue,
                Presence::Required => {
                    if !misspelt.contains(&field.key) {
                        missing.push(field);
                    }
                    slot(Origin::Faulty, None)
                }
                Presence::Optional { default: None } => continue,
                Presence::Optional { default: Some(_) } => {
                    let known = self.defaults.entry(std::ptr::from_ref(field));
                    let value = known.or_insert_with(|| defaults::value(field)).clone();
                    slot(Origin::Default, value)
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
        place: &Place<'_>,
    ) -> Option<Value> {
        let mut entries = Vec::with_capacity(table.len());
        let mut all_tables = true;
        for (name, content) in table.iter() {
            if self.is_full() {
                return None;
            }
            let DeValue::Table(inner) = content.get_ref() else {
                // One header without a name makes all keys below it wrong: the first will do.
                if all_tables || record.field(name.get_ref()).is_none() {
                    self.entry_is_no_table(record, place.field.key, name.get_ref(), name.span());
                }
                all_tables = false;
                continue;
            };
            let named = self.name(name.get_ref(), name.span(), &place.to_string());
            let title = Title::Named(format!("{} `{}`", record.name, cut(name.get_ref())));
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
        place: &Place<'_>,
    ) -> Option<Value> {
        let mut items = Vec::with_capacity(array.len());
        let mut all_tables = true;
        let mut names: HashMap<String, Range<usize>> = HashMap::new();
        for (index, content) in array.iter().enumerate() {
            if self.is_full() {
                return None;
            }
            let DeValue::Table(inner) = content.get_ref() else {
                all_tables = false;
                self.wrong_type(&FieldKind::ListOf(record), content, place);
                continue;
            };
            let title = match inner.get("name").and_then(|name| name.get_ref().as_str()) {
                Some(name) => format!("{} `{}`", record.name, cut(name)),
                None if matches!(place.title, Title::File) => {
                    format!("{} {}", record.name, index + 1)
                }
                None => format!("{} {} of {}", record.name, index + 1, place.title),
            };
            let title = Title::Named(title);
            let mut section = self.table(record, inner, content.span(), &title);
            let is_named = record.field("name").is_some();
            if let Some(name) = is_named.then(|| section.text("name")).flatten() {
                let first = names.get(name.value).cloned();
                if let Some(first) = first {
                    let message = format!("two of {place} are called `{}`", cut(name.value));
                    self.report(
                        Diagnostic::error("duplicate-name", name.span.clone(), message)
                            .label("the name is taken")
                            .related(first, "first used here")
                            .help(format!("results are filed under the name; write for example name = \"{}-2\"", cut(name.value))),
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
}

fn value_has_errors(value: &Value) -> bool {
    match value {
        Value::List(values) => values.iter().any(value_has_errors),
        Value::Table(section) => section.has_errors,
        Value::Entries(entries) => entries.iter().any(|entry| entry.section.has_errors),
        Value::Items(items) => items.iter().any(|section| section.has_errors),
        _ => false,
    }
}
