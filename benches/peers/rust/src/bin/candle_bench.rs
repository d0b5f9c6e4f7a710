//! candle on the CPU: `candle_bench gpt --batch 64`, `candle_bench mlp --check`.
//!
//! The layer norm is `layer_norm_slow` and the softmax that of `ops`: candle's faster ones have no backward, and the gradient just ends there.

use std::process::ExitCode;

use burtorch_peers::{
    Batches, Failure, Graph, HEADS, LAYERS, LENGTH, LN_EPS, Net, Param, Peer, WIDTH, Work, main as run,
};
use candle_core::{D, DType, Device, Module as _, Result, Tensor, Var};
use candle_nn::{Linear, Optimizer as _, SGD, loss, ops};

const DEVICE: Device = Device::Cpu;

fn main() -> ExitCode {
    run(&Peer { name: "candle", mode: "eager", graph, model })
}

fn tiny(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let c = (a + b)?;
    let d = ((a * b)? + b.powf(3.0)?)?;
    let e = (c - d)?;
    e.sqr()? / 2.0
}

fn small(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let c = (a + b)?;
    let d = ((a * b)? + b.powf(3.0)?)?;
    let c = (&c + (&c + 1.0)?)?;
    let c = (&c + ((&c + 1.0)? - a)?)?;
    let d = (&d + ((&d * 2.0)? + (b + a)?.relu()?)?)?;
    let d = (&d + ((&d * 3.0)? + (b - a)?.relu()?)?)?;
    let e = (c - d)?;
    let f = e.sqr()?;
    (&f / 2.0)? + (f.recip()? * 10.0)?
}

struct Function {
    function: fn(&Tensor, &Tensor) -> Result<Tensor>,
    points: Vec<(Var, Var)>,
    last: Vec<Tensor>,
}

fn graph(graph: Graph, points: Vec<(f64, f64)>) -> std::result::Result<Box<dyn Work>, Failure> {
    let function = if graph == Graph::Tiny { tiny } else { small };
    let points = points.into_iter().map(|(a, b)| Ok((Var::new(a, &DEVICE)?, Var::new(b, &DEVICE)?)));
    Ok(Box::new(Function { function, points: points.collect::<Result<_>>()?, last: Vec::new() }))
}

impl Work for Function {
    fn step(&mut self, n: usize) -> std::result::Result<(), Failure> {
        let (a, b) = &self.points[n % self.points.len()];
        let value = (self.function)(a, b)?;
        let mut gradient = value.backward()?;
        let parts = [a, b].map(|x| gradient.remove(x).ok_or("the gradient has no such part"));
        let [da, db] = parts;
        self.last = vec![value, da?, db?];
        Ok(())
    }

    fn result(&self) -> std::result::Result<Vec<f64>, Failure> {
        Ok(self.last.iter().map(Tensor::to_scalar).collect::<Result<_>>()?)
    }
}

struct Training {
    net: Net,
    params: Vec<Var>,
    batches: Vec<(Tensor, Tensor)>,
    mask: Tensor,
    descent: SGD,
    last: Option<Tensor>,
}

fn model(net: Net, params: Vec<Param>, batches: Batches, rate: f64) -> std::result::Result<Box<dyn Work>, Failure> {
    let var = |param: Param| Var::from_vec(param.values, param.shape, &DEVICE);
    let params: Vec<Var> = params.into_iter().map(var).collect::<Result<_>>()?;
    let Batches { batch, lengths, x, y } = batches;
    let tokens = |(x, y): (Vec<u32>, Vec<u32>)| {
        Ok((Tensor::from_vec(x, (batch, lengths.0), &DEVICE)?, Tensor::from_vec(y, batch * lengths.1, &DEVICE)?))
    };
    let future = (0..LENGTH * LENGTH).map(|at| if at % LENGTH > at / LENGTH { f32::NEG_INFINITY } else { 0.0 });
    Ok(Box::new(Training {
        net,
        descent: SGD::new(params.clone(), rate)?,
        params,
        batches: x.into_iter().zip(y).map(tokens).collect::<Result<_>>()?,
        mask: Tensor::from_iter(future, &DEVICE)?.reshape((LENGTH, LENGTH))?,
        last: None,
    }))
}

impl Work for Training {
    fn step(&mut self, n: usize) -> std::result::Result<(), Failure> {
        let (x, y) = &self.batches[n % self.batches.len()];
        let loss = if self.net == Net::Mlp { mlp(&self.params, x, y) } else { gpt(&self.params, &self.mask, x, y) }?;
        self.descent.backward_step(&loss)?;
        self.last = Some(loss);
        Ok(())
    }

    fn result(&self) -> std::result::Result<Vec<f64>, Failure> {
        let loss = self.last.as_ref().ok_or("there was no step")?;
        Ok(vec![loss.to_dtype(DType::F64)?.to_scalar()?])
    }
}

fn linear(x: &Tensor, weight: &Var, bias: Option<&Var>) -> Result<Tensor> {
    Linear::new(weight.as_tensor().clone(), bias.map(|bias| bias.as_tensor().clone())).forward(x)
}

fn mlp(p: &[Var], x: &Tensor, y: &Tensor) -> Result<Tensor> {
    let inputs = p[0].embedding(&x.flatten_all()?)?.reshape((x.dim(0)?, ()))?;
    let hidden = linear(&inputs, &p[1], Some(&p[2]))?.tanh()?;
    loss::cross_entropy(&linear(&hidden, &p[3], Some(&p[4]))?, y)
}

fn gpt(p: &[Var], mask: &Tensor, x: &Tensor, y: &Tensor) -> Result<Tensor> {
    let batch = x.dim(0)?;
    let scale = 1.0 / ((WIDTH / HEADS) as f64).sqrt();
    let mut h = p[0].embedding(&x.flatten_all()?)?.reshape((batch, LENGTH, WIDTH))?.broadcast_add(&p[1])?;
    for block in p[2..2 + 11 * LAYERS].chunks_exact(11) {
        let [gain1, bias1, qkv, wo, bo, gain2, bias2, wf, bf, wg, bg] = block else {
            unreachable!("a block has eleven")
        };
        let normed = ops::layer_norm_slow(&h, gain1, bias1, LN_EPS as f32)?;
        let heads = linear(&normed, qkv, None)?.reshape((batch, LENGTH, 3, HEADS, WIDTH / HEADS))?;
        let head = |which: usize| heads.narrow(2, which, 1)?.squeeze(2)?.transpose(1, 2)?.contiguous();
        let (q, k, v) = (head(0)?, head(1)?, head(2)?);
        let scores = (q.matmul(&k.t()?)? * scale)?.broadcast_add(mask)?;
        let mixed = ops::softmax(&scores, D::Minus1)?.matmul(&v)?;
        let mixed = mixed.transpose(1, 2)?.reshape((batch, LENGTH, WIDTH))?;
        h = (h + linear(&mixed, wo, Some(bo))?)?;
        let normed = ops::layer_norm_slow(&h, gain2, bias2, LN_EPS as f32)?;
        let inner = linear(&normed, wf, Some(bf))?.relu()?;
        h = (h + linear(&inner, wg, Some(bg))?)?;
    }
    let [.., weight, bias] = p else { unreachable!("there are parameters") };
    loss::cross_entropy(&linear(&h, weight, Some(bias))?.flatten(0, 1)?, y)
}
