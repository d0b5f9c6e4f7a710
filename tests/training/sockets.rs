//! Workers that are processes on one machine: the first one listens at a socket and passes on what the others say.

use std::cell::RefCell;
use std::env;
use std::io::{self, Read as _, Write as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::thread::sleep;
use std::time::Duration;

use burtorch::workers::{Error, Workers};

/// Says which of how many workers this process is, and where the socket is: `1 3 /tmp/socket`.
pub const WORKERS: &str = "BURTORCH_TRAINING_WORKERS";

#[derive(Debug)]
pub struct Sockets {
    rank: usize,
    size: usize,
    /// To the others in the order of their ranks, or to the first one.
    streams: RefCell<Vec<UnixStream>>,
}

impl Sockets {
    /// Finds the other workers; without a word in the environment there are none.
    pub fn start() -> io::Result<Self> {
        let Ok(words) = env::var(WORKERS) else {
            return Ok(Self { rank: 0, size: 1, streams: RefCell::default() });
        };
        let words: Vec<_> = words.split(' ').collect();
        let (rank, size, path) = (words[0].parse().unwrap(), words[1].parse().unwrap(), words[2]);
        let mut streams = Vec::new();
        if rank == 0 {
            let listener = UnixListener::bind(path)?;
            for _ in 1..size {
                let mut stream = listener.accept()?.0;
                let mut other = [0];
                stream.read_exact(&mut other)?;
                streams.push((other, stream));
            }
            streams.sort_by_key(|(rank, _)| *rank);
        } else {
            let mut stream = loop {
                match UnixStream::connect(path) {
                    Ok(stream) => break stream,
                    Err(_) => sleep(Duration::from_millis(1)),
                }
            };
            stream.write_all(&[u8::try_from(rank).unwrap()])?;
            streams.push(([0], stream));
        }
        let streams = streams.into_iter().map(|(_, stream)| stream).collect();
        Ok(Self { rank, size, streams: RefCell::new(streams) })
    }

    fn exchange(&self, mine: &[u8], all: &mut [u8]) -> io::Result<()> {
        let mut streams = self.streams.borrow_mut();
        if self.rank > 0 {
            streams[0].write_all(mine)?;
            return streams[0].read_exact(all);
        }
        if !mine.is_empty() {
            let (own, others) = all.split_at_mut(mine.len());
            own.copy_from_slice(mine);
            for (stream, part) in streams.iter_mut().zip(others.chunks_exact_mut(mine.len())) {
                stream.read_exact(part)?;
            }
        }
        streams.iter_mut().try_for_each(|stream| stream.write_all(all))
    }
}

macro_rules! sum {
    ($name:ident $number:ident) => {
        fn $name(&self, values: &mut [$number]) -> Result<(), Error> {
            let mine: Vec<u8> = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
            let mut all = vec![0; mine.len() * self.size];
            self.gather(&mine, &mut all)?;
            values.fill(0.0);
            for other in all.chunks_exact(mine.len()) {
                for (value, bytes) in values.iter_mut().zip(other.chunks_exact(size_of::<$number>())) {
                    *value += $number::from_ne_bytes(bytes.try_into().unwrap());
                }
            }
            Ok(())
        }
    };
}

impl Workers for Sockets {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    sum!(sum_f32 f32);
    sum!(sum_f64 f64);

    fn broadcast(&self, bytes: &mut [u8]) -> Result<(), Error> {
        let mut all = vec![0; bytes.len() * self.size];
        self.gather(bytes, &mut all)?;
        bytes.copy_from_slice(&all[..bytes.len()]);
        Ok(())
    }

    fn gather(&self, mine: &[u8], all: &mut [u8]) -> Result<(), Error> {
        let lost = |error: io::Error| Error::Lost { during: "gather", code: error.raw_os_error().unwrap_or(-1) };
        self.exchange(mine, all).map_err(lost)
    }

    fn barrier(&self) -> Result<(), Error> {
        self.gather(&[0], &mut vec![0; self.size])
    }
}
