//! Campbell diagrams: natural frequencies over the speed, each mode followed, and the speeds at which one is met by an order of
//! the speed. \[theory:linearised\] (42)-(48)

use pitchline_algebra::{Complex, HarmonicSolver, QuadraticSearch};

use super::family::{Family, tell};
use super::tracking::{End, follow};
use super::{LinearMachine, Mode, ModeKind, Whirl, WhirlSense};
use crate::{ElementId, Equations, Error, NodeId, State};

/// What a Campbell diagram shows.
#[derive(Debug, Clone, PartialEq)]
pub struct CampbellOptions {
    /// How many oscillating modes are followed, the lowest at the first speed.
    pub wanted: usize,
    /// Orders k of the speed: lines ω = k Ω.
    pub orders: Vec<f64>,
    /// Nodes whose orbits are looked at; none for all.
    pub nodes: Vec<NodeId>,
}

impl Default for CampbellOptions {
    fn default() -> Self {
        Self {
            wanted: 12,
            orders: vec![1.0],
            nodes: Vec::new(),
        }
    }
}

/// A mode at a speed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CampbellPoint {
    /// λ (1/s), with its positive imaginary part.
    pub eigenvalue: Complex,
    /// How it whirls.
    pub whirl: Whirl,
    /// What is left of the equations.
    pub residual: f64,
    /// How far (1/s) the eigenvalue may be off by rounding of the coefficients.
    pub rounding: f64,
    /// The same, and by their change while the machine turns.
    pub uncertainty: f64,
}

impl CampbellPoint {
    /// Frequency with which it oscillates (rad/s).
    pub fn frequency(&self) -> f64 {
        self.eigenvalue.im
    }

    /// −Re λ / |λ|.
    pub fn damping_ratio(&self) -> f64 {
        let size = self.eigenvalue.norm();
        if size > 0.0 {
            -self.eigenvalue.re / size
        } else {
            0.0
        }
    }

    /// Whether it grows by itself, by more than is uncertain.
    pub fn is_unstable(&self) -> bool {
        self.eigenvalue.re > self.uncertainty
    }

    /// Whether it does not decay by more than rounding, nor grow by more than is uncertain.
    pub fn is_undamped(&self) -> bool {
        (-self.rounding..=self.uncertainty).contains(&self.eigenvalue.re)
    }
}

/// A mode over the speeds.
#[derive(Debug, Clone, PartialEq)]
pub struct CampbellCurve {
    /// At each speed; none where it is no longer among the modes that were found, or does not oscillate.
    pub points: Vec<Option<CampbellPoint>>,
    /// Coordinate that moves most where the curve begins.
    pub largest_motion: String,
}

/// A speed at which an order meets a mode.
#[derive(Debug, Clone, PartialEq)]
pub struct CriticalSpeed {
    /// Number of the curve.
    pub curve: usize,
    /// k.
    pub order: f64,
    /// The speed (rad/s).
    pub speed: f64,
    /// The mode there.
    pub point: CampbellPoint,
}

/// Natural frequencies over the speed.
#[derive(Debug, Clone, PartialEq)]
pub struct Campbell {
    /// Speeds (rad/s), as given.
    pub speeds: Vec<f64>,
    /// Modes followed, by rising frequency at the first speed.
    pub curves: Vec<CampbellCurve>,
    /// By rising speed.
    pub critical_speeds: Vec<CriticalSpeed>,
    /// Whether the coefficients were polynomials of the speed, found once for all.
    pub is_fitted: bool,
    /// What a user should know.
    pub warnings: Vec<String>,
}

/// Modes found beyond those followed, for curves that cross from above.
const SPARE: usize = 2;
/// Fewer eigenvalues than this are equal at the first speed, as a rule; the search finds out where they are not. There they are most:
/// round shafts have pairs at rest that part with the speed, equal shafts of a set stay equal.
const BLOCK: usize = 6;
/// Corrections of a critical speed.
const CORRECTIONS: usize = 8;

impl Campbell {
    /// Modes at each speed (rad/s, rising or not). All drives turn in proportion; `reference` is the speed at which they turn as
    /// their functions say: see [`Campbell::drive_speed`].
    pub fn new(
        equations: &mut Equations,
        start: &State,
        reference: f64,
        speeds: &[f64],
        options: &CampbellOptions,
    ) -> Result<Self, Error> {
        check_speeds(reference, speeds)?;
        let highest = speeds.iter().fold(0.0_f64, |m, s| m.max(s.abs())) / reference.abs();
        let mut family = Family::new(equations, start, highest)?;
        let mut warnings = family.check(highest)?;
        let mut search = Search::new(options);
        let mut curves: Vec<Following> = Vec::new();
        for (at, speed) in speeds.iter().enumerate() {
            let machine = family.at(speed / reference)?;
            tell(&machine.warnings, &mut warnings);
            let modes = search.modes(machine)?;
            let whirls = machine.whirls(&modes, &options.nodes);
            if at == 0 {
                let first = modes.into_iter().zip(whirls).take(options.wanted);
                curves = first.map(|(m, whirl)| Following::new(m, whirl)).collect();
                continue;
            }
            let ends: Vec<End> = curves.iter().map(|c| c.end(speeds, at)).collect();
            for (curve, found) in curves.iter_mut().zip(follow(machine, &ends, &modes)) {
                curve.go_on(found.map(|m| (&modes[m], whirls[m])));
            }
        }
        let mut critical_speeds = Vec::new();
        let mut refinement = Refinement {
            family: &mut family,
            solver: None,
            options,
            reference,
        };
        for (number, curve) in curves.iter().enumerate() {
            for &order in &options.orders {
                let found = refinement.crossings(speeds, curve, number, order)?;
                critical_speeds.extend(found);
            }
        }
        critical_speeds.sort_by(|a, b| a.speed.total_cmp(&b.speed));
        Ok(Self {
            speeds: speeds.to_vec(),
            is_fitted: family.is_fitted(),
            curves: curves.into_iter().map(|c| c.curve).collect(),
            critical_speeds,
            warnings,
        })
    }

    /// Speed that a drive prescribes at a state (rad/s or m/s); none if the element is no drive.
    pub fn drive_speed(equations: &mut Equations, state: &State, drive: ElementId) -> Option<f64> {
        equations.machine().element(drive)?;
        let (first, count) = equations.multipliers_of(drive.0 as usize);
        equations.set(state).ok()?;
        let mut rates = vec![0.0; equations.n_multipliers()];
        equations.constraint_rates(&mut rates);
        (count == 1).then(|| -rates[first])
    }
}

/// Refuses speeds that are none.
pub(super) fn check_speeds(reference: f64, speeds: &[f64]) -> Result<(), Error> {
    let wrong = |key, value, allowed| Error::Value {
        of: "speeds".to_owned(),
        key,
        value,
        allowed,
    };
    if reference == 0.0 || !reference.is_finite() {
        let allowed = "a finite speed other than 0: give the drive a constant speed";
        return Err(wrong("speed of the drive", reference, allowed));
    }
    match speeds.iter().find(|s| !s.is_finite() || **s < 0.0) {
        Some(speed) => Err(wrong(
            "speed",
            *speed,
            "a finite number, 0 or larger (rad/s)",
        )),
        None => Ok(()),
    }
}

/// Modes at one speed after another.
struct Search {
    search: QuadraticSearch,
    wanted: usize,
    block: usize,
}

impl Search {
    fn new(options: &CampbellOptions) -> Self {
        Self {
            search: QuadraticSearch::new(),
            wanted: options.wanted + SPARE,
            block: BLOCK,
        }
    }

    /// Oscillating modes, by rising frequency.
    fn modes(&mut self, machine: &LinearMachine) -> Result<Vec<Mode>, Error> {
        let n = machine.n_free().max(1);
        let mut wanted = self.wanted;
        loop {
            let found = self
                .search
                .lowest(&machine.reduced, wanted, self.block)
                .map_err(Error::algebra("the modes"))?;
            let pairs = found.values.iter().zip(found.vectors.chunks(n));
            let modes: Vec<Mode> = pairs
                .zip(&found.residuals)
                .filter(|((value, _), _)| value.im > 0.0)
                .map(|((value, x), residual)| machine.mode(*value, x, *residual))
                .filter(|mode| mode.kind == ModeKind::Oscillating)
                .collect();
            // Motions that do not oscillate may have taken the places.
            if modes.len() >= self.wanted || found.is_complete {
                // One more than are equal shows that there are no others.
                self.block = most_equal(&modes) + 1;
                return Ok(modes);
            }
            wanted *= 2;
        }
    }
}

/// How many modes share one eigenvalue, at most.
fn most_equal(modes: &[Mode]) -> usize {
    let is_near =
        |a: &Mode, b: &Mode| (a.eigenvalue - b.eigenvalue).norm() <= 1e-6 * a.eigenvalue.norm();
    let equals = modes
        .iter()
        .map(|a| modes.iter().filter(|b| is_near(a, b)).count());
    equals.max().unwrap_or(1)
}

/// A curve and where it ends now.
struct Following {
    curve: CampbellCurve,
    /// Last two points, with the numbers of their speeds.
    last: Vec<(usize, Complex)>,
    /// Shapes at the speeds, for refinement: those over all coordinates.
    shapes: Vec<Option<Vec<Complex>>>,
    shape: Vec<Complex>,
}

fn point(mode: &Mode, whirl: Whirl) -> CampbellPoint {
    CampbellPoint {
        eigenvalue: mode.eigenvalue,
        whirl,
        residual: mode.residual,
        rounding: mode.rounding,
        uncertainty: mode.uncertainty,
    }
}

impl Following {
    fn new(mode: Mode, whirl: Whirl) -> Self {
        Self {
            curve: CampbellCurve {
                points: vec![Some(point(&mode, whirl))],
                largest_motion: mode.largest_motion.clone(),
            },
            last: vec![(0, mode.eigenvalue)],
            shapes: vec![Some(mode.shape.clone())],
            shape: mode.shape,
        }
    }

    /// The eigenvalue goes on along a line. (46)
    fn end(&self, speeds: &[f64], at: usize) -> End {
        let expected = match self.last[..] {
            [.., (i, a), (j, b)] if (speeds[j] - speeds[i]).abs() > 0.0 => {
                let share = (speeds[at] - speeds[j]) / (speeds[j] - speeds[i]);
                b + (b - a) * share.clamp(-2.0, 2.0)
            }
            [.., (_, b)] => b,
            [] => Complex::new(0.0, 0.0),
        };
        End {
            last: self.last.last().map_or(expected, |(_, value)| *value),
            expected,
            shape: self.shape.clone(),
        }
    }

    fn go_on(&mut self, found: Option<(&Mode, Whirl)>) {
        let number = self.curve.points.len();
        let found_point = found.map(|(mode, whirl)| point(mode, whirl));
        self.curve.points.push(found_point);
        self.shapes.push(found.map(|(mode, _)| mode.shape.clone()));
        if let Some((mode, _)) = found {
            self.last.push((number, mode.eigenvalue));
            if self.last.len() > 2 {
                self.last.remove(0);
            }
            self.shape.clone_from(&mode.shape);
        }
    }
}

/// Finds critical speeds between two speeds of the table.
struct Refinement<'f, 'e, 'm> {
    family: &'f mut Family<'e, 'm>,
    solver: Option<HarmonicSolver>,
    options: &'f CampbellOptions,
    reference: f64,
}

impl Refinement<'_, '_, '_> {
    fn crossings(
        &mut self,
        speeds: &[f64],
        curve: &Following,
        number: usize,
        order: f64,
    ) -> Result<Vec<CriticalSpeed>, Error> {
        let mut found = Vec::new();
        for at in 1..speeds.len() {
            let both = (curve.curve.points[at - 1], curve.curve.points[at]);
            let (Some(before), Some(after)) = both else {
                continue;
            };
            let ends = [(speeds[at - 1], before), (speeds[at], after)];
            let gaps = ends.map(|(speed, point)| point.frequency() - order * speed);
            // An end that lies on the line counts once, with the interval before it.
            let crosses = gaps[0] * gaps[1] < 0.0 || (gaps[1] == 0.0 && gaps[0] != 0.0);
            if !crosses {
                continue;
            }
            let near = usize::from(gaps[1].abs() < gaps[0].abs());
            let shape = curve.shapes[at - 1 + near].clone();
            let (speed, point) = self.between(ends, gaps, order, shape.unwrap_or_default())?;
            found.push(CriticalSpeed {
                curve: number,
                order,
                speed,
                point,
            });
        }
        Ok(found)
    }

    /// False position between the two ends, each time with the mode of that very speed. (47), (48)
    fn between(
        &mut self,
        ends: [(f64, CampbellPoint); 2],
        gaps: [f64; 2],
        order: f64,
        shape: Vec<Complex>,
    ) -> Result<(f64, CampbellPoint), Error> {
        let (mut low, mut high) = ((ends[0].0, gaps[0]), (ends[1].0, gaps[1]));
        let mut best = if gaps[1].abs() < gaps[0].abs() {
            ends[1]
        } else {
            ends[0]
        };
        let mut shape = shape;
        for _ in 0..CORRECTIONS {
            let speed = low.0 - low.1 * (high.0 - low.0) / (high.1 - low.1);
            // Two equal gaps: nothing is left to divide by.
            if !speed.is_finite() {
                break;
            }
            let Some(point) = self.refined(speed, best.1, &mut shape)? else {
                break;
            };
            let gap = point.frequency() - order * speed;
            let is_settled = (speed - best.0).abs() <= 1e-12 * speed.abs();
            best = (speed, point);
            if is_settled || gap.abs() <= 1e-13 * point.frequency() {
                break;
            }
            // Halving the side that stays keeps both ends moving (the Illinois rule).
            if gap * high.1 < 0.0 {
                low = high;
            } else {
                low.1 *= 0.5;
            }
            high = (speed, gap);
        }
        Ok(best)
    }

    /// The mode near a known one, at a speed; none if Newton's method leads elsewhere.
    fn refined(
        &mut self,
        speed: f64,
        near: CampbellPoint,
        shape: &mut Vec<Complex>,
    ) -> Result<Option<CampbellPoint>, Error> {
        let is_fitted = self.family.is_fitted();
        let machine = self.family.at(speed / self.reference)?;
        let free = machine.basis.free();
        let mut vector: Vec<Complex> = free.iter().map(|&i| shape[i]).collect();
        let mut value = near.eigenvalue;
        // Other speeds may have other patterns where they are linearised one by one.
        let solver = match self.solver.take().filter(|_| is_fitted) {
            Some(solver) => self.solver.insert(solver),
            None => self.solver.insert(HarmonicSolver::new(&machine.reduced)),
        };
        let residual = machine
            .reduced
            .refine(solver, &mut value, &mut vector)
            .map_err(Error::algebra("a critical speed"))?;
        if (value - near.eigenvalue).norm() > 0.1 * near.eigenvalue.norm() {
            return Ok(None);
        }
        let mode = machine.mode(value, &vector, residual);
        shape.clone_from(&mode.shape);
        let mut whirl = machine.whirl(&mode, &self.options.nodes);
        // A pair that turns at one frequency has no sense here either; one that stands still has none because of that.
        let is_shared = near.whirl.sense == WhirlSense::Neither && near.whirl.across > 0.0;
        if is_shared {
            whirl.sense = WhirlSense::Neither;
        }
        Ok(Some(point(&mode, whirl)))
    }
}
