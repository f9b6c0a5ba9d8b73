//! Reads single values: the type, the unit, the range, the choice, the name.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use super::diagnostic::Diagnostic;
use super::faults::{example_lines, header_of, reserved_choice};
use super::field::{Choice, Collection, Field, FieldKind};
use super::interval::{Interval, with_unit};
use super::place::{Place, cut};
use super::reader::Reader;
use super::section::Value;
use crate::nearest::nearest;
use crate::number::short;
use crate::units::{self, Dimension, UnitError, describe};

/// Longer names would not fit into file names and tables.
const LONGEST_NAME: usize = 64;

impl Reader<'_> {
    /// Reads a value of the given kind; `None` means that it was faulty and is reported.
    pub(super) fn value(
        &mut self,
        kind: &FieldKind,
        content: &Spanned<DeValue<'_>>,
        place: &Place<'_>,
    ) -> Option<Value> {
        let span = content.span();
        match (kind, content.get_ref()) {
            (FieldKind::Quantity { dimension, range }, DeValue::String(text)) => {
                let value = self.quantity(text, *dimension, span.clone(), place)?;
                self.in_range(value, *dimension, range, false, span, place)
            }
            (
                FieldKind::Quantity { dimension, range },
                number @ (DeValue::Integer(_) | DeValue::Float(_)),
            ) => {
                let value = self.bare_number(number, *dimension, span.clone(), place)?;
                self.in_range(value, *dimension, range, true, span, place)
            }
            (FieldKind::QuantityList { dimension, range }, DeValue::Array(array)) => {
                let kind = FieldKind::Quantity {
                    dimension: *dimension,
                    range: *range,
                };
                self.quantities(&kind, array, place)
            }
            (FieldKind::NamedQuantities { dimension, range }, DeValue::Table(table)) => {
                let kind = FieldKind::Quantity {
                    dimension: *dimension,
                    range: *range,
                };
                self.named_quantities(&kind, table, place)
            }
            (FieldKind::Changes, DeValue::Table(_)) => Some(Value::Changes),
            (FieldKind::QuantityOrName { .. }, DeValue::String(text)) if !starts_number(text) => {
                let name = self.name(text, span, &place.to_string())?;
                Some(Value::Text(name))
            }
            (FieldKind::QuantityOrName { dimension, range }, _)
                if fits(kind, content.get_ref()) =>
            {
                let kind = FieldKind::Quantity {
                    dimension: *dimension,
                    range: *range,
                };
                self.value(&kind, content, place)
            }
            (FieldKind::Vector { dimension }, DeValue::Array(array)) => {
                let kind = FieldKind::Quantity {
                    dimension: *dimension,
                    range: Interval::ALL,
                };
                self.vector(&kind, array, span, place)
            }
            (FieldKind::List(kind), DeValue::Array(array)) => {
                self.list(kind, array, place).map(Value::List)
            }
            (FieldKind::Number { range }, number @ (DeValue::Integer(_) | DeValue::Float(_))) => {
                let value = self.bare_number(number, Dimension::NONE, span.clone(), place)?;
                self.in_range(value, Dimension::NONE, range, false, span, place)
            }
            (FieldKind::Integer { min, max }, DeValue::Integer(number)) => {
                let value = i64::from_str_radix(number.as_str(), number.radix()).ok();
                self.integer(value, *min, *max, span, place)
            }
            (FieldKind::Text, DeValue::String(text)) => Some(Value::Text(text.to_string())),
            (FieldKind::Name, DeValue::String(text)) => {
                let name = self.name(text, span, &place.to_string())?;
                Some(Value::Text(name))
            }
            (FieldKind::Choice(choices), DeValue::String(text)) => {
                self.choice(choices, text, span, place)
            }
            (FieldKind::Boolean, DeValue::Boolean(value)) => Some(Value::Boolean(*value)),
            (FieldKind::Reference(collection), DeValue::String(text)) => {
                self.reference(*collection, text, span, place)
            }
            (FieldKind::Table(record), DeValue::Table(table)) => {
                Some(Value::Table(self.table(record, table, span, place.inner)))
            }
            // Where nothing is around it that could choose, any will do.
            (FieldKind::TableBy(cases), DeValue::Table(_)) => {
                let case = *(cases.list)().first()?;
                self.value(&FieldKind::Table(case.record), content, place)
            }
            (FieldKind::MapOf(record), DeValue::Table(table)) => self.entries(record, table, place),
            (FieldKind::ListOf(record), DeValue::Array(array)) => self.items(record, array, place),
            (FieldKind::Either(kinds), value) => {
                let fitting = kinds.iter().find(|kind| fits(kind, value));
                match fitting {
                    Some(kind) => self.value(kind, content, place),
                    None => self.wrong_type(kind, content, place),
                }
            }
            _ => self.wrong_type(kind, content, place),
        }
    }

    fn quantity(
        &mut self,
        text: &str,
        dimension: Dimension,
        span: Range<usize>,
        place: &Place<'_>,
    ) -> Option<f64> {
        match units::parse(text, dimension) {
            Ok(value) => Some(value),
            Err(error) => {
                let at = error.place().and_then(|at| self.inside(text, &span, at));
                let help = unit_help(&error, text, place);
                self.unit_fault(&error, at.unwrap_or(span), place, help);
                None
            }
        }
    }

    /// The place in the source of some bytes of a string, if it is written there without escapes.
    fn inside(&self, text: &str, span: &Range<usize>, at: Range<usize>) -> Option<Range<usize>> {
        let written = self.source.get(span.start + 1..span.end.checked_sub(1)?)?;
        let start = span.start + 1;
        (written == text && !at.is_empty()).then(|| start + at.start..start + at.end)
    }

    fn unit_fault(
        &mut self,
        error: &UnitError,
        span: Range<usize>,
        place: &Place<'_>,
        help: String,
    ) {
        let (code, label) = match error {
            UnitError::WrongDimension { found, .. } | UnitError::RateForSpeed { found, .. } => {
                ("wrong-dimension", describe(*found).words)
            }
            UnitError::UnknownUnit { .. } => ("unknown-unit", "not a unit".to_owned()),
            UnitError::UnitMissing { .. } => ("missing-unit", "no unit".to_owned()),
            UnitError::BareAngle { .. } => ("bare-angle", "radians".to_owned()),
            UnitError::NotFinite => ("not-finite", "not a finite number".to_owned()),
            _ => ("bad-quantity", "here".to_owned()),
        };
        let fault = Diagnostic::error(code, span, format!("{place}: {error}")).label(label);
        self.report(fault.help(help));
    }

    fn bare_number(
        &mut self,
        number: &DeValue<'_>,
        dimension: Dimension,
        span: Range<usize>,
        place: &Place<'_>,
    ) -> Option<f64> {
        let value = match number {
            // Every whole number that matters here is exact as a floating-point number.
            DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix())
                .map(|integer| integer as f64)
                .ok(),
            DeValue::Float(float) => float.as_str().parse().ok(),
            _ => None,
        };
        match units::from_number(value.unwrap_or(f64::INFINITY), dimension) {
            Ok(value) => Some(value),
            Err(error) => {
                let help = unit_help(&error, "", place);
                self.unit_fault(&error, span, place, help);
                None
            }
        }
    }

    fn in_range(
        &mut self,
        value: f64,
        dimension: Dimension,
        range: &Interval,
        is_bare: bool,
        span: Range<usize>,
        place: &Place<'_>,
    ) -> Option<Value> {
        if range.contains(value) {
            return Some(Value::Number(value));
        }
        let found = with_unit(value, dimension);
        let message = format!("{place} must be {}, found {found}", range.words(dimension));
        let fault = Diagnostic::error("out-of-range", span, message).label("out of range");
        let help = if is_bare && dimension != Dimension::NONE {
            let unit = describe(dimension).unit;
            let is_list = matches!(
                place.field.kind,
                FieldKind::QuantityList { .. } | FieldKind::Vector { .. } | FieldKind::List(_)
            );
            match meant(value, dimension, range, place.field).filter(|_| !is_list) {
                Some(meant) => {
                    format!(
                        "a number without a unit is in {unit}; write {} = \"{meant}\"",
                        place.field.key
                    )
                }
                None => format!(
                    "a number without a unit is in {unit}; write the unit, {}",
                    place.example()
                ),
            }
        } else {
            range_help(place)
        };
        self.report(fault.help(help));
        None
    }

    fn integer(
        &mut self,
        value: Option<i64>,
        min: i64,
        max: i64,
        span: Range<usize>,
        place: &Place<'_>,
    ) -> Option<Value> {
        if let Some(value) = value.filter(|value| (min..=max).contains(value)) {
            return Some(Value::Integer(value));
        }
        let allowed = match (min, max) {
            _ if min == max => format!("{min}"),
            (_, i64::MAX) => format!("at least {min}"),
            _ => format!("from {min} to {max}"),
        };
        let written = self.source.get(span.clone()).unwrap_or_default();
        let found = value.map_or_else(|| cut(written), |value| value.to_string());
        let message = format!("{place} must be {allowed}, found {found}");
        let help = if min == max {
            format!(
                "write {} = {min}: this version reads no other",
                place.field.key
            )
        } else {
            range_help(place)
        };
        let fault = Diagnostic::error("out-of-range", span, message).label("out of range");
        self.report(fault.help(help));
        None
    }

    /// Names become keys of results and parts of file names, so they keep to letters, digits, `_` and `-`.
    pub(super) fn name(&mut self, text: &str, span: Range<usize>, place: &str) -> Option<String> {
        let starts_well = text.starts_with(char::is_alphanumeric);
        let belongs = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        if starts_well && text.chars().all(belongs) && text.len() <= LONGEST_NAME {
            return Some(text.to_owned());
        }
        let message = format!("{place}: \"{}\" can not be used as a name", cut(text));
        let better = better_name(text).map_or_else(String::new, |name| {
            format!("; write for example \"{name}\"")
        });
        self.report(
            Diagnostic::error("bad-name", span, message)
                .label("not a name")
                .help(format!(
                    "a name has letters, digits, `_` and `-`, starts with a letter or digit, and has at most {LONGEST_NAME} bytes{better}"
                )),
        );
        None
    }

    fn choice(
        &mut self,
        choices: &'static [Choice],
        text: &str,
        span: Range<usize>,
        place: &Place<'_>,
    ) -> Option<Value> {
        let fault = match choices.iter().find(|choice| choice.name == text) {
            Some(choice) if !choice.reserved => return Some(Value::Choice(choice.name)),
            Some(choice) => reserved_choice(&place.to_string(), choice, choices, span),
            None => self.unknown_choice(choices, text, span, place),
        };
        self.report(fault);
        None
    }

    fn reference(
        &mut self,
        collection: Collection,
        text: &str,
        span: Range<usize>,
        place: &Place<'_>,
    ) -> Option<Value> {
        const MOST_LISTED: usize = 20;
        if self.names.contains(collection, collection.name_in(text)) {
            return Some(Value::Text(text.to_owned()));
        }
        if self.is_full() {
            return None;
        }
        let names = self.names.list(collection);
        let one = collection.singular();
        let near = nearest(collection.name_in(text), names.iter().map(String::as_str));
        let label = near.map_or_else(
            || format!("no such {one}"),
            |near| format!("did you mean \"{}\"?", cut(near)),
        );
        let shown: Vec<String> = names.iter().take(MOST_LISTED).map(|n| cut(n)).collect();
        let describe = match collection {
            Collection::Studies | Collection::Pairs => {
                format!(
                    "add it under [[{}]], name = \"{}\"",
                    collection.key(),
                    cut(text)
                )
            }
            Collection::Wheels => format!("describe it under [gears.{}]", cut(text)),
            _ => {
                let name = cut(collection.name_in(text));
                format!("describe it under [{}.{name}]", collection.key())
            }
        };
        let help = if names.is_empty() {
            describe
        } else if names.len() > MOST_LISTED {
            format!("known are {} and others; or {describe}", shown.join(", "))
        } else {
            format!("known are {}; or {describe}", shown.join(", "))
        };
        let message = format!("{place}: there is no {one} \"{}\"", cut(text));
        self.report(
            Diagnostic::error("unknown-reference", span, message)
                .label(label)
                .help(help),
        );
        None
    }

    /// Always `None`, so that it can end a match.
    pub(super) fn wrong_type(
        &mut self,
        kind: &FieldKind,
        content: &Spanned<DeValue<'_>>,
        place: &Place<'_>,
    ) -> Option<Value> {
        let found = type_words(content.get_ref());
        let message = format!("{place}: expected {}, found {found}", kind.words());
        let fault = Diagnostic::error("wrong-type", content.span(), message).label(found);
        let help = type_help(kind, content.get_ref(), place.field);
        self.report(fault.help(help.unwrap_or_else(|| format!("write {}", place.example()))));
        None
    }
}

/// What the value should be, and one that it may be.
fn range_help(place: &Place<'_>) -> String {
    format!("write {}\n{}", place.example(), place.field.doc)
}

/// A line to copy: what was probably meant by the text, else the example.
fn unit_help(error: &UnitError, text: &str, place: &Place<'_>) -> String {
    let meant = match error {
        UnitError::DecimalComma { .. } => Some(text.replacen(',', ".", 1)),
        UnitError::BareAngle { value } => Some(format!("{} deg", short(*value))),
        UnitError::RateForSpeed { hertz, .. } => Some(format!("{} rpm", short(hertz * 60.0))),
        UnitError::UnknownUnit {
            at,
            suggestion: Some(unit),
            ..
        } => Some(format!("{}{unit}{}", &text[..at.start], &text[at.end..])),
        _ => None,
    };
    // What was meant may have another fault.
    let meant = meant.filter(|text| match place.field.kind {
        FieldKind::Quantity { dimension, range } => {
            units::parse(text, dimension).is_ok_and(|value| range.contains(value))
        }
        _ => false,
    });
    match meant {
        Some(text) => format!("write {} = \"{}\"", place.field.key, cut(&text)),
        None => format!("write {}", place.example()),
    }
}

/// The quantity that a bare number was probably meant to be: the same number in a unit of the workshop.
fn meant(value: f64, dimension: Dimension, range: &Interval, field: &Field) -> Option<String> {
    let unit_of_example = field.example.trim_matches('"').split_once(' ')?.1;
    let units = [unit_of_example, "mm", "GPa", "MPa", "g/cm3"];
    units.into_iter().find_map(|unit| {
        let text = format!("{} {unit}", short(value));
        let read = units::parse(&text, dimension).ok()?;
        range.contains(read).then_some(text)
    })
}

/// The nearest text that may be a name.
fn better_name(text: &str) -> Option<String> {
    let parts: Vec<&str> = text
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')))
        .map(|part| part.trim_matches(['_', '-']))
        .filter(|part| !part.is_empty())
        .collect();
    let name = parts.join("-");
    (!name.is_empty() && name.len() <= LONGEST_NAME).then_some(name)
}

/// Whether a value has the type, if not the content, of a kind.
fn fits(kind: &FieldKind, value: &DeValue<'_>) -> bool {
    match kind {
        FieldKind::Quantity { .. } | FieldKind::QuantityOrName { .. } => {
            value.is_str() || value.is_integer() || value.is_float()
        }
        FieldKind::Number { .. } => value.is_integer() || value.is_float(),
        FieldKind::Integer { .. } => value.is_integer(),
        FieldKind::Text | FieldKind::Name | FieldKind::Choice(_) | FieldKind::Reference(_) => {
            value.is_str()
        }
        FieldKind::Boolean => value.is_bool(),
        FieldKind::Table(_)
        | FieldKind::TableBy(_)
        | FieldKind::MapOf(_)
        | FieldKind::NamedQuantities { .. }
        | FieldKind::Changes => value.is_table(),
        FieldKind::ListOf(_)
        | FieldKind::List(_)
        | FieldKind::QuantityList { .. }
        | FieldKind::Vector { .. } => value.is_array(),
        FieldKind::Either(kinds) => kinds.iter().any(|kind| fits(kind, value)),
        FieldKind::Reserved(_) => false,
    }
}

/// Whether a text is meant as a quantity: it starts with a digit, a sign or a point.
fn starts_number(text: &str) -> bool {
    let mut words = text.split_whitespace();
    // No name has a space: `nan N/m` is no number, and is refused as one.
    let has_unit = words.next().is_some_and(|word| word.parse::<f64>().is_ok());
    (has_unit && words.next().is_some())
        || text
            .trim_start()
            .starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '−' | '.'))
}

fn type_words(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a decimal number",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// What to write for the slips that are common.
fn type_help(kind: &FieldKind, value: &DeValue<'_>, field: &Field) -> Option<String> {
    match (kind, value) {
        (FieldKind::Number { .. } | FieldKind::Integer { .. }, DeValue::String(text)) => {
            let number: f64 = text.trim().parse().ok().filter(|n: &f64| n.is_finite())?;
            Some(format!("write {} without quotes", short(number)))
        }
        (FieldKind::Integer { .. }, DeValue::Float(float)) => {
            let number: f64 = float.as_str().parse().ok()?;
            let is_whole = number.is_finite() && number.fract() == 0.0 && number.abs() < 1e6;
            is_whole.then(|| format!("write {number} without a decimal point"))
        }
        (FieldKind::ListOf(record), _) if record.field("name").is_some() => Some(format!(
            "write {} with `name = \"…\"` below it",
            header_of(field)
        )),
        (FieldKind::MapOf(_), _) => Some(format!(
            "write {} with a name of your choice",
            header_of(field)
        )),
        (FieldKind::Table(_), _) => Some(format!("write\n{}", example_lines(field))),
        _ => None,
    }
}
