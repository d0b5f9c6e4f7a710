//! Values of all these types as lists of numbers, and back.

use nalgebra::{DMatrix, DVector, Point, SMatrix};

pub trait Flat: Clone {
    fn put(&self, list: &mut Vec<f64>);
    /// A value of the same shape, of the numbers at the start of the list, which are taken.
    fn take(&self, list: &mut &[f64]) -> Self;

    fn flat(&self) -> Vec<f64> {
        let mut list = Vec::new();
        self.put(&mut list);
        list
    }

    fn of(&self, mut list: &[f64]) -> Self {
        self.take(&mut list)
    }
}

impl Flat for f64 {
    fn put(&self, list: &mut Vec<f64>) {
        list.push(*self);
    }

    fn take(&self, list: &mut &[f64]) -> Self {
        let (first, rest) = list.split_first().expect("there are as many numbers");
        *list = rest;
        *first
    }
}

impl<T: Flat, const N: usize> Flat for [T; N] {
    fn put(&self, list: &mut Vec<f64>) {
        self.iter().for_each(|part| part.put(list));
    }

    fn take(&self, list: &mut &[f64]) -> Self {
        self.each_ref().map(|part| part.take(list))
    }
}

impl<T: Flat> Flat for Vec<T> {
    fn put(&self, list: &mut Vec<f64>) {
        self.iter().for_each(|part| part.put(list));
    }

    fn take(&self, list: &mut &[f64]) -> Self {
        self.iter().map(|part| part.take(list)).collect()
    }
}

macro_rules! tuples {
    ($(($($name:ident $at:tt),+))*) => {$(
        impl<$($name: Flat),+> Flat for ($($name,)+) {
            fn put(&self, list: &mut Vec<f64>) {
                $(self.$at.put(list);)+
            }

            fn take(&self, list: &mut &[f64]) -> Self {
                ($(self.$at.take(list),)+)
            }
        }
    )*};
}

tuples! { (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) }

impl<const R: usize, const C: usize> Flat for SMatrix<f64, R, C> {
    fn put(&self, list: &mut Vec<f64>) {
        list.extend(self.iter());
    }

    fn take(&self, list: &mut &[f64]) -> Self {
        self.map(|x| x.take(list))
    }
}

impl<const D: usize> Flat for Point<f64, D> {
    fn put(&self, list: &mut Vec<f64>) {
        self.coords.put(list);
    }

    fn take(&self, list: &mut &[f64]) -> Self {
        Point { coords: self.coords.take(list) }
    }
}

impl Flat for DVector<f64> {
    fn put(&self, list: &mut Vec<f64>) {
        list.extend(self.iter());
    }

    fn take(&self, list: &mut &[f64]) -> Self {
        self.map(|x| x.take(list))
    }
}

impl Flat for DMatrix<f64> {
    fn put(&self, list: &mut Vec<f64>) {
        list.extend(self.iter());
    }

    fn take(&self, list: &mut &[f64]) -> Self {
        self.map(|x| x.take(list))
    }
}

impl<D: ndarray::Dimension> Flat for ndarray::Array<f64, D> {
    fn put(&self, list: &mut Vec<f64>) {
        list.extend(self.iter());
    }

    fn take(&self, list: &mut &[f64]) -> Self {
        self.map(|x| x.take(list))
    }
}

impl Flat for num_complex::Complex<f64> {
    fn put(&self, list: &mut Vec<f64>) {
        list.extend([self.re, self.im]);
    }

    fn take(&self, list: &mut &[f64]) -> Self {
        Self { re: 0.0.take(list), im: 0.0.take(list) }
    }
}

macro_rules! of_glam {
    ($($ty:ident $write:ident $from:ident($($lent:tt)?))*) => {$(
        impl Flat for glam::$ty {
            fn put(&self, list: &mut Vec<f64>) {
                list.extend(self.$write());
            }

            fn take(&self, list: &mut &[f64]) -> Self {
                glam::$ty::$from($($lent)? self.$write().map(|x: f64| x.take(list)))
            }
        }
    )*};
}

of_glam! {
    DVec2 to_array from_array()
    DVec3 to_array from_array()
    DVec4 to_array from_array()
    DMat2 to_cols_array from_cols_array(&)
    DMat3 to_cols_array from_cols_array(&)
    DMat4 to_cols_array from_cols_array(&)
    DQuat to_array from_array()
}
