//! Two spur wheels with play, integrated by the classical method of order four in equal steps that are cut where a flank touches or lets go.
//!
//! With the centre of b at (X, Y) as a sees it, at the distance d and the angle φ, and d₀, α₀ of touching pitch circles:
//! u = r_a (θ_a − φ) + r_b (θ_b − φ), O = d₀ (inv α − inv α₀), cos α = d₀ cos α₀/d, and the flanks are pressed by p_+ = u − O, p_− = −u − O − b.

/// What the wheels are. The law of a flank is N = k p max(0, 1 + (c/F_s) ṗ) where p > 0.
#[derive(Debug, Clone, Copy)]
pub struct Rattle {
    /// Of the pitch circles (m).
    pub radii: [f64; 2],
    /// α₀.
    pub pressure_angle: f64,
    /// Of the wheels (kg m²).
    pub inertia: [f64; 2],
    /// Of wheel b (kg), where its axle gives way.
    pub mass: Option<f64>,
    /// Springs of that axle (N/m).
    pub support: f64,
    /// k (N/m).
    pub stiffness: f64,
    /// b (m).
    pub backlash: f64,
    /// c/F_s (s/m).
    pub damping_per_force: f64,
}

/// X, Y, θ_a, θ_b and their rates.
pub type Motion = [f64; 8];

/// Whether each flank touches, and whether it has let go.
type Mode = [[bool; 2]; 2];

/// A flank: its penetration, the rate of it, and how it grows with X, Y, θ_a, θ_b.
struct Flank {
    penetration: f64,
    rate: f64,
    along: [f64; 4],
}

impl Rattle {
    fn flanks(&self, at: &Motion) -> [Flank; 2] {
        let [x, y, turn_a, turn_b] = [at[0], at[1], at[2], at[3]];
        let [r_a, r_b] = self.radii;
        let first = r_a + r_b;
        let distance = x.hypot(y);
        let bearing = y.atan2(x);
        let involute = |angle: f64| angle.tan() - angle;
        let alpha = (first * self.pressure_angle.cos() / distance).acos();
        let opening = first * (involute(alpha) - involute(self.pressure_angle));
        let deflection = r_a * (turn_a - bearing) + r_b * (turn_b - bearing);
        let parting = first * alpha.tan() / distance;
        [(1.0, 0.0), (-1.0, self.backlash)].map(|(sign, play)| {
            let across = -sign * first / (distance * distance);
            let along = [
                -across * y - parting * x / distance,
                across * x - parting * y / distance,
                sign * r_a,
                sign * r_b,
            ];
            Flank {
                penetration: sign * deflection - opening - play,
                rate: (0..4).map(|i| along[i] * at[4 + i]).sum(),
                along,
            }
        })
    }

    fn mode(&self, at: &Motion) -> Mode {
        self.flanks(at).map(|flank| {
            let touches = flank.penetration > 0.0;
            [
                touches,
                touches && 1.0 + self.damping_per_force * flank.rate < 0.0,
            ]
        })
    }

    /// Rates, with the laws that hold in a mode.
    fn rates(&self, at: &Motion, mode: &Mode) -> Motion {
        let mut force = [0.0; 4];
        for (flank, [touches, has_let_go]) in self.flanks(at).iter().zip(mode) {
            if *touches && !has_let_go {
                let share = 1.0 + self.damping_per_force * flank.rate;
                let normal = self.stiffness * flank.penetration * share;
                for (force, along) in force.iter_mut().zip(&flank.along) {
                    *force -= normal * along;
                }
            }
        }
        let first = self.radii[0] + self.radii[1];
        let mass = self.mass.unwrap_or(f64::INFINITY);
        [
            at[4],
            at[5],
            at[6],
            at[7],
            (force[0] - self.support * (at[0] - first)) / mass,
            (force[1] - self.support * at[1]) / mass,
            force[2] / self.inertia[0],
            force[3] / self.inertia[1],
        ]
    }

    fn step(&self, at: &Motion, mode: &Mode, h: f64) -> Motion {
        let ahead =
            |rates: &Motion, h: f64| -> Motion { std::array::from_fn(|i| at[i] + h * rates[i]) };
        let first = self.rates(at, mode);
        let second = self.rates(&ahead(&first, 0.5 * h), mode);
        let third = self.rates(&ahead(&second, 0.5 * h), mode);
        let fourth = self.rates(&ahead(&third, h), mode);
        std::array::from_fn(|i| {
            at[i] + h / 6.0 * (first[i] + 2.0 * (second[i] + third[i]) + fourth[i])
        })
    }

    /// The motion after a time (s), and how often a flank touched or let go.
    pub fn after(&self, start: &Motion, duration: f64, n_steps: u32) -> (Motion, u32) {
        let h = duration / f64::from(n_steps);
        let mut at = *start;
        let (mut mode, mut changes) = (self.mode(&at), 0);
        for _ in 0..n_steps {
            let mut rest = h;
            while rest > 0.0 {
                let mut part = rest;
                let mut end = self.step(&at, &mode, part);
                if self.mode(&end) != mode {
                    let mut before = 0.0;
                    // Halvings as many as a step has digits.
                    for _ in 0..52 {
                        let middle = 0.5 * (before + part);
                        let there = self.step(&at, &mode, middle);
                        if self.mode(&there) == mode {
                            before = middle;
                        } else {
                            (part, end) = (middle, there);
                        }
                    }
                    changes += 1;
                }
                (at, rest) = (end, rest - part);
                mode = self.mode(&at);
            }
        }
        (at, changes)
    }
}
