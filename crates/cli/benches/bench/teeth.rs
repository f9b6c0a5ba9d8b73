//! Reading models, teeth and flanks, pictures, start of the program.

use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::Duration;

use pitchline::Model;
use pitchline::geometry::{
    CylindricalGear, Deviations, Fillet, Flank, FlankSide, GearFlanks, LeadCrowning, Modification,
    RackFillet, ReliefForm, TipRelief, Wheel,
};
use pitchline::model::GearGeometry;
use pitchline::pictures::{
    Axis, Deformation, Faces, Field, Figure, Lines, Magnification, ShadedView, Surface,
};
use pitchline::studies::{self, Options};

use crate::Line;
use crate::measure::{alone, compare, compare_measured, repeated};

const MODEL: &str = include_str!("../../../../examples/helical.toml");

pub fn model_to_geometry() -> Line {
    let ours = || {
        let (model, _) = Model::load(black_box(MODEL.as_bytes()));
        let model = model.unwrap();
        let options = Options {
            without_pictures: true,
            without_drawings: true,
            ..Options::default()
        };
        black_box(studies::run(&model, &model.studies[0], options));
    };
    let found = compare(ours, || {
        black_box(black_box(MODEL).parse::<toml::Table>().unwrap());
    });
    Line::new("model-to-geometry", found.wall * 1e6, "us")
        .beside("plain-toml-parse-alone", found.ratio)
}

/// A torus of 400 × 200 faces with twelve waves.
fn torus() -> (Surface, Vec<[f64; 3]>) {
    let [n, m] = [400_u32, 200];
    let place = |i: u32| {
        let angle = |i: u32, n: u32| f64::from(i % n) / f64::from(n) * std::f64::consts::TAU;
        let (u, v) = (angle(i / m, n), angle(i, m));
        let r = 0.1 + (0.03 + 0.003 * (12.0 * u).cos()) * v.cos();
        [r * u.cos(), r * u.sin(), 0.03 * v.sin()]
    };
    let at = |i: u32, j: u32| (i % n) * m + j % m;
    let faces = (0..n * m).map(|k| {
        let (i, j) = (k / m, k % m);
        [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]
    });
    let places: Vec<[f64; 3]> = (0..n * m).map(place).collect();
    (
        Surface::new(places.clone(), Faces::Linear(faces.collect())).unwrap(),
        places,
    )
}

pub fn shaded_picture() -> Line {
    let (surface, places) = torus();
    let figure = Figure::from(ShadedView {
        field: Some(Field::new(
            places.iter().map(|p| 100.0 * p[0].hypot(p[1])).collect(),
            Axis::new("Radius", "cm"),
        )),
        deformation: Some(Deformation {
            displacements: places.iter().map(|p| [0.0, 0.0, p[0] * p[1]]).collect(),
            magnification: Magnification::Auto,
        }),
        lines: Lines::Elements,
        ..ShadedView::of_mesh("Torus", surface)
    });
    let time = alone(Duration::from_secs(4), || {
        black_box(figure.draw().unwrap().png().unwrap());
    });
    Line::new("shaded-picture", time * 1e3, "ms")
}

pub fn root_curve() -> Line {
    let (model, _) = Model::load(MODEL.as_bytes());
    let model = model.unwrap();
    let GearGeometry::Cylindrical(CylindricalGear::Wheel(wheel)) = &model.gears[0].geometry else {
        unreachable!()
    };
    let Fillet::Rack(fillet) = wheel.profile.fillet else {
        unreachable!()
    };
    let ours = || {
        for i in 0..100 {
            black_box(fillet.point(black_box(fillet.end * f64::from(i) / 99.0)));
        }
    };
    let found = compare(ours, || {
        black_box(sampled_root(black_box(&fillet)));
    });
    Line::new("root-curve", found.wall * 1e6, "us").beside("sampled-envelope", found.ratio)
}

/// The naive way: 100 points of the tool's tip at 2000 of its positions, and the deepest cut in each of 100 sectors.
fn sampled_root(fillet: &RackFillet) -> [f64; 100] {
    let r = fillet.reference_radius;
    let mut deepest = [f64::INFINITY; 100];
    for position in 0..2000 {
        let turn = (f64::from(position) / 2000.0 - 0.5) * 2.0 * fillet.half_pitch;
        let (sin, cos) = turn.sin_cos();
        for point in 0..100 {
            let (tip_sin, tip_cos) = (f64::from(point) / 99.0 * fillet.end).sin_cos();
            let along =
                (fillet.center_along + fillet.rounding * tip_sin) / fillet.helix_angle.cos();
            let radial = r + fillet.center_height - fillet.rounding * tip_cos;
            let tangential = along + r * turn;
            let (x, y) = (
                radial * cos + tangential * sin,
                tangential * cos - radial * sin,
            );
            let sector = (y.atan2(x) / fillet.half_pitch * 100.0) as usize;
            if let Some(deepest) = deepest.get_mut(sector) {
                *deepest = deepest.min(x.hypot(y));
            }
        }
    }
    deepest
}

/// A helical flank with tip relief and lead crowning, and the wheel that it belongs to.
fn bench_flank() -> (Flank, Wheel) {
    let (model, _) = Model::load(MODEL.as_bytes());
    let gear = model.unwrap().gears[0].cylindrical().unwrap().geometry;
    let domain = GearFlanks::plain(&gear).domain;
    let list = vec![
        Modification::TipRelief(TipRelief {
            amount: 2e-5,
            start: 0.3 * domain.root + 0.7 * domain.tip,
            form: ReliefForm::Parabolic,
        }),
        Modification::LeadCrowning(LeadCrowning { amount: 1e-5 }),
    ];
    let flanks = GearFlanks::build(&gear, list.clone(), list, Deviations::default()).unwrap();
    let wheel = gear.as_wheel().unwrap().clone();
    (flanks.flank(2, FlankSide::Right).unwrap(), wheel)
}

/// Places spread over a flank.
fn places(flank: &Flank) -> Vec<[f64; 2]> {
    let domain = flank.domain;
    (0..1000)
        .map(|i| {
            let [u, v] = [0.618, 0.414].map(|step| (f64::from(i) * step).fract());
            [
                domain.root + u * (domain.tip - domain.root),
                domain.half_width * (2.0 * v - 1.0),
            ]
        })
        .collect()
}

pub fn flank_point() -> Line {
    let (flank, wheel) = bench_flank();
    let places = places(&flank);
    let ours = || {
        for &[s, z] in &places {
            black_box(flank.point(black_box(s), black_box(z)));
        }
    };
    let found = compare(ours, || {
        for &[s, z] in &places {
            black_box(point_by_differences(
                &flank,
                &wheel,
                black_box(s),
                black_box(z),
            ));
        }
    });
    Line::new("flank-point", found.wall * 1e9 / places.len() as f64, "ns")
        .beside("differences-of-the-polar-profile", found.ratio)
}

/// The naive way: polar profile, turned along the helix; tangents by central differences, normal by their product.
fn point_by_differences(flank: &Flank, wheel: &Wheel, s: f64, z: f64) -> [[f64; 3]; 2] {
    let system = &wheel.data.system;
    let pitch = 2.0 * std::f64::consts::PI / f64::from(wheel.data.teeth);
    let point = |s: f64, z: f64| {
        let radius = wheel.base_radius.hypot(s);
        let twist = z * system.helix_angle.tan() / wheel.reference_radius;
        let angle = wheel.profile.flank(radius).angle + pitch + twist;
        let (sin, cos) = angle.sin_cos();
        [radius * cos, radius * sin, z]
    };
    let h = 1e-6;
    let slope = |[p, q]: [[f64; 3]; 2]| [0, 1, 2].map(|i| (p[i] - q[i]) / (2.0 * h));
    let along = slope([point(s + h, z), point(s - h, z)]);
    let across = slope([point(s, z + h), point(s, z - h)]);
    let cross = [0, 1, 2].map(|i| {
        let [j, k] = [(i + 1) % 3, (i + 2) % 3];
        across[j] * along[k] - across[k] * along[j]
    });
    let length = cross.iter().map(|c| c * c).sum::<f64>().sqrt();
    let normal = cross.map(|c| c / length);
    let relief = flank.relief(s, z);
    let here = point(s, z);
    [[0, 1, 2].map(|i| here[i] - relief * normal[i]), normal]
}

pub fn nearest_on_flank() -> Line {
    let (flank, _) = bench_flank();
    let points: Vec<[f64; 3]> = places(&flank)
        .iter()
        .enumerate()
        .map(|(i, &[s, z])| {
            let at = flank.point(s, z);
            let gap = 1e-4 * (i as f64 * 0.37).sin();
            [0, 1, 2].map(|k| at.point[k] + gap * at.normal[k])
        })
        .collect();
    let ours = || {
        for &point in &points {
            black_box(flank.nearest(black_box(point)));
        }
    };
    let some = &points[..20];
    let found = compare(ours, || {
        for &point in some {
            black_box(nearest_by_search(&flank, black_box(point)));
        }
    });
    let share = some.len() as f64 / points.len() as f64;
    let ratio = found.ratio.map(|ratio| ratio.times(1.0 / share));
    let name = "nearest-on-flank";
    Line::new(name, found.wall * 1e6 / points.len() as f64, "us")
        .beside("grid-search-with-refinement", ratio)
}

/// The naive way: the nearest of 40 by 40 points, then ever smaller grids of 5 by 5 about the best.
fn nearest_by_search(flank: &Flank, point: [f64; 3]) -> [f64; 2] {
    let distance = |[s, z]: [f64; 2]| {
        let at = flank.point(s, z).point;
        (0..3).map(|i| (at[i] - point[i]).powi(2)).sum::<f64>()
    };
    let ([low, high], half) = (flank.domain.profile(), flank.domain.half_width);
    let mut best = [low, -half];
    let mut step = [(high - low) / 39.0, 2.0 * half / 39.0];
    for i in 0..40 {
        for j in 0..40 {
            let at = [low + step[0] * f64::from(i), step[1] * f64::from(j) - half];
            if distance(at) < distance(best) {
                best = at;
            }
        }
    }
    while step[0] > 1e-12 {
        step = step.map(|step| 0.5 * step);
        let middle = best;
        for i in -2..=2 {
            for j in -2..=2 {
                let at = [
                    (middle[0] + step[0] * f64::from(i)).clamp(low, high),
                    (middle[1] + step[1] * f64::from(j)).clamp(-half, half),
                ];
                if distance(at) < distance(best) {
                    best = at;
                }
            }
        }
    }
    best
}

pub fn program_start() -> Line {
    let model =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/helical.toml");
    let ours = repeated(|| {
        let status = Command::new(env!("CARGO_BIN_EXE_pitchline"))
            .arg("geometry")
            .arg(&model)
            .stdout(Stdio::null())
            .status();
        assert!(status.unwrap().success());
    });
    // What a script of one's own would be: an interpreter that starts and reads the same file.
    let script = format!(
        "import math, tomllib; tomllib.load(open({:?}, 'rb'))",
        model.display().to_string()
    );
    let python = || Command::new("python3").args(["-c", &script]).status();
    let is_installed = python().is_ok_and(|status| status.success());
    let peer = is_installed.then(|| {
        repeated(|| {
            let _ = python();
        })
    });
    let found = compare_measured(ours, peer);
    Line::new("program-start", found.wall * 1e3, "ms").beside("python-reads-the-file", found.ratio)
}
