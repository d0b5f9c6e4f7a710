//! Masks joined with `&`, `|` and `!`, the bounds of indices, and what holds of constants.

burtorch::graph! {
    const N: usize = 4;

    struct Halves<const M: usize> {
        weight: Param<{ M / 2 }, 2>,
    }

    impl<const K: usize> Halves<K> {
        const EVEN: () = assert!(K % 2 == 0, "{K} is odd");
        const HALF: usize = K / 2;

        fn forward(&self, x: Tensor<K>) -> Tensor<K> {
            assert!(Self::HALF == 2);
            flatten(reshape(x, [Self::HALF, 2]) * self.weight)
        }
    }

    pub struct Net {
        halves: Halves<N>,
        blocks: [Block; 2],
    }

    struct Block {
        scale: Param,
    }

    impl Net {
        pub fn masked(&self, input: Tensor<N>) -> Tensor<N> {
            let small = (input > -1.0) & (input < 1.0);
            let odd = !small | (input == 0.0);
            let mut y = self.halves.forward(input);
            for block in &self.blocks {
                y = select(odd, y * block.scale, y);
            }
            y
        }

        pub fn loss(&self, input: Tensor<N>) -> f32 {
            sum(self.masked(input))
        }

        pub fn picked(&self, input: Tensor<N>, a: [usize; 1], b: [u8; 2]) -> f32 {
            let hot = sum(one_hot(a, 3));
            (sum(input[a]) + sum(input[b])) * hot * sum(self.halves.weight) * self.blocks[0].scale * self.blocks[1].scale
        }
    }
}

#[test]
fn masks_bounds_and_assertions() {
    let params = [1.0, 2.0, 3.0, 4.0, 10.0, 10.0];
    let mut workspace = burtorch::Workspace::boxed();
    let x = [2.0, 0.5, 0.0, -1.0];
    assert_eq!(*Net::masked(&params, &mut workspace, &x).expect("a sample"), [200.0, 1.0, 0.0, -400.0]);
    let mut gradient = [0.0; Net::PARAMS];
    let loss = Net::loss_grad(&params, &mut gradient, &mut workspace, &x).expect("a sample");
    assert_eq!((loss, gradient), (-199.0, [200.0, 0.5, 0.0, -100.0, -20.0, -20.0]));
    let sum = Net::picked(&params, &mut workspace, &x, &[2], &[0, 3]).expect("a sample");
    assert_eq!(sum, 1.0 * 10.0 * 100.0);
    // The bounds: 4 for both as indices of `x`, 3 for the first as an index of `one_hot`.
    assert!(Net::picked(&params, &mut workspace, &x, &[3], &[0, 3]).is_err());
    assert!(Net::picked(&params, &mut workspace, &x, &[2], &[0, 4]).is_err());
}
