//! Deflections under forces: exact at any fineness, cones and large turns included.

use std::f64::consts::{PI, TAU};

use pitchline_dynamics::{
    AssemblyOptions, Bushing, Connector, Equations, Error, Fineness, Frame, Joint, Load, LoadAxes,
    Machine, NodeId, Section, Segment, Shaft, ShaftData, State, Statics, StaticsOptions,
    TimeFunction, add_shaft, assemble,
};

use super::STEEL;

/// A shaft clamped at its beginning with a force or torque on its end, ground axes.
fn cantilever(segments: Vec<Segment>, count: usize) -> (Machine, Shaft) {
    let mut machine = Machine::new();
    let data = ShaftData {
        fineness: Fineness::Count(count),
        ..ShaftData::new("shaft", segments)
    };
    let shaft = add_shaft(&mut machine, &data).unwrap();
    let clamp = Joint::fixed(Frame::at(NodeId::GROUND), Frame::at(shaft.nodes[0].1));
    machine.add("clamp", clamp).unwrap();
    (machine, shaft)
}

fn loaded(machine: &mut Machine, shaft: &Shaft, force: [f64; 3], torque: [f64; 3], axes: LoadAxes) {
    let mut load = Load::new(Frame::at(shaft.nodes.last().unwrap().1), axes);
    load.force = force.map(TimeFunction::Constant);
    load.torque = torque.map(TimeFunction::Constant);
    machine.add("load", load).unwrap();
}

fn equilibrium(machine: &Machine, load_steps: u32) -> Result<State, Error> {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    let options = AssemblyOptions {
        with_accelerations: false,
        ..AssemblyOptions::default()
    };
    assemble(&mut equations, &mut state, &options)?;
    let options = StaticsOptions {
        load_steps,
        ..StaticsOptions::default()
    };
    let mut statics = Statics::new(&equations, options);
    statics.solve(&mut equations, &mut state)?;
    Ok(state)
}

/// Place and turn of the end of a clamped shaft.
fn end_of(segment: Segment, count: usize, force: [f64; 3], torque: [f64; 3]) -> [[f64; 3]; 2] {
    let (mut machine, shaft) = cantilever(vec![segment], count);
    loaded(&mut machine, &shaft, force, torque, LoadAxes::Ground);
    let state = equilibrium(&machine, 1).unwrap();
    let turn = state.rotations.last().unwrap().vector();
    [*state.places.last().unwrap(), turn]
}

/// F L³/(3 EI) + F L/(κGA), slope F L²/(2 EI), twist T L/(GJ), stretch N L/(EA): with one beam as with three.
#[test]
fn a_cantilever_deflects_as_its_closed_form() {
    let (l, d) = (0.5, 0.06);
    let section = Section::circle(d, 0.0, 0.3);
    let segment = Segment::cylinder(l, d, 0.0, STEEL);
    let (e, g) = (STEEL.youngs_modulus, STEEL.youngs_modulus / 2.6);
    for count in [1, 3] {
        // So small that the squares of turns, 1e-5 rad, are not seen.
        let [bent, slope] = end_of(segment, count, [10.0, 0.0, 0.0], [0.0; 3]);
        let [pulled, twisted] = end_of(segment, count, [0.0, 0.0, 1e4], [0.0, 0.0, 1.0]);
        let bend = 10.0 * l.powi(3) / (3.0 * e * section.moment_y);
        let shear = 10.0 * l / (section.shear_y * g * section.area);
        let expected = [
            (bent[0], bend + shear),
            (slope[1], 10.0 * l * l / (2.0 * e * section.moment_y)),
            (pulled[2] - l, 1e4 * l / (e * section.area)),
            (twisted[2], l / (g * section.torsion_constant)),
        ];
        for (i, (found, expected)) in expected.into_iter().enumerate() {
            // The equilibrium is found to 1e-9 of the forces.
            let error = (found / expected - 1.0).abs();
            assert!(error < 1e-8, "{count} {i}: {found} {expected}");
        }
    }
}

/// A full cone from D to d: ∫(L − s)² ds/(E I) = 64 L³/(3 π E D³ d), stretch 4 N L/(π E D d).
#[test]
fn a_cone_deflects_as_its_closed_form() {
    let (l, [big, small]) = (0.5, [0.06, 0.04]);
    let cone = Segment {
        outer_diameters: [big, small],
        ..Segment::cylinder(l, big, 0.0, STEEL)
    };
    let e = STEEL.youngs_modulus;
    for count in [1, 2] {
        let [bent, _] = end_of(cone, count, [10.0, 0.0, 0.0], [0.0; 3]);
        let [pulled, _] = end_of(cone, count, [0.0, 0.0, 1e4], [0.0; 3]);
        let bend = 10.0 * 64.0 * l.powi(3) / (3.0 * PI * e * big.powi(3) * small);
        let kappa = Section::circle(big, 0.0, 0.3).shear_y;
        let shear = 10.0 * 2.6 * 4.0 * l / (kappa * PI * e * big * small);
        let stretch = 1e4 * 4.0 * l / (PI * e * big * small);
        // Five points of Gauss integrate (s − s_c)² D⁻⁴ to some 10⁻⁷ where D changes by a third, and to 10⁻⁹ over half of it.
        let tolerance = if count == 1 { 1e-6 } else { 1e-8 };
        let error = (bent[0] / (bend + shear) - 1.0).abs();
        assert!(error < tolerance, "{count}: {error:e}");
        let error = ((pulled[2] - l) / stretch - 1.0).abs();
        assert!(error < tolerance, "{count}: {error:e}");
    }
}

/// A moment 2π EI/L on the end bends a shaft to a full circle; the turns of all nodes are exact.
#[test]
fn a_moment_bends_a_shaft_to_a_circle() {
    let (l, d) = (1.0, 0.05);
    let section = Section::circle(d, 0.0, 0.3);
    let (mut machine, shaft) = cantilever(vec![Segment::cylinder(l, d, 0.0, STEEL)], 8);
    let moment = TAU * STEEL.youngs_modulus * section.moment_y / l;
    loaded(
        &mut machine,
        &shaft,
        [0.0; 3],
        [0.0, moment, 0.0],
        LoadAxes::Body,
    );
    let state = equilibrium(&machine, 8).unwrap();
    // A circle of the circumference L, for the bow of a beam to the second power of its bending: what is left, (ρ/2)⁴/30 of each
    // length of beam, is 8e-4.
    let [middle, end] = [state.places[4], state.places[8]];
    let error = middle[0] * PI / l - 1.0;
    assert!(
        (error / ((PI / 8.0).powi(4) / 30.0) - 1.0).abs() < 0.1,
        "{error:e}"
    );
    assert!(end.iter().all(|x| x.abs() < 1e-9), "{end:?}");
    let quarter = state.rotations[2].vector();
    assert!((quarter[1] - PI / 2.0).abs() < 1e-9, "{quarter:?}");
}

/// How a sideways force on its end bends a column that is also pushed, over how it bends another: (tan u − u)/u³ with
/// u = (π/2) √(P/P_E). From two pushes follows the load P_E that the beams give way to: Euler's, π² EI/(4 L²), with the fourth power of
/// their length, but for shear.
#[test]
fn a_column_gives_way_at_eulers_load() {
    let (l, d) = (1.0, 0.02);
    let section = Section::circle(d, 0.0, 0.3);
    let segment = Segment::cylinder(l, d, 0.0, STEEL);
    let euler = PI.powi(2) * STEEL.youngs_modulus * section.moment_y / (4.0 * l * l);
    let bent = |u: f64| (u.tan() - u) / u.powi(3);
    let magnified = |load: f64| {
        let [p, q] = [0.5, 0.9].map(|share: f64| bent(0.5 * PI * (share / load).sqrt()));
        q / p
    };
    let errors = [4, 8, 16].map(|count| {
        let [x, y] = [0.5, 0.9]
            .map(|share| end_of(segment, count, [1e-3, 0.0, -share * euler], [0.0; 3])[0][0]);
        let [mut low, mut high] = [0.95, 1.1];
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if magnified(middle) > y / x {
                low = middle;
            } else {
                high = middle;
            }
        }
        low - 1.0
    });
    let order = ((errors[0] - errors[1]) / (errors[1] - errors[2])).log2();
    assert!((order - 4.0).abs() < 0.2, "{errors:?} {order}");
    // Shear makes it give way earlier by P/κGA, being shorter later by P/EA; that is 1.2e-4, to a tenth of it in this form.
    let (e, area) = (STEEL.youngs_modulus, section.area);
    let expected = euler / (e * area) - euler * 2.6 / (section.shear_y * e * area);
    assert!(
        (errors[2] - expected).abs() < 1.2e-5,
        "{errors:?} {expected:e}"
    );
}

/// A shaft on one elastic bearing, pushed aside at its end: the force is told where it is, and that nothing holds the tilting.
#[test]
fn tilting_that_nothing_holds_is_named() {
    let mut machine = Machine::new();
    let data = ShaftData::new("shaft", vec![Segment::cylinder(1.0, 0.05, 0.0, STEEL)]);
    let shaft = add_shaft(&mut machine, &data).unwrap();
    let (ground, start) = (Frame::at(NodeId::GROUND), Frame::at(shaft.nodes[0].1));
    let law = Bushing::diagonal([3e7, 3e7, 1e7, 0.0, 0.0, 1e4], [0.0; 6]);
    let bearing = Connector::new(&mut machine, ground, start, law);
    machine.add("bearing", bearing).unwrap();
    // A force that turns with the shaft is across it wherever it swings.
    let [force, torque] = [[0.0, 5.0, 0.0], [0.0; 3]];
    loaded(&mut machine, &shaft, force, torque, LoadAxes::Body);
    let error = equilibrium(&machine, 1).unwrap_err().to_string();
    let remains = error.contains("remain on shaft at 1 m, along y");
    let is_named = error.contains("nothing holds shaft at") && error.contains("about its x");
    assert!(remains && is_named, "{error}");
}
