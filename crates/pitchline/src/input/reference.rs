//! The reference page of the model file, in Markdown, from the field table.

use super::field::{Collection, Field, FieldKind, GROUND, Presence, Record, listed};
use super::interval::Interval;
use super::tables::functions::{ANGLE_FUNCTION, is_function};
use crate::materials;
use crate::number::short;
use crate::units::{Dimension, describe};

/// A model with the most common keys; it is read by the tests.
pub const EXAMPLE: &str = r#"# A spur gear stage.
[model]
name = "first-stage"
schema = 1                         # version of this format

[gears.pinion]
kind = "external"
teeth = 20
module = "3 mm"
face_width = "22 mm"
profile_shift = 0.25               # multiple of the module
thickness_allowance = "-40 um"     # thins the teeth: backlash
material = "16MnCr5"

[gears.wheel]
kind = "external"
teeth = 41
module = "3 mm"
face_width = "20 mm"
thickness_allowance = "-50 um"

[[pairs]]
name = "first"
a = "pinion"
b = "wheel"
center_distance = "92.2 mm"

[[studies]]
name = "sizes"
kind = "geometry"
speed = "1500 rpm"                 # of gear a
"#;

/// The page for a file that contains `record`.
pub fn markdown(record: &'static Record) -> String {
    let mut page = String::from(
        "# Model file\n\n\
         <!-- Written from the field table of the program: change it there. -->\n\n",
    );
    paragraph(&mut page, record.doc);
    paragraph(
        &mut page,
        "It is a [TOML](https://toml.io) file. Unknown keys are errors, all errors are reported at once, and objects refer to each other by their names.",
    );
    paragraph(&mut page, &format!("```toml\n{EXAMPLE}```"));
    page.push_str(UNITS);
    page.push_str("## Top level\n\n");
    keys(&mut page, record.fields);
    for field in record.fields {
        let (header, inner) = match field.kind {
            FieldKind::Table(inner) => (format!("[{}]", field.key), inner),
            FieldKind::MapOf(inner) => (format!("[{}.NAME]", field.key), inner),
            FieldKind::ListOf(inner) => (format!("[[{}]]", field.key), inner),
            _ => continue,
        };
        section(&mut page, 2, &header, inner);
    }
    page.push_str(FUNCTIONS);
    section(&mut page, 3, "{ kind = …, … }", &ANGLE_FUNCTION);
    built_in_materials(&mut page);
    format!("{}\n", page.trim_end())
}

const UNITS: &str = "\
## Units

A quantity is a number in SI units (`0.003`) or a text with a unit (`\"3 mm\"`). Units are joined by a space or `*`, with at most one `/`: \
everything after it belongs to the denominator. Powers are whole numbers: `\"0.00536 lbf s2/in\"`, `\"7850 kg/m3\"`, `\"9.81 m s-2\"`.

| quantity | units |
|---|---|
| length | `m` `mm` `cm` `km` `um` (`µm`) `in` `ft` |
| angle | `rad` `mrad` `deg` (`°`) `rev` (`U`) |
| speed of rotation | `rpm` `rad/s` `rev/min` (`U/min`) |
| frequency | `Hz` `kHz` |
| rate, such as a gain | `1/s` |
| time | `s` `ms` `us` `µs` `min` `h` |
| mass | `kg` `g` `t` `lb` (`lbm`) |
| force | `N` `mN` `kN` `MN` `lbf` |
| pressure, stress | `Pa` `mPa` `hPa` `kPa` `MPa` `GPa` `bar` `psi` `ksi` |
| power, energy | `W` `kW` `MW` `J` |
| viscosity | `Pa s` `mPa s` `cSt` `mm2/s` |
| current, voltage | `A` `mA` `V` `mV` `kV` |
| resistance, inductance | `ohm` `mohm` `Ω` `mΩ` `H` `mH` `uH` `µH` |
| temperature | `K`, `°C` (`degC`) only alone |
| pure number | `%` only alone |

Angle is a dimension: a speed of rotation is `rad/s` or `rpm`, and `Hz` and `1/min` are rejected for it. A frequency counts cycles, a gain does not: `Hz` is rejected where `1/s` is meant. `/rad` may be left out: `\"1000 N m\"` is a rotational stiffness. \
A bare number for an angle is in radians, and rejected above one revolution: write `\"20 deg\"`.

";

const FUNCTIONS: &str = "\
## Functions of time

Where a quantity may change with time, a plain one is constant; else it is a table. Its values have the unit of the key that it is given for: here it is written for an angle.

";

fn paragraph(page: &mut String, text: &str) {
    page.push_str(text);
    page.push_str("\n\n");
}

/// One table of the file, then the tables inside it: the keys of all kinds, those that some kinds share, those of each kind.
fn section(page: &mut String, depth: usize, header: &str, record: &'static Record) {
    paragraph(page, &format!("{} `{header}`", "#".repeat(depth)));
    paragraph(page, record.doc);
    keys(page, record.fields);
    inside(page, depth, record.fields);
    let groups = record.groups();
    for (group, title) in groups
        .iter()
        .filter_map(|keys| Some((*keys, keys.shared_by?)))
    {
        paragraph(page, &format!("{} Keys of {title}", "#".repeat(depth + 1)));
        keys(page, group.fields);
        inside(page, depth + 1, group.fields);
    }
    for variant in record.variants {
        let kind = record.discriminator.unwrap_or("kind");
        let head = "#".repeat(depth + 1);
        paragraph(page, &format!("{head} `{kind} = \"{}\"`", variant.name));
        paragraph(page, variant.doc);
        let shared = variant.keys.iter().filter_map(|keys| keys.shared_by);
        let shared: Vec<String> = shared
            .map(|title| link(&format!("Keys of {title}")))
            .collect();
        if !shared.is_empty() {
            paragraph(page, &format!("{}; besides:", shared.join(", ")));
        }
        for group in variant.keys.iter().filter(|keys| keys.shared_by.is_none()) {
            keys(page, group.fields);
            inside(page, depth + 1, group.fields);
        }
    }
}

/// A link to a heading of the page.
fn link(heading: &str) -> String {
    format!("[{heading}](#{})", heading.to_lowercase().replace(' ', "-"))
}

/// The tables and choices in the values of some keys.
fn inside(page: &mut String, depth: usize, fields: &'static [Field]) {
    for field in fields {
        let mut kinds = match &field.kind {
            FieldKind::Either(kinds) => *kinds,
            kind => std::slice::from_ref(kind),
        };
        if let [FieldKind::List(inner)] = kinds {
            kinds = std::slice::from_ref(*inner);
        }
        for kind in kinds {
            match kind {
                FieldKind::Table(inner) if is_function(inner) => {}
                FieldKind::Table(inner) => {
                    section(page, depth + 1, &format!("{} = {{ … }}", field.key), inner);
                }
                FieldKind::TableBy(cases) => {
                    for (record, choices) in cases.by_record() {
                        let header = format!(
                            "{} = {{ … }}` for `{} = \"{}\"",
                            field.key,
                            cases.key,
                            choices.join(&format!("\"` and `{} = \"", cases.key))
                        );
                        // Sets have the tables of pairs.
                        if !page.contains(&format!("# `{header}`")) {
                            section(page, depth + 1, &header, record);
                        }
                    }
                }
                FieldKind::ListOf(inner) => {
                    let header = format!("{} = [{{ … }}, …]", field.key);
                    // A list that stands in two tables is explained where it stands first.
                    if !page.contains(&format!("# `{header}`")) {
                        section(page, depth + 1, &header, inner);
                    }
                }
                FieldKind::Choice(choices) => {
                    paragraph(page, &format!("Choices of `{}`:", field.key));
                    choice_list(page, choices);
                }
                _ => {}
            }
        }
    }
}

fn choice_list(page: &mut String, choices: &[super::field::Choice]) {
    for choice in choices.iter().filter(|choice| !choice.reserved) {
        page.push_str(&format!("- `\"{}\"`: {}\n", choice.name, choice.doc));
    }
    let planned = choices.iter().filter(|choice| choice.reserved);
    let planned: Vec<String> = planned
        .map(|choice| format!("`\"{}\"`", choice.name))
        .collect();
    if !planned.is_empty() {
        page.push_str(&format!("- planned: {}\n", planned.join(", ")));
    }
    page.push('\n');
}

/// The keys as a table; names kept for later below it.
fn keys(page: &mut String, fields: &[Field]) {
    page.push_str("| key | value | default | meaning |\n|---|---|---|---|\n");
    for field in fields.iter().filter(|field| !field.is_reserved()) {
        let default = match field.presence {
            Presence::Required if !field.optional_for.is_empty() => {
                let kinds: Vec<String> = field
                    .optional_for
                    .iter()
                    .map(|k| format!("`\"{k}\"`"))
                    .collect();
                format!("required, but for kind {} optional", kinds.join(" or "))
            }
            Presence::Required => "required".to_owned(),
            Presence::Optional { default } => default.map_or(String::new(), |d| format!("`{d}`")),
        };
        let row = [
            format!("`{}`", field.key),
            kind_words(&field.kind),
            default,
            meaning(field),
        ];
        let row: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        page.push_str(&format!("| {} |\n", row.join(" | ")));
    }
    page.push('\n');
    let planned = fields.iter().filter(|field| field.is_reserved());
    let planned: Vec<String> = planned.map(|field| format!("`{}`", field.key)).collect();
    if !planned.is_empty() {
        paragraph(
            page,
            &format!("Kept for later versions: {}.", planned.join(", ")),
        );
    }
}

fn meaning(field: &Field) -> String {
    if field.only_for.is_empty() {
        return field.doc.to_owned();
    }
    let kinds: Vec<String> = field
        .only_for
        .iter()
        .map(|k| format!("`\"{k}\"`"))
        .collect();
    format!("{} Only for kind {}.", field.doc, kinds.join(" or "))
}

pub(super) fn kind_words(kind: &FieldKind) -> String {
    match kind {
        FieldKind::Quantity { dimension, range } => {
            let description = describe(*dimension);
            let words = description
                .words
                .trim_start_matches("an ")
                .trim_start_matches("a ");
            let words = match description.unit.is_empty() {
                true => words.to_owned(),
                false => format!("{words} ({})", description.unit),
            };
            with_range(words, range, *dimension)
        }
        FieldKind::QuantityList { dimension, range } => {
            let kind = FieldKind::Quantity {
                dimension: *dimension,
                range: *range,
            };
            format!("list, each {}", kind_words(&kind))
        }
        FieldKind::Vector { dimension } => {
            let kind = FieldKind::Quantity {
                dimension: *dimension,
                range: Interval::ALL,
            };
            format!("three, each {}", kind_words(&kind))
        }
        FieldKind::NamedQuantities { dimension, range } => {
            let kind = FieldKind::Quantity {
                dimension: *dimension,
                range: *range,
            };
            format!("table of names, each {}", kind_words(&kind))
        }
        FieldKind::QuantityOrName { dimension, range } => {
            let kind = FieldKind::Quantity {
                dimension: *dimension,
                range: *range,
            };
            format!("{} or name", kind_words(&kind))
        }
        FieldKind::Changes => "table like the file".to_owned(),
        FieldKind::List(kind) => format!("list, each {}", kind_words(kind)),
        FieldKind::Number { range } => with_range("number".to_owned(), range, Dimension::NONE),
        FieldKind::Integer { min, max } if min == max => format!("`{min}`"),
        FieldKind::Integer { min, max } => format!("whole number, {min} to {max}"),
        FieldKind::Text => "text".to_owned(),
        FieldKind::Name => "name".to_owned(),
        FieldKind::Choice(choices) => format!("`{}`", listed(choices).replace(", ", "` `")),
        FieldKind::Boolean => "`true` or `false`".to_owned(),
        FieldKind::Reference(Collection::Bodies) => {
            format!("name of a body, of a shaft or `\"{GROUND}\"`")
        }
        FieldKind::Reference(collection) => format!("name of a {}", collection.singular()),
        FieldKind::Table(record) if is_function(record) => "function of time, see below".to_owned(),
        FieldKind::Table(_) => "table, see below".to_owned(),
        FieldKind::TableBy(cases) => format!("table by `{}`, see below", cases.key),
        FieldKind::Either(kinds) => {
            let words: Vec<String> = kinds.iter().map(kind_words).collect();
            words.join(" or ")
        }
        FieldKind::MapOf(record) => format!("one table for each {}", record.name),
        FieldKind::ListOf(record) => format!("a list of tables, one for each {}", record.name),
        FieldKind::Reserved(_) => "planned".to_owned(),
    }
}

fn with_range(words: String, range: &Interval, dimension: Dimension) -> String {
    let allowed = range.words(dimension);
    if allowed.is_empty() {
        words
    } else {
        format!("{words}, {allowed}")
    }
}

fn built_in_materials(page: &mut String) {
    page.push_str(
        "## Built-in materials\n\n| name | E, GPa | ν | ρ, kg/m³ | note |\n|---|---|---|---|---|\n",
    );
    for material in &materials::BUILT_IN {
        page.push_str(&format!(
            "| `{}` | {} | {} | {} | {} |\n",
            material.name,
            short(material.youngs_modulus / 1e9),
            short(material.poisson_ratio),
            short(material.density),
            material.source
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::tables::MODEL;
    use crate::units::symbols;

    #[test]
    fn every_key_unit_and_material_is_on_the_page() {
        let page = markdown(&MODEL);
        for record in crate::input::tests::records(&MODEL) {
            for field in record.all_fields() {
                let key = format!("`{}`", field.key);
                assert!(page.contains(&key), "{} of {}", key, record.name);
            }
        }
        for symbol in symbols().filter(|symbol| !symbol.starts_with('μ')) {
            assert!(page.contains(&format!("`{symbol}`")), "{symbol}");
        }
        for material in &materials::BUILT_IN {
            assert!(page.contains(material.name));
        }
    }

    #[test]
    fn the_example_is_a_valid_model() {
        let (section, diagnostics) = crate::input::read(EXAMPLE.as_bytes(), &MODEL);
        assert!(diagnostics.is_empty(), "{diagnostics:#?}");
        assert!(section.is_some_and(|section| !section.has_errors()));
    }
}
