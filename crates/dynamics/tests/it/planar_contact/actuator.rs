//! The spring-loaded actuator: instants of sticking and giving way against an integration of two equations that shares no code with the
//! kernel, counts over tolerances, rest of stuck teeth, energy.

use pitchline_dynamics::samples::{SpringActuator, spring_actuator};
use pitchline_dynamics::{
    Change, Equations, Error, EventOptions, Events, HingedMachine, Integrator, Machine, Occurrence,
    PlanarContact, Radau, RadauOptions, Resumable, Sliding, State, Statics, StaticsOptions,
    StepControl, StepReport, Tape, TapeReader,
};

const DURATION: f64 = 10.0;

/// The machine in its equilibrium without friction.
fn start(of: &SpringActuator) -> (Machine, PlanarContact, State) {
    let (machine, contact) = spring_actuator(of).unwrap();
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    let mut statics = Statics::new(&equations, StaticsOptions::default());
    statics.solve(&mut equations, &mut state).unwrap();
    drop(equations);
    (machine, contact, state)
}

fn radau(equations: &Equations, state: &State, tolerance: f64) -> Radau {
    let options = RadauOptions {
        control: StepControl {
            shortest: 1e-12,
            ..StepControl::new(tolerance, DURATION)
        },
        ..RadauOptions::default()
    };
    Radau::new(equations, state, options)
}

/// What happens in a run.
fn run(of: &SpringActuator, tolerance: f64) -> Vec<Occurrence> {
    let (machine, _, mut state) = start(of);
    let mut equations = Equations::new(&machine);
    let mut integrator = radau(&equations, &state, tolerance);
    let mut events = Events::new(&equations, Vec::new(), EventOptions::new(DURATION)).unwrap();
    events
        .run_to(&mut integrator, &mut equations, &mut state, DURATION)
        .unwrap();
    events.occurrences().to_vec()
}

fn times(occurrences: &[Occurrence], is: impl Fn(Change) -> bool) -> Vec<f64> {
    let which = occurrences.iter().filter(|o| o.change.is_some_and(&is));
    which.map(|o| o.time).collect()
}

fn slides(change: Change) -> bool {
    matches!(change, Change::Slides(_))
}

/// Both wheels as two equations, by the formulas of \[linden\] with the signs of their theory page, in steps of Runge and Kutta. Friction of
/// stuck teeth solves ẍ = 0.
struct Reduced {
    levers: [f64; 2],
    /// Coefficients in motion and at rest.
    friction: [f64; 2],
    /// φ_a, φ_b and their rates.
    y: [f64; 4],
    time: f64,
    /// +1, −1 or stuck.
    sense: f64,
    instants: Vec<f64>,
}

impl Reduced {
    const STEP: f64 = 2e-6;

    fn new(friction: [f64; 2]) -> Self {
        let [r_a, r_b] = SpringActuator::RADII;
        let (sin, cos) = SpringActuator::PRESSURE_ANGLE.sin_cos();
        let [tip_a, tip_b] = SpringActuator::TIP_RADII;
        // Places on the line of action from T1.
        let all = (r_a + r_b) * sin;
        let (p, end) = (r_a * sin, (tip_a.powi(2) - (r_a * cos).powi(2)).sqrt());
        let begin = all - (tip_b.powi(2) - (r_b * cos).powi(2)).sqrt();
        let lever = |p: f64, a: f64, b: f64| (2.0 * p * p - a * a - b * b) / (2.0 * (b - a));
        let levers = [lever(p, begin, end), lever(all - p, all - begin, all - end)];
        let turned = SpringActuator::TORQUES[0] / (r_a * r_a * cos * SpringActuator::MESH[0]);
        Self {
            levers,
            friction,
            y: [turned, 0.0, 0.0, 0.0],
            time: 0.0,
            sense: 0.0,
            instants: Vec::new(),
        }
    }

    fn normal(y: &[f64; 4]) -> f64 {
        let [r_a, r_b] = SpringActuator::RADII;
        let [c, d] = SpringActuator::MESH;
        c * (r_a * y[0] + r_b * y[1]) + d * (r_a * y[2] + r_b * y[3])
    }

    fn slip([a, b]: [f64; 2]) -> f64 {
        let [r_a, r_b] = SpringActuator::RADII;
        0.5 * (r_a * a - r_b * b)
    }

    fn accelerations(&self, time: f64, y: &[f64; 4], friction: f64) -> [f64; 2] {
        let cos = SpringActuator::PRESSURE_ANGLE.cos();
        let normal = Self::normal(y);
        let [stiffness, damping] = SpringActuator::SPRING;
        let on_b = SpringActuator::TORQUES[1] - stiffness * y[1] - damping * y[3];
        let loads = [SpringActuator::TORQUES[0] + time, on_b];
        std::array::from_fn(|i| {
            let mesh = -normal * SpringActuator::RADII[i] * cos + friction * self.levers[i];
            (loads[i] + mesh) / SpringActuator::INERTIAS[i]
        })
    }

    /// Friction that keeps ẋ at zero.
    fn holding(&self, time: f64, y: &[f64; 4]) -> f64 {
        let free = Self::slip(self.accelerations(time, y, 0.0));
        let held = Self::slip(self.accelerations(time, y, 1.0));
        free / (free - held)
    }

    fn rates(&self, time: f64, y: &[f64; 4]) -> [f64; 4] {
        let friction = match self.sense {
            0.0 => self.holding(time, y),
            sense => self.friction[0] * sense * Self::normal(y).abs(),
        };
        let [a, b] = self.accelerations(time, y, friction);
        [y[2], y[3], a, b]
    }

    fn stepped(&self, h: f64) -> [f64; 4] {
        let ahead = |k: &[f64; 4], share: f64| -> [f64; 4] {
            std::array::from_fn(|i| self.y[i] + share * h * k[i])
        };
        let k1 = self.rates(self.time, &self.y);
        let k2 = self.rates(self.time + 0.5 * h, &ahead(&k1, 0.5));
        let k3 = self.rates(self.time + 0.5 * h, &ahead(&k2, 0.5));
        let k4 = self.rates(self.time + h, &ahead(&k3, 1.0));
        std::array::from_fn(|i| self.y[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]))
    }

    /// Positive until something happens.
    fn watched(&self, time: f64, y: &[f64; 4]) -> f64 {
        match self.sense {
            0.0 => self.friction[1] * Self::normal(y).abs() - self.holding(time, y).abs(),
            sense => sense * Self::slip([y[2], y[3]]),
        }
    }

    fn run(mut self, end: f64) -> Vec<f64> {
        let mut since = 0;
        while self.time < end {
            let next = self.stepped(Self::STEP);
            // A slip that has just begun is zero.
            if since > 2 && self.watched(self.time + Self::STEP, &next) < 0.0 {
                self.happen();
                since = 0;
                continue;
            }
            (self.y, self.time) = (next, self.time + Self::STEP);
            since += 1;
        }
        self.instants
    }

    fn happen(&mut self) {
        let mut share = [0.0, 1.0];
        for _ in 0..50 {
            let middle = 0.5 * (share[0] + share[1]);
            let h = middle * Self::STEP;
            let is_over = self.watched(self.time + h, &self.stepped(h)) < 0.0;
            share[usize::from(is_over)] = middle;
        }
        let h = share[1] * Self::STEP;
        self.y = self.stepped(h);
        self.time += h;
        self.instants.push(self.time);
        self.sense = match self.sense {
            0.0 => self.holding(self.time, &self.y).signum(),
            _ => {
                // The impulse of friction that leaves no slip.
                let [a, b] = std::array::from_fn(|i| self.levers[i] / SpringActuator::INERTIAS[i]);
                let slip = Self::slip([self.y[2], self.y[3]]) / Self::slip([a, b]);
                self.y[2] -= slip * a;
                self.y[3] -= slip * b;
                let holds = self.holding(self.time, &self.y).abs();
                assert!(holds < self.friction[1] * Self::normal(&self.y).abs());
                0.0
            }
        };
    }
}

#[test]
fn teeth_give_way_and_stick_when_two_equations_say_so() {
    let found = run(&SpringActuator::default(), 1e-5);
    let sticks = times(&found, |change| change == Change::Sticks);
    assert_eq!((sticks.len(), sticks[0]), (34, 0.0));
    let gives_way = times(&found, slides);
    // Known from elsewhere, within their digits.
    for (found, known) in gives_way.iter().zip([0.178016, 0.354073, 0.535868]) {
        assert!((found - known).abs() < 1e-6, "{found} {known}");
    }
    let expected = Reduced::new([0.1, 0.2]).run(DURATION);
    let instants: Vec<f64> = found[1..].iter().map(|o| o.time).collect();
    assert_eq!(instants.len(), expected.len());
    for (found, expected) in instants.iter().zip(&expected) {
        // The tolerance of the run, 1e-5 of the largest speed over the acceleration with which teeth come to rest.
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }
}

/// What happens is the same whatever the tolerance. Instants are as exact as it says: velocities that err by its share of the fastest,
/// half the way of a slide times ω, over a slide, π/ω, leave the spring turned by as much, and the torque has to make up for it.
#[test]
fn instants_do_not_depend_on_the_tolerance() {
    let exact = run(&SpringActuator::default(), 1e-7);
    let [r_a, r_b] = SpringActuator::RADII;
    let [inertia_a, inertia_b] = SpringActuator::INERTIAS;
    let ratio = r_b / r_a;
    let own = (SpringActuator::SPRING[0] / (inertia_b + ratio * ratio * inertia_a)).sqrt();
    let instants = times(&exact, slides);
    // Between two slides torque grows by 1 N m/s: by what the slide between them takes off.
    let way = (instants[1] - instants[0]) * ratio / SpringActuator::SPRING[0];
    let turned = 0.5 * way * own * (std::f64::consts::PI / own);
    let delay = turned * SpringActuator::SPRING[0] / ratio;
    for tolerance in [1e-2, 1e-3, 1e-4, 1e-5, 1e-6] {
        let found = run(&SpringActuator::default(), tolerance);
        let changes = |of: &[Occurrence]| of.iter().map(|o| o.change).collect::<Vec<_>>();
        assert_eq!(changes(&found), changes(&exact), "{tolerance}");
        let apart = found.iter().zip(&exact);
        let apart = apart.map(|(f, e)| (f.time - e.time).abs());
        let apart = apart.fold(0.0, f64::max);
        assert!(apart < tolerance * delay, "{tolerance} {apart:e} {delay}");
        for (found, expected) in times(&found, slides)
            .iter()
            .zip([0.178016, 0.354073, 0.535868])
        {
            assert!((found - expected).abs() < 1e-4, "{tolerance} {found}");
        }
    }
}

/// Friction at rest that is that in motion, or hardly more: no chatter, and as many phases as two equations say, whatever the tolerance.
#[test]
fn friction_that_hardly_falls_does_not_chatter() {
    for (friction, only_once) in [([0.1, 0.1], true), ([0.1, 0.11], false)] {
        let of = SpringActuator {
            friction,
            ..SpringActuator::default()
        };
        let expected = Reduced::new(friction).run(DURATION);
        // Teeth that have given way once go on with the torque: nothing falls off that could throw them ahead.
        assert_eq!(expected.len() == 1, only_once, "{}", expected.len());
        for tolerance in [1e-2, 1e-3, 1e-4, 1e-5] {
            let found = run(&of, tolerance);
            let sticks = times(&found, |change| change == Change::Sticks);
            let gives_way = times(&found, slides);
            // The first phase begins with the run, where two equations are stuck already.
            let counts = (sticks.len() + gives_way.len(), gives_way.len());
            let of_two = (expected.len() + 1, expected.len().div_ceil(2));
            assert_eq!(counts, of_two, "{friction:?} {tolerance}");
        }
    }
}

/// Mesh distance in each stuck phase, and the balance of energy: at the setting at which the run is timed, over turns and over all coordinates, and at a
/// tight one. Powers are summed up by Gauss's rule over the states within each step, so that only what steps themselves lose is seen.
#[test]
fn stuck_teeth_do_not_move_and_no_energy_is_lost_from_the_books() {
    let (machine, contact, state) = start(&SpringActuator::default());
    let hinged = HingedMachine::of(&machine, &state).unwrap();
    // Over all coordinates powers within stuck steps, much longer than the 1 ms in which teeth settle, are known to 5e-6 only: short ones at the tight setting.
    for (tolerance, longest, allowed) in [(1e-2, DURATION, 1e-5), (1e-5, 2e-4, 1e-8)] {
        let control = StepControl::new(tolerance, DURATION);
        let reduced = hinged.reduced(&state);
        let over_turns = Booked::run(hinged.machine(), &reduced, control, |_, _| ());
        let mut moved = 0.0_f64;
        let control = StepControl {
            longest: control.longest.min(longest),
            ..control
        };
        let whole = Booked::run(&machine, &state, control, |equations, state| {
            let at = contact.state(equations.kinematics(), &state.multipliers[..1]);
            if at.grip.sliding == Sliding::Stuck {
                moved = moved.max((at.mesh_distance - at.grip.from).abs());
            }
        });
        // Rounding of places of 4 cm and of angles.
        assert!(moved < 1e-16, "{moved:e}");
        for (name, [missing, work]) in [("over turns", over_turns), ("whole", whole)] {
            eprintln!("{tolerance:e}, {name}: {missing:e} J of {work} J");
            assert!(
                missing.abs() < allowed * work,
                "{tolerance} {name}: {missing:e} {work}"
            );
        }
    }
}

/// Places and weights of Gauss's rule with five points, between 0 and 1.
const GAUSS: [[f64; 2]; 5] = [
    [0.046910077030668, 0.118463442528095],
    [0.230765344947158, 0.239314335249683],
    [0.5, 0.284444444444444],
    [0.769234655052842, 0.239314335249683],
    [0.953089922969332, 0.118463442528095],
];

/// An integrator that keeps books: what was lost and brought in within each step that was not undone.
struct Booked {
    radau: Radau,
    steps: Vec<[f64; 2]>,
    within: State,
}

impl Booked {
    /// Energy that is missing at the end of the run, and the work that was done (J).
    fn run(
        machine: &Machine,
        start: &State,
        control: StepControl,
        mut look: impl FnMut(&Equations, &State),
    ) -> [f64; 2] {
        let mut equations = Equations::new(machine);
        let mut state = start.clone();
        let options = RadauOptions {
            control,
            ..RadauOptions::default()
        };
        let mut booked = Self {
            radau: Radau::new(&equations, &state, options),
            steps: Vec::new(),
            within: state.clone(),
        };
        let mut events = Events::new(&equations, Vec::new(), EventOptions::new(DURATION)).unwrap();
        events
            .begin(&mut booked, &mut equations, &mut state)
            .unwrap();
        let energy = |equations: &mut Equations, state: &State| {
            equations.set(state).unwrap();
            let energy = equations.energy();
            energy.kinetic + energy.potential
        };
        let before = energy(&mut equations, &state);
        while state.time < DURATION {
            events
                .step(&mut booked, &mut equations, &mut state, DURATION)
                .unwrap();
            equations.set(&state).unwrap();
            look(&equations, &state);
        }
        let [lost, supplied] = [0, 1].map(|i| booked.steps.iter().map(|step| step[i]).sum::<f64>());
        let missing = energy(&mut equations, &state) - before + lost - supplied;
        [missing, supplied.abs()]
    }
}

impl Integrator for Booked {
    fn control(&self) -> &StepControl {
        self.radau.control()
    }

    fn taken(&self) -> StepReport {
        self.radau.taken()
    }

    fn adaptive_step(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        end: f64,
    ) -> Result<(), Error> {
        let from = state.time;
        self.radau.adaptive_step(equations, state, end)?;
        let length = state.time - from;
        let mut sum = [0.0; 2];
        for [place, weight] in GAUSS {
            self.radau
                .at(equations, from + place * length, &mut self.within)?;
            let energy = equations.energy();
            sum[0] += weight * length * energy.dissipated;
            sum[1] += weight * length * energy.supplied;
        }
        self.steps.push(sum);
        equations.set(state)
    }

    fn at(&mut self, equations: &mut Equations, time: f64, out: &mut State) -> Result<(), Error> {
        self.radau.at(equations, time, out)
    }

    fn undo(&mut self, state: &mut State) {
        self.steps.pop();
        self.radau.undo(state);
    }

    fn restart(&mut self, equations: &mut Equations, state: &mut State) -> Result<(), Error> {
        self.radau.restart(equations, state)
    }

    fn go_on(&mut self, equations: &mut Equations, state: &mut State) -> Result<(), Error> {
        self.radau.go_on(equations, state)
    }
}

impl Resumable for Booked {
    fn refound(&mut self) {
        self.radau.refound();
    }

    fn keep(&self, tape: &mut Tape) {
        self.radau.keep(tape);
    }

    fn take_back(&mut self, tape: &mut TapeReader) -> Option<()> {
        self.radau.take_back(tape)
    }
}
