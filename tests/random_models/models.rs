//! Random models, and what the interpreter says of each. Written by a test of burtorch-models.

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_0 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<2, 1>,
w1: Param<1>,
}
impl Model {
#[wrt(x0, x1)]
#[plan(tiles = [16])]
pub fn loss(&self, x0: f64, x1: [[f64; 7]; 17], x2: u8) -> f64 {
let v0 = dropout(x1, 0.5, x2);
let mut v1 = full([1], 0.2);
let mut v1s = zeros([1]);
for t in 1..2 {
for s in 0..3 {
v1 = sin(v1 * self.w1 + self.w0[t]);
}
v1s += v1 * self.w0[t - 1];
}
let v2 = v1s + v1;
let v3 = mean(v0, [0]);
logsumexp(flatten(tanh(x0))) + mse(v2, 0.3) + mean(sqr(v3))
}
}
}
subject!(f64, (f64, [[f64; 7]; 17], u8), |at| (crate::check::fill(0, at, 0, 0), crate::check::fill(0, at, 1, 0), crate::check::fill(0, at, 2, 200)), |s| (s.0, &s.1, s.2),  [g0: f64, g1: [[f64; 7]; 17]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 0, &crate::check::Expected { loss: -3.3733984316545845e-1, gradient: [0.2379381205637878, -0.5477886670520998, -0.25926697911549723, 0.25656694300832333], norm: 8.599915022862031e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [0.18065050444949377, -0.432478610105233, -0.2546150918733152, 0.1191204091176339], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_1 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Param<1, 1>,
}
impl Part0 {
fn forward(&self, x: Tensor<1, 8, 16, 1>) -> Tensor<1, 8, 16, 1> {
let v0 = matmul(x, self.w0);
tanh(v0 + 0.5 * x)
}
}
pub struct Model {
w0: Param<1, 1, 1, 1>,
w1: [Part0; 3],
}
impl Model {
#[partial]
#[plan(tiles = [64])]
pub fn loss(&self, x0: [[[f64; 1]; 16]; 8], x1: f64) -> f64 {
let v0 = recip(1.5 + sqr(x0));
let v1 = mul_add(self.w0, v0, self.w0);
let mut v2 = v1;
for layer in &self.w1 {
v2 = layer.forward(v2) + 0.5 * v1;
}
let v3 = v2;
let v4 = slice(v3, 3, 0..1);
let v5 = permute(v4, [1, 0, 2, 3]);
let v6 = softmax(v5, 2);
logsumexp(flatten(tanh(x1))) + mean(logistic_loss(v6, 0.25))
}
}
}
subject!(f64, ([[[f64; 1]; 16]; 8], f64), |at| (crate::check::fill(1, at, 0, 0), crate::check::fill(1, at, 1, 0)), |s| (&s.0, s.1),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 1, &crate::check::Expected { loss: 4.812310032697269e-1, gradient: [-1.3552847029706423e-7, 6.685608140622113e-7, 3.119092823984356e-7, -1.7332588781146258e-7], norm: 8.253357764831738e-7, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_2 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<5, 1>,
w1: Param<5, 1>,
}
impl Model {
pub fn out(&self, x0: [f64; 17], x1: u8, x2: i32) -> Tensor<1> {
let v0 = max(x0, 0.2);
let mut v1 = full([1], 0.2);
let mut v1s = zeros([1]);
for (t, row) in self.w0.iter().enumerate() {
let m = (row > 0.3 * v1) & !(row > 0.6) | (self.w0[t] < -0.5);
v1 = select(m, sin(v1 + row), 0.9 * v1);
v1s += select(!m, v1, row);
}
let v2 = v1s + v1;
let mut v3 = full([1], 0.2);
let mut v3s = zeros([1]);
for row in self.w1 {
v3 = dropout(sin(v3 + row), 0.3, x1);
v3s += dropout(v3 * row, 0.5, x1);
}
let v4 = v3s + v3;
let mut v5 = v4 > 0.0;
for t in 0..12 {
v5 = (v5 | (v2 > 0.05 * (t as Scalar))) & !(v4 > 0.04 * (t as Scalar));
}
let v6 = select(v5, v4, sin(v2));
v6
}

pub fn loss(&self, x0: [f64; 17], x1: u8, x2: i32) -> f64 {
let v0 = max(x0, 0.2);
let mut v1 = full([1], 0.2);
let mut v1s = zeros([1]);
for (t, row) in self.w0.iter().enumerate() {
let m = (row > 0.3 * v1) & !(row > 0.6) | (self.w0[t] < -0.5);
v1 = select(m, sin(v1 + row), 0.9 * v1);
v1s += select(!m, v1, row);
}
let v2 = v1s + v1;
let mut v3 = full([1], 0.2);
let mut v3s = zeros([1]);
for row in self.w1 {
v3 = dropout(sin(v3 + row), 0.3, x1);
v3s += dropout(v3 * row, 0.5, x1);
}
let v4 = v3s + v3;
let mut v5 = v4 > 0.0;
for t in 0..12 {
v5 = (v5 | (v2 > 0.05 * (t as Scalar))) & !(v4 > 0.04 * (t as Scalar));
}
let v6 = select(v5, v4, sin(v2));
mean(cross_entropy(v0, x2)) + sum(sin(v6))
}
}
}
type Out = [f64; 1];
subject!(f64, ([f64; 17], u8, i32), |at| (crate::check::fill(2, at, 0, 0), crate::check::fill(2, at, 1, 200), crate::check::fill(2, at, 2, 17)), |s| (&s.0, s.1, s.2), Out  );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 2, &crate::check::Expected { loss: 2.9614783343662663e0, gradient: [1.8269642321912654, -2.376645058981034, -1.1089223386666385, -0.289797551870819], norm: 4.317010688042311e0, out: [0.017809891840484884, -0.047262056275535674, -0.026222992466763885, 0.010203823052178394], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_3 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Param<5, 3>,
}
impl Part0 {
fn forward(&self, x: Tensor<5>) -> Tensor<5> {
let mut v0 = full([3], 0.2);
let mut v0s = zeros([3]);
for t in (0..5).rev() {
v0 = tanh(cumsum(v0 * self.w0[t]));
v0s += v0;
}
let v1 = v0s + v0;
x * cos(mean(v1))
}
}
pub struct Model {
w0: Param<3, 1, 1>,
w1: Conv2d<3, 1, 1>,
w2: Param<7, 5>,
w3: [Part0; 1],
}
impl Model {
pub fn out(&self, x0: [[[f64; 3]; 5]; 2], x1: [[f64; 5]; 2], x2: [u16; 2], x3: i32) -> Tensor<5> {
let v0 = self.w0 - x1;
let v1 = self.w1.forward(v0);
let v2 = permute(v1, [2, 0, 1]);
let mut v3 = full([5], 0.2);
let mut v3s = zeros([5]);
for t in 0..2 {
v3 = tanh(v3 * x1[t] + self.w2[x2[t]]);
v3s += sqr(v3);
}
let v4 = v3s + v3;
let mut v5 = v4;
let mut v5b = 0.1 * v4;
for layer in &self.w3 {
let y = layer.forward(v5) + 0.5 * v4;
v5 = sin(v5b) + v5;
v5b = tanh(y);
}
let v6 = v5 + v5b;
v6
}
#[wrt(x0, x1)]

pub fn loss(&self, x0: [[[f64; 3]; 5]; 2], x1: [[f64; 5]; 2], x2: [u16; 2], x3: i32) -> f64 {
let v0 = self.w0 - x1;
let v1 = self.w1.forward(v0);
let v2 = permute(v1, [2, 0, 1]);
let mut v3 = full([5], 0.2);
let mut v3s = zeros([5]);
for t in 0..2 {
v3 = tanh(v3 * x1[t] + self.w2[x2[t]]);
v3s += sqr(v3);
}
let v4 = v3s + v3;
let mut v5 = v4;
let mut v5b = 0.1 * v4;
for layer in &self.w3 {
let y = layer.forward(v5) + 0.5 * v4;
v5 = sin(v5b) + v5;
v5b = tanh(y);
}
let v6 = v5 + v5b;
mse(x0, 0.3) + mean(logistic_loss(v2, 0.25)) + mean(cross_entropy(v6, x3))
}
}
}
type Out = [f64; 5];
subject!(f64, ([[[f64; 3]; 5]; 2], [[f64; 5]; 2], [u16; 2], i32), |at| (crate::check::fill(3, at, 0, 0), crate::check::fill(3, at, 1, 0), crate::check::fill(3, at, 2, 7), crate::check::fill(3, at, 3, 5)), |s| (&s.0, &s.1, &s.2, s.3), Out [g0: [[[f64; 3]; 5]; 2], g1: [[f64; 5]; 2]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 3, &crate::check::Expected { loss: 3.8939994024907887e0, gradient: [3.284895199265547e-5, -0.09741365467931973, -0.9652496282373538, 0.8094065811897002], norm: 3.3311261024505887e0, out: [0.6283538078611715, -0.8645947189967307, 0.7049283972584258, -0.30088245259922153], inputs: [0.5332025043520802, 0.3391819794971715, -0.6512831097321816, 0.6315829163211155], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_4 {
burtorch::graph! {
pub struct Model {
w0: Param,
w1: Param<2, 3>,
w2: Gru<3, 1>,
w3: Param,
}
impl Model {
pub fn out(&self, x0: f32, x1: [[[f32; 2]; 17]; 3], x2: [[u16; 17]; 3]) -> Tensor<3, 17, 2> {
let v0 = mul_add(x1, self.w0, x1);
let v1 = layer_norm(v0, 0.1);
let mut v2 = zeros([1]);
for t in 0..2 {
v2 = self.w2.forward(self.w1[t], v2);
}
let v3 = v2;
let v4 = x0 - self.w3;
let v5 = 0.3 * cumsum(v0, 0);
v5
}
#[partial]
#[plan(tables = late)]
pub fn loss(&self, x0: f32, x1: [[[f32; 2]; 17]; 3], x2: [[u16; 17]; 3]) -> f32 {
let v0 = mul_add(x1, self.w0, x1);
let v1 = layer_norm(v0, 0.1);
let mut v2 = zeros([1]);
for t in 0..2 {
v2 = self.w2.forward(self.w1[t], v2);
}
let v3 = v2;
let v4 = x0 - self.w3;
let v5 = 0.3 * cumsum(v0, 0);
mean(sqr(v1)) + 0.1 * sum(v3) + mean(logistic_loss(v4, 0.25)) + mean(cross_entropy(v5, x2))
}
}
}
type Out = [[[f32; 2]; 17]; 3];
subject!(f32, (f32, [[[f32; 2]; 17]; 3], [[u16; 17]; 3]), |at| (crate::check::fill(4, at, 0, 0), crate::check::fill(4, at, 1, 0), crate::check::fill(4, at, 2, 2)), |s| (s.0, &s.1, &s.2), Out  partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 4, &crate::check::Expected { loss: 1.470248838763839e0, gradient: [0.03171261097164918, -0.34162628184313215, -0.029589230764475255, 0.14888258863612633], norm: 5.334487756188739e-1, out: [0.10704371993821697, 0.20256514064481335, 0.00010699121485734098, 0.4957871045449852], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.2e-5 });
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
let v0 = self.w0 * select((x < -0.1) | (x >= self.w0), 1.0, 0.3 * x);
tanh(v0 + 0.5 * x)
}
}
pub struct Model {
w0: Param<1, 4>,
w1: [Part0; 1],
w2: Param,
}
impl Model {
#[plan(tiles = [16])]
pub fn loss(&self, x0: [f32; 5], x1: f32) -> f32 {
let v0 = windows(x0, 0, 4, 2);
let v1 = select((v0 > 0.1) & !(self.w0 > v0), v0, 0.5 * self.w0);
let mut v2 = x1;
for layer in &self.w1 {
v2 = layer.forward(v2);
}
let v3 = self.w1[0].forward(v2);
let v4 = v1[0];
let v5 = v3 - self.w2;
let v6 = powi(tanh(v5), 3);
0.1 * sum(v4) + logsumexp(flatten(tanh(v6)))
}
}
}
subject!(f32, ([f32; 5], f32), |at| (crate::check::fill(5, at, 0, 0), crate::check::fill(5, at, 1, 0)), |s| (&s.0, s.1),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 5, &crate::check::Expected { loss: 1.9535842557297395e-1, gradient: [0.4907862384846207, -0.4012928721113781, -0.27474476503414846, 0.012381525207901131], norm: 6.733118281468438e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.3e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_6 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<5, 3>,
w1: FeedForward<3, 5, relu>,
w2: Param<3, 5>,
w3: Param<3, 5>,
w4: Conv2d<2, 1, 1>,
}
impl Model {
#[wrt(x0)]
#[plan(tiles = [16])]
pub fn loss(&self, x0: [[[f64; 1]; 16]; 2], x1: usize) -> f64 {
let mut v0 = full([3], 0.2);
let mut v0s = zeros([3]);
for row in self.w0 {
v0 = dropout(sin(v0 + row), 0.3, x1);
v0s += dropout(v0 * row, 0.5, x1);
}
let v1 = v0s + v0;
let v2 = self.w1.forward(v1);
let mut v3 = full([5], 0.2);
let mut v3s = zeros([5]);
for (a, b) in self.w2.iter().zip(self.w3) {
v3 = tanh(v3 * b + a);
v3s += v3 * a;
}
let v4 = v3s + v3;
let v5 = self.w4.forward(x0);
sum(sin(v2)) + 0.5 * sum(hinge_loss(v4, 0.7)) + mse(v5, 0.3)
}
}
}
subject!(f64, ([[[f64; 1]; 16]; 2], usize), |at| (crate::check::fill(6, at, 0, 0), crate::check::fill(6, at, 1, 200)), |s| (&s.0, s.1),  [g0: [[[f64; 1]; 16]; 2]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 6, &crate::check::Expected { loss: 1.9637102099347892e0, gradient: [0.12992901921513647, 1.3027621031007701, 2.0383896748967913, 1.6931704038698119], norm: 2.8862239725895833e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [0.02856132954076068, 0.01788974298656053, 0.04605769328791596, 0.0360048312185822], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_7 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Param<3, 1>,
#[frozen]
w1: Param<1>,
}
impl Part0 {
fn forward(&self, x: Tensor<1, 53>) -> Tensor<1, 53> {
let mut v0 = full([1], 0.2);
let mut v0s = zeros([1]);
for t in 1..3 {
for s in 0..3 {
v0 = sin(v0 * self.w1 + self.w0[t]);
}
v0s += v0 * self.w0[t - 1];
}
let v1 = v0s + v0;
x * cos(mean(v1))
}
}
struct Part1Part0 {
w0: Param<53>,
}
impl Part1Part0 {
fn forward(&self, x: Tensor<1, 53>) -> Tensor<1, 53> {
let v0 = broadcast(x, [2, 1, 53]);
let v1 = windows(v0, 0, 1, 3);
tanh((sin(x) * self.w0) + 0.5 * x * cos(mean(v1)))
}
}
struct Part1 {
w0: [Part1Part0; 1],
}
impl Part1 {
fn forward(&self, x: Tensor<1, 53>) -> Tensor<1, 53> {
let mut v0 = x;
let mut v0b = 0.1 * x;
for layer in &self.w0 {
let y = layer.forward(v0);
v0 = sin(v0b) + v0;
v0b = tanh(y);
}
let v1 = v0 + v0b;
let v2 = reshape(v1, [53, 1]);
x * cos(mean(v2))
}
}
pub struct Model {
w0: Param<1, 31>,
w1: [Part0; 3],
w2: Param<16>,
w3: [Part1; 3],
}
impl Model {
#[partial]
#[plan(tiles = [64])]
pub fn loss(&self, x0: [[f64; 31]; 1], x1: f64, x2: u8) -> f64 {
let v0 = concat([x0, slice(self.w0, 1, 0..22)], 1);
let mut v1 = v0;
for layer in &self.w1 {
v1 = layer.forward(v1) + 0.5 * v0;
}
let v2 = self.w1[0].forward(v1);
let v3 = max(self.w2, x1);
let mut v4 = v2;
for layer in &self.w3 {
v4 = layer.forward(v4) + 0.5 * v2;
}
for layer in &self.w3 {
v4 = layer.forward(sin(v4));
}
let v6 = v4;
mean(cross_entropy(v3, x2)) + sum(sin(v6))
}
}
}
subject!(f64, ([[f64; 31]; 1], f64, u8), |at| (crate::check::fill(7, at, 0, 0), crate::check::fill(7, at, 1, 0), crate::check::fill(7, at, 2, 16)), |s| (&s.0, s.1, s.2),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 7, &crate::check::Expected { loss: 3.700158438222462e0, gradient: [-5.970571703633009, -0.21090345655730877, -2.3856495498217942, 10.019620842454945], norm: 1.4486309818470586e1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_8 {
burtorch::graph! {
struct Part0Part0 {
w0: Param<2>,
}
impl Part0Part0 {
fn forward(&self, x: Tensor<2>) -> Tensor<2> {
let v0 = mul_add(x, x, x);
let v1 = asinh(v0);
tanh((sin(x) * self.w0) + 0.5 * tanh(v1 + 0.5 * x))
}
}
struct Part0 {
w0: [Part0Part0; 2],
}
impl Part0 {
fn forward(&self, x: Tensor<2>) -> Tensor<2> {
let mut v0 = x;
let mut v0b = 0.1 * x;
for layer in &self.w0 {
let y = layer.forward(v0);
v0 = sin(v0b) + v0;
v0b = tanh(y);
}
let v1 = v0 + v0b;
let v2 = v1 / (1.5 + sqr(v1));
tanh(v2 + 0.5 * x)
}
}
pub struct Model {
w0: Conv2d<8, 2, 1>,
w1: [Part0; 3],
}
impl Model {
#[plan(tables = late)]
pub fn loss(&self, x0: [[f32; 2]; 7], x1: [[[f32; 1]; 7]; 8]) -> f32 {
let v0 = self.w0.forward(x1);
let mut v1 = full([2], 0.2);
let mut v1s = zeros([2]);
for row in x0 {
v1 = 0.5 * v1 + row;
for layer in &self.w1 {
v1 = layer.forward(v1);
}
v1s += v1;
}
let v2 = v1s + v1;
let v3 = max(v2, 0.2);
let v4 = select(v3 < v2, v3 * v2, v2);
0.1 * sum(v0) + 0.5 * sum(hinge_loss(v4, 0.7))
}
}
}
subject!(f32, ([[f32; 2]; 7], [[[f32; 1]; 7]; 8]), |at| (crate::check::fill(8, at, 0, 0), crate::check::fill(8, at, 1, 0)), |s| (&s.0, &s.1),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 8, &crate::check::Expected { loss: 5.86367766534409e-1, gradient: [0.5500435631844363, -0.2534435390183897, -0.40528004788456823, -0.3168911370194435], norm: 1.1257960765581092e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.4e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_9 {
burtorch::graph! {
pub struct Model {
w0: Param<1>,
}
impl Model {
#[wrt(x0, x1)]

pub fn loss(&self, x0: [f32; 7], x1: [f32; 31], x2: [u8; 31], x3: u16) -> f32 {
let v0 = one_hot(x2, 1);
let v1 = v0 + 0.1 * stop_gradient(round(4.0 * v0));
mean(cross_entropy(x0, x3)) + sum(sin(x1)) + sum(sin((sin(v1) * self.w0)))
}
}
}
subject!(f32, ([f32; 7], [f32; 31], [u8; 31], u16), |at| (crate::check::fill(9, at, 0, 0), crate::check::fill(9, at, 1, 0), crate::check::fill(9, at, 2, 1), crate::check::fill(9, at, 3, 7)), |s| (&s.0, &s.1, &s.2, s.3),  [g0: [f32; 7], g1: [f32; 31]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 9, &crate::check::Expected { loss: -1.988748156827169e1, gradient: [6.013931796526594, -15.959152674839316, -8.854814482222881, 3.4455625249858897], norm: 2.4655589978159185e1, out: [0.0, 0.0, 0.0, 0.0], inputs: [0.173575722659967, -3.048431309292821, 1.8132554000443397, 0.15014353036589312], tolerance: 1.0e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_10 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
#[frozen]
w0: Conv2d<17, 2, 1>,
w1: Param<2>,
}
impl Model {
#[partial]
#[plan(axes = as_written)]
pub fn loss(&self, x0: [[[f64; 2]; 1]; 17], x1: usize) -> f64 {
let v0 = self.w0.forward(x0);
let v1 = 0.3 * cumsum(x0, 0);
let v2 = min(v1, [0, 2]);
let v3 = v0[1];
mean(cross_entropy(v2, x1)) + mean(sqr((sin(v3) * self.w1)))
}
}
}
subject!(f64, ([[[f64; 2]; 1]; 17], usize), |at| (crate::check::fill(10, at, 0, 0), crate::check::fill(10, at, 1, 1)), |s| (&s.0, s.1),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 10, &crate::check::Expected { loss: 4.0603703856394496e-1, gradient: [-0.5849887369940927, -0.4495604905575146, -0.588833889017114, 0.01241101158919071], norm: 8.370674825785869e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_11 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: RmsNorm<1>,
w1: Param<3, 3>,
w2: Param<3>,
}
impl Part0 {
fn forward(&self, x: Tensor<33, 2, 1>) -> Tensor<33, 2, 1> {
let v0 = self.w0.forward(x);
let mut v1 = full([3], 0.2);
let mut v1s = zeros([3]);
for t in 1..3 {
for s in 0..3 {
v1 = sin(v1 * self.w2 + self.w1[t]);
}
v1s += v1 * self.w1[t - 1];
}
let v2 = v1s + v1;
tanh(v0 + 0.5 * x) * cos(mean(v2))
}
}
pub struct Model {
w0: RmsNorm<1>,
#[frozen]
w1: [Part0; 1],
}
impl Model {
#[plan(tiles = [64])]
pub fn loss(&self, x0: [f64; 1], x1: [[[f64; 1]; 2]; 33], x2: u8, x3: [[i32; 2]; 33]) -> f64 {
let v0 = self.w0.forward(x0);
let v1 = avg_pool1d(v0, 1);
let mut v2 = x1;
for layer in &self.w1 {
v2 = layer.forward(v2) + 0.5 * x1;
}
let v3 = v2;
mean(cross_entropy(v1, x2)) + mean(cross_entropy(v3, x3))
}
}
}
subject!(f64, ([f64; 1], [[[f64; 1]; 2]; 33], u8, [[i32; 2]; 33]), |at| (crate::check::fill(11, at, 0, 0), crate::check::fill(11, at, 1, 0), crate::check::fill(11, at, 2, 1), crate::check::fill(11, at, 3, 1)), |s| (&s.0, &s.1, s.2, &s.3),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 11, &crate::check::Expected { loss: 0e0, gradient: [0.0, 0.0, 0.0, 0.0], norm: 0e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_12 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Lstm<17, 2>,
w1: Param<5, 17>,
}
impl Model {
#[wrt(x0, x1)]

pub fn loss(&self, x0: [[f64; 17]; 7], x1: [[f64; 3]; 33], x2: u8, x3: u16, x4: u16) -> f64 {
let v0 = 0.3 * sum(x1, [0, 1]);
let mut v1 = full([17], 0.2);
let mut v1s = zeros([17]);
for (t, row) in x0.iter().enumerate() {
let m = (row > 0.3 * v1) & !(row > 0.6) | (x0[t] < -0.5);
v1 = select(m, sin(v1 + row), 0.9 * v1);
v1s += select(!m, v1, row);
}
let v2 = v1s + v1;
let mut v3 = (zeros([2]), zeros([2]));
for row in x0 {
v3 = self.w0.forward(row, v3);
}
let v4 = v3.0;
let v5 = matvec(self.w1, x0);
let v6 = dropout(v0, 0.2, x2);
mean(cross_entropy(v2, x3)) + mean(cross_entropy(v4, x4)) + 0.1 * sum(v5) + 0.1 * sum(v6)
}
}
}
subject!(f64, ([[f64; 17]; 7], [[f64; 3]; 33], u8, u16, u16), |at| (crate::check::fill(12, at, 0, 0), crate::check::fill(12, at, 1, 0), crate::check::fill(12, at, 2, 200), crate::check::fill(12, at, 3, 17), crate::check::fill(12, at, 4, 2)), |s| (&s.0, &s.1, s.2, s.3, s.4),  [g0: [[f64; 17]; 7], g1: [[f64; 3]; 33]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 12, &crate::check::Expected { loss: 9.030896558012628e0, gradient: [0.05145277486840001, -0.7750384463415133, 0.43329672402538555, 0.5765565404653812], norm: 1.724508743289044e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [1.204949668486265, -1.9475842847530955, -0.5711135481445687, 2.720476914386045], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_13 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Param<5, 2>,
w1: Param<2>,
}
impl Part0 {
fn forward(&self, x: Tensor<17, 5, 1>) -> Tensor<17, 5, 1> {
let mut v0 = self.w1;
for t in (0..5).rev() {
v0 = tanh(v0 * 0.5 + self.w0[t]);
}
let v1 = v0;
let v2 = windows(v1, 0, 2, 1);
x * cos(mean(v2))
}
}
pub struct Model {
w0: [Part0; 1],
w1: Param<2>,
#[frozen]
w2: Param<3, 7>,
w3: Param<8, 7>,
}
impl Model {
#[partial]
#[plan(tiles = [64])]
pub fn loss(&self, x0: [f64; 2], x1: [[[f64; 1]; 5]; 17], x2: [i64; 3], x3: usize) -> f64 {
let mut v0 = x1;
let mut v0b = 0.1 * x1;
for layer in &self.w0 {
let y = layer.forward(v0);
v0 = sin(v0b) + v0;
v0b = tanh(y);
}
let v1 = v0 + v0b;
let mut v2 = x0 > 0.0;
for t in 0..8 {
v2 = (v2 | (self.w1 > 0.05 * (t as Scalar))) & !(x0 > 0.04 * (t as Scalar));
}
let v3 = select(v2, x0, sin(self.w1));
let mut v4 = full([7], 0.2);
let mut v4s = zeros([7]);
for t in 0..3 {
v4 = tanh(v4 * self.w2[t] + self.w3[x2[t]]);
v4s += sqr(v4);
}
let v5 = v4s + v4;
mean(logistic_loss(v1, 0.25)) + mean(cross_entropy(v3, x3)) + sum(sin(v5))
}
}
}
subject!(f64, ([f64; 2], [[[f64; 1]; 5]; 17], [i64; 3], usize), |at| (crate::check::fill(13, at, 0, 0), crate::check::fill(13, at, 1, 0), crate::check::fill(13, at, 2, 8), crate::check::fill(13, at, 3, 2)), |s| (&s.0, &s.1, &s.2, s.3),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 13, &crate::check::Expected { loss: 5.106381349728526e0, gradient: [-0.0016006254652280241, -0.11243203742667857, 0.23910838103006593, -0.27648192814899225], norm: 2.4617202986201687e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_14 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Embedding<17, 8>,
w1: Param<8>,
w2: Param<3, 5, 8>,
#[frozen]
w3: Neuron<8, relu>,
}
impl Model {
#[plan(tiles = [16])]
pub fn loss(&self, x0: [[f64; 1]; 16], x1: [[u8; 5]; 3]) -> f64 {
let v0 = flatten(x0);
let v1 = v0[( 3,)];
let v2 = self.w0.forward(x1);
let v3 = hypot(v2, 1.0 + sqr(self.w1));
let mut v4 = v3 > 0.0;
for t in 0..18 {
v4 = (v4 | (self.w2 > 0.05 * (t as Scalar))) & !(v3 > 0.04 * (t as Scalar));
}
let v5 = select(v4, v3, sin(self.w2));
let v6 = self.w3.forward(v5);
logsumexp(flatten(tanh(v1))) + mse(v6, 0.3)
}
}
}
subject!(f64, ([[f64; 1]; 16], [[u8; 5]; 3]), |at| (crate::check::fill(14, at, 0, 0), crate::check::fill(14, at, 1, 17)), |s| (&s.0, &s.1),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 14, &crate::check::Expected { loss: 5.288106497746992e-1, gradient: [-0.10354756314492032, 0.03572343217399516, 0.06374765455384684, 0.04803152350169875], norm: 1.361016643375972e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_15 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
#[frozen]
w0: Param<16, 17>,
w1: Param<16>,
}
impl Model {
#[wrt(x0)]

pub fn loss(&self, x0: [[[f64; 5]; 1]; 17], x1: i64, x2: [[usize; 5]; 1]) -> f64 {
let v0 = dropout(x0, 0.5, x1);
let v1 = max(v0, [1, 2]);
let v2 = dropout(v1, 0.2, x1);
let v3 = v2[6];
let v4 = one_hot(x2, 3);
let v5 = 0.3 * cumsum(v4, 1);
let v6 = matvec(self.w0, v1);
mean(sqr(v3)) + sum(sin(v5)) + 0.5 * sum(hinge_loss((sin(v6) * self.w1), 0.7))
}
}
}
subject!(f64, ([[[f64; 5]; 1]; 17], i64, [[usize; 5]; 1]), |at| (crate::check::fill(15, at, 0, 0), crate::check::fill(15, at, 1, 200), crate::check::fill(15, at, 2, 3)), |s| (&s.0, s.1, &s.2),  [g0: [[[f64; 5]; 1]; 17]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 15, &crate::check::Expected { loss: 1.4609257475810011e1, gradient: [-0.27390953129047596, 0.6695461704963545, 0.35751181136442656, 0.04064769115570213], norm: 9.378383248321062e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-1.1446072763676947, -3.992190079675042, 4.164401231455919, 4.118135870199696], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_16 {
burtorch::graph! {
struct Part0 {
w0: Param<8>,
}
impl Part0 {
fn forward(&self, x: Tensor<8>) -> Tensor<8> {
let v0 = gelu(x);
tanh((sin(x) * self.w0) + 0.5 * tanh(v0 + 0.5 * x))
}
}
pub struct Model {
w0: Param<3>,
w1: Neuron<3, sigmoid>,
w2: Param<5, 7>,
w3: Gru<7, 1>,
w4: FeedForward<1, 3, softplus>,
w5: Gru<1, 3>,
w6: Param<2, 3>,
w7: [Part0; 1],
}
impl Model {
#[partial]
#[plan(tiles = [64])]
pub fn loss(&self, x0: [[f32; 3]; 8], x1: [i64; 6]) -> f32 {
let v0 = x0 - self.w0;
let v1 = self.w1.forward(v0);
let mut v2 = zeros([1]);
let mut v2y = ones([6, 1]);
for t in 0..5 {
v2 = self.w3.forward(self.w2[t], v2);
v2y[t + 1] = sin(v2);
}
let v3 = v2y;
let v4 = self.w4.forward(v3);
let mut v5 = zeros([3]);
for t in 0..6 {
v5 = self.w5.forward(v3[t], v5);
}
let v6 = v5;
let mut v7 = full([3], 0.2);
let mut v7s = zeros([3]);
for (t, row) in self.w6.iter().enumerate() {
let m = (row > 0.3 * v7) & !(row > 0.6) | (self.w6[t] < -0.5);
v7 = select(m, sin(v7 + row), 0.9 * v7);
v7s += select(!m, v7, row);
}
let v8 = v7s + v7;
let mut v9 = v1;
let mut v9b = 0.1 * v1;
for layer in &self.w7 {
let y = layer.forward(v9);
v9 = sin(v9b) + v9;
v9b = tanh(y);
}
let v10 = v9 + v9b;
mean(cross_entropy(v4, x1)) + logsumexp(flatten(tanh(v6))) + mean(logistic_loss(v8, 0.25)) + sum(sin(v10))
}
}
}
subject!(f32, ([[f32; 3]; 8], [i64; 6]), |at| (crate::check::fill(16, at, 0, 0), crate::check::fill(16, at, 1, 1)), |s| (&s.0, &s.1),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 16, &crate::check::Expected { loss: 8.782712863149076e0, gradient: [0.3846615829051736, -1.897544792565435, -0.7575638900781044, 1.155224401664059], norm: 2.4981613201043325e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_17 {
burtorch::graph! {
pub struct Model {
w0: Param<2, 2>,
w1: Param<2, 2>,
#[frozen]
w2: LinearNoBias<17, 17>,
w3: Param<5, 1>,
}
impl Model {
pub fn out(&self, x0: [f32; 17], x1: [[[f32; 3]; 1]; 31], x2: u8, x3: [[i32; 1]; 31]) -> Tensor<31, 1, 1> {
let v0 = dropout(x1, 0.2, x2);
let mut v1 = full([2], 0.2);
let mut v1s = zeros([2]);
for (a, b) in self.w0.iter().zip(self.w1) {
v1 = tanh(v1 * b + a);
v1s += v1 * a;
}
let v2 = v1s + v1;
let v3 = self.w2.forward(sin(self.w2.forward(x0)));
let v4 = max(v3, [0]);
let v5 = hypot(self.w3, 1.0 + sqr(x0));
let v6 = select(v0 < v0, v0 * v0, v0);
let v7 = 0.5 * matmul(v6, transpose(v6));
v7
}

pub fn loss(&self, x0: [f32; 17], x1: [[[f32; 3]; 1]; 31], x2: u8, x3: [[i32; 1]; 31]) -> f32 {
let v0 = dropout(x1, 0.2, x2);
let mut v1 = full([2], 0.2);
let mut v1s = zeros([2]);
for (a, b) in self.w0.iter().zip(self.w1) {
v1 = tanh(v1 * b + a);
v1s += v1 * a;
}
let v2 = v1s + v1;
let v3 = self.w2.forward(sin(self.w2.forward(x0)));
let v4 = max(v3, [0]);
let v5 = hypot(self.w3, 1.0 + sqr(x0));
let v6 = select(v0 < v0, v0 * v0, v0);
let v7 = 0.5 * matmul(v6, transpose(v6));
mean(logistic_loss(v2, 0.25)) + mean(sqr(v4)) + sum(sin(v5)) + mean(cross_entropy(v7, x3))
}
}
}
type Out = [[[f32; 1]; 1]; 31];
subject!(f32, ([f32; 17], [[[f32; 3]; 1]; 31], u8, [[i32; 1]; 31]), |at| (crate::check::fill(17, at, 0, 0), crate::check::fill(17, at, 1, 0), crate::check::fill(17, at, 2, 200), crate::check::fill(17, at, 3, 1)), |s| (&s.0, &s.1, s.2, &s.3), Out  );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 17, &crate::check::Expected { loss: 9.163992621135213e1, gradient: [-1.4762187883119409, 0.6648536320254671, -1.8760345818303819, -1.3546009722346244], norm: 3.5541497098517616e0, out: [-0.6476627611014752, -1.8947640355549484, 0.7463014916078199, -0.45830575058731415], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_18 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<5, 1>,
w1: Param<1>,
w2: Param<2, 3>,
#[frozen]
w3: Lstm<3, 2>,
#[frozen]
w4: Param<2>,
w5: Param<2, 2>,
#[frozen]
w6: Param<1, 2>,
w7: Param<1, 1>,
}
impl Model {
#[wrt(x0, x1)]
#[plan(tables = late)]
pub fn loss(&self, x0: [f64; 3], x1: [[f64; 2]; 31], x2: i32, x3: i32) -> f64 {
let v0 = max_pool1d(x1, 2);
let mut v1 = self.w1;
for t in (0..5).rev() {
v1 = tanh(v1 * 0.5 + self.w0[t]);
}
let v2 = v1;
let mut v3 = (zeros([2]), zeros([2]));
for row in self.w2 {
v3 = self.w3.forward(row, v3);
}
let v4 = v3.0;
let v5 = stack([v4, self.w4], 0);
let mut v6 = ones([1]);
let mut v6s = zeros([1]);
for (t, row) in self.w5.iter().enumerate().rev() {
v6 = tanh(matvec(self.w7, v6) + matvec(self.w6, row));
v6s += matvec(self.w7, v6) * sum(self.w5[t]);
}
let v7 = v6s;
let v8 = dropout(v5, 0.0, x2);
mean(cross_entropy(x0, x3)) + 0.5 * sum(hinge_loss(v0, 0.7)) + mean(sqr(v2)) + sum(sin(v7)) + logsumexp(flatten(tanh(v8)))
}
}
}
subject!(f64, ([f64; 3], [[f64; 2]; 31], i32, i32), |at| (crate::check::fill(18, at, 0, 0), crate::check::fill(18, at, 1, 0), crate::check::fill(18, at, 2, 200), crate::check::fill(18, at, 3, 3)), |s| (&s.0, &s.1, s.2, s.3),  [g0: [f64; 3], g1: [[f64; 2]; 31]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 18, &crate::check::Expected { loss: 1.59329251877146e1, gradient: [0.1981664285824721, -0.08949115807057431, 0.15372940759989318, -0.32160186321845396], norm: 1.3017096552090435e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [1.2350327837544997, -0.7240973010821442, -1.2418076262120628, -0.3094541520843532], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_19 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
#[frozen]
w0: RmsNorm<8>,
w1: Param<1>,
}
impl Part0 {
fn forward(&self, x: Tensor<7, 8, 1>) -> Tensor<7, 8, 1> {
let v0 = variance(x, [0, 2]);
let v1 = self.w0.forward(v0);
tanh((sin(x) * self.w1) + 0.5 * x * cos(mean(v1)))
}
}
struct Part1 {
w0: Param,
}
impl Part1 {
fn forward(&self, x: Tensor<16>) -> Tensor<16> {
let v0 = asinh(x);
let v1 = min(v0, self.w0);
tanh(v1 + 0.5 * x)
}
}
pub struct Model {
#[frozen]
w0: Param<2, 1>,
w1: Conv2d<7, 1, 1>,
w2: Param<2, 5>,
w3: Lstm<5, 3>,
w4: [Part0; 3],
w5: [Part1; 4],
}
impl Model {
#[partial]
#[plan(tiles = [16])]
pub fn loss(&self, x0: [[[f64; 2]; 8]; 7], x1: [f64; 16], x2: [[i32; 8]; 7]) -> f64 {
let v0 = matmul(x0, self.w0);
let v1 = self.w1.forward(v0);
let mut v2 = (zeros([3]), zeros([3]));
for row in self.w2 {
v2 = self.w3.forward(row, v2);
}
let v3 = v2.0;
let mut v4 = v0;
let mut v4b = 0.1 * v0;
for layer in &self.w4 {
let y = layer.forward(v4) + 0.5 * v0;
v4 = sin(v4b) + v4;
v4b = tanh(y);
}
let v5 = v4 + v4b;
let mut v6 = x1;
for layer in &self.w5 {
v6 = layer.forward(v6) + 0.5 * x1;
}
for layer in &self.w5 {
v6 = layer.forward(sin(v6));
}
let v8 = v6;
mean(logistic_loss(v1, 0.25)) + mse(v3, 0.3) + mean(cross_entropy(v5, x2)) + 0.5 * sum(hinge_loss(v8, 0.7))
}
}
}
subject!(f64, ([[[f64; 2]; 8]; 7], [f64; 16], [[i32; 8]; 7]), |at| (crate::check::fill(19, at, 0, 0), crate::check::fill(19, at, 1, 0), crate::check::fill(19, at, 2, 1)), |s| (&s.0, &s.1, &s.2),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 19, &crate::check::Expected { loss: 1.2781793984613854e1, gradient: [0.21708945208431923, 0.018303238898928265, 0.298986662105177, 0.3577571176037943], norm: 8.646803475645389e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_20 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<2>,
}
impl Model {
#[plan(tables = late)]
pub fn loss(&self, x0: [[f64; 2]; 8], x1: i64, x2: [usize; 8]) -> f64 {
let v0 = dropout(x0, 0.5, x1);
let v1 = leaky_relu(v0, 0.1);
let v2 = tanh(v1);
mean(cross_entropy((sin(v2) * self.w0), x2))
}
}
}
subject!(f64, ([[f64; 2]; 8], i64, [usize; 8]), |at| (crate::check::fill(20, at, 0, 0), crate::check::fill(20, at, 1, 200), crate::check::fill(20, at, 2, 2)), |s| (&s.0, s.1, &s.2),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 20, &crate::check::Expected { loss: 7.354202158082959e-1, gradient: [-0.026315768713404693, -0.002411385157290745, 0.013547598505534358, -0.01491289977772133], norm: 6.538326451623178e-2, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_21 {
burtorch::graph! {
struct Part0 {
w0: Neuron<7, softplus>,
}
impl Part0 {
fn forward(&self, x: Tensor<7>) -> Tensor<7> {
let v0 = self.w0.forward(x);
x * cos(mean(v0))
}
}
pub struct Model {
w0: Attention<1, 3, 1>,
w1: Param<3, 3>,
w2: Gru<3, 5>,
w3: Param<5, 1>,
w4: Param<3, 1>,
w5: Param<3, 3>,
w6: Param<3, 7>,
w7: [Part0; 1],
}
impl Model {
#[wrt(x0, x1)]
#[plan(axes = as_written)]
pub fn loss(&self, x0: [[f32; 3]; 1], x1: [[[f32; 2]; 1]; 31], x2: [[usize; 1]; 31], x3: i32) -> f32 {
let v0 = max(x0, [0]);
let v1 = self.w0.forward(x0);
let mut v2 = zeros([5]);
for t in 0..3 {
v2 = self.w2.forward(self.w1[t], v2);
}
let v3 = v2;
let mut v4 = ones([3]);
let mut v4s = zeros([3]);
for (t, row) in self.w3.iter().enumerate().rev() {
v4 = tanh(matvec(self.w5, v4) + matvec(self.w4, row));
v4s += matvec(self.w5, v4) * sum(self.w3[t]);
}
let v5 = v4s;
let v6 = ln(1.5 + sqr(v5));
let v7 = concat([v6, slice(v0, 0, 0..2)], 0);
let mut v8 = full([7], 0.2);
let mut v8s = zeros([7]);
for row in self.w6 {
v8 = 0.5 * v8 + row;
for layer in &self.w7 {
v8 = layer.forward(v8);
}
v8s += v8;
}
let v9 = v8s + v8;
mean(cross_entropy(x1, x2)) + mse(v3, 0.3) + mse(v7, 0.3) + mean(cross_entropy(v9, x3))
}
}
}
subject!(f32, ([[f32; 3]; 1], [[[f32; 2]; 1]; 31], [[usize; 1]; 31], i32), |at| (crate::check::fill(21, at, 0, 0), crate::check::fill(21, at, 1, 0), crate::check::fill(21, at, 2, 2), crate::check::fill(21, at, 3, 7)), |s| (&s.0, &s.1, &s.2, s.3),  [g0: [[f32; 3]; 1], g1: [[[f32; 2]; 1]; 31]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 21, &crate::check::Expected { loss: 2.910055073820115e0, gradient: [-0.4812087771412047, 1.0747477868143829, 1.3987146853593784, -1.4937891768625173], norm: 2.4225699599550725e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [0.09708928367119055, 0.016530630370862526, -0.11059290443851917, 0.11855035091044286], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_22 {
burtorch::graph! {
struct Part0 {
w0: Param,
}
impl Part0 {
fn forward(&self, x: Tensor) -> Tensor {
let v0 = erf(x);
tanh((sin(x) * self.w0) + 0.5 * tanh(v0 + 0.5 * x))
}
}
pub struct Model {
w0: Neuron<8, silu>,
w1: [Part0; 1],
w2: Param<1>,
}
impl Model {
#[partial]
#[plan(tiles = [64])]
pub fn loss(&self, x0: [f32; 8], x1: f32) -> f32 {
let v0 = self.w0.forward(x0);
let mut v1 = v0 > 0.0;
for t in 0..8 {
v1 = (v1 | (x1 > 0.05 * (t as Scalar))) & !(v0 > 0.04 * (t as Scalar));
}
let v2 = select(v1, v0, sin(x1));
let mut v3 = v2;
for layer in &self.w1 {
v3 = layer.forward(v3);
}
for layer in &self.w1 {
v3 = layer.forward(sin(v3));
}
let v5 = v3;
let v6 = sigmoid(v5);
let v7 = unsqueeze(x1, 0);
let v8 = select((v7 > 0.1) & !(self.w2 > v7), v7, 0.5 * self.w2);
sum(sin(v6)) + logsumexp(flatten(tanh(v8)))
}
}
}
subject!(f32, ([f32; 8], f32), |at| (crate::check::fill(22, at, 0, 0), crate::check::fill(22, at, 1, 0)), |s| (&s.0, s.1),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 22, &crate::check::Expected { loss: 3.0227349275618876e-1, gradient: [-0.07957246459058137, 0.033160913090868126, -0.08226660372577305, 0.11655421771245088], norm: 4.863465922699272e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_23 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
#[frozen]
w0: Param<2, 3>,
w1: Param<3>,
}
impl Part0 {
fn forward(&self, x: Tensor) -> Tensor {
let mut v0 = self.w1;
for t in (0..2).rev() {
v0 = tanh(v0 * 0.5 + self.w0[t]);
}
let v1 = v0;
let v2 = 0.3 * cumsum(v1, 0);
x * cos(mean(v2))
}
}
pub struct Model {
w0: Param<5, 2>,
w1: Param<2>,
#[frozen]
w2: [Part0; 4],
}
impl Model {
#[plan(axes = as_written)]
pub fn loss(&self, x0: f64, x1: [[f64; 16]; 1], x2: usize) -> f64 {
let mut v0 = full([2], 0.2);
let mut v0s = zeros([2]);
for (a, b) in self.w0.iter().zip(self.w0) {
v0 = tanh(v0 * b + a);
v0s += v0 * a;
}
let v1 = v0s + v0;
let v2 = dot(self.w1, v1);
let mut v3 = v2;
for layer in self.w2.iter().rev() {
v3 = layer.forward(v3) + 0.5 * x0;
}
let v4 = v3;
let v5 = unsqueeze(v4, 0);
mean(cross_entropy(v5, x2))
}
}
}
subject!(f64, (f64, [[f64; 16]; 1], usize), |at| (crate::check::fill(23, at, 0, 0), crate::check::fill(23, at, 1, 0), crate::check::fill(23, at, 2, 1)), |s| (s.0, &s.1, s.2),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 23, &crate::check::Expected { loss: 0e0, gradient: [0.0, 0.0, 0.0, 0.0], norm: 0e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_24 {
burtorch::graph! {
struct Part0 {
w0: Param<1>,
}
impl Part0 {
fn forward(&self, x: Tensor<17, 1>) -> Tensor<17, 1> {
let v0 = 0.3 * cumsum(x, 0);
tanh((sin(x) * self.w0) + 0.5 * tanh(v0 + 0.5 * x))
}
}
pub struct Model {
w0: Param<1>,
w1: LinearNoBias<1, 1>,
w2: Param<3, 1, 1>,
w3: Attention<17, 1, 1>,
w4: [Part0; 4],
}
impl Model {
#[wrt(x0, x1)]
#[plan(tables = late)]
pub fn loss(&self, x0: f32, x1: [f32; 17], x2: i64, x3: [u8; 17]) -> f32 {
let v0 = outer(x1, self.w0);
let v1 = self.w1.forward(v0);
let v2 = max(self.w2, v0);
let v3 = 0.3 * sum(v2, [0]);
let v4 = flatten(v3);
let v5 = self.w3.forward(v1);
let mut v6 = v3;
let mut v6b = 0.1 * v3;
for layer in &self.w4 {
let y = layer.forward(v6) + 0.5 * v5;
v6 = sin(v6b) + v6;
v6b = tanh(y);
}
let v7 = v6 + v6b;
0.1 * sum(x0) + mean(cross_entropy(v4, x2)) + mean(cross_entropy(v7, x3))
}
}
}
subject!(f32, (f32, [f32; 17], i64, [u8; 17]), |at| (crate::check::fill(24, at, 0, 0), crate::check::fill(24, at, 1, 0), crate::check::fill(24, at, 2, 17), crate::check::fill(24, at, 3, 1)), |s| (s.0, &s.1, s.2, &s.3),  [g0: f32, g1: [f32; 17]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 24, &crate::check::Expected { loss: 2.76543743061428e0, gradient: [0.11347909330482972, -0.28107446211375714, -0.15424930642035173, 0.0541654422586568], norm: 4.3610476964170514e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [0.039402685901371144, -0.1697952920223766, 0.030810904343931845, 0.12109364371672877], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_25 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Param<2>,
}
impl Part0 {
fn forward(&self, x: Tensor<2, 2>) -> Tensor<2, 2> {
let v0 = 0.3 * cumsum(x, 0);
tanh((sin(x) * self.w0) + 0.5 * tanh(v0 + 0.5 * x))
}
}
struct Part1 {
w0: FeedForward<2, 1, relu>,
}
impl Part1 {
fn forward(&self, x: Tensor<2>) -> Tensor<2> {
let v0 = elu(x, 1.0);
let v1 = self.w0.forward(sin(self.w0.forward(v0)));
tanh(v1 + 0.5 * x)
}
}
pub struct Model {
w0: [Part0; 4],
w1: Param<31, 2>,
w2: [Part1; 2],
w3: Linear<2, 8>,
}
impl Model {
#[partial]
#[plan(axes = as_written)]
pub fn loss(&self, x0: [[f64; 2]; 7], x1: [[f64; 2]; 2], x2: [i64; 2], x3: i64) -> f64 {
let mut v0 = x1;
for layer in &self.w0 {
v0 = layer.forward(v0);
}
let v1 = v0;
let mut v2 = full([2], 0.2);
let mut v2s = zeros([2]);
for t in 0..2 {
v2 = tanh(v2 * v1[t] + self.w1[x2[t]]);
v2s += sqr(v2);
}
let v3 = v2s + v2;
let v4 = select(x0 < x0, x0 * x0, x0);
let mut v5 = v3;
for layer in &self.w2 {
v5 = layer.forward(v5) + 0.5 * v3;
}
let v6 = self.w2[1].forward(v5);
let v7 = self.w3.forward(v4);
let v8 = v7[( 0,)];
mean(logistic_loss(v6, 0.25)) + mean(cross_entropy(v8, x3))
}
}
}
subject!(f64, ([[f64; 2]; 7], [[f64; 2]; 2], [i64; 2], i64), |at| (crate::check::fill(25, at, 0, 0), crate::check::fill(25, at, 1, 0), crate::check::fill(25, at, 2, 31), crate::check::fill(25, at, 3, 8)), |s| (&s.0, &s.1, &s.2, s.3),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 25, &crate::check::Expected { loss: 2.061653011218419e0, gradient: [-0.44559575436298493, 0.7557277664641187, -0.6598305596750479, -0.9903431987396948], norm: 1.053049356110478e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_26 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Mlp<1, 5, 5, identity, 3>,
w1: Embedding<1, 2>,
}
impl Model {
#[plan(tiles = [16])]
pub fn loss(&self, x0: [f64; 1], x1: [i64; 16]) -> f64 {
let v0 = self.w0.forward(x0);
let v1 = self.w1.forward(x1);
0.1 * sum(v0) + mse(v1, 0.3)
}
}
}
subject!(f64, ([f64; 1], [i64; 16]), |at| (crate::check::fill(26, at, 0, 0), crate::check::fill(26, at, 1, 1)), |s| (&s.0, &s.1),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 26, &crate::check::Expected { loss: 2.4557191322183042e-1, gradient: [-1.1129900497439542, -0.32127760806440026, 0.2278404363434527, 0.42243970638989514], norm: 1.5234016221839486e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_27 {
burtorch::graph! {
pub struct Model {
w0: Param<5, 7>,
#[frozen]
w1: Param<3, 5>,
w2: Mlp<5, 1, 5, sigmoid, 2>,
}
impl Model {
#[wrt(x0)]
#[plan(tiles = [64])]
pub fn loss(&self, x0: f32, x1: usize) -> f32 {
let v0 = hypot(x0, 1.0 + sqr(x0));
let mut v1 = full([7], 0.2);
let mut v1s = zeros([7]);
for (t, row) in self.w0.iter().enumerate() {
let m = (row > 0.3 * v1) & !(row > 0.6) | (self.w0[t] < -0.5);
v1 = select(m, sin(v1 + row), 0.9 * v1);
v1s += select(!m, v1, row);
}
let v2 = v1s + v1;
let v3 = min(v2, -1);
let v4 = dropout(v2, 0.0, x1);
let mut v5 = full([5], 0.2);
let mut v5s = zeros([5]);
for t in (0..3).rev() {
v5 = tanh(cumsum(v5 * self.w1[t]));
v5s += v5;
}
let v6 = v5s + v5;
let v7 = self.w2.forward(sin(self.w2.forward(v6)));
logsumexp(flatten(tanh(v0))) + mean(logistic_loss(v3, 0.25)) + logsumexp(flatten(tanh(v4))) + sum(sin(v7))
}
}
}
subject!(f32, (f32, usize), |at| (crate::check::fill(27, at, 0, 0), crate::check::fill(27, at, 1, 200)), |s| (s.0, s.1),  [g0: f32] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 27, &crate::check::Expected { loss: 3.177106456887949e0, gradient: [-0.85812730760111, 0.18349497714611676, -0.5110709406254265, 0.24098907065059816], norm: 2.3532030802668236e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [0.05557759172724547, -0.14748608758537565, -0.08183153397212084, 0.031842074995756225], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_28 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Param<5>,
}
impl Part0 {
fn forward(&self, x: Tensor<5>) -> Tensor<5> {
let v0 = 0.3 * cumsum(x, 0);
tanh((sin(x) * self.w0) + 0.5 * tanh(v0 + 0.5 * x))
}
}
pub struct Model {
w0: Param<2, 5>,
w1: [Part0; 1],
w2: Linear<5, 7>,
w3: Param<7>,
w4: Param<5, 1>,
#[frozen]
w5: Gru<1, 5>,
w6: Gru<5, 1>,
#[frozen]
w7: Param<1>,
}
impl Model {
#[partial]
#[plan(tables = late)]
pub fn loss(&self, x0: f64) -> f64 {
let mut v0 = full([5], 0.2);
let mut v0s = zeros([5]);
for row in self.w0 {
v0 = 0.5 * v0 + row;
for layer in &self.w1 {
v0 = layer.forward(v0);
}
v0s += v0;
}
let v1 = v0s + v0;
let v2 = self.w2.forward(v1);
let mut v3 = v2 > 0.0;
for t in 0..10 {
v3 = (v3 | (self.w3 > 0.05 * (t as Scalar))) & !(v2 > 0.04 * (t as Scalar));
}
let v4 = select(v3, v2, sin(self.w3));
let mut v5 = zeros([5]);
let mut v5y = ones([6, 5]);
for t in 0..5 {
v5 = self.w5.forward(self.w4[t], v5);
v5y[t + 1] = sin(v5);
}
let v6 = v5y;
let mut v7 = zeros([1]);
for t in 0..6 {
v7 = self.w6.forward(v6[t], v7);
}
let v8 = v7;
let v9 = dot(self.w7, v8);
mean(sqr(x0)) + 0.1 * sum(v4) + 0.1 * sum(v9)
}
}
}
subject!(f64, f64, |at| crate::check::fill(28, at, 0, 0), |s| (*s),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 28, &crate::check::Expected { loss: 1.4044269849392717e-2, gradient: [-0.036870516354899324, 0.43083649023102305, -0.281715908953207, -0.04148576468210975], norm: 3.637374026873519e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_29 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Param<3, 2>,
#[frozen]
w1: Param<2, 2>,
}
impl Part0 {
fn forward(&self, x: Tensor<1>) -> Tensor<1> {
let mut v0 = ones([2]);
let mut v0y = zeros([3, 2]);
let v0m = self.w0 > 0.1;
for (t, row) in self.w0.iter().enumerate() {
v0 = select(v0m[t], sin(matvec(self.w1, v0) + row), v0);
v0y[t] = matvec(self.w1, v0) + row;
}
let v1 = v0y + v0;
x * cos(mean(v1))
}
}
pub struct Model {
w0: [Part0; 2],
}
impl Model {
#[plan(tiles = [64])]
pub fn loss(&self, x0: [[f64; 1]; 7], x1: [u8; 7]) -> f64 {
let v0 = softmax(x0, 1);
let v1 = softplus(v0);
let mut v2 = full([1], 0.2);
let mut v2s = zeros([1]);
for row in x0 {
v2 = 0.5 * v2 + row;
for layer in &self.w0 {
v2 = layer.forward(v2);
}
v2s += v2;
}
let v3 = v2s + v2;
let v4 = x0 * select((v1 < -0.1) | (v1 >= x0), 1.0, 0.3 * v1);
0.1 * sum(v3) + mean(cross_entropy(v4, x1))
}
}
}
subject!(f64, ([[f64; 1]; 7], [u8; 7]), |at| (crate::check::fill(29, at, 0, 0), crate::check::fill(29, at, 1, 1)), |s| (&s.0, &s.1),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 29, &crate::check::Expected { loss: 1.2752902187883431e-2, gradient: [0.008845988490523565, -0.00571963038909169, 0.0025099038372131963, 0.009031884821232763], norm: 2.2681387653705438e-2, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_30 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
#[frozen]
w0: Param<3, 3>,
w1: Gru<3, 3>,
#[frozen]
w2: Conv2d<8, 3, 1>,
w3: Conv2d<3, 2, 1>,
}
impl Model {
#[wrt(x0)]
#[plan(tiles = [64])]
pub fn loss(&self, x0: [[[f64; 1]; 17]; 8], x1: [[usize; 21]; 2]) -> f64 {
let mut v0 = zeros([3]);
let mut v0y = ones([4, 3]);
for t in 0..3 {
v0 = self.w1.forward(self.w0[t], v0);
v0y[t + 1] = sin(v0);
}
let v1 = v0y;
let v2 = self.w2.forward(x0);
let v3 = self.w3.forward(v2);
let v4 = pad(v3, 1, 2, 2);
let v5 = max_pool2d(v1, 2);
let v6 = variance_unbiased(v5, [0, 1]);
mean(cross_entropy(v4, x1)) + sum(sin(v6))
}
}
}
subject!(f64, ([[[f64; 1]; 17]; 8], [[usize; 21]; 2]), |at| (crate::check::fill(30, at, 0, 0), crate::check::fill(30, at, 1, 1)), |s| (&s.0, &s.1),  [g0: [[[f64; 1]; 17]; 8]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 30, &crate::check::Expected { loss: 4.208580373292006e-1, gradient: [0.37187573706993043, 0.2945697443617384, 0.25479916009310893, -0.1651107519781307], norm: 9.956278519899108e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [0.0, 0.0, 0.0, 0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_31 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: FeedForward<1, 3, softplus>,
w1: Param<3, 1>,
w2: Gru<1, 2>,
w3: Param<2, 1>,
}
impl Model {
#[partial]
#[plan(tiles = [64])]
pub fn loss(&self, x0: [[[f64; 1]; 3]; 16], x1: u8, x2: [i64; 3], x3: usize) -> f64 {
let v0 = self.w0.forward(sin(self.w0.forward(x0)));
let mut v1 = zeros([2]);
for t in 0..3 {
v1 = self.w2.forward(self.w1[t], v1);
}
let v2 = v1;
let mut v3 = full([1], 0.2);
let mut v3s = zeros([1]);
for (t, row) in self.w3.iter().enumerate() {
let m = (row > 0.3 * v3) & !(row > 0.6) | (self.w3[t] < -0.5);
v3 = select(m, sin(v3 + row), 0.9 * v3);
v3s += select(!m, v3, row);
}
let v4 = v3s + v3;
let v5 = min(v0, -3);
let v6 = rms_norm(v4, 0.1);
mean(cross_entropy(v2, x1)) + mean(cross_entropy(v5, x2)) + mean(cross_entropy(v6, x3))
}
}
}
subject!(f64, ([[[f64; 1]; 3]; 16], u8, [i64; 3], usize), |at| (crate::check::fill(31, at, 0, 0), crate::check::fill(31, at, 1, 2), crate::check::fill(31, at, 2, 1), crate::check::fill(31, at, 3, 1)), |s| (&s.0, s.1, &s.2, s.3),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 31, &crate::check::Expected { loss: 6.928800158319935e-1, gradient: [0.32777098909200114, 0.024464387154968712, -0.2919718037061305, -0.007530454424930796], norm: 4.083698579113603e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
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

pub fn loss(&self, x0: f64) -> f64 {
let v0 = unsqueeze(x0, 0);
let v1 = self.w0 * select((v0 < -0.1) | (v0 >= self.w0), 1.0, 0.3 * v0);
let mut v2 = v1 > 0.0;
for t in 0..16 {
v2 = (v2 | (v0 > 0.05 * (t as Scalar))) & !(v1 > 0.04 * (t as Scalar));
}
let v3 = select(v2, v1, sin(v0));
mean(logistic_loss(v3, 0.25))
}
}
}
subject!(f64, f64, |at| crate::check::fill(32, at, 0, 0), |s| (*s),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 32, &crate::check::Expected { loss: 7.665492505728542e-1, gradient: [0.07674070351030958, -0.2036465735116842, -0.11299175245245179, 0.04396705867347735], norm: 3.1461735589992357e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_33 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<7, 2>,
#[frozen]
w1: Mlp<7, 1, 7, identity, 1>,
w2: Param<7, 8>,
w3: Neuron<8, sin>,
}
impl Model {
pub fn out(&self, x0: [[[f64; 2]; 1]; 7], x1: [[u8; 1]; 7], x2: [[[i64; 1]; 7]; 1]) -> Tensor<1, 7, 1, 3> {
let v0 = matvec(self.w0, x0);
let v1 = self.w1.forward(v0);
let v2 = erf(v1);
let v3 = matmul(v0, self.w2);
let v4 = self.w3.forward(v3);
let v5 = broadcast(v4, [3, 7, 1]);
let v6 = windows(v5, 0, 3, 3);
v6
}
#[wrt(x0)]

pub fn loss(&self, x0: [[[f64; 2]; 1]; 7], x1: [[u8; 1]; 7], x2: [[[i64; 1]; 7]; 1]) -> f64 {
let v0 = matvec(self.w0, x0);
let v1 = self.w1.forward(v0);
let v2 = erf(v1);
let v3 = matmul(v0, self.w2);
let v4 = self.w3.forward(v3);
let v5 = broadcast(v4, [3, 7, 1]);
let v6 = windows(v5, 0, 3, 3);
mean(cross_entropy(v2, x1)) + mean(cross_entropy(v6, x2))
}
}
}
type Out = [[[[f64; 3]; 1]; 7]; 1];
subject!(f64, ([[[f64; 2]; 1]; 7], [[u8; 1]; 7], [[[i64; 1]; 7]; 1]), |at| (crate::check::fill(33, at, 0, 0), crate::check::fill(33, at, 1, 7), crate::check::fill(33, at, 2, 3)), |s| (&s.0, &s.1, &s.2), Out [g0: [[[f64; 2]; 1]; 7]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 33, &crate::check::Expected { loss: 3.0823279114563693e0, gradient: [0.0015499255547433437, 0.012370846428181174, 0.024315199874009725, -0.03987079313748025], norm: 6.682649367168478e-2, out: [0.37659093692140266, 1.7966265457701973, -1.9420590548454864, 0.4937524465484523], inputs: [0.01910356058442495, 0.005307042434176646, -0.00183444100521463, 0.007060194145970538], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_34 {
burtorch::graph! {
pub struct Model {
w0: Param<3, 1>,
w1: Param<1>,
w2: Linear<1, 7>,
}
impl Model {
#[partial]

pub fn loss(&self, x0: [[[f32; 2]; 8]; 5], x1: [[i32; 8]; 5], x2: [i64; 2]) -> f32 {
let mut v0 = full([1], 0.2);
let mut v0s = zeros([1]);
for (a, b) in self.w0.iter().zip(self.w0) {
v0 = tanh(v0 * b + a);
v0s += v0 * a;
}
let v1 = v0s + v0;
let v2 = concat([v1, slice(self.w1, 0, 0..1)], 0);
let v3 = unsqueeze(v2, 1);
let v4 = self.w2.forward(v3);
mean(cross_entropy(x0, x1)) + mean(cross_entropy(v4, x2))
}
}
}
subject!(f32, ([[[f32; 2]; 8]; 5], [[i32; 8]; 5], [i64; 2]), |at| (crate::check::fill(34, at, 0, 0), crate::check::fill(34, at, 1, 2), crate::check::fill(34, at, 2, 7)), |s| (&s.0, &s.1, &s.2),   partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 34, &crate::check::Expected { loss: 2.7183826762123977e0, gradient: [0.2847781631990084, 0.12063236807189368, 0.22732832019860078, 0.07056363929053389], norm: 7.289708729417924e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.1e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_35 {
burtorch::graph! {
type Scalar = f64;
struct Part0 {
w0: Param<2, 1>,
#[frozen]
w1: Param<1>,
w2: Param<7, 1>,
}
impl Part0 {
fn forward(&self, x: Tensor<1>) -> Tensor<1> {
let mut v0 = full([1], 0.2);
let mut v0s = zeros([1]);
for t in 1..2 {
for s in 0..3 {
v0 = sin(v0 * self.w1 + self.w0[t]);
}
v0s += v0 * self.w0[t - 1];
}
let v1 = v0s + v0;
let v2 = matvec(self.w2, v1);
x * cos(mean(v2))
}
}
struct Part1 {
w0: Param<3>,
}
impl Part1 {
fn forward(&self, x: Tensor<5, 3>) -> Tensor<5, 3> {
let v0 = ln(1.5 + sqr(x));
let v1 = v0 - x;
tanh((sin(x) * self.w0) + 0.5 * tanh(v1 + 0.5 * x))
}
}
pub struct Model {
w0: Param<5, 1>,
w1: Param<1>,
w2: [Part0; 1],
w3: Param<5, 3>,
w4: Param<3, 3>,
w5: [Part1; 3],
}
impl Model {
#[plan(tables = late)]
pub fn loss(&self, x0: [[f64; 2]; 33], x1: f64, x2: i32, x3: [u8; 5]) -> f64 {
let mut v0 = full([1], 0.2);
let mut v0s = zeros([1]);
for t in 1..5 {
for s in 0..3 {
v0 = sin(v0 * self.w1 + self.w0[t]);
}
v0s += v0 * self.w0[t - 1];
}
let v1 = v0s + v0;
let mut v2 = v1;
for layer in &self.w2 {
v2 = layer.forward(v2) + 0.5 * v1;
}
let v3 = v2;
let v4 = select((v3 > 0.1) & !(v1 > v3), v3, 0.5 * v1);
let mut v5 = ones([3]);
let mut v5y = zeros([5, 3]);
let v5m = self.w3 > 0.1;
for (t, row) in self.w3.iter().enumerate() {
v5 = select(v5m[t], sin(matvec(self.w4, v5) + row), v5);
v5y[t] = matvec(self.w4, v5) + row;
}
let v6 = v5y + v5;
let mut v7 = v6;
for layer in self.w5.iter().rev() {
v7 = layer.forward(v7);
}
let v8 = v7;
let v9 = dropout(x1, 0.5, x2);
mean(logistic_loss(v4, 0.25)) + mean(cross_entropy(v8, x3)) + 0.5 * sum(hinge_loss(v9, 0.7))
}
}
}
subject!(f64, ([[f64; 2]; 33], f64, i32, [u8; 5]), |at| (crate::check::fill(35, at, 0, 0), crate::check::fill(35, at, 1, 0), crate::check::fill(35, at, 2, 200), crate::check::fill(35, at, 3, 3)), |s| (&s.0, s.1, s.2, &s.3),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 35, &crate::check::Expected { loss: 2.4774798613750386e0, gradient: [0.08199183700098456, -0.1295619277367627, 0.035316257718300034, 0.094770336625122], norm: 3.175171726888971e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_36 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<7>,
w1: Param<7, 1>,
}
impl Model {
#[wrt(x0, x1)]

pub fn loss(&self, x0: [f64; 5], x1: [f64; 7], x2: [u8; 7]) -> f64 {
let v0 = stack([x1, self.w0], 1);
let v1 = concat([x1, slice(self.w0, 0, 0..6)], 0);
let v2 = mul_add(self.w1, v1, self.w1);
sum(sin(x0)) + mean(cross_entropy(v0, x2)) + 0.1 * sum(v2)
}
}
}
subject!(f64, ([f64; 5], [f64; 7], [u8; 7]), |at| (crate::check::fill(36, at, 0, 0), crate::check::fill(36, at, 1, 0), crate::check::fill(36, at, 2, 2)), |s| (&s.0, &s.1, &s.2),  [g0: [f64; 5], g1: [f64; 7]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 36, &crate::check::Expected { loss: 2.329606188883081e0, gradient: [-2.2425488914055287, -1.2642062973694508, 2.17033215596045, -0.3115156362965389], norm: 3.239407074836278e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [0.918195972498295, 0.06365088491526176, 0.18518234147099358, 0.14878614463235412], tolerance: 1.0e-9 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_37 {
burtorch::graph! {
pub struct Model {
w0: LinearNoBias<3, 1>,
#[frozen]
w1: Linear<1, 7>,
w2: Neuron<7, identity>,
w3: Param<3, 3>,
w4: Conv1d<3, 1, 1>,
w5: Param<7, 3>,
}
impl Model {
pub fn out(&self, x0: [[f32; 3]; 16], x1: [i64; 1]) -> Tensor<1, 7> {
let v0 = hypot(x0, 1.0 + sqr(x0));
let v1 = self.w0.forward(v0);
let v2 = self.w1.forward(v1);
let v3 = self.w2.forward(v2);
let mut v4 = ones([3]);
let mut v4y = zeros([3, 3]);
let v4m = self.w3 > 0.1;
for (t, row) in self.w3.iter().enumerate() {
v4 = select(v4m[t], sin(matvec(self.w3, v4) + row), v4);
v4y[t] = matvec(self.w3, v4) + row;
}
let v5 = v4y + v4;
let v6 = self.w4.forward(v5);
let v7 = matvec(self.w5, v6);
v7
}
#[partial]
#[plan(tiles = [16])]
pub fn loss(&self, x0: [[f32; 3]; 16], x1: [i64; 1]) -> f32 {
let v0 = hypot(x0, 1.0 + sqr(x0));
let v1 = self.w0.forward(v0);
let v2 = self.w1.forward(v1);
let v3 = self.w2.forward(v2);
let mut v4 = ones([3]);
let mut v4y = zeros([3, 3]);
let v4m = self.w3 > 0.1;
for (t, row) in self.w3.iter().enumerate() {
v4 = select(v4m[t], sin(matvec(self.w3, v4) + row), v4);
v4y[t] = matvec(self.w3, v4) + row;
}
let v5 = v4y + v4;
let v6 = self.w4.forward(v5);
let v7 = matvec(self.w5, v6);
logsumexp(flatten(tanh(v3))) + mean(cross_entropy(v7, x1))
}
}
}
type Out = [[f32; 7]; 1];
subject!(f32, ([[f32; 3]; 16], [i64; 1]), |at| (crate::check::fill(37, at, 0, 0), crate::check::fill(37, at, 1, 7)), |s| (&s.0, &s.1), Out  partial);
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 37, &crate::check::Expected { loss: 5.383359566010084e0, gradient: [1.6759934079947099, -0.07674533503379748, 0.22959019572183387, 0.11599033766612553], norm: 2.0311333990897094e0, out: [-0.06640504444302353, -0.15742776213094026, 0.0416142893242794, -0.0051228981515610734], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.2e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_38 {
burtorch::graph! {
pub struct Model {
w0: Param<5, 3>,
w1: Param<3, 3>,
w2: Param<16>,
w3: Param,
}
impl Model {
#[plan(tiles = [16])]
pub fn loss(&self, x0: [[f32; 16]; 5], x1: [[f32; 8]; 8], x2: [i64; 5], x3: u8) -> f32 {
let mut v0 = full([16], 0.2);
let mut v0s = zeros([16]);
for t in (0..5).rev() {
v0 = tanh(cumsum(v0 * x0[t]));
v0s += v0;
}
let v1 = v0s + v0;
let mut v2 = ones([3]);
let mut v2y = zeros([5, 3]);
let v2m = self.w0 > 0.1;
for (t, row) in self.w0.iter().enumerate() {
v2 = select(v2m[t], sin(matvec(self.w1, v2) + row), v2);
v2y[t] = matvec(self.w1, v2) + row;
}
let v3 = v2y + v2;
let mut v4 = self.w2;
for t in (0..5).rev() {
v4 = tanh(v4 * 0.5 + x0[t]);
}
let v5 = v4;
let v6 = v5 - self.w3;
mean(logistic_loss(v1, 0.25)) + mean(cross_entropy(v3, x2)) + mean(cross_entropy(v6, x3))
}
}
}
subject!(f32, ([[f32; 16]; 5], [[f32; 8]; 8], [i64; 5], u8), |at| (crate::check::fill(38, at, 0, 0), crate::check::fill(38, at, 1, 0), crate::check::fill(38, at, 2, 3), crate::check::fill(38, at, 3, 16)), |s| (&s.0, &s.1, &s.2, s.3),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 38, &crate::check::Expected { loss: 5.199052796822947e0, gradient: [0.04519777841281618, -0.2710203092885194, 0.19734745041981064, 0.42137305779617884], norm: 1.3314070647449656e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-5 });
}
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_39 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<1>,
}
impl Model {
#[wrt(x0, x1)]
#[plan(tables = late)]
pub fn loss(&self, x0: [[f64; 16]; 2], x1: [[f64; 3]; 2]) -> f64 {
let v0 = min(x1, [0, 1]);
let v1 = windows(x0, 0, 1, 3);
0.5 * sum(hinge_loss(v0, 0.7)) + 0.1 * sum((sin(v1) * self.w0))
}
}
}
subject!(f64, ([[f64; 16]; 2], [[f64; 3]; 2]), |at| (crate::check::fill(39, at, 0, 0), crate::check::fill(39, at, 1, 0)), |s| (&s.0, &s.1),  [g0: [[f64; 16]; 2], g1: [[f64; 3]; 2]] );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 39, &crate::check::Expected { loss: 7.760759289753234e-1, gradient: [0.03650791666112025, -0.0968809483625396, -0.05375365735829958, 0.020916484218446798], norm: 1.4967316800520797e-1, out: [0.0, 0.0, 0.0, 0.0], inputs: [0.14241510717958222, -0.2189312475708925, 0.12960070185497388, -0.05872848810528951], tolerance: 1.0e-9 });
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

#[allow(unused, clippy::all, clippy::pedantic)]
mod model_1000001 {
burtorch::graph! {
type Scalar = f64;
pub struct Model {
w0: Param<2, 5>,
w1: Param<5, 5>,
}
impl Model {
pub fn loss(&self, x0: f64, x1: f64, x2: [u16; 5]) -> f64 {
let mut v0 = ones([5]);
let mut v0y = zeros([2, 5]);
let v0m = self.w0 > 0.1;
for (t, row) in self.w0.iter().enumerate() {
v0 = select(v0m[t], sin(matvec(self.w1, v0) + row), v0);
v0y[t] = matvec(self.w1, v0) + row;
}
let v1 = v0y + v0;
let v2 = reshape(v1, [5, 2]);
mse(x0, 0.3) + mean(sqr(x1)) + mean(cross_entropy(v2, x2))
}
}
}
subject!(f64, (f64, f64, [u16; 5]), |at| (crate::check::fill(1000001, at, 0, 0), crate::check::fill(1000001, at, 1, 0), crate::check::fill(1000001, at, 2, 2)), |s| (s.0, s.1, &s.2),   );
#[test]
fn agrees() {
crate::check::check(&mut Compiled::new(), 1000001, &crate::check::Expected { loss: 1.4382119895647203e0, gradient: [-0.7808992696297882, 0.6894072093583613, -0.2971114750273591, 0.4586251952112047], norm: 1.460972110490802e0, out: [0.0, 0.0, 0.0, 0.0], inputs: [-0.0, -0.0, -0.0, -0.0], tolerance: 1.0e-9 });
}
}

