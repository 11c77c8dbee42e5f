//! The help of `arena run` without its rarer options.

/// The options that a first match does without; `--help-all` has them.
const RARE: &str = "seed cpus shard positions sample max_depth reference judge full explain same log lease priority \
                    grace scale_time creds nkey ca cert key first_name second_name ponder depth model engine";

const EXAMPLES: &str = "\
Examples:
  arena run --first ./new --second ./old --tc 8+0.08 --sprt 0,5 --option Hash=16
                                              a match without a file; the same command resumes it
  arena run --first HEAD --second main --repo . --tc 8+0.08 --sprt 0,5
                                              the working tree against a branch, each built once
  arena run matches/smoke.toml                play a match, or resume it where it was stopped
  arena run matches/smoke.toml --set limits.nodes=2000 --out results/smoke-2
                                              another match, the file untouched

`arena run --help-all` has all options, `arena help exit-codes` the exit codes, `arena help match-file` the keys.";

/// The command with the rarer options left out of its help; it takes them all the same.
pub(in crate::commands) fn shortened(run: clap::Command) -> clap::Command {
    let shown = |option: clap::Arg| {
        let is_rare = RARE.split(' ').any(|name| option.get_id() == name);
        let has_values = option.get_action().takes_values();
        let option = option.hide_short_help(is_rare);
        if has_values { option.hide_possible_values(true) } else { option }
    };
    let help = clap::Arg::new("help").short('h').long("help").help("Print help");
    run.mut_args(shown)
        .disable_help_flag(true)
        .arg(help.action(clap::ArgAction::HelpShort))
        .after_help(EXAMPLES)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::commands::{Cli, command};

    #[test]
    fn the_rarer_options_are_options() {
        let help = |mut cli: clap::Command| {
            cli.build();
            cli.find_subcommand("run").unwrap().clone()
        };
        let all = help(Cli::command()).render_long_help().to_string();
        let short = help(command()).render_help().to_string();
        let has = |help: &str, option: &str| {
            help.lines().any(|line| line.split_whitespace().next() == Some(option))
        };
        for name in RARE.split(' ') {
            let option = format!("--{}", name.replace('_', "-"));
            assert!(has(&all, &option) && !has(&short, &option), "{option}:\n{all}\n{short}");
        }
    }
}
