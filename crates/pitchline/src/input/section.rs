//! A table of the file after reading: typed values that know where they stand.

use std::collections::BTreeMap;
use std::ops::Range;

use super::field::Record;

/// A value and the bytes of the source that say it.
#[derive(Clone, Debug, PartialEq)]
pub struct Located<T> {
    /// In SI units where it has one.
    pub value: T,
    /// Of the value; of the table's header where the value is a default.
    pub span: Range<usize>,
}

/// A read value.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(f64),
    Numbers(Vec<f64>),
    Named(Vec<(String, Located<f64>)>),
    Integer(i64),
    Text(String),
    Choice(&'static str),
    Boolean(bool),
    List(Vec<Value>),
    Table(Section),
    Entries(Vec<Entry>),
    Items(Vec<Section>),
    /// Changes of the rest of the file, which are read with it.
    Changes,
}

impl Value {
    fn as_number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    fn as_amount(&self) -> Option<Amount<'_>> {
        match self {
            Self::Number(number) => Some(Amount::Number(*number)),
            Self::Table(section) => Some(Amount::Table(section)),
            _ => None,
        }
    }
}

/// A quantity, or a table in its place: a function of time, or several quantities.
#[derive(Clone, Copy, Debug)]
pub enum Amount<'s> {
    /// One, in SI units.
    Number(f64),
    /// A table.
    Table(&'s Section),
}

/// A choice, or a table in its place.
#[derive(Clone, Copy, Debug)]
pub enum Alternative<'s> {
    /// A word.
    Choice(&'static str),
    /// A table.
    Table(&'s Section),
}

/// A quantity, or the name of something that has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum QuantityOr<'s> {
    /// The quantity, in SI units.
    Quantity(f64),
    /// The name.
    Name(&'s str),
}

/// A named table of a map: `[gears.pinion]`.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) name_span: Range<usize>,
    pub(super) section: Section,
}

/// How a value came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Given,
    Default,
    /// Given but wrong, or required and missing; it was reported.
    Faulty,
}

#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) origin: Origin,
    pub(super) span: Range<usize>,
    pub(super) value: Option<Value>,
}

/// A table of the file after reading. Defaults are filled in; faulty values are absent, and it knows that they were faulty.
///
/// Asking for a key that the record does not have is a mistake of the program and panics in debug builds.
#[derive(Clone, Debug)]
pub struct Section {
    pub(super) record: &'static Record,
    pub(super) span: Range<usize>,
    pub(super) slots: BTreeMap<&'static str, Slot>,
    pub(super) has_errors: bool,
}

impl Section {
    pub(super) fn new(record: &'static Record, span: Range<usize>) -> Self {
        Self {
            record,
            span,
            slots: BTreeMap::new(),
            has_errors: false,
        }
    }

    /// Makes every value faulty: nothing in the table can be relied on, and that was reported.
    pub(super) fn spoil(&mut self) {
        self.has_errors = true;
        for field in self.record.all_fields() {
            let slot = Slot {
                origin: Origin::Faulty,
                span: self.span.clone(),
                value: None,
            };
            self.slots.insert(field.key, slot);
        }
    }

    fn slot(&self, key: &str) -> Option<&Slot> {
        debug_assert!(
            self.record.field(key).is_some(),
            "a {} has no key `{key}`",
            self.record.name
        );
        self.slots.get(key)
    }

    fn located<'s, T>(
        &'s self,
        key: &str,
        pick: impl Fn(&'s Value) -> Option<T>,
    ) -> Option<Located<T>> {
        let slot = self.slot(key)?;
        let value = pick(slot.value.as_ref()?)?;
        Some(Located {
            value,
            span: slot.span.clone(),
        })
    }

    /// A quantity, in SI units.
    pub fn quantity(&self, key: &str) -> Option<Located<f64>> {
        self.number(key)
    }

    /// A list of quantities, in SI units.
    pub fn quantities(&self, key: &str) -> Option<Located<&[f64]>> {
        self.located(key, |value| match value {
            Value::Numbers(numbers) => Some(numbers.as_slice()),
            _ => None,
        })
    }

    /// Quantities by name, in SI units, in the order of the file. Empty when there are none.
    pub fn named_quantities(&self, key: &str) -> &[(String, Located<f64>)] {
        match self.slot(key).and_then(|slot| slot.value.as_ref()) {
            Some(Value::Named(named)) => named,
            _ => &[],
        }
    }

    /// A pure number.
    pub fn number(&self, key: &str) -> Option<Located<f64>> {
        self.located(key, |value| match value {
            Value::Number(number) => Some(*number),
            _ => None,
        })
    }

    /// A whole number.
    pub fn integer(&self, key: &str) -> Option<Located<i64>> {
        self.located(key, |value| match value {
            Value::Integer(number) => Some(*number),
            _ => None,
        })
    }

    /// A text, a name, or the name of something else.
    pub fn text(&self, key: &str) -> Option<Located<&str>> {
        self.located(key, |value| match value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// One of a list of choices.
    pub fn choice(&self, key: &str) -> Option<Located<&'static str>> {
        self.located(key, |value| match value {
            Value::Choice(name) => Some(*name),
            _ => None,
        })
    }

    /// A list of whole numbers.
    pub fn integers(&self, key: &str) -> Option<Located<Vec<i64>>> {
        self.list(key, |value| match value {
            Value::Integer(number) => Some(*number),
            _ => None,
        })
    }

    /// A list of texts.
    pub fn texts(&self, key: &str) -> Option<Located<Vec<&str>>> {
        self.list(key, |value| match value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// A list of choices.
    pub fn choices(&self, key: &str) -> Option<Located<Vec<&'static str>>> {
        self.list(key, |value| match value {
            Value::Choice(name) => Some(*name),
            _ => None,
        })
    }

    /// A list of lists of numbers.
    pub fn rows(&self, key: &str) -> Option<Located<Vec<Vec<f64>>>> {
        self.list(key, |value| match value {
            Value::List(values) => values.iter().map(Value::as_number).collect(),
            _ => None,
        })
    }

    /// A quantity, or a table in its place.
    pub fn amount(&self, key: &str) -> Option<Located<Amount<'_>>> {
        self.located(key, Value::as_amount)
    }

    /// A list of such.
    pub fn amounts(&self, key: &str) -> Option<Located<Vec<Amount<'_>>>> {
        self.list(key, Value::as_amount)
    }

    fn list<'s, T>(
        &'s self,
        key: &str,
        pick: impl Fn(&'s Value) -> Option<T>,
    ) -> Option<Located<Vec<T>>> {
        self.located(key, |value| match value {
            Value::List(values) => values.iter().map(&pick).collect(),
            _ => None,
        })
    }

    /// `true` or `false`.
    pub fn boolean(&self, key: &str) -> Option<Located<bool>> {
        self.located(key, |value| match value {
            Value::Boolean(boolean) => Some(*boolean),
            _ => None,
        })
    }

    /// A table inside this one.
    pub fn table(&self, key: &str) -> Option<&Section> {
        match self.slot(key)?.value.as_ref()? {
            Value::Table(section) => Some(section),
            _ => None,
        }
    }

    /// A choice, or a table in its place.
    pub fn alternative(&self, key: &str) -> Option<Located<Alternative<'_>>> {
        self.located(key, |value| match value {
            Value::Choice(word) => Some(Alternative::Choice(word)),
            Value::Table(section) => Some(Alternative::Table(section)),
            _ => None,
        })
    }

    /// A quantity, or the name of something that has one.
    pub fn quantity_or_name(&self, key: &str) -> Option<Located<QuantityOr<'_>>> {
        self.located(key, |value| match value {
            Value::Number(number) => Some(QuantityOr::Quantity(*number)),
            Value::Text(name) => Some(QuantityOr::Name(name)),
            _ => None,
        })
    }

    /// One number or a list of them.
    pub fn number_or_numbers(&self, key: &str) -> Option<Located<&[f64]>> {
        self.located(key, |value| match value {
            Value::Number(number) => Some(std::slice::from_ref(number)),
            Value::Numbers(numbers) => Some(numbers.as_slice()),
            _ => None,
        })
    }

    /// Changes of the rest of the file, which were read with it.
    pub fn changes(&self, key: &str) -> Option<Located<()>> {
        self.located(key, |value| matches!(value, Value::Changes).then_some(()))
    }

    /// The same with its place.
    pub fn located_table(&self, key: &str) -> Option<Located<&Section>> {
        let value = self.table(key)?;
        let span = self.span_of(key);
        Some(Located { value, span })
    }

    /// A list of tables with its place.
    pub fn located_items(&self, key: &str) -> Option<Located<Vec<&Section>>> {
        self.located(key, |value| match value {
            Value::Items(items) => Some(items.iter().collect()),
            _ => None,
        })
    }

    /// Named tables, in the order of the file: name, place of the name, table. Empty when there are none.
    pub fn entries(&self, key: &str) -> impl Iterator<Item = (&str, Range<usize>, &Section)> {
        let entries = match self.slot(key).and_then(|slot| slot.value.as_ref()) {
            Some(Value::Entries(entries)) => entries.as_slice(),
            _ => &[],
        };
        entries.iter().map(|entry| {
            let Entry {
                name,
                name_span,
                section,
            } = entry;
            (name.as_str(), name_span.clone(), section)
        })
    }

    /// A list of tables, in the order of the file. Empty when there are none.
    pub fn items(&self, key: &str) -> impl Iterator<Item = &Section> {
        let items = match self.slot(key).and_then(|slot| slot.value.as_ref()) {
            Some(Value::Items(items)) => items.as_slice(),
            _ => &[],
        };
        items.iter()
    }

    /// The place of the value if the file has one, faulty or not; else that of the table's header.
    pub fn span_of(&self, key: &str) -> Range<usize> {
        self.slot(key)
            .map_or_else(|| self.span.clone(), |slot| slot.span.clone())
    }

    /// The place of the table's header.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Whether the file itself says the value, rightly or wrongly, so that it is no default.
    pub fn is_given(&self, key: &str) -> bool {
        self.slot(key).is_some_and(|slot| match slot.origin {
            Origin::Given => true,
            Origin::Default => false,
            Origin::Faulty => slot.span != self.span,
        })
    }

    /// Whether the value was wrong or missing, and that was reported.
    pub fn is_faulty(&self, key: &str) -> bool {
        self.slot(key)
            .is_some_and(|slot| slot.origin == Origin::Faulty)
    }

    /// Whether something in this table or below it was wrong.
    pub fn has_errors(&self) -> bool {
        self.has_errors
    }

    /// What the table may contain.
    pub fn record(&self) -> &'static Record {
        self.record
    }
}
