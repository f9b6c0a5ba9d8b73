//! A law and a study of one's own: how long a flywheel takes to spin down on an eddy-current brake.
//!
//! The brake resists the turn of its joint with T(ω) = 2 T_c (ω/ω_c) / (1 + (ω/ω_c)²), which is most, T_c, at the critical speed ω_c.
#![allow(clippy::print_stdout, reason = "that is what an example does")]

use pitchline::dynamics::{
    AssemblyOptions, Connector, Equations, Law, LawValue, Radau, RadauOptions, RelativeMotion,
    State, assemble,
};
use pitchline::input::field::Variant;
use pitchline::model::NamedStudy;
use pitchline::results::{Group, Object, Output, ResultKey, Results, Table};
use pitchline::studies::{Failure, Job, Options, Study, StudyError, StudyKind};
use pitchline::{Error, Model};

const FLYWHEEL: &str = r#"
[model]
name = "flywheel"
schema = 1

[bodies.flywheel]
mass = "2 kg"
inertia = ["5e-3 kg m2", "5e-3 kg m2", "1e-2 kg m2"]
spin = [0, 0, "3000 rpm"]

[joints.bearing]
kind = "revolute"
a = "ground"
b = "flywheel"
at = [0, 0, 0]

[sensors.speed]
kind = "joint-speed"
of = "bearing"

[[studies]]
name = "coasting"
kind = "transient"
end = "0.5 s"
accuracy = 1e-9
"#;

/// A torque that opposes the turn about z.
#[derive(Debug, Clone, Copy)]
pub struct EddyBrake {
    /// Largest torque T_c (N m).
    pub largest_torque: f64,
    /// Speed at which it is reached ω_c (rad/s).
    pub critical_speed: f64,
}

impl Law for EddyBrake {
    fn evaluate(&self, motion: &RelativeMotion, _turn: f64, _time: f64) -> LawValue {
        let [_, rate] = motion.turn_and_rate();
        let ratio = rate / self.critical_speed;
        let torque = 2.0 * self.largest_torque * ratio / (1.0 + ratio * ratio);
        let mut value = LawValue::default();
        value.force[5] = -torque;
        // What Newton's iterations need: dT/dω.
        value.damping[5][5] = 2.0 * self.largest_torque / self.critical_speed
            * (1.0 - ratio * ratio)
            / (1.0 + ratio * ratio).powi(2);
        value.dissipated = torque * rate;
        value
    }
}

/// How long it takes until a joint turns slower by a factor.
#[derive(Debug)]
struct SpinDown {
    joint: &'static str,
    /// Speed at the end over that at the start.
    ratio: f64,
    /// It gives up then (s).
    longest: f64,
}

static SPIN_DOWN: StudyKind = StudyKind::own(Variant {
    name: "spin-down",
    doc: "How long a joint takes to turn slower by a factor.",
    keys: &[],
});

static TIME: ResultKey = ResultKey {
    object: Object::Joint,
    key: "spin_down_time",
    unit: "s",
    symbol: "",
    is_main: true,
    meaning: "time until the joint turns slower by the factor",
};

#[derive(Debug, thiserror::Error)]
#[error("joint `{0}` still turns too fast at the end")]
struct StillTurning(&'static str);

impl Study for SpinDown {
    fn kind(&self) -> &'static StudyKind {
        &SPIN_DOWN
    }

    fn run(&self, job: &mut Job) -> Result<Output, StudyError> {
        job.collect(|job, output| {
            let built = job.machine()?;
            let between = built.between(self.joint)?;
            let mut equations = Equations::new(&built.machine);
            let mut state = built.machine.start(0.0);
            assemble(&mut equations, &mut state, &AssemblyOptions::default())?;
            let speed = |equations: &mut Equations, state: &State| -> Result<f64, Failure> {
                equations.set(state)?;
                Ok(between.motion(equations.kinematics()).turn_and_rate()[1])
            };
            let wanted = self.ratio * speed(&mut equations, &state)?;
            let mut radau = Radau::new(&equations, &state, RadauOptions::default());
            let (mut times, mut speeds) = (Vec::new(), Vec::new());
            while times.last().is_none_or(|time| *time < self.longest) {
                times.push(state.time);
                speeds.push(speed(&mut equations, &state)?);
                if let [.., before, now] = speeds[..]
                    && now <= wanted
                {
                    // The last step is short: its speed is nearly a straight line.
                    let time = state.time - STEP * (wanted - now) / (before - now);
                    let mut group = Group::new(Object::Joint, self.joint);
                    group.put_own(&TIME, time);
                    output.values.groups.push(group);
                    let mut table = Table::new("spin-down");
                    table.push("time", "s", times);
                    table.push("speed", "rad/s", speeds);
                    output.tables.push(table);
                    return Ok(());
                }
                job.tell("spinning down", Some(state.time / self.longest))?;
                radau.step(&mut equations, &mut state, STEP)?;
            }
            Err(Failure::own(StillTurning(self.joint)))
        })
    }
}

/// Step of time (s).
const STEP: f64 = 1e-3;

/// The flywheel with the brake on its bearing, and with the study.
pub fn flywheel(brake: EddyBrake, ratio: f64) -> Result<Model, Box<dyn std::error::Error>> {
    let mut model = Model::from_toml(FLYWHEEL)?;
    model.add_to_machine(move |built| {
        let between = *built.between("bearing")?;
        let brake = Connector::new(&mut built.machine, between.a, between.b, brake);
        built.machine.add("brake", brake)?;
        Ok(())
    });
    let study = SpinDown {
        joint: "bearing",
        ratio,
        longest: 20.0,
    };
    model.studies.push(NamedStudy::new("spin-down", study));
    Ok(model)
}

/// Runs the study.
pub fn spin_down(model: &Model) -> Result<Results, Error> {
    model.run("spin-down", &Options::default())
}

#[allow(dead_code, reason = "a test calls what stands above")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let brake = EddyBrake {
        largest_torque: 2.0,
        critical_speed: 100.0,
    };
    let results = spin_down(&flywheel(brake, 0.1)?)?;
    let time = results.number("joints.bearing.spin_down_time");
    println!(
        "a tenth of the speed after {:.3} s",
        time.unwrap_or(f64::NAN)
    );
    Ok(())
}
