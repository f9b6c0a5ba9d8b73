//! Keys that meshes of several levels have.

use crate::input::field::Choice;
use crate::input::interval::Interval;
use crate::keys;
use crate::units::Dimension;

keys! {
    /// Keys of meshes that have one stiffness.
    pub(super) static STIFFNESS_KEYS shared by "meshes of one stiffness" {
        pub(super) STIFFNESS = required("stiffness", QuantityOrName(Dimension::STIFFNESS, Interval::POSITIVE), "\"2.1e8 N/m\"", "Mean stiffness of the mesh. `\"iso-6336\"` is that of ISO 6336-1 for cylindrical gears under at least 100 N/mm, of their materials and blanks; of bevel and hypoid gears the mean value of ISO 10300-1. Of a \
             progressive mesh it is that of flat flanks, of a stiffening one that at first contact.");
        pub(super) LINE_LOAD = optional("line_load", Quantity(Dimension::STIFFNESS, Interval::POSITIVE), "\"40 N/mm\"", "Of `stiffness = \"iso-6336\"` of cylindrical gears: tangential load times application factor over face width, F_t K_A/b. Below 100 N/mm, the default, teeth are softer by the fourth root, and the stiffness is valid for this load alone. A stiffness that follows the load is `kind = \"progressive\"` or `\"stiffening\"`.");
    }
}

keys! {
    /// Keys of damping.
    pub(super) static DAMPING_KEYS shared by "meshes with damping" {
        pub(super) DAMPING = optional("damping", Quantity(Dimension::DAMPING, Interval::NOT_NEGATIVE), "\"500 N s/m\"", "Damping of the mesh. None unless it or `damping_ratio` is given.");
        pub(super) DAMPING_RATIO = optional("damping_ratio", Number(Interval::closed(0.0, 10.0)), "0.1", "Damping ratio of the vibration of the two wheels against each other, in place of `damping`.");
        pub(super) EQUIVALENT_MASS = optional("equivalent_mass", Quantity(Dimension::MASS, Interval::POSITIVE), "\"0.5 kg\"", "Equivalent mass for `damping_ratio`, along the direction of the stiffness. If omitted, it follows from the inertias of the bodies that carry the wheels, which must then be rigid; a wheel on the ground is fixed.");
        pub(super) DAMPING_IN_GAP = optional("damping_in_gap", Boolean(), "true", "Whether damping acts while no teeth touch. If not, it is proportional to the force of the teeth and never makes it tensile; `damping` or \
             `damping_ratio` is what it is at `damping_load`."), default "false";
        pub(super) DAMPING_LOAD = optional("damping_load", Quantity(Dimension::FORCE, Interval::POSITIVE), "\"2000 N\"", "Force of the mesh at which damping in contact only is that of `damping` or `damping_ratio`, along the direction of the stiffness. If omitted, it is the largest force that the loads require of the teeth where the machine starts (at 0 s, 0.1 ms, 10 ms, 0.1 s, 1 s and 10 s), and no less than that \
             of a deflection of a ten-thousandth of the normal module.");
    }
}

keys! {
    /// Keys of what lies between the flanks.
    pub(super) static PLAY_KEYS shared by "meshes with backlash" {
        pub(super) BACKLASH = optional("backlash", QuantityOrName(Dimension::LENGTH, Interval::NOT_NEGATIVE), "\"0.05 mm\"", "Backlash, the free displacement from one flank to the other; `\"geometry\"` is that of the pair's tooth thicknesses and centre distance. Where the machine \
             starts, the right flanks of `a` touch; at level `planar` the teeth are in the middle of the backlash. Both flanks carry then, and the backlash changes with the centre distance. If omitted, the backlash is unknown: the flank that the loads close acts as a spring in both directions and without a gap.");
        pub(super) FLANK_A = optional("flank_a", OneOf(&[
                Choice::new("right", "The right one: `a` drives `b` when it turns about its +z."),
                Choice::new("left", "The left one."),
            ]), "\"left\"", "The flank of `a` that acts as a spring where `backlash` is omitted. It defines the direction of the tooth force where supports move. If omitted too, it is the one that the loads at the start close, and the right one without load.");
        pub(super) START_CYCLE = optional("start_cycle", Number(Interval::closed(-1e6, 1e6)), "0.25", "Mesh cycles that have passed when the machine starts, for the transmission error and for what varies at level `planar`: 0 where a tooth of `a` is in the middle of a space of `b`. In a planetary set it is added to the mesh phase of the assembled wheels."), default "0";
    }
}
