//! Reports of games played by other match runners.

use arena::report::{self, Report, ReportFormat};
use stats::sprt::{Model, Sprt};

use crate::common::{data, foreign, foreign_text, on_one_line, snapshot};

#[test]
fn games_of_other_runners_have_the_lines_to_paste_and_a_test() {
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Logistic).unwrap();
    let results = foreign("fastchess.pgn").tested(&sprt);
    let report = Report::PgnResults(Box::new(results));
    snapshot("fastchess-openbench.txt", &report.render(ReportFormat::OpenBench).unwrap());
    snapshot("fastchess-ordo.txt", &report.render(ReportFormat::Ordo).unwrap());
    let text = report.render(ReportFormat::TEXT).unwrap();
    assert!(text.contains("An SPRT [0, 5] Elo on 2 pairs has not decided: LLR "), "{text}");
}

#[test]
fn results_that_cannot_be_read_make_the_answer_void_where_they_are_many() {
    let report = |unreadable: usize, draw: &str| {
        let game = |result: &str| {
            format!(
                "[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"{result}\"]\n\n1. e4 e5 {result}\n\n"
            )
        };
        let games = game("1-0").repeat(100) + &game("0-1").repeat(90);
        let text = games + &game("0.5-0.5").repeat(10) + &game(draw).repeat(unreadable);
        let results = foreign_text("games.pgn", text.as_bytes());
        let counted = (results.games, results.unreadable);
        (counted, Report::PgnResults(Box::new(results)).render(ReportFormat::TEXT).unwrap())
    };
    let (counted, text) = report(10, "drawn");
    assert_eq!(counted, (200, 10));
    let void = "Void: 10 of 210 games have a result in no form that is read, and are not counted";
    assert!(on_one_line(&text).contains(void), "{text}");
    assert!(text.contains("games NOT COUNTED"), "{text}");
    let (counted, text) = report(2, "drawn");
    assert_eq!(counted, (200, 2));
    assert!(!text.contains("Void"), "{text}");
    let (counted, text) = report(10, "½:½");
    assert_eq!(counted, (210, 0));
    assert!(!text.contains("Void") && !text.contains("NOT COUNTED"), "{text}");
}

#[test]
fn every_tournament_has_ratings_over_time_and_searches_of_each_player() {
    let own = report::read(&data("round-robin.pgn"), |_| {}).unwrap().unwrap();
    let foreign = Report::PgnResults(Box::new(foreign("round-robin.pgn")));
    snapshot("round-robin.txt", &own.render(ReportFormat::TEXT).unwrap());
    let [own, foreign] = [own, foreign].map(|report| {
        let text = report.render(ReportFormat::TEXT).unwrap();
        for wanted in
            ["Elo over time", "Depth by move", "Time by move, ms", "Nodes per second by move"]
        {
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
        let json = report.render(ReportFormat::Json).unwrap();
        serde_json::from_str::<serde_json::Value>(&json).unwrap()
    });
    for json in [&own, &foreign] {
        // The course ends where the table of the players is.
        for (player, over_time) in json["players"]
            .as_array()
            .unwrap()
            .iter()
            .zip(json["ratings_over_time"]["players"].as_array().unwrap())
        {
            assert_eq!(player["name"], over_time["player"]);
            let [now, last] =
                [&player["elo"], over_time["elo"].as_array().unwrap().last().unwrap()]
                    .map(|elo| elo.as_f64().unwrap());
            assert!((now - last).abs() < 1e-3, "{now} {last}");
        }
        let courses = json["searches"].as_array().unwrap();
        let moves = courses.iter().flat_map(|course| course["by_move_number"].as_array().unwrap());
        let moves: u64 = moves.map(|depth| depth["moves"].as_u64().unwrap()).sum();
        let rows = json["replays"]["rows"].as_array().unwrap();
        let plies: u64 = rows.iter().map(|row| row["plies"].as_u64().unwrap()).sum();
        // Games of other runners count only if their comments have a depth.
        assert_eq!(moves, json["comments"]["depths"].as_u64().unwrap_or(plies));
    }
    let by_name = |json: &serde_json::Value, name: &str| {
        let list = json["searches"].as_array().unwrap().clone();
        list.into_iter().find(|course| course["player"] == name).unwrap()["by_move_number"][0]["depth"]
            .clone()
    };
    let name = own["players"][0]["name"].as_str().unwrap();
    assert_eq!(by_name(&own, name), by_name(&foreign, name));
}

#[test]
fn a_tournament_of_another_runner_has_its_games_and_a_row_of_searches_for_each_player() {
    let report = Report::PgnResults(Box::new(foreign("round-robin.pgn")));
    let text = report.render(ReportFormat::TEXT).unwrap();
    let rows = text.lines().skip_while(|line| !line.starts_with("Searches")).skip(1);
    assert_eq!(rows.take_while(|line| !line.is_empty()).count(), 3, "{text}");
    let page = report.render(ReportFormat::Html).unwrap();
    assert!(
        ["games", "course", "search"]
            .iter()
            .all(|section| page.contains(&format!("id=\"{section}\"")))
    );
}

#[test]
fn games_of_other_runners_have_what_their_comments_tell() {
    let report = Report::PgnResults(Box::new(foreign("fastchess-searched.pgn")));
    snapshot("fastchess-searched.txt", &report.render(ReportFormat::TEXT).unwrap());
    let page = report.render(ReportFormat::Html).unwrap();
    for wanted in ["Elo over time", "Depth", "Time per move, ms", "Nodes per second", "calibration"]
    {
        assert!(page.contains(wanted), "{wanted}");
    }
    assert!(!page.contains("Left out: "));
    // The games are those of the file, move by move.
    let json: serde_json::Value =
        serde_json::from_str(&report.render(ReportFormat::Json).unwrap()).unwrap();
    let rows = json["replays"]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 10);
    assert!(rows.iter().all(|row| !row["moves"].as_str().unwrap().is_empty()));
    let comments = &json["comments"];
    assert!(comments["moves"].as_u64() > Some(200), "{comments}");
    assert!(
        ["scores", "depths", "times", "nodes"].iter().all(|key| comments[key] == comments["moves"])
    );
    assert_eq!(json["course"]["points"].as_array().unwrap().len(), 5);
    let searches = json["searches"].as_array().unwrap();
    let depth = |course: &serde_json::Value| course["depth"].as_f64().unwrap();
    assert_eq!(searches.len(), 2);
    let [new, old] =
        ["new", "old"].map(|name| searches.iter().find(|course| course["player"] == name).unwrap());
    assert!(depth(new) > depth(old) + 3.0, "{searches:?}");
}

#[test]
fn what_comments_do_not_tell_is_left_out_and_said() {
    let left_out = |name: &str| foreign(name).moves.left_out;
    assert_eq!(
        left_out("cutechess.pgn"),
        [
            "Left out: nodes per move and per second, and the branching factor, for the comments of the \
          moves tell no nodes."
        ]
    );
    let page = Report::PgnResults(Box::new(foreign("cutechess.pgn"))).render(ReportFormat::Html);
    let page = page.unwrap();
    assert!(page.contains("Time per move, ms") && !page.contains("Nodes per second"));
    let text = Report::PgnResults(Box::new(foreign("cutechess.pgn"))).render(ReportFormat::TEXT);
    let text = text.unwrap();
    assert!(text.contains("time, ms") && !text.contains("branching factor\n"), "{text}");
    // No comment at all, and a move that cannot be read.
    let mut text = std::fs::read_to_string(data("cutechess.pgn")).unwrap();
    while let (Some(from), Some(to)) = (text.find('{'), text.find('}')) {
        text.replace_range(from..=to, "");
    }
    let text = text.replacen("Nc6", "Nc7", 1);
    let left_out = foreign_text("changed.pgn", text.as_bytes()).moves.left_out;
    assert_eq!(left_out.len(), 3, "{left_out:?}");
    assert!(left_out[0].contains("the end of 1 game"), "{left_out:?}");
    assert!(left_out[1].contains("the searches did") && left_out[1].contains("no depths"));
    assert!(left_out[2].contains("no scores"));
}

/// A game in PGN, each with a round of its own.
fn game_of(players: [&str; 2], round: usize, result: &str) -> String {
    let [white, black] = players;
    format!(
        "[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n\
         1. e4 e5 {result}\n\n"
    )
}

#[test]
fn games_that_did_not_end_by_chess_lead_where_they_could_have_decided() {
    let game = |round: usize| {
        let (result, tag) = match round % 4 {
            0 => ("1-0", "Time forfeit"),
            1 => ("0-1", "Normal"),
            _ => ("1/2-1/2", "Normal"),
        };
        // A is White in half of all games, and wins those that B loses on time.
        let (players, result) = match (round / 4 % 2, result) {
            (0, result) => (["A", "B"], result),
            (_, "1-0") => (["B", "A"], "0-1"),
            (_, "0-1") => (["B", "A"], "1-0"),
            (_, drawn) => (["B", "A"], drawn),
        };
        let text = game_of(players, round, result);
        text.replacen("[Result", &format!("[Termination \"{tag}\"]\n[Result"), 1)
    };
    let text: String = (0..40).map(game).collect();
    let report = Report::PgnResults(Box::new(foreign_text("games.pgn", text.as_bytes())));
    let said = on_one_line(&report.render(ReportFormat::TEXT).unwrap());
    let led = "Void: of 40 games not all ended by chess, by their Termination tags: 10 by \"time forfeit\" (B lost \
               10). As the games stand: Not yet: 'A' against 'B', 0.0 Elo [";
    assert!(said.contains(led), "{said}");
    let json: serde_json::Value =
        serde_json::from_str(&report.render(ReportFormat::Json).unwrap()).unwrap();
    assert_eq!(json["validity"]["state"], "tagged");
    assert_eq!(json["validity"]["endings"][0]["lost"][0]["player"], "B");
}

#[test]
fn games_of_one_name_against_itself_are_left_out_and_said() {
    let text = game_of(["A", "A"], 1, "1-0")
        + &game_of(["A", "B"], 2, "1-0")
        + &game_of(["B", "A"], 2, "1/2-1/2");
    let results = foreign_text("games.pgn", text.as_bytes());
    assert_eq!((results.games, results.same_name, results.standings.encounters.len()), (2, 1, 1));
    let said = Report::PgnResults(Box::new(results)).render(ReportFormat::TEXT).unwrap();
    let said = on_one_line(&said);
    assert!(said.contains("with one name for White and Black, left out 1"), "{said}");
}
