//! Random models, and what the interpreter says of each. Written by a test of burtorch-models.

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_0 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param,
}
impl Model {
#[plan(tiles = [16])]
pub fn loss(&self, x0: f64, x1: [[f64; 7]; 17], x2: [usize; 7], x3: [i64; 7]) -> f64 {
let v0 = select(x1 > 0.1, x1, 0.3 * x1);
let v1 = gather(v0, x2);
let v2 = exp_m1(-abs(x0));
mean(cross_entropy(v1, x3)) + mean(sqr((sin(v2) * self.w0)))
}
}
}
subject!(f64, (f64, [[f64; 7]; 17], [usize; 7], [i64; 7]), |at| (crate::check::fill(0, at, 0, 0), crate::check::fill(0, at, 1, 0), crate::check::fill(0, at, 2, 17), crate::check::fill(0, at, 3, 7)), |s| (s.0, &s.1, &s.2, &s.3), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 0, &crate::check::Expected { loss: 2.040271362371488e0, gradient: [-0.023766915271810036, 0.06307019139323378, 0.034994016005990634, -0.013616781061993436], norm: 9.743830455906413e-2, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_1 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Neuron<1, silu>,
w1: Neuron<1, sigmoid>,
w2: Conv1d<8, 5, 2>,
}
impl Model {
#[plan(tables = late)]
pub fn loss(&self, x0: [[[f64; 1]; 16]; 8], x1: f64, x2: usize) -> f64 {
let v0 = gelu(x1);
let v1 = self.w0.forward(x0);
let v2 = self.w1.forward(x0);
let v3 = self.w2.forward(v1);
let v4 = 0.3 * sum(v3, [1]);
let v5 = v4 + 0.1 * stop_gradient(round(4.0 * v4));
logsumexp(flatten(tanh(v0))) + mse(v2, 0.3) + mean(cross_entropy(v5, x2))
}
}
}
subject!(f64, ([[[f64; 1]; 16]; 8], f64, usize), |at| (crate::check::fill(1, at, 0, 0), crate::check::fill(1, at, 1, 0), crate::check::fill(1, at, 2, 5)), |s| (&s.0, s.1, s.2), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 1, &crate::check::Expected { loss: 1.2545782303244888e1, gradient: [5.743345429817506, -2.480423157328283, -0.39521398376831585, 0.4022007719576908], norm: 1.8172439335277147e1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_2 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<8>,
#[frozen]
w1: CausalAttention<17, 8, 1>,
}
impl Model {
#[plan(tables = late)]
pub fn loss(&self, x0: [f64; 17], x1: [i32; 17]) -> f64 {
let v0 = outer(x0, self.w0);
let v1 = min(v0, [1]);
let v2 = 0.3 * sum(v1, -1);
let v3 = self.w1.forward(v0);
mean(sqr(v2)) + mean(cross_entropy(v3, x1))
}
}
}
subject!(f64, ([f64; 17], [i32; 17]), |at| (crate::check::fill(2, at, 0, 0), crate::check::fill(2, at, 1, 8)), |s| (&s.0, &s.1), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 2, &crate::check::Expected { loss: 3.5960316912600785e0, gradient: [1.775260725836638, 1.4061430663214594, -0.4811786262560344, -0.7978591853573921], norm: 3.7180454606171245e0, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_3 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<2, 5>,
w1: Param<2, 5, 1>,
w2: LinearNoBias<1, 3>,
}
impl Model {

pub fn loss(&self, x0: [[[f64; 3]; 5]; 2], x1: [[f64; 5]; 2], x2: [[i32; 5]; 2], x3: [i32; 2]) -> f64 {
let v0 = stack([x1, self.w0], 2);
let v1 = hypot(v0, 1.0 + sqr(self.w1));
let v2 = avg_pool1d(x0, 2);
let v3 = self.w2.forward(v2);
let v4 = x1 * x1;
sum(sin(v1)) + mean(cross_entropy(v3, x2)) + mean(cross_entropy(v4, x3))
}
}
}
subject!(f64, ([[[f64; 3]; 5]; 2], [[f64; 5]; 2], [[i32; 5]; 2], [i32; 2]), |at| (crate::check::fill(3, at, 0, 0), crate::check::fill(3, at, 1, 0), crate::check::fill(3, at, 2, 3), crate::check::fill(3, at, 3, 5)), |s| (&s.0, &s.1, &s.2, &s.3), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 3, &crate::check::Expected { loss: 2.1468129332494833e1, gradient: [0.21955750812970504, -0.6828009394757035, 0.22481189295125356, -0.5099401263321061], norm: 1.116428247234955e0, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_4 {
burtorch::graph! {
pub struct Model {
w0: Neuron<2, relu>,
}
impl Model {
#[plan(tables = late)]
pub fn loss(&self, x0: f32, x1: [[[f32; 2]; 17]; 3]) -> f32 {
let v0 = self.w0.forward(x1);
let v1 = unsqueeze(v0, 0);
let v2 = 0.5 * matmul(v1, transpose(v1));
let v3 = powi(tanh(x0), 3);
let v4 = elu(v3, 1.0);
sum(sin(v2)) + sum(sin(v4))
}
}
}
subject!(f32, (f32, [[[f32; 2]; 17]; 3]), |at| (crate::check::fill(4, at, 0, 0), crate::check::fill(4, at, 1, 0)), |s| (s.0, &s.1), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 4, &crate::check::Expected { loss: 5.659564310535379e0, gradient: [8.756823289427437, 15.176427729093646, -8.042597604581143, -11.701936502027678], norm: 2.6010162771899683e1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.2e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_5 {
burtorch::graph! {
struct Part0 {
w0: Param,
}
impl Part0 {
fn forward(&self, x: Tensor) -> Tensor {
let v0 = silu(x);
let v1 = stack([v0, self.w0], 0);
x * cos(mean(v1))
}
}
pub struct Model {
w0: Param,
w1: [Part0; 1],
w2: Param<3, 1>,
}
impl Model {
pub fn out(&self, x0: [f32; 5], x1: f32) -> Tensor<3, 5> {
let v0 = max(x1, self.w0);
let mut v1 = v0;
for layer in &self.w1 {
v1 = layer.forward(v1);
}
for layer in &self.w1 {
v1 = layer.forward(sin(v1));
}
let v3 = v1;
let v4 = gelu(v3);
let v5 = abs(v4);
let v6 = softplus(x0);
let v7 = mul_add(self.w2, v6, self.w2);
v7
}
#[plan(tables = late)]
pub fn loss(&self, x0: [f32; 5], x1: f32) -> f32 {
let v0 = max(x1, self.w0);
let mut v1 = v0;
for layer in &self.w1 {
v1 = layer.forward(v1);
}
for layer in &self.w1 {
v1 = layer.forward(sin(v1));
}
let v3 = v1;
let v4 = gelu(v3);
let v5 = abs(v4);
let v6 = softplus(x0);
let v7 = mul_add(self.w2, v6, self.w2);
sum(sin(v5)) + mean(logistic_loss(v7, 0.25))
}
}
}
type Out = [[f32; 5]; 3];
subject!(f32, ([f32; 5], f32), |at| (crate::check::fill(5, at, 0, 0), crate::check::fill(5, at, 1, 0)), |s| (&s.0, s.1), Out);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 5, &crate::check::Expected { loss: 8.06892842008038e-1, gradient: [0.03522189724952486, -0.149382884360898, 0.0877026586906865, 0.07875434271205065], norm: 3.200512377546348e-1, out: [1.1369786800840764, -0.3585570687166352, -1.421463862166833, 1.1776839164283122], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_6 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<3, 1, 1, 1>,
w1: Param<7, 1>,
w2: LinearNoBias<16, 2>,
}
impl Model {
#[plan(tiles = [16])]
pub fn loss(&self, x0: [[[f64; 1]; 16]; 2], x1: [i32; 31]) -> f64 {
let v0 = min(self.w0, x0);
let v1 = mean(v0, [1, 3]);
let v2 = self.w1[x1];
let v3 = self.w2.forward(v1);
mse(v2, 0.3) + 0.1 * sum(v3)
}
}
}
subject!(f64, ([[[f64; 1]; 16]; 2], [i32; 31]), |at| (crate::check::fill(6, at, 0, 0), crate::check::fill(6, at, 1, 7)), |s| (&s.0, &s.1), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 6, &crate::check::Expected { loss: 2.3384002689934916e-1, gradient: [0.31022889592563685, -0.04709529082671249, -0.11184904691168054, 0.16501314858775978], norm: 6.745987652853899e-1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_7 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<3, 1, 1>,
}
impl Model {
pub fn out(&self, x0: [[f64; 31]; 1], x1: f64, x2: [u8; 1]) -> Tensor<1, 31> {
let v0 = hypot(self.w0, 1.0 + sqr(x0));
let v1 = broadcast(v0, [1, 3, 1, 31]);
let v2 = v1 * v1;
let v3 = permute(x0, [0, 1]);
v3
}
#[plan(axes = as_written)]
pub fn loss(&self, x0: [[f64; 31]; 1], x1: f64, x2: [u8; 1]) -> f64 {
let v0 = hypot(self.w0, 1.0 + sqr(x0));
let v1 = broadcast(v0, [1, 3, 1, 31]);
let v2 = v1 * v1;
let v3 = permute(x0, [0, 1]);
sum(sin(x1)) + mean(sqr(v2)) + mean(cross_entropy(v3, x2))
}
}
}
type Out = [[f64; 31]; 1];
subject!(f64, ([[f64; 31]; 1], f64, [u8; 1]), |at| (crate::check::fill(7, at, 0, 0), crate::check::fill(7, at, 1, 0), crate::check::fill(7, at, 2, 31)), |s| (&s.0, s.1, &s.2), Out);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 7, &crate::check::Expected { loss: 6.25430691862722e0, gradient: [-0.30364537031910743, -1.5222528344917416, -0.5902788623715514, -0.607106132225286], norm: 2.785653873328604e0, out: [0.9356441439800885, 1.6249235665006279, -1.5215115415929206, -2.672641773763709], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_8 {
burtorch::graph! {
pub struct Model {
w0: Param,
w1: Param<2>,
}
impl Model {

pub fn loss(&self, x0: [[f32; 2]; 7], x1: [[[f32; 1]; 7]; 8]) -> f32 {
let v0 = max(x1, self.w0);
let mut v1 = self.w1;
for t in (0..7).rev() {
v1 = tanh(v1 * 0.5 + x0[t]);
}
let v2 = v1;
let v3 = min(v2, [0]);
let v4 = min(v0, -1);
0.1 * sum(v3) + mean(sqr(v4))
}
}
}
subject!(f32, ([[f32; 2]; 7], [[[f32; 1]; 7]; 8]), |at| (crate::check::fill(8, at, 0, 0), crate::check::fill(8, at, 1, 0)), |s| (&s.0, &s.1), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 8, &crate::check::Expected { loss: 1.7146869082832752e-1, gradient: [-0.09194632749418302, 0.24416312457592917, 0.1354379667458635, -0.05267919427847606], norm: 3.7712352396313586e-1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.3e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_9 {
burtorch::graph! {
pub struct Model {
w0: Param<7>,
}
impl Model {
#[plan(tables = late)]
pub fn loss(&self, x0: [f32; 7], x1: [f32; 31]) -> f32 {
let v0 = softmax(x0, 0);
let v1 = select(v0 > 0.1, v0, 0.3 * v0);
sum(sin(x1)) + mse((sin(v1) * self.w0), 0.3)
}
}
}
subject!(f32, ([f32; 7], [f32; 31]), |at| (crate::check::fill(9, at, 0, 0), crate::check::fill(9, at, 1, 0)), |s| (&s.0, &s.1), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 9, &crate::check::Expected { loss: -3.259188310943744e0, gradient: [-0.018334323433529504, -0.0005139257689570952, -0.009738426333544397, 0.006337676502550314], norm: 3.5545584522095545e-2, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_10 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
#[frozen]
w0: Param<1, 2>,
w1: Param<4>,
}
impl Model {

pub fn loss(&self, x0: [[[f64; 2]; 1]; 17], x1: [u8; 1]) -> f64 {
let v0 = powi(tanh(x0), 3);
let v1 = x0[3];
let v2 = 0.3 * sum(v1, [0]);
let v3 = concat([v1, slice(self.w0, 1, 0..2)], 1);
mean(logistic_loss(v0, 0.25)) + mean(sqr(v2)) + mean(cross_entropy((sin(v3) * self.w1), x1))
}
}
}
subject!(f64, ([[[f64; 2]; 1]; 17], [u8; 1]), |at| (crate::check::fill(10, at, 0, 0), crate::check::fill(10, at, 1, 4)), |s| (&s.0, &s.1), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 10, &crate::check::Expected { loss: 2.3646453535375627e0, gradient: [0.08265344900102174, -0.33647659196830054, -0.03626112464190501, 0.08335997718144694], norm: 3.8268240446762036e-1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_11 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<3, 1, 1>,
w1: FeedForward<1, 7, sigmoid>,
}
impl Model {
#[plan(tiles = [64])]
pub fn loss(&self, x0: [f64; 1], x1: [[[f64; 1]; 2]; 33], x2: [[u16; 1]; 3]) -> f64 {
let v0 = windows(x0, 0, 1, 2);
let v1 = min(self.w0, v0);
let v2 = self.w1.forward(x1);
mean(cross_entropy(v1, x2)) + logsumexp(flatten(tanh(v2)))
}
}
}
subject!(f64, ([f64; 1], [[[f64; 1]; 2]; 33], [[u16; 1]; 3]), |at| (crate::check::fill(11, at, 0, 0), crate::check::fill(11, at, 1, 0), crate::check::fill(11, at, 2, 1)), |s| (&s.0, &s.1, &s.2), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 11, &crate::check::Expected { loss: 5.106061498585582e0, gradient: [0.15699069266077942, -0.36530795790234494, -0.0008472396764345608, -0.2395838402983993], norm: 2.8632626380045634e-1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_12 {
burtorch::graph! {
type Scalar = f64;
struct Part0Part0 {
w0: Param<3>,
w1: LayerNorm<3>,
}
impl Part0Part0 {
fn forward(&self, x: Tensor) -> Tensor {
let v0 = min(self.w0, x);
let v1 = self.w1.forward(v0);
x * cos(mean(v1))
}
}
struct Part0 {
w0: [Part0Part0; 2],
}
impl Part0 {
fn forward(&self, x: Tensor<7, 17>) -> Tensor<7, 17> {
let v0 = mean(x, [0, 1]);
let mut v1 = v0;
for layer in &self.w0 {
v1 = layer.forward(v1) + 0.5 * v0;
}
let v2 = v1;
x * cos(mean(v2))
}
}
pub struct Model {
w0: [Part0; 2],
}
impl Model {
#[plan(tables = late)]
pub fn loss(&self, x0: [[f64; 17]; 7], x1: [[f64; 3]; 33], x2: usize) -> f64 {
let v0 = slice(x1, 0, 30..31);
let v1 = windows(v0, 0, 1, 2);
let mut v2 = x0;
for layer in &self.w0 {
v2 = layer.forward(v2);
}
let v3 = self.w0[1].forward(v2);
let v4 = mean(v1, [0, 1]);
let v5 = gelu(v3);
mean(cross_entropy(v4, x2)) + sum(sin(v5))
}
}
}
subject!(f64, ([[f64; 17]; 7], [[f64; 3]; 33], usize), |at| (crate::check::fill(12, at, 0, 0), crate::check::fill(12, at, 1, 0), crate::check::fill(12, at, 2, 1)), |s| (&s.0, &s.1, s.2), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 12, &crate::check::Expected { loss: 3.1807699266073395e0, gradient: [-0.03460321551621014, 0.049944400982938016, -0.022115530702627857, 0.015201130417363248], norm: 1.06373904547998e-1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_13 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<1, 1, 1, 1>,
w1: Mlp<2, 7, 7, gelu, 1>,
}
impl Model {
pub fn out(&self, x0: [f64; 2], x1: [[[f64; 1]; 5]; 17]) -> Tensor<7> {
let v0 = select(self.w0 < x1, self.w0 * x1, x1);
let v1 = recip(1.5 + sqr(x0));
let v2 = self.w1.forward(v1);
v2
}
#[plan(tiles = [64])]
pub fn loss(&self, x0: [f64; 2], x1: [[[f64; 1]; 5]; 17]) -> f64 {
let v0 = select(self.w0 < x1, self.w0 * x1, x1);
let v1 = recip(1.5 + sqr(x0));
let v2 = self.w1.forward(v1);
sum(sin(v0)) + 0.1 * sum(v2)
}
}
}
type Out = [f64; 7];
subject!(f64, ([f64; 2], [[[f64; 1]; 5]; 17]), |at| (crate::check::fill(13, at, 0, 0), crate::check::fill(13, at, 1, 0)), |s| (&s.0, &s.1), Out);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 13, &crate::check::Expected { loss: -1.2040161085958928e1, gradient: [3.754725673477021, -10.000587561908786, -5.711224048565287, 2.221417410985086], norm: 1.6068823672590305e1, out: [0.24956952225572662, 1.982361573990366, 0.718146609861029, -0.8458901165905244], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_14 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: CausalAttention<16, 1, 1>,
#[frozen]
w1: Param<16, 1>,
}
impl Part0 {
fn forward(&self, x: Tensor<16, 1>) -> Tensor<16, 1> {
let v0 = self.w0.forward(x);
let v1 = concat([v0, slice(self.w1, 0, 0..8)], 0);
x * cos(mean(v1))
}
}
pub struct Model {
#[frozen]
w0: [Part0; 4],
w1: Param<16>,
#[frozen]
w2: Embedding<31, 7>,
}
impl Model {
pub fn out(&self, x0: [[f64; 1]; 16], x1: [i32; 8], x2: [i64; 16]) -> Tensor<8, 7> {
let v0 = logsumexp(x0, 1);
let mut v1 = x0;
for layer in self.w0.iter().rev() {
v1 = layer.forward(v1) + 0.5 * x0;
}
let v2 = v1;
let v3 = concat([v0, slice(self.w1, 0, 0..3)], 0);
let v4 = windows(v3, 0, 3, 1);
let v5 = self.w2.forward(x1);
let v6 = silu(v5);
v6
}
#[plan(axes = as_written)]
pub fn loss(&self, x0: [[f64; 1]; 16], x1: [i32; 8], x2: [i64; 16]) -> f64 {
let v0 = logsumexp(x0, 1);
let mut v1 = x0;
for layer in self.w0.iter().rev() {
v1 = layer.forward(v1) + 0.5 * x0;
}
let v2 = v1;
let v3 = concat([v0, slice(self.w1, 0, 0..3)], 0);
let v4 = windows(v3, 0, 3, 1);
let v5 = self.w2.forward(x1);
let v6 = silu(v5);
mean(cross_entropy(v2, x2)) + sum(sin(v4)) + mse(v6, 0.3)
}
}
}
type Out = [[f64; 7]; 8];
subject!(f64, ([[f64; 1]; 16], [i32; 8], [i64; 16]), |at| (crate::check::fill(14, at, 0, 0), crate::check::fill(14, at, 1, 31), crate::check::fill(14, at, 2, 1)), |s| (&s.0, &s.1, &s.2), Out);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 14, &crate::check::Expected { loss: -3.1018113801456995e0, gradient: [-0.5196632449540566, -0.46072832045679124, -2.0852594611643496, 1.410309373526577], norm: 3.5017343079333e0, out: [-0.5441312893068548, 1.0882108271153919, 1.71764978106922, 1.2048549069611525], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_15 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<5>,
}
impl Model {
#[plan(tiles = [16])]
pub fn loss(&self, x0: [[[f64; 5]; 1]; 17], x1: u16, x2: [u16; 31]) -> f64 {
let v0 = one_hot(x1, 16);
let v1 = gather(v0, x2);
let v2 = 0.3 * sum(v1, [0]);
let v3 = broadcast(v1, [2, 31]);
let v4 = cos(v3);
let v5 = log_softmax(v4, 0);
let v6 = powi(tanh(x0), 3);
mean(logistic_loss(v2, 0.25)) + 0.1 * sum(v5) + 0.1 * sum((sin(v6) * self.w0))
}
}
}
subject!(f64, ([[[f64; 5]; 1]; 17], u16, [u16; 31]), |at| (crate::check::fill(15, at, 0, 0), crate::check::fill(15, at, 1, 16), crate::check::fill(15, at, 2, 16)), |s| (&s.0, s.1, &s.2), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 15, &crate::check::Expected { loss: -3.6151787024924076e0, gradient: [0.025487855367700207, 0.08089909567469583, -0.0217431048371702, -0.015984496882375653], norm: 1.107523547753099e-1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_16 {
burtorch::graph! {
pub struct Model {
#[frozen]
w0: Neuron<8, tanh>,
#[frozen]
w1: CausalAttention<8, 3, 3>,
w2: Param<3, 16>,
}
impl Model {
#[plan(tiles = [16])]
pub fn loss(&self, x0: [[f32; 3]; 8], x1: [[u8; 5]; 1]) -> f32 {
let v0 = permute(x0, [1, 0]);
let v1 = self.w0.forward(v0);
let v2 = select(v1 > 0.1, v1, 0.3 * v1);
let v3 = self.w1.forward(x0);
let v4 = softmax(v3, 0);
let v5 = max(v4, [0]);
let v6 = self.w2[x1];
sum(sin(v2)) + mean(logistic_loss(v5, 0.25)) + logsumexp(flatten(tanh(v6)))
}
}
}
subject!(f32, ([[f32; 3]; 8], [[u8; 5]; 1]), |at| (crate::check::fill(16, at, 0, 0), crate::check::fill(16, at, 1, 3)), |s| (&s.0, &s.1), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 16, &crate::check::Expected { loss: 6.590718572171822e0, gradient: [-0.06237935270390348, 0.08583349636931434, -0.026723258003328525, 0.05837584117863626], norm: 1.6132815016536833e-1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_17 {
burtorch::graph! {
pub struct Model {
#[frozen]
w0: Param<2, 3>,
w1: Gru<2, 1>,
#[frozen]
w2: CausalAttention<1, 2, 1>,
}
impl Model {
#[plan(tables = late)]
pub fn loss(&self, x0: [f32; 17], x1: [[[f32; 3]; 1]; 31], x2: usize, x3: usize, x4: i64) -> f32 {
let v0 = matvec(self.w0, x1);
let v1 = abs(v0);
let v2 = gather(v1, x2);
let v3 = elu(x0, 1.0);
let mut v4 = zeros([1]);
for t in 0..1 {
v4 = self.w1.forward(v2[t], v4);
}
let v5 = v4;
let v6 = self.w2.forward(v2);
let v7 = softmax(causal_mask(v6));
mean(cross_entropy(v3, x3)) + mean(cross_entropy(v5, x4)) + mse(v7, 0.3)
}
}
}
subject!(f32, ([f32; 17], [[[f32; 3]; 1]; 31], usize, usize, i64), |at| (crate::check::fill(17, at, 0, 0), crate::check::fill(17, at, 1, 0), crate::check::fill(17, at, 2, 31), crate::check::fill(17, at, 3, 17), crate::check::fill(17, at, 4, 1)), |s| (&s.0, &s.1, s.2, s.3, s.4), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 17, &crate::check::Expected { loss: 2.9496389725128345e0, gradient: [0.0, 0.0, 0.0, 0.0], norm: 0e0, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_18 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Param,
}
impl Part0 {
fn forward(&self, x: Tensor) -> Tensor {
let v0 = unsqueeze(x, 0);
tanh((sin(x) * self.w0) + 0.5 * x * cos(mean(v0)))
}
}
pub struct Model {
w0: CausalAttention<31, 2, 1>,
w1: [Part0; 1],
#[frozen]
w2: CausalAttention<31, 2, 1>,
}
impl Model {
#[plan(tables = late)]
pub fn loss(&self, x0: [f64; 3], x1: [[f64; 2]; 31], x2: i32) -> f64 {
let v0 = logsumexp(x1, 0);
let v1 = max(x0, -1);
let v2 = self.w0.forward(x1);
let v3 = relu(v1);
let mut v4 = v3;
let mut v4b = 0.1 * v3;
for layer in &self.w1 {
let y = layer.forward(v4);
v4 = sin(v4b) + v4;
v4b = tanh(y);
}
let v5 = v4 + v4b;
let v6 = self.w2.forward(x1);
mean(cross_entropy(v0, x2)) + logsumexp(flatten(tanh(v2))) + mse(v5, 0.3) + mean(logistic_loss(v6, 0.25))
}
}
}
subject!(f64, ([f64; 3], [[f64; 2]; 31], i32), |at| (crate::check::fill(18, at, 0, 0), crate::check::fill(18, at, 1, 0), crate::check::fill(18, at, 2, 2)), |s| (&s.0, &s.1, s.2), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 18, &crate::check::Expected { loss: 6.101476352901985e0, gradient: [0.29963727721923505, -0.19404398131712824, -0.047637210137662984, -0.2581896461278722], norm: 5.506540276503857e-1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_19 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: FeedForward<2, 3, silu>,
w1: Param<3, 1>,
w2: Param<3, 3>,
w3: FeedForward<3, 2, sin>,
}
impl Model {

pub fn loss(&self, x0: [[[f64; 2]; 8]; 7], x1: [f64; 16], x2: [[u16; 8]; 7]) -> f64 {
let v0 = self.w0.forward(sin(self.w0.forward(x0)));
let v1 = self.w1 + x1;
let v2 = 0.5 * matmul(v1, transpose(v1));
let v3 = concat([v2, slice(self.w2, 0, 0..2)], 0);
let v4 = self.w3.forward(v2);
mean(cross_entropy(v0, x2)) + sum(sin(v3)) + mse(v4, 0.3)
}
}
}
subject!(f64, ([[[f64; 2]; 8]; 7], [f64; 16], [[u16; 8]; 7]), |at| (crate::check::fill(19, at, 0, 0), crate::check::fill(19, at, 1, 0), crate::check::fill(19, at, 2, 2)), |s| (&s.0, &s.1, &s.2), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 19, &crate::check::Expected { loss: -1.3617058311412822e0, gradient: [19.964566580527837, 15.40771374064177, -22.176929658382473, -9.61640521295762], norm: 2.622561800801316e1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_20 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: LinearNoBias<2, 16>,
w1: Conv1d<8, 3, 3>,
w2: Neuron<14, softplus>,
}
impl Model {
#[plan(tiles = [64])]
pub fn loss(&self, x0: [[f64; 2]; 8], x1: i64) -> f64 {
let v0 = self.w0.forward(x0);
let v1 = self.w1.forward(v0);
let v2 = self.w2.forward(v1);
mean(cross_entropy(v2, x1))
}
}
}
subject!(f64, ([[f64; 2]; 8], i64), |at| (crate::check::fill(20, at, 0, 0), crate::check::fill(20, at, 1, 3)), |s| (&s.0, s.1), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 20, &crate::check::Expected { loss: 8.774159388053657e-1, gradient: [0.35852862732301455, -0.005007850589069648, -1.433762830926823, -0.7889240019563232], norm: 1.8669872623812485e0, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_21 {
burtorch::graph! {
pub struct Model {
w0: Mlp<1, 2, 1, tanh, 1>,
w1: Param<17, 1>,
w2: Gru<3, 2>,
w3: Param<1, 2>,
w4: Param<3, 1>,
}
impl Model {
#[plan(axes = as_written)]
pub fn loss(&self, x0: [[f32; 3]; 1], x1: [[[f32; 2]; 1]; 31], x2: [usize; 1], x3: u16) -> f32 {
let v0 = 0.5 * matmul(x0, transpose(x0));
let v1 = self.w0.forward(v0);
let v2 = matvec(self.w1, v1);
let mut v3 = zeros([2]);
for t in 0..1 {
v3 = self.w2.forward(x0[t], v3);
}
let v4 = v3;
let v5 = matvec(self.w3, x1);
let v6 = matvec(self.w4, v5);
let v7 = rms_norm(v4, 0.1);
mean(cross_entropy(v2, x2)) + 0.1 * sum(v6) + mean(cross_entropy(v7, x3))
}
}
}
subject!(f32, ([[f32; 3]; 1], [[[f32; 2]; 1]; 31], [usize; 1], u16), |at| (crate::check::fill(21, at, 0, 0), crate::check::fill(21, at, 1, 0), crate::check::fill(21, at, 2, 17), crate::check::fill(21, at, 3, 2)), |s| (&s.0, &s.1, &s.2, s.3), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 21, &crate::check::Expected { loss: 3.068835966563646e0, gradient: [-0.1639445481975791, 0.5663215001724957, -0.18617176585429168, -0.0669183541415343], norm: 7.542077255814744e-1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_22 {
burtorch::graph! {
pub struct Model {
w0: Conv1d<8, 3, 1>,
w1: Lstm<1, 3>,
w2: Param<3>,
w3: Conv1d<3, 1, 1>,
}
impl Model {
pub fn out(&self, x0: [f32; 8], x1: f32, x2: [u8; 1]) -> Tensor<1, 1> {
let v0 = unsqueeze(x0, 1);
let v1 = self.w0.forward(v0);
let mut v2 = (zeros([3]), zeros([3]));
for row in v1 {
v2 = self.w1.forward(row, v2);
}
let v3 = v2.0;
let v4 = dot(self.w2, v3);
let v5 = recip(1.5 + sqr(x1));
let v6 = self.w3.forward(v1);
v6
}

pub fn loss(&self, x0: [f32; 8], x1: f32, x2: [u8; 1]) -> f32 {
let v0 = unsqueeze(x0, 1);
let v1 = self.w0.forward(v0);
let mut v2 = (zeros([3]), zeros([3]));
for row in v1 {
v2 = self.w1.forward(row, v2);
}
let v3 = v2.0;
let v4 = dot(self.w2, v3);
let v5 = recip(1.5 + sqr(x1));
let v6 = self.w3.forward(v1);
mean(logistic_loss(v4, 0.25)) + 0.1 * sum(v5) + mean(cross_entropy(v6, x2))
}
}
}
type Out = [[f32; 1]; 1];
subject!(f32, ([f32; 8], f32, [u8; 1]), |at| (crate::check::fill(22, at, 0, 0), crate::check::fill(22, at, 1, 0), crate::check::fill(22, at, 2, 1)), |s| (&s.0, s.1, &s.2), Out);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 22, &crate::check::Expected { loss: 7.683502184186435e-1, gradient: [-0.005608073066422186, 0.007310414562603891, 0.00289049569478865, -0.09240974127121016], norm: 1.2146336245164929e-1, out: [0.025002730766336332, -0.06634967124474592, -0.03681361045909153, 0.014324816952622593], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_23 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Param,
}
impl Part0 {
fn forward(&self, x: Tensor) -> Tensor {
let v0 = x / (1.5 + sqr(self.w0));
let v1 = clamp(v0, -0.5, 0.5);
tanh(v1 + 0.5 * x)
}
}
pub struct Model {
#[frozen]
w0: [Part0; 1],
w1: Param,
}
impl Model {

pub fn loss(&self, x0: f64, x1: [[f64; 16]; 1], x2: u8) -> f64 {
let v0 = variance_unbiased(x1, [1]);
let v1 = broadcast(v0, [8, 1]);
let v2 = max(v1, [0]);
let mut v3 = x0;
for layer in self.w0.iter().rev() {
v3 = layer.forward(v3);
}
let v4 = v3;
mean(cross_entropy(v2, x2)) + sum(sin((sin(v4) * self.w1)))
}
}
}
subject!(f64, (f64, [[f64; 16]; 1], u8), |at| (crate::check::fill(23, at, 0, 0), crate::check::fill(23, at, 1, 0), crate::check::fill(23, at, 2, 1)), |s| (s.0, &s.1, s.2), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 23, &crate::check::Expected { loss: -8.481474801603486e-2, gradient: [0.09533796528657489, 0.13429224920022995, -0.005286706133176363, 0.053741774186283175], norm: 2.9613639281354953e-1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_24 {
burtorch::graph! {
struct Part0 {
w0: Param<3, 1>,
}
impl Part0 {
fn forward(&self, x: Tensor<17>) -> Tensor<17> {
let v0 = sqrt(1.0 + sqr(x));
let v1 = mul_add(self.w0, x, self.w0);
tanh(v0 + 0.5 * x) * cos(mean(v1))
}
}
pub struct Model {
w0: Param<5, 5>,
w1: [Part0; 2],
}
impl Model {
#[plan(tiles = [16])]
pub fn loss(&self, x0: f32, x1: [f32; 17], x2: [[i32; 2]; 3]) -> f32 {
let v0 = self.w0[x2];
let mut v1 = x1;
let mut v1b = 0.1 * x1;
for layer in &self.w1 {
let y = layer.forward(v1);
v1 = sin(v1b) + v1;
v1b = tanh(y);
}
let v2 = v1 + v1b;
let v3 = broadcast(x0, [31]);
let v4 = softmax(v3, 0);
let v5 = logsumexp(v4, 0);
let v6 = logsumexp(v2, 0);
let v7 = leaky_relu(v6, 0.1);
0.1 * sum(v0) + mean(sqr(v5)) + 0.1 * sum(v7)
}
}
}
subject!(f32, (f32, [f32; 17], [[i32; 2]; 3]), |at| (crate::check::fill(24, at, 0, 0), crate::check::fill(24, at, 1, 0), crate::check::fill(24, at, 2, 5)), |s| (s.0, &s.1, &s.2), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 24, &crate::check::Expected { loss: 1.2206853833939428e1, gradient: [0.3481947501732727, -0.5122670607040115, 0.24961154449579265, -0.25181586501705505], norm: 7.071772289345598e-1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_25 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param,
w1: Neuron<2, softplus>,
}
impl Model {
#[plan(tiles = [16])]
pub fn loss(&self, x0: [[f64; 2]; 7], x1: [[f64; 2]; 2], x2: [u8; 2]) -> f64 {
let v0 = windows(x1, 1, 2, 3);
let v1 = ln(1.5 + sqr(v0));
let v2 = ln(1.5 + sqr(v0));
let v3 = x0 + self.w0;
let v4 = self.w1.forward(v2);
let v5 = softmax(v3, 1);
0.1 * sum(v1) + mean(cross_entropy(v4, x2)) + logsumexp(flatten(tanh(v5)))
}
}
}
subject!(f64, ([[f64; 2]; 7], [[f64; 2]; 2], [u8; 2]), |at| (crate::check::fill(25, at, 0, 0), crate::check::fill(25, at, 1, 0), crate::check::fill(25, at, 2, 1)), |s| (&s.0, &s.1, &s.2), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 25, &crate::check::Expected { loss: 3.3285692022219213e0, gradient: [-4.522197056051801e-18, 1.200054069201821e-17, 6.658408731292982e-18, -2.590902796059785e-18], norm: 1.8539857149502126e-17, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_26 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<2>,
}
impl Model {

pub fn loss(&self, x0: [f64; 1]) -> f64 {
let v0 = log_softmax(x0, 0);
let v1 = outer(v0, self.w0);
mse(v1, 0.3)
}
}
}
subject!(f64, [f64; 1], |at| crate::check::fill(26, at, 0, 0), |s| (s), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 26, &crate::check::Expected { loss: 9e-2, gradient: [0.0, 0.0, -0.0, 0.0], norm: 0e0, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_27 {
burtorch::graph! {
pub struct Model {
w0: Param<3, 7>,
w1: Embedding<16, 5>,
w2: LayerNorm<5>,
}
impl Model {
pub fn out(&self, x0: f32, x1: [[i32; 1]; 2], x2: [i64; 3]) -> Tensor<3, 5> {
let v0 = exp_m1(-abs(x0));
let v1 = v0 - x0;
let v2 = self.w0[x1];
let v3 = unsqueeze(v2, 0);
let v4 = self.w1.forward(x2);
let v5 = self.w2.forward(v4);
v5
}
#[plan(tiles = [16])]
pub fn loss(&self, x0: f32, x1: [[i32; 1]; 2], x2: [i64; 3]) -> f32 {
let v0 = exp_m1(-abs(x0));
let v1 = v0 - x0;
let v2 = self.w0[x1];
let v3 = unsqueeze(v2, 0);
let v4 = self.w1.forward(x2);
let v5 = self.w2.forward(v4);
0.1 * sum(v1) + logsumexp(flatten(tanh(v3))) + logsumexp(flatten(tanh(v5)))
}
}
}
type Out = [[f32; 5]; 3];
subject!(f32, (f32, [[i32; 1]; 2], [i64; 3]), |at| (crate::check::fill(27, at, 0, 0), crate::check::fill(27, at, 1, 3), crate::check::fill(27, at, 2, 16)), |s| (s.0, &s.1, &s.2), Out);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 27, &crate::check::Expected { loss: 5.127716098439434e0, gradient: [-0.004548470149111008, 0.14916427404836782, -0.12419200880676808, -0.6186405147789266], norm: 5.939743691030832e-1, out: [-0.40453941357118584, -0.6520064785829538, -1.5764012539323358, -0.06578629061642532], tolerance: 1.0e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_28 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Param,
}
impl Part0 {
fn forward(&self, x: Tensor) -> Tensor {
let v0 = exp_m1(-abs(x));
let v1 = tanh(x);
tanh((sin(x) * self.w0) + 0.5 * tanh(v1 + 0.5 * tanh(v0 + 0.5 * x)))
}
}
pub struct Model {
w0: [Part0; 3],
w1: Param<8, 31>,
w2: Param<31>,
}
impl Model {
#[plan(axes = as_written)]
pub fn loss(&self, x0: f64, x1: u8, x2: usize) -> f64 {
let mut v0 = x0;
for layer in self.w0.iter().rev() {
v0 = layer.forward(v0);
}
let v1 = v0;
let v2 = stack([v1, x0], 0);
let v3 = self.w1[x1];
let v4 = leaky_relu(v2, 0.1);
let v5 = concat([v3, slice(self.w2, 0, 0..5)], 0);
let v6 = v5 - v5;
mean(cross_entropy(v4, x2)) + mse(v6, 0.3)
}
}
}
subject!(f64, (f64, u8, usize), |at| (crate::check::fill(28, at, 0, 0), crate::check::fill(28, at, 1, 8), crate::check::fill(28, at, 2, 2)), |s| (s.0, s.1, s.2), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 28, &crate::check::Expected { loss: 7.62167540560411e-1, gradient: [0.003793838154603533, -0.011744928724976731, -0.005260805012949198, 0.0039483383908406], norm: 1.6343085689549768e-2, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_29 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Param<1>,
}
impl Part0 {
fn forward(&self, x: Tensor<7, 1>) -> Tensor<7, 1> {
let mut v0 = self.w0;
for t in (0..7).rev() {
v0 = tanh(v0 * 0.5 + x[t]);
}
let v1 = v0;
let v2 = asinh(v1);
x * cos(mean(v2))
}
}
pub struct Model {
w0: [Part0; 4],
w1: Attention<7, 1, 1>,
w2: Conv1d<7, 1, 2>,
}
impl Model {
#[plan(tiles = [64])]
pub fn loss(&self, x0: [[f64; 1]; 7], x1: [i64; 7]) -> f64 {
let mut v0 = x0;
for layer in &self.w0 {
v0 = layer.forward(v0) + 0.5 * x0;
}
let v1 = v0;
let v2 = self.w1.forward(v1);
let v3 = concat([x0, slice(v1, 1, 0..1)], 1);
let v4 = self.w2.forward(v3);
mean(cross_entropy(v2, x1)) + mean(sqr(v4))
}
}
}
subject!(f64, ([[f64; 1]; 7], [i64; 7]), |at| (crate::check::fill(29, at, 0, 0), crate::check::fill(29, at, 1, 1)), |s| (&s.0, &s.1), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 29, &crate::check::Expected { loss: 1.6834725330621627e0, gradient: [-3.987653916793179, -3.0891754476852267, -2.4228797969911415, -0.7110638534808509], norm: 8.877018218327057e0, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_30 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Param<1, 1>,
w1: LinearNoBias<1, 1>,
}
impl Part0 {
fn forward(&self, x: Tensor<8, 17, 1>) -> Tensor<8, 17, 1> {
let v0 = matvec(self.w0, x);
let v1 = self.w1.forward(v0);
tanh(v1 + 0.5 * x)
}
}
pub struct Model {
w0: Linear<1, 1>,
w1: [Part0; 3],
w2: LayerNorm<1>,
}
impl Model {

pub fn loss(&self, x0: [[[f64; 1]; 17]; 8], x1: usize) -> f64 {
let v0 = self.w0.forward(sin(self.w0.forward(x0)));
let mut v1 = x0;
for layer in &self.w1 {
v1 = layer.forward(v1);
}
let v2 = self.w1[0].forward(v1);
let v3 = variance_unbiased(v2, [0, 2]);
let v4 = sin(v0);
let v5 = self.w2.forward(v4);
let v6 = unsqueeze(v5, 2);
mean(cross_entropy(v3, x1)) + 0.1 * sum(v6)
}
}
}
subject!(f64, ([[[f64; 1]; 17]; 8], usize), |at| (crate::check::fill(30, at, 0, 0), crate::check::fill(30, at, 1, 17)), |s| (&s.0, s.1), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 30, &crate::check::Expected { loss: 1.3160427318395325e1, gradient: [1.4945266104772115, 4.526780529126103, 5.090710360438415, -3.751361306628938], norm: 1.360000000531153e1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_31 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Param<1, 1, 1, 1>,
w1: RmsNorm<1>,
}
impl Part0 {
fn forward(&self, x: Tensor<16, 3, 1>) -> Tensor<16, 3, 1> {
let v0 = select(self.w0 < x, self.w0 * x, x);
let v1 = self.w1.forward(v0);
x * cos(mean(v1))
}
}
struct Part1 {
w0: Neuron<2, identity>,
}
impl Part1 {
fn forward(&self, x: Tensor<16, 2, 1, 2>) -> Tensor<16, 2, 1, 2> {
let v0 = self.w0.forward(x);
x * cos(mean(v0))
}
}
pub struct Model {
w0: [Part0; 1],
w1: LinearNoBias<2, 2>,
w2: [Part1; 2],
w3: LayerNorm<2>,
}
impl Model {
#[plan(tiles = [16])]
pub fn loss(&self, x0: [[[f64; 1]; 3]; 16]) -> f64 {
let mut v0 = x0;
for layer in &self.w0 {
v0 = layer.forward(v0);
}
let v1 = v0;
let v2 = windows(v1, 1, 2, 1);
let v3 = self.w1.forward(sin(self.w1.forward(v2)));
let mut v4 = v3;
let mut v4b = 0.1 * v3;
for layer in &self.w2 {
let y = layer.forward(v4) + 0.5 * v3;
v4 = sin(v4b) + v4;
v4b = tanh(y);
}
let v5 = v4 + v4b;
let v6 = self.w3.forward(v5);
mean(logistic_loss(v6, 0.25))
}
}
}
subject!(f64, [[[f64; 1]; 3]; 16], |at| crate::check::fill(31, at, 0, 0), |s| (s), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 31, &crate::check::Expected { loss: 9.256643671710381e-1, gradient: [-0.1210535480941933, 0.04155189637403002, -0.10362773747946616, -0.12104368214397077], norm: 3.2619167159544193e-1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_32 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<2>,
}
impl Model {
pub fn out(&self, x0: f64) -> Tensor<8, 2> {
let v0 = leaky_relu(x0, 0.1);
let v1 = stack([v0, x0], 0);
let v2 = broadcast(v1, [8, 2]);
v2
}
#[plan(tiles = [64])]
pub fn loss(&self, x0: f64) -> f64 {
let v0 = leaky_relu(x0, 0.1);
let v1 = stack([v0, x0], 0);
let v2 = broadcast(v1, [8, 2]);
0.1 * sum((sin(v2) * self.w0))
}
}
}
type Out = [[f64; 2]; 8];
subject!(f64, f64, |at| crate::check::fill(32, at, 0, 0), |s| (*s), Out);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 32, &crate::check::Expected { loss: 3.893601905262262e-1, gradient: [0.24758301861650228, -0.08479554842079501, -0.16494794711585153, 0.1405472596025068], norm: 6.187699216499117e-1, out: [-0.5788983366195346, -0.7675688486204171, 1.533232335067858, -0.1479669233998587], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_33 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<8, 7>,
w1: LayerNorm<2>,
w2: Conv2d<7, 3, 1>,
}
impl Model {

pub fn loss(&self, x0: [[[f64; 2]; 1]; 7], x1: [[usize; 5]; 2], x2: u8) -> f64 {
let v0 = mean(x0, [1, 2]);
let v1 = matvec(self.w0, v0);
let v2 = self.w1.forward(x0);
let v3 = one_hot(x1, 1);
let v4 = logsumexp(v1, 0);
let v5 = gather(v1, x2);
let v6 = self.w2.forward(v2);
mean(cross_entropy(v3, x1)) + logsumexp(flatten(tanh(v4))) + mse(v5, 0.3) + 0.1 * sum(v6)
}
}
}
subject!(f64, ([[[f64; 2]; 1]; 7], [[usize; 5]; 2], u8), |at| (crate::check::fill(33, at, 0, 0), crate::check::fill(33, at, 1, 1), crate::check::fill(33, at, 2, 8)), |s| (&s.0, &s.1, s.2), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 33, &crate::check::Expected { loss: 1.0209615071248492e0, gradient: [0.23197362282959708, -0.24633337131534563, 0.31268019985629975, 0.35439284513547836], norm: 7.302100017626021e-1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_34 {
burtorch::graph! {
pub struct Model {
#[frozen]
w0: Mlp<2, 7, 2, gelu, 2>,
w1: Param<8>,
}
impl Model {
pub fn out(&self, x0: [[[f32; 2]; 8]; 5], x1: [usize; 5]) -> Tensor<5, 8> {
let v0 = x0 / (1.5 + sqr(x0));
let v1 = self.w0.forward(sin(self.w0.forward(v0)));
let v2 = pad(v0, 1, 2, 2);
let v3 = 0.3 * sum(v1, [2]);
v3
}
#[plan(tiles = [64])]
pub fn loss(&self, x0: [[[f32; 2]; 8]; 5], x1: [usize; 5]) -> f32 {
let v0 = x0 / (1.5 + sqr(x0));
let v1 = self.w0.forward(sin(self.w0.forward(v0)));
let v2 = pad(v0, 1, 2, 2);
let v3 = 0.3 * sum(v1, [2]);
mean(sqr(v2)) + mean(cross_entropy((sin(v3) * self.w1), x1))
}
}
}
type Out = [[f32; 8]; 5];
subject!(f32, ([[[f32; 2]; 8]; 5], [usize; 5]), |at| (crate::check::fill(34, at, 0, 0), crate::check::fill(34, at, 1, 8)), |s| (&s.0, &s.1), Out);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 34, &crate::check::Expected { loss: 2.124558827980745e0, gradient: [-0.002783153926406917, -0.002075550930200716, 0.0003163301100452255, 0.0004921329621163418], norm: 6.23523453762187e-3, out: [-0.002563639039010959, -0.07852228241511251, 0.060306075177581034, -0.010820257819829994], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_35 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Linear<2, 2>,
}
impl Part0 {
fn forward(&self, x: Tensor<33, 2>) -> Tensor<33, 2> {
let v0 = max(x, 0.2);
let v1 = self.w0.forward(v0);
tanh(v1 + 0.5 * x)
}
}
struct Part1 {
w0: Param<30>,
}
impl Part1 {
fn forward(&self, x: Tensor<3, 30>) -> Tensor<3, 30> {
let v0 = x + self.w0;
let v1 = v0 * v0;
tanh(v1 + 0.5 * x)
}
}
pub struct Model {
w0: [Part0; 2],
w1: Conv1d<2, 3, 4>,
w2: [Part1; 2],
}
impl Model {
#[plan(tables = late)]
pub fn loss(&self, x0: [[f64; 2]; 33], x1: f64) -> f64 {
let mut v0 = x0;
let mut v0b = 0.1 * x0;
for layer in &self.w0 {
let y = layer.forward(v0) + 0.5 * x0;
v0 = sin(v0b) + v0;
v0b = tanh(y);
}
let v1 = v0 + v0b;
let v2 = reshape(v1, [2, 33]);
let v3 = select(v2 < v2, v2 * v2, v2);
let v4 = ln(1.5 + sqr(v3));
let v5 = self.w1.forward(v4);
let mut v6 = v5;
for layer in self.w2.iter().rev() {
v6 = layer.forward(v6);
}
for layer in &self.w2 {
v6 = layer.forward(sin(v6));
}
let v8 = v6;
mean(logistic_loss(x1, 0.25)) + logsumexp(flatten(tanh(v8)))
}
}
}
subject!(f64, ([[f64; 2]; 33], f64), |at| (crate::check::fill(35, at, 0, 0), crate::check::fill(35, at, 1, 0)), |s| (&s.0, s.1), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 35, &crate::check::Expected { loss: 5.57076728512833e0, gradient: [-0.01551628937107447, 0.0700364784994877, -0.01893697763417951, 0.0468164681080222], norm: 1.2386029096533806e-1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_36 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<2, 7>,
w1: Linear<2, 3>,
}
impl Model {
#[plan(tiles = [64])]
pub fn loss(&self, x0: [f64; 5], x1: [f64; 7], x2: [[i64; 2]; 2], x3: i64) -> f64 {
let v0 = matvec(self.w0, x1);
let v1 = one_hot(x2, 2);
let v2 = self.w1.forward(v1);
mean(cross_entropy(x0, x3)) + mse(v0, 0.3) + mean(logistic_loss(v2, 0.25))
}
}
}
subject!(f64, ([f64; 5], [f64; 7], [[i64; 2]; 2], i64), |at| (crate::check::fill(36, at, 0, 0), crate::check::fill(36, at, 1, 0), crate::check::fill(36, at, 2, 2), crate::check::fill(36, at, 3, 5)), |s| (&s.0, &s.1, &s.2, s.3), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 36, &crate::check::Expected { loss: 3.1641961431257126e0, gradient: [-0.06211215701746163, -0.17391328206201206, -0.00562864917723202, -0.11225495516627754], norm: 2.737201241777022e-1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_37 {
burtorch::graph! {
struct Part0 {
w0: Attention<16, 3, 3>,
}
impl Part0 {
fn forward(&self, x: Tensor<16, 3>) -> Tensor<16, 3> {
let v0 = self.w0.forward(x);
let v1 = sigmoid(v0);
tanh(v1 + 0.5 * x)
}
}
struct Part1 {
w0: Param<16>,
}
impl Part1 {
fn forward(&self, x: Tensor<16>) -> Tensor<16> {
let v0 = x[4];
let v1 = softplus(v0);
tanh((sin(x) * self.w0) + 0.5 * x * cos(mean(v1)))
}
}
pub struct Model {
w0: [Part0; 2],
#[frozen]
w1: [Part1; 3],
w2: Param<8, 3>,
w3: Conv1d<16, 1, 5>,
}
impl Model {
#[plan(axes = as_written)]
pub fn loss(&self, x0: [[f32; 3]; 16], x1: [i64; 1]) -> f32 {
let mut v0 = x0;
for layer in &self.w0 {
v0 = layer.forward(v0);
}
let v1 = v0;
let v2 = variance(v1, [1]);
let v3 = hypot(x0, 1.0 + sqr(x0));
let v4 = hypot(v3, 1.0 + sqr(v1));
let mut v5 = v2;
let mut v5b = 0.1 * v2;
for layer in &self.w1 {
let y = layer.forward(v5);
v5 = sin(v5b) + v5;
v5b = tanh(y);
}
let v6 = v5 + v5b;
let v7 = matvec(self.w2, v3);
let v8 = self.w3.forward(v7);
mean(sqr(v4)) + mse(v6, 0.3) + mean(cross_entropy(v8, x1))
}
}
}
subject!(f32, ([[f32; 3]; 16], [i64; 1]), |at| (crate::check::fill(37, at, 0, 0), crate::check::fill(37, at, 1, 4)), |s| (&s.0, &s.1), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 37, &crate::check::Expected { loss: 3.866062542532825e0, gradient: [-0.2759873499769824, 0.0835791354299115, -0.15569772798687587, -0.36800710032941514], norm: 4.562914322710194e-1, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.3e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_38 {
burtorch::graph! {
struct Part0 {
w0: Param<4>,
}
impl Part0 {
fn forward(&self, x: Tensor<2, 8, 4>) -> Tensor<2, 8, 4> {
let v0 = permute(x, [1, 0, 2]);
tanh((sin(x) * self.w0) + 0.5 * x * cos(mean(v0)))
}
}
pub struct Model {
w0: Conv1d<8, 5, 3>,
w1: Param<8, 4>,
w2: [Part0; 4],
}
impl Model {
pub fn out(&self, x0: [[f32; 16]; 5], x1: [[f32; 8]; 8], x2: [i64; 5], x3: [u8; 5], x4: [[u8; 8]; 2]) -> Tensor<2, 8, 4> {
let v0 = avg_pool1d(x1, 2);
let v1 = self.w0.forward(v0);
let v2 = stack([v0, self.w1], 0);
let mut v3 = v2;
for layer in &self.w2 {
v3 = layer.forward(v3) + 0.5 * v2;
}
let v4 = v3;
v4
}
#[plan(tiles = [64])]
pub fn loss(&self, x0: [[f32; 16]; 5], x1: [[f32; 8]; 8], x2: [i64; 5], x3: [u8; 5], x4: [[u8; 8]; 2]) -> f32 {
let v0 = avg_pool1d(x1, 2);
let v1 = self.w0.forward(v0);
let v2 = stack([v0, self.w1], 0);
let mut v3 = v2;
for layer in &self.w2 {
v3 = layer.forward(v3) + 0.5 * v2;
}
let v4 = v3;
mean(cross_entropy(x0, x2)) + mean(cross_entropy(v1, x3)) + mean(cross_entropy(v4, x4))
}
}
}
type Out = [[[f32; 4]; 8]; 2];
subject!(f32, ([[f32; 16]; 5], [[f32; 8]; 8], [i64; 5], [u8; 5], [[u8; 8]; 2]), |at| (crate::check::fill(38, at, 0, 0), crate::check::fill(38, at, 1, 0), crate::check::fill(38, at, 2, 16), crate::check::fill(38, at, 3, 2), crate::check::fill(38, at, 4, 4)), |s| (&s.0, &s.1, &s.2, &s.3, &s.4), Out);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 38, &crate::check::Expected { loss: 5.18250285613507e0, gradient: [0.06599700905768674, 0.04009418021525518, 0.15109757458465084, -0.15935787956366668], norm: 6.333441554314612e-1, out: [0.4047923897592431, 1.870221667781949, 0.836462067575029, 1.5685581063704592], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_39 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<16>,
}
impl Model {
#[plan(tiles = [16])]
pub fn loss(&self, x0: [[f64; 16]; 2], x1: [[f64; 3]; 2]) -> f64 {
let mut v0 = self.w0;
for t in (0..2).rev() {
v0 = tanh(v0 * 0.5 + x0[t]);
}
let v1 = v0;
let v2 = x1 + x1;
0.1 * sum(v1) + mean(sqr(v2))
}
}
}
subject!(f64, ([[f64; 16]; 2], [[f64; 3]; 2]), |at| (crate::check::fill(39, at, 0, 0), crate::check::fill(39, at, 1, 0)), |s| (&s.0, &s.1), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 39, &crate::check::Expected { loss: 8.897751169861793e-1, gradient: [-0.0042944325572147396, -0.015017445684950458, 0.04744297624178681, -0.006078199329590383], norm: 7.428128398774181e-2, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_1000000 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<3>,
w1: Param<3, 2>,
}
impl Model {
pub fn loss(&self, x0: [f64; 3]) -> f64 {
let v0 = stack([x0, self.w0], 1);
let v1 = concat([v0, slice(self.w1, 1, 0..1)], 1);
sum(x0) * cos(mean(v1))
}
}
}
subject!(f64, [f64; 3], |at| crate::check::fill(1000000, at, 0, 0), |s| (s), );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 1000000, &crate::check::Expected { loss: -1.0559284734956302e-1, gradient: [0.000382836957309795, -9.457953820639624e-5, -0.0007297734858223787, 4.446823731208793e-5], norm: 3.0613783093623274e-3, out: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

