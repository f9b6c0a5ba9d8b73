//! The study `linearise`: poles, answers, matrices and margins beside closed forms that stand here.

pub(super) mod loops;

use std::f64::consts::{PI, TAU};
use std::path::Path;

use serde_json::Value as Json;

use super::machines::{Csv, run_text};
use super::small_motions::{matrix, rows, solved};

/// x + i y.
type Number = [f64; 2];

fn times([a, b]: Number, [c, d]: Number) -> Number {
    [a * c - b * d, a * d + b * c]
}

fn over(a: Number, [c, d]: Number) -> Number {
    let square = c * c + d * d;
    let [re, im] = times(a, [c, -d]);
    [re / square, im / square]
}

#[track_caller]
fn near(found: f64, exact: f64, tolerance: f64) {
    assert!(
        (found - exact).abs() <= tolerance * exact.abs(),
        "{found} instead of {exact}"
    );
}

/// Runs a model and gives its one study.
fn study(model: &str, folder: &Path) -> Json {
    let ran = run_text(model, folder);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let study = ran.json()["studies"]["linear"].clone();
    assert_eq!(study["warnings"], serde_json::json!([]), "{study}");
    study
}

/// A pinion of 10 mm and a wheel of 30 mm on fixed axes, with a torque on the pinion. \[theory:linearised\] (57), (58)
struct Pair {
    inertias: [f64; 2],
    /// Stiffness and damping of the mesh.
    mesh: [f64; 2],
    /// Those of a spring on each of the wheels.
    springs: [[f64; 2]; 2],
    levers: [f64; 2],
}

/// Of the spring-loaded actuator.
const ACTUATOR: ([f64; 2], [f64; 2], [[f64; 2]; 2]) =
    ([5e-4, 1e-3], [2e8, 2e5], [[0.0, 0.0], [1000.0, 0.23452]]);

impl Pair {
    const RADII: [f64; 2] = [0.010, 0.030];

    /// Levers of friction with an even load along the path, \[theory:planar-contact\] (8)-(10).
    fn new((inertias, mesh, springs): ([f64; 2], [f64; 2], [[f64; 2]; 2])) -> Self {
        let (sin, cos) = 20f64.to_radians().sin_cos();
        let [r_a, r_b] = Self::RADII;
        let reach = |r: f64| ((r + 1e-3).powi(2) - (r * cos).powi(2)).sqrt() - r * sin;
        let (first, last) = (-reach(r_b), reach(r_a));
        let d_f = -(last + first) / (last - first);
        let h = (first * first + last * last) / (2.0 * (last - first));
        Self {
            inertias,
            mesh,
            springs,
            levers: [r_a * sin * d_f - h, r_b * sin * d_f + h],
        }
    }

    /// Rows of both turns at λ, friction being a share of the normal force.
    fn rows(&self, share: f64, lambda: Number) -> [[Number; 2]; 2] {
        let cos = 20f64.to_radians().cos();
        let square = times(lambda, lambda);
        let term = |mass: f64, [stiffness, damping]: [f64; 2]| -> Number {
            let part = |i: usize| mass * square[i] + damping * lambda[i];
            [part(0) + stiffness, part(1)]
        };
        std::array::from_fn(|i| {
            let arm = Self::RADII[i] * cos - share * self.levers[i];
            std::array::from_fn(|j| {
                let (mass, spring) = match i == j {
                    true => (self.inertias[i], self.springs[i]),
                    false => (0.0, [0.0; 2]),
                };
                let mesh = [0, 1].map(|k| self.mesh[k] * arm * Self::RADII[j] + spring[k]);
                term(mass, mesh)
            })
        })
    }

    /// Turns of both wheels by 1 N m on the pinion while they slide.
    fn sliding(&self, share: f64, lambda: Number) -> [Number; 2] {
        let [[a, b], [c, d]] = self.rows(share, lambda);
        let [left, right] = [times(a, d), times(b, c)];
        let determinant = [left[0] - right[0], left[1] - right[1]];
        [over(d, determinant), over([-c[0], -c[1]], determinant)]
    }

    /// M, C, K of the one motion that is left while they stick, and the lever of the torque: (58) with the mesh and the springs in it.
    fn stuck(&self) -> ([f64; 3], f64) {
        let [d_a, d_b] = self.levers;
        let [r_a, r_b] = Self::RADII;
        let ratio = r_b / r_a;
        let cos = 20f64.to_radians().cos();
        // F_n over φ_b: both flanks go together.
        let pressed = (d_b * r_a - d_a * r_b) * cos * (r_a * ratio + r_b);
        let mass = ratio * d_b * self.inertias[0] - d_a * self.inertias[1];
        let [c, k] = [1, 0].map(|i| {
            let springs = ratio * d_b * self.springs[0][i] - d_a * self.springs[1][i];
            pressed * self.mesh[i] + springs
        });
        ([mass, c, k], d_b)
    }
}

fn actuator(studies: &str) -> String {
    let text = std::fs::read_to_string("../../examples/spring-loaded-actuator.toml").unwrap();
    let model = text.split("# Without friction.").next().unwrap();
    format!(
        "{model}[sensors.motor-angle]\nkind = \"joint-angle\"\nof = \"motor-bearing\"\n{studies}"
    )
}

const FOUR: &str = r#"
[[studies]]
name = "linear"
kind = "linearise"
inputs = ["torque"]
sensors = ["motor-angle", "wheel-angle"]
frequency_range = ["5 Hz", "20 kHz"]
points = 60
loop = { input = "torque", output = "wheel-angle", gain = 2e6 }
"#;

/// Answers of all four states, poles that put the rows to zero, and the grips by their states.
#[test]
fn a_pair_stuck_and_sliding_answers_as_its_equations_do() {
    let folder = tempfile::tempdir().unwrap();
    let study = study(&actuator(FOUR), folder.path());
    let out = folder.path().join("out/linear");
    let pair = Pair::new(ACTUATOR);
    let shares = [("free", 0.0), ("forward", 0.1), ("backward", -0.1)];
    for (state, share) in shares {
        let table = Csv::read(&out, &format!("response-{state}.csv"));
        for (at, frequency) in table.column("frequency").iter().enumerate() {
            let exact = pair.sliding(share, [0.0, TAU * frequency]);
            for (output, exact) in ["motor-angle", "wheel-angle"].into_iter().zip(exact) {
                check(&table, output, at, exact);
            }
        }
        assert_eq!(study["values"]["states"][state]["states"], 4);
    }
    let ([m, c, k], lever) = pair.stuck();
    let table = Csv::read(&out, "response-stuck.csv");
    for (at, frequency) in table.column("frequency").iter().enumerate() {
        let w = TAU * frequency;
        let wheel = over([lever, 0.0], [k - m * w * w, c * w]);
        check(&table, "wheel-angle", at, wheel);
        check(&table, "motor-angle", at, wheel.map(|x| 3.0 * x));
    }
    assert_eq!(study["values"]["states"]["stuck"]["states"], 2);
    // Poles: of the stuck pair by their sum and product, of the others by what the rows leave.
    let poles = rows(&out, "poles.csv");
    let of = |state: &str| -> Vec<Number> {
        let cells = poles.iter().filter(|row| row[0] == state);
        let pole = |row: &Vec<String>| [3, 4].map(|i| row[i].parse::<f64>().unwrap());
        cells.map(pole).collect()
    };
    assert_eq!(&poles[0][3..5], ["real [1/s]", "imaginary [1/s]"]);
    let [slow, fast] = of("stuck")[..] else {
        panic!("{poles:?}");
    };
    near(slow[0] + fast[0], -c / m, 1e-9);
    near(slow[0] * fast[0], k / m, 1e-8);
    for (state, share) in shares {
        assert!(!of(state).is_empty());
        for pole in of(state) {
            let [[a, b], [c, d]] = pair.rows(share, pole);
            let [left, right] = [times(a, d), times(b, c)];
            let off = (left[0] - right[0]).hypot(left[1] - right[1]);
            // Both products are equal at a pole; the mesh is 10⁵ times stiffer than the spring.
            assert!(off < 1e-7 * left[0].hypot(left[1]), "{state} {pole:?}");
        }
    }
    let friction = rows(&out, "friction.csv");
    assert_eq!(
        friction[1][1..],
        ["free", "stuck", "forward", "backward"].map(str::to_owned)
    );
    assert!(friction[1][0].contains("mesh"), "{friction:?}");
}

/// Sensors are differences of eight digits or more; far above the mesh's own frequency the wheel's answer is a difference of large terms.
#[track_caller]
fn check(table: &Csv, output: &str, at: usize, exact: Number) {
    let [size, phase] =
        ["magnitude", "phase"].map(|part| table.column(&format!("{output}_by_torque_{part}"))[at]);
    near(size, exact[0].hypot(exact[1]), 1e-7);
    let off = (phase - exact[1].atan2(exact[0]) + PI).rem_euclid(TAU) - PI;
    assert!(off.abs() < 1e-7, "{output} {at}: {off}");
}

/// C (iω − A)⁻¹ B + D of the written matrices is the written answer, in each state; rows and columns have names and units.
#[test]
fn written_matrices_answer_as_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    study(&actuator(FOUR), folder.path());
    let out = folder.path().join("out/linear");
    for state in ["free", "stuck", "forward", "backward"] {
        let [a, b, c, d] =
            ["a", "b", "c", "d"].map(|name| matrix(&out, &format!("{name}-{state}")));
        let n = a.len();
        let table = Csv::read(&out, &format!("response-{state}.csv"));
        for (at, frequency) in table.column("frequency").iter().enumerate() {
            let mut large = vec![vec![0.0; 2 * n]; 2 * n];
            for i in 0..n {
                for j in 0..n {
                    large[i][j] = -a[i][j];
                    large[n + i][n + j] = -a[i][j];
                }
                large[i][n + i] -= TAU * frequency;
                large[n + i][i] += TAU * frequency;
            }
            let right = b.iter().map(|row| row[0]);
            let right: Vec<f64> = right.chain(vec![0.0; n]).collect();
            let x = solved(&large, &right);
            for (o, output) in ["motor-angle", "wheel-angle"].into_iter().enumerate() {
                let along = |x: &[f64]| (0..n).map(|j| c[o][j] * x[j]).sum::<f64>();
                check(
                    &table,
                    output,
                    at,
                    [along(&x[..n]) + d[o][0], along(&x[n..])],
                );
            }
        }
        let units = rows(&out, &format!("state-space-units-{state}.csv"));
        let names = |kind: &str| -> Vec<[&str; 2]> {
            let of = units.iter().filter(|row| row[0] == kind);
            of.map(|row| [row[1].as_str(), row[2].as_str()]).collect()
        };
        assert_eq!(names("state").len(), n);
        assert_eq!(names("input"), [["torque", "N m"]]);
        assert_eq!(names("output")[0], ["motor-angle", "rad"]);
        let turn = names("state")[0];
        assert!(
            turn[0].ends_with(", about z") && turn[1] == "rad",
            "{turn:?}"
        );
        assert_eq!(names("state")[n - 1][1], "rad/s");
    }
}

/// |L| = 1 of the stuck pair where (k − mω²)² + c²ω² = g²; its phase there, and g/k at rest.
#[test]
fn a_stuck_pair_has_the_margins_of_its_quadratic() {
    let folder = tempfile::tempdir().unwrap();
    let study = study(&actuator(FOUR), folder.path());
    let found = &study["values"]["states"]["stuck"]["loop"];
    let ([m, c, k], lever) = Pair::new(ACTUATOR).stuck();
    let push = 2e6 * lever;
    near(found["dc_gain"].as_f64().unwrap(), push / k, 1e-8);
    // ω² by the quadratic m² w² + (c² − 2 k m) w + k² − g² = 0.
    let (half, rest) = (
        (c * c - 2.0 * k * m) / (2.0 * m * m),
        (k * k - push * push) / (m * m),
    );
    let w = ((half * half - rest).sqrt() - half).sqrt();
    near(
        found["phase_margin_frequency"].as_f64().unwrap(),
        w / TAU,
        1e-8,
    );
    let margin = PI - (c * w).atan2(k - m * w * w);
    near(found["phase_margin"].as_f64().unwrap(), margin, 1e-8);
    near(found["delay_margin"].as_f64().unwrap(), margin / w, 1e-8);
    assert!(found["gain_margin"].is_null(), "{found}");
    assert_eq!(found["is_stable"], true);
}
