//! The page of a finished match.

use std::path::Path;

use arena::report::pgn_results::PgnGames;
use arena::report::{self, Comparison, Origin, PgnResults, Report, ReportBuilder, ReportFormat};
use arena::score::pgn_scores::PgnScores;
use arena::storage::journal::{JournalGame, JournalReader};
use serde_json::{Value, json};
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;

use crate::driver::{Browser, file};

const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";
const NAMES: [&str; 2] = ["<script>alert(1)</script>", "\"><img src=x onerror=\"alert(2)\">"];

/// The games of a small match between contenders whose names are hostile.
fn games() -> Vec<JournalGame> {
    let mut games = journal("match.pgn");
    for game in &mut games {
        for (contender, name) in game.facts_mut().contenders.iter_mut().zip(NAMES) {
            contender.name = name.to_owned();
        }
        game.facts_mut().question = Some("</title></script><script>alert(3)</script>?".to_owned());
        game.opening.name = Some("</script><script>alert(4)</script>".to_owned());
    }
    games
}

/// The games of a journal of the test data.
fn journal(name: &str) -> Vec<JournalGame> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../arena/tests/data").join(name);
    let mut reader = JournalReader::open(&path).unwrap();
    std::iter::from_fn(|| reader.next_game().unwrap()).collect()
}

/// Opens the page of these games.
fn open(browser: &Browser, games: &[JournalGame]) {
    let mut builder = ReportBuilder::default();
    games.iter().for_each(|game| builder.add(game.clone()));
    let report = builder.report(Origin::default()).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let page = directory.path().join("report.html");
    std::fs::write(&page, report.render(ReportFormat::Html).unwrap()).unwrap();
    browser.open(&file(&page));
}

#[test]
fn the_report_of_a_match_works_in_a_browser() {
    let Some(browser) = Browser::start() else { return };
    let games = games();
    browser.look("light", 1280);
    open(&browser, &games);
    the_verdict_comes_first_and_names_stay_text(&browser);
    the_arrow_keys_step_through_a_game(&browser);
    charts_tell_their_values(&browser);
    links_lead_to_the_moves_they_name(&browser);
    a_link_to_a_game_selects_it_whatever_is_listed(&browser);
    for game in &games {
        the_board_shows_the_game(&browser, game);
    }
    for (scheme, width) in [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)] {
        browser.look(scheme, width);
        everything_can_be_read(&browser, scheme, width);
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());

    for (name, players) in [("chess960.pgn", 2), ("round-robin.pgn", 3)] {
        let games = journal(name);
        open(&browser, &games);
        games.iter().for_each(|game| the_board_shows_the_game(&browser, game));
        let listed = browser.run(
            "return new Set([...document.querySelectorAll('#list .w')].map((e) => e.textContent)).size",
        );
        assert_eq!(listed, json!(players), "{name}");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Every sign that was ever trouble in a page, in JSON or on a terminal, and others from all planes.
fn signs() -> String {
    ('\0'..'\u{3000}').chain(('\u{3000}'..=char::MAX).step_by(257)).collect()
}

#[test]
fn whatever_a_text_holds_the_script_reads_it_back() {
    let Some(browser) = Browser::start() else { return };
    let mut games = journal("match.pgn");
    for game in &mut games {
        game.facts_mut().contenders[0].name = "new \u{202e}\u{200e}".to_owned();
        game.opening.name = Some(signs());
    }
    open(&browser, &games);
    let read = |what: &str| {
        browser.run(&format!(
            "return JSON.parse(document.getElementById('replays').textContent).{what}"
        ))
    };
    assert_eq!(read("players[0].name"), "new \u{202e}\u{200e}");
    assert!(read("rows[0].name") == json!(signs()));
    the_board_shows_the_game(&browser, &games[0]);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

fn the_verdict_comes_first_and_names_stay_text(browser: &Browser) {
    let verdict = browser.run("return document.getElementById('verdict').innerText");
    let verdict = verdict.as_str().unwrap();
    assert!(NAMES.iter().all(|name| verdict.contains(name)), "{verdict}");
    let bottom =
        browser.run("return document.getElementById('verdict').getBoundingClientRect().bottom");
    assert!(bottom.as_f64().is_some_and(|bottom| bottom > 20.0 && bottom < 400.0), "{bottom}");
    // The script of the page, its data, and nothing that a name brought along.
    let foreign = "return [document.scripts.length, document.images.length]";
    assert_eq!(browser.run(foreign), json!([2, 0]));
    let (tab, notices) = (
        browser.run("return /^[\\d.]+ %: /.test(document.title)"),
        browser.run("return document.querySelectorAll('header > .caveat').length"),
    );
    assert!(
        tab == json!(true) && notices.as_u64().is_some_and(|count| count <= 2),
        "{tab} {notices}"
    );
    let title = browser.run("return document.querySelector('.question').innerText");
    assert_eq!(title, "</title></script><script>alert(3)</script>?");
}

fn fen(browser: &Browser) -> String {
    let fen = browser.run("return document.querySelector('#board svg').getAttribute('aria-label')");
    fen.as_str().unwrap().to_owned()
}

fn the_arrow_keys_step_through_a_game(browser: &Browser) {
    let last = fen(browser);
    browser.press(LEFT);
    let before = fen(browser);
    assert_ne!(before, last);
    assert!(browser.run("return location.hash").as_str().unwrap().starts_with("#game-1-"));
    browser.press(LEFT);
    browser.press(RIGHT);
    assert_eq!(fen(browser), before);
    browser.press(RIGHT);
    browser.press(RIGHT);
    assert_eq!(fen(browser), last, "the end is the end");
    browser.run("document.getElementById('copy-fen').click()");
    browser.wait_for("document.getElementById('copied').textContent === 'copied'");
}

/// By the arrow keys, which then step through no game, and under the pointer.
fn charts_tell_their_values(browser: &Browser) {
    let reading = "return [...document.querySelectorAll('.reading')].map((e) => e.innerText)";
    let shown = fen(browser);
    let charts = browser.run("return document.querySelectorAll('.plot').length");
    for chart in 0..charts.as_u64().unwrap() {
        browser.run(&format!("document.querySelectorAll('.plot')[{chart}].focus()"));
        browser.press(RIGHT);
        let last = browser.run(reading);
        assert_eq!(last.as_array().unwrap().len(), 1, "chart {chart}: {last}");
        browser.press(LEFT);
        let before = browser.run(reading);
        assert!(before.as_array().unwrap().len() == 1 && before != last, "chart {chart}: {before}");
        browser.run(
            "const svg = document.activeElement.querySelector('svg'), box = svg.getBoundingClientRect();
             svg.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX: box.left, clientY: box.top }))",
        );
        let first = browser.run(reading);
        assert!(first.as_array().unwrap().len() == 1 && first != last, "chart {chart}: {first}");
    }
    browser.run("document.activeElement.blur()");
    assert_eq!(browser.run(reading), json!([]));
    assert_eq!(fen(browser), shown);
}

fn links_lead_to_the_moves_they_name(browser: &Browser) {
    let wrong = browser.run(
        "return [...document.querySelectorAll('#differences td a')].map((link) => {
           const [, game, ply] = /#game-(\\d+)-(\\d+)/.exec(link.getAttribute('href')).map(Number);
           location.hash = link.getAttribute('href');
           dispatchEvent(new HashChangeEvent('hashchange'));
           const at = document.querySelector('#moves .now');
           return [link.textContent, at && at.textContent];
         }).filter(([named, shown]) => !named.split(' ').includes(shown))",
    );
    assert_eq!(wrong, json!([]), "links and the moves that they open");
}

fn a_link_to_a_game_selects_it_whatever_is_listed(browser: &Browser) {
    let seen = browser.run(
        "const filter = document.getElementById('filter');
         filter.value = 'faults';
         filter.onchange();
         location.hash = '#game-2';
         dispatchEvent(new HashChangeEvent('hashchange'));
         const at = document.querySelector('#list [aria-selected=true]');
         const list = document.getElementById('list').getBoundingClientRect(), box = at.getBoundingClientRect();
         return [filter.value, at.dataset.game, box.top >= list.top - 1 && box.bottom <= list.bottom + 1]",
    );
    assert_eq!(seen, json!(["all", "2", true]));
    browser.run("location.hash = '#game-1'");
    browser.wait_for("document.getElementById('game-title').textContent.startsWith('Game 1:')");
}

/// The decoded moves are those of the journal, and lead to the same positions.
fn the_board_shows_the_game(browser: &Browser, game: &JournalGame) {
    let number = game.record.spec.game + 1;
    let mut position = game.opening.start.clone();
    let played = game.record.moves.iter().map(|record| record.played);
    let mut notation = Vec::new();
    let mut positions = vec![position.clone()];
    for m in game.opening.moves.iter().copied().chain(played) {
        notation.push(SanPlus::from_move_and_play_unchecked(&mut position, m).to_string());
        positions.push(position.clone());
    }
    for ply in [0, positions.len() / 2, positions.len() - 1] {
        browser.run(&format!("location.hash = '#game-{number}-{ply}'"));
        browser.wait_for(&format!(
            "document.getElementById('link').getAttribute('href') === '#game-{number}-{ply}'"
        ));
        let expected = Fen::from_position(&positions[ply], EnPassantMode::PseudoLegal).to_string();
        assert_eq!(fen(browser), expected, "{}, game {number}, ply {ply}", game.facts.name);
    }
    let shown = browser
        .run("return [...document.querySelectorAll('#moves a')].map((move) => move.textContent)");
    assert_eq!(shown, json!(notation));
}

/// Contrast of texts by WCAG 2.1, and no page that is wider than its window.
fn everything_can_be_read(browser: &Browser, scheme: &str, width: u32) {
    let contrasts = browser.run(
        "const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
         const light = (c) => { const s = c / 255; return s <= 0.03928 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4; };
         const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
         const ground = (e) => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c[3] !== 0) return c; } return [255, 255, 255]; };
         return ['h1', '.intervals', '.legend .first', '.legend .second', 'nav a', 'main a', 'td', '.parts .won', '.parts .lost', 'thead th', '.note', 'figcaption', '.parts .drawn', '.player .clock', '#moves a.book', 'summary'].map((selector) => {
           const e = document.querySelector(selector);
           if (!e) return [selector, 99];
           const [a, b] = [luminance(rgb(getComputedStyle(e).color)), luminance(ground(e))];
           return [selector, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
         });",
    );
    for contrast in contrasts.as_array().unwrap() {
        let ratio = contrast[1].as_f64().unwrap();
        assert!(ratio >= 4.5, "{scheme}: {contrast}");
    }
    let dark = browser.run("return getComputedStyle(document.body).backgroundColor");
    assert_eq!(dark == json!("rgb(20, 23, 26)"), scheme == "dark", "{dark}");
    let wide = browser.run("return document.documentElement.scrollWidth");
    assert!(wide.as_u64().is_some_and(|wide| wide <= u64::from(width)), "{wide} at {width}");
    let smallest: Value = browser.run(
        "return Math.min(99, ...[...document.querySelectorAll('.plot text')].map((text) => {
           const svg = text.closest('svg');
           return parseFloat(getComputedStyle(text).fontSize) * svg.clientWidth / svg.viewBox.baseVal.width;
         }))",
    );
    assert!(
        smallest.as_f64().is_some_and(|pixels| pixels >= 11.0),
        "labels: {smallest} at {width}"
    );
    nothing_ends_without_a_cue(browser);
}

/// An element that scrolls sideways by itself shows a shadow at its edge.
fn nothing_ends_without_a_cue(browser: &Browser) {
    let cut = browser.run(
        "return [...document.querySelectorAll('body *')]
           .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === 'auto')
           .filter((e) => !getComputedStyle(e).backgroundImage.includes('gradient'))
           .map((e) => e.tagName + '.' + e.className)",
    );
    assert_eq!(cut, json!([]), "elements that scroll and do not show it");
}

#[test]
fn a_page_is_printed_light_whatever_the_screen_is() {
    let Some(browser) = Browser::start() else { return };
    browser.look("dark", 1300);
    open(&browser, &games());
    let colours = "const style = getComputedStyle(document.body);
        const plot = getComputedStyle(document.querySelector('.plot text'));
        return [style.backgroundColor, style.color, plot.fill,
          getComputedStyle(document.querySelector('section')).backgroundColor]";
    let on_screen = browser.run(colours);
    assert_eq!(on_screen[0], "rgb(20, 23, 26)");
    let printed = ["light", "dark"].map(|scheme| {
        browser.print(scheme);
        browser.run(colours)
    });
    assert_eq!(printed[0], printed[1]);
    assert_eq!(printed[1][0], "rgb(255, 255, 255)");
    assert_eq!(printed[1][1], "rgb(0, 0, 0)");
}

/// The results of a file of another match runner, moves included.
fn foreign(path: &Path) -> PgnResults {
    let (mut scores, mut games) = (PgnScores::default(), PgnGames::default());
    let file = std::fs::File::open(path).unwrap();
    let name = path.display().to_string();
    scores.read(&name, file, |game, players| games.add(game, players)).unwrap();
    scores.finish();
    PgnResults::of(&scores, &games)
}

#[test]
fn the_games_of_another_runner_are_shown_on_the_board() {
    let Some(browser) = Browser::start() else { return };
    let name = "../../arena/tests/data/fastchess-searched.pgn";
    let report = foreign(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let directory = tempfile::tempdir().unwrap();
    let page = directory.path().join("report.html");
    let html = Report::PgnResults(Box::new(report)).render(ReportFormat::Html).unwrap();
    std::fs::write(&page, html).unwrap();
    browser.open(&file(&page));
    let seen = browser.run(
        "document.getElementById('to-end').click();
         return [!document.getElementById('viewer').hidden,
           document.querySelectorAll('#list [role=option]').length,
           document.getElementById('game-note').textContent.includes('adjudication'),
           document.getElementById('moves').textContent.includes('Nf3'),
           document.querySelectorAll('#course svg').length,
           document.querySelectorAll('#search svg').length]",
    );
    assert_eq!(seen, json!([true, 10, true, true, 2, 6]));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn tournaments_comparisons_and_foreign_games_have_their_pictures() {
    let Some(browser) = Browser::start() else { return };
    let path = |name: &str| {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../arena/tests/data").join(name)
    };
    let of_match = report::read(&path("match.pgn"), |_| ()).unwrap().unwrap();
    let Report::Match(of_match) = of_match else { panic!("a match") };
    let name = path("match.pgn");
    let matches = [(name.as_path(), &of_match.summary); 3];
    let foreign = foreign(&path("fastchess-searched.pgn"));
    for (report, dots, cells, plots) in [
        (report::read(&path("round-robin.pgn"), |_| ()).unwrap().unwrap(), 6, 9, [2, 5]),
        (Report::Comparison(Box::new(Comparison::of(matches))), 3, 0, [0, 0]),
        (Report::PgnResults(Box::new(foreign)), 0, 0, [2, 6]),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let page = directory.path().join("report.html");
        std::fs::write(&page, report.render(ReportFormat::Html).unwrap()).unwrap();
        browser.open(&file(&page));
        let lines = "return ['course', 'search'].map((id) => document.querySelectorAll(`#${id} svg`).length)";
        assert_eq!(browser.run(lines), json!(plots));
        for (scheme, width) in [("light", 1300), ("dark", 1300), ("light", 390), ("dark", 390)] {
            browser.look(scheme, width);
            let seen = browser.run(
                "const drawn = [...document.querySelectorAll('.forest .estimate')]
                   .filter((e) => e.getBoundingClientRect().width > 0 || e.getTotalLength() === 0);
                 const wide = [...document.querySelectorAll('.forest svg')].map((e) => e.clientWidth);
                 return [drawn.length, document.querySelectorAll('.heat tbody td').length,
                   Math.min(...wide) >= 100, document.documentElement.scrollWidth <= innerWidth]",
            );
            assert_eq!(seen, json!([dots, cells, true, true]), "{scheme} {width}");
            nothing_ends_without_a_cue(&browser);
        }
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
