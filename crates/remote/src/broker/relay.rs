//! A relay between the client and a server without encryption, which lets no message through that is longer than any of
//! the protocol's. The client itself takes the server's word for the length of a message, and makes room for it.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

/// Bytes of a line of the server's, at most.
const LINE: u64 = 1 << 20;
/// Bytes of a message, at most.
const MESSAGE: u64 = 8 << 20;
/// Bytes that are passed on at once, by and large.
const BATCH: usize = 256 * 1024;
/// How long the first line of a server is waited for.
const PATIENCE: Duration = Duration::from_secs(2);
/// The port of a server that names none.
const PORT: u16 = 4222;

/// The address of a relay before this server, which runs as long as this runtime. `None` where there is to be none: the
/// server is not reached, or wants a secure connection, whose certificate names it.
pub(super) async fn before(url: &str) -> Option<String> {
    let host = url.strip_prefix("nats://")?;
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let server = if has_port { host.to_owned() } else { format!("{host}:{PORT}") };
    if timeout(PATIENCE, wants_security(&server)).await.ok()?.ok()? {
        return None;
    }
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.ok()?;
    let port = listener.local_addr().ok()?.port();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = server.clone();
            tokio::spawn(async move {
                // The client sees that the connection has ended, and makes another.
                let _ = relay(client, &server).await;
            });
        }
    });
    Some(format!("nats://127.0.0.1:{port}"))
}

async fn wants_security(server: &str) -> io::Result<bool> {
    let mut reader = BufReader::new(TcpStream::connect(server).await?.take(LINE));
    let mut line = Vec::new();
    reader.read_until(b'\n', &mut line).await?;
    let info: serde_json::Value = line
        .strip_prefix(b"INFO ")
        .and_then(|info| serde_json::from_slice(info).ok())
        .ok_or(io::ErrorKind::InvalidData)?;
    let is_on = |key: &str| info.get(key).and_then(serde_json::Value::as_bool).unwrap_or(false);
    Ok(is_on("tls_required") || is_on("tls_verify"))
}

async fn relay(client: TcpStream, server: &str) -> io::Result<()> {
    let server = TcpStream::connect(server).await?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let (mut from_client, to_client) = client.into_split();
    let (from_server, mut to_server) = server.into_split();
    tokio::select! {
        copied = tokio::io::copy(&mut from_client, &mut to_server) => copied.map(drop),
        passed = pass(from_server, to_client) => passed,
    }
}

/// Passes the server's lines on, and its messages that are short enough.
async fn pass(server: OwnedReadHalf, mut client: OwnedWriteHalf) -> io::Result<()> {
    let mut server = BufReader::with_capacity(64 * 1024, server);
    let mut batch = Vec::new();
    loop {
        let begin = batch.len();
        if (&mut server).take(LINE).read_until(b'\n', &mut batch).await? == 0 {
            return client.write_all(&batch).await;
        }
        let line = &batch[begin..];
        if !line.ends_with(b"\n") {
            return Err(io::ErrorKind::InvalidData.into());
        }
        if let Some(length) = length(line) {
            if length > MESSAGE {
                tracing::warn!(length, "the server sends a message that is too long");
                client.write_all(&batch[..begin]).await?;
                return Err(io::ErrorKind::InvalidData.into());
            }
            let begin = batch.len();
            // With its line break.
            batch.resize(begin + length as usize + 2, 0);
            server.read_exact(&mut batch[begin..]).await?;
        }
        // Messages that have come already go with it.
        if server.buffer().is_empty() || batch.len() > BATCH {
            client.write_all(&batch).await?;
            batch.clear();
        }
    }
}

/// Bytes of the message that follows a line, headers included; `None` where none follows.
fn length(line: &[u8]) -> Option<u64> {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let is_message = words.next().is_some_and(|word| {
        word.eq_ignore_ascii_case(b"MSG") || word.eq_ignore_ascii_case(b"HMSG")
    });
    let last = std::str::from_utf8(words.next_back().filter(|_| is_message)?).ok()?;
    // An unreadable length is longer than any that is taken.
    Some(last.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_of_a_message_stands_at_the_end_of_its_line() {
        let length_of = |line: &str| length(line.as_bytes());
        assert_eq!(length_of("MSG a.b 7 12\r\n"), Some(12));
        assert_eq!(length_of("HMSG a.b 7 _INBOX.x 20 4000000000\r\n"), Some(4_000_000_000));
        assert_eq!(length_of("MSG a 1 99999999999999999999999\r\n"), Some(u64::MAX));
        for line in ["PING\r\n", "+OK\r\n", "INFO {\"x\": 12}\r\n", "\r\n", ""] {
            assert_eq!(length_of(line), None, "{line}");
        }
    }

    /// A server that sends these bytes to each client after its first byte.
    async fn server(says: Vec<u8>) -> (u16, tokio::task::JoinHandle<u64>) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let task = tokio::spawn(async move {
            loop {
                let (mut client, _) = listener.accept().await.unwrap();
                client.write_all(b"INFO {\"max_payload\":5000000000}\r\n").await.unwrap();
                let mut first = [0; 1];
                // The one that has looked at the first line alone says nothing.
                if client.read(&mut first).await.unwrap_or(0) == 0 {
                    continue;
                }
                client.write_all(&says).await.unwrap();
                let (mut written, junk) = (0, vec![7; 1 << 16]);
                while written < 1 << 32 && client.write_all(&junk).await.is_ok() {
                    written += junk.len() as u64;
                }
                return written;
            }
        });
        (port, task)
    }

    #[tokio::test]
    async fn a_message_of_four_gigabytes_ends_the_connection_before_it_is_taken_in() {
        let (port, writes) =
            server(b"PING\r\nMSG a 1 2\r\nok\r\nMSG a 1 4000000000\r\n".to_vec()).await;
        let url = before(&format!("nats://127.0.0.1:{port}")).await.unwrap();
        let mut client = TcpStream::connect(url.strip_prefix("nats://").unwrap()).await.unwrap();
        client.write_all(b"CONNECT {}\r\n").await.unwrap();
        let mut came = Vec::new();
        client.read_to_end(&mut came).await.unwrap();
        let came = String::from_utf8(came).unwrap();
        assert!(came.ends_with("PING\r\nMSG a 1 2\r\nok\r\n"), "{came}");
        // The system's buffers hold no more.
        let written = writes.await.unwrap();
        assert!(written < 64 << 20, "{written} bytes");
    }

    #[tokio::test]
    async fn a_server_that_wants_security_or_is_not_there_has_no_relay() {
        assert_eq!(before("tls://127.0.0.1:1").await, None);
        assert_eq!(before("nats://127.0.0.1:1").await, None);
    }
}
