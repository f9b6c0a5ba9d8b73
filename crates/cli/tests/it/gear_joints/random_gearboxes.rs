//! Ordinary gearboxes find their equilibrium wherever they start: teeth with play, errors of either sign, elastic or rigid shafts and bearings.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::*;

/// Cases of each level.
const CASES: u32 = 50;

#[derive(Debug, Clone)]
struct Stage {
    teeth: [u32; 2],
    module: f64,
    stiffness: f64,
    backlash: f64,
    /// Amplitude of the transmission error with its sign (m).
    error: f64,
}

/// What carries the wheels of a shaft.
#[derive(Debug, Clone)]
struct Axle {
    /// Of the shaft between its two wheels (N m/rad); none for a rigid one.
    twist: Option<f64>,
    /// Of each wheel (N/m); none for a hinge.
    bearings: [Option<f64>; 2],
    /// Turning speeds from which the machine is thrown about before it is looked at again (rad/s).
    spins: [f64; 2],
}

#[derive(Debug, Clone)]
struct Gearbox {
    stages: Vec<Stage>,
    axles: Vec<Axle>,
    torque: f64,
    hold: f64,
}

fn gearboxes() -> impl Strategy<Value = Gearbox> {
    let error = prop::sample::select(vec![0.0, 1e-8, -1e-8, 2e-6, -2e-6]);
    let stage = (17u32..31, 31u32..90, 1u32..4, 1e8..3e8, 0u32..3, error).prop_map(
        |(first, second, module, stiffness, play, error)| Stage {
            teeth: [first, second],
            module: 1e-3 * f64::from(module),
            stiffness,
            backlash: [0.0, 1e-5, 5e-5][play as usize],
            error,
        },
    );
    let bearing = || prop::option::of(prop::sample::select(vec![1e8, 1e9]));
    let twist = prop::option::of(prop::sample::select(vec![1e3, 1e4, 1e5]));
    let axle = (twist, [bearing(), bearing()], [-3.0..3.0, -3.0..3.0]).prop_map(
        |(twist, bearings, spins)| Axle {
            twist,
            bearings,
            spins,
        },
    );
    let torque = prop::sample::select(vec![0.1, -0.1, 5.0, -5.0, 20.0, -20.0]);
    let stages = prop::collection::vec(stage, 1..4);
    (stages, prop::collection::vec(axle, 4), torque, 1e3..1e5).prop_map(
        |(stages, axles, torque, hold)| Gearbox {
            stages,
            axles,
            torque,
            hold,
        },
    )
}

impl Gearbox {
    /// Where each axis is (m).
    fn places(&self) -> Vec<f64> {
        let mut places = vec![0.0];
        for stage in &self.stages {
            let [a, b] = stage.teeth.map(f64::from);
            places.push(places[places.len() - 1] + 0.5 * stage.module * (a + b));
        }
        places
    }

    /// Forces along the lines of action (N), positive on the right flanks of the driver, for the base circles stay.
    fn forces(&self) -> Vec<f64> {
        let mut torque = self.torque;
        let stages = self.stages.iter().map(|stage| {
            let [a, b] = stage.teeth.map(f64::from);
            let base = 0.5 * stage.module * a * PRESSURE.to_radians().cos();
            let force = torque / base;
            torque *= -b / a;
            force
        });
        stages.collect()
    }

    /// Largest slope of the error of a stage over its turn, over the base radius.
    fn lever_of_error(&self, i: usize, level: &str) -> f64 {
        let stage = &self.stages[i];
        match level {
            "joint" => 2.0 * stage.error.abs() / (stage.module * PRESSURE.to_radians().cos()),
            _ => 0.0,
        }
    }

    /// Bodies of an axis and the wheels on them: `a` drives a stage, `b` is driven by one.
    fn bodies(&self, axis: usize) -> Vec<(String, Vec<&'static str>)> {
        let mut wheels = Vec::new();
        wheels.extend((axis > 0).then_some("b"));
        wheels.extend((axis < self.stages.len()).then_some("a"));
        match self.axles[axis].twist {
            Some(_) => {
                let split = wheels.into_iter().map(|w| (format!("{w}{axis}"), vec![w]));
                split.collect()
            }
            None => vec![(format!("axis{axis}"), wheels)],
        }
    }

    fn text(&self, level: &str) -> String {
        let mut text = "[model]\nname = \"test\"\nschema = 1\n".to_owned();
        let mut ends = Vec::new();
        for (axis, x) in self.places().into_iter().enumerate() {
            let axle = &self.axles[axis];
            let bodies = self.bodies(axis);
            for (i, (body, wheels)) in bodies.iter().enumerate() {
                text += &format!(
                    "[bodies.{body}]\nmass = \"1 kg\"\ninertia = [\"1e-3 kg m2\", \"1e-3 kg m2\", \"1e-3 kg m2\"]\nposition = [{x}, 0, 0]\n\
                     spin = [0, 0, \"{} rad/s\"]\n",
                    axle.spins[i]
                );
                text += &match axle.bearings[i] {
                    Some(k) => format!(
                        "[forces.bearing-{body}]\nkind = \"bushing\"\na = \"ground\"\nb = \"{body}\"\nat = [{x}, 0, 0]\n\
                         stiffness = {{ x = \"{k} N/m\", y = \"{k} N/m\", z = \"{k} N/m\", rx = \"1e5 N m/rad\", ry = \"1e5 N m/rad\" }}\n"
                    ),
                    None => format!(
                        "[joints.bearing-{body}]\nkind = \"revolute\"\na = \"ground\"\nb = \"{body}\"\nat = [{x}, 0, 0]\n"
                    ),
                };
                for wheel in wheels {
                    // The stage before drives b, the one behind is driven by a.
                    let (stage, which) = match *wheel {
                        "b" => (&self.stages[axis - 1], 1),
                        _ => (&self.stages[axis], 0),
                    };
                    text += &format!(
                        "[gears.{wheel}{axis}]\nkind = \"external\"\nteeth = {}\nmodule = {}\nface_width = \"20 mm\"\n\
                         [wheels.{wheel}{axis}]\ngear = \"{wheel}{axis}\"\nbody = \"{body}\"\n",
                        stage.teeth[which], stage.module
                    );
                }
            }
            if let (Some(k), [(one, _), (two, _)]) = (axle.twist, &bodies[..]) {
                text += &format!(
                    "[forces.twist-{axis}]\nkind = \"torsion-spring\"\na = \"{one}\"\nb = \"{two}\"\nat = [{x}, 0, 0]\nstiffness = \"{k} N m/rad\"\n"
                );
            }
            ends.push(bodies[0].0.clone());
        }
        for (i, stage) in self.stages.iter().enumerate() {
            let error = match level == "joint" && stage.error != 0.0 {
                true => format!(
                    "transmission_error = {{ kind = \"series\", harmonics = [{{ order = 1, amplitude = {}, phase = \"{} deg\" }}] }}\n",
                    stage.error.abs(),
                    if stage.error < 0.0 { 180 } else { 0 }
                ),
                false => String::new(),
            };
            text += &format!(
                "[[pairs]]\nname = \"p{i}\"\na = \"a{i}\"\nb = \"b{}\"\nlevel = \"{level}\"\n[pairs.mesh]\nstiffness = {}\nbacklash = {}\n{error}",
                i + 1,
                stage.stiffness,
                stage.backlash
            );
        }
        let last = ends.len() - 1;
        text + &format!(
            "[forces.torque]\nkind = \"load\"\non = \"{}\"\ntorque = [0, 0, \"{} N m\"]\n\
             [forces.hold]\nkind = \"torsion-spring\"\na = \"ground\"\nb = \"{}\"\nat = [{}, 0, 0]\nstiffness = \"{} N m/rad\"\n\
             [[studies]]\nname = \"rest\"\nkind = \"static\"\n\
             [[studies]]\nname = \"throw\"\nkind = \"transient\"\nend = \"1 ms\"\nstep = \"20 us\"\n\
             [[studies]]\nname = \"again\"\nkind = \"static\"\nstart = \"throw\"\n",
            ends[0],
            self.torque,
            ends[last],
            self.places()[last],
            self.hold
        )
    }
}

fn find_their_equilibrium(level: &str) {
    let mut runner = TestRunner::new(Config::with_cases(CASES));
    runner
        .run(&gearboxes(), |gearbox| {
            let folder = tempfile::tempdir().unwrap();
            let ran = run_text(&gearbox.text(level), folder.path());
            prop_assert_eq!(ran.code(), 0, "{}", ran.err);
            let found = ["rest", "again"].map(|study| {
                let pairs = ran.json()["studies"][study]["values"]["pairs"].clone();
                let force = |i| pairs[format!("p{i}")]["mesh_force_mean"].as_f64();
                let forces = 0..gearbox.stages.len();
                forces.map(|i| force(i).unwrap()).collect::<Vec<_>>()
            });
            let mut levers = 0.0;
            for (i, expected) in gearbox.forces().into_iter().enumerate() {
                let [rest, again] = [0, 1].map(|study| found[study][i]);
                // What the search leaves of forces: 1e-8 of the largest, here and along the train.
                let rounding = 1e-6 * expected.abs();
                prop_assert!((rest - again).abs() < rounding, "p{i}: {rest}, {again}");
                // An error that changes with the position is a lever of its own, F ∂x/∂ψ over F r_b, in this stage and in those before.
                levers += gearbox.lever_of_error(i, level);
                prop_assert!(
                    (rest - expected).abs() < rounding + levers * expected.abs(),
                    "p{i}: {rest} for {expected}"
                );
            }
            Ok(())
        })
        .unwrap();
}

/// Where one found no way, nothing was said to hold a shaft that its teeth hold once they touch.
#[test]
fn gearboxes_whose_teeth_deform_find_their_equilibrium() {
    find_their_equilibrium("joint");
}

#[test]
fn gearboxes_in_one_plane_find_their_equilibrium() {
    find_their_equilibrium("planar");
}
