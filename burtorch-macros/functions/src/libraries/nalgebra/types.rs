// What is known of nalgebra, 0.30 and later: see `surroundings/libraries.rs`. Elements are stored column by column.

pub struct SMatrix<T, const R: usize, const C: usize> { data: ArrayStorage<T, R, C> }
pub struct ArrayStorage<T, const R: usize, const C: usize>([[T; R]; C]);
pub struct DVector<T> { data: Vec<T> }
pub struct DMatrix<T> { #[no_derivative] rows: usize, #[no_derivative] cols: usize, data: Vec<T> }
pub struct Point<T, const D: usize> { coords: SMatrix<T, D, 1> }

pub type SVector<T, const D: usize> = SMatrix<T, D, 1>;
pub type RowSVector<T, const D: usize> = SMatrix<T, 1, D>;
pub type Vector1<T> = SMatrix<T, 1, 1>;
pub type Vector2<T> = SMatrix<T, 2, 1>;
pub type Vector3<T> = SMatrix<T, 3, 1>;
pub type Vector4<T> = SMatrix<T, 4, 1>;
pub type Vector5<T> = SMatrix<T, 5, 1>;
pub type Vector6<T> = SMatrix<T, 6, 1>;
pub type RowVector2<T> = SMatrix<T, 1, 2>;
pub type RowVector3<T> = SMatrix<T, 1, 3>;
pub type RowVector4<T> = SMatrix<T, 1, 4>;
pub type RowVector5<T> = SMatrix<T, 1, 5>;
pub type RowVector6<T> = SMatrix<T, 1, 6>;
pub type Matrix1<T> = SMatrix<T, 1, 1>;
pub type Matrix2<T> = SMatrix<T, 2, 2>;
pub type Matrix3<T> = SMatrix<T, 3, 3>;
pub type Matrix4<T> = SMatrix<T, 4, 4>;
pub type Matrix5<T> = SMatrix<T, 5, 5>;
pub type Matrix6<T> = SMatrix<T, 6, 6>;
pub type Matrix2x3<T> = SMatrix<T, 2, 3>;
pub type Matrix2x4<T> = SMatrix<T, 2, 4>;
pub type Matrix2x6<T> = SMatrix<T, 2, 6>;
pub type Matrix3x2<T> = SMatrix<T, 3, 2>;
pub type Matrix3x4<T> = SMatrix<T, 3, 4>;
pub type Matrix3x6<T> = SMatrix<T, 3, 6>;
pub type Matrix4x2<T> = SMatrix<T, 4, 2>;
pub type Matrix4x3<T> = SMatrix<T, 4, 3>;
pub type Matrix6x2<T> = SMatrix<T, 6, 2>;
pub type Matrix6x3<T> = SMatrix<T, 6, 3>;
pub type Point1<T> = Point<T, 1>;
pub type Point2<T> = Point<T, 2>;
pub type Point3<T> = Point<T, 3>;
pub type Point4<T> = Point<T, 4>;
