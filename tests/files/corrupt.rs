//! Broken files are errors, never a panic and never other numbers.

use std::fs;

use burtorch::Rng;
use burtorch::io::{Checkpoint, Tensors};

use crate::folder::Folder;
use crate::models::{checkpoint, params, single};

const PARAMS: usize = single::Net::PARAMS;

/// Whether the bytes are a checkpoint, which then is the one that was saved. If not, nothing was changed.
fn loads(bytes: Vec<u8>) -> bool {
    let (mut params, mut state) = ([7.0; PARAMS], [7.0; PARAMS]);
    let result =
        Tensors::from_bytes(bytes).and_then(|file| Checkpoint::read::<single::Net>(&file, &mut params, &mut state));
    match result {
        Ok(loaded) => {
            let saved = self::params::<single::Net>(1);
            assert_eq!((loaded, params.as_slice(), state.as_slice()), (checkpoint(), &saved[..], &saved[..]));
            true
        }
        Err(_) => {
            assert!(params.iter().chain(&state).all(|&value| value == 7.0));
            false
        }
    }
}

fn saved() -> Vec<u8> {
    let folder = Folder::new("corrupt");
    let path = folder.path().join("file");
    let params = params::<single::Net>(1);
    checkpoint().save_unsynced::<single::Net>(&path, &params, &params).unwrap();
    fs::read(path).unwrap()
}

#[test]
fn every_truncation_is_an_error() {
    let whole = saved();
    assert!(loads(whole.clone()));
    for length in 0..whole.len() {
        assert!(!loads(whole[..length].to_vec()), "{length} of {} bytes", whole.len());
    }
    for more in [1, 8, 1000] {
        let mut longer = whole.clone();
        longer.resize(whole.len() + more, 0);
        assert!(!loads(longer), "{more} bytes too many");
    }
}

#[test]
fn every_flipped_bit_is_an_error() {
    let whole = saved();
    for bit in 0..8 * whole.len() {
        let mut broken = whole.clone();
        broken[bit / 8] ^= 1 << (bit % 8);
        assert!(!loads(broken), "bit {} of byte {}, {:?}", bit % 8, bit / 8, char::from(whole[bit / 8]));
    }
}

#[test]
fn random_corruptions_never_panic() {
    let whole = saved();
    let header = 8 + usize::from(u16::from_le_bytes([whole[0], whole[1]]));
    let mut rng = Rng::seed(1);
    let mut refused = 0;
    for round in 0..20_000 {
        let mut broken = whole.clone();
        // Mostly in the header: what is wrong elsewhere is found by the checksum alone.
        let end = if round % 10 == 0 { whole.len() } else { header };
        for _ in 0..=rng.below(4) {
            let at = rng.below(end);
            match rng.below(5) {
                0 => broken[at] = rng.next_u64().to_le_bytes()[0],
                1 => broken[at] ^= 1 << rng.below(8),
                // Digits, and what JSON is made of: what is still JSON gets further.
                2 => broken[at] = b"0123456789"[rng.below(10)],
                3 => broken[at] = b"\"{}[],: -eE.0"[rng.below(13)],
                _ => broken.swap(at, rng.below(end)),
            }
        }
        refused += i32::from(!loads(broken));
    }
    assert!(refused > 19_000, "only {refused} were refused");
}

#[test]
fn digits_of_shapes_and_offsets_never_panic() {
    let whole = saved();
    let header = 8 + usize::from(u16::from_le_bytes([whole[0], whole[1]]));
    let text = std::str::from_utf8(&whole[8..header]).unwrap();
    let mut rng = Rng::seed(2);
    let numbers = ["0", "1", "18446744073709551615", "18446744073709551616", "2305843009213693951", "-1", "1e3", "0.5"];
    for _ in 0..5000 {
        // Some numbers of the header become others, and its length fits again.
        let mut changed = String::new();
        for part in text.split_inclusive([',', '[', ']']) {
            let (body, end) = part.split_at(part.len() - 1);
            let is_number = !body.is_empty() && body.bytes().all(|byte| byte.is_ascii_digit());
            changed.push_str(if is_number && rng.below(8) == 0 { numbers[rng.below(numbers.len())] } else { body });
            changed.push_str(end);
        }
        let mut bytes = (changed.len() as u64).to_le_bytes().to_vec();
        bytes.extend(changed.bytes().chain(whole[header..].iter().copied()));
        assert_eq!(loads(bytes), changed == text, "{changed}");
    }
}

/// Sizes whose sum is more than a number can hold.
#[test]
fn offsets_beyond_all_memory_are_an_error() {
    let (mut start, mut tensors) = (0_u64, Vec::new());
    for (name, size) in [(1_u64 << 61) - 1; 8].into_iter().chain([7]).enumerate() {
        let end = start + size;
        tensors.push(format!("\"{name}\":{{\"dtype\":\"U8\",\"shape\":[{size}],\"data_offsets\":[{start},{end}]}}"));
        start = end;
    }
    let header = format!("{{{}}}", tensors.join(","));
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.bytes());
    let error = Tensors::from_bytes(bytes).unwrap_err().to_string();
    assert!(error.contains("but there are 0"), "{error}");
}
