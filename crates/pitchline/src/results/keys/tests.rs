//! Tests of the table of keys.

use super::*;

#[test]
fn keys_are_unique_and_snake_case() {
    for (i, key) in RESULT_KEYS.iter().enumerate() {
        assert!(
            RESULT_KEYS[..i]
                .iter()
                .all(|k| (k.object, k.key) != (key.object, key.key)),
            "{}",
            key.key
        );
        let stem = key.key.split('.').next().unwrap();
        assert!(
            stem.chars().all(|c| c.is_ascii_lowercase() || c == '_'),
            "{}",
            key.key
        );
        assert!(!key.meaning.is_empty());
    }
}
