//! The wheels of a planetary set and who meshes with whom.
//!
//! | kind | meshes | planets |
//! |---|---|---|
//! | simple | sun–planet, planet–ring | one rim |
//! | stepped | sun–planet, planet_2–ring | planet and planet_2 are rims of one body |
//! | wolfrom | sun–planet, planet–ring, planet_2–ring_2 | planet and planet_2 are rims of one body |
//! | ravigneaux | sun–planet, planet–ring, planet–planet_2, sun_2–planet_2 | planet is the long one, planet_2 the short one |

/// How the wheels are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SetKind {
    /// Sun, planets, ring.
    Simple,
    /// Planets with two rims: the sun on one, the ring on the other.
    Stepped,
    /// Planets with two rims: sun and ring on one, a second ring on the other.
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

    /// Its wheels.
    pub fn parts(self) -> &'static [Part] {
        use Part::{Planet, Planet2, Ring, Ring2, Sun, Sun2};
        match self {
            Self::Simple => &[Sun, Planet, Ring],
            Self::Stepped => &[Sun, Planet, Planet2, Ring],
            Self::Wolfrom => &[Sun, Planet, Ring, Planet2, Ring2],
            Self::Ravigneaux => &[Sun, Sun2, Planet, Planet2, Ring],
        }
    }

    /// Its meshes; the first is that of the sun, which gives the centre distance.
    pub fn meshes(self) -> &'static [Mesh] {
        use Part::{Planet, Planet2, Ring, Ring2, Sun, Sun2};
        const fn mesh(a: Part, b: Part) -> Mesh {
            Mesh { a, b }
        }
        match self {
            Self::Simple => &const { [mesh(Sun, Planet), mesh(Planet, Ring)] },
            Self::Stepped => &const { [mesh(Sun, Planet), mesh(Planet2, Ring)] },
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

    /// What turns about the common axis, the carrier last.
    pub fn members(self) -> Vec<Member> {
        let wheels = self.parts().iter().filter(|part| !part.is_planet());
        wheels
            .map(|part| Member::Wheel(*part))
            .chain([Member::Carrier])
            .collect()
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

    fn index(self) -> usize {
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
}

/// Kind and tooth numbers of a set: all that its speeds and its assembly depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Train {
    /// How the wheels are arranged.
    pub kind: SetKind,
    /// By `Part`; 0 for a wheel that the kind does not have.
    teeth: [u32; 6],
}

impl Train {
    /// A train whose wheels have the tooth numbers that `teeth` says.
    pub fn new(kind: SetKind, teeth: impl Fn(Part) -> u32) -> Self {
        let mut train = Self {
            kind,
            teeth: [0; 6],
        };
        for part in kind.parts() {
            train.teeth[part.index()] = teeth(*part).max(1);
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

    /// Number of teeth of a wheel; 0 if the kind has none such.
    pub fn teeth(&self, part: Part) -> u32 {
        self.teeth[part.index()]
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

/// Greatest common divisor.
pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
