//! Lists the bundled plugins: the manifest's dependencies are the list, so that no line of code names one.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=Cargo.toml");
    let manifest = fs::read_to_string("Cargo.toml").expect("cargo runs this beside the manifest");
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default();
    let dependencies = dependencies.split("\n[").next().unwrap_or_default();
    let names = dependencies.lines().map(|line| line.split(['.', '=', ' ']).next().unwrap_or_default());
    let plugins: Vec<&str> = names.filter(|n| n.starts_with("gatehouse-") && *n != "gatehouse-core").collect();
    let mut code = String::from(
        "/// The bundled plugins as linked into this program.\npub fn bundled() -> Vec<gatehouse_core::plugin::PluginModule_Ref> {\n    vec![\n",
    );
    for name in &plugins {
        writeln!(code, "        {}::module(),", name.replace('-', "_")).expect("writing to a string");
    }
    code.push_str("    ]\n}\n\n");
    code.push_str(
        "/// The crates of the bundled plugins, each with the SHA-256 that its library had when this was compiled.\n",
    );
    writeln!(code, "pub(crate) const PINS: &[(&str, Option<&str>)] = pins::pins!{plugins:?};")
        .expect("writing to a string");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("bundled.rs"), code).expect("the output directory is writable");
}
