//! One model at several sizes: what `macro_rules!` passes on comes in invisible groups.

macro_rules! model {
    ($vis:vis $name:ident, $scalar:ty, $length:literal, $hidden:expr, $scale:expr, $activation:ident) => {
        burtorch::graph! {
            $vis struct $name {
                up: Linear<$length, { $hidden }>,
                #[init(uniform(-$scale, $scale))]
                down: Param<{ $hidden }>,
            }

            impl $name {
                $vis fn loss(&self, input: Tensor<$length>, places: [usize; $length]) -> $scalar {
                    let hidden = $activation(self.up.forward(input));
                    let mut total = sum(hidden * self.down) * $scale;
                    for index in 0..$length {
                        total = total + input[places[index]] * $scale;
                    }
                    total
                }
            }

            type Scalar = $scalar;
        }
    };
}

mod small {
    model!(pub Net, f32, 3, 2 + 2, 0.5, tanh);
}

mod large {
    model!(pub(crate) Net, f64, 5, 8, 0.25 + 0.25, relu);
}

/// A block that starts with a visibility that is empty.
mod private {
    model!(Net, f32, 2, 1, 1.0, sigmoid);

    pub fn value() -> f32 {
        let mut workspace = burtorch::Workspace::boxed();
        Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[1.0, 2.0], &[0, 0]).expect("a sample")
    }
}

macro_rules! whole {
    ($($item:item)*) => {
        burtorch::graph! { $($item)* }
    };
}

mod items {
    whole! {
        const N: usize = 2;

        pub struct Net {
            weight: Param<N>,
        }

        impl Net {
            pub fn loss(&self, input: Tensor<N>) -> f32 {
                dot(input, self.weight)
            }
        }
    }
}

#[test]
fn one_model_at_several_sizes() {
    // 3 * 4 + 4 + 4 and 5 * 8 + 8 + 8.
    assert_eq!((small::Net::PARAMS, large::Net::PARAMS), (20, 56));
    let mut workspace = burtorch::Workspace::boxed();
    let loss = small::Net::loss(&[0.0; 20], &mut workspace, &[1.0, 2.0, 3.0], &[2, 2, 0]).expect("a sample");
    assert_eq!(loss, 3.5);
    let mut workspace = burtorch::Workspace::boxed();
    let loss = large::Net::loss(&[1.0; 56], &mut workspace, &[1.0, 0.0, 0.0, 0.0, 0.0], &[0; 5]).expect("a sample");
    // Eight units, each relu(1 + 1), weighted by one.
    assert_eq!(loss, 16.0 * 0.5 + 5.0 * 0.5);
    assert_eq!(private::value(), 2.0);
    let mut workspace = burtorch::Workspace::boxed();
    assert_eq!(items::Net::loss(&[3.0, 4.0], &mut workspace, &[1.0, 0.5]).expect("a sample"), 5.0);
}
