//! Reads and writes what should be ordinary files: whoever opens a pipe waits for somebody at its other end, and a device
//! has no end.

use rustix::fs::OFlags;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// More bytes than a file has that people or programs write about games and plugins.
pub const MOST: u64 = 1 << 24;

/// Opens a file, and nothing that is none.
pub(crate) fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let file = options.custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("it is no file")),
    }
}

/// What an ordinary file says, if it is not larger than such files are.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    limited(open(path, OpenOptions::new().read(true))?)
}

/// What a file says, also a pipe that somebody writes to, as long as it has an end.
///
/// # Errors
/// It can't be read, is no text, or larger than [`MOST`].
pub fn text(path: &Path) -> io::Result<String> {
    let bytes = limited(File::open(path)?)?;
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no text"))
}

fn limited(file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(io::Error::other("it is too large"));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_or_no_writer_is_not_waited_for() {
        let directory = tempfile::tempdir().unwrap();
        let (pipe, file) = (directory.path().join("pipe"), directory.path().join("file"));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [&pipe, Path::new("/dev/zero"), directory.path()] {
            assert_eq!(read(path).unwrap_err().to_string(), "it is no file", "{}", path.display());
        }
        assert!(open(&pipe, OpenOptions::new().write(true)).is_err());
        assert_eq!(text(Path::new("/dev/zero")).unwrap_err().to_string(), "it is too large");
        std::fs::write(&file, "some text").unwrap();
        assert_eq!((read(&file).unwrap().as_slice(), text(&file).unwrap().as_str()), (&b"some text"[..], "some text"));
        std::fs::write(&file, b"\xff").unwrap();
        assert_eq!(text(&file).unwrap_err().to_string(), "it is no text");
    }
}
