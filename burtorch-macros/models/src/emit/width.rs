//! Which kernels the widest registers are of use for. The others are not compiled for them.

use super::block::REGISTERS;
use super::kernel::{Text, is_lane};
use crate::plan::{Expr, GemvByRows, Kernel, Store};

impl Text<'_> {
    /// Whether something fills more than half of one of the widest registers.
    pub(super) fn is_wide(&self) -> bool {
        let Kernel { dims, reduce, value, store, .. } = self.kernel;
        let [(widest, _), ..] = REGISTERS;
        let fills = |axis: usize| self.length(axis) * self.bytes() > widest / 2;
        match reduce {
            _ if *store == Store::Update => true,
            Some(reduce) => match GemvByRows::of(self.kernel) {
                Some(rows) => fills(rows.vector),
                None => self.tiling(reduce).is_none_or(|tiling| tiling.is_doubled() || fills(tiling.vector)),
            },
            // What transposes a matrix is called.
            None if dims.is_empty() || self.looks_up() || self.matrices().is_some() => false,
            // Functions are computed in one loop over all elements.
            None => fills(dims.len() - 1) || value.any(&mut |expr| matches!(expr, Expr::Op(op, _) if is_lane(*op))),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::expand::models;

    /// Of each kernel, what it fills and whether it is compiled for the widest registers.
    fn kernels(items: &str) -> Vec<(String, bool)> {
        let code = models(items.parse().expect("tokens")).to_string().replace(' ', "");
        let kernel = |text: &str| {
            let (target, rest) = text.split_once(";typeArguments<'a>=").expect("a target, and arguments");
            let (facts, _) = rest.split_once("fnrun").expect("it runs");
            (target.to_owned(), !facts.contains("constWIDE:bool=false"))
        };
        code.split("typeTarget<'o>=").skip(1).map(kernel).collect()
    }

    /// Whether some kernel that fills this is compiled for the widest registers, and whether some is not.
    fn widths(items: &str, target: &str) -> (bool, bool) {
        let kernels = kernels(items);
        let is_any = |wide| kernels.contains(&(target.to_owned(), wide));
        (is_any(true), is_any(false))
    }

    #[test]
    fn a_row_that_fills_half_a_register_is_not_compiled_for_the_widest() {
        let model = |scalar: &str, length: usize| {
            format!(
                "type Scalar = {scalar};
                 pub struct Net {{ scale: Param<{length}> }}
                 impl Net {{
                     pub fn scaled(&self, x: Tensor<24, {length}>) -> Tensor<24, {length}> {{ x * self.scale }}
                 }}"
            )
        };
        assert_eq!(widths(&model("f32", 8), "[[__S;8];24]"), (false, true));
        assert_eq!(widths(&model("f32", 9), "[[__S;9];24]"), (true, false));
        assert_eq!(widths(&model("f64", 4), "[[__S;4];24]"), (false, true));
        assert_eq!(widths(&model("f64", 8), "[[__S;8];24]"), (true, false));
    }

    #[test]
    fn a_sum_that_takes_two_terms_at_a_time_is() {
        let model = |terms: usize| {
            format!(
                "pub struct Net {{ weight: Param<24, {terms}> }}
                 impl Net {{
                     pub fn product(&self, x: Tensor<{terms}, 8>) -> Tensor<24, 8> {{ matmul(self.weight, x) }}
                 }}"
            )
        };
        assert_eq!(widths(&model(24), "[[__S;8];24]"), (true, false));
        assert_eq!(widths(&model(6), "[[__S;8];24]"), (false, true));
    }
}
