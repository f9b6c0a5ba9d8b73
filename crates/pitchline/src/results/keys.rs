//! The table of all result keys: what may stand in `summary.json`, with unit, symbol and meaning.
//!
//! Values are written through this table, so a key without documentation cannot be written; the page
//! `docs/reference/results.md` is printed from it and a test compares the two.

mod linear;
mod meshing;
mod parts;
mod running;

/// What a value belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Object {
    /// A gear: `gears.NAME`.
    Gear,
    /// A pair: `pairs.NAME`.
    Pair,
    /// A planetary set: `planetary.NAME`.
    Planetary,
    /// The whole machine: `machine`.
    Machine,
    /// A joint of the machine: `joints.NAME`.
    Joint,
    /// A drive of the machine: `drives.NAME`.
    Drive,
    /// A bearing of the machine: `bearings.NAME`.
    Bearing,
    /// A motor, brake or friction of the machine: `forces.NAME`.
    Force,
    /// A controller of the machine: `controllers.NAME`.
    Controller,
    /// A column of a sensor: `sensors.COLUMN`.
    Sensor,
    /// An event: `events.NAME`.
    Event,
    /// A state of friction: `states.NAME`.
    State,
}

impl Object {
    /// All of them, in the order in which they are described.
    pub const ALL: [Self; 12] = [
        Self::Gear,
        Self::Pair,
        Self::Planetary,
        Self::Machine,
        Self::Joint,
        Self::Drive,
        Self::Bearing,
        Self::Force,
        Self::Controller,
        Self::Sensor,
        Self::Event,
        Self::State,
    ];

    /// Name of the object under `values` in `summary.json`.
    pub fn collection(self) -> &'static str {
        match self {
            Self::Gear => "gears",
            Self::Pair => "pairs",
            Self::Planetary => "planetary",
            Self::Machine => "machine",
            Self::Joint => "joints",
            Self::Drive => "drives",
            Self::Bearing => "bearings",
            Self::Force => "forces",
            Self::Controller => "controllers",
            Self::Sensor => "sensors",
            Self::Event => "events",
            Self::State => "states",
        }
    }
}

/// One result key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResultKey {
    /// What it belongs to.
    pub object: Object,
    /// Key in snake_case; a dot nests.
    pub key: &'static str,
    /// SI unit; `1` for a number without dimension, empty for text and flags.
    pub unit: &'static str,
    /// Symbol of the field, possibly empty.
    pub symbol: &'static str,
    /// Whether the terminal shows it without `-v`.
    pub is_main: bool,
    /// Meaning, one line.
    pub meaning: &'static str,
}

impl ResultKey {
    /// Unit of a key whose values have that of their object, such as a sensor.
    pub const OPEN_UNIT: &'static str = "*";

    /// Finds a key of the table.
    pub fn find(object: Object, key: &str) -> Option<&'static Self> {
        Self::all().find(|k| k.object == object && k.key == key)
    }

    /// All of them, in the order in which they are shown.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        let others = [parts::PART_KEYS, running::KEYS];
        let first = RESULT_KEYS.iter().chain(linear::KEYS);
        let of_pairs = crate::parts::pair::fold_keys().chain(meshing::MESHING_KEYS);
        first.chain(of_pairs).chain(others.into_iter().flatten())
    }

    /// Unit in which the terminal, tables for reading and pictures show the value, and the factor to it from SI.
    pub fn display_unit(&self) -> (&'static str, f64) {
        // What is measured on a flank is shown as inspection charts show it.
        let stems = [
            "no_load_te",
            "te_",
            "largest_relief",
            "profile_fit",
            "total_cumulative_pitch",
            "run_out",
            "largest_displacement",
        ];
        let is_fine = stems.iter().any(|stem| self.key.starts_with(stem));
        match self.unit {
            "m" if is_fine => ("µm", 1e6),
            "m" => ("mm", 1e3),
            "rad" => ("°", 180.0 / std::f64::consts::PI),
            "rad/s" if self.key.ends_with("speeds") => super::sheet::RPM,
            "Pa" if self.key.ends_with("stress") => ("MPa", 1e-6),
            "Pa" => ("GPa", 1e-9),
            "m³" => ("cm³", 1e6),
            "kg m²" => ("kg cm²", 1e4),
            "m/N" => ("µm/kN", 1e9),
            "1" | "" | Self::OPEN_UNIT => ("", 1.0),
            other => (other, 1.0),
        }
    }
}

const fn gear(
    key: &'static str,
    unit: &'static str,
    symbol: &'static str,
    meaning: &'static str,
) -> ResultKey {
    ResultKey {
        object: Object::Gear,
        key,
        unit,
        symbol,
        is_main: true,
        meaning,
    }
}

const fn pair(
    key: &'static str,
    unit: &'static str,
    symbol: &'static str,
    meaning: &'static str,
) -> ResultKey {
    ResultKey {
        object: Object::Pair,
        key,
        unit,
        symbol,
        is_main: true,
        meaning,
    }
}

/// The ratio of a planetary set between two members with a third held. The input comes before the output in the order
/// sun, sun_2, ring, ring_2, carrier: the other way round is the reciprocal.
macro_rules! ratio {
    ($fixed:literal, $input:literal, $output:literal) => {
        detail(set(
            concat!("ratio.", $fixed, "_fixed.", $input, "_to_", $output),
            "1",
            "i",
            concat!(
                "speed of ",
                $input,
                " over that of ",
                $output,
                " with ",
                $fixed,
                " held; null where ",
                $output,
                " cannot turn"
            ),
        ))
    };
}

const fn set(
    key: &'static str,
    unit: &'static str,
    symbol: &'static str,
    meaning: &'static str,
) -> ResultKey {
    ResultKey {
        object: Object::Planetary,
        key,
        unit,
        symbol,
        is_main: true,
        meaning,
    }
}

const fn of(
    object: Object,
    key: &'static str,
    unit: &'static str,
    meaning: &'static str,
) -> ResultKey {
    ResultKey {
        object,
        key,
        unit,
        symbol: "",
        is_main: true,
        meaning,
    }
}

const fn machine(key: &'static str, unit: &'static str, meaning: &'static str) -> ResultKey {
    of(Object::Machine, key, unit, meaning)
}

const fn sensor(key: &'static str, meaning: &'static str) -> ResultKey {
    of(Object::Sensor, key, ResultKey::OPEN_UNIT, meaning)
}

const fn detail(mut key: ResultKey) -> ResultKey {
    key.is_main = false;
    key
}

/// Result keys but those of pairs in motion, of small motions and of even running.
#[rustfmt::skip] // a table: one row, one line
const RESULT_KEYS: &[ResultKey] = &[
    gear("kind", "", "", "external, internal, rack, bevel, hypoid, worm or worm-wheel"),
    gear("teeth", "1", "z", "number of teeth; of starts on a worm"),
    gear("module", "m", "m", "normal module; outer transverse module of bevel and hypoid gears, axial module of worm and wheel"),
    detail(gear("transverse_module", "m", "m_t", "transverse module")),
    gear("pressure_angle", "rad", "α_n", "normal pressure angle"),
    detail(gear("transverse_pressure_angle", "rad", "α_t", "transverse pressure angle")),
    gear("helix_angle", "rad", "β", "helix angle on the reference circle"),
    gear("spiral_angle", "rad", "β_m", "mean spiral angle of a bevel or hypoid gear, where given"),
    gear("lead_angle", "rad", "λ", "lead angle of a worm on its reference cylinder"),
    gear("hand", "", "", "hand of the teeth, left or right; spur without a helix"),
    detail(gear("base_helix_angle", "rad", "β_b", "helix angle on the base circle")),
    gear("face_width", "m", "b", "face width"),
    gear("profile_shift", "1", "x", "profile shift coefficient, positive away from the axis"),
    detail(gear("iso_profile_shift", "1", "x", "profile shift coefficient with the sign of ISO 21771 (opposite for internal gears)")),
    detail(gear("generating_shift", "1", "x_E", "profile shift coefficient of the tool position, allowance included")),
    detail(gear("least_shift", "1", "x_min", "least profile shift without undercut, external gears")),
    gear("tip_alteration", "1", "k", "tip alteration coefficient"),
    gear("reference_diameter", "m", "d", "reference diameter"),
    gear("base_diameter", "m", "d_b", "base diameter"),
    detail(gear("base_radius", "m", "r_b", "base radius")),
    gear("tip_diameter", "m", "d_a", "tip diameter"),
    gear("root_diameter", "m", "d_f", "root diameter as the tool makes it"),
    gear("form_diameter", "m", "d_Ff", "root form diameter: here the involute begins"),
    gear("tip_height", "m", "h_a", "height of a rack's tip over its datum line"),
    gear("root_depth", "m", "h_f", "depth of a rack's root below its datum line"),
    gear("form_depth", "m", "h_Ff", "depth of a rack's straight flank below its datum line"),
    gear("length", "m", "", "length of a rack: teeth times transverse pitch"),
    gear("is_undercut", "", "", "whether the tool has removed a part of the involute"),
    gear("tooth_thickness", "m", "s_n", "normal tooth thickness on the reference circle, allowance included"),
    detail(gear("transverse_tooth_thickness", "m", "s_t", "transverse tooth thickness on the reference circle")),
    gear("tip_thickness", "m", "s_an", "normal tooth thickness at the tip"),
    detail(gear("base_pitch", "m", "p_bt", "transverse base pitch")),
    detail(gear("cutter_teeth", "1", "z_0", "teeth of the pinion cutter of an internal gear")),
    detail(gear("cutter_tip_diameter", "m", "d_a0", "tip diameter of the pinion cutter")),
    detail(gear("cutter_tip_radius", "m", "ρ_a0", "tip rounding of the pinion cutter")),
    detail(gear("cutter_center_distance", "m", "a_0", "distance of the axes of pinion cutter and gear")),
    gear("span_teeth", "1", "k", "number of teeth (internal: spaces) spanned"),
    gear("span", "m", "W_k", "span over these teeth"),
    detail(gear("is_span_measurable", "", "", "whether the anvils touch on the involute, inside the face width")),
    gear("ball_diameter", "m", "D_M", "diameter of the measuring ball"),
    gear("dimension_over_balls", "m", "M_dK", "dimension over balls (internal: between balls)"),
    detail(gear("is_ball_dimension_measurable", "", "", "whether the balls touch on the involute and protrude beyond the tips")),
    gear("largest_relief_right", "m", "", "largest material removed from the right flanks, normal to them, when the gear is modified"),
    gear("largest_relief_left", "m", "", "largest material removed from the left flanks, normal to them, when the gear is modified"),
    gear("profile_fit.rms", "m", "", "root mean square residual of the fit to a measured profile; the worst of several"),
    gear("profile_fit.largest", "m", "", "largest residual of the fit to a measured profile; the worst of several"),
    gear("total_cumulative_pitch", "m", "F_p", "largest minus least cumulative pitch deviation of the right flanks, when pitch deviations are given"),
    gear("run_out", "m", "F_r", "radial run-out, twice the eccentricity, when one is given"),
    gear("material", "", "", "material"),
    detail(gear("youngs_modulus", "Pa", "E", "Young's modulus of the material")),
    detail(gear("poisson_ratio", "1", "ν", "Poisson's ratio of the material")),
    detail(gear("density", "kg/m3", "ρ", "density of the material")),
    gear("fe.element", "", "", "kind of the finite elements"),
    gear("fe.nodes", "1", "", "nodes of the mesh"),
    gear("fe.elements", "1", "", "finite elements"),
    gear("fe.degrees_of_freedom", "1", "", "three per node"),
    gear("fe.least_scaled_jacobian", "1", "", "least scaled Jacobian of the elements: 1 for right angles, 0 for a flat corner"),
    detail(gear("fe.worst_element.x", "m", "", "where that element is, along x")),
    detail(gear("fe.worst_element.y", "m", "", "where that element is, along y")),
    detail(gear("fe.worst_element.z", "m", "", "where that element is, along z")),
    detail(gear("fe.mean_scaled_jacobian", "1", "", "mean over the elements of the least scaled Jacobian of each")),
    gear("fe.largest_aspect_ratio", "1", "", "longest over shortest edge, the greatest of all elements"),
    gear("fe.volume", "m³", "V", "volume of the mesh"),
    gear("fe.mass", "kg", "m", "mass of the mesh"),
    detail(gear("fe.center_of_mass_z", "m", "", "centre of mass along the axis, from mid face width")),
    gear("fe.inertia_axis", "kg m²", "J_z", "moment of inertia about the axis through the centre of mass"),
    detail(gear("fe.inertia_transverse", "kg m²", "J_x", "moment of inertia about the x axis through the centre of mass")),
    gear("rigid_modes", "1", "", "modes that move the body as a whole"),
    gear("frequencies", "Hz", "f", "natural frequencies of the flexible modes, a list"),
    gear("reduction.method", "", "", "how the body was reduced: dual, craig-bampton or static"),
    gear("reduction.route", "", "", "cyclic where one sector was computed for all, else whole"),
    gear("reduction.unknowns", "1", "", "unknowns of the full body"),
    gear("reduction.coordinates", "1", "n", "coordinates of the reduced body"),
    gear("reduction.interface_coordinates", "1", "", "motions of the interface"),
    gear("reduction.modes", "1", "", "modes among the coordinates"),
    detail(gear("reduction.dropped", "1", "", "static shapes that were dropped because they depend on others")),
    detail(gear("reduction.rigid_motions", "1", "", "motions of the whole body that its support leaves free")),
    gear("reduction.largest_frequency_error", "1", "", "largest |f_reduced / f_full − 1| of the compared modes"),
    gear("reduction.missing_modes", "1", "", "compared modes of the full body of which no mode of the reduced body contains half"),
    gear("reduction.smallest_mac", "1", "", "least modal assurance of a compared mode of the full body with those of the reduced body of its frequency"),
    gear("reduction.largest_static_error", "1", "", "largest error of the static response to the inertia forces of a compared mode, in the norm of energy"),
    gear("flank_compliance.tip", "m/N", "", "compliance of the tip of a right flank, along its normals, under evenly distributed forces whose resultant is a unit force: the deflection by which they work, the mean over the width"),
    detail(gear("flank_compliance.tip_next", "m/N", "", "the same at the tip of the next tooth, while the first is loaded; on a wheel that of the previous tooth is equal")),
    gear("flank_compliance.middle", "m/N", "", "the same at the middle row of nodes of the flank, loaded there"),
    detail(gear("flank_compliance.middle_next", "m/N", "", "of the next tooth, while the middle of the first is loaded")),
    gear("largest_displacement", "m", "", "largest displacement of a node, of all load cases"),
    gear("largest_von_mises_stress", "Pa", "", "largest von Mises stress at a node, of all load cases; below a line load it grows with the mesh"),
    gear("largest_root_stress", "Pa", "", "largest principal stress in the roots of the teeth, of all load cases"),
    pair("center_distance", "m", "a", "centre distance; for a rack from the axis to the datum line"),
    detail(pair("reference_center_distance", "m", "a_d", "centre distance of the unshifted gears")),
    detail(pair("nominal_center_distance", "m", "", "centre distance without backlash for the profile shifts alone")),
    pair("tight_center_distance", "m", "", "centre distance without backlash for the real tooth thicknesses"),
    detail(pair("shift_sum_without_play", "1", "Σx", "sum of profile shifts without backlash at this centre distance (internal: ring minus pinion)")),
    pair("gear_ratio", "1", "u", "teeth of b over teeth of a"),
    pair("shaft_angle", "rad", "Σ", "angle between the axes of bevel, hypoid, worm and crossed helical pairs"),
    pair("offset", "m", "E", "offset of a hypoid pair; positive when b lies from a along the product of their axes"),
    pair("offset_angle", "rad", "ζ", "angle between the generatrices of a hypoid pair in the common tangent plane"),
    pair("normal_module", "m", "m_mn", "normal module at the contact point"),
    pair("wheel_profile_shift", "1", "x_2", "profile shift coefficient of a worm wheel, from the centre distance"),
    pair("normal_pressure_angle", "rad", "α_wn", "normal pressure angle at the contact point of a crossed helical pair; with profile shift it is not that of the rack"),
    pair("pitch_diameter_a", "m", "d_m1", "pitch diameter of a at the contact point"),
    pair("pitch_diameter_b", "m", "d_m2", "pitch diameter of b at the contact point"),
    pair("outer_pitch_diameter_a", "m", "d_e1", "outer pitch diameter of a, where the data state it"),
    pair("outer_pitch_diameter_b", "m", "d_e2", "outer pitch diameter of b, where the data state it"),
    pair("cone_angle_a", "rad", "δ_1", "pitch cone angle of a"),
    pair("cone_angle_b", "rad", "δ_2", "pitch cone angle of b"),
    pair("cone_distance_a", "m", "R_m1", "from the apex of a to the contact point"),
    pair("cone_distance_b", "m", "R_m2", "from the apex of b to the contact point"),
    pair("spiral_angle_a", "rad", "β_m1", "spiral angle of a at the contact point"),
    pair("spiral_angle_b", "rad", "β_m2", "spiral angle of b at the contact point"),
    pair("helix_angle_a", "rad", "β_1", "helix angle of a on its working cylinder, worm and crossed helical pairs"),
    pair("helix_angle_b", "rad", "β_2", "helix angle of b on its working cylinder, worm and crossed helical pairs"),
    detail(pair("signed_helix_angle_a", "rad", "β_A", "helix or spiral angle of a with the sign of the pitch geometry")),
    detail(pair("signed_helix_angle_b", "rad", "β_B", "helix or spiral angle of b with the sign of the pitch geometry")),
    detail(pair("mounting_distance_a", "m", "t_zm1", "from the crossing point to the contact point, along the axis of a")),
    detail(pair("mounting_distance_b", "m", "t_zm2", "from the crossing point to the contact point, along the axis of b")),
    detail(pair("apex_beyond_crossing_a", "m", "t_z1", "apex of a beyond the crossing point")),
    detail(pair("apex_beyond_crossing_b", "m", "t_z2", "apex of b beyond the crossing point")),
    pair("mesh_mismatch", "m", "", "distance of b from the position where the pitch surfaces touch; bevel, hypoid, worm and crossed helical pairs"),
    detail(pair("mesh_mismatch_along_axis_a", "m", "", "its part along the axis of a; positive: b is too far along it")),
    detail(pair("mesh_mismatch_apart", "m", "", "its part across that axis; positive: the centres are too far apart")),
    detail(pair("mesh_mismatch_axis_angle", "rad", "", "angle between the axis of b and the one that it should have")),
    detail(pair("tangential_force_a.positive", "1/m", "F_t1", "tangential force on a per torque on a, torque positive about +z")),
    detail(pair("radial_force_a.positive", "1/m", "F_r1", "radial force on a per torque on a, torque positive; away from the axis")),
    detail(pair("axial_force_a.positive", "1/m", "F_x1", "axial force on a per torque on a, torque positive; along +z")),
    detail(pair("tangential_force_b.positive", "1/m", "F_t2", "tangential force on b per torque on a, torque positive")),
    detail(pair("radial_force_b.positive", "1/m", "F_r2", "radial force on b per torque on a, torque positive")),
    detail(pair("axial_force_b.positive", "1/m", "F_x2", "axial force on b per torque on a, torque positive")),
    detail(pair("tangential_force_a.negative", "1/m", "F_t1", "tangential force on a per size of a torque on a that is negative")),
    detail(pair("radial_force_a.negative", "1/m", "F_r1", "radial force on a per size of a torque on a that is negative")),
    detail(pair("axial_force_a.negative", "1/m", "F_x1", "axial force on a per size of a torque on a that is negative")),
    detail(pair("tangential_force_b.negative", "1/m", "F_t2", "tangential force on b per size of a torque on a that is negative")),
    detail(pair("radial_force_b.negative", "1/m", "F_r2", "radial force on b per size of a torque on a that is negative")),
    detail(pair("axial_force_b.negative", "1/m", "F_x2", "axial force on b per size of a torque on a that is negative")),
    detail(pair("slip_factor", "1", "", "slip along the tooth (b minus a) over the pitch speed of a")),
    detail(pair("slip_speed", "m/s", "v_g", "slip along the tooth (b minus a), when the study gives a speed")),
    pair("working_pressure_angle", "rad", "α_wt", "working transverse pressure angle"),
    pair("working_pitch_diameter_a", "m", "d_w1", "working pitch diameter of a"),
    pair("working_pitch_diameter_b", "m", "d_w2", "working pitch diameter of b"),
    detail(pair("face_width", "m", "b", "common face width")),
    pair("transverse_contact_ratio", "1", "ε_α", "transverse contact ratio of the generated flanks of the aligned pair, without modifications"),
    detail(pair("formula_contact_ratio", "1", "", "transverse contact ratio by the formula for full involutes")),
    pair("overlap_ratio", "1", "ε_β", "overlap ratio"),
    pair("total_contact_ratio", "1", "ε_γ", "total contact ratio"),
    pair("path_lengths.T1T2", "m", "T1T2", "distance between the base tangent points"),
    pair("path_lengths.AB", "m", "AB", "from A to B on the line of action"),
    pair("path_lengths.AC", "m", "AC", "from A to C on the line of action"),
    pair("path_lengths.AD", "m", "AD", "from A to D on the line of action"),
    pair("path_lengths.AE", "m", "AE", "length of the path of contact"),
    detail(pair("path_points.A", "m", "", "start of contact, drive by a: distance from the base tangent point of a")),
    detail(pair("path_points.B", "m", "", "one base pitch before the end: distance from the base tangent point of a")),
    detail(pair("path_points.C", "m", "", "pitch point: distance from the base tangent point of a")),
    detail(pair("path_points.D", "m", "", "one base pitch after the start: distance from the base tangent point of a")),
    detail(pair("path_points.E", "m", "", "end of contact: distance from the base tangent point of a")),
    pair("active_root_diameter_a", "m", "d_Nf1", "active root diameter of a"),
    pair("active_root_diameter_b", "m", "d_Nf2", "active root diameter of b"),
    pair("active_tip_diameter_a", "m", "d_Na1", "active tip diameter of a"),
    pair("active_tip_diameter_b", "m", "d_Na2", "active tip diameter of b"),
    pair("backlash_circumferential", "m", "j_wt", "backlash on the working circles"),
    pair("backlash_normal", "m", "j_bn", "backlash normal to the flanks"),
    pair("backlash_line_of_action", "m", "j_bt", "backlash along the line of action, transverse plane"),
    pair("backlash_angle_a", "rad", "j_φ1", "free rotation of a with b fixed"),
    pair("backlash_angle_b", "rad", "j_φ2", "free rotation of b with a fixed"),
    pair("clearance_a", "m", "c_1", "clearance between the tip of b and the root of a"),
    pair("clearance_b", "m", "c_2", "clearance between the tip of a and the root of b"),
    detail(pair("sliding_factor.A", "1", "K_gA", "slip (b minus a) over pitch line speed at A")),
    detail(pair("sliding_factor.E", "1", "K_gE", "slip (b minus a) over pitch line speed at E")),
    detail(pair("specific_sliding_a.A", "1", "ζ_1A", "specific sliding of a at A")),
    detail(pair("specific_sliding_a.E", "1", "ζ_1E", "specific sliding of a at E")),
    detail(pair("specific_sliding_b.A", "1", "ζ_2A", "specific sliding of b at A")),
    detail(pair("specific_sliding_b.E", "1", "ζ_2E", "specific sliding of b at E")),
    detail(pair("relative_curvature.C", "m", "ρ_C", "normal radius of relative curvature at the pitch point")),
    detail(pair("pitch_line_speed", "m/s", "v_t", "speed on the working circles, when the study gives a speed")),
    detail(pair("sliding_speed.A", "m/s", "v_gA", "slip speed (b minus a) at A, when the study gives a speed")),
    detail(pair("sliding_speed.E", "m/s", "v_gE", "slip speed (b minus a) at E, when the study gives a speed")),
    pair("no_load_te_peak_to_peak", "m", "", "unloaded transmission error, peak to peak, right flanks of a in contact; of modified, deviating or misaligned gears"),
    detail(pair("no_load_te_mean", "m", "", "mean unloaded transmission error, right flanks of a in contact")),
    pair("no_load_te_peak_to_peak_left", "m", "", "unloaded transmission error, peak to peak, left flanks of a in contact"),
    detail(pair("no_load_te_mean_left", "m", "", "mean unloaded transmission error, left flanks of a in contact")),
    pair("no_load_least_backlash", "m", "", "least backlash along the line of action without load, with modifications, deviations and misalignment; negative: the teeth overlap"),
    set("kind", "", "", "simple, stepped, wolfrom or ravigneaux"),
    set("planets", "1", "N", "number of planets"),
    set("center_distance", "m", "a", "distance of the planets' axes from the common axis"),
    set("short_center_distance", "m", "a_2", "distance of the short planets' axes from the common axis, ravigneaux"),
    detail(set("coaxiality_mismatch", "m", "", "largest difference of the centre distances at which the meshes have no backlash before allowances")),
    set("planet_clearance", "m", "c", "least distance of the tip circles of neighbouring planets"),
    set("position_steps", "1", "M", "number of places on a turn at which a planet fits the teeth; 0: it fits everywhere"),
    set("is_equally_spaced", "", "", "whether the planets are equally spaced"),
    set("largest_angle_error", "rad", "", "largest distance of a planet from its place at equal spacing"),
    set("main_ratio", "1", "i", "speed ratio of the usual use: input over output"),
    set("main_ratio_of", "", "", "the members between which the main ratio is"),
    set("mesh_frequency_per_turn", "1", "", "teeth that pass the meshes of planet in a turn of the input, in the usual use"),
    ratio!("sun", "sun_2", "ring"),
    ratio!("sun", "sun_2", "carrier"),
    ratio!("sun", "ring", "ring_2"),
    ratio!("sun", "ring", "carrier"),
    ratio!("sun", "ring_2", "carrier"),
    ratio!("sun_2", "sun", "ring"),
    ratio!("sun_2", "sun", "carrier"),
    ratio!("sun_2", "ring", "carrier"),
    ratio!("ring", "sun", "sun_2"),
    ratio!("ring", "sun", "ring_2"),
    ratio!("ring", "sun", "carrier"),
    ratio!("ring", "sun_2", "carrier"),
    ratio!("ring", "ring_2", "carrier"),
    ratio!("ring_2", "sun", "ring"),
    ratio!("ring_2", "sun", "carrier"),
    ratio!("ring_2", "ring", "carrier"),
    ratio!("carrier", "sun", "sun_2"),
    ratio!("carrier", "sun", "ring"),
    ratio!("carrier", "sun", "ring_2"),
    ratio!("carrier", "sun_2", "ring"),
    ratio!("carrier", "ring", "ring_2"),
    set("phasing.sun_planet", "", "", "what the meshes sun–planet do together: in phase, sequential, counter-phase or mixed"),
    set("phasing.planet_ring", "", "", "the same of the meshes planet–ring"),
    set("phasing.planet_2_ring", "", "", "the same of the meshes planet_2–ring, stepped"),
    set("phasing.planet_2_ring_2", "", "", "the same of the meshes planet_2–ring_2, wolfrom"),
    set("phasing.planet_planet_2", "", "", "the same of the meshes of long and short planets, ravigneaux"),
    set("phasing.sun_2_planet_2", "", "", "the same of the meshes sun_2–planet_2, stepped or ravigneaux"),
    detail(set("ring_to_sun_lag", "1", "γ_rs", "fraction of the mesh period by which the mesh of a ring comes after that of the sun on the same rim of one planet")),
    detail(set("is_hunting.sun_planet", "", "", "whether every tooth of the sun meets every tooth of the planet")),
    detail(set("is_hunting.planet_ring", "", "", "the same of planet and ring")),
    detail(set("is_hunting.planet_2_ring", "", "", "the same of planet_2 and ring, stepped")),
    detail(set("is_hunting.planet_2_ring_2", "", "", "the same of planet_2 and ring_2, wolfrom")),
    detail(set("is_hunting.planet_planet_2", "", "", "the same of long and short planet, ravigneaux")),
    detail(set("is_hunting.sun_2_planet_2", "", "", "the same of sun_2 and planet_2, stepped or ravigneaux")),
    machine("degrees_of_freedom", "1", "motions that joints and drives leave free at the start"),
    machine("redundant_constraints", "1", "redundant constraints of joints and drives at the start"),
    detail(machine("assembly_motion", "1", "displacement of bodies at the start to close the joints, as a fraction of the extent of the machine, or in rad")),
    machine("end_time", "s", "time of the last state"),
    machine("steps", "1", "time steps; of a static study steps of load"),
    machine("iterations", "1", "Newton iterations of all steps; of a static study of all steps of load"),
    machine("factorisations", "1", "matrices that a transient study factored"),
    machine("halved_steps", "1", "steps of a transient study that did not converge and were done in halves"),
    machine("rejected_steps", "1", "steps of a transient study with `accuracy` whose error was too large"),
    machine("rounded_steps", "1", "steps of a transient study with `accuracy` that exceed it because of rounding errors"),
    machine("smallest_step", "s", "shortest step of a transient study with `accuracy`, also where a row or an event cut it"),
    machine("largest_step", "s", "longest step of a transient study with `accuracy`"),
    machine("stopped_by", "", "the event that ended the run"),
    machine("energy.kinetic", "J", "kinetic energy at the end"),
    machine("energy.potential", "J", "energy of weight and springs at the end"),
    machine("energy.dissipated", "J", "energy turned into heat since the start of the study"),
    machine("energy.supplied", "J", "energy brought in by drives, given forces and the sources of motors since the start of the study"),
    machine("energy.drift", "J", "change of the balance kinetic + potential + dissipated − supplied from first to last row"),
    detail(machine("energy.largest_drift", "J", "largest change of the balance from the first row")),
    machine("energy.relative_drift", "1", "largest change of the balance over the largest energy that was in motion"),
    machine("largest_residual.length", "m", "largest opening of a joint along its axes, of all rows"),
    machine("largest_residual.angle", "rad", "largest opening of a joint about its axes, of all rows"),
    sensor("last", "value in the last row"),
    sensor("min", "least value of all rows"),
    sensor("max", "largest value of all rows"),
    sensor("mean", "mean over time, by trapezoids between the rows"),
];

#[cfg(test)]
mod tests;
