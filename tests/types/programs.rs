// Written by a test: `BURTORCH_BLESS=1 cargo test --test types programs`.

use burtorch::{Differentiable, differentiable};

#[differentiable]
fn row(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * x[i] * x[i];
    }
    s
}

#[derive(Clone, Differentiable)]
pub struct SF {
    pub part: f64,
    pub other: f64,
}

impl crate::check::Numbers for SF {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.part.each(visit);
        visit(&mut self.other);
    }
}

#[derive(Clone, Differentiable)]
pub struct STF {
    pub part: (f64, f64),
    pub other: f64,
}

impl crate::check::Numbers for STF {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.part.each(visit);
        visit(&mut self.other);
    }
}

#[derive(Clone, Differentiable)]
pub struct SAF {
    pub part: [f64; 2],
    pub other: f64,
}

impl crate::check::Numbers for SAF {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.part.each(visit);
        visit(&mut self.other);
    }
}

#[derive(Clone, Differentiable)]
pub struct SSF {
    pub part: SF,
    pub other: f64,
}

impl crate::check::Numbers for SSF {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.part.each(visit);
        visit(&mut self.other);
    }
}

#[derive(Clone, Differentiable)]
pub struct STTF {
    pub part: ((f64, f64), f64),
    pub other: f64,
}

impl crate::check::Numbers for STTF {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.part.each(visit);
        visit(&mut self.other);
    }
}

#[derive(Clone, Differentiable)]
pub struct STAF {
    pub part: ([f64; 2], f64),
    pub other: f64,
}

impl crate::check::Numbers for STAF {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.part.each(visit);
        visit(&mut self.other);
    }
}

#[derive(Clone, Differentiable)]
pub struct STSF {
    pub part: (SF, f64),
    pub other: f64,
}

impl crate::check::Numbers for STSF {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.part.each(visit);
        visit(&mut self.other);
    }
}

#[derive(Clone, Differentiable)]
pub struct SATF {
    pub part: [(f64, f64); 2],
    pub other: f64,
}

impl crate::check::Numbers for SATF {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.part.each(visit);
        visit(&mut self.other);
    }
}

#[derive(Clone, Differentiable)]
pub struct SAAF {
    pub part: [[f64; 2]; 2],
    pub other: f64,
}

impl crate::check::Numbers for SAAF {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.part.each(visit);
        visit(&mut self.other);
    }
}

#[derive(Clone, Differentiable)]
pub struct SASF {
    pub part: [SF; 2],
    pub other: f64,
}

impl crate::check::Numbers for SASF {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.part.each(visit);
        visit(&mut self.other);
    }
}

#[derive(Clone, Differentiable)]
pub struct SSTF {
    pub part: STF,
    pub other: f64,
}

impl crate::check::Numbers for SSTF {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.part.each(visit);
        visit(&mut self.other);
    }
}

#[derive(Clone, Differentiable)]
pub struct SSAF {
    pub part: SAF,
    pub other: f64,
}

impl crate::check::Numbers for SSAF {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.part.each(visit);
        visit(&mut self.other);
    }
}

#[derive(Clone, Differentiable)]
pub struct SSSF {
    pub part: SSF,
    pub other: f64,
}

impl crate::check::Numbers for SSSF {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.part.each(visit);
        visit(&mut self.other);
    }
}

#[differentiable]
fn reference_f(x: &f64) -> f64 {
    let mut s: f64 = 0.2;
    s += (*x * 0.2 + s * 0.1).sin();
    s += *x * s;
    s
}

#[differentiable]
fn result_f(x: &[f64]) -> f64 {
    let made = (x[2] * 0.2).sin();
    made
}

#[differentiable]
fn changed_f(x: &mut f64) -> f64 {
    let mut s: f64 = 0.2;
    *x = *x * s.cos() + 0.3;
    s += *x * 0.3;
    s
}

#[differentiable]
fn value_f(x: f64) -> f64 {
    let mut s: f64 = 0.2;
    s += (x * 0.2 + s * 0.1).sin();
    s += x * s;
    s
}

#[differentiable]
fn slice_vf(x: &[f64]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += (x[i0] * 0.2 + s * 0.1).sin();
    }
    s += row(&x);
    for value in x.iter() {
        s += value * value * 0.2;
    }
    if x.len() > 1 {
        s += x[1] * s;
    }
    s
}

#[differentiable]
fn changed_slice_vf(x: &mut [f64]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        x[i0] = x[i0] * s.cos() + 0.3;
        s += x[i0] * 0.3;
    }
    s
}

#[differentiable]
fn reference_tf(x: &(f64, f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    s += (x.0 * 0.3 + s * 0.1).sin();
    s += x.0 * s;
    s
}

#[differentiable]
fn result_tf(x: &[f64]) -> (f64, f64) {
    let made_part = (x[2] * 0.2).sin();
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable]
fn changed_tf(x: &mut (f64, f64)) -> f64 {
    let mut s: f64 = 0.2;
    x.1 *= x.1 + s;
    x.0 = x.0 * s.cos() + 0.3;
    s += x.0 * 0.3;
    s
}

#[differentiable]
fn value_tf(x: (f64, f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    s += (x.0 * 0.3 + s * 0.1).sin();
    s += x.0 * s;
    s
}

#[differentiable]
fn slice_vtf(x: &[(f64, f64)]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].1 * x[i0].1 * 0.2;
        s += (x[i0].0 * 0.3 + s * 0.1).sin();
    }
    if x.len() > 1 {
        s += x[1].0 * s;
    }
    s
}

#[differentiable]
fn changed_slice_vtf(x: &mut [(f64, f64)]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        x[i0].1 *= x[i0].1 + s;
        x[i0].0 = x[i0].0 * s.cos() + 0.3;
        s += x[i0].0 * 0.3;
    }
    s
}

#[differentiable]
fn reference_af(x: &[f64; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        s += (x[i0] * 0.2 + s * 0.1).sin();
    }
    s += x[1] * s;
    s
}

#[differentiable]
fn result_af(x: &[f64]) -> [f64; 2] {
    let made_part_a = (x[2] * 0.2).sin();
    let made_part_b = (x[0] * 0.3).sin();
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn changed_af(x: &mut [f64; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        x[i0] = x[i0] * s.cos() + 0.3;
        s += x[i0] * 0.3;
    }
    s
}

#[differentiable]
fn value_af(x: [f64; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        s += (x[i0] * 0.2 + s * 0.1).sin();
    }
    s += x[1] * s;
    s
}

#[differentiable]
fn slice_vaf(x: &[[f64; 2]]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..2 {
            s += (x[i0][i1] * 0.2 + s * 0.1).sin();
        }
    }
    if x.len() > 1 {
        s += x[1][1] * s;
    }
    s
}

#[differentiable]
fn changed_slice_vaf(x: &mut [[f64; 2]]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..2 {
            x[i0][i1] = x[i0][i1] * s.cos() + 0.3;
            s += x[i0][i1] * 0.3;
        }
    }
    s
}

#[differentiable]
fn reference_vf(x: &Vec<f64>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += (x[i0] * 0.2 + s * 0.1).sin();
    }
    s += row(&x);
    for value in x.iter() {
        s += value * value * 0.2;
    }
    if x.len() > 1 {
        s += x[1] * s;
    }
    s
}

#[differentiable]
fn result_vf(x: &[f64]) -> Vec<f64> {
    let mut made: Vec<f64> = Vec::new();
    for i0 in 0..x.len() - 1 {
        let made_part = (x[0] * 0.3).sin();
        let made_part = made_part * x[i0];
        made.push(made_part);
    }
    made
}

#[differentiable]
fn value_vf(x: Vec<f64>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += (x[i0] * 0.2 + s * 0.1).sin();
    }
    s += row(&x);
    for value in x.iter() {
        s += value * value * 0.2;
    }
    if x.len() > 1 {
        s += x[1] * s;
    }
    s
}

#[differentiable]
fn slice_vvf(x: &[Vec<f64>]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..x[i0].len() {
            s += (x[i0][i1] * 0.2 + s * 0.1).sin();
        }
        s += row(&x[i0]);
        for value in x[i0].iter() {
            s += value * value * 0.2;
        }
    }
    if x.len() > 1 && x[1].len() > 1 {
        s += x[1][1] * s;
    }
    s
}

#[differentiable]
fn changed_slice_vvf(x: &mut [Vec<f64>]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..x[i0].len() {
            x[i0][i1] = x[i0][i1] * s.cos() + 0.3;
            s += x[i0][i1] * 0.3;
        }
    }
    s
}

#[differentiable]
fn reference_sf(x: &SF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    s += (x.part * 0.3 + s * 0.1).sin();
    s += x.part * s;
    s
}

#[differentiable]
fn result_sf(x: &[f64]) -> SF {
    let made_part = (x[2] * 0.2).sin();
    let made = SF { part: made_part, other: x[2] * 0.2 };
    made
}

#[differentiable]
fn changed_sf(x: &mut SF) -> f64 {
    let mut s: f64 = 0.2;
    x.other = s * x.other.sin();
    x.part = x.part * s.cos() + 0.4;
    s += x.part * 0.4;
    s
}

#[differentiable]
fn value_sf(x: SF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    s += (x.part * 0.3 + s * 0.1).sin();
    s += x.part * s;
    s
}

#[differentiable]
fn slice_vsf(x: &[SF]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].other * s.cos() * 0.2;
        s += (x[i0].part * 0.3 + s * 0.1).sin();
    }
    if x.len() > 1 {
        s += x[1].part * s;
    }
    s
}

#[differentiable]
fn changed_slice_vsf(x: &mut [SF]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        x[i0].other = s * x[i0].other.sin();
        x[i0].part = x[i0].part * s.cos() + 0.4;
        s += x[i0].part * 0.4;
    }
    s
}

#[differentiable]
fn reference_ttf(x: &((f64, f64), f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    s += x.0.1 * x.0.1 * 0.3;
    s += (x.0.0 * 0.4 + s * 0.1).sin();
    s += x.0.0 * s;
    s
}

#[differentiable]
fn result_ttf(x: &[f64]) -> ((f64, f64), f64) {
    let made_part_part = (x[2] * 0.2).sin();
    let made_part = (made_part_part, x[0] * x[1]);
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable]
fn changed_ttf(x: &mut ((f64, f64), f64)) -> f64 {
    let mut s: f64 = 0.2;
    x.1 *= x.1 + s;
    x.0.1 *= x.0.1 + s;
    x.0.0 = x.0.0 * s.cos() + 0.3;
    s += x.0.0 * 0.3;
    s
}

#[differentiable]
fn value_ttf(x: ((f64, f64), f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    s += x.0.1 * x.0.1 * 0.3;
    s += (x.0.0 * 0.4 + s * 0.1).sin();
    s += x.0.0 * s;
    s
}

#[differentiable]
fn slice_vttf(x: &[((f64, f64), f64)]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].1 * x[i0].1 * 0.2;
        s += x[i0].0.1 * x[i0].0.1 * 0.3;
        s += (x[i0].0.0 * 0.4 + s * 0.1).sin();
    }
    if x.len() > 1 {
        s += x[1].0.0 * s;
    }
    s
}

#[differentiable]
fn changed_slice_vttf(x: &mut [((f64, f64), f64)]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        x[i0].1 *= x[i0].1 + s;
        x[i0].0.1 *= x[i0].0.1 + s;
        x[i0].0.0 = x[i0].0.0 * s.cos() + 0.3;
        s += x[i0].0.0 * 0.3;
    }
    s
}

#[differentiable]
fn reference_taf(x: &([f64; 2], f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    for i0 in 0..2 {
        s += (x.0[i0] * 0.3 + s * 0.1).sin();
    }
    s += x.0[1] * s;
    s
}

#[differentiable]
fn result_taf(x: &[f64]) -> ([f64; 2], f64) {
    let made_part_part_a = (x[2] * 0.2).sin();
    let made_part_part_b = (x[0] * 0.3).sin();
    let made_part = [made_part_part_a, made_part_part_b];
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable]
fn changed_taf(x: &mut ([f64; 2], f64)) -> f64 {
    let mut s: f64 = 0.2;
    x.1 *= x.1 + s;
    for i0 in 0..2 {
        x.0[i0] = x.0[i0] * s.cos() + 0.3;
        s += x.0[i0] * 0.3;
    }
    s
}

#[differentiable]
fn value_taf(x: ([f64; 2], f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    for i0 in 0..2 {
        s += (x.0[i0] * 0.3 + s * 0.1).sin();
    }
    s += x.0[1] * s;
    s
}

#[differentiable]
fn slice_vtaf(x: &[([f64; 2], f64)]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].1 * x[i0].1 * 0.2;
        for i1 in 0..2 {
            s += (x[i0].0[i1] * 0.3 + s * 0.1).sin();
        }
    }
    if x.len() > 1 {
        s += x[1].0[1] * s;
    }
    s
}

#[differentiable]
fn changed_slice_vtaf(x: &mut [([f64; 2], f64)]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        x[i0].1 *= x[i0].1 + s;
        for i1 in 0..2 {
            x[i0].0[i1] = x[i0].0[i1] * s.cos() + 0.3;
            s += x[i0].0[i1] * 0.3;
        }
    }
    s
}

#[differentiable]
fn reference_tvf(x: &(Vec<f64>, f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    for i0 in 0..x.0.len() {
        s += (x.0[i0] * 0.3 + s * 0.1).sin();
    }
    s += row(&x.0);
    for value in x.0.iter() {
        s += value * value * 0.3;
    }
    if x.0.len() > 1 {
        s += x.0[1] * s;
    }
    s
}

#[differentiable]
fn result_tvf(x: &[f64]) -> (Vec<f64>, f64) {
    let mut made_part: Vec<f64> = Vec::new();
    for i0 in 0..x.len() - 1 {
        let made_part_part = (x[0] * 0.3).sin();
        let made_part_part = made_part_part * x[i0];
        made_part.push(made_part_part);
    }
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable]
fn changed_tvf(x: &mut (Vec<f64>, f64)) -> f64 {
    let mut s: f64 = 0.2;
    x.1 *= x.1 + s;
    for i0 in 0..x.0.len() {
        x.0[i0] = x.0[i0] * s.cos() + 0.3;
        s += x.0[i0] * 0.3;
    }
    s
}

#[differentiable]
fn value_tvf(x: (Vec<f64>, f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    for i0 in 0..x.0.len() {
        s += (x.0[i0] * 0.3 + s * 0.1).sin();
    }
    s += row(&x.0);
    for value in x.0.iter() {
        s += value * value * 0.3;
    }
    if x.0.len() > 1 {
        s += x.0[1] * s;
    }
    s
}

#[differentiable]
fn slice_vtvf(x: &[(Vec<f64>, f64)]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].1 * x[i0].1 * 0.2;
        for i1 in 0..x[i0].0.len() {
            s += (x[i0].0[i1] * 0.3 + s * 0.1).sin();
        }
        s += row(&x[i0].0);
        for value in x[i0].0.iter() {
            s += value * value * 0.3;
        }
    }
    if x.len() > 1 && x[1].0.len() > 1 {
        s += x[1].0[1] * s;
    }
    s
}

#[differentiable]
fn changed_slice_vtvf(x: &mut [(Vec<f64>, f64)]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        x[i0].1 *= x[i0].1 + s;
        for i1 in 0..x[i0].0.len() {
            x[i0].0[i1] = x[i0].0[i1] * s.cos() + 0.3;
            s += x[i0].0[i1] * 0.3;
        }
    }
    s
}

#[differentiable(structs(SF))]
fn reference_tsf(x: &(SF, f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    s += x.0.other * s.cos() * 0.3;
    s += (x.0.part * 0.4 + s * 0.1).sin();
    s += x.0.part * s;
    s
}

#[differentiable]
fn result_tsf(x: &[f64]) -> (SF, f64) {
    let made_part_part = (x[2] * 0.2).sin();
    let made_part = SF { part: made_part_part, other: x[2] * 0.2 };
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable(structs(SF))]
fn changed_tsf(x: &mut (SF, f64)) -> f64 {
    let mut s: f64 = 0.2;
    x.1 *= x.1 + s;
    x.0.other = s * x.0.other.sin();
    x.0.part = x.0.part * s.cos() + 0.4;
    s += x.0.part * 0.4;
    s
}

#[differentiable(structs(SF))]
fn value_tsf(x: (SF, f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    s += x.0.other * s.cos() * 0.3;
    s += (x.0.part * 0.4 + s * 0.1).sin();
    s += x.0.part * s;
    s
}

#[differentiable(structs(SF))]
fn slice_vtsf(x: &[(SF, f64)]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].1 * x[i0].1 * 0.2;
        s += x[i0].0.other * s.cos() * 0.3;
        s += (x[i0].0.part * 0.4 + s * 0.1).sin();
    }
    if x.len() > 1 {
        s += x[1].0.part * s;
    }
    s
}

#[differentiable(structs(SF))]
fn changed_slice_vtsf(x: &mut [(SF, f64)]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        x[i0].1 *= x[i0].1 + s;
        x[i0].0.other = s * x[i0].0.other.sin();
        x[i0].0.part = x[i0].0.part * s.cos() + 0.4;
        s += x[i0].0.part * 0.4;
    }
    s
}

#[differentiable]
fn reference_atf(x: &[(f64, f64); 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        s += x[i0].1 * x[i0].1 * 0.2;
        s += (x[i0].0 * 0.3 + s * 0.1).sin();
    }
    s += x[1].0 * s;
    s
}

#[differentiable]
fn result_atf(x: &[f64]) -> [(f64, f64); 2] {
    let made_part_a_part = (x[2] * 0.2).sin();
    let made_part_a = (made_part_a_part, x[0] * x[1]);
    let made_part_b_part = (x[1] * 0.4).sin();
    let made_part_b = (made_part_b_part, x[0] * x[1]);
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn changed_atf(x: &mut [(f64, f64); 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        x[i0].1 *= x[i0].1 + s;
        x[i0].0 = x[i0].0 * s.cos() + 0.3;
        s += x[i0].0 * 0.3;
    }
    s
}

#[differentiable]
fn value_atf(x: [(f64, f64); 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        s += x[i0].1 * x[i0].1 * 0.2;
        s += (x[i0].0 * 0.3 + s * 0.1).sin();
    }
    s += x[1].0 * s;
    s
}

#[differentiable]
fn slice_vatf(x: &[[(f64, f64); 2]]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..2 {
            s += x[i0][i1].1 * x[i0][i1].1 * 0.2;
            s += (x[i0][i1].0 * 0.3 + s * 0.1).sin();
        }
    }
    if x.len() > 1 {
        s += x[1][1].0 * s;
    }
    s
}

#[differentiable]
fn changed_slice_vatf(x: &mut [[(f64, f64); 2]]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..2 {
            x[i0][i1].1 *= x[i0][i1].1 + s;
            x[i0][i1].0 = x[i0][i1].0 * s.cos() + 0.3;
            s += x[i0][i1].0 * 0.3;
        }
    }
    s
}

#[differentiable]
fn reference_aaf(x: &[[f64; 2]; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        for i1 in 0..2 {
            s += (x[i0][i1] * 0.2 + s * 0.1).sin();
        }
    }
    s += x[1][1] * s;
    s
}

#[differentiable]
fn result_aaf(x: &[f64]) -> [[f64; 2]; 2] {
    let made_part_a_part_a = (x[2] * 0.2).sin();
    let made_part_a_part_b = (x[0] * 0.3).sin();
    let made_part_a = [made_part_a_part_a, made_part_a_part_b];
    let made_part_b_part_a = (x[2] * 0.5).sin();
    let made_part_b_part_b = (x[0] * 0.6).sin();
    let made_part_b = [made_part_b_part_a, made_part_b_part_b];
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn changed_aaf(x: &mut [[f64; 2]; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        for i1 in 0..2 {
            x[i0][i1] = x[i0][i1] * s.cos() + 0.3;
            s += x[i0][i1] * 0.3;
        }
    }
    s
}

#[differentiable]
fn value_aaf(x: [[f64; 2]; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        for i1 in 0..2 {
            s += (x[i0][i1] * 0.2 + s * 0.1).sin();
        }
    }
    s += x[1][1] * s;
    s
}

#[differentiable]
fn slice_vaaf(x: &[[[f64; 2]; 2]]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..2 {
            for i2 in 0..2 {
                s += (x[i0][i1][i2] * 0.2 + s * 0.1).sin();
            }
        }
    }
    if x.len() > 1 {
        s += x[1][1][1] * s;
    }
    s
}

#[differentiable]
fn changed_slice_vaaf(x: &mut [[[f64; 2]; 2]]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..2 {
            for i2 in 0..2 {
                x[i0][i1][i2] = x[i0][i1][i2] * s.cos() + 0.3;
                s += x[i0][i1][i2] * 0.3;
            }
        }
    }
    s
}

#[differentiable]
fn reference_avf(x: &[Vec<f64>; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        for i1 in 0..x[i0].len() {
            s += (x[i0][i1] * 0.2 + s * 0.1).sin();
        }
        s += row(&x[i0]);
        for value in x[i0].iter() {
            s += value * value * 0.2;
        }
    }
    if x[1].len() > 1 {
        s += x[1][1] * s;
    }
    s
}

#[differentiable]
fn result_avf(x: &[f64]) -> [Vec<f64>; 2] {
    let mut made_part_a: Vec<f64> = Vec::new();
    for i0 in 0..x.len() - 1 {
        let made_part_a_part = (x[0] * 0.3).sin();
        let made_part_a_part = made_part_a_part * x[i0];
        made_part_a.push(made_part_a_part);
    }
    let mut made_part_b: Vec<f64> = Vec::new();
    for i0 in 0..x.len() - 1 {
        let made_part_b_part = (x[0] * 0.6).sin();
        let made_part_b_part = made_part_b_part * x[i0];
        made_part_b.push(made_part_b_part);
    }
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn changed_avf(x: &mut [Vec<f64>; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        for i1 in 0..x[i0].len() {
            x[i0][i1] = x[i0][i1] * s.cos() + 0.3;
            s += x[i0][i1] * 0.3;
        }
    }
    s
}

#[differentiable]
fn value_avf(x: [Vec<f64>; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        for i1 in 0..x[i0].len() {
            s += (x[i0][i1] * 0.2 + s * 0.1).sin();
        }
        s += row(&x[i0]);
        for value in x[i0].iter() {
            s += value * value * 0.2;
        }
    }
    if x[1].len() > 1 {
        s += x[1][1] * s;
    }
    s
}

#[differentiable]
fn slice_vavf(x: &[[Vec<f64>; 2]]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..2 {
            for i2 in 0..x[i0][i1].len() {
                s += (x[i0][i1][i2] * 0.2 + s * 0.1).sin();
            }
            s += row(&x[i0][i1]);
            for value in x[i0][i1].iter() {
                s += value * value * 0.2;
            }
        }
    }
    if x.len() > 1 && x[1][1].len() > 1 {
        s += x[1][1][1] * s;
    }
    s
}

#[differentiable]
fn changed_slice_vavf(x: &mut [[Vec<f64>; 2]]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..2 {
            for i2 in 0..x[i0][i1].len() {
                x[i0][i1][i2] = x[i0][i1][i2] * s.cos() + 0.3;
                s += x[i0][i1][i2] * 0.3;
            }
        }
    }
    s
}

#[differentiable]
fn reference_asf(x: &[SF; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        s += x[i0].other * s.cos() * 0.2;
        s += (x[i0].part * 0.3 + s * 0.1).sin();
    }
    s += x[1].part * s;
    s
}

#[differentiable]
fn result_asf(x: &[f64]) -> [SF; 2] {
    let made_part_a_part = (x[2] * 0.2).sin();
    let made_part_a = SF { part: made_part_a_part, other: x[2] * 0.2 };
    let made_part_b_part = (x[1] * 0.4).sin();
    let made_part_b = SF { part: made_part_b_part, other: x[2] * 0.4 };
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn changed_asf(x: &mut [SF; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        x[i0].other = s * x[i0].other.sin();
        x[i0].part = x[i0].part * s.cos() + 0.4;
        s += x[i0].part * 0.4;
    }
    s
}

#[differentiable]
fn value_asf(x: [SF; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        s += x[i0].other * s.cos() * 0.2;
        s += (x[i0].part * 0.3 + s * 0.1).sin();
    }
    s += x[1].part * s;
    s
}

#[differentiable]
fn slice_vasf(x: &[[SF; 2]]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..2 {
            s += x[i0][i1].other * s.cos() * 0.2;
            s += (x[i0][i1].part * 0.3 + s * 0.1).sin();
        }
    }
    if x.len() > 1 {
        s += x[1][1].part * s;
    }
    s
}

#[differentiable]
fn changed_slice_vasf(x: &mut [[SF; 2]]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..2 {
            x[i0][i1].other = s * x[i0][i1].other.sin();
            x[i0][i1].part = x[i0][i1].part * s.cos() + 0.4;
            s += x[i0][i1].part * 0.4;
        }
    }
    s
}

#[differentiable]
fn reference_vtf(x: &Vec<(f64, f64)>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].1 * x[i0].1 * 0.2;
        s += (x[i0].0 * 0.3 + s * 0.1).sin();
    }
    if x.len() > 1 {
        s += x[1].0 * s;
    }
    s
}

#[differentiable]
fn result_vtf(x: &[f64]) -> Vec<(f64, f64)> {
    let mut made: Vec<(f64, f64)> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_part = (x[0] * 0.3).sin();
        let made_part = (made_part_part, x[0] * x[1]);
        made.push(made_part);
    }
    made
}

#[differentiable]
fn value_vtf(x: Vec<(f64, f64)>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].1 * x[i0].1 * 0.2;
        s += (x[i0].0 * 0.3 + s * 0.1).sin();
    }
    if x.len() > 1 {
        s += x[1].0 * s;
    }
    s
}

#[differentiable]
fn slice_vvtf(x: &[Vec<(f64, f64)>]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..x[i0].len() {
            s += x[i0][i1].1 * x[i0][i1].1 * 0.2;
            s += (x[i0][i1].0 * 0.3 + s * 0.1).sin();
        }
    }
    if x.len() > 1 && x[1].len() > 1 {
        s += x[1][1].0 * s;
    }
    s
}

#[differentiable]
fn changed_slice_vvtf(x: &mut [Vec<(f64, f64)>]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..x[i0].len() {
            x[i0][i1].1 *= x[i0][i1].1 + s;
            x[i0][i1].0 = x[i0][i1].0 * s.cos() + 0.3;
            s += x[i0][i1].0 * 0.3;
        }
    }
    s
}

#[differentiable]
fn reference_vaf(x: &Vec<[f64; 2]>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..2 {
            s += (x[i0][i1] * 0.2 + s * 0.1).sin();
        }
    }
    if x.len() > 1 {
        s += x[1][1] * s;
    }
    s
}

#[differentiable]
fn result_vaf(x: &[f64]) -> Vec<[f64; 2]> {
    let mut made: Vec<[f64; 2]> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_part_a = (x[0] * 0.3).sin();
        let made_part_part_b = (x[1] * 0.4).sin();
        let made_part = [made_part_part_a, made_part_part_b];
        made.push(made_part);
    }
    made
}

#[differentiable]
fn value_vaf(x: Vec<[f64; 2]>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..2 {
            s += (x[i0][i1] * 0.2 + s * 0.1).sin();
        }
    }
    if x.len() > 1 {
        s += x[1][1] * s;
    }
    s
}

#[differentiable]
fn slice_vvaf(x: &[Vec<[f64; 2]>]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..x[i0].len() {
            for i2 in 0..2 {
                s += (x[i0][i1][i2] * 0.2 + s * 0.1).sin();
            }
        }
    }
    if x.len() > 1 && x[1].len() > 1 {
        s += x[1][1][1] * s;
    }
    s
}

#[differentiable]
fn changed_slice_vvaf(x: &mut [Vec<[f64; 2]>]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..x[i0].len() {
            for i2 in 0..2 {
                x[i0][i1][i2] = x[i0][i1][i2] * s.cos() + 0.3;
                s += x[i0][i1][i2] * 0.3;
            }
        }
    }
    s
}

#[differentiable]
fn reference_vvf(x: &Vec<Vec<f64>>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..x[i0].len() {
            s += (x[i0][i1] * 0.2 + s * 0.1).sin();
        }
        s += row(&x[i0]);
        for value in x[i0].iter() {
            s += value * value * 0.2;
        }
    }
    if x.len() > 1 && x[1].len() > 1 {
        s += x[1][1] * s;
    }
    s
}

#[differentiable]
fn result_vvf(x: &[f64]) -> Vec<Vec<f64>> {
    let mut made: Vec<Vec<f64>> = Vec::new();
    for _ in 0..x.len() - 1 {
        let mut made_part: Vec<f64> = Vec::new();
        for i1 in 0..x.len() - 2 {
            let made_part_part = (x[1] * 0.4).sin();
            let made_part_part = made_part_part * x[i1];
            made_part.push(made_part_part);
        }
        made.push(made_part);
    }
    made
}

#[differentiable]
fn value_vvf(x: Vec<Vec<f64>>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..x[i0].len() {
            s += (x[i0][i1] * 0.2 + s * 0.1).sin();
        }
        s += row(&x[i0]);
        for value in x[i0].iter() {
            s += value * value * 0.2;
        }
    }
    if x.len() > 1 && x[1].len() > 1 {
        s += x[1][1] * s;
    }
    s
}

#[differentiable]
fn slice_vvvf(x: &[Vec<Vec<f64>>]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..x[i0].len() {
            for i2 in 0..x[i0][i1].len() {
                s += (x[i0][i1][i2] * 0.2 + s * 0.1).sin();
            }
            s += row(&x[i0][i1]);
            for value in x[i0][i1].iter() {
                s += value * value * 0.2;
            }
        }
    }
    if x.len() > 1 && x[1].len() > 1 && x[1][1].len() > 1 {
        s += x[1][1][1] * s;
    }
    s
}

#[differentiable]
fn changed_slice_vvvf(x: &mut [Vec<Vec<f64>>]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..x[i0].len() {
            for i2 in 0..x[i0][i1].len() {
                x[i0][i1][i2] = x[i0][i1][i2] * s.cos() + 0.3;
                s += x[i0][i1][i2] * 0.3;
            }
        }
    }
    s
}

#[differentiable]
fn reference_vsf(x: &Vec<SF>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].other * s.cos() * 0.2;
        s += (x[i0].part * 0.3 + s * 0.1).sin();
    }
    if x.len() > 1 {
        s += x[1].part * s;
    }
    s
}

#[differentiable]
fn result_vsf(x: &[f64]) -> Vec<SF> {
    let mut made: Vec<SF> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_part = (x[0] * 0.3).sin();
        let made_part = SF { part: made_part_part, other: x[2] * 0.3 };
        made.push(made_part);
    }
    made
}

#[differentiable]
fn value_vsf(x: Vec<SF>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].other * s.cos() * 0.2;
        s += (x[i0].part * 0.3 + s * 0.1).sin();
    }
    if x.len() > 1 {
        s += x[1].part * s;
    }
    s
}

#[differentiable]
fn slice_vvsf(x: &[Vec<SF>]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..x[i0].len() {
            s += x[i0][i1].other * s.cos() * 0.2;
            s += (x[i0][i1].part * 0.3 + s * 0.1).sin();
        }
    }
    if x.len() > 1 && x[1].len() > 1 {
        s += x[1][1].part * s;
    }
    s
}

#[differentiable]
fn changed_slice_vvsf(x: &mut [Vec<SF>]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..x[i0].len() {
            x[i0][i1].other = s * x[i0][i1].other.sin();
            x[i0][i1].part = x[i0][i1].part * s.cos() + 0.4;
            s += x[i0][i1].part * 0.4;
        }
    }
    s
}

#[differentiable]
fn reference_stf(x: &STF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    s += x.part.1 * x.part.1 * 0.3;
    s += (x.part.0 * 0.4 + s * 0.1).sin();
    s += x.part.0 * s;
    s
}

#[differentiable]
fn result_stf(x: &[f64]) -> STF {
    let made_part_part = (x[2] * 0.2).sin();
    let made_part = (made_part_part, x[0] * x[1]);
    let made = STF { part: made_part, other: x[2] * 0.2 };
    made
}

#[differentiable]
fn changed_stf(x: &mut STF) -> f64 {
    let mut s: f64 = 0.2;
    x.other = s * x.other.sin();
    x.part.1 *= x.part.1 + s;
    x.part.0 = x.part.0 * s.cos() + 0.4;
    s += x.part.0 * 0.4;
    s
}

#[differentiable]
fn value_stf(x: STF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    s += x.part.1 * x.part.1 * 0.3;
    s += (x.part.0 * 0.4 + s * 0.1).sin();
    s += x.part.0 * s;
    s
}

#[differentiable]
fn slice_vstf(x: &[STF]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].other * s.cos() * 0.2;
        s += x[i0].part.1 * x[i0].part.1 * 0.3;
        s += (x[i0].part.0 * 0.4 + s * 0.1).sin();
    }
    if x.len() > 1 {
        s += x[1].part.0 * s;
    }
    s
}

#[differentiable]
fn changed_slice_vstf(x: &mut [STF]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        x[i0].other = s * x[i0].other.sin();
        x[i0].part.1 *= x[i0].part.1 + s;
        x[i0].part.0 = x[i0].part.0 * s.cos() + 0.4;
        s += x[i0].part.0 * 0.4;
    }
    s
}

#[differentiable]
fn reference_saf(x: &SAF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    for i0 in 0..2 {
        s += (x.part[i0] * 0.3 + s * 0.1).sin();
    }
    s += x.part[1] * s;
    s
}

#[differentiable]
fn result_saf(x: &[f64]) -> SAF {
    let made_part_part_a = (x[2] * 0.2).sin();
    let made_part_part_b = (x[0] * 0.3).sin();
    let made_part = [made_part_part_a, made_part_part_b];
    let made = SAF { part: made_part, other: x[2] * 0.2 };
    made
}

#[differentiable]
fn changed_saf(x: &mut SAF) -> f64 {
    let mut s: f64 = 0.2;
    x.other = s * x.other.sin();
    for i0 in 0..2 {
        x.part[i0] = x.part[i0] * s.cos() + 0.4;
        s += x.part[i0] * 0.4;
    }
    s
}

#[differentiable]
fn value_saf(x: SAF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    for i0 in 0..2 {
        s += (x.part[i0] * 0.3 + s * 0.1).sin();
    }
    s += x.part[1] * s;
    s
}

#[differentiable]
fn slice_vsaf(x: &[SAF]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].other * s.cos() * 0.2;
        for i1 in 0..2 {
            s += (x[i0].part[i1] * 0.3 + s * 0.1).sin();
        }
    }
    if x.len() > 1 {
        s += x[1].part[1] * s;
    }
    s
}

#[differentiable]
fn changed_slice_vsaf(x: &mut [SAF]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        x[i0].other = s * x[i0].other.sin();
        for i1 in 0..2 {
            x[i0].part[i1] = x[i0].part[i1] * s.cos() + 0.4;
            s += x[i0].part[i1] * 0.4;
        }
    }
    s
}

#[differentiable]
fn reference_ssf(x: &SSF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    s += x.part.other * s.cos() * 0.3;
    s += (x.part.part * 0.4 + s * 0.1).sin();
    s += x.part.part * s;
    s
}

#[differentiable]
fn result_ssf(x: &[f64]) -> SSF {
    let made_part_part = (x[2] * 0.2).sin();
    let made_part = SF { part: made_part_part, other: x[2] * 0.2 };
    let made = SSF { part: made_part, other: x[2] * 0.2 };
    made
}

#[differentiable]
fn changed_ssf(x: &mut SSF) -> f64 {
    let mut s: f64 = 0.2;
    x.other = s * x.other.sin();
    x.part.other = s * x.part.other.sin();
    x.part.part = x.part.part * s.cos() + 0.5;
    s += x.part.part * 0.5;
    s
}

#[differentiable]
fn value_ssf(x: SSF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    s += x.part.other * s.cos() * 0.3;
    s += (x.part.part * 0.4 + s * 0.1).sin();
    s += x.part.part * s;
    s
}

#[differentiable]
fn slice_vssf(x: &[SSF]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].other * s.cos() * 0.2;
        s += x[i0].part.other * s.cos() * 0.3;
        s += (x[i0].part.part * 0.4 + s * 0.1).sin();
    }
    if x.len() > 1 {
        s += x[1].part.part * s;
    }
    s
}

#[differentiable]
fn changed_slice_vssf(x: &mut [SSF]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        x[i0].other = s * x[i0].other.sin();
        x[i0].part.other = s * x[i0].part.other.sin();
        x[i0].part.part = x[i0].part.part * s.cos() + 0.5;
        s += x[i0].part.part * 0.5;
    }
    s
}

#[differentiable]
fn reference_tttf(x: &(((f64, f64), f64), f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    s += x.0.1 * x.0.1 * 0.3;
    s += x.0.0.1 * x.0.0.1 * 0.4;
    s += (x.0.0.0 * 0.5 + s * 0.1).sin();
    s += x.0.0.0 * s;
    s
}

#[differentiable]
fn result_tttf(x: &[f64]) -> (((f64, f64), f64), f64) {
    let made_part_part_part = (x[2] * 0.2).sin();
    let made_part_part = (made_part_part_part, x[0] * x[1]);
    let made_part = (made_part_part, x[0] * x[1]);
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable]
fn reference_ttaf(x: &(([f64; 2], f64), f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    s += x.0.1 * x.0.1 * 0.3;
    for i0 in 0..2 {
        s += (x.0.0[i0] * 0.4 + s * 0.1).sin();
    }
    s += x.0.0[1] * s;
    s
}

#[differentiable]
fn result_ttaf(x: &[f64]) -> (([f64; 2], f64), f64) {
    let made_part_part_part_a = (x[2] * 0.2).sin();
    let made_part_part_part_b = (x[0] * 0.3).sin();
    let made_part_part = [made_part_part_part_a, made_part_part_part_b];
    let made_part = (made_part_part, x[0] * x[1]);
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable]
fn reference_ttvf(x: &((Vec<f64>, f64), f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    s += x.0.1 * x.0.1 * 0.3;
    for i0 in 0..x.0.0.len() {
        s += (x.0.0[i0] * 0.4 + s * 0.1).sin();
    }
    s += row(&x.0.0);
    for value in x.0.0.iter() {
        s += value * value * 0.4;
    }
    if x.0.0.len() > 1 {
        s += x.0.0[1] * s;
    }
    s
}

#[differentiable]
fn result_ttvf(x: &[f64]) -> ((Vec<f64>, f64), f64) {
    let mut made_part_part: Vec<f64> = Vec::new();
    for i0 in 0..x.len() - 1 {
        let made_part_part_part = (x[0] * 0.3).sin();
        let made_part_part_part = made_part_part_part * x[i0];
        made_part_part.push(made_part_part_part);
    }
    let made_part = (made_part_part, x[0] * x[1]);
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable(structs(SF))]
fn reference_ttsf(x: &((SF, f64), f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    s += x.0.1 * x.0.1 * 0.3;
    s += x.0.0.other * s.cos() * 0.4;
    s += (x.0.0.part * 0.5 + s * 0.1).sin();
    s += x.0.0.part * s;
    s
}

#[differentiable]
fn result_ttsf(x: &[f64]) -> ((SF, f64), f64) {
    let made_part_part_part = (x[2] * 0.2).sin();
    let made_part_part = SF { part: made_part_part_part, other: x[2] * 0.2 };
    let made_part = (made_part_part, x[0] * x[1]);
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable]
fn reference_tatf(x: &([(f64, f64); 2], f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    for i0 in 0..2 {
        s += x.0[i0].1 * x.0[i0].1 * 0.3;
        s += (x.0[i0].0 * 0.4 + s * 0.1).sin();
    }
    s += x.0[1].0 * s;
    s
}

#[differentiable]
fn result_tatf(x: &[f64]) -> ([(f64, f64); 2], f64) {
    let made_part_part_a_part = (x[2] * 0.2).sin();
    let made_part_part_a = (made_part_part_a_part, x[0] * x[1]);
    let made_part_part_b_part = (x[1] * 0.4).sin();
    let made_part_part_b = (made_part_part_b_part, x[0] * x[1]);
    let made_part = [made_part_part_a, made_part_part_b];
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable]
fn reference_taaf(x: &([[f64; 2]; 2], f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    for i0 in 0..2 {
        for i1 in 0..2 {
            s += (x.0[i0][i1] * 0.3 + s * 0.1).sin();
        }
    }
    s += x.0[1][1] * s;
    s
}

#[differentiable]
fn result_taaf(x: &[f64]) -> ([[f64; 2]; 2], f64) {
    let made_part_part_a_part_a = (x[2] * 0.2).sin();
    let made_part_part_a_part_b = (x[0] * 0.3).sin();
    let made_part_part_a = [made_part_part_a_part_a, made_part_part_a_part_b];
    let made_part_part_b_part_a = (x[2] * 0.5).sin();
    let made_part_part_b_part_b = (x[0] * 0.6).sin();
    let made_part_part_b = [made_part_part_b_part_a, made_part_part_b_part_b];
    let made_part = [made_part_part_a, made_part_part_b];
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable]
fn reference_tavf(x: &([Vec<f64>; 2], f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    for i0 in 0..2 {
        for i1 in 0..x.0[i0].len() {
            s += (x.0[i0][i1] * 0.3 + s * 0.1).sin();
        }
        s += row(&x.0[i0]);
        for value in x.0[i0].iter() {
            s += value * value * 0.3;
        }
    }
    if x.0[1].len() > 1 {
        s += x.0[1][1] * s;
    }
    s
}

#[differentiable]
fn result_tavf(x: &[f64]) -> ([Vec<f64>; 2], f64) {
    let mut made_part_part_a: Vec<f64> = Vec::new();
    for i0 in 0..x.len() - 1 {
        let made_part_part_a_part = (x[0] * 0.3).sin();
        let made_part_part_a_part = made_part_part_a_part * x[i0];
        made_part_part_a.push(made_part_part_a_part);
    }
    let mut made_part_part_b: Vec<f64> = Vec::new();
    for i0 in 0..x.len() - 1 {
        let made_part_part_b_part = (x[0] * 0.6).sin();
        let made_part_part_b_part = made_part_part_b_part * x[i0];
        made_part_part_b.push(made_part_part_b_part);
    }
    let made_part = [made_part_part_a, made_part_part_b];
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable(structs(SF))]
fn reference_tasf(x: &([SF; 2], f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    for i0 in 0..2 {
        s += x.0[i0].other * s.cos() * 0.3;
        s += (x.0[i0].part * 0.4 + s * 0.1).sin();
    }
    s += x.0[1].part * s;
    s
}

#[differentiable]
fn result_tasf(x: &[f64]) -> ([SF; 2], f64) {
    let made_part_part_a_part = (x[2] * 0.2).sin();
    let made_part_part_a = SF { part: made_part_part_a_part, other: x[2] * 0.2 };
    let made_part_part_b_part = (x[1] * 0.4).sin();
    let made_part_part_b = SF { part: made_part_part_b_part, other: x[2] * 0.4 };
    let made_part = [made_part_part_a, made_part_part_b];
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable]
fn reference_tvtf(x: &(Vec<(f64, f64)>, f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    for i0 in 0..x.0.len() {
        s += x.0[i0].1 * x.0[i0].1 * 0.3;
        s += (x.0[i0].0 * 0.4 + s * 0.1).sin();
    }
    if x.0.len() > 1 {
        s += x.0[1].0 * s;
    }
    s
}

#[differentiable]
fn result_tvtf(x: &[f64]) -> (Vec<(f64, f64)>, f64) {
    let mut made_part: Vec<(f64, f64)> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_part_part = (x[0] * 0.3).sin();
        let made_part_part = (made_part_part_part, x[0] * x[1]);
        made_part.push(made_part_part);
    }
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable]
fn reference_tvaf(x: &(Vec<[f64; 2]>, f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    for i0 in 0..x.0.len() {
        for i1 in 0..2 {
            s += (x.0[i0][i1] * 0.3 + s * 0.1).sin();
        }
    }
    if x.0.len() > 1 {
        s += x.0[1][1] * s;
    }
    s
}

#[differentiable]
fn result_tvaf(x: &[f64]) -> (Vec<[f64; 2]>, f64) {
    let mut made_part: Vec<[f64; 2]> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_part_part_a = (x[0] * 0.3).sin();
        let made_part_part_part_b = (x[1] * 0.4).sin();
        let made_part_part = [made_part_part_part_a, made_part_part_part_b];
        made_part.push(made_part_part);
    }
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable]
fn reference_tvvf(x: &(Vec<Vec<f64>>, f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    for i0 in 0..x.0.len() {
        for i1 in 0..x.0[i0].len() {
            s += (x.0[i0][i1] * 0.3 + s * 0.1).sin();
        }
        s += row(&x.0[i0]);
        for value in x.0[i0].iter() {
            s += value * value * 0.3;
        }
    }
    if x.0.len() > 1 && x.0[1].len() > 1 {
        s += x.0[1][1] * s;
    }
    s
}

#[differentiable]
fn result_tvvf(x: &[f64]) -> (Vec<Vec<f64>>, f64) {
    let mut made_part: Vec<Vec<f64>> = Vec::new();
    for _ in 0..x.len() - 1 {
        let mut made_part_part: Vec<f64> = Vec::new();
        for i1 in 0..x.len() - 2 {
            let made_part_part_part = (x[1] * 0.4).sin();
            let made_part_part_part = made_part_part_part * x[i1];
            made_part_part.push(made_part_part_part);
        }
        made_part.push(made_part_part);
    }
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable(structs(SF))]
fn reference_tvsf(x: &(Vec<SF>, f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    for i0 in 0..x.0.len() {
        s += x.0[i0].other * s.cos() * 0.3;
        s += (x.0[i0].part * 0.4 + s * 0.1).sin();
    }
    if x.0.len() > 1 {
        s += x.0[1].part * s;
    }
    s
}

#[differentiable]
fn result_tvsf(x: &[f64]) -> (Vec<SF>, f64) {
    let mut made_part: Vec<SF> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_part_part = (x[0] * 0.3).sin();
        let made_part_part = SF { part: made_part_part_part, other: x[2] * 0.3 };
        made_part.push(made_part_part);
    }
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable(structs(STF))]
fn reference_tstf(x: &(STF, f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    s += x.0.other * s.cos() * 0.3;
    s += x.0.part.1 * x.0.part.1 * 0.4;
    s += (x.0.part.0 * 0.5 + s * 0.1).sin();
    s += x.0.part.0 * s;
    s
}

#[differentiable]
fn result_tstf(x: &[f64]) -> (STF, f64) {
    let made_part_part_part = (x[2] * 0.2).sin();
    let made_part_part = (made_part_part_part, x[0] * x[1]);
    let made_part = STF { part: made_part_part, other: x[2] * 0.2 };
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable(structs(SAF))]
fn reference_tsaf(x: &(SAF, f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    s += x.0.other * s.cos() * 0.3;
    for i0 in 0..2 {
        s += (x.0.part[i0] * 0.4 + s * 0.1).sin();
    }
    s += x.0.part[1] * s;
    s
}

#[differentiable]
fn result_tsaf(x: &[f64]) -> (SAF, f64) {
    let made_part_part_part_a = (x[2] * 0.2).sin();
    let made_part_part_part_b = (x[0] * 0.3).sin();
    let made_part_part = [made_part_part_part_a, made_part_part_part_b];
    let made_part = SAF { part: made_part_part, other: x[2] * 0.2 };
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable(structs(SSF))]
fn reference_tssf(x: &(SSF, f64)) -> f64 {
    let mut s: f64 = 0.2;
    s += x.1 * x.1 * 0.2;
    s += x.0.other * s.cos() * 0.3;
    s += x.0.part.other * s.cos() * 0.4;
    s += (x.0.part.part * 0.5 + s * 0.1).sin();
    s += x.0.part.part * s;
    s
}

#[differentiable]
fn result_tssf(x: &[f64]) -> (SSF, f64) {
    let made_part_part_part = (x[2] * 0.2).sin();
    let made_part_part = SF { part: made_part_part_part, other: x[2] * 0.2 };
    let made_part = SSF { part: made_part_part, other: x[2] * 0.2 };
    let made = (made_part, x[0] * x[1]);
    made
}

#[differentiable]
fn reference_attf(x: &[((f64, f64), f64); 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        s += x[i0].1 * x[i0].1 * 0.2;
        s += x[i0].0.1 * x[i0].0.1 * 0.3;
        s += (x[i0].0.0 * 0.4 + s * 0.1).sin();
    }
    s += x[1].0.0 * s;
    s
}

#[differentiable]
fn result_attf(x: &[f64]) -> [((f64, f64), f64); 2] {
    let made_part_a_part_part = (x[2] * 0.2).sin();
    let made_part_a_part = (made_part_a_part_part, x[0] * x[1]);
    let made_part_a = (made_part_a_part, x[0] * x[1]);
    let made_part_b_part_part = (x[2] * 0.5).sin();
    let made_part_b_part = (made_part_b_part_part, x[0] * x[1]);
    let made_part_b = (made_part_b_part, x[0] * x[1]);
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn reference_ataf(x: &[([f64; 2], f64); 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        s += x[i0].1 * x[i0].1 * 0.2;
        for i1 in 0..2 {
            s += (x[i0].0[i1] * 0.3 + s * 0.1).sin();
        }
    }
    s += x[1].0[1] * s;
    s
}

#[differentiable]
fn result_ataf(x: &[f64]) -> [([f64; 2], f64); 2] {
    let made_part_a_part_part_a = (x[2] * 0.2).sin();
    let made_part_a_part_part_b = (x[0] * 0.3).sin();
    let made_part_a_part = [made_part_a_part_part_a, made_part_a_part_part_b];
    let made_part_a = (made_part_a_part, x[0] * x[1]);
    let made_part_b_part_part_a = (x[0] * 0.6).sin();
    let made_part_b_part_part_b = (x[1] * 0.7).sin();
    let made_part_b_part = [made_part_b_part_part_a, made_part_b_part_part_b];
    let made_part_b = (made_part_b_part, x[0] * x[1]);
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn reference_atvf(x: &[(Vec<f64>, f64); 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        s += x[i0].1 * x[i0].1 * 0.2;
        for i1 in 0..x[i0].0.len() {
            s += (x[i0].0[i1] * 0.3 + s * 0.1).sin();
        }
        s += row(&x[i0].0);
        for value in x[i0].0.iter() {
            s += value * value * 0.3;
        }
    }
    if x[1].0.len() > 1 {
        s += x[1].0[1] * s;
    }
    s
}

#[differentiable]
fn result_atvf(x: &[f64]) -> [(Vec<f64>, f64); 2] {
    let mut made_part_a_part: Vec<f64> = Vec::new();
    for i0 in 0..x.len() - 1 {
        let made_part_a_part_part = (x[0] * 0.3).sin();
        let made_part_a_part_part = made_part_a_part_part * x[i0];
        made_part_a_part.push(made_part_a_part_part);
    }
    let made_part_a = (made_part_a_part, x[0] * x[1]);
    let mut made_part_b_part: Vec<f64> = Vec::new();
    for i0 in 0..x.len() - 1 {
        let made_part_b_part_part = (x[1] * 0.7).sin();
        let made_part_b_part_part = made_part_b_part_part * x[i0];
        made_part_b_part.push(made_part_b_part_part);
    }
    let made_part_b = (made_part_b_part, x[0] * x[1]);
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable(structs(SF))]
fn reference_atsf(x: &[(SF, f64); 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        s += x[i0].1 * x[i0].1 * 0.2;
        s += x[i0].0.other * s.cos() * 0.3;
        s += (x[i0].0.part * 0.4 + s * 0.1).sin();
    }
    s += x[1].0.part * s;
    s
}

#[differentiable]
fn result_atsf(x: &[f64]) -> [(SF, f64); 2] {
    let made_part_a_part_part = (x[2] * 0.2).sin();
    let made_part_a_part = SF { part: made_part_a_part_part, other: x[2] * 0.2 };
    let made_part_a = (made_part_a_part, x[0] * x[1]);
    let made_part_b_part_part = (x[2] * 0.5).sin();
    let made_part_b_part = SF { part: made_part_b_part_part, other: x[2] * 0.5 };
    let made_part_b = (made_part_b_part, x[0] * x[1]);
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn reference_aatf(x: &[[(f64, f64); 2]; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        for i1 in 0..2 {
            s += x[i0][i1].1 * x[i0][i1].1 * 0.2;
            s += (x[i0][i1].0 * 0.3 + s * 0.1).sin();
        }
    }
    s += x[1][1].0 * s;
    s
}

#[differentiable]
fn result_aatf(x: &[f64]) -> [[(f64, f64); 2]; 2] {
    let made_part_a_part_a_part = (x[2] * 0.2).sin();
    let made_part_a_part_a = (made_part_a_part_a_part, x[0] * x[1]);
    let made_part_a_part_b_part = (x[1] * 0.4).sin();
    let made_part_a_part_b = (made_part_a_part_b_part, x[0] * x[1]);
    let made_part_a = [made_part_a_part_a, made_part_a_part_b];
    let made_part_b_part_a_part = (x[1] * 0.7).sin();
    let made_part_b_part_a = (made_part_b_part_a_part, x[0] * x[1]);
    let made_part_b_part_b_part = (x[0] * 0.9).sin();
    let made_part_b_part_b = (made_part_b_part_b_part, x[0] * x[1]);
    let made_part_b = [made_part_b_part_a, made_part_b_part_b];
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn reference_aaaf(x: &[[[f64; 2]; 2]; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        for i1 in 0..2 {
            for i2 in 0..2 {
                s += (x[i0][i1][i2] * 0.2 + s * 0.1).sin();
            }
        }
    }
    s += x[1][1][1] * s;
    s
}

#[differentiable]
fn result_aaaf(x: &[f64]) -> [[[f64; 2]; 2]; 2] {
    let made_part_a_part_a_part_a = (x[2] * 0.2).sin();
    let made_part_a_part_a_part_b = (x[0] * 0.3).sin();
    let made_part_a_part_a = [made_part_a_part_a_part_a, made_part_a_part_a_part_b];
    let made_part_a_part_b_part_a = (x[2] * 0.5).sin();
    let made_part_a_part_b_part_b = (x[0] * 0.6).sin();
    let made_part_a_part_b = [made_part_a_part_b_part_a, made_part_a_part_b_part_b];
    let made_part_a = [made_part_a_part_a, made_part_a_part_b];
    let made_part_b_part_a_part_a = (x[0] * 0.9).sin();
    let made_part_b_part_a_part_b = (x[1] * 0.10).sin();
    let made_part_b_part_a = [made_part_b_part_a_part_a, made_part_b_part_a_part_b];
    let made_part_b_part_b_part_a = (x[0] * 0.12).sin();
    let made_part_b_part_b_part_b = (x[1] * 0.13).sin();
    let made_part_b_part_b = [made_part_b_part_b_part_a, made_part_b_part_b_part_b];
    let made_part_b = [made_part_b_part_a, made_part_b_part_b];
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn reference_aavf(x: &[[Vec<f64>; 2]; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        for i1 in 0..2 {
            for i2 in 0..x[i0][i1].len() {
                s += (x[i0][i1][i2] * 0.2 + s * 0.1).sin();
            }
            s += row(&x[i0][i1]);
            for value in x[i0][i1].iter() {
                s += value * value * 0.2;
            }
        }
    }
    if x[1][1].len() > 1 {
        s += x[1][1][1] * s;
    }
    s
}

#[differentiable]
fn result_aavf(x: &[f64]) -> [[Vec<f64>; 2]; 2] {
    let mut made_part_a_part_a: Vec<f64> = Vec::new();
    for i0 in 0..x.len() - 1 {
        let made_part_a_part_a_part = (x[0] * 0.3).sin();
        let made_part_a_part_a_part = made_part_a_part_a_part * x[i0];
        made_part_a_part_a.push(made_part_a_part_a_part);
    }
    let mut made_part_a_part_b: Vec<f64> = Vec::new();
    for i0 in 0..x.len() - 1 {
        let made_part_a_part_b_part = (x[0] * 0.6).sin();
        let made_part_a_part_b_part = made_part_a_part_b_part * x[i0];
        made_part_a_part_b.push(made_part_a_part_b_part);
    }
    let made_part_a = [made_part_a_part_a, made_part_a_part_b];
    let mut made_part_b_part_a: Vec<f64> = Vec::new();
    for i0 in 0..x.len() - 1 {
        let made_part_b_part_a_part = (x[1] * 0.10).sin();
        let made_part_b_part_a_part = made_part_b_part_a_part * x[i0];
        made_part_b_part_a.push(made_part_b_part_a_part);
    }
    let mut made_part_b_part_b: Vec<f64> = Vec::new();
    for i0 in 0..x.len() - 1 {
        let made_part_b_part_b_part = (x[1] * 0.13).sin();
        let made_part_b_part_b_part = made_part_b_part_b_part * x[i0];
        made_part_b_part_b.push(made_part_b_part_b_part);
    }
    let made_part_b = [made_part_b_part_a, made_part_b_part_b];
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn reference_aasf(x: &[[SF; 2]; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        for i1 in 0..2 {
            s += x[i0][i1].other * s.cos() * 0.2;
            s += (x[i0][i1].part * 0.3 + s * 0.1).sin();
        }
    }
    s += x[1][1].part * s;
    s
}

#[differentiable]
fn result_aasf(x: &[f64]) -> [[SF; 2]; 2] {
    let made_part_a_part_a_part = (x[2] * 0.2).sin();
    let made_part_a_part_a = SF { part: made_part_a_part_a_part, other: x[2] * 0.2 };
    let made_part_a_part_b_part = (x[1] * 0.4).sin();
    let made_part_a_part_b = SF { part: made_part_a_part_b_part, other: x[2] * 0.4 };
    let made_part_a = [made_part_a_part_a, made_part_a_part_b];
    let made_part_b_part_a_part = (x[1] * 0.7).sin();
    let made_part_b_part_a = SF { part: made_part_b_part_a_part, other: x[2] * 0.7 };
    let made_part_b_part_b_part = (x[0] * 0.9).sin();
    let made_part_b_part_b = SF { part: made_part_b_part_b_part, other: x[2] * 0.9 };
    let made_part_b = [made_part_b_part_a, made_part_b_part_b];
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn reference_avtf(x: &[Vec<(f64, f64)>; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        for i1 in 0..x[i0].len() {
            s += x[i0][i1].1 * x[i0][i1].1 * 0.2;
            s += (x[i0][i1].0 * 0.3 + s * 0.1).sin();
        }
    }
    if x[1].len() > 1 {
        s += x[1][1].0 * s;
    }
    s
}

#[differentiable]
fn result_avtf(x: &[f64]) -> [Vec<(f64, f64)>; 2] {
    let mut made_part_a: Vec<(f64, f64)> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_a_part_part = (x[0] * 0.3).sin();
        let made_part_a_part = (made_part_a_part_part, x[0] * x[1]);
        made_part_a.push(made_part_a_part);
    }
    let mut made_part_b: Vec<(f64, f64)> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_b_part_part = (x[0] * 0.6).sin();
        let made_part_b_part = (made_part_b_part_part, x[0] * x[1]);
        made_part_b.push(made_part_b_part);
    }
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn reference_avaf(x: &[Vec<[f64; 2]>; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        for i1 in 0..x[i0].len() {
            for i2 in 0..2 {
                s += (x[i0][i1][i2] * 0.2 + s * 0.1).sin();
            }
        }
    }
    if x[1].len() > 1 {
        s += x[1][1][1] * s;
    }
    s
}

#[differentiable]
fn result_avaf(x: &[f64]) -> [Vec<[f64; 2]>; 2] {
    let mut made_part_a: Vec<[f64; 2]> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_a_part_part_a = (x[0] * 0.3).sin();
        let made_part_a_part_part_b = (x[1] * 0.4).sin();
        let made_part_a_part = [made_part_a_part_part_a, made_part_a_part_part_b];
        made_part_a.push(made_part_a_part);
    }
    let mut made_part_b: Vec<[f64; 2]> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_b_part_part_a = (x[1] * 0.7).sin();
        let made_part_b_part_part_b = (x[2] * 0.8).sin();
        let made_part_b_part = [made_part_b_part_part_a, made_part_b_part_part_b];
        made_part_b.push(made_part_b_part);
    }
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn reference_avvf(x: &[Vec<Vec<f64>>; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        for i1 in 0..x[i0].len() {
            for i2 in 0..x[i0][i1].len() {
                s += (x[i0][i1][i2] * 0.2 + s * 0.1).sin();
            }
            s += row(&x[i0][i1]);
            for value in x[i0][i1].iter() {
                s += value * value * 0.2;
            }
        }
    }
    if x[1].len() > 1 && x[1][1].len() > 1 {
        s += x[1][1][1] * s;
    }
    s
}

#[differentiable]
fn result_avvf(x: &[f64]) -> [Vec<Vec<f64>>; 2] {
    let mut made_part_a: Vec<Vec<f64>> = Vec::new();
    for _ in 0..x.len() - 1 {
        let mut made_part_a_part: Vec<f64> = Vec::new();
        for i1 in 0..x.len() - 2 {
            let made_part_a_part_part = (x[1] * 0.4).sin();
            let made_part_a_part_part = made_part_a_part_part * x[i1];
            made_part_a_part.push(made_part_a_part_part);
        }
        made_part_a.push(made_part_a_part);
    }
    let mut made_part_b: Vec<Vec<f64>> = Vec::new();
    for _ in 0..x.len() - 1 {
        let mut made_part_b_part: Vec<f64> = Vec::new();
        for i1 in 0..x.len() - 2 {
            let made_part_b_part_part = (x[2] * 0.8).sin();
            let made_part_b_part_part = made_part_b_part_part * x[i1];
            made_part_b_part.push(made_part_b_part_part);
        }
        made_part_b.push(made_part_b_part);
    }
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn reference_avsf(x: &[Vec<SF>; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        for i1 in 0..x[i0].len() {
            s += x[i0][i1].other * s.cos() * 0.2;
            s += (x[i0][i1].part * 0.3 + s * 0.1).sin();
        }
    }
    if x[1].len() > 1 {
        s += x[1][1].part * s;
    }
    s
}

#[differentiable]
fn result_avsf(x: &[f64]) -> [Vec<SF>; 2] {
    let mut made_part_a: Vec<SF> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_a_part_part = (x[0] * 0.3).sin();
        let made_part_a_part = SF { part: made_part_a_part_part, other: x[2] * 0.3 };
        made_part_a.push(made_part_a_part);
    }
    let mut made_part_b: Vec<SF> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_b_part_part = (x[0] * 0.6).sin();
        let made_part_b_part = SF { part: made_part_b_part_part, other: x[2] * 0.6 };
        made_part_b.push(made_part_b_part);
    }
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn reference_astf(x: &[STF; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        s += x[i0].other * s.cos() * 0.2;
        s += x[i0].part.1 * x[i0].part.1 * 0.3;
        s += (x[i0].part.0 * 0.4 + s * 0.1).sin();
    }
    s += x[1].part.0 * s;
    s
}

#[differentiable]
fn result_astf(x: &[f64]) -> [STF; 2] {
    let made_part_a_part_part = (x[2] * 0.2).sin();
    let made_part_a_part = (made_part_a_part_part, x[0] * x[1]);
    let made_part_a = STF { part: made_part_a_part, other: x[2] * 0.2 };
    let made_part_b_part_part = (x[2] * 0.5).sin();
    let made_part_b_part = (made_part_b_part_part, x[0] * x[1]);
    let made_part_b = STF { part: made_part_b_part, other: x[2] * 0.5 };
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn reference_asaf(x: &[SAF; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        s += x[i0].other * s.cos() * 0.2;
        for i1 in 0..2 {
            s += (x[i0].part[i1] * 0.3 + s * 0.1).sin();
        }
    }
    s += x[1].part[1] * s;
    s
}

#[differentiable]
fn result_asaf(x: &[f64]) -> [SAF; 2] {
    let made_part_a_part_part_a = (x[2] * 0.2).sin();
    let made_part_a_part_part_b = (x[0] * 0.3).sin();
    let made_part_a_part = [made_part_a_part_part_a, made_part_a_part_part_b];
    let made_part_a = SAF { part: made_part_a_part, other: x[2] * 0.2 };
    let made_part_b_part_part_a = (x[0] * 0.6).sin();
    let made_part_b_part_part_b = (x[1] * 0.7).sin();
    let made_part_b_part = [made_part_b_part_part_a, made_part_b_part_part_b];
    let made_part_b = SAF { part: made_part_b_part, other: x[2] * 0.6 };
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn reference_assf(x: &[SSF; 2]) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..2 {
        s += x[i0].other * s.cos() * 0.2;
        s += x[i0].part.other * s.cos() * 0.3;
        s += (x[i0].part.part * 0.4 + s * 0.1).sin();
    }
    s += x[1].part.part * s;
    s
}

#[differentiable]
fn result_assf(x: &[f64]) -> [SSF; 2] {
    let made_part_a_part_part = (x[2] * 0.2).sin();
    let made_part_a_part = SF { part: made_part_a_part_part, other: x[2] * 0.2 };
    let made_part_a = SSF { part: made_part_a_part, other: x[2] * 0.2 };
    let made_part_b_part_part = (x[2] * 0.5).sin();
    let made_part_b_part = SF { part: made_part_b_part_part, other: x[2] * 0.5 };
    let made_part_b = SSF { part: made_part_b_part, other: x[2] * 0.5 };
    let made = [made_part_a, made_part_b];
    made
}

#[differentiable]
fn reference_vttf(x: &Vec<((f64, f64), f64)>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].1 * x[i0].1 * 0.2;
        s += x[i0].0.1 * x[i0].0.1 * 0.3;
        s += (x[i0].0.0 * 0.4 + s * 0.1).sin();
    }
    if x.len() > 1 {
        s += x[1].0.0 * s;
    }
    s
}

#[differentiable]
fn result_vttf(x: &[f64]) -> Vec<((f64, f64), f64)> {
    let mut made: Vec<((f64, f64), f64)> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_part_part = (x[0] * 0.3).sin();
        let made_part_part = (made_part_part_part, x[0] * x[1]);
        let made_part = (made_part_part, x[0] * x[1]);
        made.push(made_part);
    }
    made
}

#[differentiable]
fn reference_vtaf(x: &Vec<([f64; 2], f64)>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].1 * x[i0].1 * 0.2;
        for i1 in 0..2 {
            s += (x[i0].0[i1] * 0.3 + s * 0.1).sin();
        }
    }
    if x.len() > 1 {
        s += x[1].0[1] * s;
    }
    s
}

#[differentiable]
fn result_vtaf(x: &[f64]) -> Vec<([f64; 2], f64)> {
    let mut made: Vec<([f64; 2], f64)> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_part_part_a = (x[0] * 0.3).sin();
        let made_part_part_part_b = (x[1] * 0.4).sin();
        let made_part_part = [made_part_part_part_a, made_part_part_part_b];
        let made_part = (made_part_part, x[0] * x[1]);
        made.push(made_part);
    }
    made
}

#[differentiable]
fn reference_vtvf(x: &Vec<(Vec<f64>, f64)>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].1 * x[i0].1 * 0.2;
        for i1 in 0..x[i0].0.len() {
            s += (x[i0].0[i1] * 0.3 + s * 0.1).sin();
        }
        s += row(&x[i0].0);
        for value in x[i0].0.iter() {
            s += value * value * 0.3;
        }
    }
    if x.len() > 1 && x[1].0.len() > 1 {
        s += x[1].0[1] * s;
    }
    s
}

#[differentiable]
fn result_vtvf(x: &[f64]) -> Vec<(Vec<f64>, f64)> {
    let mut made: Vec<(Vec<f64>, f64)> = Vec::new();
    for _ in 0..x.len() - 1 {
        let mut made_part_part: Vec<f64> = Vec::new();
        for i1 in 0..x.len() - 2 {
            let made_part_part_part = (x[1] * 0.4).sin();
            let made_part_part_part = made_part_part_part * x[i1];
            made_part_part.push(made_part_part_part);
        }
        let made_part = (made_part_part, x[0] * x[1]);
        made.push(made_part);
    }
    made
}

#[differentiable(structs(SF))]
fn reference_vtsf(x: &Vec<(SF, f64)>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].1 * x[i0].1 * 0.2;
        s += x[i0].0.other * s.cos() * 0.3;
        s += (x[i0].0.part * 0.4 + s * 0.1).sin();
    }
    if x.len() > 1 {
        s += x[1].0.part * s;
    }
    s
}

#[differentiable]
fn result_vtsf(x: &[f64]) -> Vec<(SF, f64)> {
    let mut made: Vec<(SF, f64)> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_part_part = (x[0] * 0.3).sin();
        let made_part_part = SF { part: made_part_part_part, other: x[2] * 0.3 };
        let made_part = (made_part_part, x[0] * x[1]);
        made.push(made_part);
    }
    made
}

#[differentiable]
fn reference_vatf(x: &Vec<[(f64, f64); 2]>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..2 {
            s += x[i0][i1].1 * x[i0][i1].1 * 0.2;
            s += (x[i0][i1].0 * 0.3 + s * 0.1).sin();
        }
    }
    if x.len() > 1 {
        s += x[1][1].0 * s;
    }
    s
}

#[differentiable]
fn result_vatf(x: &[f64]) -> Vec<[(f64, f64); 2]> {
    let mut made: Vec<[(f64, f64); 2]> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_part_a_part = (x[0] * 0.3).sin();
        let made_part_part_a = (made_part_part_a_part, x[0] * x[1]);
        let made_part_part_b_part = (x[2] * 0.5).sin();
        let made_part_part_b = (made_part_part_b_part, x[0] * x[1]);
        let made_part = [made_part_part_a, made_part_part_b];
        made.push(made_part);
    }
    made
}

#[differentiable]
fn reference_vaaf(x: &Vec<[[f64; 2]; 2]>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..2 {
            for i2 in 0..2 {
                s += (x[i0][i1][i2] * 0.2 + s * 0.1).sin();
            }
        }
    }
    if x.len() > 1 {
        s += x[1][1][1] * s;
    }
    s
}

#[differentiable]
fn result_vaaf(x: &[f64]) -> Vec<[[f64; 2]; 2]> {
    let mut made: Vec<[[f64; 2]; 2]> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_part_a_part_a = (x[0] * 0.3).sin();
        let made_part_part_a_part_b = (x[1] * 0.4).sin();
        let made_part_part_a = [made_part_part_a_part_a, made_part_part_a_part_b];
        let made_part_part_b_part_a = (x[0] * 0.6).sin();
        let made_part_part_b_part_b = (x[1] * 0.7).sin();
        let made_part_part_b = [made_part_part_b_part_a, made_part_part_b_part_b];
        let made_part = [made_part_part_a, made_part_part_b];
        made.push(made_part);
    }
    made
}

#[differentiable]
fn reference_vavf(x: &Vec<[Vec<f64>; 2]>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..2 {
            for i2 in 0..x[i0][i1].len() {
                s += (x[i0][i1][i2] * 0.2 + s * 0.1).sin();
            }
            s += row(&x[i0][i1]);
            for value in x[i0][i1].iter() {
                s += value * value * 0.2;
            }
        }
    }
    if x.len() > 1 && x[1][1].len() > 1 {
        s += x[1][1][1] * s;
    }
    s
}

#[differentiable]
fn result_vavf(x: &[f64]) -> Vec<[Vec<f64>; 2]> {
    let mut made: Vec<[Vec<f64>; 2]> = Vec::new();
    for _ in 0..x.len() - 1 {
        let mut made_part_part_a: Vec<f64> = Vec::new();
        for i1 in 0..x.len() - 2 {
            let made_part_part_a_part = (x[1] * 0.4).sin();
            let made_part_part_a_part = made_part_part_a_part * x[i1];
            made_part_part_a.push(made_part_part_a_part);
        }
        let mut made_part_part_b: Vec<f64> = Vec::new();
        for i1 in 0..x.len() - 2 {
            let made_part_part_b_part = (x[1] * 0.7).sin();
            let made_part_part_b_part = made_part_part_b_part * x[i1];
            made_part_part_b.push(made_part_part_b_part);
        }
        let made_part = [made_part_part_a, made_part_part_b];
        made.push(made_part);
    }
    made
}

#[differentiable]
fn reference_vasf(x: &Vec<[SF; 2]>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..2 {
            s += x[i0][i1].other * s.cos() * 0.2;
            s += (x[i0][i1].part * 0.3 + s * 0.1).sin();
        }
    }
    if x.len() > 1 {
        s += x[1][1].part * s;
    }
    s
}

#[differentiable]
fn result_vasf(x: &[f64]) -> Vec<[SF; 2]> {
    let mut made: Vec<[SF; 2]> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_part_a_part = (x[0] * 0.3).sin();
        let made_part_part_a = SF { part: made_part_part_a_part, other: x[2] * 0.3 };
        let made_part_part_b_part = (x[2] * 0.5).sin();
        let made_part_part_b = SF { part: made_part_part_b_part, other: x[2] * 0.5 };
        let made_part = [made_part_part_a, made_part_part_b];
        made.push(made_part);
    }
    made
}

#[differentiable]
fn reference_vvtf(x: &Vec<Vec<(f64, f64)>>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..x[i0].len() {
            s += x[i0][i1].1 * x[i0][i1].1 * 0.2;
            s += (x[i0][i1].0 * 0.3 + s * 0.1).sin();
        }
    }
    if x.len() > 1 && x[1].len() > 1 {
        s += x[1][1].0 * s;
    }
    s
}

#[differentiable]
fn result_vvtf(x: &[f64]) -> Vec<Vec<(f64, f64)>> {
    let mut made: Vec<Vec<(f64, f64)>> = Vec::new();
    for _ in 0..x.len() - 1 {
        let mut made_part: Vec<(f64, f64)> = Vec::new();
        for _ in 0..x.len() - 2 {
            let made_part_part_part = (x[1] * 0.4).sin();
            let made_part_part = (made_part_part_part, x[0] * x[1]);
            made_part.push(made_part_part);
        }
        made.push(made_part);
    }
    made
}

#[differentiable]
fn reference_vvaf(x: &Vec<Vec<[f64; 2]>>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..x[i0].len() {
            for i2 in 0..2 {
                s += (x[i0][i1][i2] * 0.2 + s * 0.1).sin();
            }
        }
    }
    if x.len() > 1 && x[1].len() > 1 {
        s += x[1][1][1] * s;
    }
    s
}

#[differentiable]
fn result_vvaf(x: &[f64]) -> Vec<Vec<[f64; 2]>> {
    let mut made: Vec<Vec<[f64; 2]>> = Vec::new();
    for _ in 0..x.len() - 1 {
        let mut made_part: Vec<[f64; 2]> = Vec::new();
        for _ in 0..x.len() - 2 {
            let made_part_part_part_a = (x[1] * 0.4).sin();
            let made_part_part_part_b = (x[2] * 0.5).sin();
            let made_part_part = [made_part_part_part_a, made_part_part_part_b];
            made_part.push(made_part_part);
        }
        made.push(made_part);
    }
    made
}

#[differentiable]
fn reference_vvvf(x: &Vec<Vec<Vec<f64>>>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..x[i0].len() {
            for i2 in 0..x[i0][i1].len() {
                s += (x[i0][i1][i2] * 0.2 + s * 0.1).sin();
            }
            s += row(&x[i0][i1]);
            for value in x[i0][i1].iter() {
                s += value * value * 0.2;
            }
        }
    }
    if x.len() > 1 && x[1].len() > 1 && x[1][1].len() > 1 {
        s += x[1][1][1] * s;
    }
    s
}

#[differentiable]
fn result_vvvf(x: &[f64]) -> Vec<Vec<Vec<f64>>> {
    let mut made: Vec<Vec<Vec<f64>>> = Vec::new();
    for _ in 0..x.len() - 1 {
        let mut made_part: Vec<Vec<f64>> = Vec::new();
        for _ in 0..x.len() - 2 {
            let mut made_part_part: Vec<f64> = Vec::new();
            for i2 in 0..x.len() - 0 {
                let made_part_part_part = (x[2] * 0.5).sin();
                let made_part_part_part = made_part_part_part * x[i2];
                made_part_part.push(made_part_part_part);
            }
            made_part.push(made_part_part);
        }
        made.push(made_part);
    }
    made
}

#[differentiable]
fn reference_vvsf(x: &Vec<Vec<SF>>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        for i1 in 0..x[i0].len() {
            s += x[i0][i1].other * s.cos() * 0.2;
            s += (x[i0][i1].part * 0.3 + s * 0.1).sin();
        }
    }
    if x.len() > 1 && x[1].len() > 1 {
        s += x[1][1].part * s;
    }
    s
}

#[differentiable]
fn result_vvsf(x: &[f64]) -> Vec<Vec<SF>> {
    let mut made: Vec<Vec<SF>> = Vec::new();
    for _ in 0..x.len() - 1 {
        let mut made_part: Vec<SF> = Vec::new();
        for _ in 0..x.len() - 2 {
            let made_part_part_part = (x[1] * 0.4).sin();
            let made_part_part = SF { part: made_part_part_part, other: x[2] * 0.4 };
            made_part.push(made_part_part);
        }
        made.push(made_part);
    }
    made
}

#[differentiable]
fn reference_vstf(x: &Vec<STF>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].other * s.cos() * 0.2;
        s += x[i0].part.1 * x[i0].part.1 * 0.3;
        s += (x[i0].part.0 * 0.4 + s * 0.1).sin();
    }
    if x.len() > 1 {
        s += x[1].part.0 * s;
    }
    s
}

#[differentiable]
fn result_vstf(x: &[f64]) -> Vec<STF> {
    let mut made: Vec<STF> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_part_part = (x[0] * 0.3).sin();
        let made_part_part = (made_part_part_part, x[0] * x[1]);
        let made_part = STF { part: made_part_part, other: x[2] * 0.3 };
        made.push(made_part);
    }
    made
}

#[differentiable]
fn reference_vsaf(x: &Vec<SAF>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].other * s.cos() * 0.2;
        for i1 in 0..2 {
            s += (x[i0].part[i1] * 0.3 + s * 0.1).sin();
        }
    }
    if x.len() > 1 {
        s += x[1].part[1] * s;
    }
    s
}

#[differentiable]
fn result_vsaf(x: &[f64]) -> Vec<SAF> {
    let mut made: Vec<SAF> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_part_part_a = (x[0] * 0.3).sin();
        let made_part_part_part_b = (x[1] * 0.4).sin();
        let made_part_part = [made_part_part_part_a, made_part_part_part_b];
        let made_part = SAF { part: made_part_part, other: x[2] * 0.3 };
        made.push(made_part);
    }
    made
}

#[differentiable]
fn reference_vssf(x: &Vec<SSF>) -> f64 {
    let mut s: f64 = 0.2;
    for i0 in 0..x.len() {
        s += x[i0].other * s.cos() * 0.2;
        s += x[i0].part.other * s.cos() * 0.3;
        s += (x[i0].part.part * 0.4 + s * 0.1).sin();
    }
    if x.len() > 1 {
        s += x[1].part.part * s;
    }
    s
}

#[differentiable]
fn result_vssf(x: &[f64]) -> Vec<SSF> {
    let mut made: Vec<SSF> = Vec::new();
    for _ in 0..x.len() - 1 {
        let made_part_part_part = (x[0] * 0.3).sin();
        let made_part_part = SF { part: made_part_part_part, other: x[2] * 0.3 };
        let made_part = SSF { part: made_part_part, other: x[2] * 0.3 };
        made.push(made_part);
    }
    made
}

#[differentiable]
fn reference_sttf(x: &STTF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    s += x.part.1 * x.part.1 * 0.3;
    s += x.part.0.1 * x.part.0.1 * 0.4;
    s += (x.part.0.0 * 0.5 + s * 0.1).sin();
    s += x.part.0.0 * s;
    s
}

#[differentiable]
fn result_sttf(x: &[f64]) -> STTF {
    let made_part_part_part = (x[2] * 0.2).sin();
    let made_part_part = (made_part_part_part, x[0] * x[1]);
    let made_part = (made_part_part, x[0] * x[1]);
    let made = STTF { part: made_part, other: x[2] * 0.2 };
    made
}

#[differentiable]
fn reference_staf(x: &STAF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    s += x.part.1 * x.part.1 * 0.3;
    for i0 in 0..2 {
        s += (x.part.0[i0] * 0.4 + s * 0.1).sin();
    }
    s += x.part.0[1] * s;
    s
}

#[differentiable]
fn result_staf(x: &[f64]) -> STAF {
    let made_part_part_part_a = (x[2] * 0.2).sin();
    let made_part_part_part_b = (x[0] * 0.3).sin();
    let made_part_part = [made_part_part_part_a, made_part_part_part_b];
    let made_part = (made_part_part, x[0] * x[1]);
    let made = STAF { part: made_part, other: x[2] * 0.2 };
    made
}

#[differentiable]
fn reference_stsf(x: &STSF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    s += x.part.1 * x.part.1 * 0.3;
    s += x.part.0.other * s.cos() * 0.4;
    s += (x.part.0.part * 0.5 + s * 0.1).sin();
    s += x.part.0.part * s;
    s
}

#[differentiable]
fn result_stsf(x: &[f64]) -> STSF {
    let made_part_part_part = (x[2] * 0.2).sin();
    let made_part_part = SF { part: made_part_part_part, other: x[2] * 0.2 };
    let made_part = (made_part_part, x[0] * x[1]);
    let made = STSF { part: made_part, other: x[2] * 0.2 };
    made
}

#[differentiable]
fn reference_satf(x: &SATF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    for i0 in 0..2 {
        s += x.part[i0].1 * x.part[i0].1 * 0.3;
        s += (x.part[i0].0 * 0.4 + s * 0.1).sin();
    }
    s += x.part[1].0 * s;
    s
}

#[differentiable]
fn result_satf(x: &[f64]) -> SATF {
    let made_part_part_a_part = (x[2] * 0.2).sin();
    let made_part_part_a = (made_part_part_a_part, x[0] * x[1]);
    let made_part_part_b_part = (x[1] * 0.4).sin();
    let made_part_part_b = (made_part_part_b_part, x[0] * x[1]);
    let made_part = [made_part_part_a, made_part_part_b];
    let made = SATF { part: made_part, other: x[2] * 0.2 };
    made
}

#[differentiable]
fn reference_saaf(x: &SAAF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    for i0 in 0..2 {
        for i1 in 0..2 {
            s += (x.part[i0][i1] * 0.3 + s * 0.1).sin();
        }
    }
    s += x.part[1][1] * s;
    s
}

#[differentiable]
fn result_saaf(x: &[f64]) -> SAAF {
    let made_part_part_a_part_a = (x[2] * 0.2).sin();
    let made_part_part_a_part_b = (x[0] * 0.3).sin();
    let made_part_part_a = [made_part_part_a_part_a, made_part_part_a_part_b];
    let made_part_part_b_part_a = (x[2] * 0.5).sin();
    let made_part_part_b_part_b = (x[0] * 0.6).sin();
    let made_part_part_b = [made_part_part_b_part_a, made_part_part_b_part_b];
    let made_part = [made_part_part_a, made_part_part_b];
    let made = SAAF { part: made_part, other: x[2] * 0.2 };
    made
}

#[differentiable]
fn reference_sasf(x: &SASF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    for i0 in 0..2 {
        s += x.part[i0].other * s.cos() * 0.3;
        s += (x.part[i0].part * 0.4 + s * 0.1).sin();
    }
    s += x.part[1].part * s;
    s
}

#[differentiable]
fn result_sasf(x: &[f64]) -> SASF {
    let made_part_part_a_part = (x[2] * 0.2).sin();
    let made_part_part_a = SF { part: made_part_part_a_part, other: x[2] * 0.2 };
    let made_part_part_b_part = (x[1] * 0.4).sin();
    let made_part_part_b = SF { part: made_part_part_b_part, other: x[2] * 0.4 };
    let made_part = [made_part_part_a, made_part_part_b];
    let made = SASF { part: made_part, other: x[2] * 0.2 };
    made
}

#[differentiable]
fn reference_sstf(x: &SSTF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    s += x.part.other * s.cos() * 0.3;
    s += x.part.part.1 * x.part.part.1 * 0.4;
    s += (x.part.part.0 * 0.5 + s * 0.1).sin();
    s += x.part.part.0 * s;
    s
}

#[differentiable]
fn result_sstf(x: &[f64]) -> SSTF {
    let made_part_part_part = (x[2] * 0.2).sin();
    let made_part_part = (made_part_part_part, x[0] * x[1]);
    let made_part = STF { part: made_part_part, other: x[2] * 0.2 };
    let made = SSTF { part: made_part, other: x[2] * 0.2 };
    made
}

#[differentiable]
fn reference_ssaf(x: &SSAF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    s += x.part.other * s.cos() * 0.3;
    for i0 in 0..2 {
        s += (x.part.part[i0] * 0.4 + s * 0.1).sin();
    }
    s += x.part.part[1] * s;
    s
}

#[differentiable]
fn result_ssaf(x: &[f64]) -> SSAF {
    let made_part_part_part_a = (x[2] * 0.2).sin();
    let made_part_part_part_b = (x[0] * 0.3).sin();
    let made_part_part = [made_part_part_part_a, made_part_part_part_b];
    let made_part = SAF { part: made_part_part, other: x[2] * 0.2 };
    let made = SSAF { part: made_part, other: x[2] * 0.2 };
    made
}

#[differentiable]
fn reference_sssf(x: &SSSF) -> f64 {
    let mut s: f64 = 0.2;
    s += x.other * s.cos() * 0.2;
    s += x.part.other * s.cos() * 0.3;
    s += x.part.part.other * s.cos() * 0.4;
    s += (x.part.part.part * 0.5 + s * 0.1).sin();
    s += x.part.part.part * s;
    s
}

#[differentiable]
fn result_sssf(x: &[f64]) -> SSSF {
    let made_part_part_part = (x[2] * 0.2).sin();
    let made_part_part = SF { part: made_part_part_part, other: x[2] * 0.2 };
    let made_part = SSF { part: made_part_part, other: x[2] * 0.2 };
    let made = SSSF { part: made_part, other: x[2] * 0.2 };
    made
}

mod tests {
    use super::*;
    use crate::check::{check_argument, check_changed, check_result};

    check_argument!(reference_f, reference, plain, 0.0);
    check_result!(result_f, value);
    check_changed!(changed_f, reference, 0.0);
    check_argument!(value_f, value, plain, 0.0);
    check_argument!(slice_vf, slice, into, vec![0.0, 0.0, 0.0]);
    check_changed!(changed_slice_vf, slice, vec![0.0, 0.0, 0.0]);
    check_argument!(reference_tf, reference, plain, (0.0, 0.0));
    check_result!(result_tf, value);
    check_changed!(changed_tf, reference, (0.0, 0.0));
    check_argument!(value_tf, value, plain, (0.0, 0.0));
    check_argument!(slice_vtf, slice, into, vec![(0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]);
    check_changed!(changed_slice_vtf, slice, vec![(0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]);
    check_argument!(reference_af, reference, plain, [0.0, 0.0]);
    check_result!(result_af, value);
    check_changed!(changed_af, reference, [0.0, 0.0]);
    check_argument!(value_af, value, plain, [0.0, 0.0]);
    check_argument!(slice_vaf, slice, into, vec![[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]);
    check_changed!(changed_slice_vaf, slice, vec![[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]);
    check_argument!(reference_vf, reference, into, vec![0.0, 0.0, 0.0]);
    check_result!(result_vf, slice);
    check_argument!(value_vf, value, into, vec![0.0, 0.0, 0.0]);
    check_argument!(slice_vvf, slice, into, vec![vec![0.0, 0.0], vec![], vec![0.0]]);
    check_changed!(changed_slice_vvf, slice, vec![vec![0.0, 0.0], vec![], vec![0.0]]);
    check_argument!(reference_sf, reference, plain, SF { part: 0.0, other: 0.0 });
    check_result!(result_sf, value);
    check_changed!(changed_sf, reference, SF { part: 0.0, other: 0.0 });
    check_argument!(value_sf, value, plain, SF { part: 0.0, other: 0.0 });
    check_argument!(slice_vsf, slice, into, vec![SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }]);
    check_changed!(changed_slice_vsf, slice, vec![SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }]);
    check_argument!(reference_ttf, reference, plain, ((0.0, 0.0), 0.0));
    check_result!(result_ttf, value);
    check_changed!(changed_ttf, reference, ((0.0, 0.0), 0.0));
    check_argument!(value_ttf, value, plain, ((0.0, 0.0), 0.0));
    check_argument!(slice_vttf, slice, into, vec![((0.0, 0.0), 0.0), ((0.0, 0.0), 0.0), ((0.0, 0.0), 0.0)]);
    check_changed!(changed_slice_vttf, slice, vec![((0.0, 0.0), 0.0), ((0.0, 0.0), 0.0), ((0.0, 0.0), 0.0)]);
    check_argument!(reference_taf, reference, plain, ([0.0, 0.0], 0.0));
    check_result!(result_taf, value);
    check_changed!(changed_taf, reference, ([0.0, 0.0], 0.0));
    check_argument!(value_taf, value, plain, ([0.0, 0.0], 0.0));
    check_argument!(slice_vtaf, slice, into, vec![([0.0, 0.0], 0.0), ([0.0, 0.0], 0.0), ([0.0, 0.0], 0.0)]);
    check_changed!(changed_slice_vtaf, slice, vec![([0.0, 0.0], 0.0), ([0.0, 0.0], 0.0), ([0.0, 0.0], 0.0)]);
    check_argument!(reference_tvf, reference, into, (vec![0.0, 0.0, 0.0], 0.0));
    check_result!(result_tvf, value);
    check_changed!(changed_tvf, reference, (vec![0.0, 0.0, 0.0], 0.0));
    check_argument!(value_tvf, value, into, (vec![0.0, 0.0, 0.0], 0.0));
    check_argument!(slice_vtvf, slice, into, vec![(vec![0.0, 0.0], 0.0), (vec![], 0.0), (vec![0.0], 0.0)]);
    check_changed!(changed_slice_vtvf, slice, vec![(vec![0.0, 0.0], 0.0), (vec![], 0.0), (vec![0.0], 0.0)]);
    check_argument!(reference_tsf, reference, plain, (SF { part: 0.0, other: 0.0 }, 0.0));
    check_result!(result_tsf, value);
    check_changed!(changed_tsf, reference, (SF { part: 0.0, other: 0.0 }, 0.0));
    check_argument!(value_tsf, value, plain, (SF { part: 0.0, other: 0.0 }, 0.0));
    check_argument!(slice_vtsf, slice, into, vec![(SF { part: 0.0, other: 0.0 }, 0.0), (SF { part: 0.0, other: 0.0 }, 0.0), (SF { part: 0.0, other: 0.0 }, 0.0)]);
    check_changed!(changed_slice_vtsf, slice, vec![(SF { part: 0.0, other: 0.0 }, 0.0), (SF { part: 0.0, other: 0.0 }, 0.0), (SF { part: 0.0, other: 0.0 }, 0.0)]);
    check_argument!(reference_atf, reference, plain, [(0.0, 0.0), (0.0, 0.0)]);
    check_result!(result_atf, value);
    check_changed!(changed_atf, reference, [(0.0, 0.0), (0.0, 0.0)]);
    check_argument!(value_atf, value, plain, [(0.0, 0.0), (0.0, 0.0)]);
    check_argument!(slice_vatf, slice, into, vec![[(0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)]]);
    check_changed!(changed_slice_vatf, slice, vec![[(0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)]]);
    check_argument!(reference_aaf, reference, plain, [[0.0, 0.0], [0.0, 0.0]]);
    check_result!(result_aaf, value);
    check_changed!(changed_aaf, reference, [[0.0, 0.0], [0.0, 0.0]]);
    check_argument!(value_aaf, value, plain, [[0.0, 0.0], [0.0, 0.0]]);
    check_argument!(slice_vaaf, slice, into, vec![[[0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]);
    check_changed!(changed_slice_vaaf, slice, vec![[[0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]);
    check_argument!(reference_avf, reference, into, [vec![0.0, 0.0, 0.0], vec![0.0, 0.0]]);
    check_result!(result_avf, value);
    check_changed!(changed_avf, reference, [vec![0.0, 0.0, 0.0], vec![0.0, 0.0]]);
    check_argument!(value_avf, value, into, [vec![0.0, 0.0, 0.0], vec![0.0, 0.0]]);
    check_argument!(slice_vavf, slice, into, vec![[vec![0.0, 0.0], vec![]], [vec![0.0], vec![0.0, 0.0, 0.0]], [vec![0.0, 0.0], vec![]]]);
    check_changed!(changed_slice_vavf, slice, vec![[vec![0.0, 0.0], vec![]], [vec![0.0], vec![0.0, 0.0, 0.0]], [vec![0.0, 0.0], vec![]]]);
    check_argument!(reference_asf, reference, plain, [SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }]);
    check_result!(result_asf, value);
    check_changed!(changed_asf, reference, [SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }]);
    check_argument!(value_asf, value, plain, [SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }]);
    check_argument!(slice_vasf, slice, into, vec![[SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }], [SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }], [SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }]]);
    check_changed!(changed_slice_vasf, slice, vec![[SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }], [SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }], [SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }]]);
    check_argument!(reference_vtf, reference, into, vec![(0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]);
    check_result!(result_vtf, slice);
    check_argument!(value_vtf, value, into, vec![(0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]);
    check_argument!(slice_vvtf, slice, into, vec![vec![(0.0, 0.0), (0.0, 0.0)], vec![], vec![(0.0, 0.0)]]);
    check_changed!(changed_slice_vvtf, slice, vec![vec![(0.0, 0.0), (0.0, 0.0)], vec![], vec![(0.0, 0.0)]]);
    check_argument!(reference_vaf, reference, into, vec![[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]);
    check_result!(result_vaf, slice);
    check_argument!(value_vaf, value, into, vec![[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]);
    check_argument!(slice_vvaf, slice, into, vec![vec![[0.0, 0.0], [0.0, 0.0]], vec![], vec![[0.0, 0.0]]]);
    check_changed!(changed_slice_vvaf, slice, vec![vec![[0.0, 0.0], [0.0, 0.0]], vec![], vec![[0.0, 0.0]]]);
    check_argument!(reference_vvf, reference, into, vec![vec![0.0, 0.0], vec![], vec![0.0]]);
    check_result!(result_vvf, slice);
    check_argument!(value_vvf, value, into, vec![vec![0.0, 0.0], vec![], vec![0.0]]);
    check_argument!(slice_vvvf, slice, into, vec![vec![vec![], vec![0.0]], vec![vec![0.0, 0.0], vec![], vec![0.0]], vec![vec![0.0, 0.0], vec![], vec![0.0]]]);
    check_changed!(changed_slice_vvvf, slice, vec![vec![vec![], vec![0.0]], vec![vec![0.0, 0.0], vec![], vec![0.0]], vec![vec![0.0, 0.0], vec![], vec![0.0]]]);
    check_argument!(reference_vsf, reference, into, vec![SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }]);
    check_result!(result_vsf, slice);
    check_argument!(value_vsf, value, into, vec![SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }]);
    check_argument!(slice_vvsf, slice, into, vec![vec![SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }], vec![], vec![SF { part: 0.0, other: 0.0 }]]);
    check_changed!(changed_slice_vvsf, slice, vec![vec![SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }], vec![], vec![SF { part: 0.0, other: 0.0 }]]);
    check_argument!(reference_stf, reference, plain, STF { part: (0.0, 0.0), other: 0.0 });
    check_result!(result_stf, value);
    check_changed!(changed_stf, reference, STF { part: (0.0, 0.0), other: 0.0 });
    check_argument!(value_stf, value, plain, STF { part: (0.0, 0.0), other: 0.0 });
    check_argument!(slice_vstf, slice, into, vec![STF { part: (0.0, 0.0), other: 0.0 }, STF { part: (0.0, 0.0), other: 0.0 }, STF { part: (0.0, 0.0), other: 0.0 }]);
    check_changed!(changed_slice_vstf, slice, vec![STF { part: (0.0, 0.0), other: 0.0 }, STF { part: (0.0, 0.0), other: 0.0 }, STF { part: (0.0, 0.0), other: 0.0 }]);
    check_argument!(reference_saf, reference, plain, SAF { part: [0.0, 0.0], other: 0.0 });
    check_result!(result_saf, value);
    check_changed!(changed_saf, reference, SAF { part: [0.0, 0.0], other: 0.0 });
    check_argument!(value_saf, value, plain, SAF { part: [0.0, 0.0], other: 0.0 });
    check_argument!(slice_vsaf, slice, into, vec![SAF { part: [0.0, 0.0], other: 0.0 }, SAF { part: [0.0, 0.0], other: 0.0 }, SAF { part: [0.0, 0.0], other: 0.0 }]);
    check_changed!(changed_slice_vsaf, slice, vec![SAF { part: [0.0, 0.0], other: 0.0 }, SAF { part: [0.0, 0.0], other: 0.0 }, SAF { part: [0.0, 0.0], other: 0.0 }]);
    check_argument!(reference_ssf, reference, plain, SSF { part: SF { part: 0.0, other: 0.0 }, other: 0.0 });
    check_result!(result_ssf, value);
    check_changed!(changed_ssf, reference, SSF { part: SF { part: 0.0, other: 0.0 }, other: 0.0 });
    check_argument!(value_ssf, value, plain, SSF { part: SF { part: 0.0, other: 0.0 }, other: 0.0 });
    check_argument!(slice_vssf, slice, into, vec![SSF { part: SF { part: 0.0, other: 0.0 }, other: 0.0 }, SSF { part: SF { part: 0.0, other: 0.0 }, other: 0.0 }, SSF { part: SF { part: 0.0, other: 0.0 }, other: 0.0 }]);
    check_changed!(changed_slice_vssf, slice, vec![SSF { part: SF { part: 0.0, other: 0.0 }, other: 0.0 }, SSF { part: SF { part: 0.0, other: 0.0 }, other: 0.0 }, SSF { part: SF { part: 0.0, other: 0.0 }, other: 0.0 }]);
    check_argument!(reference_tttf, reference, plain, (((0.0, 0.0), 0.0), 0.0));
    check_result!(result_tttf, value);
    check_argument!(reference_ttaf, reference, plain, (([0.0, 0.0], 0.0), 0.0));
    check_result!(result_ttaf, value);
    check_argument!(reference_ttvf, reference, into, ((vec![0.0, 0.0, 0.0], 0.0), 0.0));
    check_result!(result_ttvf, value);
    check_argument!(reference_ttsf, reference, plain, ((SF { part: 0.0, other: 0.0 }, 0.0), 0.0));
    check_result!(result_ttsf, value);
    check_argument!(reference_tatf, reference, plain, ([(0.0, 0.0), (0.0, 0.0)], 0.0));
    check_result!(result_tatf, value);
    check_argument!(reference_taaf, reference, plain, ([[0.0, 0.0], [0.0, 0.0]], 0.0));
    check_result!(result_taaf, value);
    check_argument!(reference_tavf, reference, into, ([vec![0.0, 0.0, 0.0], vec![0.0, 0.0]], 0.0));
    check_result!(result_tavf, value);
    check_argument!(reference_tasf, reference, plain, ([SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }], 0.0));
    check_result!(result_tasf, value);
    check_argument!(reference_tvtf, reference, into, (vec![(0.0, 0.0), (0.0, 0.0), (0.0, 0.0)], 0.0));
    check_result!(result_tvtf, value);
    check_argument!(reference_tvaf, reference, into, (vec![[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], 0.0));
    check_result!(result_tvaf, value);
    check_argument!(reference_tvvf, reference, into, (vec![vec![0.0, 0.0], vec![], vec![0.0]], 0.0));
    check_result!(result_tvvf, value);
    check_argument!(reference_tvsf, reference, into, (vec![SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }], 0.0));
    check_result!(result_tvsf, value);
    check_argument!(reference_tstf, reference, plain, (STF { part: (0.0, 0.0), other: 0.0 }, 0.0));
    check_result!(result_tstf, value);
    check_argument!(reference_tsaf, reference, plain, (SAF { part: [0.0, 0.0], other: 0.0 }, 0.0));
    check_result!(result_tsaf, value);
    check_argument!(reference_tssf, reference, plain, (SSF { part: SF { part: 0.0, other: 0.0 }, other: 0.0 }, 0.0));
    check_result!(result_tssf, value);
    check_argument!(reference_attf, reference, plain, [((0.0, 0.0), 0.0), ((0.0, 0.0), 0.0)]);
    check_result!(result_attf, value);
    check_argument!(reference_ataf, reference, plain, [([0.0, 0.0], 0.0), ([0.0, 0.0], 0.0)]);
    check_result!(result_ataf, value);
    check_argument!(reference_atvf, reference, into, [(vec![0.0, 0.0, 0.0], 0.0), (vec![0.0, 0.0], 0.0)]);
    check_result!(result_atvf, value);
    check_argument!(reference_atsf, reference, plain, [(SF { part: 0.0, other: 0.0 }, 0.0), (SF { part: 0.0, other: 0.0 }, 0.0)]);
    check_result!(result_atsf, value);
    check_argument!(reference_aatf, reference, plain, [[(0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)]]);
    check_result!(result_aatf, value);
    check_argument!(reference_aaaf, reference, plain, [[[0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]);
    check_result!(result_aaaf, value);
    check_argument!(reference_aavf, reference, into, [[vec![0.0, 0.0, 0.0], vec![0.0, 0.0]], [vec![], vec![0.0]]]);
    check_result!(result_aavf, value);
    check_argument!(reference_aasf, reference, plain, [[SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }], [SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }]]);
    check_result!(result_aasf, value);
    check_argument!(reference_avtf, reference, into, [vec![(0.0, 0.0), (0.0, 0.0), (0.0, 0.0)], vec![(0.0, 0.0), (0.0, 0.0)]]);
    check_result!(result_avtf, value);
    check_argument!(reference_avaf, reference, into, [vec![[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], vec![[0.0, 0.0], [0.0, 0.0]]]);
    check_result!(result_avaf, value);
    check_argument!(reference_avvf, reference, into, [vec![vec![0.0, 0.0], vec![], vec![0.0]], vec![vec![0.0, 0.0], vec![], vec![0.0]]]);
    check_result!(result_avvf, value);
    check_argument!(reference_avsf, reference, into, [vec![SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }], vec![SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }]]);
    check_result!(result_avsf, value);
    check_argument!(reference_astf, reference, plain, [STF { part: (0.0, 0.0), other: 0.0 }, STF { part: (0.0, 0.0), other: 0.0 }]);
    check_result!(result_astf, value);
    check_argument!(reference_asaf, reference, plain, [SAF { part: [0.0, 0.0], other: 0.0 }, SAF { part: [0.0, 0.0], other: 0.0 }]);
    check_result!(result_asaf, value);
    check_argument!(reference_assf, reference, plain, [SSF { part: SF { part: 0.0, other: 0.0 }, other: 0.0 }, SSF { part: SF { part: 0.0, other: 0.0 }, other: 0.0 }]);
    check_result!(result_assf, value);
    check_argument!(reference_vttf, reference, into, vec![((0.0, 0.0), 0.0), ((0.0, 0.0), 0.0), ((0.0, 0.0), 0.0)]);
    check_result!(result_vttf, slice);
    check_argument!(reference_vtaf, reference, into, vec![([0.0, 0.0], 0.0), ([0.0, 0.0], 0.0), ([0.0, 0.0], 0.0)]);
    check_result!(result_vtaf, slice);
    check_argument!(reference_vtvf, reference, into, vec![(vec![0.0, 0.0], 0.0), (vec![], 0.0), (vec![0.0], 0.0)]);
    check_result!(result_vtvf, slice);
    check_argument!(reference_vtsf, reference, into, vec![(SF { part: 0.0, other: 0.0 }, 0.0), (SF { part: 0.0, other: 0.0 }, 0.0), (SF { part: 0.0, other: 0.0 }, 0.0)]);
    check_result!(result_vtsf, slice);
    check_argument!(reference_vatf, reference, into, vec![[(0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)]]);
    check_result!(result_vatf, slice);
    check_argument!(reference_vaaf, reference, into, vec![[[0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]);
    check_result!(result_vaaf, slice);
    check_argument!(reference_vavf, reference, into, vec![[vec![0.0, 0.0], vec![]], [vec![0.0], vec![0.0, 0.0, 0.0]], [vec![0.0, 0.0], vec![]]]);
    check_result!(result_vavf, slice);
    check_argument!(reference_vasf, reference, into, vec![[SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }], [SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }], [SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }]]);
    check_result!(result_vasf, slice);
    check_argument!(reference_vvtf, reference, into, vec![vec![(0.0, 0.0), (0.0, 0.0)], vec![], vec![(0.0, 0.0)]]);
    check_result!(result_vvtf, slice);
    check_argument!(reference_vvaf, reference, into, vec![vec![[0.0, 0.0], [0.0, 0.0]], vec![], vec![[0.0, 0.0]]]);
    check_result!(result_vvaf, slice);
    check_argument!(reference_vvvf, reference, into, vec![vec![vec![], vec![0.0]], vec![vec![0.0, 0.0], vec![], vec![0.0]], vec![vec![0.0, 0.0], vec![], vec![0.0]]]);
    check_result!(result_vvvf, slice);
    check_argument!(reference_vvsf, reference, into, vec![vec![SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }], vec![], vec![SF { part: 0.0, other: 0.0 }]]);
    check_result!(result_vvsf, slice);
    check_argument!(reference_vstf, reference, into, vec![STF { part: (0.0, 0.0), other: 0.0 }, STF { part: (0.0, 0.0), other: 0.0 }, STF { part: (0.0, 0.0), other: 0.0 }]);
    check_result!(result_vstf, slice);
    check_argument!(reference_vsaf, reference, into, vec![SAF { part: [0.0, 0.0], other: 0.0 }, SAF { part: [0.0, 0.0], other: 0.0 }, SAF { part: [0.0, 0.0], other: 0.0 }]);
    check_result!(result_vsaf, slice);
    check_argument!(reference_vssf, reference, into, vec![SSF { part: SF { part: 0.0, other: 0.0 }, other: 0.0 }, SSF { part: SF { part: 0.0, other: 0.0 }, other: 0.0 }, SSF { part: SF { part: 0.0, other: 0.0 }, other: 0.0 }]);
    check_result!(result_vssf, slice);
    check_argument!(reference_sttf, reference, plain, STTF { part: ((0.0, 0.0), 0.0), other: 0.0 });
    check_result!(result_sttf, value);
    check_argument!(reference_staf, reference, plain, STAF { part: ([0.0, 0.0], 0.0), other: 0.0 });
    check_result!(result_staf, value);
    check_argument!(reference_stsf, reference, plain, STSF { part: (SF { part: 0.0, other: 0.0 }, 0.0), other: 0.0 });
    check_result!(result_stsf, value);
    check_argument!(reference_satf, reference, plain, SATF { part: [(0.0, 0.0), (0.0, 0.0)], other: 0.0 });
    check_result!(result_satf, value);
    check_argument!(reference_saaf, reference, plain, SAAF { part: [[0.0, 0.0], [0.0, 0.0]], other: 0.0 });
    check_result!(result_saaf, value);
    check_argument!(reference_sasf, reference, plain, SASF { part: [SF { part: 0.0, other: 0.0 }, SF { part: 0.0, other: 0.0 }], other: 0.0 });
    check_result!(result_sasf, value);
    check_argument!(reference_sstf, reference, plain, SSTF { part: STF { part: (0.0, 0.0), other: 0.0 }, other: 0.0 });
    check_result!(result_sstf, value);
    check_argument!(reference_ssaf, reference, plain, SSAF { part: SAF { part: [0.0, 0.0], other: 0.0 }, other: 0.0 });
    check_result!(result_ssaf, value);
    check_argument!(reference_sssf, reference, plain, SSSF { part: SSF { part: SF { part: 0.0, other: 0.0 }, other: 0.0 }, other: 0.0 });
    check_result!(result_sssf, value);
}
