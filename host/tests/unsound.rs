//! Libraries that are no sound plugin, tried in a process of their own: each is refused in a sentence that names it, the
//! host plays on without it, and a record of a game with it plays again once the sound one is back.
//!
//! The table of docs/faults.md is made from the cases.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

#[path = "../../tests/versions/built.rs"]
mod built;

use built::{Patch, Variant};

/// What is done to a library.
enum Made {
    /// Its bytes are others.
    Bytes(fn(Vec<u8>) -> Vec<u8>),
    /// Something else lies where it should.
    Laid(fn(&Path)),
    /// It is built otherwise.
    Built(Variant),
}

/// A library, and what is said of it.
struct Case {
    is: &'static str,
    says: &'static str,
    made: Made,
}

const SOUND: Variant = Variant { core: "same", name: "sound", patches: &[], code: None, flags: &[] };

/// A plugin with other data beside it.
const fn written(name: &'static str, patches: &'static [Patch]) -> Made {
    Made::Built(Variant { name, patches, ..SOUND })
}

/// A plugin with other code.
const fn coded(name: &'static str, code: &'static str) -> Made {
    Made::Built(Variant { name, code: Some(code), ..SOUND })
}

/// A plugin that the compiler is told something else of.
const fn told(name: &'static str, flags: &'static [&'static str]) -> Made {
    Made::Built(Variant { name, flags, ..SOUND })
}

/// The library's bytes with a text in them replaced by one of the same length.
fn replaced(mut bytes: Vec<u8>, from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len(), "a library does not survive being shifted");
    let places: Vec<_> = (0..bytes.len() - from.len()).filter(|&i| bytes[i..].starts_with(from.as_bytes())).collect();
    assert!(!places.is_empty(), "the library does not contain `{from}`");
    places.into_iter().for_each(|at| bytes[at..at + to.len()].copy_from_slice(to.as_bytes()));
    bytes
}

fn with(mut bytes: Vec<u8>, at: usize, value: u8) -> Vec<u8> {
    bytes[at] = value;
    bytes
}

const NO_PLUGIN: &str =
    "//! A library of something else.\n\n#[unsafe(no_mangle)]\npub extern \"C\" fn something() {}\n";

const TWO: &str = "//! Two plugins in one library.\n\nmod one {\n    gatehouse_core::plugin! { id: \"wayside\", \
    declaration: include_str!(\"../plugin.toml\"), tiles: [], names: {}, hooks: {} }\n}\nmod other {\n    \
    gatehouse_core::plugin! { id: \"by-the-way\", declaration: \"\", tiles: [], names: {}, hooks: {} }\n}\n";

const TILES: &str = "//! A plugin whose tile file is none.\n\ngatehouse_core::plugin! { id: \"wayside\", \
    declaration: include_str!(\"../plugin.toml\"), tiles: [\"[[tile]]\\nid = 7\\n\"], names: {}, hooks: {} }\n";

const UNNAMED: &str = "//! A plugin whose id is none.\n\ngatehouse_core::plugin! { id: \"Wayside\", \
    declaration: include_str!(\"../plugin.toml\"), tiles: [], names: {}, hooks: {} }\n";

const TEXT: &str = "#!/bin/sh\necho not a library\n";

const CASES: &[Case] = &[
    Case { is: "an empty file", says: "is not a library", made: Made::Bytes(|_| Vec::new()) },
    Case { is: "a text", says: "is not a library", made: Made::Bytes(|_| TEXT.as_bytes().to_vec()) },
    Case { is: "zeros", says: "is not a library", made: Made::Bytes(|bytes| vec![0; bytes.len()]) },
    Case { is: "cut after its first header", says: "is cut off", made: Made::Bytes(|bytes| bytes[..64].to_vec()) },
    Case { is: "cut to a tenth", says: "is cut off", made: Made::Bytes(|bytes| bytes[..bytes.len() / 10].to_vec()) },
    Case { is: "cut to a half", says: "is cut off", made: Made::Bytes(|bytes| bytes[..bytes.len() / 2].to_vec()) },
    Case { is: "without its last byte", says: "is cut off", made: Made::Bytes(|b| b[..b.len() - 1].to_vec()) },
    Case { is: "of 32 bits", says: "was built for another machine", made: Made::Bytes(|b| with(b, 4, 1)) },
    Case { is: "of another byte order", says: "was built for another machine", made: Made::Bytes(|b| with(b, 5, 2)) },
    Case { is: "of another machine", says: "was built for another machine", made: Made::Bytes(|b| with(b, 18, 0x28)) },
    Case { is: "an object file", says: "is a program or an object file", made: Made::Bytes(|b| with(b, 16, 1)) },
    Case { is: "with a table of sections that is nowhere", says: "cut off", made: Made::Bytes(|b| with(b, 46, 0x7f)) },
    Case {
        is: "the program itself",
        says: "holds no plugin",
        made: Made::Bytes(|_| fs::read(env!("CARGO_BIN_EXE_gatehouse")).unwrap()),
    },
    Case {
        is: "of another ABI crate",
        says: "has another plugin ABI",
        made: Made::Bytes(|b| replaced(b, "abi stable library for Rust     ", "abi unstable library for Rust   ")),
    },
    Case {
        is: "a symbol whose name was changed",
        says: "cannot be opened",
        made: Made::Bytes(|b| replaced(b, "gatehouse_plugin_wayside", "gatehouse_plugin_ways-de")),
    },
    Case { is: "a link to itself", says: "cannot be read", made: Made::Laid(|path| symlink(path, path).unwrap()) },
    Case { is: "a link to nothing", says: "cannot be read", made: Made::Laid(|p| symlink("nowhere", p).unwrap()) },
    Case { is: "a library of something else", says: "holds no plugin", made: coded("other", NO_PLUGIN) },
    Case {
        is: "two plugins in one library",
        says: "holds several plugins (by-the-way, wayside)",
        made: coded("two", TWO),
    },
    Case { is: "a plugin whose id is none", says: "holds a plugin named `Wayside`", made: coded("unnamed", UNNAMED) },
    Case {
        is: "a panic as the module is made",
        says: "fails as it starts (it panics)",
        made: coded("failing", include_str!("../../tests/fixtures/failing/src/lib.rs")),
    },
    Case { is: "a tile file that is none", says: "tiles.toml of wayside: line 2", made: coded("tiles", TILES) },
    Case {
        is: "built with `panic = \"abort\"`",
        says: "build it with `panic = \"unwind\"`",
        made: told("aborting", &["-C", "panic=abort"]),
    },
    Case {
        is: "built with `prefer-dynamic`",
        says: "cannot be opened (libstd-",
        made: told("dynamic", &["-C", "prefer-dynamic"]),
    },
    Case {
        is: "built against a core crate with other rows",
        says: "does not fit this host's gatehouse-core",
        made: Made::Built(Variant { core: "changed", name: "changed", patches: built::CHANGED, ..SOUND }),
    },
    Case {
        is: "a plugin.toml that is no TOML",
        says: "plugin.toml of wayside: line 2",
        made: written("garbled", &[Patch("plugin/plugin.toml", "id = \"wayside\"", "id = ")]),
    },
    Case {
        is: "a plugin.toml with an unknown field",
        says: "unknown field `naem`",
        made: written("misspelt", &[Patch("plugin/plugin.toml", "name = \"Wayside", "naem = \"Wayside")]),
    },
    Case {
        is: "a plugin.toml of another plugin",
        says: "declares the plugin `wayward`",
        made: written("wayward", &[Patch("plugin/plugin.toml", "id = \"wayside\"", "id = \"wayward\"")]),
    },
    Case {
        is: "a plugin.toml for another hook API",
        says: "asks for hook API ^9.9",
        made: written("future", &[Patch("plugin/plugin.toml", "api = \"^0.1\"", "api = \"^9.9\"")]),
    },
    Case {
        is: "a rule without a source",
        says: "missing field `source`",
        made: written("sourceless", &[Patch("plugin/plugin.toml", "source = \"a house rule for tests\"\n", "")]),
    },
];

/// A directory for plugins with the base game and this one, a home, and the record of a game.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        fs::create_dir(place.0.path().join("plugins")).unwrap();
        let base = Path::new(env!("CARGO_BIN_EXE_gatehouse")).with_file_name("deps/libgatehouse_base.so");
        fs::copy(base, place.0.path().join("plugins/base.so")).unwrap();
        place
    }

    fn library(&self) -> PathBuf {
        self.0.path().join("plugins/wayside.so")
    }

    fn record(&self) -> PathBuf {
        self.0.path().join("game.jsonl")
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gatehouse"));
        command.args(arguments).arg("--plugin-dir").arg(self.0.path().join("plugins"));
        // Cargo lets what it runs find the compiler's own libraries, which is not how it is elsewhere.
        command.env_remove("LD_LIBRARY_PATH").env("GATEHOUSE_TRUST_NEW", "1");
        command.env("GATEHOUSE_HOME", self.0.path().join("home")).env("RUST_BACKTRACE", "0").output().unwrap()
    }
}

/// What was said and complained of, in one line: text is wrapped at the width of a terminal.
fn flowing(output: &Output) -> String {
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Case {
    fn tried(&self, place: &Place, sound: &Path) {
        let (library, is) = (place.library(), self.is);
        let bytes = || fs::read(sound).unwrap();
        let lay = |bytes: Vec<u8>| fs::write(&library, bytes).unwrap();
        match &self.made {
            Made::Bytes(made) => lay(made(bytes())),
            Made::Laid(laid) => laid(&library),
            Made::Built(variant) => lay(fs::read(variant.built()).unwrap()),
        }
        let listed = place.run(&["plugins"]);
        let text = flowing(&listed);
        assert!(listed.status.success() && text.contains("base 0.1.0"), "{is}: {text}");
        let refused = String::from_utf8_lossy(&listed.stdout);
        let refused: Vec<&str> = refused.lines().filter(|line| line.starts_with("refused: ")).collect();
        assert!(matches!(refused[..], [one] if one.contains("wayside") && one.contains(self.says)), "{is}: {text}");
        // The host is alive, and nobody who does without it is kept from playing.
        let played = place.run(&["sim", "--games", "1"]);
        assert!(played.status.success(), "{is}: {}", flowing(&played));
        // What asks for it is told why it is not there, and loses nothing.
        let record = place.record();
        let before = fs::read(&record).unwrap();
        for asks in [&["replay"][..], &["play", "--bots", "--resume"]] {
            let asked = place.run(&[asks, &[record.to_str().unwrap()]].concat());
            let text = flowing(&asked);
            assert_eq!(asked.status.code(), Some(1), "{is}: {text}");
            // Libraries of other things lie anywhere; only `plugins` speaks of them.
            assert!(text.contains(self.says) || self.says == "holds no plugin", "{is}: {text}");
            assert!(text.contains("plugin `wayside` was not found"), "{is}: {text}");
        }
        assert_eq!(fs::read(&record).unwrap(), before, "{is}");
        fs::remove_file(&library).unwrap();
        lay(bytes());
        let again = place.run(&["replay", "--verify", record.to_str().unwrap()]);
        assert!(again.status.success(), "{is}: {}", flowing(&again));
        fs::remove_file(&library).unwrap();
    }
}

#[test]
fn what_is_no_sound_plugin_is_refused_and_loses_no_game() {
    let sound = SOUND.built();
    let place = Place::new();
    fs::copy(&sound, place.library()).unwrap();
    let record = place.record();
    let begun = ["play", "--players", "red:random,blue:random", "--use", "wayside", "--seed", "4"];
    let begun = place.run(&[&begun[..], &["--save", record.to_str().unwrap()]].concat());
    assert!(begun.status.success(), "{}", flowing(&begun));
    fs::remove_file(place.library()).unwrap();
    CASES.iter().for_each(|case| case.tried(&place, &sound));
}

#[test]
fn the_page_on_faults_lists_every_library() {
    let rows: Vec<String> = CASES.iter().map(|case| format!("| {} | {} |", case.is, case.says)).collect();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/faults.md");
    let text = fs::read_to_string(page).unwrap();
    let listed: Vec<&str> =
        text.lines().skip_while(|l| !l.starts_with("| the library is")).skip(2).take_while(|l| !l.is_empty()).collect();
    assert_eq!(listed, rows, "docs/faults.md should list:\n{}", rows.join("\n"));
}
