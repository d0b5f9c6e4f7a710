//! The calling convention of compiled functions, used as generated code uses it.

#![allow(clippy::float_cmp, reason = "small whole numbers are exact")]

use burtorch_runtime::__private::{Direct, NotDifferentiated, Tangent};
use burtorch_runtime::math;
use num_traits::Float;

#[test]
fn an_argument_that_is_not_differentiated_has_zero_tangent() {
    let x = [2.0, 3.0];
    let w = [5.0, 7.0];
    assert_eq!(math::dot::__jvp(&x, &w, (&[1.0, 0.0], NotDifferentiated), &mut Direct::new()), (31.0, 5.0));
    assert_eq!(math::dot::__jvp(&x, &w, (NotDifferentiated, [0.0, 1.0]), &mut Direct::new()), (31.0, 3.0));
    assert_eq!(
        math::dot_bias::__jvp(&x, &w, 1.0, (NotDifferentiated, NotDifferentiated, 4.0), &mut Direct::new()),
        (32.0, 4.0)
    );
    assert_eq!(math::max::__jvp(1.0, 2.0, (1.0, NotDifferentiated), &mut Direct::new()), (2.0, 0.0));
    // Zero times infinity must not come into it.
    assert_eq!(
        math::powf::__jvp(0.0, -1.0, (NotDifferentiated, NotDifferentiated), &mut Direct::new()),
        (f64::INFINITY, 0.0)
    );
}

#[test]
fn nested_arrays_are_tangents() {
    fn read<T>(tangent: impl Tangent<T>) -> Option<T> {
        tangent.optional()
    }
    let nested = [[1.0_f32, 2.0], [3.0, 4.0]];
    assert_eq!(read::<[[f32; 2]; 2]>(&nested), Some(nested));
    assert_eq!(read::<[[f32; 2]; 2]>(nested), Some(nested));
    assert_eq!(read::<[[f32; 2]; 2]>(NotDifferentiated), None);
}

#[test]
fn generic_code_needs_only_a_float() {
    fn forward<T: Float>(x: T) -> (T, T) {
        let (y, dy) = math::relu::__jvp(x, (T::one(),), &mut Direct::new());
        let (z, dz) = math::mul_add::__jvp(y, x, x, (dy, T::one(), NotDifferentiated), &mut Direct::new());
        (z, dz)
    }
    assert_eq!(forward(3.0_f32), (12.0, 6.0));
    assert_eq!(forward(3.0_f64), (12.0, 6.0));
}

#[test]
fn the_derivative_of_a_derivative() {
    // y = a², da = 2 a g: tangents 2 a ȧ and 2 ȧ g + 2 a ġ.
    assert_eq!(math::sqr::__vjp_jvp(3.0, 5.0, (7.0,), 11.0, &mut Direct::new()), ((9.0, (30.0,)), (42.0, (136.0,))));
    // y = x·w, dx = g w: tangents ẋ·w and ġ w.
    let (x, w) = ([2.0, 3.0], [5.0, 7.0]);
    assert_eq!(
        math::dot::__vjp_jvp(&x, &w, 1.0, ([1.0, 0.0], NotDifferentiated), 0.5, &mut Direct::new()),
        ((31.0, ([5.0, 7.0], [2.0, 3.0])), (5.0, ([2.5, 3.5], [2.0, 1.5])))
    );
    let (result, tangent) =
        math::mean_and_mean_of_squares::__vjp_jvp(&x, (1.0, 1.0), ([1.0, 1.0],), (0.0, 0.0), &mut Direct::new());
    assert_eq!(result, ((2.5, 6.5), ([2.5, 3.5],)));
    assert_eq!(tangent, ((1.0, 5.0), ([1.0, 1.0],)));
}

#[cfg(feature = "alloc")]
#[test]
fn results_are_read_back_as_they_were_recorded() {
    use burtorch_runtime::__private::{Effects, Log, effect};

    type All = (u8, i8, [i64; 2], f32, f64, char, (bool, Option<i128>), Option<()>);
    fn pass<E: Effects>(effects: &mut E, runs: &mut u32) -> (All, u64) {
        let all = effect!(effects, {
            *runs += 1;
            (250, -3, [i64::MIN, -1], -0.5, f64::NAN, 'λ', (true, Some(-1_i128 << 90)), None)
        });
        let after = effect!(effects, {
            *runs += 1;
            7
        });
        (all, after)
    }
    let (mut log, mut runs) = (Log::new(), 0);
    let first = pass(&mut log, &mut runs);
    let middle = log.position();
    let second = pass(&mut log, &mut runs);
    for from in [0_usize, middle, 0] {
        let again = pass(&mut log.replay(from), &mut runs);
        assert_eq!(format!("{again:?}"), format!("{first:?}"));
        assert_eq!(format!("{again:?}"), format!("{second:?}"));
    }
    assert_eq!(runs, 4);
    let mut direct = Direct::new();
    pass(&mut direct, &mut runs);
    assert_eq!((runs, direct.position()), (6, 0));
}
