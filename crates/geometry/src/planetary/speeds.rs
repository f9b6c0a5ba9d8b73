//! Speeds of all members: Willis' equation for any kind of set.
//!
//! Seen from the carrier all wheels turn in fixed proportions. With the planet's speed w relative to the carrier every
//! member has ω = ω_c + g w, where g, its gain, follows from the teeth alone and is 0 for the carrier. Two known
//! speeds give ω_c and w, hence all others. \[theory:planetary-sets\] (1)

use super::train::{Member, Part, SetKind, Train};

impl Train {
    /// Speed of a planet (or its rim) relative to the carrier over that of `Planet`.
    fn planet_gain(&self, part: Part) -> f64 {
        match (part, self.kind) {
            (Part::Planet2, SetKind::Ravigneaux) => {
                -f64::from(self.teeth(Part::Planet)) / f64::from(self.teeth(Part::Planet2))
            }
            _ => 1.0,
        }
    }

    /// Speed of a member relative to the carrier over that of the planet relative to the carrier.
    /// \[theory:planetary-sets\] (1)
    pub fn gain(&self, member: Member) -> f64 {
        let Member::Wheel(part) = member else {
            return 0.0;
        };
        let mut wheels = self.meshes().into_iter().filter_map(|mesh| mesh.central());
        let found = wheels.find(|(wheel, _)| *wheel == part);
        let planet = found.map_or(Part::Planet, |(_, planet)| planet);
        let ratio = f64::from(self.teeth(planet)) / f64::from(self.teeth(part));
        let sign = if part.is_ring() { 1.0 } else { -1.0 };
        sign * ratio * self.planet_gain(planet)
    }

    /// The usual uses of such a set, the first above all: fixed member, input, output.
    pub fn main_uses(&self) -> Vec<[Member; 3]> {
        let wheel = Member::Wheel;
        let (sun, sun_2) = (wheel(Part::Sun), wheel(Part::Sun2));
        let (ring, ring_2) = (wheel(Part::Ring), wheel(Part::Ring2));
        let carrier = Member::Carrier;
        match self.kind {
            SetKind::Simple => vec![[ring, sun, carrier]],
            SetKind::Stepped if !self.has(Part::Ring) => vec![[sun, carrier, sun_2]],
            SetKind::Stepped if self.has(Part::Sun2) => {
                vec![[ring, sun, carrier], [ring, sun_2, carrier]]
            }
            SetKind::Stepped => vec![[ring, sun, carrier]],
            SetKind::Wolfrom if self.has(Part::Sun) => vec![[ring, sun, ring_2]],
            SetKind::Wolfrom => vec![[ring, carrier, ring_2]],
            SetKind::Ravigneaux => vec![[carrier, sun_2, ring], [carrier, sun, ring]],
        }
    }

    /// Speeds of the usual uses.
    pub fn main_speeds(&self) -> Vec<SpeedRow> {
        let uses = self.main_uses().into_iter();
        uses.filter_map(|[fixed, input, output]| speed(self, fixed, input, output))
            .collect()
    }

    /// Whether two members always turn together: no ratio can be had between them.
    fn is_locked(&self, a: Member, b: Member) -> bool {
        let [g, h] = [a, b].map(|member| self.gain(member));
        (g - h).abs() <= 1e-12 * (g.abs() + h.abs())
    }
}

impl SpeedRow {
    /// What the ratio is of: `sun to carrier, ring fixed`.
    pub fn words(&self) -> String {
        let [fixed, input, output] = [self.fixed, self.input, self.output].map(Member::name);
        format!("{input} to {output}, {fixed} fixed")
    }
}

/// One line of the table of speeds. Speeds are those of a turn of the input.
#[derive(Debug, Clone, PartialEq)]
pub struct SpeedRow {
    /// The member that stands still.
    pub fixed: Member,
    /// The driven member, with speed 1.
    pub input: Member,
    /// The member that drives something else.
    pub output: Member,
    /// Input speed over output speed; infinite when the output cannot turn.
    pub ratio: f64,
    /// Speed of the output for input speed 1.
    pub output_speed: f64,
    /// Speed of the carrier for input speed 1.
    pub carrier_speed: f64,
    /// Speed of the planet about its own axis for input speed 1, in the frame that does not turn.
    pub planet_speed: f64,
    /// Teeth that pass through the meshes of `Planet` in a turn of the input.
    pub mesh_frequency: f64,
}

/// Speeds for one choice of members; `None` if input and fixed member always turn together or are the same.
pub fn speed(train: &Train, fixed: Member, input: Member, output: Member) -> Option<SpeedRow> {
    if train.is_locked(fixed, input) {
        return None;
    }
    let [f, i, o] = [fixed, input, output].map(|member| train.gain(member));
    let planet = 1.0 / (i - f);
    let carrier_speed = -f * planet;
    let output_speed = if train.is_locked(fixed, output) {
        0.0
    } else {
        (o - f) * planet
    };
    let ratio = if output_speed == 0.0 {
        f64::INFINITY
    } else {
        (i - f) / (o - f)
    };
    Some(SpeedRow {
        fixed,
        input,
        output,
        ratio,
        output_speed,
        carrier_speed,
        planet_speed: carrier_speed + planet,
        mesh_frequency: f64::from(train.teeth(Part::Planet)) * planet.abs(),
    })
}

/// All choices of fixed member, input and output.
pub fn speed_table(train: &Train) -> Vec<SpeedRow> {
    let members = train.members();
    let mut rows = Vec::new();
    for fixed in &members {
        for input in members.iter().filter(|member| *member != fixed) {
            let outputs = members
                .iter()
                .filter(|member| *member != fixed && *member != input);
            rows.extend(outputs.filter_map(|output| speed(train, *fixed, *input, *output)));
        }
    }
    rows
}
