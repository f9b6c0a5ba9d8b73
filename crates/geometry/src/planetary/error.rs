//! Why there is no such planetary set.

use super::alternatives::Alternative;
use super::train::{Mesh, Part};
use crate::error::{Degrees, Mm};
use crate::{Error, GearKind};

/// Why gears make no planetary set.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "the fields say what they are")]
pub enum SetError {
    /// A wheel is missing: one of these is needed.
    Missing { parts: Vec<Part> },
    /// A sun or planet that is not external, or a ring that is not internal.
    WrongKind { part: Part, found: GearKind },
    /// Two gears cannot mesh.
    Mesh { mesh: Mesh, error: Box<Error> },
    /// A mesh has no place at the centre distance of the set.
    NotCoaxial {
        mesh: Mesh,
        /// Whether it is the mesh that the centre distance follows where none is given.
        is_first: bool,
        center_distance: f64,
        /// Where the mesh has no play.
        mesh_distance: f64,
        /// Whether the teeth overlap rather than stand too far apart.
        is_overlap: bool,
        /// The wheel whose shift can mend it, and that shift.
        mending: Option<(Part, f64)>,
        /// The teeth of that wheel that need no mending.
        teeth: Option<u32>,
    },
    /// Long and short planets and the axis form no triangle.
    NoTriangle { sides: [f64; 3] },
    /// The long planets run into the small sun.
    LongPlanetTouchesSun { overlap: f64 },
    /// Neighbouring planets touch.
    PlanetsTouch {
        parts: [Part; 2],
        planets: u32,
        overlap: f64,
        /// The largest number of equally spaced planets that do not touch.
        largest: u32,
        /// The largest of these that can be assembled too.
        largest_assembled: u32,
    },
    /// Equally spaced planets do not fit the teeth.
    CannotAssemble {
        planets: u32,
        steps: u64,
        /// Where planets would fit, least unequal (rad).
        nearest: Option<Vec<f64>>,
        /// Numbers of planets for which the teeth are right and that have room.
        other_planets: Vec<u32>,
        alternatives: Vec<Alternative>,
    },
    /// A planet stands where the teeth do not fit.
    WrongAngle {
        index: usize,
        angle: f64,
        nearest: f64,
        step: f64,
        /// Angles from each planet to the next that fit and are nearest to the given ones (rad).
        gaps: Vec<f64>,
    },
}

impl SetError {
    /// A stable short name.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "missing-wheel",
            Self::WrongKind { .. } => "wrong-gear-kind",
            Self::Mesh { error, .. } => error.code(),
            Self::NotCoaxial { .. } => "not-coaxial",
            Self::NoTriangle { .. } => "no-triangle",
            Self::LongPlanetTouchesSun { .. } => "planet-touches-sun",
            Self::PlanetsTouch { .. } => "planets-touch",
            Self::CannotAssemble { .. } => "cannot-assemble",
            Self::WrongAngle { .. } => "wrong-planet-angle",
        }
    }

    /// The key of the set that the error is about.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "kind",
            Self::WrongKind { part, .. } => part.name(),
            Self::Mesh { mesh, .. } => mesh.b.name(),
            Self::NotCoaxial { is_first: true, .. } => "center_distance",
            Self::NotCoaxial { mesh, .. } => mesh
                .central()
                .map_or("center_distance", |(wheel, _)| wheel.name()),
            Self::NoTriangle { .. } => Part::Planet2.name(),
            Self::LongPlanetTouchesSun { .. } => Part::Sun2.name(),
            Self::PlanetsTouch { .. } | Self::CannotAssemble { .. } => "planets",
            Self::WrongAngle { .. } => "spacing",
        }
    }

    /// What to write instead.
    pub fn remedy(&self) -> String {
        match self {
            Self::Missing { parts } => {
                let lines = parts
                    .iter()
                    .map(|part| format!("{0} = \"{0}\"", part.name()));
                let lines: Vec<String> = lines.collect();
                format!("add the name of a gear: {}", lines.join(" or "))
            }
            Self::WrongKind { part, .. } if part.is_ring() => {
                "name a gear with kind = \"internal\", or change the kind of this one".into()
            }
            Self::WrongKind { .. } => {
                "name a gear with kind = \"external\", or change the kind of this one".into()
            }
            Self::Mesh { error, .. } => error.remedy(),
            Self::NotCoaxial {
                mesh,
                is_first,
                mending,
                teeth,
                mesh_distance,
                ..
            } => {
                // Another shift of the planet would move its other meshes too.
                let mending = mending.filter(|_| !is_first);
                let shift = mending.map(|(part, shift)| {
                    format!("give the {} profile_shift = {shift:.4}", part.name())
                });
                // Too far apart for any shift, only teeth help: another centre distance would part the other meshes.
                let wheel = mesh.central().map_or("", |(wheel, _)| wheel.name());
                let teeth = teeth.map(|teeth| format!("give the {wheel} {teeth} teeth"));
                let ways: Vec<String> = shift.into_iter().chain(teeth).collect();
                if ways.is_empty() {
                    return format!(
                        "a center_distance of {}, or shifts that suit all meshes",
                        Mm(*mesh_distance)
                    );
                }
                ways.join(", or ")
            }
            Self::NoTriangle { .. } => {
                "long and short planet must reach each other: change the teeth of planet_2 or sun_2"
                    .into()
            }
            Self::LongPlanetTouchesSun { .. } => {
                "a smaller sun_2: it must clear the tips of the long planets".into()
            }
            Self::PlanetsTouch {
                planets, largest, ..
            } if planets == largest => {
                "spread the planets more evenly: at equal angles they have room".into()
            }
            Self::PlanetsTouch {
                largest,
                largest_assembled,
                ..
            } => {
                if largest_assembled > &0 {
                    format!("at most planets = {largest_assembled}, or smaller planets")
                } else {
                    format!("there is room for {largest}, or take smaller planets")
                }
            }
            Self::CannotAssemble {
                nearest,
                other_planets,
                alternatives,
                ..
            } => cannot_assemble(nearest.as_deref(), other_planets, alternatives),
            Self::WrongAngle { gaps, .. } => {
                let gaps: Vec<String> = gaps
                    .iter()
                    .map(|gap| {
                        let text = format!("{:.4}", gap.to_degrees());
                        format!(
                            "\"{} deg\"",
                            text.trim_end_matches('0').trim_end_matches('.')
                        )
                    })
                    .collect();
                format!(
                    "the nearest that fit: spacing = [{}]; or let spacing = \"nearest\" choose",
                    gaps.join(", ")
                )
            }
        }
    }
}

fn cannot_assemble(
    nearest: Option<&[f64]>,
    other_planets: &[u32],
    alternatives: &[Alternative],
) -> String {
    let mut ways = Vec::new();
    if let Some(first) = alternatives.first() {
        let speeds = first.train.main_speeds();
        let of = speeds.first().map_or_else(String::new, |row| row.words());
        let shown: Vec<String> = alternatives.iter().map(Alternative::words).collect();
        ways.push(format!(
            "the nearest teeth that can be assembled (ratio {of}):\n{}",
            shown.join("\n")
        ));
    }
    if !other_planets.is_empty() {
        let numbers: Vec<String> = other_planets.iter().map(u32::to_string).collect();
        ways.push(format!(
            "these teeth allow planets = {}",
            numbers.join(" or ")
        ));
    }
    if let Some(nearest) = nearest {
        let angles: Vec<String> = nearest
            .iter()
            .map(|angle| format!("{:.3}°", angle.to_degrees()))
            .collect();
        ways.push(format!(
            "spacing = \"nearest\" puts the planets at {}",
            angles.join(", ")
        ));
    }
    if ways.is_empty() {
        return "change the teeth or the number of planets".into();
    }
    ways.join("\nor ")
}

impl std::fmt::Display for SetError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing { parts } => {
                let names: Vec<String> = parts
                    .iter()
                    .map(|part| format!("`{}`", part.name()))
                    .collect();
                write!(f, "such a set needs {}", names.join(" or "))
            }
            Self::WrongKind { part, found } => {
                let found = match found {
                    GearKind::External => "external",
                    GearKind::Internal => "internal",
                    GearKind::Rack => "rack",
                };
                let wanted = if part.is_ring() {
                    "internal"
                } else {
                    "external"
                };
                write!(
                    f,
                    "the {} must have kind = \"{wanted}\", this gear has kind = \"{found}\"",
                    part.name()
                )
            }
            Self::Mesh { mesh, error } => write!(f, "mesh {}: {error}", mesh.name()),
            Self::NotCoaxial {
                mesh,
                center_distance,
                mesh_distance,
                is_overlap,
                ..
            } => write!(
                f,
                "not coaxial: the planets' axes are at {}, but the mesh {} is without play at {}: its teeth {} ({})",
                Mm(*center_distance),
                mesh.name(),
                Mm(*mesh_distance),
                if *is_overlap {
                    "would overlap"
                } else {
                    "are too far apart"
                },
                Mm((mesh_distance - center_distance).abs())
            ),
            Self::NoTriangle {
                sides: [long, short, between],
            } => write!(
                f,
                "long and short planets do not reach each other: their axes are at {} and {} from the common axis and need {} between them",
                Mm(*long),
                Mm(*short),
                Mm(*between)
            ),
            Self::LongPlanetTouchesSun { overlap } => write!(
                f,
                "the tips of the long planets run {} into those of sun_2",
                Mm(*overlap)
            ),
            Self::PlanetsTouch {
                parts: [a, b],
                planets,
                overlap,
                ..
            } => {
                let what = if a == b {
                    "neighbouring planets touch".to_owned()
                } else {
                    format!("a {} touches the next {}", b.name(), a.name())
                };
                let rim = if a == b && *a == Part::Planet2 {
                    " (planet_2)"
                } else {
                    ""
                };
                write!(
                    f,
                    "{what}{rim}: with {planets} planets the tip circles overlap by {}",
                    Mm(*overlap)
                )
            }
            Self::CannotAssemble { planets, steps, .. } => write!(
                f,
                "cannot be assembled: {planets} equally spaced planets do not fit, because planets can stand only at multiples of 360°/{steps} and {steps} is no multiple of {planets}"
            ),
            Self::WrongAngle {
                index, angle, step, ..
            } => write!(
                f,
                "planet {} at {} does not fit the teeth: planets can stand only at multiples of {}",
                index + 1,
                Degrees(*angle),
                Degrees(*step)
            ),
        }
    }
}

impl std::error::Error for SetError {}
