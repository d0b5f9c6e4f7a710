//! Random models, and what the interpreter says of each. Written by a test of burtorch-models.

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_0 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: LinearNoBias<7, 1>,
w1: Conv1d<17, 2, 1>,
}
impl Model {
#[wrt(x0, x1)]
#[plan(tiles = [16])]
pub fn loss(&self, x0: f64, x1: [[f64; 7]; 17], x2: [u16; 2]) -> f64 {
let v0 = select(x1 > 0.1, x1, 0.3 * x1);
let v1 = self.w0.forward(v0);
let v2 = self.w1.forward(v1);
logsumexp(flatten(tanh(x0))) + mean(cross_entropy(v2, x2))
}
}
}
subject!(f64, (f64, [[f64; 7]; 17], [u16; 2]), |at| (crate::check::fill(0, at, 0, 0), crate::check::fill(0, at, 1, 0), crate::check::fill(0, at, 2, 1)), |s| (s.0, &s.1, &s.2),  [g0: f64, g1: [[f64; 7]; 17]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 0, &crate::check::Expected { loss: -5.317393170124599e-1, gradient: [0.0, 0.0, 0.0, 0.0], norm: 0e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [0.17495068758427273, -0.4642661121195469, -0.25759452127322086, 0.10023451433370752], tolerance: 1.0e-9 });
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
pub fn out(&self, x0: [[[f64; 1]; 16]; 8], x1: f64, x2: [[u8; 5]; 1]) -> Tensor<5> {
let v0 = x1 - x1;
let v1 = self.w0.forward(x0);
let v2 = self.w1.forward(x0);
let v3 = gather(v2, x2);
let v4 = self.w2.forward(v1);
let v5 = 0.3 * sum(v4, [1]);
v5
}
#[partial]

pub fn loss(&self, x0: [[[f64; 1]; 16]; 8], x1: f64, x2: [[u8; 5]; 1]) -> f64 {
let v0 = x1 - x1;
let v1 = self.w0.forward(x0);
let v2 = self.w1.forward(x0);
let v3 = gather(v2, x2);
let v4 = self.w2.forward(v1);
let v5 = 0.3 * sum(v4, [1]);
mean(sqr(v0)) + logsumexp(flatten(tanh(v3))) + 0.1 * sum(v5)
}
}
}
type Out = [f64; 5];
subject!(f64, ([[[f64; 1]; 16]; 8], f64, [[u8; 5]; 1]), |at| (crate::check::fill(1, at, 0, 0), crate::check::fill(1, at, 1, 0), crate::check::fill(1, at, 2, 8)), |s| (&s.0, s.1, &s.2), Out  partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 1, &crate::check::Expected { loss: 5.2588567080594295e0, gradient: [-0.6089713822696805, 0.37069636222441105, -0.257347478524962, 0.12504531590264328], norm: 1.3434244232866905e0, out: [3.4214845837738164, -1.3309942943597342, -2.5066107816247865, -1.6953873711194416], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_2 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: FeedForward<17, 1, silu>,
}
impl Part0 {
fn forward(&self, x: Tensor<17>) -> Tensor<17> {
let v0 = self.w0.forward(sin(self.w0.forward(x)));
tanh(v0 + 0.5 * x)
}
}
pub struct Model {
w0: Param,
w1: [Part0; 2],
}
impl Model {
#[plan(axes = as_written)]
pub fn loss(&self, x0: [f64; 17]) -> f64 {
let v0 = logsumexp(x0, 0);
let v1 = min(v0, self.w0);
let v2 = v1 - v0;
let mut v3 = x0;
let mut v3b = 0.1 * x0;
for layer in &self.w1 {
let y = layer.forward(v3) + 0.5 * x0;
v3 = sin(v3b) + v3;
v3b = tanh(y);
}
let v4 = v3 + v3b;
logsumexp(flatten(tanh(v2))) + 0.1 * sum(v4)
}
}
}
subject!(f64, [f64; 17], |at| crate::check::fill(2, at, 0, 0), |s| (s),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 2, &crate::check::Expected { loss: -1.6456032556795495e0, gradient: [-0.15069675554700937, 0.8629100832621666, 0.1273306902698014, 0.4232965680354538], norm: 8.693457305697194e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_3 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<5, 8>,
w1: Param<2, 5, 3>,
w2: Neuron<3, identity>,
w3: Attention<2, 8, 1>,
w4: LinearNoBias<8, 16>,
}
impl Model {
#[wrt(x0, x1)]

pub fn loss(&self, x0: [[[f64; 3]; 5]; 2], x1: [[f64; 5]; 2]) -> f64 {
let v0 = matmul(x1, self.w0);
let v1 = stack([x0, self.w1], 0);
let v2 = self.w2.forward(v1);
let v3 = self.w3.forward(v0);
let v4 = self.w4.forward(v3);
sum(sin(v2)) + sum(sin(v4))
}
}
}
subject!(f64, ([[[f64; 3]; 5]; 2], [[f64; 5]; 2]), |at| (crate::check::fill(3, at, 0, 0), crate::check::fill(3, at, 1, 0)), |s| (&s.0, &s.1),  [g0: [[[f64; 3]; 5]; 2], g1: [[f64; 5]; 2]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 3, &crate::check::Expected { loss: 3.3042453283176973e0, gradient: [-15.474551829953658, 8.472074477448855, -12.376836354124775, -7.429943546465567], norm: 4.0208133759521616e1, out: [0.0, 0.0, 0.0, 0.0], inputs: [6.082028606424491, 1.1994191591058505, -0.29971938331192827, -0.004745739106548408], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_4 {
burtorch::graph! {
pub struct Model {
w0: FeedForward<2, 1, silu>,
w1: LinearNoBias<2, 2>,
}
impl Model {
#[partial]
#[plan(tables = late)]
pub fn loss(&self, x0: f32, x1: [[[f32; 2]; 17]; 3], x2: [[i64; 17]; 3]) -> f32 {
let v0 = softmax(x1, 0);
let v1 = self.w0.forward(v0);
let v2 = select(v1 < v1, v1 * v1, v1);
let v3 = hypot(v2, 1.0 + sqr(v0));
let v4 = self.w1.forward(sin(self.w1.forward(v0)));
mean(logistic_loss(x0, 0.25)) + mean(cross_entropy(v3, x2)) + sum(sin(v4))
}
}
}
subject!(f32, (f32, [[[f32; 2]; 17]; 3], [[i64; 17]; 3]), |at| (crate::check::fill(4, at, 0, 0), crate::check::fill(4, at, 1, 0), crate::check::fill(4, at, 2, 2)), |s| (s.0, &s.1, &s.2),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 4, &crate::check::Expected { loss: 7.27713144017445e0, gradient: [1.176776516292875, 8.285392719594467, -0.3516154473377928, 6.121443026968342], norm: 2.1695355909454314e1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.1e-5 });
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
let v0 = stack([x, self.w0], 0);
let v1 = atan(v0);
x * cos(mean(v1))
}
}
struct Part1 {
w0: Param<2>,
}
impl Part1 {
fn forward(&self, x: Tensor<2>) -> Tensor<2> {
let v0 = max_pool1d(x, 2);
let v1 = windows(v0, 0, 1, 3);
tanh((sin(x) * self.w0) + 0.5 * x * cos(mean(v1)))
}
}
pub struct Model {
w0: [Part0; 1],
w1: Param<2>,
w2: [Part1; 4],
w3: Param,
#[frozen]
w4: FeedForward<2, 7, tanh>,
}
impl Model {
#[plan(tables = late)]
pub fn loss(&self, x0: [f32; 5], x1: f32) -> f32 {
let mut v0 = x1;
for layer in &self.w0 {
v0 = layer.forward(v0);
}
let v1 = v0;
let v2 = gelu(v1);
let v3 = self.w1 + v2;
let mut v4 = v3;
for layer in &self.w2 {
v4 = layer.forward(v4) + 0.5 * v3;
}
for layer in &self.w2 {
v4 = layer.forward(sin(v4));
}
let v6 = v4;
let v7 = v3 - self.w3;
let v8 = self.w4.forward(sin(self.w4.forward(v7)));
mean(sqr(x0)) + 0.1 * sum(v6) + logsumexp(flatten(tanh(v8)))
}
}
}
subject!(f32, ([f32; 5], f32), |at| (crate::check::fill(5, at, 0, 0), crate::check::fill(5, at, 1, 0)), |s| (&s.0, s.1),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 5, &crate::check::Expected { loss: 1.6894930391844019e0, gradient: [0.0004716487848398956, 0.0007795558411512241, -3.9215862105151464e-5, -0.0002972686344552388], norm: 1.053657322626643e-3, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_6 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
#[frozen]
w0: FeedForward<1, 7, softplus>,
w1: Param<3, 1, 1>,
}
impl Model {
#[wrt(x0)]
#[plan(tiles = [64])]
pub fn loss(&self, x0: [[[f64; 1]; 16]; 2], x1: [[u16; 2]; 3]) -> f64 {
let v0 = min(x0, -2);
let v1 = 0.3 * sum(v0, [0]);
let v2 = self.w0.forward(v1);
let v3 = self.w1 / (1.5 + sqr(v0));
logsumexp(flatten(tanh(v2))) + mean(cross_entropy(v3, x1))
}
}
}
subject!(f64, ([[[f64; 1]; 16]; 2], [[u16; 2]; 3]), |at| (crate::check::fill(6, at, 0, 0), crate::check::fill(6, at, 1, 1)), |s| (&s.0, &s.1),  [g0: [[[f64; 1]; 16]; 2]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 6, &crate::check::Expected { loss: 8.843643453275736e-1, gradient: [0.0, 0.0, 0.0, 0.0], norm: 0e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.001516198380518933, 0.007060472808223739, -0.0013279978781732078, -0.007918601158079153], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_7 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Mlp<31, 7, 1, softplus, 3>,
w1: Param<2, 1, 1>,
}
impl Model {
#[partial]
#[plan(tiles = [16])]
pub fn loss(&self, x0: [[f64; 31]; 1], x1: f64, x2: [[u8; 1]; 2]) -> f64 {
let v0 = self.w0.forward(x0);
let v1 = self.w1 * v0;
let v2 = v1 * v1;
let v3 = avg_pool1d(x0, 1);
mean(sqr(x1)) + mean(cross_entropy(v2, x2)) + mse(v3, 0.3)
}
}
}
subject!(f64, ([[f64; 31]; 1], f64, [[u8; 1]; 2]), |at| (crate::check::fill(7, at, 0, 0), crate::check::fill(7, at, 1, 0), crate::check::fill(7, at, 2, 1)), |s| (&s.0, s.1, &s.2),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 7, &crate::check::Expected { loss: 6.910507590306305e-1, gradient: [0.0, 0.0, 0.0, 0.0], norm: 0e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_8 {
burtorch::graph! {
struct Part0 {
w0: Param<1>,
}
impl Part0 {
fn forward(&self, x: Tensor<7, 1>) -> Tensor<7, 1> {
let v0 = max(x, x);
tanh((sin(x) * self.w0) + 0.5 * tanh(v0 + 0.5 * x))
}
}
pub struct Model {
w0: [Part0; 3],
w1: Param<31, 1>,
}
impl Model {
#[plan(axes = as_written)]
pub fn loss(&self, x0: [[f32; 2]; 7], x1: [[[f32; 1]; 7]; 8], x2: [u8; 33], x3: [u8; 1], x4: [u16; 33]) -> f32 {
let v0 = mean(x1, -3);
let mut v1 = v0;
let mut v1b = 0.1 * v0;
for layer in self.w0.iter().rev() {
let y = layer.forward(v1);
v1 = sin(v1b) + v1;
v1b = tanh(y);
}
let v2 = v1 + v1b;
let v3 = reshape(v2, [1, 7]);
let v4 = self.w1[x2];
0.1 * sum(x0) + mean(cross_entropy(v3, x3)) + mean(cross_entropy(v4, x4))
}
}
}
subject!(f32, ([[f32; 2]; 7], [[[f32; 1]; 7]; 8], [u8; 33], [u8; 1], [u16; 33]), |at| (crate::check::fill(8, at, 0, 0), crate::check::fill(8, at, 1, 0), crate::check::fill(8, at, 2, 31), crate::check::fill(8, at, 3, 7), crate::check::fill(8, at, 4, 1)), |s| (&s.0, &s.1, &s.2, &s.3, &s.4),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 8, &crate::check::Expected { loss: 1.5944659526965768e0, gradient: [-0.04176789901825778, 0.09067955829630606, 0.03170224319737874, -0.06817552189800194], norm: 1.5530674535724756e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_9 {
burtorch::graph! {
pub struct Model {
w0: Param,
}
impl Model {
#[wrt(x0, x1)]
#[plan(axes = as_written)]
pub fn loss(&self, x0: [f32; 7], x1: [f32; 31], x2: i32) -> f32 {
let v0 = layer_norm(x0, 0.1);
let v1 = mul_add(v0, self.w0, v0);
sum(sin(x1)) + mean(cross_entropy(v1, x2))
}
}
}
subject!(f32, ([f32; 7], [f32; 31], i32), |at| (crate::check::fill(9, at, 0, 0), crate::check::fill(9, at, 1, 0), crate::check::fill(9, at, 2, 7)), |s| (&s.0, &s.1, s.2),  [g0: [f32; 7], g1: [f32; 31]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 9, &crate::check::Expected { loss: -1.5873989369114287e0, gradient: [-0.11030763350701694, 0.29272303443072806, 0.16241514931077225, -0.06319856311825314], norm: 4.522332269848575e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [0.22743154772247998, -3.0505956341463123, 1.8033903312627482, 0.10501361196823725], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_10 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
#[frozen]
w0: LinearNoBias<2, 1>,
w1: Conv2d<17, 1, 1>,
}
impl Model {
#[partial]
#[plan(axes = as_written)]
pub fn loss(&self, x0: [[[f64; 2]; 1]; 17], x1: [[usize; 17]; 2]) -> f64 {
let v0 = powi(tanh(x0), 3);
let v1 = permute(x0, [2, 0, 1]);
let v2 = self.w0.forward(v0);
let v3 = self.w1.forward(v2);
mean(cross_entropy(v1, x1)) + logsumexp(flatten(tanh(v3)))
}
}
}
subject!(f64, ([[[f64; 2]; 1]; 17], [[usize; 17]; 2]), |at| (crate::check::fill(10, at, 0, 0), crate::check::fill(10, at, 1, 1)), |s| (&s.0, &s.1),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 10, &crate::check::Expected { loss: -4.429108688238352e-2, gradient: [-0.7515778214961023, -0.5337627916538653, 0.46556060443397884, 0.2179066221931529], norm: 1.0720659981738898e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_11 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<1>,
}
impl Model {

pub fn loss(&self, x0: [f64; 1], x1: [[[f64; 1]; 2]; 33], x2: usize, x3: [u16; 2]) -> f64 {
let v0 = concat([x0, slice(self.w0, 0, 0..1)], 0);
let v1 = softmax(v0, 0);
let v2 = windows(v0, 0, 1, 1);
0.1 * sum(x1) + mean(cross_entropy(v1, x2)) + mean(cross_entropy(v2, x3))
}
}
}
subject!(f64, ([f64; 1], [[[f64; 1]; 2]; 33], usize, [u16; 2]), |at| (crate::check::fill(11, at, 0, 0), crate::check::fill(11, at, 1, 0), crate::check::fill(11, at, 2, 2), crate::check::fill(11, at, 3, 1)), |s| (&s.0, &s.1, s.2, &s.3),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 11, &crate::check::Expected { loss: 4.419840895883104e-1, gradient: [-0.035199831047430366, 0.09340968551371666, 0.051827653567771324, -0.020167042601465682], norm: 1.4431034986249244e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_12 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Param<3>,
}
impl Part0 {
fn forward(&self, x: Tensor<33, 3>) -> Tensor<33, 3> {
let v0 = cos(x);
tanh((sin(x) * self.w0) + 0.5 * tanh(v0 + 0.5 * x))
}
}
pub struct Model {
w0: CausalAttention<33, 3, 3>,
w1: [Part0; 2],
}
impl Model {
pub fn out(&self, x0: [[f64; 17]; 7], x1: [[f64; 3]; 33], x2: [usize; 33], x3: [usize; 35]) -> Tensor<35, 3> {
let v0 = permute(x1, [0, 1]);
let v1 = log_softmax(v0, 1);
let v2 = self.w0.forward(x1);
let mut v3 = x1;
let mut v3b = 0.1 * x1;
for layer in self.w1.iter().rev() {
let y = layer.forward(v3) + 0.5 * v2;
v3 = sin(v3b) + v3;
v3b = tanh(y);
}
let v4 = v3 + v3b;
let v5 = pad(x1, 0, 0, 2);
v5
}
#[wrt(x0, x1)]
#[plan(axes = as_written)]
pub fn loss(&self, x0: [[f64; 17]; 7], x1: [[f64; 3]; 33], x2: [usize; 33], x3: [usize; 35]) -> f64 {
let v0 = permute(x1, [0, 1]);
let v1 = log_softmax(v0, 1);
let v2 = self.w0.forward(x1);
let mut v3 = x1;
let mut v3b = 0.1 * x1;
for layer in self.w1.iter().rev() {
let y = layer.forward(v3) + 0.5 * v2;
v3 = sin(v3b) + v3;
v3b = tanh(y);
}
let v4 = v3 + v3b;
let v5 = pad(x1, 0, 0, 2);
mean(logistic_loss(x0, 0.25)) + mean(cross_entropy(v1, x2)) + sum(sin(v4)) + mean(cross_entropy(v5, x3))
}
}
}
type Out = [[f64; 3]; 35];
subject!(f64, ([[f64; 17]; 7], [[f64; 3]; 33], [usize; 33], [usize; 35]), |at| (crate::check::fill(12, at, 0, 0), crate::check::fill(12, at, 1, 0), crate::check::fill(12, at, 2, 3), crate::check::fill(12, at, 3, 3)), |s| (&s.0, &s.1, &s.2, &s.3), Out [g0: [[f64; 17]; 7], g1: [[f64; 3]; 33]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 12, &crate::check::Expected { loss: 4.899909361733644e1, gradient: [-7.898867280541599, 10.716371901600311, -12.414905705810575, 6.3028464754499804], norm: 2.8210402819864008e1, out: [-2.483351450918719, -1.4218270829943302, -0.8336526704488634, -2.4450482239690468], inputs: [-0.18537174914864907, 0.06059870877037561, -7.818503412775494, -2.920578524269846], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_13 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<1, 1, 1, 1>,
#[frozen]
w1: Param,
w2: Neuron<1, tanh>,
}
impl Model {
#[partial]
#[plan(axes = as_written)]
pub fn loss(&self, x0: [f64; 2], x1: [[[f64; 1]; 5]; 17], x2: [[[usize; 5]; 17]; 1], x3: [i64; 17]) -> f64 {
let v0 = select(self.w0 < x1, self.w0 * x1, x1);
let v1 = min(x0, self.w1);
let v2 = self.w2.forward(x1);
mean(cross_entropy(v0, x2)) + mse(v1, 0.3) + mean(cross_entropy(v2, x3))
}
}
}
subject!(f64, ([f64; 2], [[[f64; 1]; 5]; 17], [[[usize; 5]; 17]; 1], [i64; 17]), |at| (crate::check::fill(13, at, 0, 0), crate::check::fill(13, at, 1, 0), crate::check::fill(13, at, 2, 1), crate::check::fill(13, at, 3, 5)), |s| (&s.0, &s.1, &s.2, &s.3),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 13, &crate::check::Expected { loss: 1.9181202115081826e0, gradient: [0.043616535740764226, 0.14786487102393292, -0.018551987730218194, -0.10215290904288135], norm: 1.4940665268555392e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_14 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: LayerNorm<2>,
w1: Param<2>,
w2: Linear<2, 2>,
}
impl Model {
pub fn out(&self, x0: [[f64; 1]; 16]) -> Tensor<16, 1, 1> {
let v0 = rms_norm(x0, 0.1);
let v1 = stack([v0, x0], 2);
let v2 = self.w0.forward(v1);
let v3 = select(v2 < self.w1, v2 * self.w1, self.w1);
let v4 = self.w2.forward(v3);
let v5 = 0.5 * matmul(v4, transpose(v4));
v5
}

pub fn loss(&self, x0: [[f64; 1]; 16]) -> f64 {
let v0 = rms_norm(x0, 0.1);
let v1 = stack([v0, x0], 2);
let v2 = self.w0.forward(v1);
let v3 = select(v2 < self.w1, v2 * self.w1, self.w1);
let v4 = self.w2.forward(v3);
let v5 = 0.5 * matmul(v4, transpose(v4));
mean(sqr(v5))
}
}
}
type Out = [[[f64; 1]; 1]; 16];
subject!(f64, [[f64; 1]; 16], |at| crate::check::fill(14, at, 0, 0), |s| (s), Out  );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 14, &crate::check::Expected { loss: 2.8536201721324414e-2, gradient: [0.15629475217076133, 0.1286022082922036, 0.09243358378677385, -0.08737216379398163], norm: 2.688851373370065e-1, out: [-0.12725277926914552, -0.333281834242006, 0.4435008717220005, 0.0854460709940949], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_15 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Mlp<5, 5, 8, silu, 3>,
w1: Param<7>,
w2: Conv1d<17, 1, 5>,
w3: Param<3>,
w4: Neuron<3, tanh>,
}
impl Model {
pub fn out(&self, x0: [[[f64; 5]; 1]; 17]) -> Tensor<1> {
let v0 = self.w0.forward(x0);
let v1 = min(v0, [1, 2]);
let v2 = outer(v1, self.w1);
let v3 = self.w2.forward(v2);
let v4 = flatten(v3);
let v5 = hypot(v4, 1.0 + sqr(self.w3));
let v6 = self.w4.forward(v3);
v6
}
#[wrt(x0)]
#[plan(tiles = [64])]
pub fn loss(&self, x0: [[[f64; 5]; 1]; 17]) -> f64 {
let v0 = self.w0.forward(x0);
let v1 = min(v0, [1, 2]);
let v2 = outer(v1, self.w1);
let v3 = self.w2.forward(v2);
let v4 = flatten(v3);
let v5 = hypot(v4, 1.0 + sqr(self.w3));
let v6 = self.w4.forward(v3);
logsumexp(flatten(tanh(v5))) + 0.1 * sum(v6)
}
}
}
type Out = [f64; 1];
subject!(f64, [[[f64; 5]; 1]; 17], |at| crate::check::fill(15, at, 0, 0), |s| (s), Out [g0: [[[f64; 5]; 1]; 17]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 15, &crate::check::Expected { loss: 1.9723372432852557e0, gradient: [0.12027557930409283, 0.10344447825312394, -0.08711702813883579, -0.004713106845859218], norm: 2.0754801917527438e-1, out: [0.01741336354093554, -0.04620979032265983, -0.02563915070595631, 0.009976640055222445], inputs: [0.00019312497599189836, -0.0005232989796688816, -0.0001354172138890597, 0.0004044129673955932], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_16 {
burtorch::graph! {
struct Part0 {
#[frozen]
w0: RmsNorm<3>,
w1: Param<3>,
}
impl Part0 {
fn forward(&self, x: Tensor<3, 3>) -> Tensor<3, 3> {
let v0 = self.w0.forward(x);
let v1 = flatten(v0);
tanh((sin(x) * self.w1) + 0.5 * x * cos(mean(v1)))
}
}
pub struct Model {
w0: Neuron<2, sin>,
#[frozen]
w1: [Part0; 2],
w2: Conv1d<3, 3, 2>,
}
impl Model {
#[partial]

pub fn loss(&self, x0: [[f32; 3]; 8], x1: [u16; 3]) -> f32 {
let v0 = windows(x0, 0, 2, 3);
let v1 = select(v0 > 0.1, v0, 0.3 * v0);
let v2 = self.w0.forward(v1);
let mut v3 = v2;
let mut v3b = 0.1 * v2;
for layer in &self.w1 {
let y = layer.forward(v3);
v3 = sin(v3b) + v3;
v3b = tanh(y);
}
let v4 = v3 + v3b;
let v5 = self.w2.forward(v4);
let v6 = self.w2.forward(v5);
let v7 = logsumexp(v0, 2);
mean(cross_entropy(v6, x1)) + mean(cross_entropy(v7, x1))
}
}
}
subject!(f32, ([[f32; 3]; 8], [u16; 3]), |at| (crate::check::fill(16, at, 0, 0), crate::check::fill(16, at, 1, 1)), |s| (&s.0, &s.1),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 16, &crate::check::Expected { loss: 1.4286200149310884e0, gradient: [0.0, 0.0, 0.0, 0.0], norm: 0e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.2e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_17 {
burtorch::graph! {
pub struct Model {
w0: Param,
w1: Param<16, 17>,
}
impl Model {

pub fn loss(&self, x0: [f32; 17], x1: [[[f32; 3]; 1]; 31], x2: usize, x3: [[[u16; 3]; 1]; 31], x4: [usize; 1]) -> f32 {
let v0 = softmax(causal_mask(x1));
let v1 = windows(v0, 1, 1, 2);
let v2 = x0 / (1.5 + sqr(self.w0));
let v3 = slice(v0, 0, 8..14);
let v4 = gather(x0, x2);
let v5 = broadcast(v2, [1, 17]);
let v6 = matvec(self.w1, v5);
mean(cross_entropy(v1, x3)) + sum(sin(v3)) + mean(sqr(v4)) + mean(cross_entropy(v6, x4))
}
}
}
subject!(f32, ([f32; 17], [[[f32; 3]; 1]; 31], usize, [[[u16; 3]; 1]; 31], [usize; 1]), |at| (crate::check::fill(17, at, 0, 0), crate::check::fill(17, at, 1, 0), crate::check::fill(17, at, 2, 17), crate::check::fill(17, at, 3, 1), crate::check::fill(17, at, 4, 16)), |s| (&s.0, &s.1, s.2, &s.3, &s.4),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 17, &crate::check::Expected { loss: 8.132243121418725e0, gradient: [0.009625851103373165, -0.17037698346317023, -0.6683816965885594, 0.09367632955037941], norm: 9.684755312770789e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_18 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
#[frozen]
w0: Neuron<1, relu>,
w1: Param<1>,
}
impl Part0 {
fn forward(&self, x: Tensor<1, 5, 1>) -> Tensor<1, 5, 1> {
let v0 = self.w0.forward(x);
tanh((sin(x) * self.w1) + 0.5 * x * cos(mean(v0)))
}
}
pub struct Model {
w0: Param<2, 1>,
w1: Linear<1, 1>,
w2: [Part0; 2],
}
impl Model {
#[wrt(x0, x1)]
#[plan(axes = as_written)]
pub fn loss(&self, x0: [f64; 3], x1: [[f64; 2]; 31], x2: [[i32; 5]; 1], x3: [[u16; 5]; 1]) -> f64 {
let v0 = layer_norm(x1, 0.1);
let v1 = matmul(v0, self.w0);
let v2 = gather(v1, x2);
let v3 = mean(x0, -1);
let v4 = self.w1.forward(sin(self.w1.forward(v2)));
let mut v5 = v4;
for layer in &self.w2 {
v5 = layer.forward(v5);
}
let v6 = v5;
sum(sin(v3)) + mean(cross_entropy(v6, x3))
}
}
}
subject!(f64, ([f64; 3], [[f64; 2]; 31], [[i32; 5]; 1], [[u16; 5]; 1]), |at| (crate::check::fill(18, at, 0, 0), crate::check::fill(18, at, 1, 0), crate::check::fill(18, at, 2, 31), crate::check::fill(18, at, 3, 1)), |s| (&s.0, &s.1, &s.2, &s.3),  [g0: [f64; 3], g1: [[f64; 2]; 31]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 18, &crate::check::Expected { loss: -2.522065162310516e-1, gradient: [0.0, 0.0, 0.0, 0.0], norm: 0e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [0.12426719625158886, -0.2885020349865516, -0.05098542771644593, 0.2998906183000749], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_19 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: FeedForward<2, 3, silu>,
w1: Param<3, 1>,
w2: Conv2d<7, 1, 1>,
}
impl Model {
#[partial]

pub fn loss(&self, x0: [[[f64; 2]; 8]; 7], x1: [f64; 16], x2: [usize; 3], x3: [[i32; 8]; 1]) -> f64 {
let v0 = self.w0.forward(sin(self.w0.forward(x0)));
let v1 = self.w1 + x1;
let v2 = x1[12];
let v3 = self.w2.forward(v0);
let v4 = broadcast(v2, [3]);
mean(cross_entropy(v1, x2)) + mean(cross_entropy(v3, x3)) + 0.1 * sum(v4)
}
}
}
subject!(f64, ([[[f64; 2]; 8]; 7], [f64; 16], [usize; 3], [[i32; 8]; 1]), |at| (crate::check::fill(19, at, 0, 0), crate::check::fill(19, at, 1, 0), crate::check::fill(19, at, 2, 16), crate::check::fill(19, at, 3, 2)), |s| (&s.0, &s.1, &s.2, &s.3),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 19, &crate::check::Expected { loss: 3.573929095980589e0, gradient: [0.014743795543550502, -0.0511668046778811, -0.0011035833420769327, -0.02011295539362086], norm: 6.539031566105062e-2, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
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
subject!(f64, ([[f64; 2]; 8], i64), |at| (crate::check::fill(20, at, 0, 0), crate::check::fill(20, at, 1, 3)), |s| (&s.0, s.1),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 20, &crate::check::Expected { loss: 8.774159388053657e-1, gradient: [0.35852862732301455, -0.005007850589069648, -1.433762830926823, -0.7889240019563232], norm: 1.8669872623812485e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_21 {
burtorch::graph! {
struct Part0 {
w0: LinearNoBias<2, 2>,
}
impl Part0 {
fn forward(&self, x: Tensor<2>) -> Tensor<2> {
let v0 = self.w0.forward(sin(self.w0.forward(x)));
let v1 = broadcast(v0, [17, 2]);
x * cos(mean(v1))
}
}
pub struct Model {
w0: Mlp<1, 2, 1, tanh, 1>,
w1: Param<17, 1>,
w2: Param<2, 3>,
#[frozen]
w3: Param<2, 2>,
w4: [Part0; 4],
}
impl Model {
#[wrt(x0, x1)]
#[plan(axes = as_written)]
pub fn loss(&self, x0: [[f32; 3]; 1], x1: [[[f32; 2]; 1]; 31], x2: u16, x3: [[u8; 1]; 31]) -> f32 {
let v0 = 0.5 * matmul(x0, transpose(x0));
let v1 = self.w0.forward(v0);
let v2 = matvec(self.w1, v1);
let mut v3 = ones([2]);
let mut v3s = zeros([2]);
for (t, row) in x0.iter().enumerate().rev() {
v3 = tanh(matvec(self.w3, v3) + matvec(self.w2, row));
v3s += matvec(self.w3, v3) * sum(x0[t]);
}
let v4 = v3s;
let mut v5 = v4;
for layer in &self.w4 {
v5 = layer.forward(v5) + 0.5 * v4;
}
for layer in &self.w4 {
v5 = layer.forward(sin(v5));
}
let v7 = v5;
let v8 = gather(v7, x2);
let v9 = select(v8 < v8, v8 * v8, v8);
mean(cross_entropy(x1, x3)) + mean(logistic_loss(v2, 0.25)) + 0.1 * sum(v9)
}
}
}
subject!(f32, ([[f32; 3]; 1], [[[f32; 2]; 1]; 31], u16, [[u8; 1]; 31]), |at| (crate::check::fill(21, at, 0, 0), crate::check::fill(21, at, 1, 0), crate::check::fill(21, at, 2, 2), crate::check::fill(21, at, 3, 2)), |s| (&s.0, &s.1, s.2, &s.3),  [g0: [[f32; 3]; 1], g1: [[[f32; 2]; 1]; 31]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 21, &crate::check::Expected { loss: 1.5128864357934797e0, gradient: [0.06901557732525584, -0.09056926218840163, 0.09724808594070927, -0.04118858698469801], norm: 1.0842058683604915e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.03791308691940216, 0.04514837055293854, 0.04191964476501374, 0.03940062114822835], tolerance: 1.2e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_22 {
burtorch::graph! {
pub struct Model {
w0: LinearNoBias<8, 7>,
w1: Param<5>,
w2: Attention<7, 5, 5>,
}
impl Model {
#[partial]

pub fn loss(&self, x0: [f32; 8], x1: f32, x2: i64, x3: [i32; 7]) -> f32 {
let v0 = max_pool1d(x0, 2);
let v1 = self.w0.forward(x0);
let v2 = outer(v1, self.w1);
let v3 = max(x1, 0.2);
let v4 = max(v2, v2);
let v5 = self.w2.forward(v2);
mean(cross_entropy(v0, x2)) + 0.1 * sum(v3) + mean(cross_entropy(v4, x3)) + mean(cross_entropy(v5, x3))
}
}
}
subject!(f32, ([f32; 8], f32, i64, [i32; 7]), |at| (crate::check::fill(22, at, 0, 0), crate::check::fill(22, at, 1, 0), crate::check::fill(22, at, 2, 4), crate::check::fill(22, at, 3, 5)), |s| (&s.0, s.1, s.2, &s.3),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 22, &crate::check::Expected { loss: 4.459592080087699e0, gradient: [0.20930494364866398, -0.07487866369709606, -0.1605809904674037, -0.012300169226004312], norm: 4.8619802626509995e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.2e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_23 {
burtorch::graph! {
type Scalar = f64;
struct Part0Part0 {
w0: Param<3>,
}
impl Part0Part0 {
fn forward(&self, x: Tensor) -> Tensor {
let v0 = x + 0.1 * stop_gradient(round(4.0 * x));
let v1 = self.w0 / (1.5 + sqr(v0));
x * cos(mean(v1))
}
}
struct Part0 {
w0: [Part0Part0; 1],
}
impl Part0 {
fn forward(&self, x: Tensor) -> Tensor {
let v0 = sin(x);
let mut v1 = v0;
for layer in &self.w0 {
v1 = layer.forward(v1) + 0.5 * v0;
}
let v2 = v1;
tanh(v2 + 0.5 * x)
}
}
pub struct Model {
#[frozen]
w0: Mlp<1, 3, 1, tanh, 3>,
w1: [Part0; 1],
}
impl Model {
#[plan(axes = as_written)]
pub fn loss(&self, x0: f64, x1: [[f64; 16]; 1]) -> f64 {
let v0 = variance_unbiased(x1, [1]);
let v1 = windows(v0, 0, 1, 2);
let v2 = self.w0.forward(sin(self.w0.forward(v1)));
let mut v3 = x0;
for layer in &self.w1 {
v3 = layer.forward(v3) + 0.5 * x0;
}
let v4 = v3;
mean(sqr(v2)) + logsumexp(flatten(tanh(v4)))
}
}
}
subject!(f64, (f64, [[f64; 16]; 1]), |at| (crate::check::fill(23, at, 0, 0), crate::check::fill(23, at, 1, 0)), |s| (s.0, &s.1),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 23, &crate::check::Expected { loss: 5.77478302583823e-1, gradient: [0.012128470216708508, 0.00245211100111359, 0.005611625764734545, 0.0033418934155863313], norm: 1.2277196504472196e-2, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_24 {
burtorch::graph! {
pub struct Model {
w0: Param<5>,
w1: Attention<17, 5, 1>,
w2: Conv1d<17, 2, 3>,
w3: Param<2, 3>,
w4: LayerNorm<3>,
w5: Conv1d<4, 3, 2>,
}
impl Model {
#[wrt(x0, x1)]

pub fn loss(&self, x0: f32, x1: [f32; 17]) -> f32 {
let v0 = outer(x1, self.w0);
let v1 = softplus(v0);
let v2 = self.w1.forward(v1);
let v3 = self.w2.forward(v2);
let v4 = concat([v3, slice(self.w3, 0, 0..2)], 0);
let v5 = self.w4.forward(v4);
let v6 = self.w5.forward(v5);
mse(x0, 0.3) + logsumexp(flatten(tanh(v6)))
}
}
}
subject!(f32, (f32, [f32; 17]), |at| (crate::check::fill(24, at, 0, 0), crate::check::fill(24, at, 1, 0)), |s| (s.0, &s.1),  [g0: f32, g1: [f32; 17]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 24, &crate::check::Expected { loss: 2.0708435381809545e0, gradient: [0.22827468025985348, 0.35833326786253256, -0.05144763054590862, 0.23773322702233166], norm: 4.6277719440261544e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.08969676784222616, 0.2381787510345162, 0.13176932681844944, -0.051311739750641155], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_25 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Neuron<2, sigmoid>,
w1: Lstm<2, 2>,
}
impl Part0 {
fn forward(&self, x: Tensor<2, 2>) -> Tensor<2, 2> {
let v0 = self.w0.forward(x);
let mut v1 = (zeros([2]), zeros([2]));
for row in x {
v1 = self.w1.forward(row, v1);
}
let v2 = v1.0;
x * cos(mean(v0)) * cos(mean(v2))
}
}
pub struct Model {
w0: Param<2, 2>,
w1: Param<2, 2, 2>,
w2: Conv1d<7, 2, 1>,
w3: Param,
w4: [Part0; 3],
}
impl Model {
#[partial]

pub fn loss(&self, x0: [[f64; 2]; 7], x1: [[f64; 2]; 2]) -> f64 {
let v0 = stack([x1, self.w0], 2);
let v1 = max(v0, self.w1);
let v2 = self.w2.forward(x0);
let v3 = hypot(v1, 1.0 + sqr(self.w3));
let v4 = rms_norm(v3, 0.1);
let mut v5 = v2;
for layer in &self.w4 {
v5 = layer.forward(v5);
}
let v6 = v5;
logsumexp(flatten(tanh(v4))) + mse(v6, 0.3)
}
}
}
subject!(f64, ([[f64; 2]; 7], [[f64; 2]; 2]), |at| (crate::check::fill(25, at, 0, 0), crate::check::fill(25, at, 1, 0)), |s| (&s.0, &s.1),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 25, &crate::check::Expected { loss: 4.000121716123676e0, gradient: [0.03798991130309714, -0.7337044503773628, 0.8867304205207825, -0.3132096731943938], norm: 1.573583147495664e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_26 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
#[frozen]
w0: LayerNorm<1>,
w1: Param<1>,
}
impl Model {
#[plan(axes = as_written)]
pub fn loss(&self, x0: [f64; 1], x1: u8) -> f64 {
let v0 = self.w0.forward(x0);
let v1 = log_softmax(v0, 0);
mean(cross_entropy((sin(v1) * self.w1), x1))
}
}
}
subject!(f64, ([f64; 1], u8), |at| (crate::check::fill(26, at, 0, 0), crate::check::fill(26, at, 1, 1)), |s| (&s.0, s.1),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 26, &crate::check::Expected { loss: 0e0, gradient: [0.0, 0.0, 0.0, 0.0], norm: 0e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_27 {
burtorch::graph! {
struct Part0 {
w0: Param<33>,
}
impl Part0 {
fn forward(&self, x: Tensor<33>) -> Tensor<33> {
let v0 = rms_norm(x, 0.1);
tanh((sin(x) * self.w0) + 0.5 * tanh(v0 + 0.5 * x))
}
}
pub struct Model {
w0: Param<33>,
w1: [Part0; 1],
}
impl Model {
#[wrt(x0)]
#[plan(tiles = [64])]
pub fn loss(&self, x0: f32, x1: u16) -> f32 {
let v0 = one_hot(x1, 2);
let v1 = softmax(v0, 0);
let v2 = self.w0 - x0;
let v3 = min(v1, -1);
let mut v4 = v2;
for layer in &self.w1 {
v4 = layer.forward(v4);
}
let v5 = v4;
let v6 = logsumexp(v5, 0);
mse(v3, 0.3) + sum(sin(v6))
}
}
}
subject!(f32, (f32, u16), |at| (crate::check::fill(27, at, 0, 0), crate::check::fill(27, at, 1, 2)), |s| (s.0, s.1),  [g0: f32] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 27, &crate::check::Expected { loss: -1.0914573720635766e-1, gradient: [-0.00027568847201803887, 0.0322634141051982, -0.013192447287362729, 0.03881105527210109], norm: 1.329381783398116e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [0.0735074546565252, -0.19506651077750148, -0.10823116990117378, 0.04211463309542419], tolerance: 3.4e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_28 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param,
}
impl Model {
#[partial]
#[plan(tiles = [64])]
pub fn loss(&self, x0: f64, x1: [i64; 8]) -> f64 {
let v0 = leaky_relu(x0, 0.1);
let v1 = v0 + self.w0;
let v2 = one_hot(x1, 17);
let v3 = leaky_relu(v1, 0.1);
let v4 = v2[( 0,)];
let v5 = log_softmax(v4, 0);
0.1 * sum(v3) + sum(sin(v5))
}
}
}
subject!(f64, (f64, [i64; 8]), |at| (crate::check::fill(28, at, 0, 0), crate::check::fill(28, at, 1, 17)), |s| (s.0, &s.1),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 28, &crate::check::Expected { loss: -4.309527829614732e0, gradient: [0.002439175781984513, -0.006472833417888809, -0.003591402391939028, 0.001397477216338402], norm: 1.0000000000000002e-2, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_29 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Gru<1, 2>,
w1: Param<2, 1, 1>,
}
impl Part0 {
fn forward(&self, x: Tensor<7, 1>) -> Tensor<7, 1> {
let mut v0 = zeros([2]);
let mut v0y = ones([8, 2]);
for t in 0..7 {
v0 = self.w0.forward(x[t], v0);
v0y[t + 1] = sin(v0);
}
let v1 = v0y;
let v2 = select(self.w1 < v1, self.w1 * v1, v1);
x * cos(mean(v2))
}
}
pub struct Model {
w0: [Part0; 4],
#[frozen]
w1: Param<1>,
}
impl Model {
#[plan(tiles = [16])]
pub fn loss(&self, x0: [[f64; 1]; 7], x1: i64) -> f64 {
let mut v0 = x0;
for layer in &self.w0 {
v0 = layer.forward(v0) + 0.5 * x0;
}
for layer in &self.w0 {
v0 = layer.forward(sin(v0));
}
let v2 = v0;
let v3 = variance(v2, [0, 1]);
let v4 = 0.5 * matmul(x0, transpose(x0));
let mut v5 = self.w1;
for t in (0..7).rev() {
v5 = tanh(v5 * 0.5 + x0[t]);
}
let v6 = v5;
mean(sqr(v3)) + mse(v4, 0.3) + mean(cross_entropy(v6, x1))
}
}
}
subject!(f64, ([[f64; 1]; 7], i64), |at| (crate::check::fill(29, at, 0, 0), crate::check::fill(29, at, 1, 1)), |s| (&s.0, s.1),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 29, &crate::check::Expected { loss: 1.4837238181520904e-1, gradient: [-0.004082573743820409, 0.009955903794275873, 0.004522881626882999, 0.008196050155770811], norm: 2.0527924551252484e-2, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_30 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: LinearNoBias<1, 1>,
}
impl Part0 {
fn forward(&self, x: Tensor<8, 17, 1>) -> Tensor<8, 17, 1> {
let v0 = log_softmax(x, 0);
let v1 = self.w0.forward(v0);
tanh(v1 + 0.5 * x)
}
}
pub struct Model {
w0: Linear<1, 1>,
w1: [Part0; 3],
}
impl Model {
pub fn out(&self, x0: [[[f64; 1]; 17]; 8], x1: [[i32; 1]; 2]) -> Tensor<17> {
let v0 = self.w0.forward(sin(self.w0.forward(x0)));
let mut v1 = x0;
for layer in &self.w1 {
v1 = layer.forward(v1);
}
let v2 = self.w1[0].forward(v1);
let v3 = variance_unbiased(v2, [0, 2]);
let v4 = sin(v0);
let v5 = gather(v4, x1);
let v6 = softmax(v3, 0);
v6
}
#[wrt(x0)]

pub fn loss(&self, x0: [[[f64; 1]; 17]; 8], x1: [[i32; 1]; 2]) -> f64 {
let v0 = self.w0.forward(sin(self.w0.forward(x0)));
let mut v1 = x0;
for layer in &self.w1 {
v1 = layer.forward(v1);
}
let v2 = self.w1[0].forward(v1);
let v3 = variance_unbiased(v2, [0, 2]);
let v4 = sin(v0);
let v5 = gather(v4, x1);
let v6 = softmax(v3, 0);
mse(v5, 0.3) + 0.1 * sum(v6)
}
}
}
type Out = [f64; 17];
subject!(f64, ([[[f64; 1]; 17]; 8], [[i32; 1]; 2]), |at| (crate::check::fill(30, at, 0, 0), crate::check::fill(30, at, 1, 8)), |s| (&s.0, &s.1), Out [g0: [[[f64; 1]; 17]; 8]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 30, &crate::check::Expected { loss: 1.78030184819483e-1, gradient: [-0.1451266155195168, 0.0786353797853733, 0.1067791079111152, -0.0824508371324367], norm: 3.6949619354464625e-1, out: [-0.04032311046943834, -0.12204087922475881, 0.18257387332956707, -0.03202895825057058], inputs: [0.008881730339590202, 0.013591049021458267, 0.00565282328324032, -0.014445740177625859], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_31 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Param<3, 1>,
}
impl Part0 {
fn forward(&self, x: Tensor<16, 3, 1>) -> Tensor<16, 3, 1> {
let v0 = variance(x, [1, 2]);
let v1 = self.w0 + v0;
x * cos(mean(v1))
}
}
struct Part1 {
w0: Neuron<1, identity>,
}
impl Part1 {
fn forward(&self, x: Tensor<2, 16, 3, 1>) -> Tensor<2, 16, 3, 1> {
let v0 = self.w0.forward(x);
x * cos(mean(v0))
}
}
pub struct Model {
w0: [Part0; 1],
w1: Param<16, 3, 1>,
w2: LinearNoBias<1, 1>,
w3: [Part1; 2],
}
impl Model {
#[partial]
#[plan(tiles = [16])]
pub fn loss(&self, x0: [[[f64; 1]; 3]; 16], x1: [usize; 1]) -> f64 {
let mut v0 = x0;
for layer in &self.w0 {
v0 = layer.forward(v0);
}
let v1 = v0;
let v2 = stack([v1, self.w1], 0);
let v3 = self.w2.forward(sin(self.w2.forward(v2)));
let mut v4 = v3;
let mut v4b = 0.1 * v3;
for layer in &self.w3 {
let y = layer.forward(v4) + 0.5 * v3;
v4 = sin(v4b) + v4;
v4b = tanh(y);
}
let v5 = v4 + v4b;
let v6 = gather(v5, x1);
mean(logistic_loss(v6, 0.25))
}
}
}
subject!(f64, ([[[f64; 1]; 3]; 16], [usize; 1]), |at| (crate::check::fill(31, at, 0, 0), crate::check::fill(31, at, 1, 2)), |s| (&s.0, &s.1),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 31, &crate::check::Expected { loss: 7.492320458270487e-1, gradient: [-0.23678912738332808, 0.08716257111221623, -0.11125540924203979, -0.1448857837988423], norm: 3.135873587698818e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_32 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<1>,
}
impl Model {
#[plan(tables = late)]
pub fn loss(&self, x0: f64) -> f64 {
let v0 = leaky_relu(x0, 0.1);
let v1 = hypot(v0, 1.0 + sqr(x0));
let v2 = unsqueeze(x0, 0);
sum(sin(v1)) + logsumexp(flatten(tanh((sin(v2) * self.w0))))
}
}
}
subject!(f64, f64, |at| crate::check::fill(32, at, 0, 0), |s| (*s),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 32, &crate::check::Expected { loss: 1.1344996826548495e0, gradient: [0.13074352714558643, -0.34695370375974716, -0.19250462372956834, 0.07490690163421707], norm: 5.360151905051038e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_33 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<8, 7>,
w1: Param<7, 1, 2>,
w2: Param<17, 16>,
}
impl Model {
#[wrt(x0)]
#[plan(tables = late)]
pub fn loss(&self, x0: [[[f64; 2]; 1]; 7], x1: [[u16; 5]; 1], x2: [[[usize; 1]; 11]; 2]) -> f64 {
let v0 = mean(x0, [1, 2]);
let v1 = matvec(self.w0, v0);
let v2 = stack([x0, self.w1], 0);
let v3 = self.w2[x1];
let v4 = rms_norm(v1, 0.1);
let v5 = pad(v2, 1, 2, 2);
let v6 = v5 / (1.5 + sqr(v5));
0.1 * sum(v3) + mse(v4, 0.3) + mean(cross_entropy(v6, x2))
}
}
}
subject!(f64, ([[[f64; 2]; 1]; 7], [[u16; 5]; 1], [[[usize; 1]; 11]; 2]), |at| (crate::check::fill(33, at, 0, 0), crate::check::fill(33, at, 1, 17), crate::check::fill(33, at, 2, 2)), |s| (&s.0, &s.1, &s.2),  [g0: [[[f64; 2]; 1]; 7]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 33, &crate::check::Expected { loss: 1.614960331241161e0, gradient: [-0.03166943194411432, 0.17660341043672645, -0.4625430924182052, 0.37297251999309106], norm: 1.0995336316626054e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.12963608019663647, 0.04847041902729801, 0.45415529342715744, -0.32050337136114626], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_34 {
burtorch::graph! {
pub struct Model {
#[frozen]
w0: Mlp<2, 7, 2, gelu, 2>,
w1: Param<5>,
}
impl Model {
#[partial]

pub fn loss(&self, x0: [[[f32; 2]; 8]; 5], x1: [[i32; 8]; 5], x2: [[i64; 2]; 8]) -> f32 {
let v0 = x0 / (1.5 + sqr(x0));
let v1 = self.w0.forward(sin(self.w0.forward(v0)));
let v2 = permute(v0, [1, 2, 0]);
let v3 = max(v2, 0.2);
mean(cross_entropy(v1, x1)) + mean(cross_entropy((sin(v3) * self.w1), x2))
}
}
}
subject!(f32, ([[[f32; 2]; 8]; 5], [[i32; 8]; 5], [[i64; 2]; 8]), |at| (crate::check::fill(34, at, 0, 0), crate::check::fill(34, at, 1, 2), crate::check::fill(34, at, 2, 5)), |s| (&s.0, &s.1, &s.2),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 34, &crate::check::Expected { loss: 2.311935287591118e0, gradient: [0.010552735354315269, -0.02171623887065156, -0.008065946009930153, -0.029989735380925663], norm: 3.9173124673092925e-2, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_35 {
burtorch::graph! {
type Scalar = f64;
struct Part0Part0 {
w0: Param<2>,
}
impl Part0Part0 {
fn forward(&self, x: Tensor<33, 2>) -> Tensor<33, 2> {
let v0 = hypot(x, 1.0 + sqr(self.w0));
tanh(v0 + 0.5 * x)
}
}
struct Part0 {
w0: [Part0Part0; 1],
}
impl Part0 {
fn forward(&self, x: Tensor<33, 2>) -> Tensor<33, 2> {
let v0 = hypot(x, 1.0 + sqr(x));
let mut v1 = v0;
for layer in &self.w0 {
v1 = layer.forward(v1);
}
let v2 = v1;
tanh(v2 + 0.5 * x)
}
}
pub struct Model {
w0: [Part0; 2],
w1: Param<33, 1, 2>,
}
impl Model {
pub fn out(&self, x0: [[f64; 2]; 33], x1: f64, x2: [[[i32; 2]; 1]; 33]) -> Tensor<132> {
let mut v0 = x0;
let mut v0b = 0.1 * x0;
for layer in &self.w0 {
let y = layer.forward(v0) + 0.5 * x0;
v0 = sin(v0b) + v0;
v0b = tanh(y);
}
let v1 = v0 + v0b;
let v2 = windows(v1, 1, 2, 3);
let v3 = stack([v2, self.w1], 3);
let v4 = flatten(v3);
let v5 = max(v3, v3);
let v6 = asinh(v4);
v6
}
#[plan(tables = late)]
pub fn loss(&self, x0: [[f64; 2]; 33], x1: f64, x2: [[[i32; 2]; 1]; 33]) -> f64 {
let mut v0 = x0;
let mut v0b = 0.1 * x0;
for layer in &self.w0 {
let y = layer.forward(v0) + 0.5 * x0;
v0 = sin(v0b) + v0;
v0b = tanh(y);
}
let v1 = v0 + v0b;
let v2 = windows(v1, 1, 2, 3);
let v3 = stack([v2, self.w1], 3);
let v4 = flatten(v3);
let v5 = max(v3, v3);
let v6 = asinh(v4);
0.1 * sum(x1) + mean(cross_entropy(v5, x2)) + mean(logistic_loss(v6, 0.25))
}
}
}
type Out = [f64; 132];
subject!(f64, ([[f64; 2]; 33], f64, [[[i32; 2]; 1]; 33]), |at| (crate::check::fill(35, at, 0, 0), crate::check::fill(35, at, 1, 0), crate::check::fill(35, at, 2, 2)), |s| (&s.0, s.1, &s.2), Out  );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 35, &crate::check::Expected { loss: 1.7402320997148246e0, gradient: [-0.045336006987367616, -0.011826051654738481, 0.002326820597023199, -0.02522114424961703], norm: 6.709274230415883e-2, out: [-0.20237332626920346, 1.5158030260515847, 1.7137913760594965, -3.1432427881264284], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_36 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<2, 7>,
#[frozen]
w1: Neuron<2, softplus>,
w2: Embedding<1, 2>,
}
impl Model {
pub fn out(&self, x0: [f64; 5], x1: [f64; 7], x2: [i64; 33]) -> Tensor<33, 2> {
let v0 = matvec(self.w0, x1);
let v1 = self.w1.forward(v0);
let v2 = self.w2.forward(x2);
v2
}
#[wrt(x0, x1)]

pub fn loss(&self, x0: [f64; 5], x1: [f64; 7], x2: [i64; 33]) -> f64 {
let v0 = matvec(self.w0, x1);
let v1 = self.w1.forward(v0);
let v2 = self.w2.forward(x2);
mse(x0, 0.3) + mean(logistic_loss(v1, 0.25)) + mean(cross_entropy(v2, x2))
}
}
}
type Out = [[f64; 2]; 33];
subject!(f64, ([f64; 5], [f64; 7], [i64; 33]), |at| (crate::check::fill(36, at, 0, 0), crate::check::fill(36, at, 1, 0), crate::check::fill(36, at, 2, 1)), |s| (&s.0, &s.1, &s.2), Out [g0: [f64; 5], g1: [f64; 7]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 36, &crate::check::Expected { loss: 2.157741154029722e0, gradient: [0.04387984329774258, -0.6655548617794718, 0.31770289826515713, -0.26334275986292666], norm: 9.50245563593764e-1, out: [-2.339412245770816, 0.48664193381116366, -1.6558965936735424, 0.4663708226656138], inputs: [-0.054207923412823544, -0.3463646435205126, -0.15318042142555732, 0.18683022222497114], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_37 {
burtorch::graph! {
struct Part0 {
w0: Attention<16, 3, 3>,
#[frozen]
w1: Param<3>,
}
impl Part0 {
fn forward(&self, x: Tensor<16, 3>) -> Tensor<16, 3> {
let v0 = self.w0.forward(x);
let v1 = v0 / (1.5 + sqr(self.w1));
tanh(v1 + 0.5 * x)
}
}
struct Part1 {
#[frozen]
w0: Param,
w1: Param<16>,
}
impl Part1 {
fn forward(&self, x: Tensor<16>) -> Tensor<16> {
let v0 = unsqueeze(x, 1);
let v1 = x * self.w0;
tanh((sin(x) * self.w1) + 0.5 * tanh(v1 + 0.5 * x * cos(mean(v0))))
}
}
pub struct Model {
w0: [Part0; 2],
#[frozen]
w1: Param<3, 3>,
#[frozen]
w2: [Part1; 3],
w3: Param<8, 3>,
}
impl Model {
#[partial]
#[plan(tables = late)]
pub fn loss(&self, x0: [[f32; 3]; 16]) -> f32 {
let mut v0 = x0;
for layer in &self.w0 {
v0 = layer.forward(v0);
}
let v1 = self.w0[0].forward(v0);
let v2 = v1[(.., 2,)];
let v3 = matvec(self.w1, x0);
let v4 = mean(v3, [0, 1]);
let mut v5 = v2;
let mut v5b = 0.1 * v2;
for layer in &self.w2 {
let y = layer.forward(v5);
v5 = sin(v5b) + v5;
v5b = tanh(y);
}
let v6 = v5 + v5b;
let v7 = matvec(self.w3, v3);
let v8 = avg_pool1d(v2, 3);
mean(sqr(v4)) + logsumexp(flatten(tanh(v6))) + mean(sqr(v7)) + mse(v8, 0.3)
}
}
}
subject!(f32, [[f32; 3]; 16], |at| crate::check::fill(37, at, 0, 0), |s| (s),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 37, &crate::check::Expected { loss: 2.9006289283117024e0, gradient: [-0.8490518897870197, 0.808711314429794, 0.006949176386279484, -0.4266044438145599], norm: 1.1863516414292528e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_38 {
burtorch::graph! {
pub struct Model {
w0: Param<8, 8>,
w1: Conv1d<16, 5, 5>,
}
impl Model {
pub fn out(&self, x0: [[f32; 16]; 5], x1: [[f32; 8]; 8], x2: [i64; 5]) -> Tensor<5, 16> {
let v0 = concat([x1, slice(self.w0, 0, 0..8)], 0);
let v1 = self.w1.forward(v0);
let v2 = recip(1.5 + sqr(x0));
let v3 = softplus(v2);
v3
}

pub fn loss(&self, x0: [[f32; 16]; 5], x1: [[f32; 8]; 8], x2: [i64; 5]) -> f32 {
let v0 = concat([x1, slice(self.w0, 0, 0..8)], 0);
let v1 = self.w1.forward(v0);
let v2 = recip(1.5 + sqr(x0));
let v3 = softplus(v2);
mean(cross_entropy(v1, x2)) + mean(cross_entropy(v3, x2))
}
}
}
type Out = [[f32; 16]; 5];
subject!(f32, ([[f32; 16]; 5], [[f32; 8]; 8], [i64; 5]), |at| (crate::check::fill(38, at, 0, 0), crate::check::fill(38, at, 1, 0), crate::check::fill(38, at, 2, 4)), |s| (&s.0, &s.1, &s.2), Out  );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 38, &crate::check::Expected { loss: 4.712911382159282e0, gradient: [0.687887462508687, 0.7255666390254346, -0.8628965827998061, 1.043313718244821], norm: 2.209860445605889e0, out: [-3.35667463473181, 0.2585584580631486, 2.4577358845430775, -1.2803356076226087], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_39 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Gru<16, 5>,
}
impl Model {
#[wrt(x0, x1)]
#[plan(tiles = [16])]
pub fn loss(&self, x0: [[f64; 16]; 2], x1: [[f64; 3]; 2]) -> f64 {
let mut v0 = zeros([5]);
let mut v0y = ones([3, 5]);
for t in 0..2 {
v0 = self.w0.forward(x0[t], v0);
v0y[t + 1] = sin(v0);
}
let v1 = v0y;
let v2 = x1 + x1;
0.1 * sum(v1) + mean(sqr(v2))
}
}
}
subject!(f64, ([[f64; 16]; 2], [[f64; 3]; 2]), |at| (crate::check::fill(39, at, 0, 0), crate::check::fill(39, at, 1, 0)), |s| (&s.0, &s.1),  [g0: [[f64; 16]; 2], g1: [[f64; 3]; 2]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 39, &crate::check::Expected { loss: 1.290319716489e0, gradient: [0.0769573538643084, 0.170157463351972, 0.0256628991689858, 0.185242782542553], norm: 3.2867634758371245e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [0.9771763836290649, -0.5438414274168152, 0.7698118175923152, 0.3788636502308673], tolerance: 1.0e-9 });
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
subject!(f64, [f64; 3], |at| crate::check::fill(1000000, at, 0, 0), |s| (s),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 1000000, &crate::check::Expected { loss: -1.0559284734956302e-1, gradient: [0.000382836957309795, -9.457953820639624e-5, -0.0007297734858223787, 4.446823731208793e-5], norm: 3.0613783093623274e-3, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

