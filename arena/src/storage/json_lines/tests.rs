use super::*;
use serde::Deserialize;
use std::fs;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Entry {
    number: u32,
    value: f64,
}

impl JournalFacts for Entry {
    const KIND: JournalKind = JournalKind {
        commands: "`arena test`",
        other: "the journal of another test",
        keep: "move it away",
        mend: "delete the line",
    };

    fn differences(&self, there: &Entry) -> Vec<String> {
        match there.number {
            0 => Vec::new(),
            number => vec![format!("it is of {number}, not of 0")],
        }
    }
}

fn entry(number: u32) -> Entry {
    Entry { number, value: 0.1 * f64::from(number) }
}

/// Opens a journal with entry 0 as its facts; returns its entries.
fn open(path: &Path) -> Result<(JsonLines, Vec<u32>), String> {
    let mut numbers = Vec::new();
    let take = |entry: Entry| {
        numbers.push(entry.number);
        if entry.value < 0.0 { Err("a negative value".to_owned()) } else { Ok(()) }
    };
    let journal = JsonLines::open(path, &entry(0), take);
    let name = format!("{}/", path.parent().unwrap().display());
    Ok((journal.map_err(|error| error.to_string().replace(&name, ""))?, numbers))
}

#[test]
fn what_was_appended_is_read_and_a_torn_end_cut_off() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.jsonl");
    let (mut journal, numbers) = open(&path).unwrap();
    assert!(numbers.is_empty());
    journal.append([1, 2].map(entry).iter()).unwrap();
    assert!(open(&path).unwrap_err().contains("another arena process"));
    drop(journal);
    let whole = fs::read_to_string(&path).unwrap();
    assert!(whole.starts_with("{\"number\":0,\"value\":0.0,\"checksum\":\""), "{whole}");
    for cut in 0..whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        let (_, numbers) = open(&path).unwrap();
        assert_eq!(numbers.len(), whole[..cut].matches('\n').count().saturating_sub(1));
        assert!(whole.starts_with(&fs::read_to_string(&path).unwrap()));
    }
}

#[test]
fn a_changed_line_is_named_and_the_file_left_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.jsonl");
    open(&path).unwrap().0.append([1, 2, 3].map(entry).iter()).unwrap();
    let whole = fs::read_to_string(&path).unwrap();
    let problem = |text: &str| {
        fs::write(&path, text).unwrap();
        let problem = open(&path).unwrap_err();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        problem
    };
    let changed = problem(&whole.replace("\"value\":0.2", "\"value\":0.3"));
    assert_eq!(changed, "x.jsonl:3: it does not agree with its checksum; delete the line");
    let bare: Vec<&str> = whole.lines().collect();
    let bare = format!("{}\n{{\"number\":1,\"value\":0.1}}\n", bare[0]);
    assert_eq!(problem(&bare), "x.jsonl:2: it has no checksum; delete the line");
    let other = problem(&whole.lines().skip(1).map(|line| format!("{line}\n")).collect::<String>());
    assert_eq!(other, "x.jsonl: the journal of another test: it is of 1, not of 0; move it away");
    assert!(problem("[Event]\n").starts_with("x.jsonl:1: not a journal of `arena test`: "));
}

#[test]
fn a_journal_of_before_there_were_checksums_is_read_and_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.jsonl");
    fs::write(&path, "{\"number\":0,\"value\":0}\n{\"number\":1,\"value\":0.1}\n").unwrap();
    let (mut journal, numbers) = open(&path).unwrap();
    assert_eq!(numbers, [1]);
    journal.append([entry(2)].iter()).unwrap();
    drop(journal);
    assert_eq!(open(&path).unwrap().1, [1, 2]);
    let text = fs::read_to_string(&path).unwrap().replace("\"value\":0.2", "\"value\":0.3");
    fs::write(&path, text).unwrap();
    assert!(open(&path).unwrap_err().contains("x.jsonl:3: it does not agree with its checksum"));
    fs::write(&path, "{\"number\":0,\"value\":0}\n{\"number\":1,\"value\":-1}\n").unwrap();
    assert_eq!(open(&path).unwrap_err(), "x.jsonl:2: a negative value; delete the line");
}
