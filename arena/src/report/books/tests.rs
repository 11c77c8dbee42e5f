use super::*;
use crate::report::{Report, ReportFormat};

fn book(name: &str, [ll, ld, dd, wl, wd, ww]: [u64; 6]) -> BookGames {
    let pairs = Pentanomial { ll, ld, dd, wl, wd, ww };
    BookGames { name: name.to_owned(), openings: 5000, pairs }
}

fn books(games: &[BookGames]) -> Books {
    Books::of(None, ["new".to_owned(), "old".to_owned()], games)
}

#[test]
fn the_book_that_tells_more_needs_fewer_games() {
    let (dull, sharp) = ([2, 60, 760, 38, 130, 10], [10, 60, 300, 330, 220, 80]);
    let found = books(&[book("balanced", dull), book("unbalanced", sharp)]);
    let [reference, other] = &found.books[..] else { panic!("{found:?}") };
    assert_eq!(reference.games_ratio, None);
    let ratio = other.games_ratio.unwrap();
    let nelo = |book: &MeasuredBook| book.nelo.value.0.unwrap();
    let expected = (nelo(reference) / nelo(other)).powi(2);
    assert!((ratio.value.0.unwrap() - expected).abs() < 1e-12);
    let (low, high) = (ratio.lo.0.unwrap(), ratio.hi.0.unwrap());
    assert!(low < expected && expected < high && high < 1.0, "{ratio:?}");
    // Fieller's interval for the ratio of two independent normal means, squared.
    let error = |book: &MeasuredBook| (book.nelo.hi.0.unwrap() - nelo(book)) / 1.959_964;
    let [(a, sa), (b, sb)] = [(nelo(reference), error(reference)), (nelo(other), error(other))];
    let z = 1.959_964_f64.powi(2);
    let (p, q) = (b * b - z * sb * sb, a * a - z * sa * sa);
    let root = (a * a * b * b - p * q).sqrt();
    let fieller = [(a * b - root) / p, (a * b + root) / p].map(|ratio| ratio * ratio);
    assert!((low / fieller[0] - 1.0).abs() < 0.15, "{low}, Fieller {fieller:?}");
    assert!((high / fieller[1] - 1.0).abs() < 0.15, "{high}, Fieller {fieller:?}");
    assert!(other.draw_ratio.lo.0 < other.draw_ratio.value.0);
    assert!(other.pair_correlation.hi.0.unwrap() < 0.0);
}

#[test]
fn a_question_near_0_has_no_ratio_and_the_report_says_so_in_every_format() {
    let level = [20, 100, 300, 60, 110, 22];
    let report = Report::Books(Box::new(books(&[book("a", level), book("b", level)])));
    let text = report.render(ReportFormat::TEXT).unwrap();
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("there is no ratio of games") && flat.contains("at least 50 Elo"));
    assert!(text.contains("n/a"), "{text}");
    for format in ReportFormat::kept().map(|(_, format)| format).skip(1) {
        let text = report.render(format).unwrap();
        assert!(text.contains("300") && !text.contains("NaN"), "{text}");
        if format.name() == "html" {
            assert!(text.contains("Predicted and measured") && text.contains("<circle"));
        }
    }
}

#[test]
fn a_book_without_games_has_no_numbers() {
    let found = books(&[book("a", [0; 6]), book("b", [0, 0, 0, 0, 0, 1])]);
    let text = Report::Books(Box::new(found)).render(ReportFormat::TEXT).unwrap();
    assert!(text.contains("n/a") && !text.contains("NaN"), "{text}");
}
