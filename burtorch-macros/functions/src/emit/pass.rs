//! The passes over a function, and the names of the hidden functions that make them: no other file spells these.

/// What a function with generated arithmetic computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// The value alone, where effects are recorded or read back.
    Value,
    /// The value and the adjoints of the arguments: the vector–Jacobian product.
    Reverse,
    /// The value and its tangent: the Jacobian–vector product.
    Forward,
    /// The tangents of what [`Pass::Reverse`] yields, beside it.
    Second,
    /// [`Pass::Second`] with a tangent of the seed, for functions that call themselves.
    Along,
    /// All rows of a Jacobian, over one forward pass.
    Rows,
}

impl Pass {
    /// The passes whose bodies every function has, the last one unless it was left out.
    pub(super) const BODIES: [Pass; 3] = [Pass::Reverse, Pass::Forward, Pass::Second];

    /// Whether it is one of these, or one more of the same kind.
    pub(super) fn has_body(self) -> bool {
        self == Pass::Along || Self::BODIES.contains(&self)
    }

    /// The function that holds the arithmetic.
    pub(super) fn body(self) -> &'static str {
        match self {
            Pass::Value => "value",
            Pass::Reverse => "reverse",
            Pass::Forward => "forward",
            Pass::Second => "second",
            Pass::Along => "along",
            Pass::Rows => "rows",
        }
    }

    /// The function that other compiled functions call.
    fn called(self) -> &'static str {
        match self {
            Pass::Value => "value",
            Pass::Reverse => "vjp",
            Pass::Forward => "jvp",
            Pass::Second => "vjp_jvp",
            Pass::Along | Pass::Rows => unreachable!("no function calls these of another"),
        }
    }
}

/// A generated function that users do not call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hidden {
    /// The arithmetic: `__reverse`.
    Body(Pass),
    /// What other compiled functions call: `__vjp`.
    Called(Pass),
    /// What other compiled functions call that lend it a scratch: `__vjp_with`.
    CalledWith(Pass),
    /// What other compiled functions call that differentiate its gradient: `__grad_vjp`.
    OfGradient(Pass),
    /// What other compiled functions call that differentiate its derivative in a direction: `__nested_jvp_vjp`.
    OfJvp(Pass),
    /// A public function that makes one pass over a body, told what becomes of effects: `__jvp_with_pass`.
    OnePass(&'static str),
}

impl Hidden {
    /// The name behind the underscores; with `lanes`, that of the function in several directions.
    pub(super) fn text(self, lanes: bool) -> String {
        let name = match self {
            Hidden::Body(pass) => pass.body().to_owned(),
            Hidden::Called(pass) => pass.called().to_owned(),
            Hidden::CalledWith(pass) => format!("{}_with", pass.called()),
            Hidden::OfGradient(pass) => format!("grad_{}", pass.called()),
            Hidden::OfJvp(pass) => format!("nested_jvp_{}", pass.called()),
            Hidden::OnePass(name) => format!("{name}_pass"),
        };
        if lanes { in_lanes(&name) } else { name }
    }
}

/// `jvp` and `jvp_with` become `jvp_lanes` and `jvp_lanes_with` where there are several directions.
pub(super) fn in_lanes(name: &str) -> String {
    match name.split_once('_') {
        Some((first, rest)) => format!("{first}_lanes_{rest}"),
        None => format!("{name}_lanes"),
    }
}
