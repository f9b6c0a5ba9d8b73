//! The spring-loaded actuator with its teeth stuck and sliding, against equations written by hand and against transients.

use pitchline_dynamics::samples::{SpringActuator, spring_actuator};
use pitchline_dynamics::{
    Complex, Drive, ElementId, Equations, Error, Frame, Input, Integrator, LinearMachine, Load,
    LoadAxes, Machine, ModeKind, ModeOptions, NodeId, Order, Output, Radau, RadauOptions, Sliding,
    State, Steady, StepControl, TimeFunction, grip_names, set_grips,
};

const Z: [f64; 3] = [0.0, 0.0, 1.0];
const A: NodeId = NodeId(1);
const B: NodeId = NodeId(2);
const FREQUENCIES: [f64; 5] = [0.0, 60.0, 420.0, 3e3, 2e5];

/// Arms of friction about both wheels with an even load, \[theory:planar-contact\] (8)-(10).
fn levers() -> [f64; 2] {
    let (sin, cos) = SpringActuator::PRESSURE_ANGLE.sin_cos();
    let [r_a, r_b] = SpringActuator::RADII;
    let reach = |tip: f64, r: f64| (tip * tip - (r * cos).powi(2)).sqrt() - r * sin;
    let [tip_a, tip_b] = SpringActuator::TIP_RADII;
    let (first, last) = (-reach(tip_b, r_b), reach(tip_a, r_a));
    let apart = last - first;
    let d_f = -(last + first) / apart;
    let h = (first * first + last * last) / (2.0 * apart);
    [r_a * sin * d_f - h, r_b * sin * d_f + h]
}

/// Equations of both turns, (18) of that page: M p̈ + C ṗ + K p − P λ = u on wheel a.
struct Hand {
    mass: [f64; 2],
    damping: [[f64; 2]; 2],
    stiffness: [[f64; 2]; 2],
}

impl Hand {
    /// With friction s μ F_n.
    fn new(share: f64) -> Self {
        let cos = SpringActuator::PRESSURE_ANGLE.cos();
        let (radii, levers) = (SpringActuator::RADII, levers());
        let arms: [f64; 2] = std::array::from_fn(|i| radii[i] * cos - share * levers[i]);
        let mesh = |factor: f64| arms.map(|arm| radii.map(|r| factor * arm * r));
        let [stiffness, damping] = SpringActuator::MESH;
        let mut hand = Self {
            mass: SpringActuator::INERTIAS,
            damping: mesh(damping),
            stiffness: mesh(stiffness),
        };
        let [spring, damper] = SpringActuator::SPRING;
        hand.stiffness[1][1] += spring;
        hand.damping[1][1] += damper;
        hand
    }

    fn at(&self, lambda: Complex) -> [[Complex; 2]; 2] {
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let mass = if i == j { self.mass[i] } else { 0.0 };
                lambda * lambda * mass + lambda * self.damping[i][j] + self.stiffness[i][j]
            })
        })
    }

    /// Turns of both wheels by a torque of 1 N m on a.
    fn sliding(&self, lambda: Complex) -> [Complex; 2] {
        let [[a, b], [c, d]] = self.at(lambda);
        let determinant = a * d - b * c;
        [d / determinant, -c / determinant]
    }

    /// The row of the stuck pair: x stands still, so that φ_a = φ_b r_b / r_a, and friction does nothing to the sum of the equations
    /// with the factors d_b and −d_a.
    fn stuck(&self, lambda: Complex) -> Complex {
        let [d_a, d_b] = levers();
        let [a, b] = self.at(lambda);
        let ratio = SpringActuator::RADII[1] / SpringActuator::RADII[0];
        (a[0] * ratio + a[1]) * d_b - (b[0] * ratio + b[1]) * d_a
    }

    /// Turns of both wheels, and the friction on them.
    fn held(&self, lambda: Complex) -> [Complex; 3] {
        let [d_a, d_b] = levers();
        let ratio = SpringActuator::RADII[1] / SpringActuator::RADII[0];
        let b = d_b / self.stuck(lambda);
        let a = b * ratio;
        let [row, _] = self.at(lambda);
        [a, b, (row[0] * a + row[1] * b - 1.0) / d_a]
    }
}

struct Pair<'m> {
    equations: Equations<'m>,
    linear: LinearMachine,
}

fn linear(machine: &Machine, sliding: Sliding) -> Pair<'_> {
    let mut equations = Equations::new(machine);
    let rest = Steady::at_rest(&mut equations, &machine.start(0.0)).unwrap();
    let steady = rest.gripped(&mut equations, &[sliding]).unwrap();
    let linear = LinearMachine::checked(&mut equations, &steady).unwrap();
    assert!(linear.warnings.is_empty());
    Pair { equations, linear }
}

fn torque() -> Input {
    Input::torque("torque", Frame::at(A), Z)
}

impl Pair<'_> {
    fn turns(&self) -> [Output; 2] {
        [A, B].map(|node| Output::rotation(&self.linear, "turn", node, Z, Order::Value))
    }

    /// Answers at a frequency by the response and by the matrices, which must agree.
    fn answers(&self, outputs: &[Output], frequency: f64) -> Vec<Complex> {
        let (inputs, equations) = ([torque()], &self.equations);
        let response = self
            .linear
            .frequency_response(equations, &inputs, outputs, &[frequency])
            .unwrap();
        let space = self
            .linear
            .state_space(equations, &inputs, outputs)
            .unwrap();
        let by_matrices = space.response(frequency).unwrap();
        let all = 0..outputs.len();
        let found: Vec<Complex> = all.map(|o| response.at(0, o, 0).unwrap()).collect();
        for (a, b) in found.iter().zip(&by_matrices) {
            near(*a, *b, 1e-9);
        }
        found
    }
}

#[track_caller]
fn near(found: Complex, exact: Complex, tolerance: f64) {
    assert!(
        (found - exact).norm() <= tolerance * exact.norm(),
        "{found} instead of {exact}"
    );
}

/// Constants of the source's formulas, which the page of the planar contact prints with six digits.
#[test]
fn levers_by_hand_are_those_of_the_source() {
    let [d_a, d_b] = levers();
    assert!((d_a + 1.005583e-3).abs() < 5e-10, "{d_a}");
    assert!((d_b - 1.938541e-3).abs() < 5e-10, "{d_b}");
}

#[test]
fn stuck_teeth_leave_one_motion_whose_inertia_friction_weighs() {
    let (machine, contact) = spring_actuator(&SpringActuator::default()).unwrap();
    let mut pair = linear(&machine, Sliding::Stuck);
    assert_eq!(pair.linear.n_free(), 1);
    let hand = Hand::new(0.0);
    let [a, b] = pair.turns();
    let friction = Output::measured(&mut pair.equations, &pair.linear, "friction", |e, state| {
        contact
            .state(e.kinematics(), &state.multipliers[..1])
            .friction
    });
    let reaction = Output::multiplier(&pair.equations, "reaction", ElementId(2), 0).unwrap();
    let outputs = [a, b, friction.unwrap(), reaction];
    for frequency in FREQUENCIES {
        let lambda = Complex::new(0.0, frequency);
        let [a, b, held] = hand.held(lambda);
        let found = pair.answers(&outputs, frequency);
        near(found[0], a, 1e-10);
        near(found[1], b, 1e-10);
        // The sensor is differentiated with eight digits, and its terms cancel down to a tenth.
        near(found[2], held, 1e-6);
        near(found[3], -held, 1e-9);
    }
    // One pair of eigenvalues, roots of a quadratic whose factors are three values of the row.
    let at = |x: f64| hand.stuck(Complex::new(x, 0.0)).re;
    let (c, sum, difference) = (at(0.0), at(1e3) + at(-1e3), at(1e3) - at(-1e3));
    let (m, d) = ((0.5 * sum - c) / 1e6, difference / 2e3);
    let root = Complex::new(d * d - 4.0 * m * c, 0.0).sqrt();
    let modes = pair.linear.modes(&ModeOptions { wanted: None }).unwrap();
    assert!(!modes.modes.is_empty());
    for mode in &modes.modes {
        let roots = [1.0, -1.0].map(|sign| (root * sign - d) / (2.0 * m));
        let apart = |exact: &Complex| (mode.eigenvalue - exact).norm() / exact.norm();
        let nearest = roots.iter().map(apart).fold(f64::INFINITY, f64::min);
        // A pair of real roots that are far apart: the small one is known by what rounding leaves of the factors.
        assert!(nearest < 1e-8, "{} {roots:?}", mode.eigenvalue);
    }
    assert_eq!(modes.n_rigid, 0);
}

#[test]
fn sliding_teeth_couple_both_turns_by_friction() {
    let (machine, _) = spring_actuator(&SpringActuator::default()).unwrap();
    let senses = [
        (Sliding::Forward, 0.1),
        (Sliding::Backward, -0.1),
        (Sliding::Undecided, 0.0),
    ];
    let mut lowest = Vec::new();
    for (sliding, share) in senses {
        let pair = linear(&machine, sliding);
        assert_eq!(pair.linear.n_free(), 2);
        let hand = Hand::new(share);
        for frequency in FREQUENCIES {
            let exact = hand.sliding(Complex::new(0.0, frequency));
            let found = pair.answers(&pair.turns(), frequency);
            for (found, exact) in found.iter().zip(exact) {
                near(*found, exact, 1e-9);
            }
        }
        let modes = pair.linear.modes(&ModeOptions { wanted: None }).unwrap();
        for mode in &modes.modes {
            let [[a, b], [c, d]] = hand.at(mode.eigenvalue);
            // Both products are equal at an eigenvalue.
            near(a * d, b * c, 1e-7);
        }
        let oscillating = modes.modes.iter().find(|m| m.kind == ModeKind::Oscillating);
        lowest.push(oscillating.unwrap().natural_frequency());
    }
    // Behind teeth that rub the pinion's inertia counts for (r_b/r_a)² η, by (32) with its sense; teeth are soft alike in all three.
    let cos = SpringActuator::PRESSURE_ANGLE.cos();
    let [a, b] = SpringActuator::INERTIAS;
    let ratio = SpringActuator::RADII[1] / SpringActuator::RADII[0];
    for (i, share) in [(0, 0.1), (1, -0.1)] {
        let [d_a, d_b]: [f64; 2] =
            std::array::from_fn(|i| levers()[i] / (SpringActuator::RADII[i] * cos));
        let efficiency = (1.0 - share * d_b) / (1.0 - share * d_a);
        let seen = |efficiency: f64| b + ratio * ratio * efficiency * a;
        let expected = (seen(1.0) / seen(efficiency)).sqrt();
        let found = lowest[i] / lowest[2];
        // Teeth 170 times as stiff as the spring shift both frequencies by 0.2 %, in nearly the same way.
        assert!((found - expected).abs() < 1e-4, "{found} {expected}");
    }
}

/// The settled answer to a small sinusoid, in a state whose grip nothing changes: no events are looked for.
fn settled(sliding: Sliding, frequency: f64) -> [Complex; 2] {
    let amplitude = 1e-3;
    let of = SpringActuator {
        ramp: [0.0, 1.0],
        ..SpringActuator::default()
    };
    let (mut machine, _) = spring_actuator(&of).unwrap();
    let mut shaker = Load::new(Frame::at(A), LoadAxes::Ground);
    shaker.torque[2] = TimeFunction::Sine {
        offset: 0.0,
        amplitude,
        angular_frequency: frequency,
        phase: 0.0,
        start: 0.0,
    };
    machine.add("shaker", shaker).unwrap();
    let mut equations = Equations::new(&machine);
    let rest = Steady::at_rest(&mut equations, &machine.start(0.0)).unwrap();
    let mut state = rest.gripped(&mut equations, &[sliding]).unwrap().state;
    let period = std::f64::consts::TAU / frequency;
    // Turns are some 1e-8 rad: a thousandth of them.
    let options = RadauOptions {
        control: StepControl::new(1e-11, period),
        ..RadauOptions::default()
    };
    let mut integrator = Radau::new(&equations, &state, options);
    // The spring's own motion has a damping of 0.05: e^(−20) is left of it.
    let periods = (1.0 / period).ceil();
    let samples = 64;
    let mut sums = [Complex::new(0.0, 0.0); 2];
    let turn = |state: &State, node: usize| {
        let axes = state.rotations[node].matrix();
        axes[1][0].atan2(axes[0][0])
    };
    for k in 0..samples {
        let time = period * (periods + f64::from(k) / f64::from(samples));
        integrator.run_to(&mut equations, &mut state, time).unwrap();
        // sin ωt = Re(−i e^{iωt}): the answer to cos ωt is i times that.
        let factor = Complex::new(0.0, 1.0) * Complex::new(0.0, -frequency * time).exp();
        for (node, sum) in sums.iter_mut().enumerate() {
            *sum += factor * turn(&state, node) * 2.0 / (f64::from(samples) * amplitude);
        }
    }
    sums
}

#[test]
fn transients_settle_to_the_linear_answers() {
    let (machine, _) = spring_actuator(&SpringActuator::default()).unwrap();
    for sliding in [Sliding::Stuck, Sliding::Forward, Sliding::Backward] {
        let pair = linear(&machine, sliding);
        for frequency in [150.0, 600.0] {
            let found = pair.answers(&pair.turns(), frequency);
            for (found, seen) in found.iter().zip(settled(sliding, frequency)) {
                near(*found, seen, 1e-3);
            }
        }
    }
}

#[test]
fn senses_are_those_of_a_push_that_grows() {
    let (machine, _) = spring_actuator(&SpringActuator::default()).unwrap();
    let mut pair = linear(&machine, Sliding::Undecided);
    for (input, sense) in [
        (torque(), Sliding::Forward),
        (
            Input::torque("back", Frame::at(A), [0.0, 0.0, -1.0]),
            Sliding::Backward,
        ),
        // What pushes b turns a the other way.
        (Input::torque("load", Frame::at(B), Z), Sliding::Backward),
        (
            Input::force("across", Frame::at(B), [1.0, 0.0, 0.0]),
            Sliding::Stuck,
        ),
    ] {
        let found = pair
            .linear
            .senses(&mut pair.equations, &input, 1.0)
            .unwrap();
        assert_eq!(found, [sense], "{}", input.name);
    }
    // In motion it counts how it moves.
    let mut state = pair.linear.state().clone();
    (state.velocity[5], state.velocity[11]) = (-3.0, 1.0);
    let moving = Steady::given(&mut pair.equations, &state).unwrap();
    let moving = LinearMachine::new(&mut pair.equations, &moving).unwrap();
    let found = moving.senses(&mut pair.equations, &torque(), 1.0).unwrap();
    assert_eq!(found, [Sliding::Backward]);
    for growth in [0.0, -1.0, f64::NAN] {
        let refused = moving.senses(&mut pair.equations, &torque(), growth);
        assert!(matches!(refused, Err(Error::Value { key: "growth", .. })));
    }
    assert_eq!(grip_names(&pair.equations), ["mesh, teeth that stick"]);
    let refused = set_grips(&mut pair.equations, &mut state, &[]);
    assert!(matches!(refused, Err(Error::Count { needed: 1, .. })));
}

/// At rest a drive that moves is where it is, and nothing turns: not in another state of the teeth either.
#[test]
fn a_machine_at_rest_rests_in_all_states() {
    let (mut machine, _) = spring_actuator(&SpringActuator::default()).unwrap();
    let [ground, wheel] = [NodeId::GROUND, A].map(Frame::at);
    let turning = Drive::speed(ground, wheel, TimeFunction::Constant(7.0), 0.0);
    machine.add("drive", turning).unwrap();
    let mut equations = Equations::new(&machine);
    let rest = Steady::at_rest(&mut equations, &machine.start(0.0)).unwrap();
    for sliding in [Sliding::Undecided, Sliding::Stuck, Sliding::Forward] {
        let gripped = rest.gripped(&mut equations, &[sliding]).unwrap();
        assert!(!gripped.is_turning);
        assert!(gripped.state.velocity.iter().all(|v| *v == 0.0));
        assert_eq!(gripped.state.grips[0].sliding, sliding);
    }
}
