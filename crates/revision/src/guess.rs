//! The build command that a checkout asks for by its files.

use std::path::Path;

use crate::cargo;

/// A file in the root of a checkout, and the command that goes with it. The first that is there counts.
const COMMANDS: [(&str, &str); 8] = [
    ("Cargo.toml", cargo::COMMAND),
    ("Makefile", "make -j4"),
    ("makefile", "make -j4"),
    (
        "CMakeLists.txt",
        "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel 4",
    ),
    ("build.sh", "./build.sh"),
    ("go.mod", "go build -o {exe} ."),
    ("src/Makefile", "make -C src -j4"),
    ("src/makefile", "make -C src -j4"),
];

/// The command, if one of these files is there.
pub(crate) fn command(tree: &Path) -> Option<&'static str> {
    COMMANDS.into_iter().find(|(file, _)| tree.join(file).is_file()).map(|(_, command)| command)
}
