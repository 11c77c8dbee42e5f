//! Reads a command line into a request.

use std::io::{self, Write};
use std::path::Path;

use arena::system::processor::processor_list;

use crate::language::arguments::{Kind, Refusal, Written, written};
use crate::language::checks::{self, Machine};
use crate::language::command::{
    BookOrder, Command, Draw, Format, MaxMoves, Output, Request, TableResults, Tournament, Variant,
};
use crate::language::engine_arguments::EngineArguments;
use crate::language::keys::format_of;
use crate::language::scalar::{number, truth, unknown, whole};
use crate::language::state::State;

/// Reads a command line, without the program's name. `say` receives output on the way, one or more
/// lines each time.
///
/// # Errors
/// In the reference's words, for standard output.
pub fn read(
    arguments: &[String],
    machine: &Machine,
    say: &mut dyn FnMut(&str),
) -> Result<Request, Refusal> {
    if arguments.is_empty() {
        return Ok(Request::Help);
    }
    let mut reader = Reader {
        command: Command {
            engines: Vec::new(),
            tournament: Tournament::new(machine.seed),
            stats: Vec::new(),
        },
        before_config: None,
        each: None,
        machine,
        say,
    };
    for option in written(arguments) {
        let option = option?;
        let answer = reader.take(&option).map_err(|reason| option.refusal(&reason))?;
        if let Some(request) = answer {
            return Ok(request);
        }
    }
    reader.finish()
}

/// The state of reading.
struct Reader<'a, 'b> {
    command: Command,
    /// The settings before the JSON file was read.
    before_config: Option<(Tournament, Vec<EngineArguments>)>,
    /// All parameters of `-each`, which come last.
    each: Option<Written<'b>>,
    machine: &'a Machine,
    say: &'a mut dyn FnMut(&str),
}

impl<'b> Reader<'_, 'b> {
    /// Takes an option; returns a request if it asks for something other than a tournament.
    fn take(&mut self, option: &Written<'b>) -> Result<Option<Request>, String> {
        let tournament = &mut self.command.tournament;
        match option.name {
            "-version" | "--version" | "-v" | "--v" => {
                option.alone()?;
                return Ok(Some(Request::Version));
            }
            "-help" | "--help" => {
                option.alone()?;
                return Ok(Some(Request::Help));
            }
            "-each" => match &mut self.each {
                Some(each) => each.parameters.extend(&option.parameters),
                None => self.each = Some(option.clone()),
            },
            "-engine" => {
                let mut engine = EngineArguments::default();
                option.pairs()?.into_iter().try_for_each(|(key, value)| engine.take(key, value))?;
                self.command.engines.push(engine);
            }
            "-quick" => self.quick(option)?,
            "-config" => self.config(option)?,
            "-debug" => return Err(debug(option)?),
            "-pgnout" => tournament.games_file(option, self.machine)?,
            "-epdout" => tournament.epd.take(option, self.machine)?,
            "-openings" => tournament.opening.take(option, self.machine)?,
            "-sprt" => tournament.sprt(option)?,
            "-draw" => tournament.draw.take(option)?,
            "-resign" => tournament.resign.take(option)?,
            "-log" => tournament.log.take(option)?,
            "-report" | "-output" | "-crc32" => tournament.single_key(option)?,
            _ => tournament.simple(option)?,
        }
        Ok(None)
    }

    fn quick(&mut self, option: &Written<'_>) -> Result<(), String> {
        let mut engines = Vec::new();
        let tournament = &mut self.command.tournament;
        for (key, value) in option.pairs()? {
            match key {
                "cmd" => {
                    let mut engine = EngineArguments {
                        cmd: value.to_owned(),
                        name: value.to_owned(),
                        ..EngineArguments::default()
                    };
                    (engine.limit.tc.time, engine.limit.tc.increment) = (10_000, 100);
                    engines.push(engine);
                }
                "book" => {
                    tournament.opening.file = value.to_owned();
                    tournament.opening.order = BookOrder::Random;
                    tournament.opening.format = format_of(value).ok_or(
                        "Please include the .pgn or .epd file extension for the opening book.",
                    )?;
                }
                _ => return Err(unknown("quick", key, value)),
            }
        }
        let [first, second] = &mut engines[..] else {
            return Err("Option \"-quick\" requires exactly two cmd entries.".to_owned());
        };
        if tournament.opening.file.is_empty() {
            return Err("Option \"-quick\" requires a book=FILE entry.".to_owned());
        }
        if first.name == second.name {
            first.name.push('1');
            second.name.push('2');
        }
        self.command.engines.extend(engines);
        tournament.games = 2;
        tournament.rounds = 25_000;
        tournament.concurrency = (self.machine.threads - 2).max(1);
        tournament.recover = true;
        tournament.draw = Draw { move_number: 30, move_count: 8, score: 8, enabled: true };
        tournament.output = Output::Cutechess;
        Ok(())
    }

    fn config(&mut self, option: &Written<'_>) -> Result<(), String> {
        let mut drops_results = false;
        for (key, value) in option.pairs()? {
            match (key, value) {
                ("file", file) => {
                    (self.say)(&format!("Loading config file: {file}"));
                    let state = State::read(Path::new(file))?;
                    let before = (
                        self.command.tournament.clone(),
                        std::mem::take(&mut self.command.engines),
                    );
                    self.before_config = Some(before);
                    self.command = state.into_command();
                    self.command.tournament.unsaved.has_seed = true;
                }
                ("outname", name) => self.command.tournament.config_name = name.to_owned(),
                ("discard", "true") => {
                    (self.say)("Discarding config file");
                    let before = self.before_config.clone();
                    (self.command.tournament, self.command.engines) =
                        before.unwrap_or_else(|| (Tournament::new(self.machine.seed), Vec::new()));
                    self.command.stats.clear();
                }
                ("stats", value) => drops_results = value == "false",
                _ => return Err(unknown("config", key, value)),
            }
        }
        let are_many = self.command.engines.len() > 2;
        if are_many {
            let warning = "Warning: Stats will be dropped for more than 2 engines.";
            let _ = writeln!(io::stderr(), "{warning}");
        }
        if drops_results || are_many {
            self.command.stats.clear();
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Request, Refusal> {
        if let Some(each) = self.each.take() {
            let apply = |engines: &mut Vec<EngineArguments>| -> Result<(), String> {
                for (key, value) in each.pairs()? {
                    engines.iter_mut().try_for_each(|engine| engine.take(key, value))?;
                }
                Ok(())
            };
            apply(&mut self.command.engines).map_err(|reason| each.refusal(&reason))?;
        }
        let Command { engines, tournament, .. } = &mut self.command;
        engines.iter_mut().for_each(|engine| engine.variant = tournament.variant);
        checks::tournament(tournament, self.machine, self.say).map_err(Refusal)?;
        checks::engines(engines, self.machine).map_err(Refusal)?;
        checks::log(&tournament.log).map_err(Refusal)?;
        Ok(Request::Play(Box::new(self.command)))
    }
}

fn debug(option: &Written<'_>) -> Result<String, String> {
    option.alone()?;
    Ok("The 'debug' option does not exist in fastchess. Use the 'log' option instead to write all \
        engine input and output into a text file."
        .to_owned())
}

impl Tournament {
    /// An option of one value, or of none.
    fn simple(&mut self, option: &Written<'_>) -> Result<(), String> {
        match option.kind {
            Kind::Switch(of) => {
                option.alone()?;
                *of(self) = true;
            }
            Kind::Number(of) => *of(self) = whole(option.one()?)?,
            Kind::Milliseconds(of) => *of(self) = whole(option.one()?)?,
            _ => return self.named(option),
        }
        if option.name == "--force-concurrency" {
            self.unsaved.notes.push("--force-concurrency: now -force-concurrency".to_owned());
        }
        Ok(())
    }

    /// An option that is known by its name alone.
    fn named(&mut self, option: &Written<'_>) -> Result<(), String> {
        match option.name {
            "-event" => {
                self.pgn.event_name = option.parameters.concat();
                Ok(())
            }
            "-site" => {
                self.pgn.site = option.parameters.concat();
                Ok(())
            }
            "-repeat" => self.repeat(option),
            "-use-affinity" => self.affinity(option),
            _ => self.single_value(option.name, option.one()?),
        }
    }

    fn single_value(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "-games" => self.games = whole::<i32>(value)?.into(),
            "-rounds" => self.rounds = whole::<i32>(value)?.into(),
            "-wait" => self.wait = whole::<i32>(value)? as u32,
            "-srand" => (self.seed, self.unsaved.has_seed) = (whole(value)?, true),
            "-maxmoves" => {
                self.maxmoves = MaxMoves { move_count: whole(value)?, enabled: true };
            }
            "-tb" => {
                self.tb_adjudication.syzygy_dirs = value.to_owned();
                self.tb_adjudication.enabled = true;
            }
            "-tbadjudicate" => self.unsaved.table_results = table_results(value)?,
            "-variant" => {
                let variant = Variant::of(value).ok_or("Unknown variant.")?;
                // The reference does not take an earlier variant back.
                if variant != Variant::Standard {
                    self.variant = variant;
                }
            }
            "-tournament" => {
                self.format = Format::of(value).ok_or(
                    "Unsupported tournament format. Only supports roundrobin and gauntlet.",
                )?;
            }
            _ => unreachable_option(name)?,
        }
        Ok(())
    }

    /// `-pgnout`; versions before 1.0 had the file as a word of its own.
    fn games_file(&mut self, option: &Written<'_>, machine: &Machine) -> Result<(), String> {
        let Some((file, keys)) =
            option.parameters.split_first().filter(|(file, _)| !file.contains('='))
        else {
            return self.pgn.take(option, machine);
        };
        self.pgn.take(&Written { parameters: keys.to_vec(), ..option.clone() }, machine)?;
        self.pgn.file = (*file).to_owned();
        self.unsaved.notes.push(format!("-pgnout {file}: now -pgnout file={file}"));
        Ok(())
    }

    fn repeat(&mut self, option: &Written<'_>) -> Result<(), String> {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        self.games = match option.parameters[..] {
            [count] if is_number(count) => whole::<i32>(count)?.into(),
            _ => 2,
        };
        Ok(())
    }

    fn affinity(&mut self, option: &Written<'_>) -> Result<(), String> {
        self.affinity = true;
        if let Some(list) = option.parameters.first() {
            self.unsaved.processors.extend(processor_list(list).ok_or("Bad cpu list.")?);
        }
        Ok(())
    }

    /// `-report penta=`, `-output format=`, `-crc32 pgn=`.
    fn single_key(&mut self, option: &Written<'_>) -> Result<(), String> {
        for (key, value) in option.pairs()? {
            match (option.name, key, value, truth(value)) {
                ("-report", "penta", _, Some(value)) => self.report_penta = value,
                ("-crc32", "pgn", _, Some(value)) => self.pgn.crc = value,
                ("-output", "format", "fastchess", _) => self.output = Output::Fastchess,
                ("-output", "format", "cutechess", _) => self.output = Output::Cutechess,
                // The reference calls `-crc32` by a shorter name here.
                ("-crc32", ..) => return Err(unknown("crc", key, value)),
                (name, ..) => return Err(unknown(name.trim_start_matches('-'), key, value)),
            }
        }
        Ok(())
    }

    fn sprt(&mut self, option: &Written<'_>) -> Result<(), String> {
        self.sprt.enabled = true;
        if self.rounds == 0 {
            self.rounds = 500_000;
        }
        for (key, value) in option.pairs()? {
            match key {
                "elo0" => self.sprt.elo0 = number(value)?,
                "elo1" => self.sprt.elo1 = number(value)?,
                "alpha" => self.sprt.alpha = number(value)?,
                "beta" => self.sprt.beta = number(value)?,
                "model" => self.sprt.model = value.to_owned(),
                _ => return Err(unknown("sprt", key, value)),
            }
        }
        Ok(())
    }
}

/// An option that no table names: the tables are of this crate.
fn unreachable_option(name: &str) -> Result<(), String> {
    Err(format!("{name} is not read"))
}

fn table_results(text: &str) -> Result<TableResults, String> {
    match text {
        "WIN_LOSS" => Ok(TableResults::WinLoss),
        "DRAW" => Ok(TableResults::Draw),
        "BOTH" => Ok(TableResults::Both),
        _ => Err(format!("Invalid tb adjudication type: {text}")),
    }
}
