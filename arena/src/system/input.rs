//! Text that users hand in: plain, or compressed as a whole.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compression {
    Gzip,
    Zstandard,
    Bzip2,
}

impl Compression {
    const ALL: [Compression; 3] = [Compression::Gzip, Compression::Zstandard, Compression::Bzip2];

    /// The first bytes of a file with this compression.
    fn magic(self) -> &'static [u8] {
        match self {
            Compression::Gzip => b"\x1f\x8b",
            Compression::Zstandard => b"\x28\xb5\x2f\xfd",
            Compression::Bzip2 => b"BZh",
        }
    }

    /// The extension of a file with this compression.
    fn extension(self) -> &'static str {
        match self {
            Compression::Gzip => "gz",
            Compression::Zstandard => "zst",
            Compression::Bzip2 => "bz2",
        }
    }
}

/// Archives and compressions that are not unpacked: their first bytes, their names, and the command that unpacks the
/// text of one.
const ARCHIVES: [(&[u8], &str, &str); 4] = [
    (b"PK\x03\x04", "a ZIP archive", "unzip -p FILE"),
    (b"\xfd7zX", "compressed by xz", "xz -dc FILE"),
    (b"7z\xbc\xaf", "a 7-Zip archive", "7z x -so FILE"),
    (b"Rar!", "a RAR archive", "unrar p -inul FILE"),
];

/// The text of a source: decompressed if it is gzip, Zstandard or bzip2, otherwise as it is. The
/// first bytes decide, not the name. A byte order mark of UTF-8 is left out.
///
/// # Errors
/// When it cannot be read, is UTF-16, or is an archive that is not unpacked.
pub fn text<'a>(mut source: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    let head = head(&mut source)?;
    if let Some((_, name, command)) = ARCHIVES.iter().find(|(magic, ..)| head.starts_with(magic)) {
        let problem = format!(
            "it is {name}, which is not unpacked here: `{command} > TEXT` makes a text of it"
        );
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    let compression =
        Compression::ALL.into_iter().find(|compression| head.starts_with(compression.magic()));
    let source = io::Cursor::new(head).chain(source);
    let mut text: Box<dyn Read + 'a> = match compression {
        None => Box::new(source),
        Some(Compression::Gzip) => Box::new(MultiGzDecoder::new(source)),
        Some(Compression::Bzip2) => Box::new(MultiBzDecoder::new(source)),
        Some(Compression::Zstandard) => Box::new(Zstandard { source, frame: FrameDecoder::new() }),
    };
    let mut head = self::head(&mut text)?;
    let is_wide = match head[..] {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [first, second, ..] => (first == 0) != (second == 0),
        _ => false,
    };
    if is_wide {
        let problem = "it is UTF-16, and has to be UTF-8: `iconv -f UTF-16 -t UTF-8` makes it so";
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    if head.starts_with(b"\xef\xbb\xbf") {
        head.drain(..3);
    }
    Ok(Box::new(io::Cursor::new(head).chain(text)))
}

/// The text of a file or pipe, as [`text`] has it.
///
/// # Errors
/// As there, and when it cannot be opened.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    text(bounded::open_given(path)?)
}

/// All of the text of a file or pipe; a small file can unpack to any size.
///
/// # Errors
/// As there, and when it has more than 512 MiB of text.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    bounded::bytes(open(path)?, bounded::LARGE)
}

/// The name a file would have if it were not compressed.
#[must_use]
pub fn uncompressed_name(path: &Path) -> PathBuf {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let is_of = |compression: &Compression| {
        extension.is_some_and(|name| name.eq_ignore_ascii_case(compression.extension()))
    };
    if Compression::ALL.iter().any(is_of) { path.with_extension("") } else { path.to_owned() }
}

/// The first bytes, as many as are needed to recognise the format.
fn head(source: &mut impl Read) -> io::Result<Vec<u8>> {
    bounded::first(source, 4)
}

/// One Zstandard frame after the other, each verified against its checksum if it has one.
struct Zstandard<R> {
    source: R,
    frame: FrameDecoder,
}

impl<R: Read> Zstandard<R> {
    /// Begins the next frame that has text; false at the end of the source.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            let mut first = [0];
            if self.source.read(&mut first)? == 0 {
                return Ok(false);
            }
            match self.frame.init(first.as_slice().chain(&mut self.source)) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let mut skipped = self.source.by_ref().take(u64::from(length));
                    io::copy(&mut skipped, &mut io::sink())?;
                }
                Err(error) => return Err(damaged(error)),
            }
        }
    }
}

impl<R: Read> Read for Zstandard<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.frame.can_collect() == 0 {
            if self.frame.is_finished() {
                let written = self.frame.get_checksum_from_data();
                if written.is_some() && written != self.frame.get_calculated_checksum() {
                    return Err(damaged("it does not agree with its checksum"));
                }
                if !self.begin()? {
                    return Ok(0);
                }
            }
            let some = BlockDecodingStrategy::UptoBytes(out.len().max(1));
            self.frame.decode_blocks(&mut self.source, some).map_err(damaged)?;
        }
        self.frame.read(out)
    }
}

fn damaged(problem: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the Zstandard file is damaged: {problem}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bzip2::read::BzEncoder;
    use flate2::read::GzEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    const TEXT: &str = "[Event \"x\"]\n\n1. e4 e5 *\n\n";

    fn all_of(mut source: impl Read) -> Vec<u8> {
        let mut bytes = Vec::new();
        source.read_to_end(&mut bytes).unwrap();
        bytes
    }

    fn compressed(text: &[u8]) -> [Vec<u8>; 3] {
        let gzip = all_of(GzEncoder::new(text, flate2::Compression::default()));
        let bzip2 = all_of(BzEncoder::new(text, bzip2::Compression::default()));
        [gzip, bzip2, compress_to_vec(text, CompressionLevel::Fastest)]
    }

    fn error_of(bytes: &[u8]) -> String {
        let read = text(bytes).and_then(|mut text| io::copy(&mut text, &mut io::sink()));
        read.unwrap_err().to_string()
    }

    #[test]
    fn an_archive_is_named_with_the_command_that_unpacks_it() {
        for (magic, name, command) in ARCHIVES {
            let error = text(magic).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains(name) && error.contains(command), "{error}");
        }
        assert!(text(&b"PK, not an archive"[..]).is_ok());
    }

    #[test]
    fn compressed_text_is_read_as_it_is_in_one_part_or_in_several() {
        let long = TEXT.repeat(20_000);
        for plain in ["", "x", TEXT, &long] {
            assert_eq!(all_of(text(plain.as_bytes()).unwrap()), plain.as_bytes());
            for packed in compressed(plain.as_bytes()) {
                assert_eq!(all_of(text(packed.as_slice()).unwrap()), plain.as_bytes());
                let twice = [packed.as_slice(), &packed].concat();
                assert_eq!(all_of(text(&twice[..]).unwrap()), plain.repeat(2).as_bytes());
            }
        }
        let [.., zstandard] = compressed(b"y");
        let skippable = b"\x50\x2a\x4d\x18\x03\0\0\0abc";
        let parts = [&zstandard, &skippable[..], &zstandard].concat();
        assert_eq!(all_of(text(&parts[..]).unwrap()), b"yy");
    }

    #[test]
    fn what_is_cut_short_or_bent_is_an_error() {
        // Numbers that compress badly, so that nearly every byte of the file counts.
        let long: String = (0..9_000u64).map(|i| format!("{}\n", i * i * 7919 % 10_007)).collect();
        for packed in compressed(long.as_bytes()) {
            error_of(&packed[..packed.len() / 2]);
            let mut bent = packed.clone();
            bent[packed.len() / 2] ^= 0x10;
            error_of(&bent);
        }
    }

    #[test]
    fn utf_16_is_refused_by_name_and_a_byte_order_mark_left_out() {
        let wide = |order: fn(u16) -> [u8; 2]| TEXT.encode_utf16().flat_map(order).collect();
        let (little, big): (Vec<u8>, Vec<u8>) = (wide(u16::to_le_bytes), wide(u16::to_be_bytes));
        let marked = [b"\xff\xfe", little.as_slice()].concat();
        for bytes in [&little, &big, &marked] {
            assert!(error_of(bytes).starts_with("it is UTF-16, and has to be UTF-8"));
            for packed in compressed(bytes) {
                assert!(error_of(&packed).starts_with("it is UTF-16"));
            }
        }
        let marked = [b"\xef\xbb\xbf", TEXT.as_bytes()].concat();
        assert_eq!(all_of(text(&marked[..]).unwrap()), TEXT.as_bytes());
    }

    #[test]
    fn a_small_file_that_unpacks_to_a_large_text_is_refused() {
        let zeros = vec![b'\n'; 3 << 20];
        for packed in compressed(&zeros) {
            assert!(packed.len() < 1 << 16);
            assert_eq!(bounded::bytes(text(&packed[..]).unwrap(), 3 << 20).unwrap(), zeros);
            let refused =
                bounded::bytes(text(&packed[..]).unwrap(), 2 << 20).unwrap_err().to_string();
            assert_eq!(refused, "it has more than 2 MiB, the most that is read");
        }
    }

    #[test]
    fn a_name_tells_what_is_in_the_compressed_file() {
        let name = |name: &str| uncompressed_name(Path::new(name)).display().to_string();
        assert_eq!(name("a/book.pgn.GZ"), "a/book.pgn");
        assert_eq!(name("book.epd.zst"), "book.epd");
        assert_eq!(name("book.epd"), "book.epd");
    }
}
