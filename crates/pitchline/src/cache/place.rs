//! Where the cache lies and how large it may grow, from the environment.

use std::ffi::OsString;
use std::path::PathBuf;

use super::Cache;
use super::amount::parse_size;

/// Bytes that a cache may take unless the environment says otherwise: 4 GiB.
pub const DEFAULT_LIMIT: u64 = 4 << 30;
/// Names the folder.
pub const FOLDER_VARIABLE: &str = "PITCHLINE_CACHE";
/// Names the largest size, such as `2 GiB`; `0` turns the cache off.
pub const LIMIT_VARIABLE: &str = "PITCHLINE_CACHE_LIMIT";

/// Families of systems that keep caches in different places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum System {
    Unix,
    MacOs,
    Windows,
}

const THIS_SYSTEM: System = if cfg!(windows) {
    System::Windows
} else if cfg!(target_os = "macos") {
    System::MacOs
} else {
    System::Unix
};

/// Where the cache lies and how large it may grow, or why there can be none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A folder, which need not exist.
    Folder {
        /// The folder.
        path: PathBuf,
        /// The most bytes that entries may take.
        limit: u64,
    },
    /// No cache, with the reason.
    Nowhere(String),
}

impl Place {
    /// What the environment of this process says.
    pub fn of_process() -> Self {
        Self::of_environment(|name| std::env::var_os(name))
    }

    /// What an environment says.
    pub fn of_environment(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        Self::on(THIS_SYSTEM, variable)
    }

    fn on(system: System, variable: impl Fn(&str) -> Option<OsString>) -> Self {
        // As everywhere, an empty variable is none.
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let limit = match variable(LIMIT_VARIABLE).map(|text| parse_size(&text.to_string_lossy())) {
            None => DEFAULT_LIMIT,
            Some(Ok(0)) => return Self::Nowhere(format!("{LIMIT_VARIABLE} is 0")),
            Some(Ok(limit)) => limit,
            // Better none than one that takes more of the disk than its owner wants.
            Some(Err(reason)) => return Self::Nowhere(format!("{LIMIT_VARIABLE}: {reason}")),
        };
        match folder(system, variable) {
            Some(path) => Self::Folder { path, limit },
            None => Self::Nowhere(format!(
                "there is no home folder to keep it in: set {FOLDER_VARIABLE} to a folder"
            )),
        }
    }

    /// Opens the cache there.
    pub fn open(&self) -> Cache {
        match self {
            Self::Folder { path, limit } => Cache::open(path, *limit),
            Self::Nowhere(reason) => Cache::impossible(reason),
        }
    }
}

fn folder(system: System, variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    if let Some(folder) = variable(FOLDER_VARIABLE) {
        return Some(folder.into());
    }
    // A relative path would be another cache in each working folder; the rules of that variable say to ignore it.
    let absolute = |name: &str| {
        let path = variable(name).map(PathBuf::from);
        path.filter(|path| path.has_root())
    };
    if let Some(folder) = absolute("XDG_CACHE_HOME") {
        return Some(folder.join("pitchline"));
    }
    match system {
        System::Unix => absolute("HOME").map(|home| home.join(".cache/pitchline")),
        System::MacOs => absolute("HOME").map(|home| home.join("Library/Caches/pitchline")),
        System::Windows => variable("LOCALAPPDATA")
            .map(|folder| PathBuf::from(folder).join("pitchline").join("cache")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(system: System, variables: &[(&str, &str)]) -> Place {
        Place::on(system, |name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.into())
        })
    }

    fn folder_of(system: System, variables: &[(&str, &str)]) -> String {
        match place(system, variables) {
            Place::Folder { path, limit } => {
                assert_eq!(limit, DEFAULT_LIMIT);
                path.to_string_lossy().replace('\\', "/")
            }
            Place::Nowhere(reason) => reason,
        }
    }

    #[test]
    fn the_first_variable_that_is_set_names_the_folder() {
        let home = ("HOME", "/home/ada");
        let xdg = ("XDG_CACHE_HOME", "/scratch");
        let own = ("PITCHLINE_CACHE", "cache");
        assert_eq!(
            folder_of(System::Unix, &[home]),
            "/home/ada/.cache/pitchline"
        );
        assert_eq!(folder_of(System::Unix, &[home, xdg]), "/scratch/pitchline");
        assert_eq!(folder_of(System::Unix, &[home, xdg, own]), "cache");
        assert_eq!(
            folder_of(System::MacOs, &[home]),
            "/home/ada/Library/Caches/pitchline"
        );
        assert_eq!(
            folder_of(System::Windows, &[home, ("LOCALAPPDATA", "C:/Local")]),
            "C:/Local/pitchline/cache"
        );
        for empty in [
            ("XDG_CACHE_HOME", ""),
            ("XDG_CACHE_HOME", "relative"),
            ("PITCHLINE_CACHE", ""),
        ] {
            assert_eq!(
                folder_of(System::Unix, &[home, empty]),
                "/home/ada/.cache/pitchline"
            );
        }
    }

    #[test]
    fn without_a_home_there_is_no_cache_and_a_reason() {
        for system in [System::Unix, System::MacOs, System::Windows] {
            assert!(folder_of(system, &[]).contains("set PITCHLINE_CACHE"));
        }
    }

    #[test]
    fn the_limit_is_read_and_a_wrong_one_is_no_cache() {
        let of = |limit| {
            place(
                System::Unix,
                &[("HOME", "/h"), ("PITCHLINE_CACHE_LIMIT", limit)],
            )
        };
        let limit = 2 << 30;
        let path = PathBuf::from("/h/.cache/pitchline");
        assert_eq!(of("2 GiB"), Place::Folder { path, limit });
        for (limit, said) in [("0", "is 0"), ("0 GiB", "is 0"), ("2 parsec", "\"2 GiB\"")] {
            let Place::Nowhere(reason) = of(limit) else {
                panic!("{limit}");
            };
            assert!(
                reason.starts_with("PITCHLINE_CACHE_LIMIT") && reason.contains(said),
                "{reason}"
            );
        }
    }
}
