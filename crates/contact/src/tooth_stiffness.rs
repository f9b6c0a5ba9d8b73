//! How stiff teeth are when nobody has measured it: ISO 6336-1, method B. \[theory:mesh-laws\] (21)-(27)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | z_n1, z_n2 | `virtual_teeth` of pinion and mate; infinite for a ring or rack | |
//! | x_1, x_2 | `profile_shifts`, of a ring with the sign of the standard | |
//! | q′ | `flexibility` of a pair of teeth | m²/N |
//! | c′_th, c′ | `theoretical`, `single`: stiffness of a pair of teeth per width | N/m² |
//! | c_γα, c_γβ | `mesh`, `misaligned`: mean stiffness of the mesh per width | N/m² |
//! | C_M, C_R, C_B | correction, blank and basic rack factors | |
//! | b | `face_width` | m |
//!
//! All stiffnesses act along the line of action in the transverse plane. The standard writes them in N/(mm µm), which is 1e9 N/m².
//!
//! # References
//! \[iso6336-1\] clause 9.

mod bevel;
mod blank;
mod remark;

pub use bevel::CrossingKind;
pub use blank::WebbedBlank;
pub use remark::StiffnessRemark;

use pitchline_geometry::{CylindricalGear, GearKind, GearPair};

use crate::LawError;
use crate::error::positive;

/// One N/(mm µm) in N/m².
const PER_MM_UM: f64 = 1e9;
/// Coefficients C_1 to C_9 of the flexibility (mm µm/N). \[iso6336-1\] table 9
const FLEXIBILITY: [f64; 9] = [
    0.04723, 0.15551, 0.25791, -0.00635, -0.11654, -0.00193, -0.24188, 0.00529, 0.00182,
];
/// C_M: measured over theoretical stiffness of solid discs. \[iso6336-1\] clause 9.3
const CORRECTION_FACTOR: f64 = 0.8;
/// Young's modulus of the steel that the coefficients hold for (Pa). \[iso6336-1\] clause 9.3
const STEEL: f64 = 206e9;
/// Line load F_t K_A/b below which teeth are softer, 100 N/mm (N/m). \[iso6336-1\] clause 9.3
const FULL_LOAD: f64 = 1e5;

/// What the standard asks besides the gears; two of a thing are of gear a and gear b.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StiffnessData {
    /// Young's moduli (Pa).
    pub young_moduli: [f64; 2],
    /// Bodies with rim and web; `None` where the body is solid.
    pub blanks: [Option<WebbedBlank>; 2],
    /// Tangential load over face width F_t K_A/b (N/m); `None` for 100 N/mm and more, where the stiffness does not depend on it.
    pub line_load: Option<f64>,
}

impl Default for StiffnessData {
    /// Solid bodies of steel under full load.
    fn default() -> Self {
        Self {
            young_moduli: [STEEL; 2],
            blanks: [None; 2],
            line_load: None,
        }
    }
}

/// A pair of teeth as the standard sees it: the pinion first, its mate second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StandardTeeth {
    /// Virtual numbers of teeth; infinite for a ring or rack.
    pub virtual_teeth: [f64; 2],
    /// Profile shift coefficients; of a ring positive towards its axis, of a rack zero.
    pub profile_shifts: [f64; 2],
    /// Dedendums h_fP of the basic racks, in modules.
    pub dedendums: [f64; 2],
    /// Normal pressure angle α_Pn of the basic racks (rad).
    pub pressure_angle: f64,
    /// Helix angle β (rad).
    pub helix_angle: f64,
    /// Transverse contact ratio ε_α.
    pub transverse_contact_ratio: f64,
    /// Gear blank factor C_R; 1 for solid bodies.
    pub blank_factor: f64,
    /// Young's moduli (Pa).
    pub young_moduli: [f64; 2],
    /// As in [`StiffnessData`].
    pub line_load: Option<f64>,
}

/// Stiffness of teeth per width, and of the mesh.
#[derive(Debug, Clone, PartialEq)]
pub struct ToothStiffness {
    /// Theoretical stiffness of a pair of teeth c′_th (N/m²).
    pub theoretical: f64,
    /// Stiffness of a pair of teeth c′ (N/m²).
    pub single: f64,
    /// Mean stiffness of the mesh c_γα (N/m²).
    pub mesh: f64,
    /// Mean stiffness c_γβ of a mesh whose load is uneven over the width (N/m²).
    pub misaligned: f64,
    /// What to know of these numbers.
    pub remarks: Vec<StiffnessRemark>,
}

impl ToothStiffness {
    /// Of two cylindrical gears: external, internal or with a rack; spur or helical.
    pub fn of_pair(pair: &GearPair, data: &StiffnessData) -> Result<Self, LawError> {
        let mut stiffness = StandardTeeth::of_pair(pair, data)?.stiffness()?;
        if pair.a.data().kind == GearKind::Rack || pair.b.data().kind == GearKind::Rack {
            stiffness.remarks.push(StiffnessRemark::Rack);
        }
        if pair.is_internal() {
            stiffness.remarks.push(StiffnessRemark::Internal);
        }
        Ok(stiffness)
    }

    /// Stiffness of a mesh of this width along the line of action in the transverse plane (N/m). \[theory:mesh-laws\] (27)
    pub fn over(&self, face_width: f64) -> f64 {
        self.mesh * face_width
    }
}

impl StandardTeeth {
    /// Pinion and mate of a pair: the ring or rack is the mate, else the gear with more teeth.
    pub fn of_pair(pair: &GearPair, data: &StiffnessData) -> Result<Self, LawError> {
        let order = if is_mate_first(pair) { [1, 0] } else { [0, 1] };
        let gears = order.map(|i| [&pair.a, &pair.b][i]);
        let system = gears[0].data().system;
        let mut blank_factor = 1f64;
        for (gear, blank) in [&pair.a, &pair.b].into_iter().zip(data.blanks) {
            if let Some(blank) = blank {
                // The softer body counts: the figure is for mates that are as stiff or stiffer.
                let own = blank.factor(gear.data().face_width, system.module)?;
                blank_factor = blank_factor.min(own);
            }
        }
        Ok(Self {
            virtual_teeth: gears.map(virtual_teeth),
            profile_shifts: gears.map(standard_shift),
            dedendums: gears.map(|gear| gear.data().rack.dedendum),
            pressure_angle: system.pressure_angle,
            helix_angle: system.helix_angle,
            transverse_contact_ratio: pair.transverse_contact_ratio,
            blank_factor,
            young_moduli: data.young_moduli,
            line_load: data.line_load,
        })
    }

    /// The stiffnesses of the standard. \[theory:mesh-laws\] (21)-(26)
    pub fn stiffness(&self) -> Result<ToothStiffness, LawError> {
        for modulus in self.young_moduli {
            positive("young_modulus", modulus)?;
        }
        let flexibility = self.flexibility();
        let basic_rack = self.basic_rack_factor();
        for (what, value) in [
            ("flexibility q' in mm um/N", flexibility),
            ("basic rack factor C_B", basic_rack),
        ] {
            if !(value.is_finite() && value > 0.0) {
                return Err(LawError::OutsideStandard { what, value });
            }
        }
        let theoretical = PER_MM_UM / flexibility;
        let single = theoretical
            * CORRECTION_FACTOR
            * self.blank_factor
            * basic_rack
            * self.helix_angle.cos()
            * self.material_factor()
            * self.load_factor()?;
        let mesh = single * (0.75 * self.transverse_contact_ratio + 0.25);
        Ok(ToothStiffness {
            theoretical,
            single,
            mesh,
            misaligned: 0.85 * mesh,
            remarks: remark::of(self),
        })
    }

    /// q′ (mm µm/N). \[theory:mesh-laws\] (21)
    fn flexibility(&self) -> f64 {
        let [z_1, z_2] = self.virtual_teeth;
        let [x_1, x_2] = self.profile_shifts;
        let terms = [
            1.0,
            1.0 / z_1,
            1.0 / z_2,
            x_1,
            x_1 / z_1,
            x_2,
            x_2 / z_2,
            x_1 * x_1,
            x_2 * x_2,
        ];
        FLEXIBILITY
            .iter()
            .zip(terms)
            .map(|(c, term)| c * term)
            .sum()
    }

    /// C_B, the mean of both gears. \[theory:mesh-laws\] (24)
    fn basic_rack_factor(&self) -> f64 {
        let angle = 1.0 - 0.02 * (20.0 - self.pressure_angle.to_degrees());
        let own = |dedendum: f64| (1.0 + 0.5 * (1.2 - dedendum)) * angle;
        0.5 * (own(self.dedendums[0]) + own(self.dedendums[1]))
    }

    /// E/E_steel with the harmonic mean of both moduli. \[theory:mesh-laws\] (25)
    fn material_factor(&self) -> f64 {
        let [e_1, e_2] = self.young_moduli;
        2.0 * e_1 * e_2 / (e_1 + e_2) / STEEL
    }

    /// (F_t K_A/b / 100 N/mm)^¼ below 100 N/mm. \[theory:mesh-laws\] (25)
    fn load_factor(&self) -> Result<f64, LawError> {
        let Some(load) = self.line_load else {
            return Ok(1.0);
        };
        positive("line_load", load)?;
        Ok((load / FULL_LOAD).min(1.0).powf(0.25))
    }
}

/// Whether wheel a is what the standard calls the wheel: a ring, a rack, or the one with more teeth; of equal ones the less
/// shifted, for which the coefficients hold.
fn is_mate_first(pair: &GearPair) -> bool {
    let [a, b] = [pair.a.data(), pair.b.data()];
    if a.kind != GearKind::External || b.kind != GearKind::External {
        return pair.is_swapped();
    }
    a.teeth > b.teeth || (a.teeth == b.teeth && a.profile_shift < b.profile_shift)
}

/// z_n = z/(cos² β_b cos β). \[theory:mesh-laws\] (22)
fn virtual_teeth(gear: &CylindricalGear) -> f64 {
    let data = gear.data();
    match data.kind {
        GearKind::External => {
            let system = data.system;
            let base = system.base_helix_angle().cos();
            f64::from(data.teeth) / (base * base * system.helix_angle.cos())
        }
        GearKind::Internal | GearKind::Rack => f64::INFINITY,
    }
}

/// The profile shift with the sign of the standard (`sign:internal`).
fn standard_shift(gear: &CylindricalGear) -> f64 {
    let data = gear.data();
    match data.kind {
        GearKind::External => data.profile_shift,
        GearKind::Internal => -data.profile_shift,
        GearKind::Rack => 0.0,
    }
}
