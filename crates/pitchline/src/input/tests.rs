//! The reader on whole files. Faults and nonsense have files of their own.

mod faults;
mod robustness;

use super::facts::kinds;
use super::field::{Field, FieldKind, Record};
use super::reference::EXAMPLE;
use super::tables::MODEL;
use super::*;

/// The record and all below it.
pub(super) fn records(root: &'static Record) -> Vec<&'static Record> {
    fn of_kind(kind: &'static FieldKind, list: &mut Vec<&'static Record>) {
        match kind {
            FieldKind::TableBy(cases) => {
                for (record, _) in cases.by_record() {
                    list.extend(records(record));
                }
            }
            FieldKind::Table(record) | FieldKind::MapOf(record) | FieldKind::ListOf(record) => {
                list.extend(records(record));
            }
            FieldKind::Either(kinds) => kinds.iter().for_each(|kind| of_kind(kind, list)),
            FieldKind::List(kind) => of_kind(kind, list),
            _ => {}
        }
    }
    let mut list = vec![root];
    for field in root.all_fields() {
        of_kind(&field.kind, &mut list);
    }
    list
}

fn fields() -> impl Iterator<Item = &'static Field> {
    records(&MODEL).into_iter().flat_map(Record::all_fields)
}

const HEAD: &str = "[model]\nname = \"test\"\nschema = 1\n";
const GEAR: &str =
    "[gears.g]\nkind = \"external\"\nteeth = 20\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n";

fn read_text(text: &str) -> (Section, Diagnostics) {
    let (section, diagnostics) = read(text.as_bytes(), &MODEL);
    let section = section.unwrap_or_else(|| panic!("{text}: {diagnostics:#?}"));
    assert_eq!(
        section.has_errors(),
        diagnostics.has_errors(),
        "{text}: {diagnostics:#?}"
    );
    (section, diagnostics)
}

#[test]
fn every_default_and_example_is_valid() {
    for field in fields().filter(|field| !field.is_reserved()) {
        if let Some(default) = field.default_text() {
            assert!(defaults::read(field, default).is_ok(), "{}", field.key);
        }
        let example = defaults::read(field, field.example);
        // There is nothing yet that they could name.
        let only_names =
            |faults: &Diagnostics| faults.iter().all(|f| f.code == "unknown-reference");
        assert!(
            example.as_ref().map_or_else(only_names, |_| true),
            "{}: {example:#?}",
            field.key
        );
    }
}

#[test]
fn the_table_keeps_its_own_rules() {
    for record in records(&MODEL) {
        for kind in kinds(record) {
            // One key may be several fields, as long as each belongs to other kinds.
            let fields: Vec<_> = record.fields_for(kind).collect();
            for (index, field) in fields.iter().enumerate() {
                let mut before = fields[..index].iter();
                let is_twice = before.any(|known| known.key == field.key);
                assert!(!is_twice, "`{}` of {kind:?} is defined twice", field.key);
            }
        }
        for field in record.all_fields() {
            assert!(field.doc.ends_with('.'), "{}", field.key);
            assert!(field.only_for.is_empty() || record.discriminator == Some("kind"));
        }
        let choices = kinds(record);
        for variant in record.variants {
            assert!(choices.contains(&Some(variant.name)), "{}", variant.name);
        }
    }
}

#[test]
fn values_are_typed_located_and_in_si() {
    let (model, diagnostics) = read_text(EXAMPLE);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let names: Vec<_> = model.entries("gears").map(|(name, ..)| name).collect();
    assert_eq!(names, ["pinion", "wheel"]);
    let (_, name_span, pinion) = model.entries("gears").next().expect("a gear");
    assert_eq!(&EXAMPLE[name_span], "pinion");
    assert_eq!(&EXAMPLE[pinion.span()], "[gears.pinion]");

    let module = pinion.quantity("module").expect("given");
    assert!((module.value - 0.003).abs() < 1e-18);
    assert_eq!(&EXAMPLE[module.span], "\"3 mm\"");
    assert_eq!(pinion.integer("teeth").map(|teeth| teeth.value), Some(20));
    assert_eq!(
        pinion.text("material").map(|name| name.value),
        Some("16MnCr5")
    );
    assert!(pinion.is_given("material"));

    // Defaults stand at the header of their table.
    let angle = pinion.quantity("pressure_angle").expect("default");
    assert!((angle.value - 20f64.to_radians()).abs() < 1e-15);
    assert_eq!(&EXAMPLE[angle.span], "[gears.pinion]");
    assert!(!pinion.is_given("pressure_angle"));
    assert_eq!(pinion.choice("rack").map(|rack| rack.value), Some("A"));
    assert!(pinion.table("rack").is_none());

    // A key of another kind has no default, an optional one without a default no value.
    assert!(pinion.table("cutter").is_none() && pinion.choice("hand").is_none());
    let pair = model.items("pairs").next().expect("a pair");
    assert_eq!(pair.text("b").map(|name| name.value), Some("wheel"));
    let speed = model
        .items("studies")
        .next()
        .and_then(|study| study.quantity("speed"));
    assert!((speed.expect("given").value - 157.079_632_679).abs() < 1e-6);
}

#[test]
fn tables_may_be_written_inline_or_by_headers() {
    for rack in [
        "rack = { addendum = 1, dedendum = 1.4, root_radius = 0.39 }",
        "rack.addendum = 1\nrack.dedendum = 1.4\nrack.root_radius = 0.39",
        "[gears.g.rack]\naddendum = 1\ndedendum = 1.4\nroot_radius = 0.39",
    ] {
        let (model, diagnostics) = read_text(&format!("{HEAD}{GEAR}{rack}\n"));
        assert!(diagnostics.is_empty(), "{diagnostics:#?}");
        let (_, _, gear) = model.entries("gears").next().expect("a gear");
        let dedendum = gear.table("rack").and_then(|rack| rack.number("dedendum"));
        assert_eq!(dedendum.map(|number| number.value), Some(1.4));
    }
}

#[test]
fn a_byte_order_mark_is_no_fault() {
    let text = format!("\u{feff}{EXAMPLE}");
    let (model, diagnostics) = read_text(&text);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    assert_eq!(
        &text[model.table("model").expect("a head").span()],
        "[model]"
    );
}

#[test]
fn own_materials_may_hide_built_in_ones() {
    let material =
        "[materials.steel]\nyoungs_modulus = \"206 GPa\"\npoisson_ratio = 0.3\ndensity = 7830\n";
    let (model, diagnostics) = read_text(&format!("{HEAD}{material}{GEAR}material = \"steel\"\n"));
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let (name, _, steel) = model.entries("materials").next().expect("a material");
    assert_eq!(name, "steel");
    assert_eq!(
        steel.quantity("density").map(|density| density.value),
        Some(7830.0)
    );
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "a model file has no key `gaers`")]
fn asking_for_a_key_that_does_not_exist_is_a_mistake() {
    let (model, _) = read_text(EXAMPLE);
    let _ = model.entries("gaers").count();
}
#[test]
fn numbers_may_be_written_in_all_ways_of_toml() {
    let text = format!(
        "{HEAD}{GEAR}tip_diameter = 6_6.5e-3\nprofile_shift = +0.2_5\nmeasurement = {{ span_teeth = 0x3 }}\n"
    );
    let (model, diagnostics) = read_text(&text);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let (_, _, gear) = model.entries("gears").next().expect("a gear");
    assert_eq!(gear.quantity("tip_diameter").map(|d| d.value), Some(0.0665));
    assert_eq!(gear.number("profile_shift").map(|x| x.value), Some(0.25));
    let span = gear
        .table("measurement")
        .and_then(|m| m.integer("span_teeth"));
    assert_eq!(span.map(|k| k.value), Some(3));
}

#[test]
fn a_study_of_a_later_version_is_faulty_as_a_whole() {
    let (model, diagnostics) = read_text(&format!(
        "{HEAD}[[studies]]\nname = \"s\"\nkind = \"sweep\"\nmodes = 3\n"
    ));
    assert_eq!(diagnostics.len(), 1);
    let study = model.items("studies").next().expect("a study");
    assert!(study.is_faulty("kind") && study.is_faulty("speed") && study.choice("kind").is_none());
}
