//! Random programs of ordinary numerical Rust, from templates.
//!
//! Each template is a construct as people write it, with holes for others: `«A»` a differentiated number, `«F»` a float that is
//! not, `«I»` an integer, `«B»` a condition, `«V»` a slice or vector of differentiated numbers and `«&V»` a reference to it, `«m»`
//! a variable that can be assigned, `«BLOCK»` statements. `«newA»` is a new name for one of these, `«newA2»` another; `«i»` is a
//! new integer within a block. Within one template `«V»`, `«m»` and new names stay the same. Every program is Rust by
//! construction. The first programs are the templates one by one, so that what fails there is known by name.

use crate::batch::Case;
use crate::random::Random;
use std::collections::BTreeMap;

pub const PRELUDE: &str = "
use burtorch::differentiable;
use std::collections::HashMap;
struct Config { gain: f64, order: usize, on: bool, mode: Mode }
enum Mode { Low, High(f64) }
fn integral(f: impl Fn(f64) -> f64, b: f64) -> f64 { (0..4).map(|k| f(b * k as f64 / 4.0)).sum::<f64>() * b / 4.0 }
fn rate(k: usize) -> f64 { 0.3 + 0.1 * (k % 4) as f64 }
fn lookup(name: &str) -> Option<f64> { if name.is_empty() { None } else { Some(0.2 * name.len() as f64) } }
#[differentiable] fn pair(a: f64, b: f64) -> (f64, f64) { (a * b, (a - b).sin()) }
#[differentiable] fn triple(a: f64) -> [f64; 3] { [a, a.cos(), 0.5 * a] }
#[differentiable(wrt(v))] fn scale(v: &[f64], k: f64) -> Vec<f64> { v.iter().map(|v| v * k).collect() }
#[differentiable] fn norm(v: &[f64]) -> f64 { (v.iter().map(|v| v * v).sum::<f64>() + 0.01).sqrt() }
#[differentiable(wrt(a))] fn soft(a: f64, t: f64) -> f64 { if a > t { return a - t; } if a < -t { return a + t; } 0.1 * a }
fn config() -> Config { Config { gain: 0.7, order: 2, on: true, mode: Mode::High(0.3) } }
fn weights() -> HashMap<String, f64> { [(\"a\", 0.4), (\"b\", 0.9)].map(|(k, v)| (k.to_string(), v)).into() }
const X: [f64; 4] = [0.37, -0.61, 0.83, 0.29];
const TABLE: [f64; 3] = [0.2, 0.45, 0.71];
const COUNTS: [usize; 3] = [1, 3, 2];
";

/// Items beside the function, for the bodies that mention their names: what is differentiated where it is called must stand there.
const BESIDE: &[(&str, &str)] = &[
    ("half", "fn half(a: f64) -> Option<f64> { if a > 0.1 { Some(a * 0.5) } else { None } }"),
    (
        "checked",
        "fn checked(a: f64) -> Result<f64, String> { if a < 5.0 { Ok(a.cos()) } else { Err(\"too large\".to_string()) } }",
    ),
    (
        "tried",
        "#[differentiable] fn tried(a: f64) -> Option<f64> { let h = half(a)?; let q = half(h + 0.2)?; Some(h * q) }",
    ),
    (
        "nested",
        "#[differentiable(wrt(a))] fn nested(a: f64, k: usize) -> f64 { if k == 0 { a } else { nested(a.sin(), k - 1) * a + 0.1 } }",
    ),
    ("twice", "fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 { f(f(x)) }"),
    ("counted", "fn counted(a: f64, steps: &mut usize) -> f64 { *steps += 1; a * *steps as f64 }"),
    (
        "State",
        "struct State { a: f64, k: usize }\nimpl State { fn go(&mut self, b: f64) -> f64 { self.a += b * 0.5; self.k += 1; self.a * b } }",
    ),
    (
        "Spring",
        "#[derive(Clone, Copy, burtorch::Differentiable)] struct Spring { k: f64, rest: f64 }\nimpl Spring { fn energy(&self, x: f64) -> f64 { self.k * (x - self.rest).powi(2) } }\nimpl std::ops::Add for Spring { type Output = Spring; fn add(self, o: Spring) -> Spring { Spring { k: self.k + o.k, rest: self.rest * o.rest } } }",
    ),
    (
        "curve",
        "#[differentiable] trait Curve { fn at(&self, t: f64) -> f64; }\nstruct Line(f64);\nstruct Wave(f64);\nimpl Curve for Line { fn at(&self, t: f64) -> f64 { self.0 * t } }\nimpl Curve for Wave { fn at(&self, t: f64) -> f64 { (self.0 * t).sin() } }\nfn curve(k: usize) -> Box<dyn Curve> { if k % 2 == 0 { Box::new(Line(0.4)) } else { Box::new(Wave(1.3)) } }",
    ),
];

const ACTIVE: &[&str] = &[
    "«V»[«I» % «V».len()]",
    "(«A» + «A»)",
    "(«A» - «A»)",
    "«A» * «F»",
    "«A» * «A»",
    "«A» / (1.0 + «F».abs())",
    "(«A»).sin()",
    "(«A»).tanh()",
    "f64::cos(«A»)",
    "(«A»).powi(2)",
    "((«A»).powi(2) + 0.5).sqrt()",
    "(-(«A»).powi(2)).exp()",
    "(«A»).max(«A»)",
    "f64::min(«A», 0.77)",
    "(«A»).clamp(-0.9, 0.9)",
    "(if «B» { «A» } else { «A» })",
    "(match «I» % 3 { 0 => «A», 1 => «A», _ => «F» })",
    "({ let t = «A»; t * t })",
    "«V».iter().sum::<f64>()",
    "«V».iter().map(|v| v * «F»).sum::<f64>()",
    "«V».iter().zip(table).map(|(v, t)| v * t).sum::<f64>()",
    "«V».iter().enumerate().map(|(k, v)| v * k as f64).sum::<f64>()",
    "«V».iter().fold(0.0, |s, v| s + v * v)",
    "«V».windows(2).map(|w| (w[1] - w[0]).powi(2)).sum::<f64>()",
    "«V».iter().rev().skip(1).step_by(2).map(|v| v.sin()).sum::<f64>()",
    "«V».iter().take(«I»).copied().sum::<f64>()",
    "«V».iter().filter(|v| **v > 0.1).sum::<f64>()",
    "«V».chunks_exact(2).map(|c| c[0] * c[1]).sum::<f64>()",
    "«V»[1..].iter().sum::<f64>()",
    "(0..n).map(|k| «V»[k % «V».len()] * k as f64).sum::<f64>()",
    "counts.iter().map(|&c| «V»[c % «V».len()]).sum::<f64>()",
    "pair(«A», «A»).1",
    "triple(«A»)[«I» % 3]",
    "norm(«&V»)",
    "norm(&scale(«&V», «F»))",
    "soft(«A», «F»)",
    "(|t: f64| t * t + «F»)(«A»)",
    "«V».iter().copied().map(f64::sin).sum::<f64>()",
    "«V».iter().enumerate().filter(|(k, v)| k % 2 == 0 || **v > 0.1).map(|(_, v)| v * «F»).sum::<f64>()",
    "«V».iter().filter_map(|&v| if v > -0.3 { Some((v + 1.0).ln()) } else { None }).sum::<f64>()",
    "«V».iter().flat_map(|v| [v * «F», v * v]).sum::<f64>()",
    "«V».iter().chain(&«V»[1..]).map(|v| v * v).sum::<f64>()",
    "«V».iter().take_while(|v| **v > -0.5).map(|v| v.cos()).sum::<f64>()",
    "«V».iter().skip_while(|v| **v > 0.2).map(|v| v * «F»).sum::<f64>()",
    "«V».iter().scan(0.1, |s, v| { *s = 0.5 * *s + v; Some(*s) }).map(|s| s * s).sum::<f64>()",
    "«V».iter().copied().reduce(|a, b| a * 0.5 + b).unwrap()",
    "«V».iter().copied().filter(|v| *v > 0.0).reduce(f64::max).unwrap_or(0.2)",
    "«V».iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap().sin()",
    "«V».iter().try_fold(0.0, |s, v| if *v > -9.0 { Some(s + v * v) } else { None }).unwrap_or(«A»)",
    "(«V».last().unwrap() * «V».first().copied().unwrap_or(0.0))",
    "«V».get(«I»).map_or(0.3, |v| v * v)",
    "«V».chunks(2).map(|c| c.iter().sum::<f64>().powi(2)).sum::<f64>()",
    "(if let [a, .., b] = &«V»[..] { a * b } else { 0.1 })",
    "integral(|t| t * «A», 0.2)",
    "half(«A»).unwrap_or(«F»)",
    "checked(«A»).map_or(0.2, |t| t * t)",
    "tried(«A»).unwrap_or(0.3)",
    "nested(«A», «I» % 4)",
    "twice(|t| t * «F» + «A», 0.3)",
    "«V».iter().zip(std::iter::repeat(0.3)).map(|(v, w)| v * w).sum::<f64>()",
];

const FLOAT: &[&str] = &[
    "0.35_f64",
    "(«I» as f64 * 0.1)",
    "table[«I» % table.len()]",
    "table.iter().sum::<f64>()",
    "table.iter().cloned().fold(0.0, f64::max)",
    "table.iter().map(|t| t * t).sum::<f64>().sqrt()",
    "table.iter().map(|t| t * config.gain).sum::<f64>()",
    "table.first().copied().unwrap_or(0.0)",
    "(*table.last().unwrap())",
    "(«F»).sin()",
    "(std::f64::consts::PI / 4.0)",
    "f64::from(«I» as u32 % 5)",
    "rate(«I»)",
    "config.gain",
    "weights.get(\"a\").copied().unwrap_or(0.1)",
    "weights[\"b\"]",
    "(match config.mode { Mode::Low => 0.2_f64, Mode::High(k) => k })",
    "(match name { \"a\" => 0.1_f64, \"ab\" => 0.2, _ => 0.3 })",
    "lookup(name).unwrap_or(0.5)",
    "(if «B» { «F» } else { 0.4 })",
];

const INTEGER: &[&str] = &[
    "n",
    "2",
    "counts.len()",
    "counts[«I» % counts.len()]",
    "(«I» + 1)",
    "(«I» % 3)",
    "(0..n).len()",
    "config.order",
    "name.len()",
    "counts.iter().filter(|&&c| c > 1).count()",
    "counts.iter().position(|&c| c > 2).unwrap_or(0)",
    "table.iter().position(|&t| t > «F»).unwrap_or(1)",
    "table.partition_point(|&t| t < 0.5)",
    "counts.iter().copied().max().unwrap()",
    "(0..n).filter(|k| k % 2 == 0).count()",
    "((1..=n).product::<usize>() % 7)",
    "counts.iter().map(|c| c * 2).sum::<usize>()",
    "usize::from(«B»)",
    "({ let k = n + 1; k * 2 })",
    "(if «B» { 1 } else { 2 })",
    "(match n { 0 => 1, 1 | 2 => 3, k if k > 6 => 4, _ => 2 })",
    "name.chars().filter(|c| *c == 'a').count()",
    "((«F» * 3.0) as usize)",
];

const CONDITION: &[&str] = &[
    "n > 2",
    "«I» % 2 == 0",
    "(0..n).contains(&«I»)",
    "(0.0..1.0).contains(&«F»)",
    "name == \"ab\"",
    "name.starts_with('a')",
    "counts.contains(&2)",
    "table.iter().any(|t| *t > 0.5)",
    "table.iter().all(|&t| t < 0.6)",
    "config.on",
    "matches!(config.mode, Mode::High(_))",
    "weights.contains_key(name)",
    "(«A») > 0.3141",
    "(«F») < 0.5",
    "config.on && (n > 1 || «F» > 0.2)",
    "!name.is_empty()",
    "«V».iter().any(|v| *v > 0.4321)",
    "«V».iter().filter(|v| **v > 0.0123).count() > 1",
];

const STATEMENT: &[&str] = &[
    "let «newA» = «A»;",
    "let «newA»: f64 = «A»;",
    "let mut «newM» = «A»;",
    "let mut «newM»: f64 = 0.0;\n«newM» += «A»;",
    "«m» += («A»).sin();",
    "«m» = («A»).tanh();",
    "«m» *= («A»).cos();",
    "«m» -= «F» * «A»;",
    "let («newA», «newA2») = pair(«A», «A»);",
    "let [«newA», _, «newA2»] = triple(«A»);",
    "let («newA», «newF») = («A», «F»);",
    "let (mut «newM», «newI») = («A», «I»);",
    "let «newV»: Vec<f64> = «V».iter().map(|v| v * «F» + 0.1).collect();",
    "let «newV» = scale(«&V», «F»);",
    "let «newV» = [«A», «A»];",
    "let mut «newV» = «V».to_vec();\nfor v in «newV».iter_mut() {\n*v = v.sin();\n}",
    "let mut «newV» = vec![0.0; 3];\nfor k in 0..3 {\n«newV»[k] = «A» + k as f64;\n}",
    "let mut «newV» = Vec::new();\nfor v in «V».iter() {\n«newV».push(v * «F»);\n}",
    "let mut «newV» = [0.0; 4];\nfor (k, v) in «V».iter().enumerate().take(4) {\n«newV»[k] += v * v;\n}",
    "let «newI» = «I»;",
    "let «newF» = «F»;",
    "let «newB» = «B»;\nif «newB» {\n«m» += «A»;\n}",
    "let picks: Vec<usize> = (0..n).filter(|k| k % 2 == 0).collect();\nfor &p in &picks {\n«m» += «V»[p % «V».len()];\n}",
    "let mut order: Vec<usize> = (0..«V».len()).collect();\norder.sort_by_key(|k| std::cmp::Reverse(*k));\n«m» += «V»[order[0]] * 0.5;",
    "let total: usize = counts.iter().sum();\n«m» += «A» / (1 + total) as f64;",
    "let mut seen = 0;\nfor c in counts {\nif *c > 1 {\nseen += 1;\n}\n}\n«m» += «A» / (1 + seen) as f64;",
    "let label = if «B» { \"low\" } else { \"high\" };\n«m» += if label == \"low\" { «A» } else { 0.1 };",
    "for «i» in 0..n {\n«BLOCK»}",
    "for «i» in 0..3 {\n«BLOCK»}",
    "for «i» in (0..n).rev().step_by(2) {\n«BLOCK»}",
    "for (k, v) in «V».iter().enumerate() {\n«m» += v * k as f64;\n}",
    "for &t in table {\n«m» += (t * «A»).sin();\n}",
    "for c in counts {\nif *c > 2 {\ncontinue;\n}\n«m» += «A» * *c as f64;\n}",
    "for (t, c) in table.iter().zip(counts) {\n«m» += «A» * t / *c as f64;\n}",
    "for k in 1.. {\nif k > n {\nbreak;\n}\n«m» += («A» / k as f64).sin();\n}",
    "let mut left = n;\nwhile left > 0 {\nleft -= 1;\n«m» += («A»).cos();\n}",
    "let mut step = 1.0;\nlet mut tries = 0;\nwhile step > 0.1 && tries < 9 {\nstep *= 0.5;\ntries += 1;\n«m» += step * «A»;\n}",
    "let mut k = 0;\nloop {\nk += counts[k % counts.len()];\nif k > 7 {\nbreak;\n}\n«m» += («A»).sin();\n}",
    "if «B» {\n«BLOCK»}",
    "if «B» {\n«BLOCK»} else {\n«BLOCK»}",
    "if «B» {\n«BLOCK»} else if «B» {\n«BLOCK»} else {\n«BLOCK»}",
    "if let Some(t) = table.get(«I») {\n«m» += «A» * t;\n}",
    "match name {\n\"a\" => «m» += «A»,\n_ => «m» -= «A»,\n}",
    "match (config.on, n) {\n(true, k) if k > 1 => «m» += «A»,\n(false, _) => «m» -= «A»,\n_ => {}\n}",
    "let g = |t: f64| t * «F» + «A»;\n«m» += g(«A») + g(0.3);",
    "let g = |t| t * 2.0 + x[0];\n«m» += g(«A»);",
    "let near = |k: usize| (k + 1) % «V».len();\n«m» += «V»[near(«I»)];",
    "fn «newN»(t: f64) -> f64 {\nt * t + 1.0\n}\nlet «newF» = «newN»(«F»);",
    "const «newN»: f64 = 0.5;\n«m» += «newN» * «A»;",
    "if «B» {\nreturn «A» + x[1];\n}",
    "assert!(n < 100, \"n is {n}\");",
    "let text = format!(\"{n}-{name}\");\n«m» += «A» * text.len() as f64 * 0.1;",
    "let sorted = {\nlet mut t = table.to_vec();\nt.sort_by(|a, b| b.partial_cmp(a).unwrap());\nt\n};\n«m» += «A» * sorted[0];",
    "let grid: Vec<Vec<f64>> = (0..2).map(|i| table.iter().map(|t| t + i as f64).collect()).collect();\n«m» += «A» * grid[1][0];",
    "let squares: [f64; 3] = std::array::from_fn(|k| (k * k) as f64);\n«m» += «A» * squares[2];",
    "let mut sums = HashMap::new();\nfor c in counts {\n*sums.entry(c % 2).or_insert(0.0) += *c as f64;\n}\n«m» += «A» * sums[&1];",
    "let (low, high) = table.split_at(1);\n«m» += «A» * (low[0] + high.len() as f64);",
    "let mut «newV» = «V».to_vec();\n«newV».sort_by(|a, b| b.total_cmp(a));",
    "'«newN»: for a in 0..n {\nfor b in 0..3 {\nif a + b > 4 {\nbreak '«newN»;\n}\nif b > a {\ncontinue '«newN»;\n}\n«m» += «A» * 0.1;\n}\n}",
    "let Some(«newA») = half(«A») else {\nreturn «A»;\n};",
    "let picked: Option<f64> = if «B» { Some(«A») } else { None };\nif let Some(p) = picked {\n«m» += p * «F»;\n}",
    "let mut «newV» = «V».to_vec();\nlet (low, high) = «newV».split_at_mut(1);\nlow[0] += high[0] * «A»;",
    "fn «newN»(t: f64) -> f64 {\n0.3 * t * t + 1.0\n}\n«m» += «newN»(«A»);",
    "let mut steps = 0;\n«m» += counted(«A», &mut steps);\n«m» += counted(«A», &mut steps) / (1 + steps) as f64;",
    "let mut state = State { a: «A», k: 0 };\nfor k in 0..n {\n«m» += state.go(«A» * 0.3) * k as f64;\n}\n«m» += state.a * state.k as f64;",
    "let mut k = 0;\n«m» += loop {\nk += 1;\nif k > n {\nbreak «A»;\n}\n};",
    "for (k, w) in std::iter::successors(Some(1.0_f64), |w| Some(w * 0.5)).enumerate() {\nif k > n {\nbreak;\n}\n«m» += w * «A»;\n}",
    "let spring = Spring { k: «F», rest: «A» } + Spring { k: «A», rest: 0.3 };\n«m» += spring.energy(«A»).tanh();",
    "let curve = curve(n);\n«m» += curve.at(«A»);",
    "let mut «newV» = «V».to_vec();\n«newV».reverse();\n«newV».rotate_left(1);",
    "let mut «newV» = vec![«A»];\n«newV».extend_from_slice(&«V»[1..]);\n«newV».extend(«V».iter().map(|v| v * «F»));",
    "let mut stack = «V».to_vec();\nlet «newA» = stack.pop().unwrap();\nstack.insert(0, «A»);\n«m» += stack[0] * stack.remove(stack.len() - 1);",
    "let (head, tail) = «V».split_first().unwrap();\n«m» += head * tail.iter().sum::<f64>();",
    "let made: [f64; 3] = std::array::from_fn(|k| «V»[k % «V».len()] * «F»);\n«m» += made.map(|t| t * t).iter().sum::<f64>();",
    "let (even, odd): (Vec<f64>, Vec<f64>) = «V».iter().map(|v| (v * «F», v.sin())).unzip();\n«m» += even[0] * odd[odd.len() - 1];",
    "let best = (0..«V».len()).max_by(|&a, &b| «V»[a].total_cmp(&«V»[b])).unwrap();\n«m» += «V»[best] * best as f64;",
    "for v in «V».iter().filter(|v| **v < 0.6543) {\nif *v < -0.4321 {\ncontinue;\n}\n«m» += v * «F»;\n}",
    "let total = {\nlet mut t = 0.0_f64;\nfor v in «V».iter() {\nt += v * v;\n}\nt\n};\n«m» += total.sin();",
];

/// The program with this number: a template by itself, or a mixture.
pub fn case(number: u64) -> Case {
    let mut writer = Writer::new(number);
    let expressions =
        [(ACTIVE, "«m» += "), (FLOAT, "«m» += x[1] * "), (INTEGER, "«m» += x[1] * 0.1 * "), (CONDITION, "if ")];
    let index = usize::try_from(number).unwrap();
    let alone =
        |(templates, head): (&[&str], &str)| templates.iter().map(|t| statement_of(head, t)).collect::<Vec<_>>();
    let mut single: Vec<String> = expressions.into_iter().flat_map(alone).collect();
    single.extend(STATEMENT.iter().map(ToString::to_string));
    let body = match single.get(index) {
        Some(template) => writer.fill(template, 0) + "\n",
        None => (0..2 + writer.random.below(4)).map(|_| writer.statement(2)).collect(),
    };
    let n = writer.random.below(6);
    let arguments = format!("{n}, \"ab\", &TABLE, &COUNTS, &weights(), &config()");
    let mentioned = |name: &str| body.contains(name) || name == "half" && body.contains("tried");
    let beside: String = BESIDE.iter().filter(|(name, _)| mentioned(name)).flat_map(|(_, item)| [item, "\n"]).collect();
    let items = format!(
        "{beside}#[differentiable(wrt(x))]\n\
         fn f(x: &[f64], n: usize, name: &str, table: &[f64], counts: &[usize], weights: &HashMap<String, f64>, config: &Config) -> f64 {{\n\
         let mut s = 0.5 * x[0];\n{body}s + x[0] * x[3]\n}}\n\
         // checks\n\
         pub fn check() {{\n\
         let f = |x: &[f64]| f(x, {arguments});\n\
         let g = |x: &[f64]| f::grad(x, {arguments});\n\
         check::grad(\"f\", &X, f, g);\n\
         let v = check::direction(4);\n\
         check::jvp(\"f\", &X, &v, f, |x, v| f::jvp((x, {arguments}), v).1);\n\
         check::hvp(\"f\", &X, &v, g, |x, v| f::hvp((x, {arguments}), v));\n}}\n"
    );
    Case { name: format!("p{number}"), items }
}

/// A statement that uses one expression.
fn statement_of(head: &str, template: &str) -> String {
    match head {
        "if " => format!("if {template} {{\n«m» += x[2];\n}}"),
        "«m» += x[1] * 0.1 * " => format!("{head}({template}) as f64;"),
        _ => format!("{head}{template};"),
    }
}

struct Writer {
    random: Random,
    /// The names in scope, by the letter of their hole.
    names: BTreeMap<char, Vec<String>>,
    made: usize,
}

impl Writer {
    fn new(number: u64) -> Self {
        let scope = [('A', "s"), ('M', "s"), ('V', "x"), ('F', "config.gain"), ('I', "n")];
        let names = scope.map(|(letter, name)| (letter, vec![name.to_string()])).into();
        Self { random: Random::seeded(number ^ 0xabcd), names, made: 0 }
    }

    fn statement(&mut self, depth: usize) -> String {
        let template = *self.random.pick(STATEMENT);
        self.fill(template, depth) + "\n"
    }

    /// What is declared in a block is gone after it.
    fn block(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.fill("«m» += «A»;\n", 0);
        }
        let outside = self.names.clone();
        let text = (0..=self.random.below(2)).map(|_| self.statement(depth - 1)).collect();
        self.names = outside;
        text
    }

    fn expression(&mut self, letter: char, depth: usize) -> String {
        let known = self.names.get(&letter).cloned().unwrap_or_default();
        if !known.is_empty() && (depth == 0 || self.random.chance(35)) {
            return self.random.pick(&known).clone();
        }
        match letter {
            'A' => self.fill_one_of(ACTIVE, depth),
            'F' => self.fill_one_of(FLOAT, depth),
            'I' => self.fill_one_of(INTEGER, depth),
            _ if depth == 0 => "config.on".to_string(),
            _ => self.fill_one_of(CONDITION, depth),
        }
    }

    fn fill_one_of(&mut self, templates: &[&str], depth: usize) -> String {
        let template = *self.random.pick(templates);
        self.fill(template, depth - 1)
    }

    /// The template with its holes filled. New names are known afterwards.
    fn fill(&mut self, template: &str, depth: usize) -> String {
        let mut text = String::new();
        let mut fixed: BTreeMap<&str, String> = BTreeMap::new();
        let index = template.contains("«i»").then(|| self.name());
        // Known in the block of the loop, and not after it.
        self.names.get_mut(&'I').unwrap().extend(index.clone());
        for (position, piece) in template.split(['«', '»']).enumerate() {
            if position % 2 == 0 {
                text += piece;
                continue;
            }
            let hole = match piece {
                "A" | "F" | "I" | "B" => self.expression(piece.chars().next().unwrap(), depth),
                "BLOCK" => self.block(depth),
                "i" => index.clone().unwrap(),
                "&V" => self.reference(&mut fixed),
                _ => fixed.entry(piece).or_insert_with(|| self.fixed(piece)).clone(),
            };
            text += &hole;
        }
        self.names.get_mut(&'I').unwrap().retain(|name| Some(name) != index.as_ref());
        for (hole, name) in fixed {
            self.declare(hole, name);
        }
        text
    }

    /// A name that stays the same within a template: a known one, or a new one.
    fn fixed(&mut self, hole: &str) -> String {
        match hole {
            "V" => self.random.pick(&self.names[&'V']).clone(),
            "m" => self.random.pick(&self.names[&'M']).clone(),
            _ => self.name(),
        }
    }

    fn reference(&mut self, fixed: &mut BTreeMap<&str, String>) -> String {
        let name = fixed.entry("V").or_insert_with(|| self.fixed("V"));
        if name == "x" { "x".to_string() } else { format!("&{name}") }
    }

    fn declare(&mut self, hole: &str, name: String) {
        match hole.strip_prefix("new").and_then(|kind| kind.chars().next()) {
            Some('M') => {
                self.names.entry('A').or_default().push(name.clone());
                self.names.entry('M').or_default().push(name);
            }
            Some(letter) => self.names.entry(letter).or_default().push(name),
            None => {}
        }
    }

    fn name(&mut self) -> String {
        self.made += 1;
        format!("u{}", self.made)
    }
}
