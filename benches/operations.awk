# A function of 20 inputs and so many `operations`: each operation takes one of 20 running values and another, and replaces the first,
# so nothing is dead and most operands are a few lines old. Arguments stay where every function is smooth and finite. It has this
# `attribute`, and is used by the statements `main`.

function random(n) { seed = (seed * 1103515245 + 12345) % 2147483648; return int(seed / 65536) % n }
function emit(i, code, bound, is_positive) {
    printf "    let v%d = %s;\n", ++count, code
    slot[i] = "v" count; size[i] = bound; positive[i] = is_positive
}
BEGIN {
    seed = 1; inputs = 20
    printf "%s\n#[allow(clippy::all)]\nfn f(x: &[f64; %d]) -> f64 {\n", attribute, inputs
    for (i = 0; i < inputs; i++) { slot[i] = "x[" i "]"; size[i] = 1; positive[i] = 0 }
    while (count < operations - inputs + 1) {
        i = random(inputs); j = random(inputs); kind = random(8)
        a = slot[i]; b = slot[j]
        if (positive[i] && kind == 0) emit(i, a ".sqrt()", 2, 1)
        else if (positive[i] && kind == 1) emit(i, a ".ln()", 1, 0)
        else if (positive[i] && kind <= 3 && i != j) emit(i, b " / " a, 3 * size[j], 0)
        else if (size[i] <= 1 && kind == 0) emit(i, a ".exp()", 3, 1)
        else if (size[i] > 4 || kind == 1) emit(i, a (random(2) ? ".sin()" : ".tanh()"), 1, 0)
        else if (size[i] > 2 || kind == 2) emit(i, a ".cos()", 1, 0)
        else if (kind <= 4) emit(i, a " + " b, size[i] + size[j], 0)
        else if (kind <= 5) emit(i, a " - " b, size[i] + size[j], 0)
        else emit(i, a " * " b, size[i] * size[j], 0)
    }
    for (i = 1; i < inputs; i++) emit(0, slot[0] " + " slot[i], 0, 0)
    printf "    %s\n}\n\n", slot[0]
    printf "fn main() {\n    let x: [f64; %d] = std::array::from_fn(|i| (i as f64).sin());\n", inputs
    printf "    let x = std::hint::black_box(&x);\n    %s\n}\n", main
}
