//! Equilibria with contacts: closed forms of statics, and all states of a row of masses tried one by one.

use pitchline_dynamics::{
    AssemblyOptions, Bushing, Connector, Equations, Error, Frame, Load, LoadAxes, Machine, NodeId,
    RigidBody, Rotation, State, Statics, StaticsOptions, Stop, TimeFunction, assemble,
};

const GRAVITY: f64 = 9.81;

fn body(machine: &mut Machine, name: &str, place: [f64; 3], mass: f64) -> NodeId {
    let node = machine.add_node(name, place, Rotation::IDENTITY);
    let inertia = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let body = RigidBody {
        node,
        mass,
        inertia,
    };
    machine.add(name, body).unwrap();
    node
}

fn push(machine: &mut Machine, node: NodeId, place: [f64; 3], force: f64) {
    let at = Frame {
        place,
        ..Frame::at(node)
    };
    let mut load = Load::new(at, LoadAxes::Ground);
    load.force[2] = TimeFunction::Constant(force);
    machine
        .add(&format!("load {force} on {node:?}"), load)
        .unwrap();
}

fn equilibrium(machine: &Machine) -> Result<State, Error> {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    let options = AssemblyOptions {
        with_accelerations: false,
        ..AssemblyOptions::default()
    };
    assemble(&mut equations, &mut state, &options)?;
    let mut statics = Statics::new(&equations, StaticsOptions::default());
    statics.solve(&mut equations, &mut state)?;
    Ok(state)
}

/// A table of 10 kg some millimetres above the floor with a load on it; legs at (±a, ±a).
fn table(load: f64, [x, y]: [f64; 2]) -> Machine {
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -GRAVITY];
    let node = body(&mut machine, "table", [0.0, 0.0, 0.703], 10.0);
    for (i, [x, y]) in [[0.5, 0.5], [0.5, -0.5], [-0.5, 0.5], [-0.5, -0.5]]
        .into_iter()
        .enumerate()
    {
        let foot = Frame {
            place: [x, y, -0.7],
            ..Frame::at(node)
        };
        let stop = Stop::new(Frame::at(NodeId::GROUND), foot, 0.0, 0.0);
        machine.add(&format!("leg {}", i + 1), stop).unwrap();
    }
    push(&mut machine, node, [x, y, 0.0], -load);
    machine
}

/// One leg more than a rigid table can tell apart: the shortest pressures are linear in x and y, ¼ (W + F (1 ± x/a ± y/a)), as long as
/// none of them is a pull. Near a corner the far leg would have to: then three bear, and what they bear follows from statics alone.
#[test]
fn four_legs_share_a_load_and_never_pull() {
    let (weight, load) = (10.0 * GRAVITY, 200.0);
    let check = |at: [f64; 2], expected: [f64; 4]| {
        let state = equilibrium(&table(load, at)).unwrap();
        for (found, expected) in state.multipliers.iter().zip(expected) {
            // ε of the constraints and Newton's tolerance, 1e-11 of a kilonewton.
            assert!((found - expected).abs() < 1e-7, "{at:?}: {state:?}");
        }
        assert!((state.places[0][2] - 0.7).abs() < 1e-9, "{at:?}");
    };
    check([0.0, 0.0], [0.25 * (weight + load); 4]);
    let quarter = 0.25 * weight;
    let [near, far] = [1.4, 0.6].map(|share| quarter + 0.25 * load * share);
    check([0.2, 0.0], [near, near, far, far]);
    // ¼ (W − 0.8 F) would be a pull of 15 N: λ₁ = 0.9 F, λ₂ = λ₃ = ½ (W + 0.1 F).
    let side = 0.5 * (weight + 0.1 * load);
    check([0.45, 0.45], [0.9 * load, side, side, 0.0]);
}

/// F (x − a) is more than W a: the far legs lift, and the table turns over its edge until it hangs below the near ones, which bear half
/// of all each; the others stay above the floor.
#[test]
fn a_table_that_tips_stands_on_two_legs() {
    let machine = table(400.0, [0.7, 0.0]);
    let state = equilibrium(&machine).unwrap();
    assert_eq!(state.active, [true, true, false, false]);
    let half = 0.5 * (10.0 * GRAVITY + 400.0);
    for (found, expected) in state.multipliers.iter().zip([half, half, 0.0, 0.0]) {
        assert!((found - expected).abs() < 1e-7, "{state:?}");
    }
    let axes = state.rotations[0].matrix();
    for y in [-0.5, 0.5] {
        let arm = [-0.5, y, -0.7];
        let up: f64 = (0..3).map(|i| axes[2][i] * arm[i]).sum();
        assert!(state.places[0][2] + up > 0.01, "{state:?}");
    }
}

const MASSES: usize = 4;
const SPRING: f64 = 2000.0;
const COUPLING: f64 = 3000.0;

/// Masses at one height, each on a spring and tied to the next by another, each above a stop at its own depth.
fn row(loads: [f64; MASSES], depths: [f64; MASSES]) -> Machine {
    let mut machine = Machine::new();
    let ground = Frame::at(NodeId::GROUND);
    let upright = |stiffness: f64| {
        let held = [1e4, 1e4, stiffness, 1e3, 1e3, 1e3];
        Bushing::diagonal(held, [0.0; 6])
    };
    let mut before: Option<Frame> = None;
    for i in 0..MASSES {
        let node = body(&mut machine, &format!("mass {i}"), [0.0; 3], 1.0);
        let mass = Frame::at(node);
        let spring = Connector::new(&mut machine, ground, mass, upright(SPRING));
        machine.add(&format!("spring {i}"), spring).unwrap();
        if let Some(before) = before {
            let coupling = Connector::new(&mut machine, before, mass, upright(COUPLING));
            machine.add(&format!("coupling {i}"), coupling).unwrap();
        }
        before = Some(mass);
        let floor = Frame {
            place: [0.0, 0.0, -depths[i]],
            ..ground
        };
        let stop = Stop::new(floor, mass, 0.0, 0.0);
        machine.add(&format!("stop {i}"), stop).unwrap();
        push(&mut machine, node, [0.0; 3], loads[i]);
    }
    machine
}

/// Elimination with the largest pivot.
fn solved(mut m: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for k in 0..n {
        let largest = (k..n).max_by(|&i, &j| m[i][k].abs().total_cmp(&m[j][k].abs()));
        let p = largest.unwrap();
        m.swap(k, p);
        b.swap(k, p);
        for i in (0..n).filter(|&i| i != k) {
            let factor = m[i][k] / m[k][k];
            let pivots = m[k].clone();
            for (x, p) in m[i].iter_mut().zip(&pivots) {
                *x -= factor * p;
            }
            b[i] -= factor * b[k];
        }
    }
    (0..n).map(|k| b[k] / m[k][k]).collect()
}

/// Heights and pressures of the only state of 2⁴ in which no stop pulls and none is passed.
fn by_trial(loads: [f64; MASSES], depths: [f64; MASSES]) -> (Vec<f64>, Vec<f64>) {
    let stiffness = |i: usize, j: usize| -> f64 {
        let ends = f64::from(u8::from(i == 0 || i == MASSES - 1));
        match i.abs_diff(j) {
            0 => SPRING + (2.0 - ends) * COUPLING,
            1 => -COUPLING,
            _ => 0.0,
        }
    };
    let mut good = Vec::new();
    for set in 0..1_u32 << MASSES {
        let is_on = |i: usize| set >> i & 1 == 1;
        // Unknown is the height of an open stop and the pressure of a closed one.
        let column = |i: usize, j: usize| match is_on(j) {
            true => -f64::from(u8::from(i == j)),
            false => stiffness(i, j),
        };
        let matrix = (0..MASSES).map(|i| (0..MASSES).map(|j| column(i, j)).collect());
        let known = |i: usize| {
            let closed = (0..MASSES).filter(|&j| is_on(j));
            loads[i] + closed.map(|j| stiffness(i, j) * depths[j]).sum::<f64>()
        };
        let found = solved(matrix.collect(), (0..MASSES).map(known).collect());
        let height = |i: usize| if is_on(i) { -depths[i] } else { found[i] };
        let force = |i: usize| if is_on(i) { found[i] } else { 0.0 };
        if (0..MASSES).all(|i| force(i) >= 0.0 && height(i) >= -depths[i]) {
            let all = 0..MASSES;
            good.push((all.clone().map(height).collect(), all.map(force).collect()));
        }
    }
    assert_eq!(good.len(), 1, "{good:?}");
    good.pop().unwrap()
}

#[test]
fn a_row_of_masses_stands_as_the_only_state_that_may_be() {
    let depths = [0.003, 0.0, 0.008, 0.002];
    let loads = [
        [0.0, -1.0, 0.0, 0.0],
        [-20.0, -20.0, -20.0, -20.0],
        [-60.0, 10.0, 30.0, -5.0],
        [40.0, 40.0, 40.0, 40.0],
        [-200.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, -300.0, 90.0],
        [50.0, -80.0, 60.0, -70.0],
        [-10.0, 200.0, -150.0, 20.0],
    ];
    let mut seen = std::collections::BTreeSet::new();
    for loads in loads {
        let (heights, forces) = by_trial(loads, depths);
        let state = equilibrium(&row(loads, depths)).unwrap();
        for i in 0..MASSES {
            let (height, force) = (state.places[i][2], state.multipliers[i]);
            assert!((height - heights[i]).abs() < 1e-11, "{loads:?}: {state:?}");
            // ε of what a stop bears, and the tolerance of Newton's method over a spring.
            assert!((force - forces[i]).abs() < 1e-6, "{loads:?}: {force}");
        }
        seen.insert(state.active.clone());
    }
    assert!(seen.len() > 4, "{seen:?}");
}
