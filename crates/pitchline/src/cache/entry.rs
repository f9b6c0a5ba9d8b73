//! The file of one entry: a head, what the entry depends on, what it is, the payload.
//!
//! | bytes | content |
//! |---|---|
//! | 16 | `pitchline cache` and a line feed |
//! | 4 | version of this layout |
//! | 4, 4, 8 | lengths of key, description and payload |
//! | 32 | SHA-256 of version, lengths and all that follows |
//! | … | key and description as UTF-8, then the payload |
//!
//! Numbers are little-endian. Nothing in it tells when or by whom it was written: whoever fills an entry writes the same
//! bytes.

use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::Key;

const MAGIC: &[u8; 16] = b"pitchline cache\n";
/// Version of the layout.
pub(super) const LAYOUT: u32 = 1;
const HEAD: usize = MAGIC.len() + 4 + 4 + 4 + 8 + 32;
/// Longest key and longest description (bytes): a list of entries reads them all.
const LONGEST_WORDS: usize = 1 << 20;
const CHUNK: usize = 1 << 20;

/// Why an entry is not used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A folder, a link or a device has its name.
    #[error("it is no plain file")]
    NotAFile,
    /// The system does not give its content.
    #[error("it cannot be read: {reason}")]
    Unreadable {
        /// What the system says.
        reason: String,
    },
    /// It does not begin as an entry does.
    #[error("it is no cache entry")]
    Foreign,
    /// It was written by a later version of the program, which will want it again.
    #[error("a newer version of Pitchline has written it (layout {layout}, known here: {LAYOUT})")]
    Newer {
        /// Version of its layout.
        layout: u32,
    },
    /// Its end is missing, or something follows it.
    #[error("it has {found} bytes where {expected} are needed")]
    Length {
        /// Bytes that its head announces.
        expected: u64,
        /// Bytes that it has.
        found: u64,
    },
    /// Something in it has changed since it was written.
    #[error("its checksum is wrong")]
    Checksum,
    /// It depends on something else than its name says.
    #[error("it belongs to other input")]
    OtherKey,
    /// It is larger than the whole cache may be.
    #[error("it is larger than the cache may be")]
    TooLarge,
    /// It is what was written, but its user does not understand it.
    #[error("its content cannot be understood: {reason}")]
    Payload {
        /// What the user says.
        reason: String,
    },
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Unreadable {
            reason: error.to_string(),
        }
    }
}

/// An entry to be written.
pub(super) struct Draft<'d> {
    key: &'d Key,
    description: &'d str,
    payload: &'d [u8],
}

impl<'d> Draft<'d> {
    /// `None` if the key is too long to be kept.
    pub(super) fn new(key: &'d Key, description: &'d str, payload: &'d [u8]) -> Option<Self> {
        let end = border_before(description, LONGEST_WORDS);
        (key.as_text().len() <= LONGEST_WORDS).then_some(Self {
            key,
            description: &description[..end],
            payload,
        })
    }

    /// Bytes of the file.
    pub(super) fn size(&self) -> u64 {
        let words = self.key.as_text().len() + self.description.len();
        (HEAD + words) as u64 + self.payload.len() as u64
    }

    pub(super) fn write(&self, file: &mut dyn Write) -> io::Result<()> {
        let [key, description] = [self.key.as_text(), self.description];
        let mut front = Vec::with_capacity(HEAD + key.len() + description.len());
        front.extend(MAGIC);
        front.extend(LAYOUT.to_le_bytes());
        // Draft::new has seen to it that these fit.
        front.extend((key.len() as u32).to_le_bytes());
        front.extend((description.len() as u32).to_le_bytes());
        front.extend((self.payload.len() as u64).to_le_bytes());
        let mut hasher = Sha256::new_with_prefix(&front[MAGIC.len()..]);
        for part in [key.as_bytes(), description.as_bytes(), self.payload] {
            hasher.update(part);
        }
        front.extend(hasher.finalize());
        front.extend(key.as_bytes());
        front.extend(description.as_bytes());
        file.write_all(&front)?;
        file.write_all(self.payload)?;
        file.flush()
    }
}

/// The last border between characters at or before a byte.
fn border_before(text: &str, byte: usize) -> usize {
    let end = byte.min(text.len());
    let mut places = (0..=end).rev();
    places
        .find(|place| text.is_char_boundary(*place))
        .unwrap_or(0)
}

/// An entry whose front has been read; its payload is still to be checked.
pub(super) struct Front {
    file: File,
    hasher: Sha256,
    checksum: [u8; 32],
    pub(super) key: String,
    pub(super) description: String,
    payload_length: u64,
}

impl Front {
    /// Opens an entry and reads its front; `None` if there is no such file. Nothing is allocated for lengths that the
    /// file does not have.
    pub(super) fn open(path: &Path) -> Result<Option<Self>, Fault> {
        let is_missing = |error: &io::Error| {
            matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            )
        };
        // Asked before opening: to open a pipe would wait for its writer.
        match std::fs::symlink_metadata(path) {
            Err(error) if is_missing(&error) => return Ok(None),
            Err(error) => return Err(error.into()),
            Ok(metadata) if !metadata.is_file() => return Err(Fault::NotAFile),
            Ok(_) => {}
        }
        match File::open(path) {
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(error.into()),
            Ok(file) => Self::read(file).map(Some),
        }
    }

    fn read(mut file: File) -> Result<Self, Fault> {
        let found = file.metadata()?.len();
        let mut head = [0; HEAD];
        if found < HEAD as u64 {
            return Err(too_short(&mut file, found));
        }
        file.read_exact(&mut head)?;
        let (magic, rest) = head.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(Fault::Foreign);
        }
        let (lengths, checksum) = rest.split_at(20);
        let layout = u32::from_le_bytes(bytes(lengths, 0));
        let key_length = u32::from_le_bytes(bytes(lengths, 4)) as usize;
        let description_length = u32::from_le_bytes(bytes(lengths, 8)) as usize;
        let payload_length = u64::from_le_bytes(bytes(lengths, 12));
        match layout {
            LAYOUT => {}
            0..LAYOUT => return Err(Fault::Foreign),
            _ => return Err(Fault::Newer { layout }),
        }
        let words = (HEAD + key_length + description_length) as u64;
        let expected = words.saturating_add(payload_length);
        if expected != found {
            return Err(Fault::Length { expected, found });
        }
        if key_length.max(description_length) > LONGEST_WORDS {
            return Err(Fault::Foreign);
        }
        let mut hasher = Sha256::new_with_prefix(lengths);
        let mut text = |length: usize| -> Result<String, Fault> {
            let mut text = vec![0; length];
            file.read_exact(&mut text)?;
            hasher.update(&text);
            // Words that are no text can only come from damage.
            String::from_utf8(text).map_err(|_| Fault::Checksum)
        };
        let [key, description] = [text(key_length)?, text(description_length)?];
        Ok(Self {
            checksum: bytes(checksum, 0),
            file,
            hasher,
            key,
            description,
            payload_length,
        })
    }

    /// Reads and checks the rest; the payload is handed on piece by piece, and must not be used before all is checked.
    pub(super) fn check(mut self, mut take: impl FnMut(&[u8])) -> Result<(), Fault> {
        let next = |left: u64| usize::try_from(left).unwrap_or(usize::MAX).min(CHUNK);
        let mut left = self.payload_length;
        let mut chunk = vec![0; next(left)];
        while left > 0 {
            let n = next(left);
            self.file.read_exact(&mut chunk[..n])?;
            self.hasher.update(&chunk[..n]);
            take(&chunk[..n]);
            left -= n as u64;
        }
        if self.hasher.finalize()[..] == self.checksum {
            Ok(())
        } else {
            Err(Fault::Checksum)
        }
    }

    /// Reads and checks the payload; larger ones than `limit` are not even read.
    pub(super) fn payload(self, limit: u64) -> Result<Vec<u8>, Fault> {
        let length = usize::try_from(self.payload_length)
            .ok()
            .filter(|_| self.payload_length <= limit)
            .ok_or(Fault::TooLarge)?;
        let mut payload = Vec::new();
        payload
            .try_reserve_exact(length)
            .map_err(|_| Fault::TooLarge)?;
        self.check(|chunk| payload.extend_from_slice(chunk))?;
        Ok(payload)
    }
}

/// A file too short for a head: the beginning of an entry, or something else.
fn too_short(file: &mut File, found: u64) -> Fault {
    let mut begin = Vec::new();
    if let Err(error) = file.take(HEAD as u64).read_to_end(&mut begin) {
        return error.into();
    }
    let n = begin.len().min(MAGIC.len());
    if begin[..n] == MAGIC[..n] {
        Fault::Length {
            expected: HEAD as u64,
            found,
        }
    } else {
        Fault::Foreign
    }
}

/// Some bytes of a slice that is long enough.
fn bytes<const N: usize>(slice: &[u8], from: usize) -> [u8; N] {
    std::array::from_fn(|i| slice.get(from + i).copied().unwrap_or_default())
}
