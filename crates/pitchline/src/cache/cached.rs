//! Takes a result from the cache or computes and stores it, and tells which.

use std::fmt::Display;
use std::sync::atomic::Ordering;

use super::{Cache, Fault, Key, Lookup, Put};

/// What the cache was good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CacheUse {
    /// The result came from it.
    Hit,
    /// The result was computed and is there now.
    Stored,
    /// The result was computed and could not be stored.
    NotStored,
    /// There was none.
    Off,
}

impl CacheUse {
    /// The word for results: `hit`, `stored`, `not-stored` or `off`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Stored => "stored",
            Self::NotStored => "not-stored",
            Self::Off => "off",
        }
    }

    /// What people are told.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Hit => "from the cache",
            Self::Stored => "computed, now in the cache",
            Self::NotStored => "computed, not in the cache",
            Self::Off => "computed without the cache",
        }
    }
}

/// A result, and how it was come by.
#[derive(Debug, Clone, PartialEq)]
pub struct Cached<T> {
    /// The result.
    pub value: T,
    /// What the cache was good for.
    pub usage: CacheUse,
    /// What went wrong with the cache, one sentence each; the result is right all the same.
    pub warnings: Vec<String>,
}

impl Cache {
    /// Takes a result from the cache, or computes and stores it.
    ///
    /// A payload that `decode` refuses counts as damaged. Whatever is wrong with the cache, the result is computed and
    /// the fault becomes a warning; that nothing can be stored is said once for a cache. Fails only as `compute` does.
    pub fn get_or_compute<T, E, D: Display>(
        &self,
        key: &Key,
        description: &str,
        decode: impl FnOnce(&[u8]) -> Result<T, D>,
        compute: impl FnOnce() -> Result<T, E>,
        encode: impl FnOnce(&T) -> Vec<u8>,
    ) -> Result<Cached<T>, E> {
        let mut warnings = Vec::new();
        match self.look_up(key, decode) {
            Ok(Some(value)) => {
                return Ok(Cached {
                    value,
                    usage: CacheUse::Hit,
                    warnings,
                });
            }
            Ok(None) => {}
            Err(warning) => warnings.push(warning),
        }
        let value = compute()?;
        let usage = match self.folder() {
            None => {
                warnings.extend(self.reason().and_then(|reason| self.warn_once(reason)));
                CacheUse::Off
            }
            Some(_) => match self.put(key, description, &encode(&value)) {
                Put::Stored => CacheUse::Stored,
                Put::NotStored(reason) => {
                    warnings.extend(self.warn_once(&reason));
                    CacheUse::NotStored
                }
                Put::Off => CacheUse::Off,
            },
        };
        Ok(Cached {
            value,
            usage,
            warnings,
        })
    }

    /// A decoded result, none, or a warning about what is there instead.
    fn look_up<T, D: Display>(
        &self,
        key: &Key,
        decode: impl FnOnce(&[u8]) -> Result<T, D>,
    ) -> Result<Option<T>, String> {
        let tell = |file: &dyn Display, fault: &Fault| {
            format!("the cache entry {file} was not used and is computed anew: {fault}")
        };
        match self.get(key) {
            Lookup::Hit(payload) => decode(&payload).map(Some).map_err(|error| {
                let fault = Fault::Payload {
                    reason: error.to_string(),
                };
                tell(&super::file_name(key), &fault)
            }),
            Lookup::Miss => Ok(None),
            Lookup::Damaged { path, fault } => Err(tell(&path.display(), &fault)),
        }
    }

    fn warn_once(&self, reason: &str) -> Option<String> {
        let is_first = !self.has_warned.swap(true, Ordering::Relaxed);
        is_first.then(|| format!("nothing was stored in the cache: {reason}"))
    }
}
