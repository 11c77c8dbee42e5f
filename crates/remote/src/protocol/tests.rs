use super::*;
use proptest::prelude::*;

fn header(lengths: &[usize]) -> ResultHeader {
    let game = |&bytes| GameHeader { proof: "p".to_owned(), attempt: 0, bytes, evidence: None };
    ResultHeader { v: VERSION, games: lengths.iter().map(game).collect() }
}

#[test]
fn a_result_reads_back() {
    let texts = ["one\n\n".to_owned(), "{two}\n".to_owned()];
    let bytes = result_to_bytes(&header(&[5, 6]), &texts);
    let (read, games) = read_result(&bytes).unwrap();
    assert_eq!((read.games.len(), games), (2, vec![&b"one\n\n"[..], b"{two}\n"]));
}

#[test]
fn what_is_cut_short_too_long_or_of_another_version_is_refused() {
    let bytes = result_to_bytes(&header(&[5]), &["one\n\n".to_owned()]);
    let problem = |bytes: &[u8]| read_result(bytes).unwrap_err();
    assert_eq!(problem(&bytes[..bytes.len() - 1]), "a result is cut short");
    assert_eq!(problem(&[&bytes[..], b"x"].concat()), "a result has too many bytes");
    assert_eq!(problem(b"{}"), "a message without its first line");
    let later = ResultHeader { v: 1, ..header(&[]) };
    assert_eq!(problem(&result_to_bytes(&later, &[])), "a message of version 1, this is 3");
    assert!(problem(&vec![b' '; MESSAGE + 2]).contains("a message without its first line"));
}

#[test]
fn what_was_added_is_left_out_where_there_is_none_and_read_where_it_is() {
    let end = Control { v: VERSION, order: Order::End, to: Vec::new() };
    assert_eq!(to_bytes(&end), br#"{"v":3,"order":"end"}"#);
    let withdraw = Control { order: Order::Withdraw, to: vec![WorkerKey::named("w")], ..end };
    assert_eq!(read::<Control>(&to_bytes(&withdraw)).unwrap(), withdraw);
    let ticket = TicketMessage { ticket: 3, ..TicketMessage::default() };
    assert_eq!(to_bytes(&ticket), br#"{"ticket":3}"#);
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read_result(&bytes);
        let _ = read::<Job>(&bytes);
        let _ = Signed::open("a", &bytes);
        let _ = read_answer::<AskAnswer>(&bytes);
    }
}
