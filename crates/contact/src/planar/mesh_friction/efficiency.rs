//! The friction that gives a pair a known efficiency, for each way of the power. \[theory:planar-contact\] (32)-(34)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | η(|v_mesh|) | `forward` where a drives, `reverse` where b does: output over input | |
//! | c_μ0 | `static_factor` | |
//! | D_A, D_B | `arms`: m d_τA/(r_A cos α), m d_τB/(ρ_B cos α) | |
//!
//! # References
//! \[linden\] (38), (39): the first η of (39) is that at rest, as the second.

use super::{FrictionCoefficient, PowerFlow};
use crate::error::finite;
use crate::monotone_cubic::{Ends, MonotoneCubic};
use crate::table_rows::RowRules;
use crate::{LawError, Levers, PlanarPair};

const FORWARD_ROWS: RowRules = RowRules {
    key: "forward efficiency",
    columns: ["mesh velocity", "efficiency"],
    least: 1,
    needed: "rows of mesh velocity and efficiency, the first at velocity 0",
    first: "0: the efficiency as motion begins",
    is_allowed: |value| value > 0.0 && value <= 1.0,
    allowed: "a number above 0 and not above 1: output over input",
};

const REVERSE_ROWS: RowRules = RowRules {
    key: "reverse efficiency",
    ..FORWARD_ROWS
};

/// Efficiencies over |v_mesh| (m/s), rows \[velocity, efficiency\] with velocities that rise from zero.
#[derive(Debug, Clone, PartialEq)]
pub struct EfficiencyRows {
    /// Where wheel a drives.
    pub forward: Vec<[f64; 2]>,
    /// Where wheel b drives.
    pub reverse: Vec<[f64; 2]>,
}

/// The law for one pair and its levers.
#[derive(Debug, Clone, PartialEq)]
pub struct EfficiencyFriction {
    curves: [MonotoneCubic; 2],
    arms: [f64; 2],
    static_coefficient: f64,
}

impl EfficiencyFriction {
    /// From efficiencies, and the factor c_μ0 ≥ 1 of friction at rest over that of slow motion.
    pub fn new(
        pair: &PlanarPair,
        levers: &Levers,
        rows: EfficiencyRows,
        static_factor: f64,
    ) -> Result<Self, LawError> {
        finite("static_factor", static_factor)?;
        if static_factor < 1.0 {
            return Err(LawError::Value {
                key: "static_factor",
                value: static_factor,
                allowed: "1 or more: friction at rest over that of slow motion",
            });
        }
        FORWARD_ROWS.check(&rows.forward)?;
        REVERSE_ROWS.check(&rows.reverse)?;
        let arms = arms(pair, levers);
        let ways = [
            (FORWARD_ROWS, &rows.forward, PowerFlow::AToB),
            (REVERSE_ROWS, &rows.reverse, PowerFlow::BToA),
        ];
        for (rules, rows, flow) in ways {
            for (i, row) in rows.iter().enumerate() {
                if !is_reachable(arms, flow, row[1]) {
                    let allowed =
                        "a higher one: no friction that is positive gives it with these levers";
                    return Err(rules.wrong(i, 1, row[1], allowed));
                }
            }
        }
        let at_rest = [
            (rows.forward[0][1], PowerFlow::AToB),
            (rows.reverse[0][1], PowerFlow::BToA),
        ];
        let [forward, reverse] =
            at_rest.map(|(efficiency, flow)| by_efficiency(arms, flow, efficiency)[0]);
        Ok(Self {
            curves: [rows.forward, rows.reverse].map(|rows| MonotoneCubic::new(rows, Ends::Level)),
            arms,
            // [linden] (39)
            static_coefficient: static_factor * forward.max(reverse),
        })
    }

    /// μ_0.
    pub fn static_coefficient(&self) -> f64 {
        self.static_coefficient
    }

    /// Whether all efficiencies are 1.
    pub(super) fn is_lossless(&self) -> bool {
        let mut rows = self.curves.iter().flat_map(MonotoneCubic::rows);
        // None is above 1.
        rows.all(|row| row[1] >= 1.0)
    }

    /// Efficiency at a speed not below zero.
    pub fn efficiency(&self, flow: PowerFlow, speed: f64) -> f64 {
        self.curve(flow).at(speed).value
    }

    pub(super) fn coefficient(&self, flow: PowerFlow, speed: f64) -> FrictionCoefficient {
        let point = self.curve(flow).at(speed);
        let [value, by_efficiency] = by_efficiency(self.arms, flow, point.value);
        FrictionCoefficient {
            value,
            by_velocity: by_efficiency * point.slope,
            by_force: 0.0,
        }
    }

    fn curve(&self, flow: PowerFlow) -> &MonotoneCubic {
        match flow {
            PowerFlow::AToB => &self.curves[0],
            PowerFlow::BToA => &self.curves[1],
        }
    }
}

/// D_A and D_B: what friction takes from the power of each wheel, per coefficient. \[theory:planar-contact\] (32)
fn arms(pair: &PlanarPair, levers: &Levers) -> [f64; 2] {
    let base = pair.base_radii();
    [0, 1].map(|i| pair.side() * levers.torques[i] / base[i])
}

/// μ of an efficiency and its derivative. \[linden\] (38), \[theory:planar-contact\] (33)
fn by_efficiency([a, b]: [f64; 2], flow: PowerFlow, efficiency: f64) -> [f64; 2] {
    let (loss, denominator, by_efficiency) = match flow {
        PowerFlow::AToB => (1.0 - efficiency, b - efficiency * a, -a),
        PowerFlow::BToA => (1.0 - efficiency, efficiency * b - a, b),
    };
    if loss == 0.0 && denominator == 0.0 {
        return [0.0; 2];
    }
    let value = loss / denominator;
    [value, (-1.0 - value * by_efficiency) / denominator]
}

/// Whether a friction that is not negative, and with which the input is one, gives this efficiency.
fn is_reachable(arms: [f64; 2], flow: PowerFlow, efficiency: f64) -> bool {
    let [value, _] = by_efficiency(arms, flow, efficiency);
    let input = match flow {
        PowerFlow::AToB => 1.0 - value * arms[0],
        PowerFlow::BToA => 1.0 + value * arms[1],
    };
    value.is_finite() && value >= 0.0 && input > 0.0
}
