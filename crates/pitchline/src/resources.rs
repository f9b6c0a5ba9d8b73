//! What is dear to compute: asked for by its key, looked up in the cache, computed where it is not there. Studies and machines ask alike.

mod gear_body;
mod reduced_gear;
mod room;

pub use gear_body::SeatSupport;
pub(crate) use gear_body::{GearBody, MemoryUse, element_name};
pub use reduced_gear::request;
pub(crate) use reduced_gear::{KeptBody, ReducedGear};

use std::fmt::Display;

use crate::cache::{Cached, Key};
use crate::studies::{Failure, Job};

/// Something that is kept in the cache.
pub(crate) trait Resource {
    /// What it is.
    type Value;
    /// Why bytes are not those of one.
    type Damage: Display;

    /// What it depends on, field by field, and nothing else.
    fn key(&self) -> Key;

    /// What it is called where people are told of it.
    fn description(&self) -> String;

    /// Reads it back from the bytes of the cache; an error counts as damage.
    fn decode(&self, bytes: &[u8]) -> Result<Self::Value, Self::Damage>;

    /// Computes it.
    fn compute(&self, job: &mut Job) -> Result<Self::Value, Failure>;

    /// Its bytes.
    fn encode(&self, value: &Self::Value) -> Vec<u8>;

    /// Takes it from the cache, or computes it and puts it there.
    fn obtain(&self, job: &mut Job) -> Result<Cached<Self::Value>, Failure> {
        let cache = job.options().cache;
        cache.get_or_compute(
            &self.key(),
            &self.description(),
            |bytes| self.decode(bytes),
            || self.compute(job),
            |value| self.encode(value),
        )
    }
}
