//! Values of several objects side by side, as text for people.

use super::{Column, Group, Object, ResultKey, Table, Value, Values};

use crate::number::short;

/// How speeds of machines are read, and the factor from rad/s.
pub(super) const RPM: (&str, f64) = ("rpm", 30.0 / std::f64::consts::PI);

/// A sheet: one row for each key, one column for each object.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// Columns of words, before those of numbers.
    n_words: usize,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Sheet {
    /// The values of all objects of a kind; only the main keys unless `with_details`.
    pub fn of(values: &Values, object: Object, with_details: bool) -> Option<Self> {
        let groups: Vec<&Group> = values
            .groups
            .iter()
            .filter(|g| g.object == object)
            .collect();
        if groups.is_empty() {
            return None;
        }
        let head = [title(object), "", "unit"]
            .into_iter()
            .map(str::to_owned)
            .chain(groups.iter().map(|g| g.name.clone()));
        let keys = ResultKey::all().filter(|k| k.object == object && (k.is_main || with_details));
        let rows = keys.flat_map(|key| rows(key, &groups)).collect();
        Some(Self {
            n_words: 3,
            head: head.collect(),
            rows,
        })
    }

    /// The values of objects that each have a unit of their own, one row for each: sensors, drives.
    pub fn by_object(values: &Values, object: Object) -> Option<Self> {
        let groups = values.groups.iter().filter(|g| g.object == object);
        let keys: Vec<&ResultKey> = ResultKey::all()
            .filter(|k| k.object == object && k.is_main)
            .collect();
        let row = |group: &Group| {
            let values = keys.iter().map(|key| group.get(key.key));
            let numbers: Vec<f64> = values
                .clone()
                .filter_map(|value| match value {
                    Some(Value::Number(number)) => Some(*number),
                    _ => None,
                })
                .collect();
            let (unit, factor) = readable(group.unit, &numbers);
            let cells = values.map(|value| match value {
                // What is measured may be small: digits that count, not decimals.
                Some(Value::Number(number)) => short(number * factor),
                Some(value) => show(value, 1.0, ROUNDING),
                None => "–".to_owned(),
            });
            [group.name.clone(), unit.to_owned()]
                .into_iter()
                .chain(cells)
                .collect()
        };
        let rows: Vec<Vec<String>> = groups.map(row).collect();
        let head = [title(object), "unit"].into_iter().map(str::to_owned);
        let names = keys.iter().map(|key| key.key.replace(['_', '.'], " "));
        (!rows.is_empty()).then(|| Self {
            n_words: 2,
            head: head.chain(names).collect(),
            rows,
        })
    }

    /// A table with columns of words and as many of numbers as asked for.
    pub fn of_table(table: &Table, columns: usize, keep: impl Fn(usize) -> bool) -> Self {
        let words = table.words.iter().map(|(name, _)| name.replace('_', " "));
        let shown = &table.columns[..columns.min(table.columns.len())];
        let numbers = shown.iter().map(|column| {
            let (unit, _) = of_column(column);
            match unit {
                "1" => column.name.replace('_', " "),
                unit => format!("{} ({unit})", column.name.replace('_', " ")),
            }
        });
        let row = |i: usize| {
            let words = table.words.iter().map(move |(_, words)| words[i].clone());
            let numbers = shown.iter().map(move |column| {
                let value = column.values[i];
                if value.is_nan() {
                    "–".to_owned()
                } else if is_power_of_ten(&column.name) && value.abs() > 0.0 {
                    format!("{value:.1e}")
                } else if column.unit == "1" && is_whole(&column.values) {
                    format!("{value:.0}")
                } else {
                    let (_, factor) = of_column(column);
                    number(value * factor, factor * rounding(&column.values))
                }
            });
            words.chain(numbers).collect()
        };
        Self {
            n_words: table.words.len(),
            head: words.chain(numbers).collect(),
            rows: (0..table.n_rows()).filter(|i| keep(*i)).map(row).collect(),
        }
    }

    /// Aligned text, one line for each row.
    pub fn to_text(&self) -> String {
        let n = self.head.len();
        let widths: Vec<usize> = (0..n)
            .map(|i| {
                self.rows
                    .iter()
                    .chain([&self.head])
                    .map(|row| row[i].chars().count())
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let mut text = String::new();
        for (number, row) in [&self.head].into_iter().chain(&self.rows).enumerate() {
            let mut line = String::new();
            for (i, cell) in row.iter().enumerate() {
                let pad = " ".repeat(widths[i] - cell.chars().count());
                // Words to the left, numbers to the right.
                if i < self.n_words {
                    line += &format!("{cell}{pad}  ")
                } else {
                    line += &format!("{pad}{cell}  ")
                }
            }
            text += line.trim_end();
            text.push('\n');
            if number == 0 {
                text += &"─".repeat(widths.iter().sum::<usize>() + 2 * (n - 1));
                text.push('\n');
            }
        }
        text
    }
}

fn title(object: Object) -> &'static str {
    match object {
        Object::Gear => "gear",
        Object::Pair => "pair",
        Object::Planetary => "planetary set",
        Object::Machine => "machine",
        Object::Joint => "joint",
        Object::Drive => "drive",
        Object::Bearing => "bearing",
        Object::Force => "force",
        Object::Controller => "controller",
        Object::Sensor => "sensor",
        Object::Event => "event",
        Object::State => "state",
    }
}

/// Unit in which people read a column, and the factor to it: speeds of machines as in the model file and in pictures.
fn of_column(column: &Column) -> (&'static str, f64) {
    match (column.name.as_str(), column.unit) {
        ("speed", "rad/s") => RPM,
        (_, unit) => readable(unit, &column.values),
    }
}

/// Unit in which people read values of an SI unit, and the factor to it.
fn readable(unit: &'static str, values: &[f64]) -> (&'static str, f64) {
    let largest = values.iter().filter(|value| value.is_finite());
    let largest = largest.fold(0.0, |largest: f64, value| largest.max(value.abs()));
    match unit {
        "m" if largest < 1e-4 => ("µm", 1e6),
        "m" => ("mm", 1e3),
        "Pa" => ("MPa", 1e-6),
        "J" if largest < 1.0 => ("mJ", 1e3),
        unit => (unit, 1.0),
    }
}

/// One row, or one for each number of a list.
fn rows(key: &ResultKey, groups: &[&Group]) -> Vec<Vec<String>> {
    let values: Vec<Option<&Value>> = groups.iter().map(|group| group.get(key.key)).collect();
    let lengths = values.iter().map(|value| match value {
        Some(Value::Numbers(numbers)) => numbers.len(),
        Some(_) => 1,
        None => 0,
    });
    let is_list = values.iter().any(|v| matches!(v, Some(Value::Numbers(_))));
    let words = key.key.replace(['_', '.'], " ");
    let (unit, factor) = key.display_unit();
    let row = |i: usize| {
        let cells = values.iter().map(move |value| match value {
            Some(Value::Numbers(numbers)) => numbers.get(i).copied().map(Value::Number),
            value => value.cloned(),
        });
        let cells = cells.map(|value| match value {
            None => "–".to_owned(),
            // Of an error the power of ten is what matters.
            Some(Value::Number(error)) if is_error(key) && error.abs() > 0.0 => {
                format!("{:.1e}", error * factor)
            }
            Some(value) => show(&value, factor, rounding_of(key)),
        });
        let number = if is_list {
            format!(" {}", i + 1)
        } else {
            String::new()
        };
        [
            format!("{words}{number}"),
            key.symbol.to_owned(),
            unit.to_owned(),
        ]
        .into_iter()
        .chain(cells)
        .collect()
    };
    (0..lengths.max().unwrap_or(0)).map(row).collect()
}

fn is_error(key: &ResultKey) -> bool {
    key.key.ends_with("drift") || key.key.starts_with("largest_residual")
}

/// Columns of which the power of ten is what matters.
fn is_power_of_ten(column: &str) -> bool {
    column.ends_with("_error") || column == "residual"
}

/// Whether all are whole, such as numbers of modes.
fn is_whole(values: &[f64]) -> bool {
    let mut known = values.iter().filter(|value| !value.is_nan());
    known.all(|value| value.fract() == 0.0 && value.abs() < 1e6)
}

/// What rounding leaves of nothing, beside the largest of a column.
fn rounding(values: &[f64]) -> f64 {
    let finite = values.iter().filter(|value| value.is_finite());
    1e-12 * finite.fold(0.0, |largest: f64, value| largest.max(value.abs()))
}

/// Four decimals, and of a small number four digits that count; what is not larger than `rounding` is zero, without a sign.
fn number(shown: f64, rounding: f64) -> String {
    let size = shown.abs();
    if shown.is_infinite() {
        if shown > 0.0 { "∞" } else { "−∞" }.to_owned()
    } else if size <= rounding {
        "0.0000".to_owned()
    } else if !(9.9995e-5..1e7).contains(&size) {
        let digits = if size < 1.0 { 3 } else { 4 };
        format!("{shown:.digits$e}")
    } else if size < 9.9995e-3 {
        let decimals = if size < 9.9995e-4 { 7 } else { 6 };
        format!("{shown:.decimals$}")
    } else {
        format!("{shown:.4}")
    }
}

/// What rounding leaves of nothing in the units that people read.
const ROUNDING: f64 = 1e-9;

/// The same of a key: times are measured, however short they are.
fn rounding_of(key: &ResultKey) -> f64 {
    if key.unit == "s" { 0.0 } else { ROUNDING }
}

fn show(value: &Value, factor: f64, rounding: f64) -> String {
    match value {
        Value::Number(value) => number(value * factor, rounding),
        Value::Numbers(numbers) => {
            let shown: Vec<String> = numbers
                .iter()
                .map(|n| show(&Value::Number(*n), factor, rounding))
                .collect();
            shown.join(", ")
        }
        Value::Count(count) => count.to_string(),
        Value::Text(text) => text.clone(),
        Value::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_keep_their_digits() {
        for (value, text) in [
            (0.0, "0.0000"),
            (-4e-10, "0.0000"),
            (-5.55e-5, "-5.550e-5"),
            (1.042e-4, "0.0001042"),
            (0.001781, "0.001781"),
            (0.0123456, "0.0123"),
            (-126.25571, "-126.2557"),
            (2.1e11, "2.1000e11"),
            (f64::INFINITY, "∞"),
        ] {
            assert_eq!(number(value, ROUNDING), text);
        }
    }

    #[test]
    fn short_steps_are_no_rounding_and_speeds_are_read_in_rpm() {
        let key = |name| ResultKey::find(Object::Machine, name).unwrap();
        let mut group = Group::new(Object::Machine, "");
        group.put("smallest_step", 2e-12);
        group.put("critical_speeds", vec![10.0 * std::f64::consts::PI]);
        let cell = |name| rows(key(name), &[&group])[0][2..].to_vec();
        assert_eq!(cell("smallest_step"), ["s", "2.000e-12"]);
        assert_eq!(cell("critical_speeds"), ["rpm", "300.0000"]);
        let mut table = Table::new("t");
        table.push("speed", "rad/s", vec![std::f64::consts::PI]);
        let text = Sheet::of_table(&table, 1, |_| true).to_text();
        assert!(
            text.contains("speed (rpm)") && text.contains("30.0000"),
            "{text}"
        );
    }

    #[test]
    fn columns_of_whole_numbers_have_no_decimals_and_rounding_is_nothing() {
        let mut table = Table::new("t");
        table
            .words
            .push(("whirl", vec!["-".into(), "forward".into()]));
        table.push("mode", "1", vec![1.0, 12.0]);
        table.push("compliance", "m/N", vec![4.2e-9, 1e-22]);
        table.push("residual", "1", vec![0.0, 3.14e-15]);
        let text = Sheet::of_table(&table, 5, |_| true).to_text();
        let cells = |line: usize| -> Vec<&str> {
            let line = text.lines().nth(line);
            line.map_or(Vec::new(), |line| line.split_whitespace().collect())
        };
        assert_eq!(cells(2), ["-", "1", "4.200e-9", "0.0000"]);
        assert_eq!(cells(3), ["forward", "12", "0.0000", "3.1e-15"]);
    }
}
