//! The part of the face that both gears have, between end edges of one or the other.
//!
//! Tilted faces do not end together: over the profile the end of `b` runs obliquely across the flank of `a`. A search
//! over the share of the common face has both end edges as its ends, exactly, and so cannot step over them.
//! [theory:flank-surfaces], "Two gears without load".

use super::{Feature, FlankPair, ToothMesh};

/// Where the common face ends on one side, at a profile place of `a`.
#[derive(Debug, Clone, Copy)]
struct End {
    /// Width parameter of `a` (m).
    width: f64,
    /// Whose end edge it is.
    feature: Feature,
}

/// Both ends of the common face at a profile place of `a`.
#[derive(Debug, Clone, Copy)]
pub(super) struct CommonFace {
    lower: End,
    upper: End,
}

impl CommonFace {
    /// The common face where `across` tells the width on `b` at a width of `a`; `None` where the faces do not meet.
    pub fn new([half_a, half_b]: [f64; 2], across: impl Fn(f64) -> f64) -> Option<Self> {
        let end = |sign: f64| {
            let own = sign * half_a;
            let there = across(own);
            if sign * there <= half_b * (1.0 + 1e-12) {
                return Some(End {
                    width: own,
                    feature: Feature::EndOfA,
                });
            }
            Some(End {
                width: reaching(sign * half_b, own, there, half_a + half_b, &across)?,
                feature: Feature::EndOfB,
            })
        };
        let (lower, upper) = (end(-1.0)?, end(1.0)?);
        (lower.width < upper.width).then_some(Self { lower, upper })
    }

    /// Width of `a` at a share of the face, from 0 to 1 (m).
    pub fn width(&self, share: f64) -> f64 {
        // Both ends without rounding.
        (1.0 - share) * self.lower.width + share * self.upper.width
    }

    /// The end edge at a share of the face.
    pub fn end_at(&self, share: f64) -> Option<Feature> {
        if share <= 1e-9 {
            Some(self.lower.feature)
        } else if share >= 1.0 - 1e-9 {
            Some(self.upper.feature)
        } else {
            None
        }
    }
}

/// The width of `a`, between `start` and the other end of its face, at which `across` reaches `goal` from beyond.
///
/// Secants, since it is nearly straight with a slope of 1; halves where they leave the part that must hold it.
fn reaching(
    goal: f64,
    start: f64,
    there: f64,
    size: f64,
    across: &impl Fn(f64) -> f64,
) -> Option<f64> {
    let (mut beyond, mut inside) = (start, -start);
    let (mut at, mut miss, mut slope) = (start, there - goal, 1.0);
    for _ in 0..60 {
        let secant = at - miss / slope;
        let is_between = (secant - beyond) * (secant - inside) < 0.0;
        let next = if is_between {
            secant
        } else {
            0.5 * (beyond + inside)
        };
        let next_miss = across(next) - goal;
        if !next_miss.is_finite() {
            return None;
        }
        if next_miss.abs() <= 1e-14 * size {
            return Some(next);
        }
        if next_miss * start > 0.0 {
            beyond = next;
        } else {
            inside = next;
        }
        slope = (next_miss - miss) / (next - at);
        (at, miss) = (next, next_miss);
    }
    // Rounding may keep the miss above its limit; a face that never reaches the goal misses it by far.
    (miss.abs() <= 1e-12 * size).then_some(at)
}

/// The ends of b's face over the profile of `a`, read off a few places: a search asks for them thousands of times.
///
/// They are as smooth as the flank and as small as the tilt: eight Chebyshev places leave nothing but rounding.
#[derive(Debug, Clone, Copy)]
pub(super) struct FaceLines {
    profile: [f64; 2],
    half_a: f64,
    /// Width of `a` at the lower and the upper end of `b` (m).
    ends: [[f64; PLACES]; 2],
}

const PLACES: usize = 8;

impl FaceLines {
    /// `across` tells the width on `b` at a profile and width place of `a`; `None` where an end is not found.
    fn new(
        profile: [f64; 2],
        [half_a, half_b]: [f64; 2],
        across: impl Fn(f64, f64) -> f64,
    ) -> Option<Self> {
        let mut ends = [[0.0; PLACES]; 2];
        for (line, sign) in ends.iter_mut().zip([-1.0, 1.0]) {
            for (k, end) in line.iter_mut().enumerate() {
                let s = place(profile, k);
                let goal = sign * half_b;
                // From far beyond both faces.
                let start = 2.0 * sign * (half_a + half_b);
                *end = reaching(goal, start, across(s, start), half_a + half_b, &|z| {
                    across(s, z)
                })?;
            }
        }
        Some(Self {
            profile,
            half_a,
            ends,
        })
    }

    /// The common face at a profile place.
    pub fn at(&self, profile: f64) -> Option<CommonFace> {
        let [lower, upper] = self.ends.map(|line| self.read(&line, profile));
        let end = |own: f64, other: f64, is_own: bool| {
            let (width, feature) = if is_own {
                (own, Feature::EndOfA)
            } else {
                (other, Feature::EndOfB)
            };
            End { width, feature }
        };
        let slack = 1e-12 * self.half_a;
        let face = CommonFace {
            lower: end(-self.half_a, lower, lower <= slack - self.half_a),
            upper: end(self.half_a, upper, upper >= self.half_a - slack),
        };
        (face.lower.width < face.upper.width).then_some(face)
    }

    /// Barycentric interpolation at Chebyshev places of the second kind \[berrut2004\].
    fn read(&self, line: &[f64; PLACES], profile: f64) -> f64 {
        let [mut above, mut below] = [0.0; 2];
        for (k, value) in line.iter().enumerate() {
            let apart = profile - place(self.profile, k);
            if apart == 0.0 {
                return *value;
            }
            let half = if k == 0 || k == PLACES - 1 { 0.5 } else { 1.0 };
            let weight = if k % 2 == 0 { half } else { -half } / apart;
            above += weight * value;
            below += weight;
        }
        above / below
    }
}

fn place([low, high]: [f64; 2], k: usize) -> f64 {
    // −cos(kπ/7), k = 0 … 7
    const COSINES: [f64; PLACES / 2] = [
        1.0,
        0.900_968_867_902_419_1,
        0.623_489_801_858_733_5,
        0.222_520_933_956_314_4,
    ];
    let x = if k < PLACES / 2 {
        -COSINES[k]
    } else {
        COSINES[PLACES - 1 - k]
    };
    0.5 * (low + high + x * (high - low))
}

impl ToothMesh {
    /// The ends of the common face of two flanks over the profile of `a`, for a search.
    pub(super) fn face_lines(&self, pair: &FlankPair, at: [f64; 2]) -> Option<FaceLines> {
        let profile = pair.a.domain.profile();
        if !self.is_tilted {
            return FaceLines::new(profile, self.half_widths(), |_, width| width - self.axial);
        }
        FaceLines::new(profile, self.half_widths(), |s, width| {
            self.width_on_b(pair, s, width, at)
        })
    }

    /// The common face of two flanks at a profile place of `a`, exactly.
    pub(super) fn face(&self, pair: &FlankPair, profile: f64, at: [f64; 2]) -> Option<CommonFace> {
        CommonFace::new(self.half_widths(), |width| {
            if self.is_tilted {
                self.width_on_b(pair, profile, width, at)
            } else {
                width - self.axial
            }
        })
    }

    /// Where a point of a's flank lies along the axis of `b` (m).
    fn width_on_b(&self, pair: &FlankPair, profile: f64, width: f64, at: [f64; 2]) -> f64 {
        let point = pair.a.point(profile, width).point;
        let world = super::mounting::world_of_a(&pair.a, point, at[0]);
        self.mounting.seen_from_b(world, at[1])[2]
    }

    pub(super) fn half_widths(&self) -> [f64; 2] {
        [self.a.domain.half_width, self.b.domain.half_width]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_those_of_the_shorter_face() {
        // b is 0.3 higher and tilted: its width is 0.99 z − 0.3.
        let face = CommonFace::new([5.0, 5.0], |z| 0.99 * z - 0.3).unwrap();
        assert_eq!(
            face.end_at(0.0).zip(face.end_at(1.0)),
            Some((Feature::EndOfB, Feature::EndOfA))
        );
        assert!((face.width(0.0) + 4.7 / 0.99).abs() < 1e-13);
        assert!((face.width(1.0) - 5.0).abs() < 1e-15);
        assert_eq!(face.end_at(0.5), None);
        let bent = CommonFace::new([5.0, 4.0], |z| z + 0.02 * z.sin()).unwrap();
        let upper = bent.width(1.0);
        assert!((upper + 0.02 * upper.sin() - 4.0).abs() < 1e-12);
        // A face much wider than that of b, which is known only near its ends.
        let wide = CommonFace::new([50.0, 4.0], |z| (1.01 * z).clamp(-6.0, 6.0)).unwrap();
        assert!((wide.width(0.0) + 4.0 / 1.01).abs() < 1e-12);
        assert!(CommonFace::new([1.0, 1.0], |z| z - 2.5).is_none());
        assert!(CommonFace::new([1.0, 1.0], |_| f64::NAN).is_none());
        assert!(CommonFace::new([1.0, 1.0], |_| 7.0).is_none());
    }
    #[test]
    fn lines_are_the_exact_ends() {
        // As a tilted end crosses an involute: smooth over the profile, of the size of the tilt.
        let across = |s: f64, z: f64| z - 0.2 + 3e-3 * (0.3 * s).sin() * (1.0 + 0.1 * z);
        let halves = [5.0, 5.0];
        let lines = FaceLines::new([1.0, 6.0], halves, across).unwrap();
        for i in 0..=50 {
            let s = 1.0 + 0.1 * f64::from(i);
            let [read, exact] = [lines.at(s), CommonFace::new(halves, |z| across(s, z))];
            let [read, exact] = [read.unwrap(), exact.unwrap()];
            for share in [0.0, 1.0] {
                assert!((read.width(share) - exact.width(share)).abs() < 1e-9);
                assert_eq!(read.end_at(share), exact.end_at(share));
            }
        }
    }
}
