//! The engine that a table of a file names, in the words of a contender.

use std::ops::Range;

use arena::config::evaluation::EvaluationKeys;
use arena::config::file::{ContenderTable, EngineKey, ProgramKey};
use arena::config::resolver::Resolver;
use arena::config::{ConfigError, EngineSettings};

/// The keys of a table that a contender of a match has, too, as that contender.
macro_rules! contender {
    ($table:expr; $($key:ident),* $(,)?) => {
        arena::config::file::ContenderTable {
            $($key: $table.$key.clone(),)*
            ..arena::config::file::ContenderTable::default()
        }
    };
}
pub(crate) use contender;

/// The engine, and the place of its key. `two` is the mistake of a table that names two, `none` the error of one that names
/// none.
pub(crate) fn engine(
    resolver: &Resolver<'_>,
    table: &ContenderTable,
    two: &str,
    none: impl FnOnce() -> ConfigError,
) -> Result<(EngineSettings, Range<usize>), ConfigError> {
    match table.engine_key().map_err(|second| resolver.error(second, two.to_owned()))? {
        Some(EngineKey::Preset(preset)) => {
            resolver.refuse_keys_of_programs(table)?;
            let (search, hash) = (table.search.as_ref(), table.hash.as_ref());
            let evaluation = EvaluationKeys::of(table);
            let settings = resolver.search_settings(preset, search, evaluation, hash)?;
            Ok((EngineSettings::InProcess(settings), preset.span()))
        }
        Some(EngineKey::Program(key)) => {
            resolver.refuse_keys_of_presets(table)?;
            if let ProgramKey::Command(_) = key {
                resolver.refuse_keys_of_revisions(table)?;
            }
            let span = key.span();
            Ok((EngineSettings::Uci(resolver.program(table, key)?), span))
        }
        // Tables of this crate have no key `own`.
        Some(EngineKey::Own(_)) | None => Err(none()),
    }
}
