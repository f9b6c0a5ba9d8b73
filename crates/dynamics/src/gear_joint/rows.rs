//! The three constraints of a gear joint over (d, θ, ψ_A, ψ_B, u), and how their forces change. \[theory:gear-joint\] (4)-(14)

use pitchline_geometry::tensor::{Tensor, product, skew};
use pitchline_geometry::vector::{Vector, cross, dot, plus_scaled, times as scale};

use super::place::Place;
use crate::centers::Curve;

/// Relative coordinates (d, θ) and the three scalars.
pub(super) const N: usize = 9;
/// ψ_A, ψ_B and u among them.
pub(super) const PSI_A: usize = 6;
pub(super) const PSI_B: usize = 7;
pub(super) const MESH: usize = 8;

/// How the teeth advance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ratio {
    /// Across themselves for a turn of a (m/rad), and for one of b, or for the travel of a rack.
    pub advance: [f64; 2],
    /// cos α_n.
    pub cos_pressure: f64,
    /// c · η3 where the pitch surfaces touch (m).
    pub touching: f64,
}

/// Constraints and their gradients over the nine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rows {
    pub value: [f64; 3],
    pub gradient: [[f64; N]; 3],
}

impl Rows {
    pub fn new(place: &Place, ratio: &Ratio, [psi_a, psi_b, mesh]: [f64; 3]) -> Self {
        let [_, outward, across] = &place.tooth;
        let [advance_a, advance_b] = ratio.advance;
        let cos = ratio.cos_pressure;
        // (4); [cardona] (27), (30), corrected
        let first = cos * (mesh - advance_a * psi_a - advance_b * psi_b);
        let mut gradient = [[0.0; N]; 3];
        gradient[0][PSI_A] = -cos * advance_a;
        gradient[0][PSI_B] = -cos * advance_b;
        gradient[0][MESH] = cos;
        // (5); [cardona] (28), (32)
        let second = ratio.touching - dot(place.contact, across.at);
        put(
            &mut gradient[1],
            &at_contact(place, scale(-1.0, across.at), scale(-1.0, place.seen[2])),
        );
        gradient[1][PSI_A] = -dot(place.contact, across.first);
        gradient[1][PSI_B] = -dot(across.at, place.carried);
        // (6); [cardona] (29), (34), corrected
        gradient[2][3..6].copy_from_slice(&cross(place.across_b.at, place.seen[1]));
        gradient[2][PSI_A] = dot(outward.first, place.carried_across);
        gradient[2][PSI_B] = dot(place.seen[1], place.across_b.first);
        Self {
            value: [first, second, dot(outward.at, place.carried_across)],
            gradient,
        }
    }
}

fn put(row: &mut [f64; N], force: &[f64; 6]) {
    row[..6].copy_from_slice(force);
}

/// A force at the contact as it acts on b: itself in the axes of a, and its moment about the centre of b, whose axes see it as `seen`.
pub(super) fn at_contact(place: &Place, [x, y, z]: Vector, seen: Vector) -> [f64; 6] {
    let [t_x, t_y, t_z] = cross(place.arm.at, seen);
    [x, y, z, t_x, t_y, t_z]
}

/// A force at the contact that follows the tooth of a: its shares of η1, η2, η3.
#[derive(Debug, Clone, Copy)]
pub(super) struct Followed {
    pub shares: [f64; 3],
}

impl Followed {
    fn of(&self, axes: impl Fn(usize) -> Vector) -> Vector {
        (0..3).fold([0.0; 3], |sum, i| plus_scaled(sum, self.shares[i], axes(i)))
    }

    /// On b, over (d, θ).
    pub fn on_b(&self, place: &Place) -> [f64; 6] {
        at_contact(
            place,
            self.of(|i| place.tooth[i].at),
            self.of(|i| place.seen[i]),
        )
    }

    /// Adds the change of that with the nine. (11)
    pub fn add_change(&self, place: &Place, out: &mut [[f64; N]; N]) {
        let by_a = self.of(|i| place.tooth[i].first);
        let (seen, seen_first) = (self.of(|i| place.seen[i]), self.of(|i| place.seen_first[i]));
        add_column(out, 0, PSI_A, by_a);
        add_block(out, 1.0, place.arm.at, seen);
        add_column(out, 3, PSI_A, cross(place.arm.at, seen_first));
        add_column(out, 3, PSI_B, cross(place.arm.first, seen));
    }
}

/// Adds how the forces of all three multipliers change with the nine where the pitch surfaces roll. (11)-(14)
pub(super) fn add_curvature(place: &Place, [_, hold, tilt]: [f64; 3], out: &mut [[f64; N]; N]) {
    Followed {
        shares: [0.0, 0.0, -hold],
    }
    .add_change(place, out);
    let [_, outward, across] = &place.tooth;
    let (p, n) = (&place.arm, &place.across_b);
    let (g, h) = (place.seen[2], place.seen[1]);
    let (g_first, h_first) = (place.seen_first[2], place.seen_first[1]);
    add_block(out, tilt, n.at, h);
    let tilt_a = scale(tilt, cross(n.at, h_first));
    let tilt_b = scale(tilt, cross(n.first, h));
    add_column(out, 3, PSI_A, tilt_a);
    add_column(out, 3, PSI_B, tilt_b);
    add_row(out, PSI_A, 0, scale(-hold, across.first));
    add_row(
        out,
        PSI_A,
        3,
        plus_scaled(tilt_a, -hold, cross(p.at, g_first)),
    );
    add_row(out, PSI_B, 3, plus_scaled(tilt_b, -hold, cross(p.first, g)));
    out[PSI_A][PSI_A] +=
        tilt * dot(outward.second, place.carried_across) - hold * dot(place.contact, across.second);
    let mixed = tilt * dot(h_first, n.first) - hold * dot(g_first, p.first);
    out[PSI_A][PSI_B] += mixed;
    out[PSI_B][PSI_A] += mixed;
    out[PSI_B][PSI_B] += tilt * dot(h, n.second) - hold * dot(g, p.second);
}

/// Adds a × (b × ·) to the rows and columns of θ.
fn add_block(out: &mut [[f64; N]; N], factor: f64, a: Vector, b: Vector) {
    let block: Tensor = product(&skew(a), &skew(b));
    for (out, block) in out[3..6].iter_mut().zip(&block) {
        for (out, block) in out[3..6].iter_mut().zip(block) {
            *out += factor * block;
        }
    }
}

fn add_column(out: &mut [[f64; N]; N], row: usize, column: usize, vector: Vector) {
    for (out, x) in out[row..row + 3].iter_mut().zip(vector) {
        out[column] += x;
    }
}

fn add_row(out: &mut [[f64; N]; N], row: usize, column: usize, vector: Vector) {
    for (out, x) in out[row][column..column + 3].iter_mut().zip(vector) {
        *out += x;
    }
}

/// Adds so many times the change of a gradient over (d, θ).
pub(super) fn add_bend(factor: f64, curve: &Curve, out: &mut [[f64; N]; N]) {
    for (out, row) in out.iter_mut().zip(&curve.curvature) {
        for (out, h) in out.iter_mut().zip(row) {
            *out += factor * h;
        }
    }
}
