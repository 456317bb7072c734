//! How connections are made: one thread listens for visitors, one dials.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::super::worker::spawn;
use super::{Address, Closed};

/// How often the listening thread checks for visitors, and whether it is still needed.
const GLANCE: Duration = Duration::from_millis(20);
/// How many visitors are let in at once.
const GROUP: usize = 4;
/// How many addresses of a host name are tried.
const MAX_ADDRESSES: usize = 4;

/// The open door of a host; dropping it closes it.
#[derive(Debug)]
pub(super) struct Door {
    pub(super) port: u16,
    closed: Arc<AtomicBool>,
}

impl Door {
    /// Listens on the port at `bind`, or on all addresses of this computer. `visitor` is called with each connection
    /// until it returns false.
    pub(super) fn open(
        bind: Option<IpAddr>,
        port: u16,
        visitor: impl Fn(TcpStream) -> bool + Send + 'static,
    ) -> Result<Door, Closed> {
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::AddrInUse => Closed::PortInUse(port),
            _ => Closed::CannotListen { port, reason: error.to_string() },
        };
        let listeners = listen(bind, port).map_err(failed)?;
        let port = listeners[0].local_addr().map_err(failed)?.port();
        let closed = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&closed);
        let watch = move || watch(&listeners, &stop, visitor);
        spawn("network listen", watch).map_err(failed)?;
        Ok(Door { port, closed })
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}

fn listen(bind: Option<IpAddr>, port: u16) -> io::Result<Vec<TcpListener>> {
    let open = |ip: IpAddr, port| {
        let listener = TcpListener::bind(SocketAddr::new(ip, port))?;
        listener.set_nonblocking(true)?;
        io::Result::Ok(listener)
    };
    if let Some(ip) = bind {
        return Ok(vec![open(ip, port)?]);
    }
    // On some systems an IPv6 socket also serves IPv4. On the others a second socket is needed, and possible.
    match open(Ipv6Addr::UNSPECIFIED.into(), port) {
        Ok(first) => {
            let port = first.local_addr()?.port();
            Ok([Some(first), open(Ipv4Addr::UNSPECIFIED.into(), port).ok()].into_iter().flatten().collect())
        }
        Err(error) if error.kind() == ErrorKind::AddrInUse => Err(error),
        Err(_) => Ok(vec![open(Ipv4Addr::UNSPECIFIED.into(), port)?]),
    }
}

fn watch(listeners: &[TcpListener], stop: &AtomicBool, visitor: impl Fn(TcpStream) -> bool) {
    while !stop.load(Ordering::Relaxed) {
        for listener in listeners {
            // A crowd is let in by small groups.
            for _ in 0..GROUP {
                let Ok((stream, _)) = listener.accept() else { break };
                if !visitor(stream) {
                    return;
                }
            }
        }
        thread::sleep(GLANCE);
    }
}

/// Connects to an address on its own thread, within `patience`, and passes on the result.
pub(super) fn dial(
    address: Address,
    patience: Duration,
    done: impl FnOnce(Result<TcpStream, Closed>) + Send + 'static,
) -> io::Result<()> {
    spawn("network dial", move || done(connect(&address, patience)))?;
    Ok(())
}

fn connect(address: &Address, patience: Duration) -> Result<TcpStream, Closed> {
    let deadline = Instant::now() + patience;
    let unknown = || Closed::UnknownHost(address.host.clone());
    let found = (address.host.as_str(), address.port).to_socket_addrs().map_err(|_| unknown())?;
    let candidates: Vec<SocketAddr> = found.take(MAX_ADDRESSES).collect();
    let mut failure = unknown();
    for (tried, candidate) in candidates.iter().enumerate() {
        let left = deadline.saturating_duration_since(Instant::now()) / (candidates.len() - tried) as u32;
        match TcpStream::connect_timeout(candidate, left.max(Duration::from_millis(1))) {
            Ok(stream) => return Ok(stream),
            Err(error) => failure = explain(address, &error),
        }
    }
    Err(failure)
}

fn explain(address: &Address, error: &io::Error) -> Closed {
    let address = address.clone();
    match error.kind() {
        ErrorKind::ConnectionRefused => Closed::ConnectionRefused(address),
        ErrorKind::TimedOut | ErrorKind::WouldBlock => Closed::NoAnswer(address),
        _ => Closed::Unreachable { address, reason: error.to_string() },
    }
}
