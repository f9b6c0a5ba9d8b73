//! Where a shaft is cut into beams: at steps, at stations, and so that no beam is too long.

use super::{Fineness, SAME_PLACE, Segment, ShaftData, ShaftError};

/// More beams than any shaft needs: frequencies would be lost in rounding before.
const MOST_BEAMS: usize = 10_000;

/// Nodes and what lies between them.
#[derive(Debug)]
pub(super) struct Cuts {
    /// Distances of the nodes from the beginning (m), ascending.
    pub positions: Vec<f64>,
    /// The piece of a segment after each but the last.
    pub pieces: Vec<Segment>,
}

impl Cuts {
    pub fn of(data: &ShaftData) -> Result<Self, ShaftError> {
        check(data)?;
        let length = data.length();
        let mut stations = data.stations.clone();
        stations.sort_by(f64::total_cmp);
        let mut cuts = Self {
            positions: vec![0.0],
            pieces: Vec::new(),
        };
        let mut begin = 0.0;
        for (i, segment) in data.segments.iter().enumerate() {
            let is_last = i + 1 == data.segments.len();
            // Rounded as the whole length is, where the shaft ends.
            let end = if is_last {
                length
            } else {
                begin + segment.length
            };
            let within =
                |at: f64| at > begin + SAME_PLACE * length && at < end - SAME_PLACE * length;
            let inside = stations.iter().copied().filter(|&at| within(at));
            let mut from = begin;
            for to in inside.chain([end]) {
                if to - from > SAME_PLACE * length {
                    let ends = [from, to].map(|at| (at - begin) / (end - begin));
                    cuts.add(data, &segment.part(ends, to - from), [from, to])?;
                    from = to;
                }
            }
            begin = end;
        }
        Ok(cuts)
    }

    /// Adds what lies between two neighbouring steps or stations.
    fn add(
        &mut self,
        data: &ShaftData,
        piece: &Segment,
        [from, to]: [f64; 2],
    ) -> Result<(), ShaftError> {
        let [first, second] = piece.outer_diameters;
        let longest = match data.fineness {
            Fineness::Count(count) => data.length() / count as f64,
            Fineness::Diameters(diameters) => diameters * first.min(second),
        };
        // A piece that is a whole number of longest beams is not cut once more for rounding.
        let count = (piece.length / longest * (1.0 - 1e-12)).ceil().max(1.0);
        if count + self.pieces.len() as f64 > MOST_BEAMS as f64 {
            return Err(ShaftError::TooFine {
                of: data.name.clone(),
                count: count + self.pieces.len() as f64,
                most: MOST_BEAMS,
            });
        }
        for i in 0..count as usize {
            let ends = [i, i + 1].map(|i| i as f64 / count);
            self.pieces.push(piece.part(ends, piece.length / count));
            self.positions.push(if i + 1 == count as usize {
                to
            } else {
                from + ends[1] * (to - from)
            });
        }
        Ok(())
    }
}

impl Segment {
    /// The part between two shares of its length.
    fn part(&self, shares: [f64; 2], length: f64) -> Self {
        let at = |[first, second]: [f64; 2]| shares.map(|share| first + share * (second - first));
        Self {
            length,
            outer_diameters: at(self.outer_diameters),
            inner_diameters: at(self.inner_diameters),
            material: self.material,
        }
    }
}

fn check(data: &ShaftData) -> Result<(), ShaftError> {
    let of = || data.name.clone();
    if data.segments.is_empty() {
        return Err(ShaftError::Empty { of: of() });
    }
    for (i, segment) in data.segments.iter().enumerate() {
        check_segment(data, i + 1, segment)?;
    }
    let length = data.length();
    for (i, segment) in data.segments.iter().enumerate() {
        if segment.length <= 2.0 * SAME_PLACE * length {
            return Err(ShaftError::Segment {
                of: of(),
                number: i + 1,
                key: "length",
                value: segment.length,
                allowed: "more than a billionth of the shaft",
            });
        }
    }
    let slack = SAME_PLACE * length;
    let is_outside = |at: &&f64| !(**at >= -slack && **at <= length + slack);
    if let Some(&position) = data.stations.iter().find(is_outside) {
        return Err(ShaftError::Station {
            of: of(),
            position,
            length,
        });
    }
    let wrong = |key, value, allowed| {
        Err(ShaftError::Value {
            of: of(),
            key,
            value,
            allowed,
        })
    };
    if let Some(&value) = data.place.iter().find(|x| !x.is_finite()) {
        return wrong("place", value, "finite");
    }
    if !(data.internal_damping >= 0.0 && data.internal_damping.is_finite()) {
        let allowed = "a finite number, not below 0";
        return wrong("internal_damping", data.internal_damping, allowed);
    }
    match data.fineness {
        Fineness::Count(0) => wrong("fineness", 0.0, "at least one beam"),
        Fineness::Diameters(d) if !(d > 0.0 && d.is_finite()) => {
            wrong("fineness", d, "above 0 diameters")
        }
        _ => Ok(()),
    }
}

fn check_segment(data: &ShaftData, number: usize, segment: &Segment) -> Result<(), ShaftError> {
    let of = || data.name.clone();
    let wrong = |key, value, allowed| {
        Err(ShaftError::Segment {
            of: of(),
            number,
            key,
            value,
            allowed,
        })
    };
    if !(segment.length > 0.0 && segment.length.is_finite()) {
        return wrong("length", segment.length, "above 0 m");
    }
    for (end, name) in [(0, "beginning"), (1, "end")] {
        let (outer, inner) = (segment.outer_diameters[end], segment.inner_diameters[end]);
        if !(outer > 0.0 && outer.is_finite()) {
            return wrong("outer diameter", outer, "above 0 m");
        }
        if inner < 0.0 || inner.is_nan() {
            return wrong("inner diameter", inner, "0 m (full) or larger");
        }
        if inner >= outer {
            return Err(ShaftError::NoWall {
                of: of(),
                number,
                inner,
                outer,
                end: name,
            });
        }
    }
    let material = &segment.material;
    let (e, nu, density) = (
        material.youngs_modulus,
        material.poisson_ratio,
        material.density,
    );
    if !(e > 0.0 && e.is_finite()) {
        return wrong("youngs_modulus", e, "above 0 Pa");
    }
    if !(nu > -1.0 && nu < 0.5) {
        return wrong("poisson_ratio", nu, "above -1 and below 0.5");
    }
    if !(density > 0.0 && density.is_finite()) {
        return wrong("density", density, "above 0 kg/m³");
    }
    Ok(())
}
