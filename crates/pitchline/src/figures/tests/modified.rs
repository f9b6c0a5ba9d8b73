//! Pictures of modified flanks: each kind by itself, on every kind of gear, on all teeth and on a damaged one.

use super::assert_readable;
use crate::Model;
use crate::figures;
use crate::flank_traces::{self, Teeth};
use crate::input::field::{Field, FieldKind};
use crate::input::tables::GEAR;
use crate::model::Gear;
use crate::no_load::NoLoad;
use crate::studies::{Options, run};

/// Each kind of the model file, some in several forms; `FILE` stands for a CSV file of the kind.
const KINDS: &[&str] = &[
    "{ kind = \"tip-relief\", amount = \"20 um\", start_length = \"2 mm\" }",
    "{ kind = \"tip-relief\", amount = \"20 um\", start_length = \"1 mm\", form = \"parabolic\", flank = \"left\" }",
    "{ kind = \"root-relief\", amount = \"15 um\", start_length = \"1.5 mm\" }",
    "{ kind = \"profile-crowning\", amount = \"5 um\" }",
    "{ kind = \"profile-slope\", amount = \"-8 um\" }",
    "{ kind = \"lead-crowning\", amount = \"6 um\", flank = \"right\" }",
    "{ kind = \"helix-slope\", amount = \"12 um\" }",
    "{ kind = \"end-relief\", amount = \"10 um\", length = \"3 mm\", ends = \"upper\" }",
    "{ kind = \"twist\", amount = \"1 nm\" }",
    "{ kind = \"twist\", amount = \"2 mm\" }",
    "{ kind = \"measured-profile\", file = \"FILE\", knots = 4 }",
    "{ kind = \"topography\", file = \"FILE\", flank = \"right\" }",
];

/// The kinds that the field table of a gear names.
fn kinds_of_the_table() -> Vec<&'static str> {
    let record = |kind: &FieldKind| match kind {
        FieldKind::ListOf(record) => *record,
        _ => panic!("modifications are a list"),
    };
    let find = |fields: &'static [Field], key: &str| {
        let found = fields.iter().find(|field| field.key == key);
        found.unwrap_or_else(|| panic!("no key {key}"))
    };
    let modifications = find(GEAR.fields, "modifications");
    match find(record(&modifications.kind).fields, "kind").kind {
        FieldKind::Choice(choices) => choices.iter().map(|choice| choice.name).collect(),
        _ => panic!("a kind is a choice"),
    }
}

/// Writes the grids and profiles of a wheel and a rack of module 3 mm: waves of 10 µm over the flank.
fn write_files(folder: &std::path::Path) {
    let wave = |i: u32, j: u32| 10.0 * (0.9 * f64::from(i)).sin() * (0.6 * f64::from(j)).cos();
    for (gear, column, low, high) in [
        ("a", "diameter", 54.6, 62.8),
        ("external", "diameter", 107.0, 116.5),
        ("internal", "diameter", 177.5, 189.0),
        ("rack", "height", -2.5, 2.5),
    ] {
        let mut grid = format!("{column} [mm],width [mm],amount [um]\n");
        let mut profile = format!("{column} [mm],deviation [um]\n");
        for i in 0..12 {
            let place = low + (high - low) * f64::from(i) / 11.0;
            profile += &format!("{place},{}\n", wave(i, 0));
            for j in 0..7 {
                let width = -10.0 + f64::from(j) / 0.3;
                grid += &format!("{place},{width},{}\n", wave(i, j));
            }
        }
        std::fs::write(folder.join(format!("{gear}-topography.csv")), grid).unwrap();
        std::fs::write(folder.join(format!("{gear}-measured-profile.csv")), profile).unwrap();
    }
}

fn model(mate: &str, modifications: &str, is_damage: bool) -> Model {
    let [kind, teeth] = match mate {
        "internal" => ["internal", "61"],
        "rack" => ["rack", "30"],
        _ => ["external", "37"],
    };
    let sort = if modifications.contains("measured-profile") {
        "measured-profile"
    } else {
        "topography"
    };
    let of = |gear: &str| {
        let list = modifications.replace("FILE", &format!("{gear}-{sort}.csv"));
        if is_damage {
            format!("deviations = {{ damaged = [{{ tooth = 3, modifications = [{list}] }}] }}")
        } else {
            format!("modifications = [{list}]")
        }
    };
    let source = format!(
        "[model]\nname = \"m\"\nschema = 1\n\
         [gears.a]\nkind = \"external\"\nteeth = 19\nmodule = \"3 mm\"\nface_width = \"20 mm\"\nthickness_allowance = \"-0.1 mm\"\n\
         {}\n\
         [gears.b]\nkind = \"{kind}\"\nteeth = {teeth}\nmodule = \"3 mm\"\nface_width = \"20 mm\"\nthickness_allowance = \"-0.1 mm\"\n\
         {}\n\
         [[pairs]]\nname = \"m\"\na = \"a\"\nb = \"b\"\ninterference = \"allow\"\n",
        of("a"),
        of(mate)
    );
    let source = source.replace("1 nm", "0.001 um");
    let folder = tempfile::tempdir().unwrap();
    write_files(folder.path());
    let (model, diagnostics) = Model::load_from(source.as_bytes(), folder.path());
    model.unwrap_or_else(|| panic!("{modifications}: {diagnostics:#?}"))
}

#[test]
fn every_kind_of_modification_has_its_pictures() {
    for kind in kinds_of_the_table() {
        let sample = format!("kind = \"{kind}\"");
        assert!(
            KINDS.iter().any(|of| of.contains(&sample)),
            "no sample of {kind}: add one to KINDS"
        );
    }
    for mate in ["external", "internal", "rack"] {
        for kind in KINDS {
            for is_damage in [false, true] {
                let mut model = model(mate, kind, is_damage);
                // What two gears do together is another picture.
                model.pairs.clear();
                let what = format!("{mate}: {kind}, damage: {is_damage}");
                let study = &model.studies_to_run(None).unwrap()[0];
                let pictures = run(&model, study, Options::default()).output.pictures;
                for gear in model.gears.iter().filter_map(Gear::cylindrical) {
                    let teeth = if is_damage { Teeth::One(3) } else { Teeth::All };
                    let maps = flank_traces::maps(&gear, teeth);
                    let mut shown = maps.iter().flat_map(|map| map.relief.iter().flatten());
                    assert!(shown.any(|relief| relief.abs() > 1e-10), "{what}");
                    let gear = &gear.name;
                    let name = if is_damage {
                        format!("{gear}-tooth-3")
                    } else {
                        gear.to_owned()
                    };
                    let both = !kind.contains("flank = \"");
                    for (file, is_wanted) in [
                        (format!("modification-{name}"), true),
                        (format!("topography-{name}-right"), true),
                        (format!("topography-{name}-left"), !both),
                    ] {
                        let found = pictures.iter().find(|picture| picture.name == file);
                        assert_eq!(found.is_some(), is_wanted, "{file}, {what}");
                        if let Some(found) = found {
                            assert_readable(&found.figure, &what);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn transmission_errors_without_load_are_readable() {
    for mate in ["external", "internal", "rack"] {
        let model = model(mate, KINDS[0], false);
        let no_load = NoLoad::of(&model, &model.pairs[0].cylindrical().unwrap()).expect("modified");
        assert_readable(
            &figures::no_load(&model.pairs[0].cylindrical().unwrap(), &no_load),
            mate,
        );
        // Each tooth comes into contact with its tip relief spared, so the error stays below the sum of both.
        let span = no_load.right.peak_to_peak().expect("in contact");
        assert!((0.0..41e-6).contains(&span), "{mate}: {span}");
        let left = no_load.left.peak_to_peak().expect("in contact");
        assert!((span - left).abs() < 1e-9, "{mate}: {span} {left}");
    }
}
