//! A program as text, for people: `BURTORCH_DUMP=plan`.

use std::fmt::{self, Display, Formatter};

use super::{Access, Affine, Argument, Expr, Kernel, Memory, Program, Reduction, Step, Store};
use crate::each::Each;

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "// {} floats of workspace; {} are alive at one time", self.floats, self.alive)?;
        if self.is_wide() {
            writeln!(f, "// the widest registers that there are")?;
        } else {
            writeln!(f, "// narrower registers where the clock is slower with the widest: there is little to compute")?;
        }
        steps(&self.steps, 0, f)
    }
}

fn steps(all: &[Step], depth: usize, f: &mut Formatter<'_>) -> fmt::Result {
    let indent = "    ".repeat(depth);
    for step in all {
        match step {
            Step::Kernel(kernel) => writeln!(f, "{indent}{kernel}")?,
            Step::Loop { count, reversed, steps: inner } => {
                writeln!(f, "{indent}{} times{} {{", count, if *reversed { ", backwards" } else { "" })?;
                steps(inner, depth + 1, f)?;
                writeln!(f, "{indent}}}")?;
            }
        }
    }
    Ok(())
}

impl Display for Kernel {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let store = match self.store {
            Store::Set => "=",
            Store::Add => "+=",
            Store::Update => "is updated by",
        };
        write!(f, "{}{} {store} ", self.target, places(&self.to))?;
        self.expr(&self.value, f)?;
        write!(f, "  // {:?}", self.dims)?;
        if let Some(reduce) = &self.reduce {
            write!(f, " over {:?}", reduce.dims)?;
        }
        if let Some(fused) = &self.fused_update {
            write!(f, ", and {} += ", self.arguments[fused.argument])?;
            self.expr(&fused.value, f)?;
        }
        Ok(())
    }
}

impl Kernel {
    fn expr(&self, expr: &Expr, f: &mut Formatter<'_>) -> fmt::Result {
        let list = |args: &[&Expr], f: &mut Formatter<'_>| {
            for (at, arg) in args.iter().enumerate() {
                f.write_str(if at == 0 { "(" } else { ", " })?;
                self.expr(arg, f)?;
            }
            f.write_str(")")
        };
        match expr {
            Expr::Const(value) => write!(f, "{}", value.value()),
            Expr::Index(affine) => write!(f, "{}", text(affine)),
            Expr::Load(argument, at) => write!(f, "{}{}", self.arguments[*argument], places(at)),
            Expr::Op(op, args) => {
                f.write_str(op.name())?;
                list(&args.iter().collect::<Vec<_>>(), f)
            }
            Expr::Compare(op, a, b) => {
                f.write_str(op.symbol())?;
                list(&[a, b], f)
            }
            Expr::Select(truth, a, b) => {
                f.write_str("select")?;
                list(&[truth, a, b], f)
            }
            Expr::ToFloat(a) => list(&[a], f),
            Expr::Random { seed, .. } => {
                f.write_str("random")?;
                list(&[seed], f)
            }
            Expr::Reduced => {
                let reduce = self.reduce.as_ref().expect("a sum is there");
                f.write_str(if reduce.reduction == Reduction::Sum { "sum" } else { "max" })?;
                list(&[&reduce.body], f)
            }
        }
    }
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.memory {
            Memory::Params(leaf) => write!(f, "params@{}", leaf.offset)?,
            Memory::Gradient(leaf) => write!(f, "gradient@{}", leaf.offset)?,
            Memory::Workspace { leaf, .. } => write!(f, "w@{}", leaf.offset)?,
            Memory::Input(at) => write!(f, "input{at}")?,
            Memory::Seed => f.write_str("seed")?,
        }
        write!(f, "{:?}", self.shape)
    }
}

fn places(places: &[Access]) -> String {
    let of = |place: &Access| match place {
        Access::Affine(affine) => text(affine),
        Access::At(argument, at) => format!("a{argument}[{}]", at.each(text).join(", ")),
    };
    format!("[{}]", places.each(of).join(", "))
}

/// Loops are `i`, `j`, `k`…
fn text(affine: &Affine) -> String {
    let terms = affine.terms.iter().enumerate().filter(|(_, term)| **term != 0);
    let mut parts: Vec<String> = terms
        .map(|(at, term)| {
            let name = char::from(b'i' + u8::try_from(at.min(16)).unwrap_or(16));
            if *term == 1 { name.to_string() } else { format!("{term}{name}") }
        })
        .collect();
    if affine.offset != 0 || parts.is_empty() {
        parts.push(affine.offset.to_string());
    }
    parts.join("+")
}
