//! The commands in groups, as `arena --help` lists them.

/// A group's title and its commands.
const GROUPS: [(&str, &[&str]); 3] = [
    ("Every day", &["run", "new", "report", "explain", "watch", "pause", "check", "builds"]),
    ("For scripts and farms", &["fastchess", "worker", "queue", "plan", "setup", "help"]),
    ("In the laboratory", &["suite", "sweep", "tune"]),
];
/// A command that shares its row with the one before it.
const BESIDE: (&str, &str) = ("fastchess", "cutechess");

/// The commands, each with the first sentence of its meaning.
pub(super) fn listed(cli: &clap::Command) -> String {
    let row = |name: &str| {
        let command = cli.find_subcommand(name);
        let meaning = command.and_then(clap::Command::get_about).map(ToString::to_string);
        let name = if name == BESIDE.0 { format!("{name}, {}", BESIDE.1) } else { name.to_owned() };
        format!("  {name:22}{}\n", meaning.unwrap_or_default())
    };
    let group = |(title, names): (&str, &[&str])| {
        let rows: String = names.iter().copied().map(row).collect();
        format!("{title}:\n{rows}\n")
    };
    GROUPS.into_iter().map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn every_command_is_in_a_group() {
        let cli = crate::commands::Cli::command();
        let listed: Vec<&str> =
            GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        for command in cli.get_subcommands() {
            let name = command.get_name();
            assert!(listed.contains(&name) || name == BESIDE.1, "{name} is in no group");
        }
        assert!(listed.iter().all(|name| cli.find_subcommand(name).is_some()));
    }
}
