//! Gears and pairs to test the pictures with.

use crate::geometry::{
    BasicRack, CutterData, CylindricalData, CylindricalGear, GearKind, GearPair, Hand, PairData,
    Severity, Thinning, Tip, ToothSystem,
};
use crate::model::{Gear, Material, Pair};

/// A plain 20° gear of module 3 mm.
pub(super) fn data(kind: GearKind, teeth: u32) -> CylindricalData {
    CylindricalData {
        kind,
        teeth,
        system: ToothSystem {
            module: 3e-3,
            pressure_angle: 20_f64.to_radians(),
            helix_angle: 0.0,
            hand: Hand::Right,
        },
        face_width: 0.02,
        profile_shift: 0.0,
        rack: BasicRack::A,
        tip: Tip::Alteration(0.0),
        thickness_allowance: 0.0,
        thinning: Thinning::Feed,
        cutter: CutterData::default(),
        span_teeth: None,
        ball_diameter: None,
        bore_radius: None,
        rim: None,
    }
}

/// The gear as one of a model.
pub(super) fn gear(geometry: &CylindricalGear, name: &str) -> Gear<CylindricalGear> {
    Gear {
        name: name.to_owned(),
        geometry: geometry.clone(),
        material: Material {
            name: "steel".to_owned(),
            youngs_modulus: 2e11,
            poisson_ratio: 0.3,
            density: 7800.0,
        },
        flanks: crate::model::FlankData::default(),
        blank: None,
        mesh: Default::default(),
        is_double_helical: false,
    }
}

/// The pair, if there is such a pair.
pub(super) fn pair(
    a: CylindricalData,
    b: CylindricalData,
    center_distance: Option<f64>,
) -> Option<Pair<GearPair>> {
    let data = PairData {
        center_distance,
        allow_interference: true,
    };
    let [a, b] = [a, b].map(CylindricalGear::build);
    let geometry = GearPair::build(a.ok()?, b.ok()?, data).ok()?;
    let is_sound = geometry
        .findings
        .iter()
        .all(|finding| finding.severity() == Severity::Warning);
    is_sound.then(|| Pair {
        name: "stage-1".to_owned(),
        a: "pinion".to_owned(),
        b: "wheel".to_owned(),
        geometry,
        misalignment: crate::geometry::Misalignment::default(),
    })
}

/// Numbers that look random and are the same in every run (Lehmer, modulus 2³¹ − 1, multiplier 48271).
pub(super) struct Dice(pub(super) u64);

impl Dice {
    /// Between two numbers.
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0 * 48_271 % 0x7fff_ffff;
        low + (high - low) * self.0 as f64 / 2_147_483_647.0
    }

    /// A random pair of any kind; `None` if these numbers make none.
    pub(super) fn pair(&mut self) -> Option<Pair<GearPair>> {
        let kinds = [GearKind::External, GearKind::Internal, GearKind::Rack];
        let mate = kinds[self.between(0.0, 2.999) as usize];
        let teeth = self.between(9.0, 60.0) as u32;
        let more = self.between(1.0, 6.0).powi(2);
        let mut pinion = data(GearKind::External, teeth);
        let mut other = data(mate, teeth + 10 + (more * 10.0) as u32);
        let module = 10_f64.powf(self.between(-3.7, -1.3));
        let helix_angle = (self.between(-30.0, 30.0)).to_radians().max(0.0);
        let is_internal = mate == GearKind::Internal;
        for gear in [&mut pinion, &mut other] {
            gear.system.module = module;
            gear.system.helix_angle = helix_angle;
            gear.profile_shift = self.between(-0.2, 0.7);
            gear.thickness_allowance = -module * self.between(0.0, 0.1).max(0.02);
            gear.rack = [BasicRack::A, BasicRack::C, BasicRack::D][self.between(0.0, 2.9) as usize];
            gear.rim = (self.between(0.0, 1.0) > 0.6).then_some(3.0 * module);
        }
        other.system.hand = if is_internal { Hand::Right } else { Hand::Left };
        if is_internal {
            other.tip = Tip::Alteration(-0.1);
        }
        let distance = self.between(0.0, 1.0) > 0.7 && mate == GearKind::External;
        let found = pair(pinion, other, None)?;
        let center_distance =
            distance.then(|| found.geometry.center_distance + self.between(0.0, 0.1) * module);
        if self.between(0.0, 1.0) > 0.5 {
            pair(other, pinion, center_distance)
        } else {
            pair(pinion, other, center_distance)
        }
    }
}
