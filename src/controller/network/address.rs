//! Where a game is hosted: `host:port`, with a name, an IPv4 or an IPv6 address.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use thiserror::Error;

/// The port of a hosted game unless another is chosen.
pub const DEFAULT_PORT: u16 = 9000;

/// A host and a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// A host name, an IPv4 or an IPv6 address.
    pub host: String,
    /// The port.
    pub port: u16,
}

/// Why a text is not an address.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum AddressError {
    #[error("the host is missing")]
    NoHost,
    #[error("the host name is too long or contains invalid characters")]
    StrangeHost,
    #[error("the port must be a number from 1 to 65535")]
    StrangePort,
}

impl Address {
    /// Makes an address from the texts of two fields.
    pub fn new(host: &str, port: u16) -> Result<Address, AddressError> {
        let host = host.trim();
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        if host.is_empty() {
            return Err(AddressError::NoHost);
        }
        // The percent sign names the interface of a link-local IPv6 address.
        let fits = |c: char| c.is_alphanumeric() || "-._:%".contains(c);
        let colons_fit = !host.contains(':') || host.split('%').next().is_some_and(|ip| ip.parse::<Ipv6Addr>().is_ok());
        if host.len() > 253 || !host.chars().all(fits) || !colons_fit {
            return Err(AddressError::StrangeHost);
        }
        if port == 0 {
            return Err(AddressError::StrangePort);
        }
        Ok(Address { host: host.to_owned(), port })
    }
}

/// IPv6 addresses are written in brackets.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.host.contains(':') {
            true => write!(f, "[{}]:{}", self.host, self.port),
            false => write!(f, "{}:{}", self.host, self.port),
        }
    }
}

/// Reads `host`, `host:port`, `::1` or `[::1]:port`; without a port the default one is used.
impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Address, AddressError> {
        let text = text.trim();
        let (host, port) = match text.rsplit_once(':') {
            // An IPv6 address without brackets has no port.
            Some((host, port)) if !host.contains(':') || host.ends_with(']') => (host, Some(port)),
            _ => (text, None),
        };
        let port = match port {
            Some(port) => port.parse().map_err(|_| AddressError::StrangePort)?,
            None => DEFAULT_PORT,
        };
        Address::new(host, port)
    }
}

/// The addresses at which this computer can be reached, those of the local network first; empty if they are unknown.
pub fn own_addresses() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let mut addresses: Vec<IpAddr> = interfaces.iter().map(|interface| interface.ip()).filter(is_reachable).collect();
    addresses.sort_by_key(|address| (address.is_ipv6(), *address));
    addresses.dedup();
    addresses
}

/// Loopback leads nowhere, and a link-local IPv6 address is useless without the partner's interface.
fn is_reachable(address: &IpAddr) -> bool {
    let link_local = matches!(address, IpAddr::V6(address) if address.is_unicast_link_local());
    !address.is_loopback() && !address.is_unspecified() && !link_local
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_written() {
        let cases = [
            ("localhost", "localhost:9000"),
            (" 192.168.1.2:4000 ", "192.168.1.2:4000"),
            ("::1", "[::1]:9000"),
            ("[::1]:4000", "[::1]:4000"),
            ("[fe80::1%eth0]:4000", "[fe80::1%eth0]:4000"),
            ("müller.example:1", "müller.example:1"),
        ];
        for (text, written) in cases {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), written);
        }
    }

    #[test]
    fn what_is_no_address_is_told() {
        let long = "a".repeat(254);
        let cases = [
            ("", AddressError::NoHost),
            (":9000", AddressError::NoHost),
            ("a b", AddressError::StrangeHost),
            ("a\u{7}", AddressError::StrangeHost),
            ("[1:2]:9000", AddressError::StrangeHost),
            (&long, AddressError::StrangeHost),
            ("host:0", AddressError::StrangePort),
            ("host:65536", AddressError::StrangePort),
            ("host:", AddressError::StrangePort),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<Address>(), Err(error), "{text:?}");
        }
    }

    #[test]
    fn own_addresses_lead_somewhere() {
        assert!(own_addresses().iter().all(is_reachable));
    }
}
