//! Materials that a model may name without describing them.
//!
//! Nominal values at room temperature, for elastic deformation and inertia. Within a group they differ little
//! from grade to grade; whoever has measured values writes them under `[materials.N]`, and those win.

/// What a gear is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// As written in a model file.
    pub name: &'static str,
    /// Young's modulus E, Pa.
    pub youngs_modulus: f64,
    /// Poisson's ratio ν.
    pub poisson_ratio: f64,
    /// Density ρ, kg/m³.
    pub density: f64,
    /// What it is, and where the values come from.
    pub source: &'static str,
}

/// The built-in material of this name.
pub fn built_in(name: &str) -> Option<&'static Material> {
    BUILT_IN.iter().find(|material| material.name == name)
}

const fn material(
    name: &'static str,
    gigapascal: f64,
    poisson_ratio: f64,
    density: f64,
    source: &'static str,
) -> Material {
    Material {
        name,
        youngs_modulus: gigapascal * 1e9,
        poisson_ratio,
        density,
        source,
    }
}

/// All built-in materials.
pub static BUILT_IN: [Material; 13] = [
    material(
        "steel",
        210.0,
        0.3,
        7850.0,
        "Any unalloyed or low-alloy steel; E and ν as in EN 1993-1-1.",
    ),
    material(
        "16MnCr5",
        210.0,
        0.3,
        7850.0,
        "Case-hardening steel (EN ISO 683-3); nominal values of low-alloy steel.",
    ),
    material(
        "18CrNiMo7-6",
        210.0,
        0.3,
        7850.0,
        "Case-hardening steel (EN ISO 683-3); nominal values of low-alloy steel.",
    ),
    material(
        "42CrMo4",
        210.0,
        0.3,
        7850.0,
        "Quenched and tempered steel (EN ISO 683-2); nominal values of low-alloy steel.",
    ),
    material(
        "cast-iron",
        110.0,
        0.26,
        7200.0,
        "Grey cast iron like EN-GJL-250; middle of the usual 103 to 118 GPa, the modulus falls with stress.",
    ),
    material(
        "ductile-iron",
        174.0,
        0.275,
        7200.0,
        "Spheroidal graphite iron like EN-GJS-600-3; usual design values.",
    ),
    material(
        "bronze",
        95.0,
        0.34,
        8600.0,
        "Tin bronze CuSn12 for worm wheels; usual handbook values.",
    ),
    material(
        "brass",
        97.0,
        0.34,
        8470.0,
        "Machining brass CuZn39Pb3; usual handbook values.",
    ),
    material(
        "aluminium-7075",
        71.7,
        0.33,
        2810.0,
        "Wrought alloy EN AW-7075-T6; usual handbook values.",
    ),
    material(
        "titanium-6al4v",
        113.8,
        0.342,
        4430.0,
        "Ti-6Al-4V, annealed; usual handbook values.",
    ),
    material(
        "POM",
        2.8,
        0.35,
        1410.0,
        "Acetal copolymer, 23 °C, short-time modulus; it creeps and softens with temperature.",
    ),
    material(
        "PA66",
        3.1,
        0.4,
        1140.0,
        "Polyamide 66, dry, 23 °C, short-time modulus; moist it is about half as stiff.",
    ),
    material(
        "PEEK",
        4.0,
        0.38,
        1300.0,
        "Polyether ether ketone, unfilled, 23 °C, short-time modulus.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_solids() {
        for material in &BUILT_IN {
            assert!(
                (1e9..1e12).contains(&material.youngs_modulus),
                "{material:?}"
            );
            assert!((0.2..0.5).contains(&material.poisson_ratio), "{material:?}");
            assert!((1e3..1e4).contains(&material.density), "{material:?}");
            assert!(material.source.ends_with('.'), "{material:?}");
        }
    }

    #[test]
    fn names_lead_to_one_material_each() {
        for material in &BUILT_IN {
            assert_eq!(built_in(material.name), Some(material));
        }
        assert_eq!(built_in("wood"), None);
    }
}
