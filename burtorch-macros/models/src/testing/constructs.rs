//! The constructs that random models are made of. Each takes what is there and yields an expression and its shape, or nothing
//! if it does not apply.

use super::program::{Made, ProgramWriter, list};

const ACTIVATIONS: [&str; 8] = ["tanh", "relu", "sigmoid", "gelu", "silu", "softplus", "sin", "identity"];

/// Operators on each element, whose values stay small.
const ELEMENTWISE: [&str; 26] = [
    "tanh(V)",
    "relu(V)",
    "sigmoid(V)",
    "gelu(V)",
    "silu(V)",
    "softplus(V)",
    "sin(V)",
    "cos(V)",
    "atan(V)",
    "abs(V)",
    "erf(V)",
    "exp(tanh(V))",
    "sqr(V)",
    "sqrt(1.0 + sqr(V))",
    "ln(1.5 + sqr(V))",
    "recip(1.5 + sqr(V))",
    "leaky_relu(V, 0.1)",
    "elu(V, 1.0)",
    "clamp(V, -0.5, 0.5)",
    "powi(tanh(V), 3)",
    "exp_m1(-abs(V))",
    "asinh(V)",
    "max(V, 0.2)",
    "select(V > 0.1, V, 0.3 * V)",
    "V + 0.1 * stop_gradient(round(4.0 * V))",
    "-V / 2.0",
];

impl ProgramWriter {
    pub(super) fn any(&mut self) -> Made {
        match self.draw.below(31) {
            0 | 1 => Some(self.elementwise()),
            2 | 3 => self.binary(),
            4 | 5 => self.reduction(),
            6 => self.slice(),
            7 => self.view(),
            8 => self.windows(),
            9 => self.joined(),
            10 | 11 => self.product(),
            12 => self.softmax(),
            13 => self.norm(),
            14 => self.lookup(),
            15..18 => self.linear(),
            18 | 19 => self.attention(),
            20 | 21 => self.convolution(),
            22 | 23 => self.over_layers(),
            24 | 25 => self.over_time(),
            26 | 27 => self.richer_over_time(),
            28 => self.sums_so_far(),
            29 => self.masks(),
            _ => self.dropout(),
        }
    }

    fn elementwise(&mut self) -> (String, Vec<usize>) {
        let (value, shape) = self.value();
        self.count("elementwise");
        (self.pick(&ELEMENTWISE).replace('V', &value), shape)
    }

    /// Two tensors, one of them broadcast.
    fn binary(&mut self) -> Made {
        let (value, shape) = self.value();
        let operator = self.pick(&[
            "A + B",
            "A - B",
            "A * B",
            "A / (1.5 + sqr(B))",
            "max(A, B)",
            "min(A, B)",
            "hypot(A, 1.0 + sqr(B))",
            "mul_add(A, B, A)",
            "select(A < B, A * B, B)",
        ]);
        let other = match self.draw.below(3) {
            0 => {
                // Some of its axes have length one, some are not there.
                let from = self.draw.below(shape.len() + 1);
                let mut other = shape[from..].to_vec();
                for length in &mut other {
                    if self.chance(3) {
                        *length = 1;
                    }
                }
                self.param(&other)?
            }
            1 => self.alike(&shape)?,
            _ => {
                // The other has an axis where this one has length one, or none.
                let first = self.size(shape.iter().product());
                let mut other = vec![1; shape.len()];
                other.insert(0, first);
                self.count("broadcasting");
                let param = self.param(&other)?;
                let text = operator.replace('A', &param).replace('B', &value);
                return Some((text, [&[first], &*shape].concat()));
            }
        };
        self.count("broadcasting");
        Some((operator.replace('A', &value).replace('B', &other), shape))
    }

    fn reduction(&mut self) -> Made {
        let (value, shape) = self.value();
        let axes: Vec<usize> = (0..shape.len()).filter(|_| self.draw.below(2) == 0).collect();
        if axes.is_empty() {
            return None;
        }
        let summed: usize = axes.iter().map(|&axis| shape[axis]).product();
        let function = self.pick(&["sum", "mean", "max", "min", "variance", "variance_unbiased"]);
        if function == "variance_unbiased" && summed < 2 {
            return None;
        }
        self.count("reductions");
        let kept = (0..shape.len()).filter(|axis| !axes.contains(axis)).map(|axis| shape[axis]).collect();
        let scale = if function == "sum" { "0.3 * " } else { "" };
        if let [axis] = axes[..]
            && self.chance(2)
        {
            // Counted from the end.
            return Some((format!("{scale}{function}({value}, -{})", shape.len() - axis), kept));
        }
        Some((format!("{scale}{function}({value}, [{}])", list(&axes)), kept))
    }

    fn slice(&mut self) -> Made {
        let (value, shape) = self.value();
        if shape.is_empty() {
            return None;
        }
        self.count("slices");
        let axis = self.draw.below(shape.len());
        let start = self.draw.below(shape[axis]);
        let end = start + 1 + self.draw.below(shape[axis] - start);
        let mut new = shape.clone();
        match self.draw.below(4) {
            0 => {
                new.remove(0);
                Some((format!("{value}[{}]", self.draw.below(shape[0])), new))
            }
            1 => {
                let at = self.draw.below(shape[axis]);
                new.remove(axis);
                let before = "..,".repeat(axis);
                Some((format!("{value}[({before} {at},)]"), new))
            }
            2 => {
                new[axis] = end - start;
                Some((format!("slice({value}, {axis}, {start}..{end})"), new))
            }
            _ => {
                let (before, after) = (self.draw.below(3), self.draw.below(3));
                new[axis] += before + after;
                Some((format!("pad({value}, {axis}, {before}, {after})"), new))
            }
        }
    }

    fn sums_so_far(&mut self) -> Made {
        let (value, shape) = self.value();
        let axis = shape.len().checked_sub(1 + self.draw.below(shape.len().max(1)))?;
        self.count("sums so far");
        Some((format!("0.3 * cumsum({value}, {axis})"), shape))
    }

    /// A choice by several comparisons; of so many that they go on as numbers, if they are joined in a loop.
    fn masks(&mut self) -> Made {
        let (value, shape) = self.value();
        self.count("masks");
        let other = match self.alike(&shape) {
            Some(other) if other != value => other,
            _ => self.param(&shape)?,
        };
        let name = self.name();
        match self.draw.below(3) {
            0 => Some((format!("select(({value} > 0.1) & !({other} > {value}), {value}, 0.5 * {other})"), shape)),
            1 => {
                Some((format!("{other} * select(({value} < -0.1) | ({value} >= {other}), 1.0, 0.3 * {value})"), shape))
            }
            _ => {
                let steps = 5 + self.draw.below(15);
                self.statement(format!(
                    "let mut {name} = {value} > 0.0;\nfor t in 0..{steps} {{\n{name} = ({name} | ({other} > 0.05 * (t as Scalar))) & !({value} > 0.04 * (t as Scalar));\n}}\n"
                ));
                self.count("masks that are kept as numbers");
                Some((format!("select({name}, {value}, sin({other}))"), shape))
            }
        }
    }

    fn dropout(&mut self) -> Made {
        let (value, shape) = self.value();
        let seed = self.indices(&[], 200)?;
        self.count("dropout");
        let rate = self.pick(&["0.0", "0.2", "0.5"]);
        Some((format!("dropout({value}, {rate}, {seed})"), shape))
    }

    /// The same elements elsewhere.
    fn view(&mut self) -> Made {
        let (value, shape) = self.value();
        let rank = shape.len();
        self.count("views");
        match self.draw.below(5) {
            0 if rank >= 2 => {
                let mut order: Vec<usize> = (0..rank).collect();
                for at in 0..rank {
                    let with = at + self.draw.below(rank - at);
                    order.swap(at, with);
                }
                let new = order.iter().map(|&axis| shape[axis]).collect();
                Some((format!("permute({value}, [{}])", list(&order)), new))
            }
            1 if rank >= 2 => Some((format!("flatten({value})"), vec![shape.iter().product()])),
            2 if rank >= 2 => {
                let new: Vec<usize> = shape.iter().rev().copied().collect();
                Some((format!("reshape({value}, [{}])", list(&new)), new))
            }
            3 => {
                let axis = self.draw.below(rank + 1);
                let mut new = shape;
                new.insert(axis, 1);
                Some((format!("unsqueeze({value}, {axis})"), new))
            }
            4 => {
                let first = self.size(shape.iter().product());
                let new = [&[first], &*shape].concat();
                Some((format!("broadcast({value}, [{}])", list(&new)), new))
            }
            _ => None,
        }
    }

    fn windows(&mut self) -> Made {
        let (value, shape) = self.value();
        let axis = shape.len().checked_sub(1 + self.draw.below(shape.len().max(1)))?;
        let (size, step) = (1 + self.draw.below(shape[axis].min(4)), 1 + self.draw.below(3));
        self.count("windows and pools");
        let mut new = shape.clone();
        let last = shape.len() - 1;
        if shape.len() >= 2 && self.chance(4) {
            let size = size.min(shape[last]).min(shape[last - 1]);
            new[last] = shape[last] / size;
            new[last - 1] = shape[last - 1] / size;
            return Some((format!("{}({value}, {size})", self.pick(&["max_pool2d", "avg_pool2d"])), new));
        }
        if self.chance(2) {
            if size > shape[last] {
                return None;
            }
            new[last] = shape[last] / size;
            return Some((format!("{}({value}, {size})", self.pick(&["max_pool1d", "avg_pool1d"])), new));
        }
        new[axis] = (shape[axis] - size) / step + 1;
        new.push(size);
        Some((format!("windows({value}, {axis}, {size}, {step})"), new))
    }

    fn joined(&mut self) -> Made {
        let (value, shape) = self.value();
        self.count("concat and stack");
        let other = match self.alike(&shape) {
            Some(other) if other != value => other,
            _ => self.param(&shape)?,
        };
        let mut new = shape;
        if self.chance(2) {
            let axis = self.draw.below(new.len() + 1);
            new.insert(axis, 2);
            return Some((format!("stack([{value}, {other}], {axis})"), new));
        }
        let axis = self.draw.below(new.len().max(1));
        // The first part of the other only.
        let own = *new.get(axis)?;
        let part = 1 + self.draw.below(own);
        new[axis] = own + part;
        Some((format!("concat([{value}, slice({other}, {axis}, 0..{part})], {axis})"), new))
    }

    fn product(&mut self) -> Made {
        let (value, shape) = self.value();
        let (&last, rest) = shape.split_last()?;
        self.count("products");
        let others: usize = rest.iter().product();
        match self.draw.below(5) {
            0 => {
                let rows = self.size(others);
                let param = self.param(&[rows, last])?;
                Some((format!("matvec({param}, {value})"), [rest, &[rows]].concat()))
            }
            1 if !rest.is_empty() => {
                let columns = self.size(others);
                let param = self.param(&[last, columns])?;
                Some((format!("matmul({value}, {param})"), [rest, &[columns]].concat()))
            }
            2 if !rest.is_empty() => {
                let rows = rest[rest.len() - 1];
                Some((format!("0.5 * matmul({value}, transpose({value}))"), [rest, &[rows]].concat()))
            }
            3 if rest.is_empty() => {
                let columns = self.size(last);
                let param = self.param(&[columns])?;
                Some((format!("outer({value}, {param})"), vec![last, columns]))
            }
            4 if rest.is_empty() => {
                let param = self.param(&[last])?;
                Some((format!("dot({param}, {value})"), Vec::new()))
            }
            _ => None,
        }
    }

    fn softmax(&mut self) -> Made {
        let (value, shape) = self.value();
        if shape.is_empty() {
            return None;
        }
        self.count("softmax");
        let axis = self.draw.below(shape.len());
        if shape.len() >= 2 && self.chance(4) {
            return Some((format!("softmax(causal_mask({value}))"), shape));
        }
        let mut new = shape;
        let function = self.pick(&["softmax", "log_softmax", "logsumexp"]);
        if function == "logsumexp" {
            new.remove(axis);
        }
        Some((format!("{function}({value}, {axis})"), new))
    }

    fn norm(&mut self) -> Made {
        let (value, shape) = self.value();
        let &last = shape.last()?;
        self.count("norms");
        let text = match self.draw.below(4) {
            0 => format!("layer_norm({value}, 0.1)"),
            1 => format!("rms_norm({value}, 0.1)"),
            2 => format!("{}.forward({value})", self.field(&format!("LayerNorm<{last}>"), 2 * last)?),
            _ => format!("{}.forward({value})", self.field(&format!("RmsNorm<{last}>"), last)?),
        };
        Some((text, shape))
    }

    fn lookup(&mut self) -> Made {
        let indices = self.shape_of_indices();
        let count: usize = indices.iter().product();
        self.count("lookups");
        let (text, mut shape) = match self.draw.below(4) {
            0 => {
                let (rows, width) = (self.size(1), self.size(count));
                let table = self.field(&format!("Embedding<{rows}, {width}>"), rows * width)?;
                (format!("{table}.forward({})", self.indices(&indices, rows)?), vec![width])
            }
            1 => {
                let (rows, width) = (self.size(1), self.size(count));
                let table = self.param(&[rows, width])?;
                (format!("{table}[{}]", self.indices(&indices, rows)?), vec![width])
            }
            2 => {
                let (value, shape) = self.value();
                let (&rows, rest) = shape.split_first()?;
                (format!("gather({value}, {})", self.indices(&indices, rows)?), rest.to_vec())
            }
            _ => {
                let bound = self.size(count);
                (format!("one_hot({}, {bound})", self.indices(&indices, bound)?), vec![bound])
            }
        };
        shape.splice(0..0, indices);
        Some((text, shape))
    }

    fn shape_of_indices(&mut self) -> Vec<usize> {
        match self.draw.below(3) {
            0 => Vec::new(),
            1 => vec![self.size(1)],
            _ => vec![self.pick(&[1, 2, 3]), self.pick(&[1, 2, 5])],
        }
    }

    fn linear(&mut self) -> Made {
        let (value, shape) = self.value();
        let (&last, rest) = shape.split_last()?;
        let out = if self.chance(3) { last } else { self.size(rest.iter().product()) };
        let hidden = self.pick(&[1, 2, 3, 5, 7]);
        let activation = self.pick(&ACTIVATIONS);
        let (ty, params, new) = match self.draw.below(5) {
            0 => (format!("Linear<{last}, {out}>"), last * out + out, [rest, &[out]].concat()),
            1 => (format!("LinearNoBias<{last}, {out}>"), last * out, [rest, &[out]].concat()),
            2 => (format!("Neuron<{last}, {activation}>"), last + 1, rest.to_vec()),
            3 => {
                let depth = 1 + self.draw.below(3);
                let params = hidden * (last + 1) + (depth - 1) * hidden * (hidden + 1) + out * (hidden + 1);
                (format!("Mlp<{last}, {hidden}, {out}, {activation}, {depth}>"), params, [rest, &[out]].concat())
            }
            _ => (
                format!("FeedForward<{last}, {hidden}, {activation}>"),
                2 * last * hidden + last + hidden,
                shape.clone(),
            ),
        };
        self.count("linear layers");
        let layer = self.field(&ty, params)?;
        if new == shape && self.chance(2) {
            self.count("shared weights");
            return Some((format!("{layer}.forward(sin({layer}.forward({value})))"), new));
        }
        Some((format!("{layer}.forward({value})"), new))
    }

    fn attention(&mut self) -> Made {
        let (value, [positions, width]) = self.matrix()?;
        let heads: Vec<usize> = (1..=width).filter(|heads| width.is_multiple_of(*heads)).collect();
        let heads = self.pick(&heads);
        let name = self.pick(&["Attention", "CausalAttention"]);
        self.count("attention");
        let layer = self.field(&format!("{name}<{positions}, {width}, {heads}>"), 4 * width * width + width)?;
        Some((format!("{layer}.forward({value})"), vec![positions, width]))
    }

    fn convolution(&mut self) -> Made {
        let (value, shape) = self.value();
        self.count("convolutions");
        let (ty, params, new) = match shape[..] {
            [channels, length] => {
                let (out, kernel) = (self.pick(&[1, 2, 3, 5]), 1 + self.draw.below(length.min(5)));
                let new = vec![out, length - kernel + 1];
                (format!("Conv1d<{channels}, {out}, {kernel}>"), out * (channels * kernel + 1), new)
            }
            [channels, height, width] => {
                let (out, kernel) = (self.pick(&[1, 2, 3]), 1 + self.draw.below(height.min(width).min(3)));
                let new = vec![out, height - kernel + 1, width - kernel + 1];
                (format!("Conv2d<{channels}, {out}, {kernel}>"), out * (channels * kernel * kernel + 1), new)
            }
            _ => return None,
        };
        Some((format!("{}.forward({value})", self.field(&ty, params)?), new))
    }

    /// `for layer in &self.layers`, perhaps with something from outside or with a second variable.
    fn over_layers(&mut self) -> Made {
        if self.depth > 1 {
            return None;
        }
        let (value, shape) = self.value();
        let layer = self.layer(&shape);
        let count = 1 + self.draw.below(4);
        let field = self.field(&format!("[{layer}; {count}]"), 50 * count)?;
        self.count(if self.depth == 0 { "loops over layers" } else { "loops inside of loops" });
        let outside = if self.chance(2) { self.alike(&shape) } else { None };
        let outside = outside.map_or(String::new(), |outside| format!(" + 0.5 * {outside}"));
        let name = self.name();
        let reversed = if self.chance(4) { ".iter().rev()" } else { "" };
        let reference = if reversed.is_empty() { "&" } else { "" };
        if self.chance(3) {
            self.statement(format!(
                "let mut {name} = {value};\nlet mut {name}b = 0.1 * {value};\nfor layer in {reference}{field}{reversed} {{\nlet y = layer.forward({name}){outside};\n{name} = sin({name}b) + {name};\n{name}b = tanh(y);\n}}\n"
            ));
            return Some((format!("{name} + {name}b"), shape));
        }
        self.statement(format!(
            "let mut {name} = {value};\nfor layer in {reference}{field}{reversed} {{\n{name} = layer.forward({name}){outside};\n}}\n"
        ));
        // The same layers again, all of them or one.
        match self.draw.below(6) {
            0 => {
                self.count("shared weights");
                self.statement(format!("for layer in &{field} {{\n{name} = layer.forward(sin({name}));\n}}\n"));
            }
            1 => {
                self.count("shared weights");
                return Some((format!("{field}[{}].forward({name})", self.draw.below(count)), shape));
            }
            _ => {}
        }
        Some((name, shape))
    }
}
