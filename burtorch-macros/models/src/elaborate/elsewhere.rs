//! Names of PyTorch and other libraries, each with what to write here instead; errors quote it.

/// Modules that do not exist in models: `nn::Linear`, `F.relu(x)`, `torch::cat(…)`.
const MODULES: &[&str] = &["torch", "nn", "F", "functional", "np", "numpy", "jnp", "jax", "tch", "candle_nn", "burn"];

/// Layers that are no layers here, and what to write in their place.
const LAYERS: &[(&str, &str)] = &[
    ("Dropout", "it is a function, `dropout(x, p, seed)`, with the seed as an argument"),
    ("ReLU", "it is a function, `relu(x)`"),
    ("LeakyReLU", "it is a function, `leaky_relu(x, slope)`"),
    ("ELU", "it is a function, `elu(x, alpha)`"),
    ("GELU", "it is a function, `gelu(x)`"),
    ("SiLU", "it is a function, `silu(x)`"),
    ("Tanh", "it is a function, `tanh(x)`"),
    ("Sigmoid", "it is a function, `sigmoid(x)`"),
    ("Softplus", "it is a function, `softplus(x)`"),
    ("Softmax", "it is a function, `softmax(x)`"),
    ("LogSoftmax", "it is a function, `log_softmax(x)`"),
    ("Flatten", "it is a function, `flatten(x)`"),
    ("MaxPool1d", "it is a function, `max_pool1d(x, n)`"),
    ("MaxPool2d", "it is a function, `max_pool2d(x, n)`"),
    ("AvgPool1d", "it is a function, `avg_pool1d(x, n)`"),
    ("AvgPool2d", "it is a function, `avg_pool2d(x, n)`"),
    ("Identity", "it is a function, `identity(x)`"),
    ("CrossEntropyLoss", "it is a function, `cross_entropy(x, target)`"),
    ("MSELoss", "it is a function, `mse(x, y)`"),
    ("BCEWithLogitsLoss", "it is a function, `logistic_loss(x, t)`"),
    ("Sequential", "make each layer a field, and call one after the other: `self.b.forward(relu(self.a.forward(x)))`"),
    ("ModuleList", "a field is an array of layers, `[Linear<8, 8>; 3]`, for `for layer in &self.layers`"),
    ("BatchNorm1d", "samples of a batch do not see each other; use `LayerNorm<C>` or `RmsNorm<C>`"),
    ("BatchNorm2d", "samples of a batch do not see each other; use `LayerNorm<C>` or `RmsNorm<C>`"),
    ("MultiheadAttention", "use `Attention<…>` or `CausalAttention<…>`"),
    ("Parameter", "what is trained is `Param<…>`, with its dimensions"),
    ("Vec", "a field is an array of layers, `[Linear<8, 8>; 3]`"),
];

/// Functions and methods that have another name or form here.
const FUNCTIONS: &[(&str, &str)] = &[
    ("view", "write `reshape(x, [2, 3])`"),
    ("cat", "write `concat([a, b], axis)`"),
    ("mm", "write `matmul(a, b)`"),
    ("bmm", "write `matmul(a, b)`"),
    ("mv", "write `matvec(a, x)`"),
    ("einsum", "write `matmul(a, b)`, or a product with broadcasting and `sum(x, axes)`"),
    ("linear", "write `matvec(w, x) + b`, or make it a layer, `Linear<I, O>`"),
    ("embedding", "write `gather(table, indices)`, or make it a layer, `Embedding<N, C>`"),
    ("t", "write `transpose(x)`"),
    ("T", "write `transpose(x)`"),
    ("swapaxes", "write `transpose(x, i, j)`"),
    ("expand", "write `broadcast(x, [2, 3])`"),
    ("repeat", "write `broadcast(x, [2, 3])`"),
    ("chunk", "write `slice(x, axis, 0..3)` for each part"),
    ("split", "write `slice(x, axis, 0..3)` for each part"),
    ("narrow", "write `slice(x, axis, 0..3)`"),
    ("unfold", "write `windows(x, axis, size, step)`"),
    ("masked_fill", "write `select(mask, value, x)`"),
    ("pow", "write `powf(x, y)`, or `powi(x, 2)` with a constant"),
    ("square", "write `sqr(x)`"),
    ("rsqrt", "write `inv_sqrt(x)`"),
    ("log1p", "write `ln_1p(x)`"),
    ("expm1", "write `exp_m1(x)`"),
    ("var", "write `variance(x, axes)` or `variance_unbiased(x, axes)`"),
    ("std", "write `sqrt(variance_unbiased(x, axes))`"),
    ("norm", "write `sqrt(sum(sqr(x)))`"),
    ("mse_loss", "write `mse(x, y)`"),
    ("binary_cross_entropy_with_logits", "write `logistic_loss(x, t)`"),
    ("binary_cross_entropy", "write `logistic_loss(x, t)`, with `x` before its `sigmoid`"),
    ("nll_loss", "write `cross_entropy(x, target)`, with `x` before its `log_softmax`"),
    ("arange", "write `iota(n)`"),
    ("detach", "write `stop_gradient(x)`"),
    ("argmax", "it has no derivative; take it of the result, outside of the block"),
    ("rand", "a model has no generator; take random numbers as an argument, or use `#[init(…)]` on a `Param<…>`"),
    ("randn", "a model has no generator; take random numbers as an argument, or use `#[init(…)]` on a `Param<…>`"),
    ("backward", "gradients come with the function; call `Net::loss_grad(…)` where you call `Net::loss(…)`"),
    ("zero_grad", "the gradient is a slice of yours; fill it with zeros before `Net::loss_grad(…)`"),
    ("item", "a result of one number is a number; leave this out"),
    ("to", "there are no devices, and `type Scalar = f64;` in the block chooses the float type; leave this out"),
    ("cuda", "there are no devices; leave this out"),
    ("cpu", "there are no devices; leave this out"),
    ("float", "floats have one type, `type Scalar = f32;` in the block; an integer becomes one by `as f32`"),
    ("double", "floats have one type, `type Scalar = f64;` in the block; an integer becomes one by `as f64`"),
    ("contiguous", "views need no copy; leave this out"),
    ("size", "shapes are constants; write the number, or a `const` of the block"),
    ("shape", "shapes are constants; write the number, or a `const` of the block"),
    ("dim", "shapes are constants; write the number, or a `const` of the block"),
];

/// Whether this is the name of a module of another library.
pub(super) fn is_module(name: &str) -> bool {
    MODULES.contains(&name)
}

/// What to write for a layer of another library.
pub(super) fn layer(name: &str) -> Option<&'static str> {
    find(LAYERS, name)
}

/// What to write for a function or method of another library.
pub(super) fn function(name: &str) -> Option<&'static str> {
    find(FUNCTIONS, name)
}

fn find(table: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == name).map(|(_, way_out)| *way_out)
}

#[cfg(test)]
mod tests {
    use super::super::builtins::exists;
    use super::*;

    #[test]
    fn no_name_is_one_of_our_own() {
        for (name, _) in FUNCTIONS {
            assert!(!exists(name), "{name}");
        }
    }

    #[test]
    fn what_is_named_in_its_place_exists() {
        for (name, way_out) in LAYERS.iter().chain(FUNCTIONS) {
            // The functions that the advice tells the user to call.
            let pieces = way_out.split('`').skip(1).step_by(2);
            for call in pieces.filter(|piece| !piece.contains("::") && !piece.contains("self.")) {
                let Some((function, _)) = call.split_once('(').filter(|_| !call.starts_with('#')) else { continue };
                assert!(exists(function) || function == "identity", "{name}: {function}");
            }
        }
    }
}
