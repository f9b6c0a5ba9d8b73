//! Two wheels on parallel axes whose teeth deform, rub, stick and slide: the planar gear contact. \[theory:planar-contact\]
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | χ_a, χ_b | angle of the line of centres a to b in the axes of a, of b | rad |
//! | Δ, x | deflection and mesh distance, both on the pitch circles | m |
//! | F_n | `normal_force`, along the line of action, positive on the right flanks of a | N |
//! | λ | `friction`: s μ \|F_n\| where teeth slide, −multiplier where they stick | N |
//! | u | conjugate slip: friction takes λ u | m/s |
//!
//! The line of centres carries the contact: no frame of a carrier is needed, planets may go round, and a mesh may stand still while its
//! wheels turn. Flanks open and close as the centres move; as published, they do not ([`Formulation::Source`]). Levers of friction stay those of the
//! start.
//!
//! # References
//! \[linden\], corrected: `docs/theory/planar-contact.md`.

mod acting;
mod directions;
mod element;
mod friction;
mod hinged;
mod parting;

pub use directions::{BothNodes, PlanarDirections, PushDirections};

use pitchline_contact::{
    AssumedFlanks, DampingReach, FlankContact, Formulation, FrictionLevers, Levers, LoadInput,
    MeshFriction, PlanarMesh, PlanarPair, PowerFlow,
};

use crate::centers::{Centers, DISTANCE, turned};
use crate::solution::HeldMesh;
use crate::two_part::TwoPart;
use crate::{
    AngleId, Error, Frame, Grip, GripId, Kinematics, Kink, Machine, Relative, RelativeMotion,
    Sliding, mesh_kinks,
};
use acting::{Acting, Line};
use parting::{Parting, involute};

/// When teeth count as at rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stiction {
    /// Where nothing passes the pitch point: ẋ = 0, as in the source. Friction can do a little work while teeth stick and deform.
    Mesh,
    /// Where friction takes no power: u = 0. It never gives any.
    Conjugate,
    /// Never: friction grows with ẋ up to its full size at some times this speed (m/s). A held load creeps.
    Regularised(f64),
}

/// What a planar contact is.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanarContactData {
    /// The wheels.
    pub pair: PlanarPair,
    /// How teeth press.
    pub mesh: PlanarMesh,
    /// Where friction acts.
    pub levers: FrictionLevers,
    /// How large it is.
    pub friction: MeshFriction,
    /// When teeth stick.
    pub stiction: Stiction,
    /// Mesh cycles that have passed when the machine starts.
    pub start_cycle: f64,
}

/// A planar contact between two wheels.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanarContact {
    /// Centres of the wheels; z of each is its axis, x along the line of centres at the start.
    between: Relative,
    data: PlanarContactData,
    /// χ_a and χ_b over whole turns.
    angles: [AngleId; 2],
    /// None where friction is regularised or holds nothing at rest.
    grip: Option<GripId>,
    /// Slip over χ_a and χ_b; none where it follows the teeth.
    slip: Option<[f64; 2]>,
    /// Which flanks carry, and whether they see the centres.
    formulation: Formulation,
    /// Flanks that a search for equilibria takes for granted.
    assumed: Option<AssumedFlanks>,
    /// Distance of the axes where the machine starts (m).
    start_distance: f64,
}

/// What a planar contact carries, and how it moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanarContactState {
    /// Δ (m), zero in the middle of the play.
    pub deflection: f64,
    /// Its rate (m/s).
    pub deflection_rate: f64,
    /// x (m).
    pub mesh_distance: f64,
    /// v_mesh (m/s).
    pub mesh_velocity: f64,
    /// F_n (N).
    pub normal_force: f64,
    /// λ (N).
    pub friction: f64,
    /// Largest friction that would hold (N).
    pub friction_limit: f64,
    /// Flanks that press.
    pub flank: FlankContact,
    /// Whether teeth are stuck or slide; undecided where friction is regularised.
    pub grip: Grip,
    /// Torques of the contact on a and b about +z (N m).
    pub torques: [f64; 2],
    /// Force that pushes the axes apart (N); for a ring, together.
    pub radial_force: f64,
    /// Power lost by friction (W); below zero where the source's measure of rest lets it give some back.
    pub friction_loss: f64,
    /// Power lost by damping (W).
    pub damping_loss: f64,
    /// Which wheel drives; none without a force or without motion.
    pub flow: Option<PowerFlow>,
}

impl PlanarContact {
    /// A contact between two wheels, z of their frames along their parallel axes; `of` is how it is called. It is as published until it is formulated
    /// otherwise.
    pub fn build(
        of: &str,
        machine: &mut Machine,
        a: Frame,
        b: Frame,
        data: PlanarContactData,
    ) -> Result<Self, Error> {
        let laws = data.mesh.check().and_then(|()| data.friction.check());
        laws.map_err(|error| Error::Law {
            of: of.to_owned(),
            error,
        })?;
        let mut between = Relative { a, b };
        let motion = between.at_start(machine);
        check_place(of, &motion, &data.pair)?;
        // Both wheels count from the line of centres of the start: far from ±π, where an angle jumps.
        let Centers([along_a, along_b, distance]) = Centers::of(&motion);
        between.a.axes = turned(&a.axes, along_a.value);
        between.b.axes = turned(&b.axes, along_b.value);
        let sticks = !matches!(data.stiction, Stiction::Regularised(_));
        let slip = slip(&data);
        Ok(Self {
            between,
            angles: [machine.add_angle(), machine.add_angle()],
            grip: (sticks && data.friction.can_hold()).then(|| machine.add_grip()),
            data,
            slip,
            formulation: Formulation::Source,
            assumed: None,
            start_distance: distance.value,
        })
    }

    /// The same with other flanks that carry, or as published. \[theory:planar-contact\] (26a)
    #[must_use]
    pub fn formulated(mut self, formulation: Formulation) -> Self {
        self.formulation = formulation;
        self
    }

    /// The same with teeth that are damped elsewhere.
    #[must_use]
    pub fn damped(mut self, reach: DampingReach) -> Self {
        self.data.mesh.law.damping.reach = reach;
        self
    }

    /// How fast the axes part (m/s).
    pub(crate) fn opening_rate(&self, k: &Kinematics) -> f64 {
        let motion = self.between.motion(k);
        Centers::of(&motion).rates(&motion.velocity)[DISTANCE]
    }

    /// Its deflection, held where the machine starts.
    pub(crate) fn held(&self) -> HeldMesh {
        HeldMesh::Planar(Box::new(self.between), self.factors()[0])
    }

    /// Which flanks carry, and whether they see the centres.
    pub fn formulation(&self) -> Formulation {
        self.formulation
    }

    /// The same with friction as it is in the mean over a mesh cycle.
    pub fn averaged(&self) -> Self {
        let mut same = self.clone();
        same.data.levers = FrictionLevers::Constant(self.data.levers.mean());
        same.slip = slip(&same.data);
        same
    }

    /// What it is.
    pub fn data(&self) -> &PlanarContactData {
        &self.data
    }

    /// Where its state of sticking is kept; none where it has none.
    pub fn grip_id(&self) -> Option<GripId> {
        self.grip
    }

    /// The motion between the wheels, where their centres stand and what acts.
    fn acting(&self, k: &Kinematics, multipliers: &[f64]) -> (RelativeMotion, Centers, Acting) {
        let motion = self.between.motion(k);
        let centers = Centers::of(&motion);
        let line = Line {
            angles: centers.angles(),
            distance: centers.0[DISTANCE].value,
            rates: centers.rates(&motion.velocity),
        };
        let acting = Acting::new(self, k, &line, multipliers);
        (motion, centers, acting)
    }

    /// What it carries; `multipliers` are its own.
    pub fn state(&self, k: &Kinematics, multipliers: &[f64]) -> PlanarContactState {
        let (_, _, acting) = self.acting(k, multipliers);
        let [deflection_rate, mesh_velocity] = acting.motion_rates;
        let [deflection, mesh_distance] = acting.motion;
        let flow = (acting.normal() != 0.0 && mesh_velocity != 0.0)
            .then(|| PowerFlow::of(acting.normal(), mesh_velocity));
        PlanarContactState {
            deflection,
            deflection_rate,
            mesh_distance,
            mesh_velocity,
            normal_force: acting.normal(),
            friction: acting.friction(),
            friction_limit: self.limit(acting.normal()),
            flank: acting.mesh.flank,
            grip: self.grip.map(|grip| k.grip(grip)).unwrap_or_default(),
            torques: [-acting.forces[0], -acting.forces[1]],
            radial_force: acting.forces[2],
            friction_loss: acting.lost(self),
            damping_loss: acting.damping_loss(&self.data),
            flow,
        }
    }

    /// μ_0 |F_n|
    fn limit(&self, normal_force: f64) -> f64 {
        self.data.friction.static_coefficient() * normal_force.abs()
    }

    /// Angles of the line of centres over whole turns, from what they are within one.
    fn turned(&self, k: &Kinematics, angles: [f64; 2]) -> Turned {
        let turns = [0, 1].map(|which| k.followed(self.angles[which], angles[which]).turns);
        Turned {
            turns,
            rests: angles,
        }
    }

    /// Factors of χ_a and χ_b in Δ and in x. \[linden\] (9), (10)
    fn factors(&self) -> [[f64; 2]; 2] {
        self.data.pair.by_turns().map(over_centers)
    }

    /// How the flanks have opened with the axes so far apart (m).
    fn parting(&self, distance: f64) -> Parting {
        let pair = &self.data.pair;
        // Play that is known is that of the nominal distance, teeth without one begin without a force.
        let zero = match self.formulation {
            Formulation::OneFlank(_) => self.start_distance,
            Formulation::BothFlanks | Formulation::Source => pair.center_distance().abs(),
        };
        Parting::new(self.formulation, pair, distance, involute(pair, zero))
    }

    /// \[theory:multibody\] (40b)
    fn flanks_at(&self, acting: &Acting) -> Option<[f64; 2]> {
        let law = &self.data.mesh.law;
        law.penetrations(self.formulation, &acting.pressing)
    }

    fn with_assumed(&self, flanks: AssumedFlanks) -> Self {
        Self {
            assumed: Some(flanks),
            ..self.clone()
        }
    }

    fn kink_at(&self, acting: &Acting, which: usize) -> Kink {
        let law = &self.data.mesh.law;
        mesh_kinks::at(law, self.formulation, which, &acting.pressing, 0.0)
    }

    /// Slip over χ_a, χ_b and l with levers of now: as it was when teeth stuck, else as it would be if they stuck now.
    fn slip(&self, k: &Kinematics, levers: &Levers, flank: FlankContact) -> [f64; 3] {
        let stuck = self.grip.map(|grip| k.grip(grip));
        match stuck.filter(|grip| grip.sliding == Sliding::Stuck) {
            Some(grip) => match self.slip {
                Some([a, b]) => [a, b, grip.along[2]],
                None => grip.along,
            },
            _ => self.slip_from(levers, flank),
        }
    }

    /// The same for teeth that would stick now.
    fn slip_from(&self, levers: &Levers, flank: FlankContact) -> [f64; 3] {
        let conjugate = || over_centers(levers.conjugate_by_turns(&self.data.pair));
        let [a, b] = self.slip.unwrap_or_else(conjugate);
        let per_way = levers.loss_per_way(&self.data.pair);
        let by_distance = match self.data.stiction {
            Stiction::Conjugate if per_way > 0.0 => self.slip_by_distance(levers, flank) / per_way,
            _ => 0.0,
        };
        [a, b, by_distance]
    }

    /// Factor of l in the slip by which friction takes power: its part along the line of centres works where the axes part.
    fn slip_by_distance(&self, levers: &Levers, flank: FlankContact) -> f64 {
        if self.formulation == Formulation::Source {
            return 0.0;
        }
        let unit = LoadInput {
            friction: -1.0,
            ..LoadInput::default()
        };
        acting::forces((&self.data, flank), levers, unit)[DISTANCE]
    }
}

/// Factors of the turns of both wheels against the line of centres as those of χ_a and χ_b, which see that line turn.
fn over_centers(by_turns: [f64; 2]) -> [f64; 2] {
    by_turns.map(|factor| -factor)
}

/// Angles of the line of centres over whole turns.
#[derive(Debug, Clone, Copy)]
struct Turned {
    turns: [i64; 2],
    /// Between −π and π (rad).
    rests: [f64; 2],
}

impl Turned {
    /// Their sum with these factors: two large numbers that nearly cancel.
    fn sum(&self, factors: [f64; 2]) -> f64 {
        let rest = factors[0] * self.rests[0] + factors[1] * self.rests[1];
        if self.turns == [0, 0] {
            return rest;
        }
        let [a, b] = [0, 1].map(|i| TwoPart::product(factors[i], self.turns[i] as f64));
        std::f64::consts::TAU * a.plus(b).total() + rest
    }
}

/// Slip over the angles of the line of centres: x, or the coordinate on which friction works, counted so that it is x where Δ stands still.
/// Levers over the phase have no such coordinate for all places.
fn slip(data: &PlanarContactData) -> Option<[f64; 2]> {
    let [_, distance] = data.pair.by_turns();
    let by_turns = match (data.stiction, &data.levers) {
        (Stiction::Conjugate, FrictionLevers::Constant(levers)) => {
            levers.conjugate_by_turns(&data.pair)
        }
        (Stiction::Conjugate, FrictionLevers::OverPhase(_)) => return None,
        (Stiction::Mesh | Stiction::Regularised(_), _) => distance,
    };
    Some(over_centers(by_turns))
}

/// Axes must be parallel and as far apart as the pitch circles ask.
fn check_place(of: &str, motion: &RelativeMotion, pair: &PlanarPair) -> Result<(), Error> {
    let [x, y, _] = motion.displacement;
    let wrong = |key, value, allowed| {
        Err(Error::Value {
            of: of.to_owned(),
            key,
            value,
            allowed,
        })
    };
    let tilt = motion.rotation[2][2].clamp(-1.0, 1.0).acos();
    if tilt.is_nan() || tilt > PARALLEL {
        return wrong(
            "angle between the axes",
            tilt,
            "0 rad: this contact is planar, let both axes point the same way",
        );
    }
    let needed = pair.center_distance().abs();
    let distance = x.hypot(y);
    if (distance - needed).abs() > ROUNDED * needed {
        return wrong(
            "distance of the axes",
            distance,
            "what the working pitch circles ask for: their sum, or their difference for a ring",
        );
    }
    Ok(())
}

/// Axes at a smaller angle (rad) are parallel.
const PARALLEL: f64 = 1e-6;
/// Distances that differ by less are rounded.
const ROUNDED: f64 = 1e-6;
