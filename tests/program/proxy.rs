//! A connection that is lost again and again, for tests of games that survive it.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// Forwards one connection after another, line by line. Cuts each after a number of lines and loses what is under way.
pub struct Proxy {
    pub port: u16,
    stop: Arc<AtomicBool>,
    pub cuts: Arc<AtomicUsize>,
}

impl Proxy {
    pub fn start(target: u16, lives: Vec<usize>) -> Proxy {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let (stop, cuts) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let (stopped, counted) = (Arc::clone(&stop), Arc::clone(&cuts));
        thread::spawn(move || {
            let mut lives = lives.into_iter();
            for guest in listener.incoming() {
                if stopped.load(Ordering::Relaxed) {
                    return;
                }
                let guest = guest.unwrap();
                let Ok(host) = TcpStream::connect((Ipv4Addr::LOCALHOST, target)) else { continue };
                let life = lives.next().map(|lines| Arc::new(AtomicUsize::new(lines)));
                let one = forward(guest.try_clone().unwrap(), host.try_clone().unwrap(), life.clone());
                let other = forward(host, guest, life);
                let _ = (one.join(), other.join());
                counted.fetch_add(1, Ordering::Relaxed);
            }
        });
        Proxy { port, stop, cuts }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port));
    }
}

fn forward(from: TcpStream, mut to: TcpStream, life: Option<Arc<AtomicUsize>>) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        let mut lines = BufReader::new(from.try_clone().unwrap());
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
            let less = |left: usize| left.checked_sub(1);
            let alive =
                life.as_ref().is_none_or(|life| life.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less).is_ok());
            if !alive || to.write_all(&line).is_err() {
                break;
            }
            line.clear();
        }
        let _ = from.shutdown(Shutdown::Both);
        let _ = to.shutdown(Shutdown::Both);
    })
}
