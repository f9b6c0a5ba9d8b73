//! What comes before the first step grows with the number of bodies: work and memory of each are the same in a machine of a hundred and of
//! three thousand. Counted, not timed.

use pitchline_dynamics::samples::chain;
use pitchline_dynamics::{
    AssemblyEffort, AssemblyOptions, Equations, Frame, Joint, Machine, NodeId, RigidBody, Rotation,
    assemble,
};

use crate::counting::most_held;

const BODIES: [usize; 3] = [100, 550, 3000];

/// A row of cranks on the ground with couplers between their ends: in space three constraints of each loop follow from others, and all
/// loops are one by the cranks that they share.
fn four_bars(loops: usize) -> Machine {
    let mut machine = Machine::new();
    machine.gravity = [0.0, -9.81, 0.0];
    let rod = |machine: &mut Machine, place| {
        let node = machine.add_node("rod", place, Rotation::IDENTITY);
        let body = RigidBody {
            node,
            mass: 1.0,
            inertia: [[0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]],
        };
        machine.add("rod", body).unwrap();
        node
    };
    let on = |node: NodeId, place| Frame {
        place,
        ..Frame::at(node)
    };
    let mut before = None;
    for i in 0..=loops {
        let crank = rod(&mut machine, [i as f64, 0.5, 0.0]);
        let foot = on(NodeId::GROUND, [i as f64, 0.0, 0.0]);
        let joint = Joint::revolute(foot, on(crank, [0.0, -0.5, 0.0]));
        machine.add("foot", joint).unwrap();
        if let Some(last) = before {
            let coupler = rod(&mut machine, [i as f64 - 0.5, 1.0, 0.0]);
            for (crank, x) in [(last, -0.5), (crank, 0.5)] {
                let top = on(crank, [0.0, 0.5, 0.0]);
                let joint = Joint::revolute(top, on(coupler, [x, 0.0, 0.0]));
                machine.add("knee", joint).unwrap();
            }
        }
        before = Some(crank);
    }
    machine
}

/// What assembling has cost, with the most memory that it held, and how many constraints follow from others.
fn cost(machine: &Machine) -> (AssemblyEffort, usize, usize) {
    let (held, assembled) = most_held(|| {
        let mut equations = Equations::new(machine);
        let mut state = machine.start(0.0);
        assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap()
    });
    let redundant = assembled.redundancy.constraints.len();
    (assembled.effort, held, redundant)
}

/// All costs of a body, by name.
fn each(machine: &Machine) -> Vec<(&'static str, f64)> {
    let (effort, held, _) = cost(machine);
    let all = [
        ("entries of the equations", effort.entries as f64),
        ("entries of the factors", effort.factor.entries as f64),
        (
            "multiplications of the factors",
            effort.factor.multiplications as f64,
        ),
        ("entries searched for pivots", effort.factor.searched as f64),
        ("entries of R", effort.dependence.entries as f64),
        (
            "multiplications for R",
            effort.dependence.multiplications as f64,
        ),
        ("bytes held", held as f64),
    ];
    let n = machine.n_nodes() as f64;
    all.map(|(name, count)| (name, count / n)).to_vec()
}

fn check(what: &str, machines: [Machine; 3]) {
    let found = machines.each_ref().map(each);
    let growths = |more: &[(&'static str, f64)]| -> Vec<f64> {
        let pairs = found[0].iter().zip(more);
        pairs.map(|(few, more)| more.1 / few.1).collect()
    };
    let is_even = |growth: &f64| (growth - 1.0).abs() < 0.2;
    let all = [growths(&found[1]), growths(&found[2])];
    let is_linear = all.iter().flatten().all(is_even);
    assert!(
        is_linear,
        "{what}: {:?} of a body, and times that: {all:?}",
        found[0]
    );
}

#[test]
fn the_set_up_of_a_chain_grows_with_its_bodies() {
    check("chain", BODIES.map(|n| chain(n).unwrap()));
}

#[test]
fn the_set_up_of_a_machine_with_redundant_constraints_grows_with_its_bodies() {
    check("four-bars", BODIES.map(|n| four_bars(n / 2)));
}

#[test]
fn three_constraints_of_each_loop_follow_in_rows_of_any_length() {
    for loops in [3, 40, 300] {
        let (effort, _, redundant) = cost(&four_bars(loops));
        assert_eq!(redundant, 3 * loops, "{effort:?}");
    }
}
