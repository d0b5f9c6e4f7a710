//! Elements of vectors and matrices of other libraries: what is made of them, and the steps to one.

use std::rc::Rc;

use proc_macro2::Ident;
use quote::quote;

use super::libraries::library_type;
use super::{Builder, Value};
use crate::ast::{Expr, ExprKind, Len, Member, Storage, StructType, Type};
use crate::graph::{Id, Kind, Step, Template};

/// Names of elements of a vector.
const COORDINATES: [&str; 6] = ["x", "y", "z", "w", "a", "b"];

/// The columns of a matrix, or of the coordinates of a point, and the steps to them.
fn columns(ty: &Type) -> Option<(Vec<Step>, Len, Len)> {
    let (mut steps, mut ty) = (Vec::new(), ty);
    library_type(ty)?;
    loop {
        match ty {
            Type::Struct(of) => {
                ty = of.types.first().filter(|_| of.types.len() == 1)?;
                steps.push(Step::At(0));
            }
            Type::Array(column, columns) => {
                let Type::Array(_, rows) = &**column else { return None };
                return Some((steps, rows.clone(), columns.clone()));
            }
            _ => return None,
        }
    }
}

impl Builder<'_> {
    /// A value that is made of its elements.
    pub(super) fn constructed(&mut self, ty: &Type, name: &Ident, values: &[Value]) -> Option<Value> {
        let Type::Struct(of) = ty else { return None };
        let (_, rows, columns) = columns(ty)?;
        let (rows, columns) = (rows.literal(), columns.literal());
        match (name.to_string().as_str(), values) {
            ("new", values) if values.len() == rows? * columns? => {
                let (rows, columns) = (rows?, columns?);
                let numbers: Vec<Id> = values.iter().map(|value| self.number_of(value)).collect();
                let of_columns = (0..columns).map(|c| (0..rows).map(|r| numbers[r * columns + c]).collect()).collect();
                Some(self.of_columns(of, of_columns))
            }
            ("from", [value]) => {
                let Type::Array(element, len) = self.type_of(value) else { return None };
                let whole = self.node(value.clone());
                let of_numbers = *element == Type::Float;
                let (Type::Struct(_), Some(len)) = (ty, len.literal()) else { return None };
                let columns = if of_numbers {
                    let numbers: Vec<Id> = (0..len).map(|at| self.w.get(whole, &[Step::At(at)])).collect();
                    vec![numbers]
                } else {
                    let Type::Array(_, inner) = *element else { return None };
                    let rows = inner.literal()?;
                    let column = |builder: &mut Self, c| {
                        (0..rows).map(|r| builder.w.get(whole, &[Step::At(c), Step::At(r)])).collect()
                    };
                    (0..len).map(|c| column(self, c)).collect()
                };
                Some(self.of_columns(of, columns))
            }
            _ => None,
        }
    }

    fn number_of(&mut self, value: &Value) -> Id {
        if let Some(poison) = self.refuse_integer(value) {
            return self.node(poison);
        }
        self.node_as(value.clone(), &Type::Float)
    }

    /// A matrix, or what consists of one, of columns.
    fn of_columns(&mut self, of: &Rc<StructType>, columns: Vec<Vec<Id>>) -> Value {
        let inner = of.types[0].clone();
        let part = match &inner {
            Type::Struct(inner) => {
                let part = self.of_columns(&inner.clone(), columns);
                self.node(part)
            }
            Type::Array(column, _) => {
                let column = (**column).clone();
                let columns = columns.into_iter().map(|numbers| self.w.pack(numbers, column.clone())).collect();
                self.w.pack(columns, inner)
            }
            _ => self.w.push(Kind::Poison, Type::Other),
        };
        Value::Node(self.w.pack(vec![part], Type::Struct(of.clone())))
    }

    /// The steps to the element `base[index]`, unless a mistake was reported; nothing of a value that is of no library.
    #[allow(clippy::option_option, reason = "whether it is known, and whether it is right")]
    pub(super) fn library_index(&mut self, base: Id, index: &Expr) -> Option<Option<Vec<Step>>> {
        let ty = &self.ty(base).clone();
        let of = library_type(ty)?;
        if let Some(data) = of.types.iter().position(Type::is_slice) {
            return Some(self.element_step(base, of, index).map(|at| vec![Step::At(data), at]));
        }
        if of.types.len() > 1 && of.types.iter().all(|part| *part == Type::Float) {
            let whole = Type::Array(Box::new(Type::Float), Len::Literal(of.types.len()));
            return Some(match self.library_step(&whole, index) {
                None => None,
                Some(Step::At(at)) => Some(vec![Step::At(at)]),
                Some(_) => {
                    self.errors.report(
                        index.span,
                        "which element of the vector this is cannot be seen: write the field, `v.x`, or loop over a range of constants",
                    );
                    None
                }
            });
        }
        let (mut steps, rows, columns) = columns(ty)?;
        let array = Type::Array(Box::new(Type::Float), rows.clone());
        if let ExprKind::Tuple(pair) = &index.kind
            && let [r, c] = &pair[..]
        {
            let c = self.library_step(&Type::Array(Box::new(array.clone()), columns), c);
            let r = self.library_step(&array, r);
            return Some(c.zip(r).map(|(c, r)| {
                steps.extend([c, r]);
                steps
            }));
        }
        Some(match (rows.literal(), columns.literal()) {
            (_, Some(1)) => self.library_step(&array, index).map(|at| {
                steps.extend([Step::At(0), at]);
                steps
            }),
            (Some(1), _) => self.library_step(&Type::Array(Box::new(array), columns), index).map(|at| {
                steps.extend([at, Step::At(0)]);
                steps
            }),
            (Some(rows), Some(columns)) => {
                let at = self.expr(index, None);
                match self.int(&at).and_then(|at| usize::try_from(at).ok()) {
                    Some(at) if at < rows * columns => {
                        steps.extend([Step::At(at / rows), Step::At(at % rows)]);
                        Some(steps)
                    }
                    _ => {
                        self.errors.report(
                            index.span,
                            "which element of the matrix this is cannot be seen: write row and column, `m[(i, j)]`",
                        );
                        None
                    }
                }
            }
            _ => {
                self.errors.report(
                    index.span,
                    "which element of the matrix this is cannot be seen: write row and column, `m[(i, j)]`",
                );
                None
            }
        })
    }

    /// The step to an element of a vector or matrix of any size, among all of its elements.
    fn element_step(&mut self, base: Id, of: &StructType, index: &Expr) -> Option<Step> {
        let rows_first = match of.storage {
            Some(Storage::Matrix) => false,
            Some(Storage::Array2) => true,
            _ => {
                let data = self.w.get(base, &[Step::At(0)]);
                return self.step(data, index);
            }
        };
        let (ExprKind::Tuple(pair) | ExprKind::Array(pair)) = &index.kind else {
            self.errors.report(
                index.span,
                "which element of the matrix this is cannot be seen: write row and column, `m[(i, j)]`",
            );
            return None;
        };
        let [row, column] = &pair[..] else { return None };
        let mut places = Vec::new();
        for index in [row, column] {
            let at = self.expr(index, None);
            if self.is_active(&at) {
                self.active_index(index.span);
                return None;
            }
            if self.is_poison(&at) {
                return None;
            }
            places.push(self.template(at));
        }
        for at in [0, 1] {
            let size = self.w.get(base, &[Step::At(at)]);
            let size = self.value_of(size);
            places.push(self.template(size));
        }
        if !rows_first {
            places.swap(0, 1);
            places.swap(2, 3);
        }
        let krate = &self.function.krate;
        let effects = places.iter().any(|place| place.effects);
        let code = Template::call(&quote!(#krate::__private::place_in_matrix), None, places);
        let code = Template { known: true, effects, ..code };
        Some(Step::Index(self.w.push(Kind::Opaque(code), Type::Other)))
    }

    fn library_step(&mut self, array: &Type, index: &Expr) -> Option<Step> {
        // Only the type matters to the step.
        let zero = self.w.push(Kind::Zero, array.clone());
        self.step(zero, index)
    }
}

/// The steps to an element that has a name of its own: `v.x`, `m.m12`.
pub(super) fn library_field(ty: &Type, member: &Member) -> Option<Vec<Step>> {
    let Member::Name(name) = member else { return None };
    let of = library_type(ty)?;
    if of.position(member).is_some() {
        return None;
    }
    let (mut steps, rows, columns) = columns(ty)?;
    let (rows, columns) = (rows.literal()?, columns.literal()?);
    let name = name.to_string();
    let (r, c) = if rows == 1 || columns == 1 {
        let at = COORDINATES.iter().position(|known| *known == name)?;
        if columns == 1 { (at, 0) } else { (0, at) }
    } else {
        let digits: Vec<usize> =
            name.strip_prefix('m')?.bytes().map(|digit| usize::from(digit.wrapping_sub(b'1'))).collect();
        let [r, c] = digits[..] else { return None };
        (r, c)
    };
    (r < rows && c < columns && rows <= 6 && columns <= 6).then(|| {
        steps.extend([Step::At(c), Step::At(r)]);
        steps
    })
}
