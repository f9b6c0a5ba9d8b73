//! How much memory this process may still take: what the machine has free, less what limits of the process and of its control groups leave.

use std::fs::read_to_string;
use std::path::Path;

use crate::number::short;

/// Memory that is free for this process (bytes); `None` where the system does not tell.
pub fn available() -> Option<u64> {
    available_below(Path::new("/"))
}

/// A number of bytes for people: `340 MiB`, `1.2 GiB`.
pub fn formatted(bytes: f64) -> String {
    let [mebibyte, gibibyte] = [20, 30].map(|power| f64::from(1 << power));
    match bytes < gibibyte {
        true => format!("{} MiB", (bytes / mebibyte).round()),
        false => format!("{} GiB", short((bytes / gibibyte * 10.0).round() / 10.0)),
    }
}

/// The same where `proc` and `sys` stand in a folder.
fn available_below(root: &Path) -> Option<u64> {
    let process = root.join("proc/self");
    let of_machine =
        entry(&root.join("proc/meminfo"), "MemAvailable:").map(|kibibytes| 1024 * kibibytes);
    [
        of_machine,
        left_of_limit(&process, "Max address space", "VmSize:"),
        left_of_limit(&process, "Max data size", "VmData:"),
        left_of_control_groups(root),
    ]
    .into_iter()
    .flatten()
    .min()
}

/// What a limit of the process leaves; none where it has none. `used` is what counts towards it.
fn left_of_limit(process: &Path, limit: &str, used: &str) -> Option<u64> {
    let limit = entry(&process.join("limits"), limit)?;
    let used = entry(&process.join("status"), used)?;
    Some(limit.saturating_sub(1024 * used))
}

/// The first number of the line of a file that begins with a word; none where it is no number, such as `unlimited`.
fn entry(file: &Path, key: &str) -> Option<u64> {
    let text = read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Files of a control group: its limit, what it has, and what of that are files that nobody reads.
struct Files {
    limit: &'static str,
    used: &'static str,
    idle: &'static str,
}

const VERSION_1: Files = Files {
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    idle: "total_inactive_file ",
};

const VERSION_2: Files = Files {
    limit: "memory.max",
    used: "memory.current",
    idle: "inactive_file ",
};

/// The least that a control group of this process, or one above it, leaves.
fn left_of_control_groups(root: &Path) -> Option<u64> {
    let text = read_to_string(root.join("proc/self/cgroup")).ok()?;
    let groups = root.join("sys/fs/cgroup");
    let least = text.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?);
        let (top, files) = match controllers.split(',').any(|name| name == "memory") {
            true => (groups.join("memory"), VERSION_1),
            false if controllers.is_empty() => (groups.clone(), VERSION_2),
            false => return None,
        };
        // In a container the path may be that of the host: then only the groups above are there.
        let group = top.join(path.trim_start_matches('/'));
        let above = group
            .ancestors()
            .take_while(|group| group.starts_with(&top));
        above.filter_map(|group| left_of_group(group, &files)).min()
    });
    least.min()
}

fn left_of_group(group: &Path, files: &Files) -> Option<u64> {
    let limit = entry(&group.join(files.limit), "")?;
    let used = entry(&group.join(files.used), "")?;
    let idle = entry(&group.join("memory.stat"), files.idle).unwrap_or(0);
    Some(limit.saturating_sub(used.saturating_sub(idle)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEBI: u64 = 1 << 20;

    /// A system of 1000 MiB free, with other files besides.
    fn left(files: &[(&str, &str)]) -> Option<u64> {
        let root = tempfile::tempdir().expect("a folder can be made");
        let meminfo = ("proc/meminfo", "MemTotal: 9 kB\nMemAvailable: 1024000 kB\n");
        for (name, content) in files.iter().chain([&meminfo]) {
            let path = root.path().join(name);
            std::fs::create_dir_all(path.parent().expect("it has a folder")).expect("made");
            std::fs::write(path, content).expect("written");
        }
        available_below(root.path()).map(|bytes| bytes / MEBI)
    }

    #[test]
    fn limits_of_the_process_count_less_what_it_has() {
        let status = (
            "proc/self/status",
            "VmSize:\t  204800 kB\nVmData:\t  102400 kB\n",
        );
        let limits = |address: &str, data: &str| {
            let text = format!(
                "Limit  Soft Limit  Hard Limit  Units\nMax data size  {data}  unlimited  bytes\nMax address space  {address}  unlimited  bytes\n"
            );
            left(&[("proc/self/limits", &text), status])
        };
        assert_eq!(limits("unlimited", "unlimited"), Some(1000));
        assert_eq!(limits(&(500 * MEBI).to_string(), "unlimited"), Some(300));
        assert_eq!(limits("unlimited", &(500 * MEBI).to_string()), Some(400));
        // What is there already may be more than the limit, which was set later.
        assert_eq!(limits(&(100 * MEBI).to_string(), "unlimited"), Some(0));
    }

    #[test]
    fn the_tightest_control_group_counts() {
        let group = ("proc/self/cgroup", "0::/outer/inner\n");
        let mebi = |n: u64| (n * MEBI).to_string();
        let outer = [
            ("sys/fs/cgroup/outer/memory.max", &*mebi(600)),
            ("sys/fs/cgroup/outer/memory.current", &*mebi(350)),
            (
                "sys/fs/cgroup/outer/memory.stat",
                &*format!("anon 7\ninactive_file {}\n", mebi(50)),
            ),
        ];
        let inner = [
            ("sys/fs/cgroup/outer/inner/memory.max", "max"),
            ("sys/fs/cgroup/outer/inner/memory.current", &*mebi(100)),
        ];
        let all: Vec<_> = [group].into_iter().chain(outer).chain(inner).collect();
        assert_eq!(left(&all), Some(300));
        assert_eq!(left(&[group]), Some(1000));
    }

    #[test]
    fn control_groups_of_version_1_count_where_the_path_is_that_of_the_host() {
        let mebi = |n: u64| (n * MEBI).to_string();
        let text = "11:cpu,cpuacct:/docker/7\n9:memory:/docker/7\n0::/\n";
        let found = left(&[
            ("proc/self/cgroup", text),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", &mebi(200)),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", &mebi(80)),
            (
                "sys/fs/cgroup/memory/memory.stat",
                "inactive_file 1\ntotal_inactive_file 10485760\n",
            ),
        ]);
        assert_eq!(found, Some(130));
    }

    #[test]
    fn a_system_that_tells_nothing_has_no_limit() {
        let root = tempfile::tempdir().expect("a folder can be made");
        assert_eq!(available_below(root.path()), None);
    }
}
