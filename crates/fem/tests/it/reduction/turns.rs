//! Products of a basis with itself turned by a tooth, as a reduction of the whole gear keeps them.

use pitchline_fem::{
    ElementKind, FlankChoice, Interface, ModeChoice, PointMotions, ProjectionWeight, ReductionKind,
    ReductionOptions, TurnProducts, TurnProjection,
};

use super::support::{Seat, gear, options, reduce, relative};

/// Over all nodes, with the mesh turned explicitly.
#[test]
fn products_are_those_of_shapes_over_all_nodes() {
    for seat in [Seat::Free, Seat::Turns] {
        let model = gear(ElementKind::Hex8, seat);
        let builder = Interface::on(&model.mesh, &model.dof_map)
            .flank_joints(&FlankChoice::of_teeth(&[1, 2]), 1, PointMotions::All)
            .unwrap();
        let interface = match model.dof_map.centres().is_empty() {
            true => builder.finish(),
            false => builder.centre(0).unwrap().finish(),
        };
        let options = ReductionOptions {
            turns: true,
            ..options(ReductionKind::CraigBampton, ModeChoice::Count(5))
        };
        let body = reduce(&model, &interface, &options);
        let kept = body.turn_products.as_ref().unwrap();
        let expected = TurnProducts::of_shapes(
            &model.mesh,
            &model.material,
            body.origin.sector_nodes,
            &body.recovery.displacements,
        )
        .unwrap();
        assert!(relative(&kept.mass_turned, &expected.mass_turned) < 1e-9);
        assert!(relative(&kept.stiffness_turned, &expected.stiffness_turned) < 1e-9);
        for weight in [
            ProjectionWeight::Unweighted,
            ProjectionWeight::Mass,
            ProjectionWeight::Stiffness,
        ] {
            assert!(TurnProjection::new(&body, weight).is_ok());
        }
    }
}
