//! The level `planar`: teeth that deform and rub in the plane of their wheels. \[theory:planar-contact\]

pub mod contact;
mod history;

pub use contact::PlanarPairContact;
