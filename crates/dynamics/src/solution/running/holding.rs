//! How much a machine at rest holds: the load is raised slowly until teeth slide, and until nothing balances it any more. \[theory:planar-contact\] (42), (43)

use super::balance::{Balance, Rubbing};
use super::{Running, RunningRow};

/// Loads are found to this share of the range in which they are sought.
const CLOSE: f64 = 1e-12;
/// Halvings that lead there.
const MOST_HALVINGS: usize = 60;
/// Share of what friction can hold from which it is all of it, at the last load that is held.
const ALL: f64 = 1.0 - 1e-6;
/// Steps from the preload to the end of the range: friction grows on the way from one point to the next.
const STEPS: usize = 64;

/// Contacts of a machine that stands still under a load.
#[derive(Debug, Clone, PartialEq)]
pub struct Held {
    /// The load.
    pub load: f64,
    /// F_n of each contact (N).
    pub normal_forces: Vec<f64>,
    /// What friction holds in each (N), then in each of the other grips (N m).
    pub frictions: Vec<f64>,
    /// The same as a share of what it can hold.
    pub shares: Vec<f64>,
    /// Whether friction has reached what it can hold.
    pub are_slipping: Vec<bool>,
    /// Where everything has stuck, and how it has moved since then.
    from: Vec<f64>,
    moved: Vec<f64>,
}

/// What happens on the way from a preload to another load.
#[derive(Debug, Clone, PartialEq)]
pub struct Holding {
    /// Load at which each contact, then each of the other grips, begins to slide; none where it sticks to the end.
    pub contacts: Vec<Option<f64>>,
    /// Load beyond which nothing balances the machine; none where it is held to the end.
    pub moves: Option<f64>,
    /// Loads on the way, with what friction holds as a share of what it can hold.
    pub way: Vec<(f64, Vec<f64>)>,
}

impl Running {
    /// A machine at rest under a load, from where it would be without friction or from a point nearby; none where friction does not hold it.
    /// \[theory:planar-contact\] (42)
    pub fn held(&self, row: &RunningRow, load: f64, start: Option<&Held>) -> Option<Held> {
        let still = || vec![0.0; self.n];
        let (from, moved) = match start {
            Some(held) => (held.from.clone(), Some(held.moved.clone())),
            None => match Balance::without_friction(self, row, load) {
                Some(from) => (from, Some(still())),
                // What nothing but friction holds sticks where it stands, and its teeth are pressed from there.
                None => (still(), None),
            },
        };
        let balance = Balance::find(self, row, load, Rubbing::Held(&from), moved.as_deref())?;
        let (contacts, grips) = (balance.contacts.iter(), balance.grips.iter());
        let frictions = contacts.clone().map(|c| c.friction);
        // Teeth without friction hold nothing, and begin to slide at no load.
        let rubs = || self.contacts.iter().map(|c| c.static_coefficient() > 0.0);
        let shares = contacts.clone().zip(rubs());
        let shares = shares.map(|(c, rubs)| if rubs { c.share } else { 0.0 });
        let are_slipping = contacts.clone().zip(rubs());
        let are_slipping = are_slipping.map(|(c, rubs)| rubs && c.is_slipping);
        Some(Held {
            load,
            normal_forces: contacts.map(|c| c.normal).collect(),
            frictions: frictions.chain(grips.clone().map(|g| g.torque)).collect(),
            shares: shares.chain(grips.clone().map(|g| g.share)).collect(),
            are_slipping: are_slipping.chain(grips.map(|g| g.is_slipping)).collect(),
            moved: balance.deflection,
            from,
        })
    }

    /// Raises the load from a preload that is held to an end.
    pub fn holding(&self, row: &RunningRow, preload: &Held, end: f64) -> Holding {
        let mut last = preload.clone();
        let slips = preload.are_slipping.iter();
        let mut holding = Holding {
            contacts: slips.map(|slips| slips.then_some(preload.load)).collect(),
            moves: None,
            way: vec![(preload.load, preload.shares.clone())],
        };
        for step in 1..=STEPS {
            let next = preload.load + (end - preload.load) * step as f64 / STEPS as f64;
            let found = self.held(row, next, Some(&last));
            let is_held = found.is_some();
            let held = found.unwrap_or_else(|| self.limit((row, &last), next));
            self.enter_slips(row, [&last, &held], is_held, &mut holding);
            holding.way.push((held.load, held.shares.clone()));
            if !is_held {
                holding.moves = self.capacity(row, &held, end);
                self.enter_rest(&held, &mut holding);
                break;
            }
            last = held;
        }
        holding
    }

    /// Where the way ends before all that friction can hold, what has not slid yet does so when the machine moves.
    fn enter_rest(&self, held: &Held, holding: &mut Holding) {
        let Some(moves) = holding
            .moves
            .filter(|moves| (moves - held.load).abs() > 0.0)
        else {
            return;
        };
        let still = holding.contacts.iter_mut().zip(&held.shares);
        for (first, _) in still.filter(|(first, share)| first.is_none() && **share > 0.0) {
            *first = Some(moves);
        }
        holding.way.push((moves, vec![1.0; held.shares.len()]));
    }

    /// Notes what has begun to slide from one load to the next.
    fn enter_slips(
        &self,
        row: &RunningRow,
        [before, now]: [&Held; 2],
        is_held: bool,
        holding: &mut Holding,
    ) {
        for (i, first) in holding.contacts.iter_mut().enumerate() {
            if first.is_some() {
                continue;
            }
            *first = match now.are_slipping[i] {
                true => {
                    let (slips, stuck) = self.first_slip((row, before), i, now.load);
                    holding.way.push((slips, stuck.shares));
                    Some(slips)
                }
                // It goes with the machine.
                false => (!is_held && now.shares[i] >= ALL).then_some(now.load),
            };
        }
    }

    /// The largest load between one that is held and one that is not.
    fn limit(&self, (row, start): (&RunningRow, &Held), mut high: f64) -> Held {
        let mut held = start.clone();
        for _ in 0..MOST_HALVINGS {
            let low = held.load;
            if (high - low).abs() <= CLOSE * (high.abs() + low.abs()) {
                break;
            }
            let middle = 0.5 * (low + high);
            match self.held(row, middle, Some(&held)) {
                Some(found) => held = found,
                None => high = middle,
            }
        }
        held
    }

    /// The load at which a contact begins to slide, with what is held just before, between one at which it sticks and one at which it does not.
    fn first_slip(
        &self,
        (row, start): (&RunningRow, &Held),
        contact: usize,
        mut high: f64,
    ) -> (f64, Held) {
        let mut held = start.clone();
        for _ in 0..MOST_HALVINGS {
            let low = held.load;
            if (high - low).abs() <= CLOSE * (high.abs() + low.abs()) {
                break;
            }
            let middle = 0.5 * (low + high);
            match self.held(row, middle, Some(&held)) {
                Some(found) if !found.are_slipping[contact] => held = found,
                _ => high = middle,
            }
        }
        (high, held)
    }
}
