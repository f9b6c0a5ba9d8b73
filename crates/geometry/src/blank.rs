//! The body that carries the teeth of a cylindrical gear: rim, web, hub, bore.
//!
//! Where the body is held is its seat: the bore of an external gear, the outer cylinder of an internal one, the back
//! of a rack. Checked against its gear a blank becomes a row of [`Ring`]s from the root of the teeth to the seat.

use crate::error::Mm;
use crate::{CylindricalGear, Wheel};

/// A web: the disc between rim and hub, thinner than the teeth are wide.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Web {
    /// Its thickness along the axis (m).
    pub thickness: f64,
    /// Place of its middle along the axis, from mid face width (m).
    pub position: f64,
}

/// The hub of a gear with a web.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hub {
    /// Its outer radius (m).
    pub radius: f64,
    /// Its length along the axis, its middle at mid face width (m).
    pub width: f64,
}

/// What a designer says of a gear's body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blank {
    /// Radius of the seat: bore of an external gear, outer cylinder of an internal one (m). `None` on a rack.
    pub seat_radius: Option<f64>,
    /// Thickness of the rim, from the root of the teeth to the web; without a web to the seat (m).
    pub rim: Option<f64>,
    /// The web; `None` for a solid body.
    pub web: Option<Web>,
    /// The hub; `None` where the web reaches the bore.
    pub hub: Option<Hub>,
}

/// Which part of the body a ring is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RingKind {
    /// Below the teeth, as wide as they are; the whole body where there is no web.
    Rim,
    /// The thin disc.
    Web,
    /// Around the bore.
    Hub,
}

impl std::fmt::Display for RingKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Rim => "rim",
            Self::Web => "web",
            Self::Hub => "hub",
        })
    }
}

/// A part of the body between two radii, on a rack between two heights over the datum line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ring {
    /// Which part.
    pub kind: RingKind,
    /// Radius or height on the side of the teeth (m).
    pub from: f64,
    /// Radius or height on the side of the seat (m).
    pub to: f64,
    /// Where it begins and ends along the axis (m).
    pub width: [f64; 2],
}

/// Why a blank does not carry the teeth of its gear. Lengths in metres.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[allow(
    missing_docs,
    reason = "the fields are named after the quantities that the messages explain"
)]
pub enum BlankError {
    #[error("{key} = {value} is no size of a blank: give a positive length")]
    NotALength { key: &'static str, value: f64 },
    #[error("the body has no end: give {key}")]
    NoSeat { key: &'static str },
    #[error("a rack has no seat_radius ({}): give rim, the thickness behind its teeth", Mm(*seat_radius))]
    RackHasNoRadius { seat_radius: f64 },
    #[error("a {part} needs a wheel with external teeth")]
    OnlyOnExternal { part: &'static str },
    #[error("the bore, radius {}, reaches the root of the teeth, radius {}", Mm(*bore_radius), Mm(*root_radius))]
    BoreBeyondRoot { bore_radius: f64, root_radius: f64 },
    #[error("the outside of the ring, radius {}, lies inside the root of its teeth, radius {}", Mm(*seat_radius), Mm(*root_radius))]
    SeatInsideRoot { seat_radius: f64, root_radius: f64 },
    #[error("without a web the rim ends at the seat: rim {} and seat_radius {} do not agree, leave one of them out or write rim = {}", Mm(*rim), Mm(*seat_radius), Mm(*expected))]
    RimAgainstSeat {
        rim: f64,
        seat_radius: f64,
        expected: f64,
    },
    #[error("a web needs a rim: give rim, less than {}", Mm(*largest))]
    WebWithoutRim { largest: f64 },
    #[error("a hub needs a web between it and the rim: give web, or leave the hub out")]
    HubWithoutWeb,
    #[error("the rim, {} thick, leaves no room for the web above radius {}: make it thinner than {}", Mm(*rim), Mm(*inner_radius), Mm(*largest))]
    RimTooThick {
        rim: f64,
        inner_radius: f64,
        largest: f64,
    },
    #[error("the hub, radius {}, lies inside the bore, radius {}", Mm(*hub_radius), Mm(*bore_radius))]
    HubInsideBore { hub_radius: f64, bore_radius: f64 },
    #[error("the hub, radius {}, reaches the rim, whose inside has radius {}", Mm(*hub_radius), Mm(*rim_radius))]
    HubBeyondRim { hub_radius: f64, rim_radius: f64 },
    #[error("the web, from {} to {} along the axis, leaves the {part}, from {} to {}", Mm(web[0]), Mm(web[1]), Mm(limits[0]), Mm(limits[1]))]
    WebOutside {
        part: RingKind,
        web: [f64; 2],
        limits: [f64; 2],
    },
}

/// The last digits of a sum are no reason to refuse a blank.
const ROUNDING: f64 = 1e-9;

impl Blank {
    /// A solid body from the teeth to a bore, or to the outer cylinder of an internal gear.
    pub fn solid(seat_radius: f64) -> Self {
        Self {
            seat_radius: Some(seat_radius),
            rim: None,
            web: None,
            hub: None,
        }
    }

    /// A rim that is held on its other side: internal gears and racks, thin rings.
    pub fn rim(thickness: f64) -> Self {
        Self {
            seat_radius: None,
            rim: Some(thickness),
            web: None,
            hub: None,
        }
    }

    /// The parts of the body from the root of the teeth to the seat, or why there is no such body.
    pub fn rings(&self, gear: &CylindricalGear) -> Result<Vec<Ring>, BlankError> {
        self.check_lengths()?;
        let half_width = 0.5 * gear.data().face_width;
        let face = [-half_width, half_width];
        let rim = |from: f64, to: f64| Ring {
            kind: RingKind::Rim,
            from,
            to,
            width: face,
        };
        match gear {
            CylindricalGear::Rack(rack) => {
                self.check_plain()?;
                if let Some(seat_radius) = self.seat_radius {
                    return Err(BlankError::RackHasNoRadius { seat_radius });
                }
                let thickness = self.rim.ok_or(BlankError::NoSeat { key: "rim" })?;
                Ok(vec![rim(-rack.root_depth, -rack.root_depth - thickness)])
            }
            CylindricalGear::Wheel(wheel) => {
                if wheel.is_internal() {
                    self.check_plain()?;
                }
                let root = wheel.root_radius;
                match self.web {
                    None => Ok(vec![rim(root, self.solid_seat(wheel)?)]),
                    Some(web) => self.webbed(root, web, rim),
                }
            }
        }
    }

    /// Rim, web and perhaps hub of an external gear.
    fn webbed(
        &self,
        root: f64,
        web: Web,
        rim: impl Fn(f64, f64) -> Ring,
    ) -> Result<Vec<Ring>, BlankError> {
        let bore = self
            .seat_radius
            .ok_or(BlankError::NoSeat { key: "seat_radius" })?;
        check_bore(bore, root)?;
        let inner_radius = self.hub.map_or(bore, |hub| hub.radius);
        let thickness = self.rim.ok_or(BlankError::WebWithoutRim {
            largest: root - inner_radius,
        })?;
        let rim = rim(root, root - thickness);
        let web_ring = Ring {
            kind: RingKind::Web,
            from: rim.to,
            to: inner_radius,
            width: [-0.5, 0.5].map(|side| web.position + side * web.thickness),
        };
        check_inside(&web_ring, &rim)?;
        let mut rings = vec![rim, web_ring];
        if let Some(hub) = self.hub {
            if hub.radius <= bore {
                return Err(BlankError::HubInsideBore {
                    hub_radius: hub.radius,
                    bore_radius: bore,
                });
            }
            if hub.radius >= rim.to {
                return Err(BlankError::HubBeyondRim {
                    hub_radius: hub.radius,
                    rim_radius: rim.to,
                });
            }
            let ring = Ring {
                kind: RingKind::Hub,
                from: hub.radius,
                to: bore,
                width: [-0.5 * hub.width, 0.5 * hub.width],
            };
            check_inside(&web_ring, &ring)?;
            rings.push(ring);
        }
        if rim.to <= inner_radius {
            return Err(BlankError::RimTooThick {
                rim: thickness,
                inner_radius,
                largest: root - inner_radius,
            });
        }
        Ok(rings)
    }

    /// Seat of a wheel without a web, given by its radius or by the thickness of the rim.
    fn solid_seat(&self, wheel: &Wheel) -> Result<f64, BlankError> {
        if self.hub.is_some() {
            return Err(BlankError::HubWithoutWeb);
        }
        let root = wheel.root_radius;
        let outward = if wheel.is_internal() { 1.0 } else { -1.0 };
        let by_rim = self.rim.map(|rim| root + outward * rim);
        let seat = match (self.seat_radius, by_rim) {
            (Some(seat), None) | (None, Some(seat)) => seat,
            (None, None) => return Err(BlankError::NoSeat { key: "seat_radius" }),
            (Some(seat), Some(by_rim)) => {
                if (seat - by_rim).abs() > ROUNDING * root {
                    return Err(BlankError::RimAgainstSeat {
                        rim: outward * (by_rim - root),
                        seat_radius: seat,
                        expected: outward * (seat - root),
                    });
                }
                seat
            }
        };
        if !wheel.is_internal() {
            if seat <= 0.0 {
                return Err(BlankError::RimTooThick {
                    rim: root - seat,
                    inner_radius: 0.0,
                    largest: root,
                });
            }
            check_bore(seat, root)?;
        } else if seat <= root {
            return Err(BlankError::SeatInsideRoot {
                seat_radius: seat,
                root_radius: root,
            });
        }
        Ok(seat)
    }

    fn check_lengths(&self) -> Result<(), BlankError> {
        let lengths = [
            ("seat_radius", self.seat_radius),
            ("rim", self.rim),
            ("web.thickness", self.web.map(|web| web.thickness)),
            ("hub.radius", self.hub.map(|hub| hub.radius)),
            ("hub.width", self.hub.map(|hub| hub.width)),
        ];
        for (key, value) in lengths {
            if let Some(value) = value
                && !(value.is_finite() && value > 0.0)
            {
                return Err(BlankError::NotALength { key, value });
            }
        }
        match self.web {
            Some(web) if !web.position.is_finite() => Err(BlankError::NotALength {
                key: "web.position",
                value: web.position,
            }),
            _ => Ok(()),
        }
    }

    fn check_plain(&self) -> Result<(), BlankError> {
        if self.web.is_some() {
            return Err(BlankError::OnlyOnExternal { part: "web" });
        }
        if self.hub.is_some() {
            return Err(BlankError::OnlyOnExternal { part: "hub" });
        }
        Ok(())
    }
}

fn check_bore(bore_radius: f64, root_radius: f64) -> Result<(), BlankError> {
    if bore_radius >= root_radius {
        return Err(BlankError::BoreBeyondRoot {
            bore_radius,
            root_radius,
        });
    }
    Ok(())
}

/// The web ends on its neighbour.
fn check_inside(web: &Ring, part: &Ring) -> Result<(), BlankError> {
    let slack = ROUNDING * (part.width[1] - part.width[0]);
    if web.width[0] < part.width[0] - slack || web.width[1] > part.width[1] + slack {
        return Err(BlankError::WebOutside {
            part: part.kind,
            web: web.width,
            limits: part.width,
        });
    }
    Ok(())
}
