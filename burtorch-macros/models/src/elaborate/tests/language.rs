//! The language around the operators: constants, precision, loops, bounds, random numbers.

use super::{Given, gradient, model, models, run};
use crate::tensor::Kind;

/// The value of the function `loss` of a block without parameters.
fn value(items: &str, expression: &str) -> f64 {
    let model = model(&format!("{items} struct Net {{}} impl Net {{ fn loss(&self) -> Scalar {{ {expression} }} }}"));
    run(&model, "loss", &[], &[])[0][0]
}

/// The one message about a block.
fn message(items: &str) -> String {
    let errors = models(items).err().expect("a mistake");
    assert_eq!(errors.matches("compile_error").count(), 1, "{errors}");
    errors
}

#[test]
#[allow(clippy::float_cmp, reason = "these are exact")]
fn constants_are_rounded_as_the_program_rounds_them() {
    assert_eq!(value("", "0.1"), f64::from(0.1_f32));
    assert_eq!(value("", "0.1 + 0.2"), f64::from(0.1_f32 + 0.2_f32));
    assert_eq!(value("", "16777217 as f32"), 16_777_216.0);
    assert_eq!(value("", "1.0 / sqrt(3.0)"), f64::from(1.0 / 3.0_f32.sqrt()));
    assert_eq!(value("type Scalar = f64;", "0.1 + 0.2"), 0.1 + 0.2);
    assert_eq!(value("const RATE: f32 = 0.3;", "RATE * 3.0"), f64::from(0.3_f32 * 3.0));
}

#[test]
fn initialisers_are_not_rounded() {
    let model = model(
        "struct Net { #[init(normal(0.0, 0.02))] w: Param<2> }
        impl Net { fn loss(&self) -> f32 { sum(self.w) } }",
    );
    assert_eq!(model.parameters[0].init, super::Init::Normal { mean: 0.0, std: 0.02 });
}

#[test]
#[allow(clippy::float_cmp, reason = "these are exact")]
fn constants_of_an_impl_go_by_the_names_of_the_impl() {
    let block = "
        struct Layer<const A: usize, const B: usize> { w: Param<A, B> }
        impl<const B: usize, const C: usize> Layer<B, C> {
            const FIRST: usize = B;
            const SECOND: usize = Self::FIRST * 10 + C;
            fn value(&self) -> Scalar { Self::SECOND as Scalar + 0.0 * sum(self.w) }
        }
        struct Net { layer: Layer<2, 3> }
        impl Net { fn loss(&self, x: Tensor<{ Self::N }>) -> f32 { self.layer.value() + sum(x) } const N: usize = 2; }";
    let model = model(block);
    assert_eq!(run(&model, "loss", &[0.0; 6], &[Given::Float(vec![0.0; 2])]), [[23.0]]);
}

#[test]
fn every_use_as_an_index_bounds_an_input() {
    let model = model(
        "struct Net { table: Param<7, 2>, small: Param<3> }
        impl Net {
            fn loss(&self, a: [usize; 2], b: [u8; 2], c: usize, d: usize, e: [usize; 3]) -> f32 {
                sum(self.table[a]) + sum(one_hot(b, 5)) + self.small[c] + sum(self.table[c]) + (d as f32)
                    + sum(self.table[e[1]]) + cross_entropy(self.small, e[2])
            }
        }",
    );
    let bounds: Vec<_> = model.functions[0].inputs.iter().map(|input| input.bound).collect();
    assert_eq!(bounds, [Some(7), Some(5), Some(3), None, Some(3)]);
}

#[test]
fn frozen_parameters_have_no_gradient() {
    let model = model(
        "type Scalar = f64;
        struct Net { a: Param<2>, #[frozen] b: Linear<2, 1> }
        impl Net { fn loss(&self) -> f64 { sum(self.b.forward(self.a)) } }",
    );
    let frozen: Vec<_> = model.parameters.iter().map(|parameter| parameter.frozen).collect();
    assert_eq!(frozen, [false, true, true]);
    assert_eq!(gradient(&model, "loss", &[1.0, 2.0, 3.0, 4.0, 5.0], &[]), [3.0, 4.0, 0.0, 0.0, 0.0]);
}

#[test]
fn dropout_keeps_the_mean_and_depends_on_the_seed() {
    let model = model(
        "type Scalar = f64;
        struct Net {}
        impl Net { fn loss(&self, seed: u64) -> Tensor<2000> { dropout(ones([2000]), 0.25, seed) } }",
    );
    let sample = |seed| run(&model, "loss", &[], &[Given::Int(vec![seed])]).remove(0);
    let first = sample(1);
    assert!(first.iter().all(|&y| y == 0.0 || (y - 4.0 / 3.0).abs() < 1e-15));
    let mean = first.iter().sum::<f64>() / 2000.0;
    assert!((mean - 1.0).abs() < 0.05, "{mean}");
    assert_eq!(first, sample(1));
    assert_ne!(first, sample(2));
}

#[test]
fn layers_in_a_loop_and_one_by_one_are_the_same() {
    let block = |body: &str| {
        format!(
            "type Scalar = f64;
            struct Net {{ layers: [Mlp<2, 3, 2>; 3], scale: [Param<2>; 3] }}
            impl Net {{ fn loss(&self, x: Tensor<2>) -> f64 {{ let mut x = x; {body} sum(x * iota(2)) }} }}"
        )
    };
    let looped =
        model(&block("for layer in &self.layers { x = layer.forward(x); } for s in &self.scale { x = x * s; }"));
    let counted = model(&block(
        "for at in 0..self.layers.len() { x = self.layers[at].forward(x); } for at in 0..3 { x = x * self.scale[at]; }",
    ));
    let zipped = model(&block(
        "for (at, layer) in self.layers.iter().enumerate() { x = layer.forward(x) + 0.0 * (at as Scalar); }
        for (s, _) in self.scale.iter().zip(&self.layers) { x = x * s; }",
    ));
    let masked = model(&block(
        "let positive = x > -10.0; for layer in &self.layers { x = select(positive, layer.forward(x), x); }
        for s in &self.scale { x = x * s; }",
    ));
    let params: Vec<f64> =
        (0..looped.count).map(|at| (0.3 + 0.7 * f64::from(u32::try_from(at).unwrap())).sin()).collect();
    let given = [Given::Float(vec![0.4, -0.9])];
    let wanted = gradient(&looped, "loss", &params, &given);
    assert!(wanted.iter().any(|slope| slope.abs() > 1e-3));
    for other in [&counted, &zipped, &masked] {
        assert_eq!(run(other, "loss", &params, &given), run(&looped, "loss", &params, &given));
        let found = gradient(other, "loss", &params, &given);
        assert!(found.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 1e-14), "{found:?} {wanted:?}");
    }
    let loops =
        |graph: &crate::tensor::Graph| graph.ids().filter(|&id| matches!(graph.kind(id), Kind::Repeat(_))).count();
    assert_eq!(loops(&looped.functions[0].graph), 2);
    // A mask is not kept in memory, so the loop that would read it is written out.
    assert_eq!(loops(&masked.functions[0].graph), 0);
}

#[test]
fn integers_are_not_joined() {
    let items = |body: &str| {
        format!(
            "struct Net {{ w: Param<5> }}
            impl Net {{ fn loss(&self, a: [usize; 2], b: [[usize; 3]; 2]) -> f32 {{ {body} }} }}"
        )
    };
    let found = message(&items("sum(self.w[concat([a, a], 0)]) + sum(self.w[b])"));
    assert!(found.contains("`a` holds integers, which cannot be joined: pass them as one argument"), "{found}");
    let found = message(&items("sum(self.w[flatten(transpose(b))]) + sum(self.w[a])"));
    assert!(found.contains("whose axes cannot be joined"), "{found}");
    let found = message(&items("sum(self.w[b[a]])"));
    assert!(found.contains("`b[a]` is looked up itself"), "{found}");
    assert!(models(&items("sum(self.w[flatten(b)]) + sum(self.w[b[1][0..2]]) + sum(self.w[transpose(b)])")).is_ok());
}

#[test]
fn mistakes_inside_the_prelude_name_the_layer() {
    let found = message(
        "struct Net { conv: Conv1d<1, 2, 5> }
        impl Net { fn loss(&self, x: Tensor<1, 3>) -> f32 { sum(self.conv.forward(x)) } }",
    );
    assert!(found.contains("inside `Conv1d::forward`, `x` is [1, 3]"), "{found}");
}

#[test]
fn tables_are_looked_up_late_where_that_is_less_work() {
    let model = model(
        "pub struct Net { table: Embedding<5, 6>, up: Linear<{ 3 * 6 }, 7> }
         impl Net {
            pub fn loss(&self, tokens: [u8; 3]) -> f32 {
                sum(exp(self.up.forward(reshape(self.table.forward(tokens), [3 * 6]))))
            }
         }",
    );
    let graph = &model.functions[0].graph;
    let mut notes = Vec::new();
    let text = |samples: usize, notes: &mut Vec<String>| {
        let graph = crate::tensor::hoist_lookup(&crate::tensor::batch(graph, samples, 1), false, notes);
        crate::plan::plan(&crate::tensor::simplify(&graph, crate::ast::Precision::F32)).to_string()
    };
    // The product of the table, filled up to 16 rows, and the weight.
    assert!(text(64, &mut notes).contains("[3, 16, 7]"));
    assert!(!text(4, &mut notes).contains("[3, 16, 7]"));
    assert_eq!(
        notes,
        [
            "a table of 5 rows is looked up after its product: the work of 26496 multiplications before, 3360 after",
            "a table of 5 rows is looked up before its product: the work of 1656 multiplications before, 2100 after"
        ]
    );
}
