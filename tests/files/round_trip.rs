//! What is loaded has the bits of what was saved.

use std::fs;

use burtorch::io::{self, Checkpoint, Tensors};
use burtorch::{Float, Model};

use crate::folder::Folder;
use crate::models::{checkpoint, double, num, params, single};

/// The bits of floats, for NaN and the sign of zero.
fn bits<T: Float>(values: &[T]) -> Vec<(u64, i16, i8)> {
    values.iter().map(|value| value.integer_decode()).collect()
}

fn check<M: Model>(folder: &Folder)
where
    M::Scalar: std::fmt::Debug,
{
    let path = folder.path().join("model.safetensors");
    let mut saved = params::<M>(1);
    saved[0] = num(f64::NAN);
    saved[1] = num(-0.0);
    saved[2] = num(f64::INFINITY);
    io::save::<M>(&path, &saved, &[("made by", "a test")]).unwrap();
    let mut loaded = vec![num(0.0); M::PARAMS];
    io::load::<M>(&path, &mut loaded).unwrap();
    assert_eq!(bits(&loaded), bits(&saved));

    let file = Tensors::open(&path).unwrap();
    assert_eq!(file.names(), M::PARAMETERS.iter().map(|parameter| parameter.name).collect::<Vec<_>>());
    assert_eq!((file.keys(), file.metadata("made by")), (vec!["made by"], Some("a test")));
    assert_eq!(file.shape("up.weight"), Some([5, 3].as_slice()));
    let mut weight = [num(1.0); 15];
    file.read::<M::Scalar>("up.weight", &[5, 3], &mut weight).unwrap();
    assert_eq!(bits(&weight), bits(&saved[..15]));

    for rows in [0, 1, 2] {
        let state: Vec<M::Scalar> =
            (0_u32..).take(rows * M::PARAMS).map(|at| num::<M::Scalar>(at.into()).sqrt()).collect();
        checkpoint().save::<M>(&path, &saved, &state).unwrap();
        let (mut loaded, mut other) = (vec![num(0.0); M::PARAMS], vec![num(0.0); state.len()]);
        assert_eq!(Checkpoint::load::<M>(&path, &mut loaded, &mut other).unwrap(), checkpoint());
        assert_eq!((bits(&loaded), bits(&other)), (bits(&saved), bits(&state)));
        assert_eq!(Checkpoint::peek(&path).unwrap(), checkpoint());
        // The parameters alone.
        loaded.fill(num(0.0));
        io::load::<M>(&path, &mut loaded).unwrap();
        assert_eq!(bits(&loaded), bits(&saved));
    }
    assert_eq!(folder.names(), ["model.safetensors"]);
}

#[test]
fn models_and_checkpoints_come_back_to_the_bit() {
    check::<single::Net>(&Folder::new("single"));
    check::<double::Net>(&Folder::new("double"));
}

#[test]
fn the_same_checkpoint_is_the_same_file() {
    let folder = Folder::new("same");
    let saved = params::<single::Net>(1);
    let files = ["a", "b"].map(|name| {
        let path = folder.path().join(name);
        checkpoint().save_unsynced::<single::Net>(&path, &saved, &saved).unwrap();
        fs::read(path).unwrap()
    });
    assert!(files[0] == files[1]);
}

#[test]
fn precision_grows_by_itself_and_shrinks_when_asked() {
    let folder = Folder::new("precision");
    let path = folder.path().join("model.safetensors");
    let saved = params::<single::Net>(1);
    io::save::<single::Net>(&path, &saved, &[]).unwrap();
    let mut loaded = vec![0.0; double::Net::PARAMS];
    io::load::<double::Net>(&path, &mut loaded).unwrap();
    assert!(loaded.iter().zip(&saved).all(|(&double, &single)| double.to_bits() == f64::from(single).to_bits()));

    loaded[0] = 0.1;
    io::save::<double::Net>(&path, &loaded, &[]).unwrap();
    let mut rounded = vec![7.0; single::Net::PARAMS];
    let error = io::load::<single::Net>(&path, &mut rounded).unwrap_err().to_string();
    assert!(error.ends_with("elements of type F64, but the model has f32; `load_rounded` rounds them"), "{error}");
    assert!(rounded.iter().all(|&value| value == 7.0));
    io::load_rounded::<single::Net>(&path, &mut rounded).unwrap();
    assert_eq!(rounded[0], 0.1);
    assert_eq!(rounded[1..], saved[1..]);
}

/// Computed by hand in Python, from the description of the function.
#[test]
fn fingerprints_stay_the_same() {
    assert_eq!(io::fingerprint::<single::Net>(), 0xb8e0_20bf_3e65_90ae);
    assert_eq!(io::fingerprint::<double::Net>(), 0xf6e3_924d_653c_eaf1);
}
