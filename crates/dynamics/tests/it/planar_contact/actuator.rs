//! The spring-loaded actuator: instants of sticking and giving way, counts, energy.

use pitchline_dynamics::samples::{SpringActuator, spring_actuator};
use pitchline_dynamics::{Equations, EventOptions, Events, Statics, StaticsOptions, StepControl};

use crate::events::integrators;

#[test]
fn try_out() {
    let (machine, contact) = spring_actuator(&SpringActuator::default()).unwrap();
    for (tolerance, duration) in [
        (1e-2, 10.0),
        (1e-3, 10.0),
        (1e-4, 10.0),
        (1e-5, 10.0),
        (1e-6, 10.0),
        (1e-7, 10.0),
    ] {
        for which in 1..2 {
            let mut equations = Equations::new(&machine);
            let mut state = machine.start(0.0);
            let mut statics = Statics::new(&equations, StaticsOptions::default());
            statics.solve(&mut equations, &mut state).unwrap();
            let mut control = StepControl::new(tolerance, duration);
            control.longest = 10.0;
            control.shortest = 1e-12;
            let mut all = integrators(&equations, &state, control);
            let (name, integrator) = &mut all[which];
            let mut run = Events::new(&equations, Vec::new(), EventOptions::new(10.0)).unwrap();
            let begin = std::time::Instant::now();
            let mut end = Ok(None);
            let mut n = 0;
            while state.time < 10.0 {
                end = run.step(integrator.as_mut(), &mut equations, &mut state, 10.0);
                if end.is_err() {
                    break;
                }
                n += 1;
                if n == 0 {
                    equations.set(&state).unwrap();
                    let s = contact.state(equations.kinematics(), &state.multipliers[..1]);
                    eprintln!(
                        "{:.6} F {:.4} f {:.4} limit {:.4} v {:.3e} dd {:.3e} {:?}",
                        state.time,
                        s.normal_force,
                        s.friction,
                        s.friction_limit,
                        s.mesh_velocity,
                        s.deflection_rate,
                        s.grip.sliding
                    );
                }
            }
            eprintln!(
                "{name} {tolerance} {duration} {end:?} {:?} {:?}",
                begin.elapsed(),
                integrator.taken()
            );
            let list: Vec<_> = run
                .occurrences()
                .iter()
                .map(|o| (o.time, o.change))
                .collect();
            eprintln!("{} {:?}", list.len(), &list[..list.len().min(7)]);
        }
    }
}
