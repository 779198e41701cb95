//! Lists the bundled plugins: the manifest's dependencies are the list, so that no line of code names one.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=Cargo.toml");
    let manifest = fs::read_to_string("Cargo.toml").expect("cargo runs this beside the manifest");
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default();
    let dependencies = dependencies.split("\n[").next().unwrap_or_default();
    let mut code = String::from(
        "/// The bundled plugins as linked into this program.\npub fn bundled() -> Vec<gatehouse_core::plugin::PluginModule_Ref> {\n    vec![\n",
    );
    for line in dependencies.lines() {
        let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
        if name.starts_with("gatehouse-") && name != "gatehouse-core" {
            writeln!(code, "        {}::module(),", name.replace('-', "_")).expect("writing to a string");
        }
    }
    code.push_str("    ]\n}\n");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("bundled.rs"), code).expect("the output directory is writable");
}
