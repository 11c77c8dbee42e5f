//! Controls of the account by switching: a setting that does nothing and one that is harmful.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use arena::config::{self, Match, Overrides};
use arena::player;
use explain::course::{Course, TermPlayer};
use explain::effects::{PairingEffects, SettingEffect};
use explain::explanation::Explanation;
use explain::games;
use explain::report::Explained;
use explain::settings::Differences;
use uci_client::Guard;

/// Plays in this process, and counts its matches.
#[derive(Default)]
struct Library {
    matches: usize,
    told: String,
}

impl TermPlayer for Library {
    fn factory(&self, pairing: &Match, stderr: &Path) -> player::MakePlayer {
        player::factory(pairing, &Guard::none(), stderr)
    }

    fn play(&mut self, settings: Match, directory: &Path) -> anyhow::Result<bool> {
        self.matches += 1;
        fs::create_dir_all(directory)?;
        arena::play(settings, &directory.join("games.pgn"))?;
        Ok(true)
    }

    fn say(&mut self, text: &str) {
        self.told += text;
    }
}

fn loaded(directory: &Path, [first, second]: [&str; 2]) -> Match {
    let file = directory.join("control.toml");
    let text = format!(
        r#"
games = 40
concurrency = 2
limits = {{ nodes = 500 }}
openings = {{ file = "builtin:balanced", order = "shuffled" }}
adjudication = {{ max_moves = 50, draw = true, resign = true }}
[[contender]]
name = "first"
{first}
[[contender]]
name = "second"
{second}
"#
    );
    fs::write(&file, text).unwrap();
    config::load(&file, &Overrides::default()).unwrap()
}

/// A match in a directory, and its account at this price.
fn switched(
    directory: &Path,
    contenders: [&str; 2],
    price: u32,
    player: &mut Library,
) -> anyhow::Result<Explanation<PairingEffects>> {
    let settings = loaded(directory, contenders);
    let journal = directory.join("games.pgn");
    arena::play(settings.clone(), &journal).unwrap();
    let course = Course {
        settings: &settings,
        journal: &journal,
        directory: directory.join("explain/factorial"),
        games: Some(price),
        positions: None,
        concurrency: 2,
        quiet: true,
    };
    Ok(course.switch(player)?.unwrap())
}

/// The bound of null moves where there are none does nothing; moves in a random order are harmful.
const HARMFUL: &str = "preset = 'modern'\nhash = 1\n\
    search = { null_move = false, null_move_bound = true, spoiled_ordering = { moves = 'all', percent = 15 } }";
const PLAIN: &str = "preset = 'modern'\nhash = 1\nsearch = { null_move = false }";

#[test]
fn the_harmful_setting_has_the_effect_and_the_idle_one_has_none() {
    let place = tempfile::tempdir().unwrap();
    let mut player = Library::default();
    let explanation = switched(place.path(), [HARMFUL, PLAIN], 160, &mut player).unwrap();
    let pairing = &explanation.pairings[0];
    let told = pairing.sentences();
    let effects = pairing.effects.as_ref().unwrap_or_else(|| panic!("{told:?}"));
    let [idle, harmful] = effects.settings.as_slice() else { panic!("{told:?}") };
    assert_eq!([&*idle.setting, &*harmful.setting], ["null_move_bound", "spoiled_ordering"]);
    let SettingEffect { first, second, .. } = harmful;
    assert_eq!([&**first, &**second], ["on", "off"]);
    // The same games on both sides: only that twenty pairs are no more than twenty leaves an interval.
    for elo in [idle.alone, idle.left_out, idle.effect] {
        assert!(elo.value == 0.0 && elo.half_width() < 3.0, "{told:?}");
    }
    assert!(harmful.effect.interval().high < 0.0, "{told:?}");
    assert!(effects.rest.measured.interval().contains(0.0), "{told:?}");
    assert!(player.told.contains("4 matches of 40 games"), "{}", player.told);
    every_key_is_documented(&explanation);
    // Everything is played: the same account once more, without a game.
    let again = switched(place.path(), [HARMFUL, PLAIN], 160, &mut player).unwrap();
    assert_eq!((again.why, player.matches), (explanation.why, 4));
}

fn every_key_is_documented(explanation: &Explanation<PairingEffects>) {
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src/why.md");
    let manual = fs::read_to_string(manual).unwrap();
    let json = serde_json::to_string_pretty(explanation).unwrap();
    let keys = json.lines().filter_map(|line| line.trim().strip_prefix('"')?.split_once("\":"));
    let missing: Vec<&str> =
        keys.map(|(key, _)| key).filter(|key| !manual.contains(&format!("`{key}`"))).collect();
    assert!(missing.is_empty(), "docs/guide/src/why.md lacks {missing:?}");
}

#[test]
fn where_one_setting_differs_there_is_nothing_to_divide_and_few_games_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let mut player = Library::default();
    let one = [
        "preset = 'modern'\nhash = 1",
        "preset = 'modern'\nhash = 1\nsearch = { null_move = false }",
    ];
    let error = switched(place.path(), one, 240, &mut player).unwrap_err().to_string();
    assert!(error.contains("nothing to divide: null_move alone differs"), "{error}");
    let place = tempfile::tempdir().unwrap();
    let error = switched(place.path(), [HARMFUL, PLAIN], 14, &mut player).unwrap_err().to_string();
    assert!(error.contains("--games 16 or more"), "{error}");
    assert_eq!(player.matches, 0);
}

/// The settings by name, with their values; and whether those of a technique are one. Of two settings one alone makes the
/// same contender of the second as the other one left out makes of the first.
fn names(contenders: [&str; 2]) -> (Vec<String>, bool) {
    let place = tempfile::tempdir().unwrap();
    let settings = loaded(place.path(), contenders);
    let pairing = games::pairing(&settings, [0, 1]);
    let differences = Differences::of(&pairing);
    let matches = differences.matches(&pairing, 4).unwrap();
    if let [(_, alone), _, _, (_, left_out)] = matches.as_slice() {
        let [made, other] = [&alone.contenders[0], &left_out.contenders[1]];
        assert!(made.plays_like(other) && made.limits == other.limits, "{made:?} {other:?}");
        let first = &pairing.contenders[0];
        assert!(!made.plays_like(first) || made.limits != first.limits, "{made:?}");
        assert_ne!(alone.openings.of_pair(0), left_out.openings.of_pair(0));
    }
    let told = differences.settings.iter().map(|one| format!("{} {:?}", one.name, one.values));
    (told.collect(), differences.by_technique)
}

#[test]
fn options_limits_and_techniques_are_settings_and_many_parameters_are_one() {
    let program = std::env::current_exe().unwrap();
    let with = |options: &str| format!("command = [{:?}]\noptions = {{ {options} }}", program);
    let [first, second] =
        [with("Hash = 1, OwnBook = false"), with("Hash = 2, OwnBook = false, Contempt = 5")];
    let (told, _) = names([&first, &second]);
    assert_eq!(told, [r#"Contempt ["default", "5"]"#, r#"Hash ["1", "2"]"#]);
    let (told, _) = names([&first, "preset = 'modern'\nlimits = { nodes = 250 }"]);
    assert!(told.len() == 2 && told[0].starts_with("engine ["), "{told:?}");
    assert_eq!(told[1], r#"limits ["{ nodes = 500 }", "{ nodes = 250 }"]"#);
    let two = "preset = 'modern'\nhash = 2\nsearch = { null_move = { min_depth = 4 } }";
    let (told, by_technique) = names(["preset = 'modern'\nhash = 1", two]);
    assert_eq!(told, [r#"hash ["1", "2"]"#, r#"null_move.min_depth ["2", "4"]"#]);
    assert!(!by_technique);
    let many = "preset = 'modern'\nevaluation = 'network'\nhash = 2\nsearch = { \
        null_move = { min_depth = 4, reduction = 4 }, \
        reverse_futility = { max_depth = 1, margin = 1 }, late_move_pruning = { max_depth = 1, base = 1 }, \
        check_extension = false }";
    let (told, by_technique) = names(["preset = 'modern'\nhash = 1", many]);
    assert!(by_technique && told.len() == 6, "{told:?}");
    assert_eq!(told[0], r#"check_extension ["on", "off"]"#);
    assert_eq!(told[1], r#"evaluation ["classical", "network"]"#);
}
