//! Files that no person wrote: bytes, floods, depths, and paths that are no files.

use super::*;

/// The limit of the reader.
const LIMIT: usize = pitchline::input::MAX_BYTES;

const HEAD: &str = "[model]\nname = \"test\"\nschema = 1\n";

/// Checks the bytes as people and as programs do; both must refuse them in words.
fn assert_refused(bytes: &[u8], says: &str) {
    assert_refused_in_words(bytes, says);
    let ran = run_on(bytes, &["geometry", "--json"]);
    assert_eq!(ran.json()["status"], "wrong");
}

fn assert_refused_in_words(bytes: &[u8], says: &str) {
    let ran = run_on(bytes, &["check"]);
    assert_eq!(ran.code(), 2);
    assert!(ran.err.contains(says), "{}", ran.err);
    assert!(
        ran.err.len() < 100_000,
        "{} bytes of message",
        ran.err.len()
    );
}

#[test]
fn binary_files_are_refused() {
    assert_refused(b"\x7fELF\x02\x01\x01\0\0\0\xff\xfe", "not UTF-8");
    assert_refused(&[0xff, 0xfe, b'[', 0, b'm', 0], "UTF-16");
    assert_refused(b"[model]\nname = \"\xb5\"\n", "byte 16");
    assert_refused(&[0; 1000], "U+0000");
    assert_refused(b"[model]\nname = \"a\0b\"\nschema = 1\n", "U+0000");
    assert_refused(b"\x89PNG\r\n\x1a\n", "not UTF-8");
}

#[test]
fn random_bytes_are_refused() {
    // Numbers of a linear congruential generator: the same in each run.
    let mut state = 1_u64;
    let mut byte = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    for length in [1, 2, 3, 7, 50, 1000, 100_000] {
        let bytes: Vec<u8> = (0..length).map(|_| byte() | 0x80).collect();
        assert_refused(&bytes, "not UTF-8");
        let text: Vec<u8> = (0..length).map(|_| byte() & 0x7f).collect();
        assert_eq!(run_on(&text, &["check"]).code(), 2);
    }
}

#[test]
fn a_file_over_the_limit_is_refused_unread() {
    assert_refused(&vec![b'#'; LIMIT + 1], "may have");
}

/// As many copies of a text as the limit allows, numbered.
fn flood(head: &str, text: impl Fn(usize) -> String) -> Vec<u8> {
    let mut file = head.to_owned();
    for i in 0.. {
        let next = text(i);
        if file.len() + next.len() > LIMIT {
            break;
        }
        file += &next;
    }
    file.into_bytes()
}

#[test]
fn a_large_file_without_content_is_read() {
    assert_refused_in_words(
        &flood("", |_| "# a comment\n".into()),
        "nothing but comments",
    );
    assert_refused_in_words(&flood(HEAD, |i| format!("key{i} = 1\n")), "unknown key");
}

#[test]
fn a_large_file_full_of_faults_is_read() {
    let gear = |i| format!("[gears.gear-of-the-{i}th-row]\nkind = \"external\"\nteeth = 0\n");
    assert_refused_in_words(&flood(HEAD, gear), "must be from 1 to 10000");
    let pair = |i| {
        format!("[[pairs]]\nname = \"p{i}\"\na = \"gear-number-{i}\"\nb = \"gear-number-{i}\"\n")
    };
    assert_refused_in_words(&flood(HEAD, pair), "there is no gear");
    let many = |i| {
        if i % 2 == 0 {
            format!("[gears.g{i}]\n")
        } else {
            pair(i)
        }
    };
    assert_refused(&flood(HEAD, many), "lacks");
}

#[test]
fn a_large_file_on_one_line_is_read() {
    let row = flood(&format!("{HEAD}pairs = ["), |_| "{ name = 1 }, ".into());
    assert_refused_in_words(&row, "expected");
    let long = format!(
        "{HEAD}description = \"{}\"\nx = 1\n",
        "µ".repeat(LIMIT / 2 - 100)
    );
    assert_refused_in_words(long.as_bytes(), "unknown key");
}

#[test]
fn a_large_model_is_checked() {
    // Undercut gears, so that there are as many warnings; each pair meshes the same two.
    let half = 2 * LIMIT / 3;
    let gears = flood(HEAD, |i| {
        format!(
            "[gears.g{i}]\nkind = \"external\"\nteeth = 16\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n"
        )
    });
    let cut = gears[..half].iter().rposition(|b| *b == b'[').unwrap();
    let gears = String::from_utf8(gears[..cut].to_vec()).unwrap();
    let n = gears.matches("[gears").count();
    let file = flood(&gears, |i| {
        format!(
            "[[pairs]]\nname = \"p{i}\"\na = \"g{}\"\nb = \"g{}\"\n",
            i % n,
            (i + 1) % n
        )
    });
    let ran = run_on(&file, &["check"]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    assert!(ran.err.contains("more"), "{}", ran.err.len());
}

#[test]
fn deep_nesting_is_refused() {
    for open in ["[", "{ a = ", "[{ a = "] {
        let text = format!("{HEAD}x = {}", open.repeat(100_000));
        assert_eq!(run_on(text.as_bytes(), &["check"]).code(), 2);
    }
    let nested = format!("{HEAD}x = {}{}", "[".repeat(60), "]".repeat(60));
    assert_refused(nested.as_bytes(), "unknown key");
    let dotted = format!("{HEAD}[{}]\n", vec!["a"; 50_000].join("."));
    assert_eq!(run_on(dotted.as_bytes(), &["check"]).code(), 2);
}

#[test]
fn paths_that_are_no_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    for (path, says) in [
        (folder.path().to_owned(), "it is a folder"),
        (folder.path().join("missing.toml"), "there is no such file"),
        (file.join("inside.toml"), "cannot read"),
    ] {
        for command in ["check", "geometry", "run"] {
            let ran = run([Path::new(command), path.as_path()]);
            assert_eq!(ran.code(), 2);
            assert!(ran.err.contains(says), "{}", ran.err);
            assert!(ran.err.contains("help:") && ran.out.is_empty());
            let ran = run([Path::new(command), path.as_path(), Path::new("--json")]);
            assert_eq!(ran.json()["diagnostics"][0]["code"], "unreadable");
        }
    }
}
