//! A reduced body as bytes: versioned, checksummed, and readable by other programs.
//!
//! ```text
//! 64 bytes   one line of text: magic, version of the format, length of the header, length of all
//! header     JSON: what is inside, and where each array stands; a person can read it with `head`
//! arrays     little-endian f64 and u32, each from a multiple of 8 bytes
//! 32 bytes   SHA-256 of everything before
//! ```
//!
//! Field by field: docs/reference/reduced-body.md. What is read is never trusted: lengths are compared with the bytes at hand
//! before memory is taken, and a body that contradicts itself is refused.

mod arrays;
mod check;
mod codes;
mod error;
mod read;
mod write;

pub use error::BodyFileError;

use sha2::{Digest, Sha256};

use super::ReducedBody;

/// Version of the format: raised by each change that an older program would misread.
pub(super) const FORMAT: u64 = 2;
const MAGIC: &str = "pitchline-reduced-body";
/// Bytes of the first line.
const LINE: usize = 64;
/// Bytes of the checksum.
const SUM: usize = 32;

/// What the first line says.
struct FirstLine {
    header: usize,
    total: usize,
}

impl FirstLine {
    fn write(&self) -> String {
        let text = format!(
            "{MAGIC} {FORMAT} header {} total {}",
            self.header, self.total
        );
        format!("{text:<width$}\n", width = LINE - 1)
    }

    fn read(bytes: &[u8]) -> Result<Self, BodyFileError> {
        let magic = &bytes[..bytes.len().min(MAGIC.len())];
        if !MAGIC.as_bytes().starts_with(magic) || bytes.is_empty() {
            return Err(BodyFileError::Foreign);
        }
        let Some(line) = bytes.get(..LINE) else {
            return Err(BodyFileError::Truncated {
                found: bytes.len(),
                needed: LINE,
            });
        };
        let text = std::str::from_utf8(line).map_err(|_| BodyFileError::FirstLine)?;
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
        let format = number(1).ok_or(BodyFileError::FirstLine)?;
        if format > FORMAT {
            return Err(BodyFileError::Newer {
                found: format,
                known: FORMAT,
            });
        }
        if format < FORMAT {
            return Err(BodyFileError::Older {
                found: format,
                known: FORMAT,
            });
        }
        let size = |at: usize| number(at).and_then(|size| usize::try_from(size).ok());
        match (words.as_slice(), size(3), size(5)) {
            ([MAGIC, _, "header", _, "total", _], Some(header), Some(total)) => {
                Ok(Self { header, total })
            }
            _ => Err(BodyFileError::FirstLine),
        }
    }
}

fn checksum(bytes: &[u8]) -> [u8; SUM] {
    Sha256::digest(bytes).into()
}

impl ReducedBody {
    /// The body as bytes. Refuses a body that contradicts itself: it could not be read again.
    pub fn to_bytes(&self) -> Result<Vec<u8>, BodyFileError> {
        self.check_consistency()?;
        let (header, data) = write::parts(self);
        let mut header =
            serde_json::to_string_pretty(&header).map_err(|error| BodyFileError::Header {
                what: error.to_string(),
            })?;
        // A line of its own, up to a multiple of eight bytes.
        let padded = (header.len() + 1).next_multiple_of(8);
        header.push_str(&" ".repeat(padded - 1 - header.len()));
        header.push('\n');
        let line = FirstLine {
            header: header.len(),
            total: LINE + header.len() + data.len() + SUM,
        };
        let mut bytes = line.write().into_bytes();
        bytes.reserve_exact(line.total - LINE);
        bytes.extend_from_slice(header.as_bytes());
        bytes.extend_from_slice(&data);
        bytes.extend_from_slice(&checksum(&bytes));
        Ok(bytes)
    }

    /// The body from bytes of any origin.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BodyFileError> {
        let line = FirstLine::read(bytes)?;
        if bytes.len() < line.total {
            return Err(BodyFileError::Truncated {
                found: bytes.len(),
                needed: line.total,
            });
        }
        if bytes.len() > line.total {
            return Err(BodyFileError::TooLong {
                found: bytes.len(),
                needed: line.total,
            });
        }
        let body = bytes.len().checked_sub(SUM).filter(|&end| end >= LINE);
        let (content, sum) = bytes.split_at(body.ok_or(BodyFileError::FirstLine)?);
        if checksum(content) != sum {
            return Err(BodyFileError::Corrupted);
        }
        let rest = &content[LINE..];
        let (header, data) = match line.header % 8 == 0 {
            true => rest.split_at_checked(line.header),
            false => None,
        }
        .ok_or(BodyFileError::FirstLine)?;
        let read = read::body(header, data)?;
        read.check_consistency()?;
        Ok(read)
    }
}
