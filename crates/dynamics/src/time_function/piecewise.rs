//! Functions one after the other, on the same time.

use crate::Error;
use crate::check::finite;
use crate::two_part::TwoPart;

use super::{TimeFunction, check_order};

type Piece = (f64, TimeFunction);

/// The piece that rules at a time.
pub(super) fn piece(pieces: &[Piece], t: f64) -> Option<&TimeFunction> {
    let i = pieces.partition_point(|(from, _)| *from <= t);
    pieces
        .get(i.saturating_sub(1))
        .map(|(_, function)| function)
}

/// From when to when a piece rules.
fn reach(pieces: &[Piece], i: usize) -> [f64; 2] {
    let from = if i == 0 {
        f64::NEG_INFINITY
    } else {
        pieces[i].0
    };
    [from, pieces.get(i + 1).map_or(f64::INFINITY, |next| next.0)]
}

/// Integral from t = 0.
pub(super) fn integral(pieces: &[Piece], t: f64) -> TwoPart {
    let (low, high) = (t.min(0.0), t.max(0.0));
    let mut sum = TwoPart::default();
    for (i, (_, function)) in pieces.iter().enumerate() {
        let [from, to] = reach(pieces, i);
        let (from, to) = (from.max(low), to.min(high));
        if from < to {
            let part = function
                .long_integral(to)
                .minus(function.long_integral(from));
            sum = sum.plus(part);
        }
    }
    if t < 0.0 {
        TwoPart::default().minus(sum)
    } else {
        sum
    }
}

/// Where pieces begin and what breaks inside of them.
pub(super) fn breaks(pieces: &[Piece]) -> Vec<f64> {
    let mut breaks: Vec<f64> = pieces.iter().skip(1).map(|(from, _)| *from).collect();
    for (i, (_, function)) in pieces.iter().enumerate() {
        let [from, to] = reach(pieces, i);
        let inner = function.breaks();
        breaks.extend(inner.into_iter().filter(|t| (from..to).contains(t)));
    }
    breaks.sort_unstable_by(f64::total_cmp);
    breaks.dedup();
    breaks
}

pub(super) fn check(pieces: &[Piece]) -> Result<(), Error> {
    let of = "pieces over time";
    if pieces.is_empty() {
        return Err(Error::Empty {
            of: of.to_owned(),
            needed: "at least one function with the time from which on it holds",
        });
    }
    for (from, function) in pieces {
        finite(of, &[("from", *from)])?;
        function.check()?;
    }
    check_order(of, pieces.iter().map(|(from, _)| *from))
}
