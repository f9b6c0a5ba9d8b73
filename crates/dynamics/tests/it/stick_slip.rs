//! A row that holds up to a force to either side: a block on a toothed belt that sticks, gives way and sticks again, and three at once.

use pitchline_dynamics::{
    Action, AssemblyOptions, Bushing, Change, Connector, Direction, Element, Equations, Event,
    EventFunction, EventOptions, Events, Frame, Joint, Kinematics, Load, LoadAxes, LocalMatrix,
    Machine, NodeId, RigidBody, Rotation, State, StepControl, Switchable, TimeFunction, Touched,
    Weights, assemble,
};

use crate::events::integrators;

/// A block's x in the teeth of a belt: Φ = x − arm · turn − V t, less whole pitches. It bears a force to either side.
#[derive(Debug)]
struct Grip {
    node: NodeId,
    /// Its y on a body that turns about z by small angles, for [`three_grips`]; zero for blocks.
    arm: f64,
    speed: f64,
    pitch: f64,
    limit: f64,
}

impl Element for Grip {
    fn touched(&self) -> Touched {
        Touched {
            n_multipliers: 1,
            ..Touched::nodes([self.node])
        }
    }

    fn add_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) {
        let pose = k.pose(self.node);
        let away = pose.place[0] - self.arm * pose.axes[1][0] - self.speed * k.time;
        out[0] -= multipliers[0];
        out[5] += self.arm * multipliers[0];
        out[6] += away - self.pitch * (away / self.pitch).round();
    }

    fn add_tangent(&self, _: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        for (column, gradient) in [(0, 1.0), (5, -self.arm)] {
            out.add(6, column, weights.position * gradient);
            out.add(column, 6, -weights.multiplier * gradient);
        }
    }

    fn add_constraint_rate(&self, _: &Kinematics, out: &mut [f64]) {
        out[0] -= self.speed;
    }

    fn switchable(&self, _: usize) -> Option<Switchable> {
        Some(Switchable::holding(self.limit))
    }

    fn constraint_name(&self, _: usize) -> String {
        "grip".to_owned()
    }
}

/// Speed of a block over its belt, and a little more: while it sticks that is no error of the scheme about zero.
#[derive(Debug)]
struct Sliding(NodeId, f64);

impl EventFunction for Sliding {
    fn value(&self, k: &Kinematics, _: &[f64]) -> f64 {
        k.velocity(self.0).along[0] - self.1 + MARGIN
    }
}

const STIFFNESS: f64 = 50.0;
const MASS: f64 = 2.0;
const SPEED: f64 = 0.4;
/// A block so much slower than its belt sticks (m/s).
const MARGIN: f64 = 1e-4;

const DAMPING: f64 = 2.0;

/// Where a grip gives way, x₁ = (F − c V)/k; how long its block then slides until it is nearly as fast as the belt again; where that is. It
/// slides freely: x = e^(−δt) (x₁ cos ωt + (V + δ x₁)/ω sin ωt).
fn cycle(limit: f64) -> [f64; 3] {
    let decay = 0.5 * DAMPING / MASS;
    let frequency = (STIFFNESS / MASS - decay * decay).sqrt();
    let far = (limit - DAMPING * SPEED) / STIFFNESS;
    let across = (SPEED + decay * far) / frequency;
    let at = |time: f64| {
        let (sin, cos) = (frequency * time).sin_cos();
        let size = (-decay * time).exp();
        let place = size * (far * cos + across * sin);
        let speed = size * frequency * (across * cos - far * sin) - decay * place;
        [place, speed]
    };
    // It is slower than the belt from the start on and faster half a period after it turns back: once in between it is as fast.
    let half = std::f64::consts::PI / frequency;
    let mut slides = [half, 2.0 * half];
    for _ in 0..80 {
        let middle = 0.5 * (slides[0] + slides[1]);
        slides[usize::from(at(middle)[1] > SPEED - MARGIN)] = middle;
    }
    assert!(at(half)[1] < SPEED);
    [far, slides[0], at(slides[0])[0]]
}

/// Blocks of 2 kg on belts side by side, each on its spring, each with its own limit.
fn blocks(limits: &[f64]) -> Machine {
    let mut machine = Machine::new();
    for (i, &limit) in limits.iter().enumerate() {
        let node = machine.add_node(&format!("block {i}"), [0.0; 3], Rotation::IDENTITY);
        machine.node_mut(node).unwrap().velocity = [SPEED, 0.0, 0.0];
        let body = RigidBody {
            node,
            mass: MASS,
            inertia: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        };
        machine.add(&format!("block {i}"), body).unwrap();
        let ground = Frame::at(NodeId::GROUND);
        let only_x = [false, true, true, true, true, true];
        let guide = Joint::from_mask(ground, Frame::at(node), only_x);
        machine.add(&format!("guide {i}"), guide).unwrap();
        let law = Bushing::diagonal(
            [STIFFNESS, 0.0, 0.0, 0.0, 0.0, 0.0],
            [DAMPING, 0.0, 0.0, 0.0, 0.0, 0.0],
        );
        let spring = Connector::new(&mut machine, ground, Frame::at(node), law);
        machine.add(&format!("spring {i}"), spring).unwrap();
        // The teeth that pass while it slides are one.
        let [far, slides, sticks] = cycle(limit);
        let grip = Grip {
            node,
            arm: 0.0,
            speed: SPEED,
            pitch: far - sticks + SPEED * slides,
            limit,
        };
        machine.add(&format!("belt {i}"), grip).unwrap();
    }
    machine
}

/// Rows of the grips: five of the guide before each.
fn row(block: usize) -> usize {
    6 * block + 5
}

/// A state in which all grips hold, and events that let them hold again.
fn held(machine: &Machine, n: usize) -> (State, Vec<Event<'static>>) {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    for block in 0..n {
        state.active[row(block)] = true;
    }
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let sticks = |block: usize| Event {
        name: format!("block {block} is as fast as its belt"),
        function: Box::new(Sliding(NodeId(block as u32 + 1), SPEED)),
        direction: Direction::Rising,
        action: Action::Switch {
            constraint: row(block),
            on: true,
        },
    };
    (state, (0..n).map(sticks).collect())
}

/// Two blocks with limits of 10 N and 15 N, over several cycles of each: they give way where the spring pulls with the limit, and hold
/// again where they are as fast as the belt, at known times.
#[test]
fn blocks_stick_give_way_and_stick_again() {
    let limits = [10.0, 15.0];
    let machine = blocks(&limits);
    let duration = 8.0;
    let mut expected: Vec<(f64, usize, bool)> = Vec::new();
    for (block, &limit) in limits.iter().enumerate() {
        let [far, slides, sticks] = cycle(limit);
        let mut time = far / SPEED;
        while time < duration {
            expected.push((time, block, false));
            if time + slides < duration {
                expected.push((time + slides, block, true));
            }
            time += slides + (far - sticks) / SPEED;
        }
    }
    expected.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert!(expected.len() > 14, "{expected:?}");
    let equations = Equations::new(&machine);
    let (start, _) = held(&machine, 2);
    let control = StepControl::new(1e-6, duration);
    for (name, mut integrator) in integrators(&equations, &start, control) {
        let mut equations = Equations::new(&machine);
        let (mut state, events) = held(&machine, 2);
        let mut run = Events::new(&equations, events, EventOptions::new(duration)).unwrap();
        run.run_to(integrator.as_mut(), &mut equations, &mut state, duration)
            .unwrap();
        let changes = run.occurrences().iter().filter_map(|o| {
            let block = usize::from(o.name.contains("belt 1") || o.name.contains("block 1"));
            match o.change {
                Some(Change::GivesWay) => Some((o.time, block, false)),
                None => Some((o.time, block, true)),
                _ => None,
            }
        });
        let found: Vec<(f64, usize, bool)> = changes.collect();
        assert_eq!(found.len(), expected.len(), "{name}: {found:?}");
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!((found.1, found.2), (expected.1, expected.2), "{name}");
            // The tolerance of the run, 1e-6 m at 0.4 m/s, within a factor of ten as everywhere.
            assert!(
                (found.0 - expected.0).abs() < 2.5e-5,
                "{name}: {found:?} {expected:?}"
            );
        }
    }
}

/// Grips at three heights of one body that moves along x and turns about z, pulled by a force and a torque: rows of rank two.
fn three_grips(force: f64, torque: f64, limits: [f64; 3]) -> Vec<bool> {
    let mut machine = Machine::new();
    let node = machine.add_node("body", [0.0; 3], Rotation::IDENTITY);
    let body = RigidBody {
        node,
        mass: MASS,
        inertia: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.3]],
    };
    machine.add("body", body).unwrap();
    for (i, limit) in limits.into_iter().enumerate() {
        let grip = Grip {
            node,
            arm: ARMS[i],
            speed: 0.0,
            pitch: 1.0,
            limit,
        };
        machine.add(&format!("grip {i}"), grip).unwrap();
    }
    let mut load = Load::new(Frame::at(node), LoadAxes::Ground);
    load.force[0] = TimeFunction::Constant(force);
    load.torque[2] = TimeFunction::Constant(torque);
    machine.add("load", load).unwrap();
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    state.active.fill(true);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let control = StepControl::new(1e-4, 1.0);
    let [(_, mut integrator), _] = integrators(&equations, &state, control);
    let mut run = Events::new(&equations, Vec::new(), EventOptions::new(1.0)).unwrap();
    run.step(integrator.as_mut(), &mut equations, &mut state, 1e-6)
        .unwrap();
    // At the start, when all are decided: later others follow, since what has given way here exerts nothing.
    let at_once = run.occurrences().iter().filter(|o| o.time == 0.0);
    let given: Vec<&str> = at_once.map(|o| o.name.as_str()).collect();
    (0..3)
        .map(|i| !given.contains(&format!("grip {i}, grip").as_str()))
        .collect()
}

const ARMS: [f64; 3] = [-0.4, 0.1, 0.7];

/// The states of three grips, each holding or at either limit, that obey all conditions: tried one by one.
fn by_trial(force: f64, torque: f64, limits: [f64; 3]) -> Vec<Vec<bool>> {
    let entry = |i: usize, j: usize| 1.0 / MASS + ARMS[i] * ARMS[j] / 0.3;
    let free = |i: usize| force / MASS - ARMS[i] * torque / 0.3;
    let mut good = Vec::new();
    for state in 0..27_usize {
        let of = |i: usize| state / 3_usize.pow(i as u32) % 3;
        let holding: Vec<usize> = (0..3).filter(|&i| of(i) == 0).collect();
        // Rank two: three that hold are not determined, and any that do can be thought of as two that hold and one at its limit.
        if holding.len() > 2 {
            continue;
        }
        let mut forces: Vec<f64> = (0..3)
            .map(|i| [0.0, -1.0, 1.0][of(i)] * limits[i])
            .collect();
        let missing = |forces: &[f64], i: usize| {
            free(i) + (0..3).map(|j| entry(i, j) * forces[j]).sum::<f64>()
        };
        match holding[..] {
            [i] => forces[i] = -missing(&forces, i) / entry(i, i),
            [i, j] => {
                let (a, b, d) = (entry(i, i), entry(i, j), entry(j, j));
                let (p, q) = (-missing(&forces, i), -missing(&forces, j));
                forces[i] = (p * d - b * q) / (a * d - b * b);
                forces[j] = (a * q - b * p) / (a * d - b * b);
            }
            _ => {}
        }
        let is_good = (0..3).all(|i| match of(i) {
            0 => forces[i].abs() <= limits[i],
            1 => missing(&forces, i) >= -1e-12,
            _ => missing(&forces, i) <= 1e-12,
        });
        if is_good {
            // What does not move holds, whatever it bears.
            good.push((0..3).map(|i| missing(&forces, i).abs() < 1e-9).collect());
        }
    }
    good
}

#[test]
fn three_grips_on_one_body_are_decided_together() {
    let limits = [8.0, 5.0, 3.0];
    let mut seen = std::collections::BTreeSet::new();
    for force in [-30.0, -12.0, -5.0, 0.0, 4.0, 9.0, 14.0, 25.0] {
        for torque in [-9.0, -3.0, -0.5, 0.0, 1.5, 4.0, 8.0] {
            let expected = by_trial(force, torque, limits);
            assert!(!expected.is_empty(), "{force} {torque}");
            let found = three_grips(force, torque, limits);
            assert!(
                expected.contains(&found),
                "{force} {torque}: {found:?} {expected:?}"
            );
            seen.insert(found);
        }
    }
    assert!(seen.len() > 3, "{seen:?}");
}
