//! Python's package `safetensors` reads what is written here, and the other way round.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Output};

use burtorch::io::{self, Checkpoint, SavedOptimizer, Tensors};
use burtorch::optimizer::Adam;
use burtorch::{Float as _, Model, Rng, Workspace};
use folder::Folder;

#[path = "common/folder.rs"]
mod folder;

/// The model at one precision, as a module.
macro_rules! model {
    ($module:ident, $scalar:ident) => {
        mod $module {
            burtorch::graph! {
                type Scalar = $scalar;

                pub struct Net { up: Linear<3, 5>, down: Linear<5, 4> }

                impl Net {
                    pub fn loss(&self, x: Tensor<3>, y: usize) -> $scalar {
                        cross_entropy(self.down.forward(tanh(self.up.forward(x))), y)
                    }
                }
            }
        }
    };
}

model!(single, f32);
model!(double, f64);

#[test]
fn a_file_of_pythons_is_read_in_all_its_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/safetensors/written_by_python.safetensors");
    let file = Tensors::open(&path).unwrap();
    assert_eq!(file.metadata("made by"), Some("Python"));
    let mut params = [0.0; single::Net::PARAMS];
    file.load::<single::Net>(&mut params).unwrap();
    let mut expected = Vec::new();
    expected.extend((0_u8..15).map(|n| (f32::from(n) - 7.0) / 8.0));
    expected.extend([65504.0, -(2.0_f32.powi(-24)), 1365.0 / 4096.0, -0.0, 1.5]);
    expected.extend((0_u8..20).map(|n| f32::from(n) * f32::from(n) / 3.0));
    expected.extend([1.0, -3.0, f32::from_bits(0x7f7f_0000), f32::from_bits(0x0001_0000)]);
    assert_eq!(params.map(f32::to_bits).as_slice(), expected.iter().map(|value| value.to_bits()).collect::<Vec<_>>());

    let mut double = [0.0; double::Net::PARAMS];
    io::load::<double::Net>(&path, &mut double).unwrap();
    assert!(double.iter().zip(&params).all(|(double, &single)| double.to_bits() == f64::from(single).to_bits()));
}

fn interpreter() -> OsString {
    env::var_os("BURTORCH_PYTHON").unwrap_or_else(|| "python3".into())
}

/// Whether Python has these modules. If not, this says that something is skipped.
fn has(modules: &str) -> bool {
    let program = interpreter();
    let output = Command::new(&program).args(["-c", &format!("import {modules}")]).output();
    let has = output.is_ok_and(|output| output.status.success());
    if !has {
        println!("skipped: {} has not {modules}; name another in BURTORCH_PYTHON", program.display());
    }
    has
}

/// Runs Python; nothing if it or its packages are not there.
fn python(script: &str, path: &Path) -> Option<Output> {
    if !has("numpy, safetensors.numpy") {
        return None;
    }
    let output = Command::new(interpreter()).args(["-c", script]).arg(path).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(output)
}

/// Prints name, type, shape and bits of each tensor, then the text.
const PRINT: &str = r#"
import sys
import numpy
from safetensors import safe_open

with safe_open(sys.argv[1], framework="numpy") as file:
    for name in sorted(file.keys()):
        tensor = file.get_tensor(name)
        bits = tensor.reshape(-1).view("u%d" % tensor.itemsize)
        print(name, tensor.dtype, list(tensor.shape), " ".join("%x" % number for number in bits))
    for key, value in sorted((file.metadata() or {}).items()):
        print(key, "=", value)
"#;

/// The first values of the model.
fn params<M: Model>() -> Vec<M::Scalar> {
    let mut params = vec![M::Scalar::nan(); M::PARAMS];
    M::init(&mut params, &mut Rng::seed(1)).unwrap();
    params
}

/// The line that Python prints for a tensor.
fn line(name: &str, dtype: &str, shape: &[usize], bits: impl Iterator<Item = u64>) -> String {
    let bits: Vec<_> = bits.map(|bits| format!("{bits:x}")).collect();
    format!("{name} {dtype} {shape:?} {}", bits.join(" "))
}

#[test]
fn python_reads_models_of_ours() {
    let folder = Folder::new("python-reads");
    let path = folder.path().join("model.safetensors");
    let saved = params::<double::Net>();
    io::save::<double::Net>(&path, &saved, &[("note", "from Rust")]).unwrap();
    let Some(output) = python(PRINT, &path) else { return };
    let mut expected: Vec<_> = double::Net::PARAMETERS
        .iter()
        .map(|parameter| {
            let slot = parameter.slot;
            let values = &saved[slot.offset..slot.offset + slot.len()];
            line(parameter.name, "float64", slot.shape, values.iter().map(|value| value.to_bits()))
        })
        .collect();
    expected.sort();
    expected.push("note = from Rust".into());
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().collect::<Vec<_>>(), expected);
}

/// Loads a model of ours into a module of PyTorch, and a module of PyTorch into a file; prints a loss of each.
const TORCH: &str = r#"
import sys
import torch
from safetensors.torch import load_file, save_file

torch.set_default_dtype(torch.float64)

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = torch.nn.Linear(3, 5), torch.nn.Linear(5, 4)

    def loss(self):
        scores = self.down(torch.tanh(self.up(torch.tensor([0.5, -1.0, 2.0]))))
        return torch.nn.functional.cross_entropy(scores, torch.tensor(2)).item()

net = Net()
net.load_state_dict(load_file(sys.argv[1]))
print("%.17g" % net.loss())
torch.manual_seed(1)
net = Net()
save_file(net.state_dict(), sys.argv[1])
print("%.17g" % net.loss())
"#;

#[test]
fn models_go_to_pytorch_and_back() {
    let folder = Folder::new("pytorch");
    let path = folder.path().join("model.safetensors");
    let mut params = params::<double::Net>();
    io::save::<double::Net>(&path, &params, &[]).unwrap();
    if !has("torch, safetensors.torch") {
        return;
    }
    let Some(output) = python(TORCH, &path) else { return };
    let text = String::from_utf8(output.stdout).unwrap();
    let [ours, theirs]: [f64; 2] =
        text.lines().map(|line| line.parse().unwrap()).collect::<Vec<_>>().try_into().unwrap();
    let mut workspace = Workspace::new();
    let mut loss = |params: &[f64]| double::Net::loss(params, &mut workspace, &[0.5, -1.0, 2.0], 2).unwrap();
    assert!((loss(&params) - ours).abs() < 1e-12, "{ours}");
    let first = params.clone();
    io::load::<double::Net>(&path, &mut params).unwrap();
    assert!(params != first);
    assert!((loss(&params) - theirs).abs() < 1e-12, "{theirs}");
}

#[test]
fn python_reads_checkpoints_of_ours() {
    let folder = Folder::new("python-checkpoint");
    let path = folder.path().join("run.safetensors");
    let saved = params::<single::Net>();
    let state: Vec<f32> = (0_u8..).take(2 * saved.len()).map(|n| f32::from(n).sqrt()).collect();
    let optimizer = SavedOptimizer::from(&Adam::new(0.001, ()));
    let checkpoint = Checkpoint { step: 7, rng: Rng::from_state([1, 2, 3, 4]), optimizer, metadata: [].into() };
    checkpoint.save::<single::Net>(&path, &saved, &state).unwrap();
    let Some(output) = python(PRINT, &path) else { return };
    let text = String::from_utf8(output.stdout).unwrap();
    let shape = [2, saved.len()];
    let bits = state.iter().map(|value| u64::from(value.to_bits()));
    let fingerprint = io::fingerprint::<single::Net>();
    for expected in [
        &line("burtorch.optimizer.state", "float32", &shape, bits),
        &line("up.bias", "float32", &[5], saved[15..20].iter().map(|value| u64::from(value.to_bits()))),
        "burtorch.checkpoint = 1",
        &format!("burtorch.fingerprint = {fingerprint:016x}"),
        "burtorch.optimizer.name = adam",
        "burtorch.optimizer.settings.beta2 = 0.999",
        "burtorch.optimizer.steps = 0",
        "burtorch.rng = 0000000000000001 0000000000000002 0000000000000003 0000000000000004",
        "burtorch.step = 7",
    ] {
        assert!(text.lines().any(|line| line == expected), "{expected}\nis not in\n{text}");
    }
}

/// Reads a checkpoint of ours, doubles the numbers and writes it again; the checksum is not theirs any more.
const DOUBLE: &str = r#"
import sys
from safetensors import safe_open
from safetensors.numpy import save_file

with safe_open(sys.argv[1], framework="numpy") as file:
    tensors = {name: 2 * file.get_tensor(name) for name in file.keys()}
    metadata = {**file.metadata(), "made by": "Python", "burtorch.checksum": "none"}
save_file(tensors, sys.argv[1], metadata=metadata)
"#;

/// Reads a checkpoint of ours and writes it again.
const COPY: &str = r#"
import sys
from safetensors import safe_open
from safetensors.numpy import save_file

with safe_open(sys.argv[1], framework="numpy") as file:
    tensors = {name: file.get_tensor(name) for name in file.keys()}
    metadata = file.metadata()
save_file(tensors, sys.argv[1], metadata=metadata)
"#;

#[test]
fn a_checkpoint_that_python_wrote_again_is_loaded() {
    let folder = Folder::new("python-again");
    let path = folder.path().join("run.safetensors");
    let mut saved = params::<single::Net>();
    let mut state: Vec<f32> = (0_u8..).take(2 * saved.len()).map(|n| f32::from(n).sqrt()).collect();
    let optimizer = SavedOptimizer::from(&Adam::new(0.001, ()));
    let mut checkpoint = Checkpoint { step: 7, rng: Rng::seed(9), optimizer, metadata: [].into() };
    checkpoint.save::<single::Net>(&path, &saved, &state).unwrap();
    if python(COPY, &path).is_none() {
        return;
    }
    let (mut params, mut loaded) = (vec![0.0; saved.len()], vec![0.0; state.len()]);
    assert_eq!(Checkpoint::load::<single::Net>(&path, &mut params, &mut loaded).unwrap(), checkpoint);
    assert_eq!((&params, &loaded), (&saved, &state));

    python(DOUBLE, &path).unwrap();
    checkpoint.metadata.insert("made by".into(), "Python".into());
    assert_eq!(Checkpoint::load::<single::Net>(&path, &mut params, &mut loaded).unwrap(), checkpoint);
    saved.iter_mut().chain(&mut state).for_each(|value| *value *= 2.0);
    assert_eq!((params, loaded), (saved, state));
    assert_eq!(folder.names(), ["run.safetensors"]);
}
