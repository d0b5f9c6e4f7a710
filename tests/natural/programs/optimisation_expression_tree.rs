// Symbolic expressions as a boxed tree, evaluated at a point; the variables are differentiated.
use burtorch::differentiable;

#[derive(Debug, Clone)]
enum Expr {
    Const(f64),
    Var(usize),
    Add(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    Pow(Box<Expr>, i32),
    Sin(Box<Expr>),
    IfPositive { cond: Box<Expr>, then: Box<Expr>, otherwise: Box<Expr> },
}

#[differentiable(wrt(x))]
fn eval(e: &Expr, x: &[f64]) -> f64 {
    match e {
        Expr::Const(c) => *c,
        Expr::Var(i) => x[*i],
        Expr::Add(a, b) => eval(a, x) + eval(b, x),
        Expr::Mul(a, b) => eval(a, x) * eval(b, x),
        Expr::Pow(a, n) => eval(a, x).powi(*n),
        Expr::Sin(a) => eval(a, x).sin(),
        Expr::IfPositive { cond, then, otherwise } => {
            if eval(cond, x) > 0.0 {
                eval(then, x)
            } else {
                eval(otherwise, x)
            }
        }
    }
}

fn var(i: usize) -> Box<Expr> {
    Box::new(Expr::Var(i))
}

// checks
fn main() {
    let e = Expr::Add(
        Box::new(Expr::Mul(var(0), Box::new(Expr::Sin(var(1))))),
        Box::new(Expr::IfPositive {
            cond: var(0),
            then: Box::new(Expr::Pow(var(1), 3)),
            otherwise: Box::new(Expr::Const(2.0)),
        }),
    );
    check::grad("expr", &[0.7, 1.3], |x| eval(&e, x), |x| eval::grad(&e, x));
    check::grad("expr", &[-0.7, 1.3], |x| eval(&e, x), |x| eval::grad(&e, x));
    check::hvp("expr", &[0.7, 1.3], &[0.4, -0.2], |x| eval::grad(&e, x), |x, v| eval::hvp((&e, x), v));
}
