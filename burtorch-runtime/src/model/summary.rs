//! A model as a table to print: its parameters, and the memory that it takes.

use core::fmt;

use super::{Model, Parameter};

/// The parameters of a model and the memory that training it takes; made by [`Model::summary`], printed with `{}`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// Its parameters, in the order in which they lie in the buffer.
    pub parameters: &'static [Parameter],
    /// How many numbers these are.
    pub count: usize,
    /// How many of them are trained: all that are not frozen.
    pub trained: usize,
    /// The bytes of the parameters, and of a gradient.
    pub parameter_bytes: usize,
    /// The bytes of a [`Workspace`](crate::Workspace): activations and adjoints of one sample.
    pub workspace_bytes: usize,
    /// The bytes of a [`BatchWorkspace`](crate::BatchWorkspace): activations, adjoints and inputs of one tile of samples.
    pub batch_workspace_bytes: usize,
}

impl Summary {
    pub(super) fn of<M: Model + ?Sized>() -> Self {
        let trained = M::PARAMETERS.iter().filter(|parameter| !parameter.frozen);
        Self {
            parameters: M::PARAMETERS,
            count: M::PARAMS,
            trained: trained.map(|parameter| parameter.slot.len()).sum(),
            parameter_bytes: M::PARAMS * size_of::<M::Scalar>(),
            workspace_bytes: size_of::<M::Floats>(),
            batch_workspace_bytes: size_of::<M::TileFloats>() + size_of::<M::TileIndices>(),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.parameters.iter().map(|parameter| parameter.name.len());
        let name_width = names.max().unwrap_or(0).max("parameter".len());
        let shapes = self.parameters.iter().map(|parameter| shape_width(parameter.slot.shape));
        let shape_width = shapes.max().unwrap_or(0).max("shape".len());
        writeln!(f, "{:name_width$}  {:shape_width$}  {:>12}", "parameter", "shape", "numbers")?;
        for parameter in self.parameters {
            let (shape, count) = (Shape(parameter.slot.shape), Grouped(parameter.slot.len()));
            let frozen = if parameter.frozen { "  frozen" } else { "" };
            writeln!(f, "{:name_width$}  {shape:shape_width$}  {count:>12}{frozen}", parameter.name)?;
        }
        let (count, trained) = (Grouped(self.count), Grouped(self.trained));
        writeln!(f, "{count} parameters, {trained} of them trained")?;
        let parameters = Bytes(self.parameter_bytes);
        writeln!(f, "memory: parameters {parameters}, a gradient {parameters}")?;
        let (one, tile) = (Bytes(self.workspace_bytes), Bytes(self.batch_workspace_bytes));
        writeln!(
            f,
            "        activations and adjoints, which share memory: one sample {one}, batches of any size {tile}"
        )?;
        let twice = Bytes(2 * self.parameter_bytes);
        write!(f, "        optimizer: sgd 0 B, momentum {parameters}, adam and adamw {twice}")
    }
}

/// The lengths of the axes: `27 x 64`; a number has none.
struct Shape<'a>(&'a [usize]);

impl fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, length) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(" x ")?;
            }
            write!(f, "{length}")?;
        }
        // `{:width$}` of a type that writes in pieces is filled here: there may be no memory to write it to first.
        let missing = f.width().unwrap_or(0).saturating_sub(shape_width(self.0));
        (0..missing).try_for_each(|_| f.write_str(" "))
    }
}

/// How many letters a shape takes.
fn shape_width(shape: &[usize]) -> usize {
    let digits: usize = shape.iter().map(|length| digits(*length)).sum();
    digits + 3 * shape.len().saturating_sub(1)
}

fn digits(number: usize) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// A number with commas between thousands, as wide as asked.
struct Grouped(usize);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = digits(self.0);
        let width = digits + (digits - 1) / 3;
        (width..f.width().unwrap_or(0)).try_for_each(|_| f.write_str(" "))?;
        for place in (0..digits).rev() {
            let power = 10_usize.pow(u32::try_from(place).unwrap_or(0));
            write!(f, "{}", self.0 / power % 10)?;
            if place > 0 && place % 3 == 0 {
                f.write_str(",")?;
            }
        }
        Ok(())
    }
}

/// A number of bytes in the unit that suits it.
struct Bytes(usize);

impl fmt::Display for Bytes {
    #[allow(clippy::cast_precision_loss, reason = "a size with two digits")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0 as f64;
        match self.0 {
            0..1_000 => write!(f, "{} B", self.0),
            1_000..1_000_000 => write!(f, "{:.1} kB", bytes / 1e3),
            1_000_000..1_000_000_000 => write!(f, "{:.1} MB", bytes / 1e6),
            _ => write!(f, "{:.1} GB", bytes / 1e9),
        }
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::string::ToString;

    use super::*;
    use crate::Init;
    use crate::model::Slot;

    struct Layer;

    impl Model for Layer {
        type Scalar = f32;
        type Floats = [f32; 300];
        type TileFloats = [f32; 4000];
        type TileIndices = [i64; 2];
        const PARAMS: usize = 1_234_567;
        const PARAMETERS: &'static [Parameter] = &[
            Parameter {
                name: "weight",
                slot: Slot { offset: 0, shape: &[2, 617_283], init: Init::Zeros, fan: None },
                frozen: false,
            },
            Parameter {
                name: "scale",
                slot: Slot { offset: 1_234_566, shape: &[], init: Init::Ones, fan: None },
                frozen: true,
            },
        ];
    }

    #[test]
    fn a_summary_is_a_table_of_parameters_and_memory() {
        let table = "\
parameter  shape            numbers
weight     2 x 617283     1,234,566
scale                             1  frozen
1,234,567 parameters, 1,234,566 of them trained
memory: parameters 4.9 MB, a gradient 4.9 MB
        activations and adjoints, which share memory: one sample 1.2 kB, batches of any size 16.0 kB
        optimizer: sgd 0 B, momentum 4.9 MB, adam and adamw 9.9 MB";
        assert_eq!(Layer::summary().to_string(), table);
    }
}
