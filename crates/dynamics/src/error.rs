//! What can go wrong with a machine.

use thiserror::Error;

use crate::{Misfit, Resonance};

/// Why a machine cannot be built or does not move.
#[derive(Debug, Clone, PartialEq, Error)]
#[allow(missing_docs)] // the messages say what the fields are
pub enum Error {
    #[error("stopped on request")]
    Stopped,
    #[error("{of} refers to {what} {number}, but there are only {count}")]
    Unknown {
        of: String,
        what: &'static str,
        number: usize,
        count: usize,
    },
    #[error(
        "{what} has {given} numbers where {needed} are needed: it does not belong to this machine"
    )]
    Count {
        what: &'static str,
        given: usize,
        needed: usize,
    },
    #[error("{of}: {key} = {value} is not possible; it must be {allowed}")]
    Value {
        of: String,
        key: &'static str,
        value: f64,
        allowed: &'static str,
    },
    #[error("element {element} cannot be replaced: there is none, or it touches other unknowns")]
    NotReplaced { element: usize },
    #[error("{of}: both wheels are on one body; put them on two, or leave the pair out")]
    OneBody { of: String },
    #[error("{of}: the centres of the wheels coincide across the axis of a; move one of them")]
    CentersCoincide { of: String },
    #[error("{of}: the wheels cannot mesh in their positions: {misfit}")]
    CannotMesh { of: String, misfit: Box<Misfit> },
    #[error("{of}: {error}")]
    Law {
        of: String,
        error: pitchline_contact::LawError,
    },
    #[error("{of}: {key}, {place} = {value} is not possible; it must be {allowed}")]
    Entry {
        of: String,
        key: &'static str,
        place: String,
        value: f64,
        allowed: &'static str,
    },
    #[error(
        "the joints do not fit together: the total mismatch is {} {unit}; {constraint} remains open by {} {unit}{others}; move the bodies or the positions of the joints",
        four_digits(*mismatch), four_digits(*largest)
    )]
    Incompatible {
        constraint: String,
        /// The openings of all joints together.
        mismatch: f64,
        /// That of the constraint.
        largest: f64,
        unit: &'static str,
        /// How many other constraints stay open, said in words.
        others: String,
    },
    #[error("{}", contradicting(drives, through))]
    DrivesContradict {
        drives: Vec<Wanted>,
        /// Names of the constraints by which they meet.
        through: Vec<String>,
    },
    #[error(
        "{drive} begins {} {unit} away, and the machine cannot be moved there beyond {} {unit}: {reason}; let it begin nearer, or move it there by a kinematic study and start from that one",
        four_digits(*way), four_digits(*reached)
    )]
    FarStart {
        drive: String,
        /// From where the machine is led to its first angle or displacement.
        way: f64,
        /// How far it was followed.
        reached: f64,
        /// Of both.
        unit: &'static str,
        reason: String,
    },
    #[error(
        "{constraints} cannot be distinguished (redundant constraints: {count}); release some motion, or write redundant = \"warn\""
    )]
    Redundant { constraints: String, count: usize },
    #[error(
        "nothing determines {motion} at t = {time} s: no inertia, stiffness or joint acts on it; give it mass or constrain it"
    )]
    NotHeld { motion: String, time: f64 },
    #[error(
        "{motion} is free to move (free motions in all: {count}): a kinematic study needs a drive or a joint for each; where springs or teeth hold it, write quasi_static = true"
    )]
    Free { motion: String, count: usize },
    #[error(
        "{motion} is free to run beside the drives (free motions in all: {count}): how fast it runs evenly follows from no kinematics; add a drive for each, or a pair that takes it along"
    )]
    FreeRunning { motion: String, count: usize },
    #[error(
        "no reactions balance the forces on {motion} at t = {time} s: the machine is self-locking; drive it from the other side, reduce the coefficient of friction, or let teeth deform (level \"joint\")"
    )]
    Locked { time: f64, motion: String },
    #[error(
        "no reactions balance the forces on {motion} at t = {time} s, without friction: forces of teeth follow their reactions there; remove redundant constraints, or let teeth deform (level \"joint\")"
    )]
    Unbalanced { time: f64, motion: String },
    #[error(
        "no equilibrium was found at t = {time} s: {residual:.3e} N (or N m) remain on {motion}{hint}"
    )]
    NoEquilibrium {
        time: f64,
        residual: f64,
        motion: String,
        hint: String,
    },
    #[error(
        "no equilibrium was found at t = {time} s: the loads do not balance without friction, and {friction} would have to hold {} N m, but holds {} N m at the most; raise it, lower the load, or support the machine otherwise",
        four_digits(*needed), four_digits(*limit)
    )]
    FrictionGivesWay {
        time: f64,
        friction: String,
        needed: f64,
        limit: f64,
    },
    #[error(
        "no equilibrium was found at t = {time} s: {motion} does not converge, though almost no force remains{hint}"
    )]
    Unsettled {
        time: f64,
        motion: String,
        hint: String,
    },
    #[error(
        "no steady motion was found at t = {time} s: {motion} does not settle; drives must run at constant speed, and driven bodies must be supported by bearings or joints"
    )]
    NoSteadyMotion { motion: String, time: f64 },
    #[error(
        "{motion}, has no inertia, so that its mode has no finite frequency: the state space needs mass in every free motion; give it mass or constrain it"
    )]
    NoInertia { motion: String },
    #[error(
        "at {:.6} Hz the response is unbounded: {cause}", frequency / std::f64::consts::TAU
    )]
    Unbounded { frequency: f64, cause: Resonance },
    #[error(
        "{coordinates} free coordinates are too many for all modes ({allowed} are possible): request a number of the lowest ones"
    )]
    TooManyModes { coordinates: usize, allowed: usize },
    #[error("{input}: {problem}")]
    NoInput { input: String, problem: String },
    #[error(
        "{output} follows the rate of {input}, which no state space holds: take the drive's rate or acceleration as the input, or a lower derivative as the output"
    )]
    Improper { output: String, input: String },
    #[error("{what}: {source}")]
    Algebra {
        what: &'static str,
        source: pitchline_algebra::Error,
    },
    #[error(
        "the step became too small at t = {time} s: {step:.3e} s, and {motion} still does not converge; check what happens there, use a smaller step, or, where the step size follows from `accuracy`, write a larger one"
    )]
    StepUnderflow {
        time: f64,
        step: f64,
        motion: String,
    },
    #[error(
        "{of}: time {value} of point {number} does not come after {previous}, the time before it; \
         leave one of the two out or write a later time"
    )]
    Order {
        of: String,
        number: usize,
        value: f64,
        previous: f64,
    },
    #[error(
        "{event} is {value} at t = {time} s: an event needs a function that is a number in every state"
    )]
    NotANumber {
        event: String,
        value: f64,
        time: f64,
    },
    #[error(
        "{event} happens again and again at t = {time} s: {count} times in a row within less than {within:.1e} s of each other; {remedy}"
    )]
    Chatter {
        event: String,
        time: f64,
        count: u32,
        within: f64,
        remedy: &'static str,
    },
    #[error("{count} events until t = {time} s, the last of them {event}; {remedy}, or allow more")]
    TooManyEvents {
        event: String,
        time: f64,
        count: u64,
        remedy: &'static str,
    },
    #[error(
        "{event} shall switch {constraint}, which always holds; name a constraint that can be switched"
    )]
    NotSwitchable { event: String, constraint: String },
    #[error(
        "{constraints} cannot hold at t = {time} s: everything that they act on is rigid; let something move there, or make a stop compliant"
    )]
    Jammed { constraints: String, time: f64 },
    #[error(
        "{contact} and {bearers} contradict each other at t = {time} s: what they drive moves into the stop, and everything between them is rigid; end a drive's motion before the stop, put a spring between them, or move the stop"
    )]
    Contradiction {
        contact: String,
        bearers: String,
        time: f64,
    },
    #[error(
        "{constraint}: its bodies overlap by {} {unit} at t = {time} s, where the run begins; move them apart by that much, or start from a study `static`, which separates them",
        four_digits(*depth)
    )]
    Overlap {
        constraint: String,
        /// How far one is inside the other.
        depth: f64,
        unit: &'static str,
        time: f64,
    },
    #[error("{of}: there is nothing in it; write {needed}")]
    Empty { of: String, needed: &'static str },
    #[error(transparent)]
    FlexibleBody(#[from] crate::FlexibleBodyError),
}

/// A drive that others contradict.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// Its name.
    pub drive: String,
    /// What it prescribes (rad/s, m/s).
    pub rate: f64,
    /// What would go together with the others, where a change of this one is enough.
    pub fitting: Option<f64>,
    /// Unit of both.
    pub unit: &'static str,
}

fn contradicting(drives: &[Wanted], through: &[String]) -> String {
    /// Names beyond these say no more.
    const SHOWN: usize = 3;
    let mut named = through.iter().take(SHOWN).cloned().collect::<Vec<_>>();
    named.extend((through.len() > SHOWN).then(|| format!("{} more", through.len() - SHOWN)));
    let through = match named.is_empty() {
        true => String::new(),
        false => format!(" ({})", named.join(", ")),
    };
    let told = |one: &Wanted| format!("{} of {} {}", one.drive, four_digits(one.rate), one.unit);
    let fitting = |one: &Wanted| {
        let fitting = four_digits(one.fitting?);
        Some(format!("let {} be {fitting} {}", one.drive, one.unit))
    };
    let fitting: Vec<String> = drives.iter().filter_map(fitting).collect();
    let either = fitting.iter().map(|one| format!(", or {one}"));
    let either: String = either.collect();
    match drives {
        [one] => format!(
            "the machine{through} cannot move as its drive prescribes: {}; look for a joint, a bearing or a wheel out of line, by which it is locked{either}",
            told(one)
        ),
        _ => {
            let all: Vec<String> = drives.iter().map(told).collect();
            let remedy = match fitting.is_empty() {
                true => "give as many as the machine has freedoms, and remove the others",
                false => "remove one",
            };
            format!(
                "the machine{through} cannot move as its drives prescribe together: {}; {remedy}{either}",
                all.join(" and ")
            )
        }
    }
}

/// A number with four digits.
pub(crate) fn four_digits(number: f64) -> f64 {
    format!("{number:.3e}").parse().unwrap_or(number)
}

impl Error {
    /// What algebra says of something.
    pub(crate) fn algebra(what: &'static str) -> impl Fn(pitchline_algebra::Error) -> Self {
        move |source| Self::Algebra { what, source }
    }
}
