use burtorch::differentiable;

#[differentiable(compiled)]
fn f(x: f64, n: usize) -> f64 {
    let mut y = x;
    if n == 0 {
        if x > 0.0 {
            return y;
        }
        y *= 2.0;
    }
    if n == 1 {
        if x > 1.0 {
            return y;
        }
        y *= 2.0;
    }
    if n == 2 {
        if x > 2.0 {
            return y;
        }
        y *= 2.0;
    }
    if n == 3 {
        if x > 3.0 {
            return y;
        }
        y *= 2.0;
    }
    if n == 4 {
        if x > 4.0 {
            return y;
        }
        y *= 2.0;
    }
    if n == 5 {
        if x > 5.0 {
            return y;
        }
        y *= 2.0;
    }
    if n == 6 {
        if x > 6.0 {
            return y;
        }
        y *= 2.0;
    }
    if n == 7 {
        if x > 7.0 {
            return y;
        }
        y *= 2.0;
    }
    if n == 8 {
        if x > 8.0 {
            return y;
        }
        y *= 2.0;
    }
    if n == 9 {
        if x > 9.0 {
            return y;
        }
        y *= 2.0;
    }
    y
}

fn main() {
    f(1.0, 2);
    f::grad(1.0, 2);
}
