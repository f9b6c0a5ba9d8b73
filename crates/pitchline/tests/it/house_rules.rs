//! Keeps the pages, the citations and the examples true.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use pitchline::Model;

/// Source files longer than this hold more than one thing.
const LONGEST_FILE: usize = 500;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All files below a folder with one of these endings, relative to the root, build outputs left out.
fn files(folder: &str, endings: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                let is_foreign = name == "target" || (name.starts_with('.') && name != ".ci");
                if !is_foreign && !name.ends_with("-results") && name != "pitchline-demo" {
                    open.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let relative = path.strip_prefix(root()).unwrap();
                found.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

fn sources() -> Vec<String> {
    files("crates", &[".rs"])
}

fn pages() -> Vec<String> {
    files(".", &[".md"])
}

/// What stands between two marks on one line, for each occurrence.
fn between<'t>(line: &'t str, open: &str, close: &str) -> Vec<&'t str> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some((_, after)) = rest.split_once(open) {
        let Some((inside, next)) = after.split_once(close) else {
            break;
        };
        found.push(inside);
        rest = next;
    }
    found
}

/// A line without its code spans.
fn prose(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

/// Bibliography keys cited in comments: `[iso53]`, or escaped in doc comments.
fn citations(text: &str) -> Vec<String> {
    let comments = text
        .lines()
        .filter_map(|line| line.split_once("//").map(|(_, comment)| comment));
    comments
        .map(prose)
        .flat_map(|comment| {
            between(&comment, "[", "]")
                .into_iter()
                .map(|inside| inside.trim_end_matches('\\').to_owned())
                .collect::<Vec<_>>()
        })
        .filter(|key| {
            let stem = key.strip_prefix("theory:").unwrap_or(key);
            !stem.is_empty()
                && stem.starts_with(|c: char| c.is_ascii_lowercase())
                && stem
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        })
        .collect()
}

#[test]
fn citations_have_entries_and_entries_are_cited() {
    let bibliography = read("references.bib");
    let entries: BTreeSet<String> = bibliography
        .lines()
        .filter(|line| line.starts_with('@'))
        .flat_map(|line| between(line, "{", ","))
        .map(str::to_owned)
        .collect();
    let mut cited = BTreeSet::new();
    for file in sources() {
        for key in citations(&read(&file)) {
            if let Some(page) = key.strip_prefix("theory:") {
                assert!(
                    root().join(format!("docs/theory/{page}.md")).exists(),
                    "{file}: [{key}]"
                );
            } else {
                assert!(
                    entries.contains(&key),
                    "{file} cites [{key}], which references.bib lacks"
                );
                cited.insert(key);
            }
        }
    }
    let pages: String = pages().iter().map(|page| read(page)).collect();
    let tables: String = files("validation", &[".csv"])
        .iter()
        .map(|table| read(table))
        .collect();
    for entry in entries {
        let mark = format!("[{entry}]");
        let is_cited = cited.contains(&entry) || pages.contains(&mark) || tables.contains(&mark);
        assert!(is_cited, "nothing cites [{entry}] of references.bib");
    }
}

#[test]
fn equations_that_the_code_cites_exist() {
    for file in sources() {
        // Doc comments escape the brackets.
        let text = read(&file).replace('\\', "");
        for line in text.lines().filter(|line| line.contains("[theory:")) {
            for cited in between(line, "[theory:", ")") {
                let Some((page, number)) = cited.split_once("] (") else {
                    continue;
                };
                let theory = read(&format!("docs/theory/{page}.md"));
                let mark = format!("\\tag{{{number}}}");
                assert!(
                    theory.contains(&mark),
                    "{file}: {page} has no equation ({number})"
                );
            }
        }
    }
}

#[test]
fn paths_in_pages_exist() {
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"] {
        for line in read(page).lines() {
            for inside in between(line, "`", "`") {
                let is_rooted = ["crates/", "docs/", "examples/", "validation/", "tests/"]
                    .iter()
                    .any(|start| inside.starts_with(start));
                // Sources of the crate `pitchline` are named without their folder.
                let is_source = inside.ends_with(".rs") || inside.ends_with('/');
                let folder = match is_rooted {
                    true => root(),
                    false => root().join("crates/pitchline/src"),
                };
                if (is_rooted || is_source) && !inside.contains(['*', ' ', '…']) {
                    assert!(folder.join(inside).exists(), "{page} names `{inside}`");
                }
            }
        }
    }
    for file in sources() {
        for line in read(&file)
            .lines()
            .filter(|line| line.trim_start().starts_with("//"))
        {
            let is_end = |c: char| c.is_whitespace() || "`,;:)\"".contains(c);
            for word in line.split(is_end).filter(|word| word.starts_with("docs/")) {
                let word = word.trim_end_matches('.');
                assert!(root().join(word).exists(), "{file} names {word}");
            }
        }
    }
}

#[test]
fn links_in_pages_lead_somewhere() {
    for page in pages() {
        let folder = root().join(&page).parent().unwrap().to_owned();
        for line in read(&page).lines() {
            for target in between(line, "](", ")") {
                let target = target.split('#').next().unwrap_or_default();
                if !target.is_empty() && !target.contains("://") {
                    assert!(folder.join(target).exists(), "{page} links to {target}");
                }
            }
        }
    }
}

#[test]
fn every_crate_is_on_the_map() {
    let architecture = read("ARCHITECTURE.md");
    let contributing = read("CONTRIBUTING.md");
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let name = format!("`crates/{}`", entry.unwrap().file_name().to_string_lossy());
        assert!(architecture.contains(&name), "ARCHITECTURE.md lacks {name}");
        assert!(contributing.contains(&name), "CONTRIBUTING.md lacks {name}");
    }
    assert!(architecture.contains("| works | next |"));
}

#[test]
fn every_example_has_a_page_and_every_page_an_example() {
    let index = read("docs/examples/README.md");
    let stems = |folder: &str, ending: &str| -> BTreeSet<String> {
        let names = files(folder, &[ending]).into_iter();
        names
            .map(|path| {
                Path::new(&path)
                    .file_stem()
                    .unwrap()
                    .to_string_lossy()
                    .into_owned()
            })
            .filter(|stem| stem != "README")
            .collect()
    };
    let examples = stems("examples", ".toml");
    assert_eq!(examples, stems("docs/examples", ".md"));
    for example in examples {
        assert!(
            index.contains(&format!("({example}.md)")),
            "docs/examples/README.md lacks {example}"
        );
        assert!(
            read(&format!("docs/examples/{example}.md"))
                .contains(&format!("examples/{example}.toml"))
        );
    }
}

#[test]
fn the_model_in_the_readme_is_flawless() {
    let readme = read("README.md");
    let model = readme
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .unwrap();
    let (loaded, diagnostics) = Model::load(model.as_bytes());
    assert!(
        loaded.is_some() && diagnostics.is_empty(),
        "{diagnostics:?}"
    );
    for command in ["cargo run --release -- demo", "./test"] {
        assert!(readme.contains(command));
    }
    assert!(read(".ci/run").contains("./test"));
}

#[test]
fn conventions_have_tests_and_are_cited_right() {
    let page = read("docs/reference/conventions.md");
    let code: String = sources().iter().map(|file| read(file)).collect();
    let mut names = BTreeSet::new();
    for row in page.lines().filter(|line| line.starts_with("| `sign:")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        names.insert(cells[1].trim_matches('`').to_owned());
        let test = format!("fn {}()", cells[3].trim_matches('`'));
        assert!(
            code.contains(&test),
            "conventions.md names a test that does not exist: {test}"
        );
    }
    for file in sources()
        .iter()
        .filter(|file| !file.ends_with("house_rules.rs"))
    {
        for line in read(file).lines().filter(|line| line.contains("`sign:")) {
            for name in between(line, "`sign:", "`") {
                assert!(
                    names.contains(&format!("sign:{name}")),
                    "{file} cites `sign:{name}`"
                );
            }
        }
    }
}

#[test]
fn the_changelog_knows_this_version() {
    assert!(read("CHANGELOG.md").contains(&format!("## {}", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn source_files_are_short() {
    for file in sources() {
        let n_lines = read(&file).lines().count();
        assert!(
            n_lines <= LONGEST_FILE,
            "{file} has {n_lines} lines: look for the cut"
        );
    }
}

#[test]
fn validation_tables_name_their_source() {
    for table in files("validation", &[".csv"]) {
        let text = read(&table);
        assert!(
            text.starts_with("# ") && text.lines().next().unwrap().len() > 20,
            "{table}"
        );
    }
}

/// A table of a slow proof is computed by one test and asserted by another of the same file.
#[test]
fn kept_proofs_are_asserted() {
    let sources: Vec<String> = sources().iter().map(|file| read(file)).collect();
    for table in files("validation/proofs", &[".csv"]) {
        let name = Path::new(&table).file_stem().unwrap().to_string_lossy();
        let test = format!("fn proof_{name}()");
        let source = sources.iter().find(|source| source.contains(&test));
        let is_asserted = source.is_some_and(|source| source.contains(".assert_kept()"));
        assert!(
            is_asserted,
            "{table} is of no proof, or no test asserts on it"
        );
    }
}
