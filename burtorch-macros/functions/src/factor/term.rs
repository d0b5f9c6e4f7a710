//! Terms of sums as products, and sums of them with common factors taken out.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::graph::Id;

/// `± coefficient · factors… · (sum)`
#[derive(Clone)]
pub(super) struct Term {
    pub negative: bool,
    /// Positive.
    pub coefficient: f64,
    /// In the order of the graph.
    pub factors: Vec<Id>,
    /// Empty if it is not a factor.
    pub sum: Vec<Term>,
    /// The node that it is in the old graph.
    pub found: Option<Found>,
}

/// A term in the old graph.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub id: Id,
    pub negative: bool,
    /// The operations of it that nothing else uses.
    pub operations: usize,
    /// Some factor is a multiple that others use too.
    pub through_multiple: bool,
}

impl Term {
    pub(super) fn constant(value: f64) -> Self {
        let (negative, coefficient) = (value < 0.0, value.abs());
        Term { negative, coefficient, factors: Vec::new(), sum: Vec::new(), found: None }
    }

    /// Whether it is subtracted as it is going to be written.
    pub(super) fn is_negative(&self) -> bool {
        self.found.map_or(self.negative, |found| found.negative)
    }

    pub(super) fn has_coefficient(&self) -> bool {
        self.coefficient.to_bits() != 1.0_f64.to_bits()
    }

    pub(super) fn is_constant(&self) -> bool {
        self.factors.is_empty() && self.sum.is_empty()
    }

    fn operations(&self) -> usize {
        let factors = usize::from(self.has_coefficient()) + self.factors.len() + usize::from(!self.sum.is_empty());
        self.found.map_or(factors.saturating_sub(1) + operations(&self.sum), |found| found.operations)
    }

    /// When it is known: the later, the larger.
    pub(super) fn time(&self) -> Option<Id> {
        let own = self.found.iter().map(|found| found.id).chain(self.factors.iter().copied());
        own.chain(self.sum.iter().filter_map(Term::time)).max()
    }

    /// The term without a factor that it has.
    fn without(&self, common: Common) -> Option<Term> {
        let mut rest = Term { found: None, ..self.clone() };
        match common {
            Common::Factor(factor) => _ = rest.factors.remove(rest.factors.iter().position(|&id| id == factor)?),
            Common::Coefficient(bits) if bits == self.coefficient.to_bits() => rest.coefficient = 1.0,
            Common::Coefficient(_) => return None,
        }
        Some(rest)
    }
}

/// What terms have in common: a node, or a coefficient by its bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Common {
    Coefficient(u64),
    Factor(Id),
}

/// The operations of a sum.
fn operations(terms: &[Term]) -> usize {
    terms.iter().map(Term::operations).sum::<usize>() + terms.len().saturating_sub(1)
}

/// The terms of a sum, with one term in the place of several that have a common factor; with `coefficients`, or a common
/// coefficient.
pub(super) fn factored(terms: Vec<Term>, coefficients: bool) -> Vec<Term> {
    let mut places: BTreeMap<Common, Vec<usize>> = BTreeMap::new();
    for (at, term) in terms.iter().enumerate() {
        let mut factors = term.factors.clone();
        factors.dedup();
        for factor in factors {
            places.entry(Common::Factor(factor)).or_default().push(at);
        }
    }
    let mut terms: Vec<Option<Term>> = terms.into_iter().map(Some).collect();
    let mut common: Vec<(Common, Vec<usize>)> = places.into_iter().filter(|(_, at)| at.len() > 1).collect();
    // What most terms have; of that, what is known last, so that little is left to do then.
    common.sort_by_key(|(common, at)| Reverse((at.len(), *common)));
    for (common, at) in common {
        take_out(&mut terms, common, &at, coefficients);
    }
    if !coefficients {
        return terms.into_iter().flatten().collect();
    }
    let mut places: BTreeMap<Common, Vec<usize>> = BTreeMap::new();
    for (at, term) in terms.iter().enumerate() {
        if let Some(term) = term.as_ref().filter(|term| term.has_coefficient() && !term.is_constant()) {
            places.entry(Common::Coefficient(term.coefficient.to_bits())).or_default().push(at);
        }
    }
    for (common, at) in places {
        take_out(&mut terms, common, &at, coefficients);
    }
    terms.into_iter().flatten().collect()
}

/// Makes one term of those among `places` that have a common factor, if that saves an operation.
///
/// It need not save one if it uses a multiple less: that may be the last use.
fn take_out(terms: &mut [Option<Term>], common: Common, places: &[usize], coefficients: bool) {
    let mut having: Vec<(usize, Term)> = Vec::new();
    for &at in places {
        having.extend(terms[at].as_ref().and_then(|term| term.without(common)).map(|rest| (at, rest)));
    }
    // `g + g·x` is as good as `g·(1 + x)`: as many operations, and one constant less. Two constants make one.
    if having.iter().filter(|(_, rest)| rest.is_constant()).count() == 1 {
        having.retain(|(_, rest)| !rest.is_constant() || rest.has_coefficient());
    }
    if having.len() < 2 {
        return;
    }
    let (places, rest): (Vec<usize>, Vec<Term>) = having.into_iter().unzip();
    let before: Vec<Term> = places.iter().filter_map(|&at| terms[at].clone()).collect();
    let through_multiple = before.iter().any(|term| term.found.is_some_and(|found| found.through_multiple));
    let product = product(common, rest, coefficients);
    if product.operations() < operations(&before) + usize::from(through_multiple) {
        for &at in &places {
            terms[at] = None;
        }
        terms[places[0]] = Some(product);
    }
}

/// The terms of a sum with all constants in one, which is the last.
pub(super) fn with_one_constant(terms: Vec<Term>) -> Vec<Term> {
    let (constants, mut others): (Vec<Term>, Vec<Term>) = terms.into_iter().partition(Term::is_constant);
    if !constants.is_empty() {
        let signed = |term: &Term| if term.negative { -term.coefficient } else { term.coefficient };
        let sum = Term::constant(constants.iter().map(signed).sum());
        if sum.coefficient > 0.0 || others.is_empty() {
            others.push(sum);
        }
    }
    others
}

/// The common factor times the sum of the rest.
fn product(common: Common, rest: Vec<Term>, coefficients: bool) -> Term {
    let mut sum = factored(with_one_constant(rest), coefficients);
    let mut product = match common {
        Common::Coefficient(bits) => Term::constant(f64::from_bits(bits)),
        Common::Factor(factor) => Term { factors: vec![factor], ..Term::constant(1.0) },
    };
    if sum.iter().all(|term| term.negative) {
        product.negative = true;
        for term in &mut sum {
            term.negative = false;
        }
    }
    if let [only] = &mut sum[..] {
        product.coefficient *= only.coefficient;
        product.factors.append(&mut only.factors);
        product.factors.sort_unstable();
        product.sum = std::mem::take(&mut only.sum);
    } else {
        product.sum = sum;
    }
    product
}

/// Whether products and sums of some such numbers are neither zero nor infinite in any float type.
pub(super) fn is_moderate(value: f64) -> bool {
    (1.0 / 1024.0..=1024.0).contains(&value.abs())
}
