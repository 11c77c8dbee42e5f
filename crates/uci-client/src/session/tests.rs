use super::waiting::READS;
use super::*;
use system::Program;

#[test]
fn an_engine_that_has_ended_is_no_slow_one_though_a_child_holds_its_pipes() {
    let program = Program::new("/bin/sh").with_arguments(["-c", "sleep 2 & exit 3"]);
    let mut session = Session::start(&program, &Guard::none()).unwrap();
    assert!(session.process.wait_for_end(Duration::from_secs(10)));
    // Sooner than the next check that it is still there.
    let deadline = Instant::now() + SLICE / 10;
    assert_eq!(session.wait_for(deadline, |_| None::<()>), Err(WaitError::Ended));
    assert_eq!(session.end(Duration::ZERO), "exit code 3");
}

#[test]
fn what_never_ends_is_not_read_to_its_end() {
    let abort = Arc::new(AtomicBool::new(false));
    let session = Session::start(&Program::new("yes"), &Guard::none()).unwrap();
    let mut session = session.with_abort(Arc::clone(&abort));
    let mut lines = 0_u64;
    let mut take = || {
        session.take_unasked(Instant::now(), |_| {
            // So slow a reader finds the pipe full again.
            lines += 1;
            if lines.is_multiple_of(8_000) {
                std::thread::sleep(Duration::from_millis(1));
            }
        })
    };
    // While the writer has no core the pipe may be empty.
    let mut comes_to = |error| {
        (0..5_000).any(|_| {
            std::thread::sleep(Duration::from_millis(1));
            take() == Err(error)
        })
    };
    assert!(comes_to(WaitError::Endless));
    abort.store(true, Ordering::Relaxed);
    assert!(comes_to(WaitError::Aborted));
    assert!(lines >= READS, "{lines}");
    session.kill();
}
