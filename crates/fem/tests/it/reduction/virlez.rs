//! The wheels of \[virlez\] with as many modes as there, on coarse meshes, beside what is printed.

use pitchline_fem::{
    CoordinateKind, ElementKind, FeModel, FlankChoice, Interface, Material, ModeChoice,
    PointMotions, RecoveryNodes, ReductionKind, Support,
};
use pitchline_geometry::{GearKind, Tip};
use pitchline_proofs::{Numbers, Proof, Settings};

use super::published::model;
use super::support::{options, reduce};
use crate::mesher_gears::data;

const VIRLEZ: Proof = Proof {
    name: "virlez",
    title: "frequencies of wheels held at their flanks, as in the table of validation/reduction/README.md",
    inputs: &[
        "crates/fem/tests/it/reduction/virlez.rs",
        "validation/reduction/virlez.csv",
    ],
    full: Settings(&[("wheels", 2.0), ("modes", 100.0)]),
    twin: Settings(&[("wheels", 1.0), ("modes", 1.0)]),
    compute,
    check,
};

/// Of a wheel, with the column of the table of the page.
const FIRST_FREE: (&str, usize) = ("first with the bore free", 3);
const LAST_FREE: (&str, usize) = ("hundredth with the bore free", 5);
const FIRST_HELD: (&str, usize) = ("first with the bore held", 6);

fn read(file: &str) -> String {
    let folder = format!("{}/../../validation/reduction", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(format!("{folder}/{file}")).unwrap()
}

fn compute(settings: &Settings, numbers: &mut Numbers) {
    let [wheels, modes] = ["wheels", "modes"].map(|name| settings.get(name) as usize);
    let printed = read("virlez.csv");
    let lines = printed.lines().filter(|line| !line.starts_with('#'));
    for line in lines.skip(1).take(wheels) {
        let cells = line.split(',').map(|cell| cell.trim().parse().unwrap());
        let cells: Vec<f64> = cells.collect();
        let (teeth, bore) = (cells[0] as u32, cells[3] * 1e-3);
        let mut push =
            |(of, _): (&str, usize), hz| numbers.push(&format!("{teeth} teeth: {of}"), hz, "Hz");
        let free = held_frequencies(&virlez(teeth, bore, false), modes);
        push(FIRST_FREE, free[0]);
        if let Some(hundredth) = free.get(99) {
            push(LAST_FREE, *hundredth);
        }
        push(
            FIRST_HELD,
            held_frequencies(&virlez(teeth, bore, true), 1)[0],
        );
    }
}

/// Each is in its place in the table.
fn check(settings: &Settings, numbers: &Numbers) {
    let page = read("README.md");
    for number in numbers.iter() {
        let (teeth, of) = number.quantity.split_once(" teeth: ").unwrap();
        let row = page
            .lines()
            .find(|line| line.starts_with(&format!("| {teeth} | ")));
        let cells: Vec<&str> = row.unwrap().split('|').map(str::trim).skip(1).collect();
        let known = [FIRST_FREE, LAST_FREE, FIRST_HELD];
        let (_, column) = known.into_iter().find(|(known, _)| *known == of).unwrap();
        assert_eq!(cells[column], format!("{:.0}", number.value), "{number:?}");
    }
    let of_a_wheel = if settings.get("modes") < 100.0 { 2 } else { 3 };
    assert_eq!(
        numbers.iter().len(),
        of_a_wheel * settings.get("wheels") as usize
    );
}

#[test]
#[ignore = "some seconds: ./validate virlez"]
fn proof_virlez() {
    VIRLEZ.record();
}

#[test]
fn internal_modes_of_virlez_as_the_page_tells_them() {
    VIRLEZ.assert_kept();
}

/// The wheels of \[virlez\]: profile shifts that give the printed root diameters with a dedendum of 1.25 modules.
fn virlez(teeth: u32, bore_radius: f64, is_tied: bool) -> FeModel {
    let (tip_diameter, root_diameter) = match teeth {
        16 => (82.64e-3, 62.5e-3),
        _ => (118.64e-3, 98.37e-3),
    };
    let module = 4.5e-3;
    let mut wheel = data(GearKind::External, teeth, module);
    wheel.face_width = 15e-3;
    wheel.tip = Tip::Diameter(tip_diameter);
    wheel.profile_shift = 0.5 * (root_diameter / module - f64::from(teeth)) + 1.25;
    let steel = Material {
        youngs_modulus: 206e9,
        poisson_ratio: 0.3,
        density: 7850.0,
    };
    let fineness = ([1, 2, 1, 4, 2, 2], 1.5);
    let tied = model(
        wheel,
        bore_radius,
        steel,
        ElementKind::Hex20,
        fineness,
        [true; 6],
    );
    match is_tied {
        true => tied,
        false => {
            let support = Support::free(&tied.mesh);
            FeModel::build(tied.mesh, steel, support).unwrap()
        }
    }
}

/// Frequencies (Hz) with one mean joint of each flank held, and the centre where the bore is tied.
fn held_frequencies(model: &FeModel, n_modes: usize) -> Vec<f64> {
    let joints = Interface::on(&model.mesh, &model.dof_map)
        .flank_joints(&FlankChoice::all(), 1, PointMotions::All)
        .unwrap();
    let interface = match model.dof_map.centres() {
        [] => joints,
        _ => joints.centre(0).unwrap(),
    }
    .finish();
    let modes = ModeChoice::Fill(interface.n() + n_modes);
    let mut options = options(ReductionKind::CraigBampton, modes);
    options.displacements = RecoveryNodes::Flanks;
    let body = reduce(model, &interface, &options);
    let hz = |coordinate: &pitchline_fem::Coordinate| match coordinate.kind {
        CoordinateKind::HeldMode { frequency_hz } => Some(frequency_hz),
        _ => None,
    };
    body.coordinates.iter().filter_map(hz).collect()
}
