//! Some of the parameters of a model: tensors by their names, or single entries by their places.

use core::fmt;
use core::marker::PhantomData;

use num_traits::Zero;

use super::{Error, Model, check_length};

/// The most tensors of parameters of a model of which some can be chosen.
const TENSORS: usize = 1024;

/// Tensors of parameters, a bit for each in the order of [`Model::PARAMETERS`].
#[derive(Clone, Copy, PartialEq, Eq)]
struct Tensors([u64; TENSORS / 64]);

impl Tensors {
    fn none<M: Model>() -> Self {
        assert!(M::PARAMETERS.len() <= TENSORS, "a model of at most {TENSORS} tensors of parameters");
        Tensors([0; TENSORS / 64])
    }

    fn insert(&mut self, tensor: usize) {
        self.0[tensor / 64] |= 1 << (tensor % 64);
    }

    fn has(&self, tensor: usize) -> bool {
        tensor < TENSORS && self.0[tensor / 64] >> (tensor % 64) & 1 == 1
    }
}

/// What a program is asked for: tensors of parameters, all of them or rows.
#[derive(Clone, Copy)]
pub struct Chosen<'c> {
    tensors: Tensors,
    /// The entries that are asked for, in order, if not all of the tensors are.
    places: Option<&'c [usize]>,
}

impl<'c> Chosen<'c> {
    /// Whether this tensor is chosen.
    #[inline]
    #[must_use]
    pub fn has(&self, tensor: usize) -> bool {
        self.tensors.has(tensor)
    }

    /// Whether one of these is.
    #[inline]
    #[must_use]
    pub fn any(&self, tensors: &[u64]) -> bool {
        tensors.iter().zip(&self.tensors.0).any(|(some, chosen)| some & chosen != 0)
    }

    /// The first iteration of a loop for which `has` is true, or the number of iterations.
    #[inline]
    #[must_use]
    pub fn first(&self, count: usize, has: impl Fn(&Self, usize) -> bool) -> usize {
        (0..count).find(|&at| has(self, at)).unwrap_or(count)
    }

    /// Of a part of the parameters from `offset` on, `count` rows of this length, those that have chosen entries; nothing if all are
    /// asked for.
    #[inline]
    #[must_use]
    pub fn rows(&self, offset: usize, length: usize, count: usize) -> Option<ChosenRows<'c>> {
        let places = self.places?;
        let first = places.partition_point(|place| *place < offset);
        let end = places.partition_point(|place| *place < offset + count * length);
        Some(ChosenRows { places: &places[first..end], offset, length })
    }
}

/// Rows that have chosen entries, in order.
#[derive(Clone, Debug)]
pub struct ChosenRows<'c> {
    places: &'c [usize],
    offset: usize,
    length: usize,
}

impl Iterator for ChosenRows<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let row = |place: usize| (place - self.offset) / self.length;
        let first = row(*self.places.first()?);
        let others = self.places.iter().take_while(|place| row(**place) == first).count();
        self.places = &self.places[others..];
        Some(first)
    }
}

/// Some of the parameters of a model, by their names: what `loss_grad_of` is asked for.
///
/// A name is that of a parameter, as [`Model::PARAMETERS`] has it, `blocks.0.norm1.gain`, or what such a name begins with up to a
/// point: `blocks.0` is a layer, `blocks` all of an array. The empty name is all of the model.
pub struct Fields<M> {
    tensors: Tensors,
    model: PhantomData<fn() -> M>,
}

impl<M: Model> Fields<M> {
    /// The parameters with these names.
    ///
    /// # Errors
    /// If one of the names is none of the model's.
    ///
    /// # Panics
    /// If the model has more than 1,024 tensors of parameters. One with a function that is `#[partial]` has not.
    pub fn new(names: &[&str]) -> Result<Self, Error> {
        let mut tensors = Tensors::none::<M>();
        for (position, name) in names.iter().enumerate() {
            let mut known = name.is_empty();
            for (at, parameter) in M::PARAMETERS.iter().enumerate() {
                let rest = parameter.name.strip_prefix(name);
                if name.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.')) {
                    tensors.insert(at);
                    known = true;
                }
            }
            if !known {
                return Err(Error::Field { position });
            }
        }
        Ok(Self { tensors, model: PhantomData })
    }

    /// All parameters.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    #[must_use]
    pub fn all() -> Self {
        let mut tensors = Tensors::none::<M>();
        (0..M::PARAMETERS.len()).for_each(|at| tensors.insert(at));
        Self { tensors, model: PhantomData }
    }

    /// No parameters: what is computed is the value alone.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    #[must_use]
    pub fn none() -> Self {
        Self { tensors: Tensors::none::<M>(), model: PhantomData }
    }

    pub(super) fn chosen(&self) -> Chosen<'static> {
        Chosen { tensors: self.tensors, places: None }
    }

    /// Whether the parameter at this place of [`Model::PARAMETERS`] is one of them.
    #[must_use]
    pub fn has(&self, parameter: usize) -> bool {
        self.tensors.has(parameter)
    }
}

impl<M> Clone for Fields<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Fields<M> {}

impl<M: Model> fmt::Debug for Fields<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names =
            M::PARAMETERS.iter().enumerate().filter(|(at, _)| self.has(*at)).map(|(_, parameter)| parameter.name);
        f.debug_set().entries(names).finish()
    }
}

/// Some entries of a model's parameters, by their places in the buffer: what `loss_grad_at` is asked for.
///
/// Of a weight the rows that have such an entry are computed, of other parameters the whole tensor.
#[derive(Clone, Copy)]
pub struct Coordinates<'c, M> {
    chosen: Chosen<'c>,
    model: PhantomData<fn() -> M>,
}

impl<'c, M: Model> Coordinates<'c, M> {
    /// The entries at these places, which are sorted on the way. It allocates nothing, so coordinates may be others in every step.
    ///
    /// # Errors
    /// If a place is none of the parameters'.
    ///
    /// # Panics
    /// If the model has more than 1,024 tensors of parameters. One with a function that is `#[partial]` has not.
    pub fn new(places: &'c mut [usize]) -> Result<Self, Error> {
        if let Some(position) = places.iter().position(|place| *place >= M::PARAMS) {
            return Err(Error::Index {
                argument: "places",
                position,
                index: places[position] as i128,
                bound: M::PARAMS,
            });
        }
        places.sort_unstable();
        let (places, mut tensors) = (&*places, Tensors::none::<M>());
        let mut left = places;
        while let Some(&place) = left.first() {
            // Tensors lie one behind the other, in their order.
            let tensor = M::PARAMETERS.partition_point(|parameter| parameter.slot.offset <= place) - 1;
            tensors.insert(tensor);
            let end = M::PARAMETERS[tensor].slot.offset + M::PARAMETERS[tensor].slot.len();
            left = &left[left.partition_point(|place| *place < end).max(1)..];
        }
        Ok(Self { chosen: Chosen { tensors, places: Some(places) }, model: PhantomData })
    }

    /// Sets all entries to zero of the tensors that these are in: what was added to `gradient` for them, and nothing else but that.
    ///
    /// # Errors
    /// If `gradient` has the wrong length.
    pub fn clear(&self, gradient: &mut [M::Scalar]) -> Result<(), Error> {
        check_length("gradient", gradient.len(), M::PARAMS)?;
        for (at, parameter) in M::PARAMETERS.iter().enumerate() {
            if self.chosen.has(at) {
                gradient[parameter.slot.offset..][..parameter.slot.len()].fill(M::Scalar::zero());
            }
        }
        Ok(())
    }

    pub(super) fn chosen(&self) -> Chosen<'c> {
        self.chosen
    }
}

impl<M> fmt::Debug for Coordinates<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Coordinates").field(&self.chosen.places.unwrap_or_default()).finish()
    }
}
