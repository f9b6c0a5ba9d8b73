//! Pictures of modified flanks: each kind by itself, on every kind of gear.

use super::assert_readable;
use crate::Model;
use crate::model::Gear;
use crate::no_load::NoLoad;
use crate::pictures;

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
];

fn model(mate: &str, modifications: &str) -> Model {
    let [kind, teeth] = match mate {
        "internal" => ["internal", "61"],
        "rack" => ["rack", "30"],
        _ => ["external", "37"],
    };
    let source = format!(
        "[model]\nname = \"m\"\nschema = 1\n\
         [gears.a]\nkind = \"external\"\nteeth = 19\nmodule = \"3 mm\"\nface_width = \"20 mm\"\nthickness_allowance = \"-0.1 mm\"\n\
         modifications = [{modifications}]\n\
         [gears.b]\nkind = \"{kind}\"\nteeth = {teeth}\nmodule = \"3 mm\"\nface_width = \"20 mm\"\nthickness_allowance = \"-0.1 mm\"\n\
         modifications = [{modifications}]\n\
         [[pairs]]\nname = \"m\"\na = \"a\"\nb = \"b\"\ninterference = \"allow\"\n"
    );
    let source = source.replace("1 nm", "0.001 um");
    let (model, diagnostics) = Model::load(source.as_bytes());
    model.unwrap_or_else(|| panic!("{modifications}: {diagnostics:#?}"))
}

#[test]
fn every_kind_of_modification_is_readable() {
    for mate in ["external", "internal", "rack"] {
        for kind in KINDS {
            let model = model(mate, kind);
            let what = format!("{mate}: {kind}");
            for gear in model.gears.iter().filter_map(Gear::cylindrical) {
                assert_readable(&pictures::modification(&gear), &what);
                let maps = pictures::topographies(&gear);
                assert_eq!(maps.len(), if kind.contains("flank") { 2 } else { 1 });
                for (_, map) in maps {
                    assert_readable(&map, &what);
                }
            }
        }
    }
}

#[test]
fn transmission_errors_without_load_are_readable() {
    for mate in ["external", "internal", "rack"] {
        let model = model(mate, KINDS[0]);
        let no_load = NoLoad::of(&model, &model.pairs[0].cylindrical().unwrap()).expect("modified");
        assert_readable(
            &pictures::no_load(&model.pairs[0].cylindrical().unwrap(), &no_load),
            mate,
        );
        // Each tooth comes into contact with its tip relief spared, so the error stays below the sum of both.
        let span = no_load.right.peak_to_peak().expect("in contact");
        assert!((0.0..41e-6).contains(&span), "{mate}: {span}");
        let left = no_load.left.peak_to_peak().expect("in contact");
        assert!((span - left).abs() < 1e-9, "{mate}: {span} {left}");
    }
}
