//! The wheels of a planetary set and who meshes with whom.
//!
//! | kind | meshes | planets |
//! |---|---|---|
//! | simple | sun–planet, planet–ring | one rim |
//! | stepped | sun–planet, planet_2–ring or sun_2–planet_2 or both | planet and planet_2 are rims of one body |
//! | wolfrom | sun–planet or none, planet–ring, planet_2–ring_2 | planet and planet_2 are rims of one body |
//! | ravigneaux | sun–planet, planet–ring, planet–planet_2, sun_2–planet_2 | planet is the long one, planet_2 the short one |

/// How the wheels are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SetKind {
    /// Sun, planets, ring.
    Simple,
    /// Planets with two rims: the sun on one; a ring, a second sun or both on the other.
    Stepped,
    /// Planets with two rims: sun, if there is one, and ring on one, a second ring on the other.
    Wolfrom,
    /// Two suns and one ring; long planets mesh with the first sun, the ring and the short planets.
    Ravigneaux,
}

/// A toothed wheel of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// The first sun.
    Sun,
    /// The second sun.
    Sun2,
    /// The planet, or its first rim, or the long planet.
    Planet,
    /// The second rim, or the short planet.
    Planet2,
    /// The first ring.
    Ring,
    /// The second ring.
    Ring2,
}

/// What turns about the common axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Member {
    /// A sun or a ring.
    Wheel(Part),
    /// The carrier of the planets.
    Carrier,
}

/// Two wheels in mesh; `b` is the ring where there is one, `a` the sun where there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mesh {
    /// First wheel.
    pub a: Part,
    /// Second wheel.
    pub b: Part,
}

impl SetKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Simple, Self::Stepped, Self::Wolfrom, Self::Ravigneaux];

    /// Name in a model file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Stepped => "stepped",
            Self::Wolfrom => "wolfrom",
            Self::Ravigneaux => "ravigneaux",
        }
    }

    /// The wheels that it can have.
    pub fn parts(self) -> &'static [Part] {
        use Part::{Planet, Planet2, Ring, Ring2, Sun, Sun2};
        match self {
            Self::Simple => &[Sun, Planet, Ring],
            Self::Stepped => &[Sun, Planet, Planet2, Ring, Sun2],
            Self::Wolfrom => &[Sun, Planet, Ring, Planet2, Ring2],
            Self::Ravigneaux => &[Sun, Sun2, Planet, Planet2, Ring],
        }
    }

    /// Whether it can be without this wheel; a stepped set needs one of its two.
    pub fn is_optional(self, part: Part) -> bool {
        match self {
            Self::Stepped => matches!(part, Part::Ring | Part::Sun2),
            Self::Wolfrom => part == Part::Sun,
            Self::Simple | Self::Ravigneaux => false,
        }
    }

    /// The meshes that it can have; the first that there is gives the centre distance.
    fn meshes(self) -> &'static [Mesh] {
        use Part::{Planet, Planet2, Ring, Ring2, Sun, Sun2};
        const fn mesh(a: Part, b: Part) -> Mesh {
            Mesh { a, b }
        }
        match self {
            Self::Simple => &const { [mesh(Sun, Planet), mesh(Planet, Ring)] },
            Self::Stepped => {
                &const { [mesh(Sun, Planet), mesh(Planet2, Ring), mesh(Sun2, Planet2)] }
            }
            Self::Wolfrom => {
                &const { [mesh(Sun, Planet), mesh(Planet, Ring), mesh(Planet2, Ring2)] }
            }
            Self::Ravigneaux => {
                &const {
                    [
                        mesh(Sun, Planet),
                        mesh(Planet, Ring),
                        mesh(Planet, Planet2),
                        mesh(Sun2, Planet2),
                    ]
                }
            }
        }
    }

    /// Whether planet and planet_2 are rims of one body.
    pub fn has_stepped_planets(self) -> bool {
        matches!(self, Self::Stepped | Self::Wolfrom)
    }
}

impl Part {
    /// Name in a model file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sun => "sun",
            Self::Sun2 => "sun_2",
            Self::Planet => "planet",
            Self::Planet2 => "planet_2",
            Self::Ring => "ring",
            Self::Ring2 => "ring_2",
        }
    }

    /// Whether it is carried around.
    pub fn is_planet(self) -> bool {
        matches!(self, Self::Planet | Self::Planet2)
    }

    /// Whether its teeth point to the axis.
    pub fn is_ring(self) -> bool {
        matches!(self, Self::Ring | Self::Ring2)
    }

    pub(super) fn index(self) -> usize {
        self as usize
    }
}

impl Member {
    /// Name in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wheel(part) => part.name(),
            Self::Carrier => "carrier",
        }
    }
}

impl Mesh {
    /// Name in results: `sun-planet`.
    pub fn name(self) -> String {
        format!("{}-{}", self.a.name(), self.b.name())
    }

    /// Whether one of the wheels is a ring.
    pub fn is_internal(self) -> bool {
        self.b.is_ring()
    }

    /// The wheel on the common axis and the planet that it meshes with; `None` for two planets.
    pub fn central(self) -> Option<(Part, Part)> {
        match (self.a.is_planet(), self.b.is_planet()) {
            (false, _) => Some((self.a, self.b)),
            (true, false) => Some((self.b, self.a)),
            (true, true) => None,
        }
    }
}

/// Kind and tooth numbers of a set: all that its speeds and its assembly depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Train {
    /// How the wheels are arranged.
    pub kind: SetKind,
    /// By `Part`; 0 for a wheel that the set does not have.
    teeth: [u32; 6],
}

impl Train {
    /// A train whose wheels have the tooth numbers that `teeth` says; 0 leaves a wheel out that the kind can be without.
    pub fn new(kind: SetKind, teeth: impl Fn(Part) -> u32) -> Self {
        let mut train = Self {
            kind,
            teeth: [0; 6],
        };
        for part in kind.parts() {
            let least = u32::from(!kind.is_optional(*part));
            train.teeth[part.index()] = teeth(*part).max(least);
        }
        if kind == SetKind::Stepped && !train.has(Part::Sun2) {
            train.teeth[Part::Ring.index()] = train.teeth(Part::Ring).max(1);
        }
        train
    }

    /// Sun, planet and ring.
    pub fn simple(sun: u32, planet: u32, ring: u32) -> Self {
        Self::new(SetKind::Simple, |part| match part {
            Part::Sun => sun,
            Part::Planet => planet,
            _ => ring,
        })
    }

    /// Number of teeth of a wheel; 0 if the set has none such.
    pub fn teeth(&self, part: Part) -> u32 {
        self.teeth[part.index()]
    }

    /// Whether the set has this wheel.
    pub fn has(&self, part: Part) -> bool {
        self.teeth(part) > 0
    }

    /// Its wheels.
    pub fn parts(&self) -> Vec<Part> {
        let parts = self.kind.parts().iter().copied();
        parts.filter(|part| self.has(*part)).collect()
    }

    /// Its meshes; the first gives the centre distance where none is asked for.
    pub fn meshes(&self) -> Vec<Mesh> {
        let meshes = self.kind.meshes().iter().copied();
        meshes
            .filter(|mesh| self.has(mesh.a) && self.has(mesh.b))
            .collect()
    }

    /// What turns about the common axis, the carrier last.
    pub fn members(&self) -> Vec<Member> {
        let wheels = self.parts().into_iter().filter(|part| !part.is_planet());
        wheels.map(Member::Wheel).chain([Member::Carrier]).collect()
    }

    /// Whether a mesh has its own centre distance rather than that of the set: those of short planets.
    pub fn is_short(&self, mesh: Mesh) -> bool {
        self.kind == SetKind::Ravigneaux && mesh.b == Part::Planet2
    }

    /// The same with another number of teeth on one wheel.
    pub fn with(mut self, part: Part, teeth: u32) -> Self {
        self.teeth[part.index()] = teeth;
        self
    }

    /// Turn after which the body of a planet looks the same (rad).
    pub fn planet_period(&self) -> f64 {
        let second = if self.kind.has_stepped_planets() {
            self.teeth(Part::Planet2)
        } else {
            0
        };
        let steps = gcd(self.teeth(Part::Planet).into(), second.into());
        std::f64::consts::TAU / steps as f64
    }

    /// Whether every tooth of one wheel meets every tooth of the other.
    pub fn is_hunting(&self, mesh: Mesh) -> bool {
        gcd(self.teeth(mesh.a).into(), self.teeth(mesh.b).into()) == 1
    }
}

/// Greatest common divisor; of 0 and a number that number.
pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
