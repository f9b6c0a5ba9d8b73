//! Planar contacts on either flank and in the play, external and internal, stuck and sliding, with levers and stiffness that follow the
//! teeth: far from where they mesh.

use pitchline_contact::{
    ContactPath, Elasticity, Formulation, FrictionLevers, Harmonic, Levers, MeshDamping,
    MeshFriction, MeshLaw, Period, PhaseLevers, PlanarKind, PlanarMesh, PlanarPairData,
    StiffnessVariation, VelocityTable,
};
use pitchline_dynamics::{
    Frame, Machine, PlanarContact, PlanarContactData, Rotation, Sliding, Stiction,
};
use pitchline_geometry::FlankSide;
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
    .into_iter()
    .chain(formulated())
    .collect()
}

/// As published, and sprung on one flank, stuck and with friction that is smooth through rest; on both flanks all the others are.
fn formulated() -> impl Iterator<Item = Sample> {
    let kinds = [PlanarKind::External, PlanarKind::RingB, PlanarKind::RingA];
    let formulations = [
        ("as published", Formulation::Source),
        ("left flank sprung", Formulation::OneFlank(FlankSide::Left)),
    ];
    let rests = [
        (Stiction::Conjugate, Sliding::Stuck),
        (Stiction::Regularised(1.3), Sliding::Undecided),
    ];
    kinds.into_iter().flat_map(move |kind| {
        formulations
            .into_iter()
            .flat_map(move |(word, formulation)| {
                rests.into_iter().map(move |(stiction, sliding)| {
                    let mut data = data(kind, stiction);
                    data.mesh.variation = over_phase().mesh.variation;
                    // The curvature of a table jumps at its rows, which differences would see.
                    let rows = vec![[0.0, 0.3], [100.0, 0.3]];
                    data.friction = MeshFriction::Table(VelocityTable::new(rows, 0.5).unwrap());
                    let name = format!("planar contact, {kind:?}, {word}, {stiction:?}");
                    formulated_sample(name.leak(), &data, sliding, formulation)
                })
            })
    })
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
        // Base circles of rings, whose centres are near, stay apart in every state that is looked at.
        pressure_angle: if kind == PlanarKind::External {
            0.4
        } else {
            0.8
        },
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
                damping: MeshDamping::always(0.3),
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
    formulated_sample(name, data, sliding, Formulation::BothFlanks)
}

fn formulated_sample(
    name: &'static str,
    data: &PlanarContactData,
    sliding: Sliding,
    formulation: Formulation,
) -> Sample {
    let mut machine = Machine::new();
    let turn = Rotation::from_vector([0.3, 0.9, -0.4]);
    let place = [0.2, -0.4, 0.1];
    let distance = data.pair.center_distance().abs();
    let apart = times(&turn.matrix(), [0.6 * distance, 0.8 * distance, 0.0]);
    let a = machine.add_node("a", place, turn);
    let b = machine.add_node("b", plus(place, apart), turn);
    let [a, b] = [a, b].map(Frame::at);
    let contact = PlanarContact::build("contact", &mut machine, a, b, data.clone()).unwrap();
    let contact = contact.formulated(formulation);
    machine.add("contact", contact).unwrap();
    let scatter = match data.pair.data().kind {
        PlanarKind::External => 0.1,
        PlanarKind::RingA | PlanarKind::RingB => 0.07,
    };
    Sample {
        sliding,
        scatter,
        ..Sample::new(name, machine)
    }
}
