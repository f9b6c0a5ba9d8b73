//! Functions of time.

use std::f64::consts::TAU;

use super::Reading;
use super::ends::is_given;
use crate::dynamics::{Interpolation, TimeFunction, TimeTable};
use crate::input::Section;
use crate::input::field::FieldKind;
use crate::input::place::cut;
use crate::input::section::{Amount, Located};
use crate::model::data_file::Known;
use crate::number::short;
use crate::units::Dimension;

/// The function that stands under a key.
pub(crate) fn function(
    (what, section): (&str, &Section),
    key: &str,
    reading: &mut Reading,
) -> Option<TimeFunction> {
    let amount = section.amount(key)?;
    of_amount(&format!("`{key}` of {what}"), &amount.value, reading)
}

/// Three functions under a key, for x, y and z.
pub(crate) fn three(
    (what, section): (&str, &Section),
    key: &str,
    reading: &mut Reading,
) -> Option<[TimeFunction; 3]> {
    let Some(Located { value, span }) = section.amounts(key) else {
        let zero = || TimeFunction::Constant(0.0);
        return (!section.is_faulty(key)).then(|| [zero(), zero(), zero()]);
    };
    let title = format!("`{key}` of {what}");
    if value.len() != 3 {
        let values = if value.len() == 1 { "value" } else { "values" };
        return reading.refuse(
            "wrong-count",
            (span, "three are needed"),
            format!(
                "{title} has {} {values}, not one for x, y and z each",
                value.len()
            ),
            format!("write for example {key} = [0, 0, {}]", example(key)),
        );
    }
    let functions = value
        .iter()
        .map(|amount| of_amount(&title, amount, reading));
    // All of them, so that each fault is told.
    let functions: Vec<Option<TimeFunction>> = functions.collect();
    let functions: Option<Vec<TimeFunction>> = functions.into_iter().collect();
    functions?.try_into().ok()
}

fn example(key: &str) -> &'static str {
    match key {
        "torque" => "\"40 N m\"",
        _ => "\"-500 N\"",
    }
}

fn of_amount(title: &str, amount: &Amount, reading: &mut Reading) -> Option<TimeFunction> {
    match amount {
        Amount::Number(value) => Some(TimeFunction::Constant(*value)),
        Amount::Table(table) => of_table(title, table, reading),
    }
}

fn of_table(title: &str, table: &Section, reading: &mut Reading) -> Option<TimeFunction> {
    let get = |key: &str| Some(table.quantity(key)?.value);
    match table.choice("kind")?.value {
        "constant" => Some(TimeFunction::Constant(get("value")?)),
        kind @ ("ramp" | "smooth-step") => {
            let [start, end, from, to] = [get("start")?, get("end")?, get("from")?, get("to")?];
            check_end(title, table, [start, end], reading)?;
            Some(match kind {
                "ramp" => TimeFunction::Ramp {
                    start,
                    end,
                    from,
                    to,
                },
                _ => TimeFunction::SmoothStep {
                    start,
                    end,
                    from,
                    to,
                },
            })
        }
        "sine" => Some(TimeFunction::Sine {
            offset: get("offset")?,
            amplitude: get("amplitude")?,
            angular_frequency: TAU * get("frequency")?,
            phase: get("phase")?,
            start: get("start")?,
        }),
        "table" => of_points(title, table, reading),
        _ => of_pieces(title, table, reading),
    }
}

fn check_end(
    title: &str,
    table: &Section,
    [start, end]: [f64; 2],
    reading: &mut Reading,
) -> Option<()> {
    if end > start {
        return Some(());
    }
    reading.refuse(
        "bad-function",
        (table.span_of("end"), "not later"),
        format!(
            "{title} ends at {} s, not later than it begins, at {} s",
            short(end),
            short(start)
        ),
        "write a later `end`, or an earlier `start`",
    )
}

/// Values at times, from the file of the model or from one of its own.
fn of_points(title: &str, table: &Section, reading: &mut Reading) -> Option<TimeFunction> {
    let interpolation = match table.choice("interpolation")?.value {
        "cubic" => Interpolation::Cubic,
        _ => Interpolation::Linear,
    };
    let points = if is_given(table, "file") {
        from_file(title, table, reading)?
    } else {
        from_lists(title, table, reading)?
    };
    match TimeTable::new(points, interpolation) {
        Ok(points) => Some(TimeFunction::Table(points)),
        Err(error) => reading.refuse(
            "bad-function",
            (table.span(), "this table"),
            format!("{title}: {error}"),
            "write finite values at ascending times",
        ),
    }
}

fn from_lists(title: &str, table: &Section, reading: &mut Reading) -> Option<Vec<[f64; 2]>> {
    if table.is_faulty("times") || table.is_faulty("values") {
        return None;
    }
    let (Some(times), Some(values)) = (table.quantities("times"), table.quantities("values"))
    else {
        return reading.refuse(
            "bad-function",
            (table.span(), "without its values"),
            format!("{title} is a table without `times` and `values`, and without a `file`"),
            "write times = [\"0 s\", \"1 s\"] and as many values, or file = \"course.csv\"",
        );
    };
    if times.value.len() != values.value.len() || times.value.is_empty() {
        return reading.refuse(
            "bad-function",
            (values.span, "not as many"),
            format!(
                "{title} has {} times and {} values",
                times.value.len(),
                values.value.len()
            ),
            "write one value for each time",
        );
    }
    if let Some(i) = first_not_ascending(times.value) {
        return reading.refuse(
            "repeated-time",
            (times.span, "not ascending"),
            format!(
                "{title}: time {} of the table, {} s, does not come after {} s, the one before it",
                i + 1,
                short(times.value[i]),
                short(times.value[i - 1])
            ),
            "write ascending times; a jump is two pieces of kind = \"piecewise\"",
        );
    }
    let pairs = times.value.iter().zip(values.value);
    Some(pairs.map(|(t, y)| [*t, *y]).collect())
}

/// Place of the first time that does not come after the one before it.
fn first_not_ascending(times: &[f64]) -> Option<usize> {
    (1..times.len()).find(|&i| times[i] <= times[i - 1])
}

fn from_file(title: &str, table: &Section, reading: &mut Reading) -> Option<Vec<[f64; 2]>> {
    let second = ["times", "values"]
        .into_iter()
        .find(|key| is_given(table, key));
    if let Some(key) = second {
        return reading.refuse(
            "bad-function",
            (table.span_of(key), "and a file"),
            format!("{title} has `{key}` and a file"),
            "keep one of the two",
        );
    }
    let file = table.text("file")?;
    let known = [
        Known {
            name: "time",
            dimension: Dimension::TIME,
        },
        Known {
            name: "value",
            dimension: dimension_of(table),
        },
    ];
    let needs = "a header with the columns time [unit] and value [unit]";
    let place = (file.span.clone(), "this file");
    let data = match reading.files.read(file.value, &known, needs) {
        Ok(data) => data,
        Err(fault) => {
            return reading.refuse(
                fault.code,
                place,
                format!("{title}: {}", fault.message),
                fault.help,
            );
        }
    };
    let (Some(times), Some(values)) = (data.column("time"), data.column("value")) else {
        let name = cut(file.value);
        return reading.refuse(
            "data-columns",
            place,
            format!("{title}: {name} lacks the column `time` or `value`"),
            format!("write {needs}"),
        );
    };
    if let Some(i) = first_not_ascending(times) {
        return reading.refuse(
            "repeated-time",
            place,
            format!(
                "{title}: {}, line {}: the time {} s does not come after {} s, that of the row before it",
                cut(file.value),
                data.lines[i],
                short(times[i]),
                short(times[i - 1])
            ),
            "write ascending times; a jump is two pieces of kind = \"piecewise\"",
        );
    }
    Some(times.iter().zip(values).map(|(t, y)| [*t, *y]).collect())
}

/// What the values of a function measure.
fn dimension_of(table: &Section) -> Dimension {
    match table.record().field("values").map(|field| field.kind) {
        Some(FieldKind::QuantityList { dimension, .. }) => dimension,
        _ => Dimension::NONE,
    }
}

fn of_pieces(title: &str, table: &Section, reading: &mut Reading) -> Option<TimeFunction> {
    let mut pieces: Vec<(f64, TimeFunction)> = Vec::new();
    let mut is_sound = true;
    for (i, item) in table.items("pieces").enumerate() {
        let name = format!("piece {} of {title}", i + 1);
        let function = of_table(&name, item, reading);
        let (Some(after), Some(function)) = (item.quantity("after"), function) else {
            is_sound = false;
            continue;
        };
        let last = pieces.last().map(|(last, _)| *last);
        if let Some(last) = last.filter(|last| after.value <= *last) {
            is_sound = false;
            reading.refuse::<()>(
                "repeated-time",
                (after.span, "not ascending"),
                format!(
                    "{name} holds after {} s, not later than the one before it, {} s",
                    short(after.value),
                    short(last)
                ),
                "write the pieces in the order of their times",
            );
            continue;
        }
        pieces.push((after.value, function));
    }
    if pieces.is_empty() && is_sound && !table.is_faulty("pieces") {
        return reading.refuse(
            "bad-function",
            (table.span_of("pieces"), "none"),
            format!("{title} has no pieces"),
            "write pieces = [{ after = \"0 s\", kind = \"constant\", value = … }]",
        );
    }
    (is_sound && !pieces.is_empty()).then_some(TimeFunction::Piecewise(pieces))
}
