//! Tapes and ranges of them as bytes.

use burtorch::Rng;
use burtorch::eager::{Activation, Mlp, Start, Tape, Value};
use burtorch::io;
use burtorch::rules::Op;

/// A tape with every kind of node, its root, and one of its leaves.
fn every_kind() -> (Tape<f64>, Value, Value) {
    let tape = Tape::new();
    let mlp = Mlp::new(&tape, &[2, 3, 2], Activation::Relu, Start::Uniform, &mut Rng::seed(2));
    let x = tape.leaves(&[0.25, -1.5]);
    let y = mlp.forward(&tape, x);
    let called = tape.call([y.get(0), y.get(1)], |[a, b]| (a * b, [b, a]));
    let sum = tape.sum([called.id(), x.get(0), y.get(1)]) * 0.5 + called.max(0.1);
    let root = tape.deferred(Op::Tanh, &[sum.id()]).id();
    (tape, root, x.get(0))
}

#[test]
fn a_tape_comes_back_as_it_was() {
    let (mut tape, root, x) = every_kind();
    tape.backward(root);
    let mut bytes = Vec::new();
    tape.write(&mut bytes).unwrap();
    bytes.extend(b"what follows");
    let mut rest = bytes.as_slice();
    let mut copy = Tape::<f64>::read(&mut rest).unwrap();
    assert_eq!(rest, b"what follows");
    assert_eq!(copy.len(), tape.len());
    assert_eq!(copy.adjoint(x), tape.adjoint(x));
    // A gradient that follows is the same, so everything else is.
    tape.backward(root);
    copy.backward(root);
    let mut again = Vec::new();
    copy.write(&mut again).unwrap();
    bytes.clear();
    tape.write(&mut bytes).unwrap();
    assert!(bytes == again);
}

#[test]
fn files_and_their_errors() {
    let folder = std::env::temp_dir().join(format!("burtorch-tape-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("tape");
    let (mut tape, root, _) = every_kind();
    tape.save(&path).unwrap();
    let copy = Tape::<f64>::load(&path).unwrap();
    assert_eq!((copy.len(), copy.value(root)), (tape.len(), tape.value(root)));

    let missing = Tape::<f64>::load(folder.join("missing")).unwrap_err().to_string();
    assert!(missing.contains("missing: cannot open the file: "), "{missing}");
    assert!(!folder.join("missing").exists(), "a file that is not there is not made by reading it");
    let single = Tape::<f32>::load(&path).unwrap_err().to_string();
    assert!(single.contains("numbers of another type"), "{single}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn broken_bytes_are_errors_and_nothing_worse() {
    let (mut tape, root, _) = every_kind();
    let mut bytes = Vec::new();
    tape.write(&mut bytes).unwrap();
    for len in (0..bytes.len()).step_by(if cfg!(miri) { 97 } else { 1 }) {
        assert!(Tape::<f64>::read(&bytes[..len]).is_err(), "{len} bytes");
    }
    // Whatever is read, it can be differentiated.
    let mut rng = Rng::seed(8);
    let rounds = if cfg!(miri) { 20 } else { 20_000 };
    for _ in 0..rounds {
        let mut broken = bytes.clone();
        for _ in 0..=rng.below(3) {
            let at = rng.below(broken.len());
            broken[at] = rng.next_u64().to_le_bytes()[0];
        }
        if let Ok(mut tape) = Tape::<f64>::read(broken.as_slice()) {
            tape.backward(root);
        }
    }
}

#[test]
fn ranges_are_raw_bytes() {
    let mut tape = Tape::new();
    let seven = tape.leaves(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    let root = tape.sum_of_squares(seven).id();
    tape.backward(root);
    let mut memory = Vec::new();
    io::write_raw(&mut memory, tape.values(seven)).unwrap();
    assert_eq!(memory.len(), 56);
    io::write_raw(&mut memory, tape.adjoints(seven.part(0..2))).unwrap();
    assert_eq!(memory[56..], [2.0_f64.to_le_bytes(), 4.0_f64.to_le_bytes()].concat());
    tape.values(seven).fill(0.0);
    io::read_raw(memory.as_slice(), tape.values(seven)).unwrap();
    assert_eq!(tape.values(seven), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
}
