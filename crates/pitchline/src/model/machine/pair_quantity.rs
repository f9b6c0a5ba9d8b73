//! What a pair of wheels tells of itself at an instant: the columns of its table, and what sensors may look at.

/// A number that a pair has at every instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairQuantity {
    /// Normal force between the flanks.
    NormalForce,
    /// Force of the mesh along its direction, positive on the right flanks of a.
    MeshForce,
    /// Of a wheel: force along its turning direction.
    TangentialForce(Wheel),
    /// Away from its axis.
    RadialForce(Wheel),
    /// Along its +z.
    AxialForce(Wheel),
    /// About its +z.
    Torque(Wheel),
    /// What the teeth give way along the direction of the mesh.
    Deformation,
    /// Along the line of action, positive where b lags.
    TransmissionError,
    /// Which flanks of a touch: 1 right, −1 left, 0 none.
    Flank,
    /// Of b on a along the tooth.
    Slip,
    /// Turned into heat.
    PowerLost,
    /// Power that the mesh takes out of a wheel as it turns past the contact.
    Power(Wheel),
    /// Turn of a wheel past the contact; of a rack its travel.
    Turn(Wheel),
    /// What only a contact in the plane of the wheels has.
    Planar(PlanarQuantity),
}

/// A number of a pair of level `planar`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanarQuantity {
    /// What the pitch circles are off, positive on the right flanks of a.
    Deflection,
    /// What has passed the pitch point.
    MeshDistance,
    /// Its rate.
    MeshVelocity,
    /// Friction, against the mesh velocity where teeth slide.
    Friction,
    /// Largest friction that holds.
    FrictionLimit,
    /// 1 forward, −1 backward, 0 stuck.
    Sliding,
    /// Between the axes, positive where it pushes them apart.
    RadialForce,
    /// Power that friction takes.
    FrictionLoss,
    /// Power that damping takes.
    DampingLoss,
}

impl PlanarQuantity {
    fn name(self) -> &'static str {
        match self {
            Self::Deflection => "pitch_deflection",
            Self::MeshDistance => "mesh_distance",
            Self::MeshVelocity => "mesh_velocity",
            Self::Friction => "friction",
            Self::FrictionLimit => "friction_limit",
            Self::Sliding => "sliding",
            Self::RadialForce => "radial_force",
            Self::FrictionLoss => "friction_loss",
            Self::DampingLoss => "damping_loss",
        }
    }

    fn unit(self) -> &'static str {
        match self {
            Self::Deflection | Self::MeshDistance => "m",
            Self::MeshVelocity => "m/s",
            Self::Friction | Self::FrictionLimit | Self::RadialForce => "N",
            Self::Sliding => "1",
            Self::FrictionLoss | Self::DampingLoss => "W",
        }
    }
}

/// One of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wheel {
    /// The first.
    A,
    /// The second.
    B,
}

impl Wheel {
    /// The one of two.
    pub fn of<T>(self, [a, b]: [T; 2]) -> T {
        match self {
            Self::A => a,
            Self::B => b,
        }
    }
}

impl PairQuantity {
    /// All of them that pairs of levels `ideal` and `joint` have, in the order of the columns.
    const OF_JOINT: [Self; 19] = [
        Self::NormalForce,
        Self::MeshForce,
        Self::TangentialForce(Wheel::A),
        Self::RadialForce(Wheel::A),
        Self::AxialForce(Wheel::A),
        Self::Torque(Wheel::A),
        Self::TangentialForce(Wheel::B),
        Self::RadialForce(Wheel::B),
        Self::AxialForce(Wheel::B),
        Self::Torque(Wheel::B),
        Self::Deformation,
        Self::TransmissionError,
        Self::Flank,
        Self::Slip,
        Self::PowerLost,
        Self::Power(Wheel::A),
        Self::Power(Wheel::B),
        Self::Turn(Wheel::A),
        Self::Turn(Wheel::B),
    ];

    /// All of them that pairs of level `planar` have, in the order of the columns.
    const OF_PLANAR: [Self; 25] = [
        Self::NormalForce,
        Self::MeshForce,
        Self::Planar(PlanarQuantity::Friction),
        Self::Planar(PlanarQuantity::FrictionLimit),
        Self::Planar(PlanarQuantity::Sliding),
        Self::Planar(PlanarQuantity::Deflection),
        Self::Planar(PlanarQuantity::MeshDistance),
        Self::Planar(PlanarQuantity::MeshVelocity),
        Self::Planar(PlanarQuantity::RadialForce),
        Self::TangentialForce(Wheel::A),
        Self::RadialForce(Wheel::A),
        Self::Torque(Wheel::A),
        Self::TangentialForce(Wheel::B),
        Self::RadialForce(Wheel::B),
        Self::Torque(Wheel::B),
        Self::Deformation,
        Self::TransmissionError,
        Self::Flank,
        Self::Planar(PlanarQuantity::FrictionLoss),
        Self::Planar(PlanarQuantity::DampingLoss),
        Self::PowerLost,
        Self::Power(Wheel::A),
        Self::Power(Wheel::B),
        Self::Turn(Wheel::A),
        Self::Turn(Wheel::B),
    ];

    /// What a pair tells.
    pub fn told(is_planar: bool) -> &'static [Self] {
        match is_planar {
            true => &Self::OF_PLANAR,
            false => &Self::OF_JOINT,
        }
    }

    /// All that any pair tells, some of them twice.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::OF_JOINT.into_iter().chain(Self::OF_PLANAR)
    }

    /// Its name in columns and components.
    pub fn name(self) -> &'static str {
        match self {
            Self::NormalForce => "normal_force",
            Self::MeshForce => "mesh_force",
            Self::TangentialForce(wheel) => wheel.of(["tangential_force_a", "tangential_force_b"]),
            Self::RadialForce(wheel) => wheel.of(["radial_force_a", "radial_force_b"]),
            Self::AxialForce(wheel) => wheel.of(["axial_force_a", "axial_force_b"]),
            Self::Torque(wheel) => wheel.of(["torque_a", "torque_b"]),
            Self::Deformation => "deformation",
            Self::TransmissionError => "transmission_error",
            Self::Flank => "flank",
            Self::Slip => "slip",
            Self::PowerLost => "power_lost",
            Self::Power(wheel) => wheel.of(["power_from_a", "power_from_b"]),
            Self::Turn(wheel) => wheel.of(["turn_a", "turn_b"]),
            Self::Planar(quantity) => quantity.name(),
        }
    }

    /// The quantity of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::all().find(|known| known.name() == name)
    }

    /// SI unit; the turn of a rack is a way.
    pub fn unit(self, is_rack: bool) -> &'static str {
        match self {
            Self::NormalForce
            | Self::MeshForce
            | Self::TangentialForce(_)
            | Self::RadialForce(_)
            | Self::AxialForce(_) => "N",
            Self::Torque(_) => "N m",
            Self::Deformation | Self::TransmissionError => "m",
            Self::Flank => "1",
            Self::Slip => "m/s",
            Self::PowerLost | Self::Power(_) => "W",
            Self::Turn(Wheel::B) if is_rack => "m",
            Self::Turn(_) => "rad",
            Self::Planar(quantity) => quantity.unit(),
        }
    }
}
