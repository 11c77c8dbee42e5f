//! The crate `system` is the only one that names an operating system or has `unsafe` code, tests apart.

use std::fs;
use std::path::Path;

use super::house::{modules, sources};

/// Words that name an operating system or its libraries.
const WORDS: [&str; 12] = [
    "rustix",
    "nix::",
    "libc::",
    "windows_sys",
    "std::os::",
    "signal::unix",
    "signal::windows",
    "target_os",
    "cfg(unix",
    "cfg(windows",
    "cfg!(unix",
    "cfg!(windows",
];

/// Crates that only the crate `system` depends on, tests apart.
const CRATES: [&str; 4] = ["rustix", "nix", "libc", "windows-sys"];

/// The lines of a file, without its tests and comments, that break the rule.
fn offences(text: &str) -> Vec<&str> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let is_unsafe = |line: &str| {
        ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern", "allow(unsafe_code)"]
            .iter()
            .any(|word| line.contains(word))
    };
    lines.filter(|line| WORDS.iter().any(|word| line.contains(word)) || is_unsafe(line)).collect()
}

/// The dependencies of a manifest, tests apart, that break the rule.
fn dependencies(manifest: &str) -> Vec<&str> {
    let parts = manifest.split("\n[").filter(|part| {
        let name = part.lines().next().unwrap_or_default();
        name.contains("dependencies") && !name.contains("dev-dependencies")
    });
    let lines = parts.flat_map(str::lines);
    let name = |line: &str| line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned();
    lines.filter(|line| CRATES.contains(&name(line).as_str())).collect()
}

fn is_system(source: &Path) -> bool {
    source.parent().unwrap().ends_with("system")
}

#[test]
fn one_crate_names_the_system() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| !is_system(source)) {
        for (module, text) in modules(source) {
            let place = source.join(module.join("/"));
            wrong.extend(offences(&text).iter().map(|line| format!("{}: {line}", place.display())));
        }
        let manifest = source.with_file_name("Cargo.toml");
        let text = fs::read_to_string(&manifest).unwrap();
        wrong.extend(
            dependencies(&text).iter().map(|line| format!("{}: {line}", manifest.display())),
        );
    }
    assert!(wrong.is_empty(), "belongs in crates/system:\n{}", wrong.join("\n"));
}

#[test]
fn the_rule_speaks_where_it_must_and_only_there() {
    let planted = "use std::fs;\nuse std::os::unix::fs::MetadataExt;\nlet a = unsafe { b() };\n";
    assert_eq!(offences(planted).len(), 2);
    let silent = "#![forbid(unsafe_code)]\n// rustix\nuse system::files;\n\
                  #[cfg(test)]\nmod tests {\n    use std::os::unix::fs::symlink;\n}\n";
    assert_eq!(offences(silent), [""; 0]);
    let planted = "[package]\n\n[dependencies]\nrustix.workspace = true\n\n[dev-dependencies]\nrustix.workspace = true\n";
    assert_eq!(dependencies(planted), ["rustix.workspace = true"]);
    // The rooms of the system themselves would be found.
    let source = sources().into_iter().find(|source| is_system(source)).unwrap();
    let found = modules(&source).values().filter(|text| !offences(text).is_empty()).count();
    assert!(found > 10, "{found}");
}
