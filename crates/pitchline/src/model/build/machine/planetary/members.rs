//! The bodies of suns, rings and carrier of a set, and where it stands.

use super::super::Reading;
use super::super::ends::{axes_from, carrier, is_given, vector};
use crate::geometry::planetary::{Member, Part, Train};
use crate::geometry::tensor::{IDENTITY, Tensor};
use crate::geometry::vector::Vector;
use crate::input::Section;
use crate::input::field::{Collection, GROUND};
use crate::model::machine::{Carrier, End, Frame};

/// All that may turn about the common axis.
const ALL: [Member; 5] = [
    Member::Carrier,
    Member::Wheel(Part::Sun),
    Member::Wheel(Part::Sun2),
    Member::Wheel(Part::Ring),
    Member::Wheel(Part::Ring2),
];

/// What carries the members of a set, the carrier first.
pub(super) struct Members(Vec<(Member, Carrier)>);

/// Planets of the same set or of a later one are not there yet: nothing can stand on them.
fn refuse_planet((what, table): (&str, &Section), key: &str, reading: &mut Reading) {
    let Some(written) = table.text(key) else {
        return;
    };
    let name = Collection::Bodies.name_in(written.value);
    if name != GROUND && reading.bodies.find(name).is_none() {
        reading.refuse::<()>(
            "circular-bodies",
            (written.span, "not there yet"),
            format!("{what}: body `{name}` of its {key} is a planet of this set or of a later one"),
            "name a body of [bodies] or [shafts], or a planet of a set that comes before",
        );
    }
}

impl Members {
    /// One for each member of the train, and for no other.
    pub fn read(
        (what, section): (&str, &Section),
        train: &Train,
        reading: &mut Reading,
    ) -> Option<Self> {
        let table = section.table("bodies")?;
        let known = train.members();
        let mut found = Vec::new();
        let mut is_sound = !table.has_errors();
        for member in ALL {
            let name = member.name();
            match (known.contains(&member), is_given(table, name)) {
                (true, true) => {
                    refuse_planet((what, table), name, reading);
                    let read = carrier((what, table), name, reading);
                    is_sound &= read.is_some();
                    found.extend(read.map(|carrier| (member, carrier)));
                }
                (true, false) => {
                    is_sound = false;
                    reading.refuse::<()>(
                        "missing-key",
                        (section.span_of("bodies"), "not all of them"),
                        format!("{what}: `bodies` does not say which body its {name} is"),
                        format!("add {name} = \"NAME\" with the name of a body, or {name} = \"ground\" if it is fixed"),
                    );
                }
                (false, true) => {
                    is_sound = false;
                    reading.refuse::<()>(
                        "useless-key",
                        (table.span_of(name), "no such member"),
                        format!("{what} has no {name}, which `bodies` puts on a body"),
                        format!("remove {name} from bodies, or give the set a {name}"),
                    );
                }
                (false, false) => {}
            }
        }
        is_sound.then_some(Self(found))
    }

    /// What carries the planets.
    pub fn of_planets(&self) -> Option<&Carrier> {
        self.find(Member::Carrier)
    }

    /// What carries a sun or ring; none of planets.
    pub fn carrier(&self, part: Part) -> Option<&Carrier> {
        self.find(Member::Wheel(part))
    }

    fn find(&self, member: Member) -> Option<&Carrier> {
        let mut all = self.0.iter();
        all.find(|(known, _)| *known == member)
            .map(|(_, carrier)| carrier)
    }

    /// Suns and rings.
    pub fn wheels(&self) -> impl Iterator<Item = &(Member, Carrier)> {
        let all = self.0.iter();
        all.filter(|(member, _)| *member != Member::Carrier)
    }

    /// Place and axes of the set: as given, else those of the first member that is not the ground.
    pub fn standing(
        &self,
        named: (&str, &Section),
        reading: &mut Reading,
    ) -> Option<(Vector, Tensor)> {
        let (what, section) = named;
        let mut carriers = self.0.iter().map(|(_, carrier)| carrier);
        let first = carriers.find(|carrier| **carrier != Carrier::Ground);
        let own = End {
            carrier: first.cloned().unwrap_or(Carrier::Ground),
            frame: Frame::Own {
                place: [0.0; 3],
                axes: IDENTITY,
            },
        };
        // A body that was refused stands nowhere, and that was reported.
        let (place, own) = reading.stands(&own)?;
        let axes = axes_from(named, own, reading)?;
        if section.is_faulty("at") {
            return None;
        }
        match vector(section, "at").or(place) {
            Some(place) => Some((place, axes)),
            None => reading.refuse(
                "no-place",
                (section.span_of("bodies"), "`at` is missing"),
                format!("{what}: its position is not known before its flexible body is made"),
                "write at = [x, y, z] with the place where the plane of its wheels crosses the axis, in ground axes",
            ),
        }
    }
}
