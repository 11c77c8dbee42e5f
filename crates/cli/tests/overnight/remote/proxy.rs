//! A loopback proxy that disturbs connections as networks do.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The treatment of bytes on their way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weather {
    /// They pass.
    Fine = 0,
    /// They pass a tenth of a second later.
    Slow = 1,
    /// They wait: both ends believe in a connection over which nothing comes.
    Still = 2,
    /// They are lost with the connection they were on, and no other is made.
    Cut = 3,
    /// Those to the server wait.
    Mute = 4,
    /// Those from the server wait.
    Deaf = 5,
}

/// A proxy before a server on this machine.
#[derive(Clone, Debug)]
pub(crate) struct Proxy {
    pub(crate) port: u16,
    weather: Arc<AtomicU32>,
    connections: Arc<Mutex<Vec<TcpStream>>>,
}

const SLICE: Duration = Duration::from_millis(10);
const DELAY: Duration = Duration::from_millis(100);

impl Proxy {
    pub(crate) fn before(server: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let proxy = Proxy { port, weather: Arc::default(), connections: Arc::default() };
        let accepting = proxy.clone();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                accepting.connect(client, server);
            }
        });
        proxy
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub(crate) fn set(&self, weather: Weather) {
        self.weather.store(weather as u32, Ordering::SeqCst);
        if weather == Weather::Cut {
            for connection in self.connections.lock().unwrap().drain(..) {
                let _ = connection.shutdown(Shutdown::Both);
            }
        }
    }

    fn is(&self, weather: Weather) -> bool {
        self.weather.load(Ordering::SeqCst) == weather as u32
    }

    fn connect(&self, client: TcpStream, server: u16) {
        let server =
            TcpStream::connect(("127.0.0.1", server)).ok().filter(|_| !self.is(Weather::Cut));
        let Some(server) = server else {
            let _ = client.shutdown(Shutdown::Both);
            return;
        };
        let ends = [client.try_clone().unwrap(), server.try_clone().unwrap()];
        self.connections.lock().unwrap().extend(ends);
        let back = (server.try_clone().unwrap(), client.try_clone().unwrap());
        for ((from, to), one_way) in [((client, server), Weather::Mute), (back, Weather::Deaf)] {
            let proxy = self.clone();
            thread::spawn(move || proxy.pass(from, to, one_way));
        }
    }

    fn pass(&self, mut from: TcpStream, mut to: TcpStream, one_way: Weather) {
        let mut bytes = [0; 16 * 1024];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            while self.is(Weather::Still) || self.is(one_way) {
                thread::sleep(SLICE);
            }
            if self.is(Weather::Slow) {
                thread::sleep(DELAY);
            }
            if self.is(Weather::Cut) || to.write_all(&bytes[..count]).is_err() {
                break;
            }
        }
        let _ = from.shutdown(Shutdown::Both);
        let _ = to.shutdown(Shutdown::Both);
    }
}
