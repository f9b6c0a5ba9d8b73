//! Planar contacts on either flank and in the play, external and internal, stuck and sliding, with levers and stiffness that follow the
//! teeth: far from where they mesh.

use pitchline_contact::{
    ContactPath, Elasticity, FrictionLevers, Harmonic, Levers, MeshDamping, MeshFriction, MeshLaw,
    Period, PhaseLevers, PlanarKind, PlanarMesh, PlanarPairData, StiffnessVariation, VelocityTable,
};
use pitchline_dynamics::{
    Frame, Machine, PlanarContact, PlanarContactData, Rotation, Sliding, Stiction,
};
use pitchline_geometry::tensor::times;
use pitchline_geometry::vector::plus;

use super::Sample;

pub fn samples() -> Vec<Sample> {
    use PlanarKind::{External, RingA, RingB};
    use Sliding::{Backward, Forward, Stuck, Undecided};
    let simple = |name, kind, sliding| sample(name, &data(kind, Stiction::Mesh), sliding);
    let mut loose = data(External, Stiction::Mesh);
    loose.mesh.law.backlash = 0.9;
    let regularised = data(RingB, Stiction::Regularised(1.3));
    let conjugate = data(External, Stiction::Conjugate);
    let following = PlanarContactData {
        stiction: Stiction::Conjugate,
        ..over_phase()
    };
    let mut from_zero = data(External, Stiction::Mesh);
    let rows = vec![[0.0, 0.0], [1.0, 0.3], [5.0, 0.25]];
    from_zero.friction = MeshFriction::Table(VelocityTable::new(rows, 0.0).unwrap());
    vec![
        simple("planar contact, without friction", External, Undecided),
        simple("planar contact, forward", External, Forward),
        simple("planar contact, backward, ring b", RingB, Backward),
        simple("planar contact, stuck", External, Stuck),
        simple("planar contact, stuck, ring a", RingA, Stuck),
        sample("planar contact, conjugate", &conjugate, Stuck),
        sample("planar contact, regularised", &regularised, Undecided),
        sample("planar contact, play", &loose, Forward),
        sample("planar contact, over the phase", &over_phase(), Backward),
        sample(
            "planar contact, over the phase, stuck",
            &over_phase(),
            Stuck,
        ),
        sample(
            "planar contact, over the phase, conjugate, stuck",
            &following,
            Stuck,
        ),
        sample("planar contact, friction from zero", &from_zero, Undecided),
    ]
}

/// Wheels of order one.
fn data(kind: PlanarKind, stiction: Stiction) -> PlanarContactData {
    let teeth = match kind {
        PlanarKind::RingA => [50, 20],
        PlanarKind::External | PlanarKind::RingB => [20, 50],
    };
    let pair = PlanarPairData {
        kind,
        teeth,
        pitch_radii: teeth.map(|z| 0.02 * f64::from(z)),
        pressure_angle: 0.4,
        base_helix_angle: 0.2,
    }
    .build()
    .unwrap();
    let levers = Levers::given(&pair, [-0.03, 0.06], None).unwrap();
    let rows = vec![[0.0, 0.4], [1.0, 0.3], [5.0, 0.25]];
    PlanarContactData {
        pair,
        mesh: PlanarMesh {
            law: MeshLaw {
                elasticity: Elasticity::Linear { stiffness: 7.0 },
                damping: MeshDamping {
                    coefficient: 0.3,
                    in_gap: true,
                },
                backlash: 0.0,
            },
            variation: StiffnessVariation::None,
        },
        levers: FrictionLevers::Constant(levers),
        friction: MeshFriction::Table(VelocityTable::new(rows, 0.5).unwrap()),
        stiction,
        start_cycle: 0.3,
    }
}

/// Stiffness and levers follow the teeth, slowly enough for differences.
fn over_phase() -> PlanarContactData {
    let mut data = data(PlanarKind::External, Stiction::Mesh);
    let pair = PlanarPairData {
        teeth: [8, 20],
        pitch_radii: [0.4, 1.0],
        ..*data.pair.data()
    };
    data.pair = pair.build().unwrap();
    let path = ContactPath::from_tips(&data.pair, [0.512, 1.052]).unwrap();
    data.levers = FrictionLevers::OverPhase(PhaseLevers::new(&data.pair, &path, 0.8, 0.5).unwrap());
    data.mesh.variation = StiffnessVariation::Series(vec![Harmonic {
        amplitude: 0.3,
        order: 1,
        phase: 0.4,
        period: Period::Turn { teeth: 40 },
    }]);
    data
}

fn sample(name: &'static str, data: &PlanarContactData, sliding: Sliding) -> Sample {
    let mut machine = Machine::new();
    let turn = Rotation::from_vector([0.3, 0.9, -0.4]);
    let place = [0.2, -0.4, 0.1];
    let distance = data.pair.center_distance().abs();
    let apart = times(&turn.matrix(), [0.6 * distance, 0.8 * distance, 0.0]);
    let a = machine.add_node("a", place, turn);
    let b = machine.add_node("b", plus(place, apart), turn);
    let [a, b] = [a, b].map(Frame::at);
    let contact = PlanarContact::build("contact", &mut machine, a, b, data.clone()).unwrap();
    machine.add("contact", contact).unwrap();
    Sample {
        sliding,
        scatter: 0.1,
        ..Sample::new(name, machine)
    }
}
