//! Says where the data is that becomes part of the library: in a package inside it, in the repository around it.

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    // In the repository `data` has symbolic links, which `cargo package` follows. Where git writes links as text, as it
    // does on Windows, they lead nowhere.
    let own = package.join("data");
    let data = if own.join("endgame").is_dir() { own } else { package.join("../..") };
    println!("cargo::rustc-env=MUEHLE_DATA={}", data.display());
    // The packed endings and the eleventh ply would make the package larger than crates.io accepts, so there the library
    // does without them.
    let large = [("endings", "endings-10.mee"), ("eleventh", "opening-11.mor")];
    for (cfg, name) in large {
        println!("cargo::rustc-check-cfg=cfg({cfg})");
        let files = ["any", "never"].map(|rule| data.join(format!("endgame/{rule}-{name}")));
        if files.iter().all(|path| path.is_file()) {
            println!("cargo::rustc-cfg={cfg}");
            files.iter().for_each(|path| println!("cargo::rerun-if-changed={}", path.display()));
        }
    }
}
