//! The connections that are not the partner's: those that have not said yet what they want, and those being turned away.
//!
//! Nobody can lock others out: when there are too many, the newcomer enters and another connection from the most crowded
//! address goes. Connections from the partner's address have places of their own.

use std::net::{IpAddr, Ipv6Addr, TcpStream};
use std::time::{Duration, Instant};

use super::connection::{Connection, ConnectionId};
use super::secret::Proof;

/// The most connections from one address.
const PER_ORIGIN: usize = 16;
/// The most connections from all addresses except the partner's.
const PLACES: usize = 48;

/// Where a connection comes from: an IPv4 address or an IPv6 network, of which one computer may use any address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin(IpAddr);

impl Origin {
    pub(super) fn of(stream: &TcpStream) -> Option<Origin> {
        Some(Origin::new(stream.peer_addr().ok()?.ip()))
    }

    fn new(address: IpAddr) -> Origin {
        Origin(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
            address => address,
        })
    }
}

/// A connection that has not yet said what it wants.
pub(super) struct Stranger {
    pub(super) connection: Connection,
    pub(super) origin: Origin,
    /// Which secret it claims to know, once it has said so.
    pub(super) proof: Option<Proof>,
    since: Instant,
}

/// A place in the lobby. Without its connection it is only kept until the last message has arrived.
struct Place {
    socket: TcpStream,
    origin: Origin,
    since: Instant,
    proof: Option<Proof>,
    connection: Option<Connection>,
}

impl Place {
    /// Ends the connection at once, with its threads.
    fn hang_up(&self) {
        Connection::hang_up(&self.socket);
    }
}

#[derive(Default)]
pub(super) struct Lobby {
    /// The oldest first.
    places: Vec<Place>,
}

impl Lobby {
    /// Lets a connection in. `partner` is where the partner was last, who must not be kept out by others.
    pub(super) fn enter(&mut self, connection: Connection, origin: Origin, partner: Option<Origin>, now: Instant) {
        if self.count(|place| place.origin == origin) >= PER_ORIGIN {
            self.make_room(origin);
        } else if Some(origin) != partner && self.count(|place| Some(place.origin) != partner) >= PLACES {
            let others = self.places.iter().map(|place| place.origin).filter(|origin| Some(*origin) != partner);
            if let Some(crowded) = others.max_by_key(|origin| self.count(|place| place.origin == *origin)) {
                self.make_room(crowded);
            }
        }
        self.keep(Stranger { connection, origin, proof: None, since: now });
    }

    /// Keeps a stranger who has not said everything yet.
    pub(super) fn keep(&mut self, stranger: Stranger) {
        let Stranger { connection, origin, proof, since } = stranger;
        if let Some(socket) = connection.socket() {
            self.places.push(Place { socket, origin, since, proof, connection: Some(connection) });
        }
    }

    /// The stranger with this connection, who has said something.
    pub(super) fn take(&mut self, id: ConnectionId) -> Option<Stranger> {
        let is_it = |place: &Place| place.connection.as_ref().is_some_and(|connection| connection.id == id);
        let place = self.places.remove(self.places.iter().position(is_it)?);
        let connection = place.connection?;
        Some(Stranger { connection, origin: place.origin, proof: place.proof, since: place.since })
    }

    /// Closes the connection of a stranger once the last message has been sent.
    pub(super) fn dismiss(&mut self, stranger: Stranger, now: Instant) {
        if let Some(socket) = stranger.connection.socket() {
            self.places.push(Place { socket, origin: stranger.origin, since: now, proof: None, connection: None });
        }
    }

    /// Ends the connections that have been here for too long.
    pub(super) fn tidy(&mut self, patience: Duration, now: Instant) {
        self.places.retain(|place| {
            let stays = now.saturating_duration_since(place.since) <= patience;
            if !stays {
                place.hang_up();
            }
            stays
        });
    }

    /// Closes all connections once everything has been sent.
    pub(super) fn clear(&mut self) {
        self.places.clear();
    }

    fn count(&self, which: impl Fn(&Place) -> bool) -> usize {
        self.places.iter().filter(|place| which(place)).count()
    }

    /// Ends one connection from this origin: one that is being turned away, or else the one that has been silent longest.
    fn make_room(&mut self, origin: Origin) {
        let from_there = |place: &Place| place.origin == origin;
        let leaving = self.places.iter().position(|place| from_there(place) && place.connection.is_none());
        if let Some(index) = leaving.or_else(|| self.places.iter().position(from_there)) {
            self.places.remove(index).hang_up();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{Ipv4Addr, TcpListener};
    use std::sync::{Arc, mpsc};

    fn origin(text: &str) -> Origin {
        Origin::new(text.parse().unwrap())
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        assert_eq!(origin("2001:db8::1"), origin("2001:db8::ffff:1:2:3"));
        assert_ne!(origin("2001:db8::1"), origin("2001:db8:0:1::1"));
        assert_eq!(origin("::ffff:10.0.0.1"), origin("10.0.0.1"));
        assert_ne!(origin("10.0.0.1"), origin("10.0.0.2"));
    }

    /// A crowd from many addresses cannot take the partner's places, and the last to come is always let in.
    #[test]
    fn a_crowd_keeps_nobody_out() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let (arrivals, _received) = mpsc::channel();
        let mut lobby = Lobby::default();
        let mut streams = Vec::new();
        let now = Instant::now();
        let partner = Some(origin("10.0.0.1"));
        let mut enter = |lobby: &mut Lobby, id, text: &str| {
            streams.push(TcpStream::connect(address).unwrap());
            let (stream, _) = listener.accept().unwrap();
            let wrap = |id, _| id;
            let patience = Duration::from_secs(1);
            let connection = Connection::open(id, stream, patience, Arc::new(()), arrivals.clone(), wrap).unwrap();
            lobby.enter(connection, origin(text), partner, now);
        };
        enter(&mut lobby, 1, "10.0.0.1");
        enter(&mut lobby, 2, "10.0.0.2");
        for id in 100..200 {
            enter(&mut lobby, id, if id % 2 == 0 { "10.0.0.3" } else { "10.0.0.4" });
        }
        assert_eq!(lobby.count(|place| place.origin == origin("10.0.0.3")), PER_ORIGIN);
        for id in 200..300 {
            enter(&mut lobby, id, &format!("10.1.{}.{}", id / 4, id % 4));
        }
        assert_eq!(lobby.count(|place| Some(place.origin) != partner), PLACES);
        let stranger = lobby.take(1).expect("the partner stays");
        assert!(lobby.take(299).is_some(), "the last to come is in");
        assert!(lobby.take(100).is_none(), "an early one from a crowded address is out");
        lobby.dismiss(stranger, now);
        for id in 300..300 + PER_ORIGIN as u64 {
            enter(&mut lobby, id, "10.0.0.1");
        }
        assert!(lobby.take(300).is_some(), "those who are turned away make room first");
    }
}
