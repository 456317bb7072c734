//! One connection: one thread reads lines from it and one writes them, both with limits.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::time::{Duration, Instant};

use super::super::worker::spawn;
use super::lines::{Allowance, LineBuffer};
use super::{Message, Violation};

/// Messages that may come at once, and how many more per second. Each own move allows one more, so that two fast
/// programs can play as fast as they like.
const BURST: f64 = 60.0;
const PER_SECOND: f64 = 20.0;
/// Messages that may wait to be written. A partner who does not read them counts as gone.
const QUEUE: usize = 256;
/// How long, and how much, is still read and discarded after closing, so that the last message arrives.
const LINGER: Duration = Duration::from_secs(2);
const LINGER_BYTES: usize = 1 << 20;
/// How often a silent connection checks whether it was closed or a line takes too long.
const GLANCE: Duration = Duration::from_millis(200);

/// Identifies a connection within a session.
pub(super) type ConnectionId = u64;

/// What comes from a connection.
#[derive(Debug)]
pub(super) enum Arrival {
    Line(Vec<u8>),
    Broken(Violation),
    /// Nothing more will come: the other side closed, or the line is dead.
    End,
}

/// This end of a connection. Dropping it closes it once everything has been sent.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) id: ConnectionId,
    outgoing: SyncSender<Vec<u8>>,
    closing: Arc<AtomicBool>,
    credit: Arc<AtomicU32>,
}

impl Connection {
    /// Starts the two threads of a connection. What arrives is wrapped by `wrap` and sent to `arrivals`; `alive` is
    /// dropped when they have ended.
    pub(super) fn open<T: Send + 'static>(
        id: ConnectionId,
        stream: TcpStream,
        patience: Duration,
        alive: Arc<()>,
        arrivals: Sender<T>,
        wrap: impl Fn(ConnectionId, Arrival) -> T + Send + 'static,
    ) -> io::Result<Connection> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(GLANCE))?;
        stream.set_write_timeout(Some(patience))?;
        let (outgoing, queue) = mpsc::sync_channel(QUEUE);
        let closing = Arc::new(AtomicBool::new(false));
        let credit = Arc::new(AtomicU32::new(0));
        let writing = stream.try_clone()?;
        spawn("network write", {
            let alive = Arc::clone(&alive);
            move || {
                write_lines(writing, &queue);
                drop(alive);
            }
        })?;
        let reader =
            Reader { stream, patience, closing: Arc::clone(&closing), credit: Arc::clone(&credit), _alive: alive };
        let deliver = move |arrival| arrivals.send(wrap(id, arrival)).is_ok();
        spawn("network read", move || reader.run(deliver))?;
        Ok(Connection { id, outgoing, closing, credit })
    }

    /// Sends a message without waiting; false if the queue is full because the partner does not read.
    pub(super) fn send(&self, message: &Message) -> bool {
        if matches!(message, Message::Move { .. }) {
            self.credit.fetch_add(1, Ordering::Relaxed);
        }
        self.outgoing.try_send(message.to_line()).is_ok()
    }

    /// Closes the connection without another message.
    pub(super) fn cut(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::Relaxed);
    }
}

fn write_lines(mut stream: TcpStream, queue: &Receiver<Vec<u8>>) {
    for line in queue {
        if stream.write_all(&line).is_err() {
            // The reader notices, and with it the session.
            let _ = stream.shutdown(Shutdown::Both);
            return;
        }
    }
    let _ = stream.shutdown(Shutdown::Write);
}

struct Reader {
    stream: TcpStream,
    patience: Duration,
    closing: Arc<AtomicBool>,
    credit: Arc<AtomicU32>,
    /// Lets the session count the connections that still have threads.
    _alive: Arc<()>,
}

impl Reader {
    fn run(mut self, deliver: impl Fn(Arrival) -> bool) {
        let last = match self.read(&deliver) {
            Ok(()) => Arrival::End,
            Err(violation) => Arrival::Broken(violation),
        };
        deliver(last);
        self.linger();
        let _ = self.stream.shutdown(Shutdown::Both);
    }

    fn read(&mut self, deliver: &impl Fn(Arrival) -> bool) -> Result<(), Violation> {
        let mut buffer = LineBuffer::default();
        let mut allowance = Allowance::new(BURST, PER_SECOND, Instant::now());
        let mut chunk = [0; 4096];
        while !self.closing.load(Ordering::Relaxed) {
            let count = match self.stream.read(&mut chunk) {
                Ok(0) => return Ok(()),
                Ok(count) => count,
                Err(error) if is_pause(&error) => 0,
                Err(_) => return Ok(()),
            };
            let now = Instant::now();
            if count > 0 {
                buffer.push(&chunk[..count], now);
            }
            while let Some(line) = buffer.take(now)? {
                if !self.spend_credit() && !allowance.take(now) {
                    return Err(Violation::Flood);
                }
                if !deliver(Arrival::Line(line)) {
                    return Ok(());
                }
            }
            buffer.check_pace(self.patience, now)?;
        }
        Ok(())
    }

    fn spend_credit(&self) -> bool {
        let less = |credit: u32| credit.checked_sub(1);
        self.credit.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }

    /// Closing with unread bytes would make the system discard what was sent last, such as the reason for closing.
    fn linger(&mut self) {
        let start = Instant::now();
        let mut bytes = 0;
        let mut chunk = [0; 4096];
        while start.elapsed() < LINGER && bytes < LINGER_BYTES {
            match self.stream.read(&mut chunk) {
                Ok(0) => return,
                Ok(count) => bytes += count,
                Err(error) if is_pause(&error) => {}
                Err(_) => return,
            }
        }
    }
}

fn is_pause(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}
