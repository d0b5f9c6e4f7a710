//! Pictures of what the compiler knows and of what a program computes.

use burtorch::viz::{Dot, DotNode, Graph, HeatMap, Histogram, Images, Plot, Series, terminal};
use burtorch::{Rng, differentiable};

#[differentiable]
fn rosenbrock(x: f64, y: f64) -> f64 {
    let valley = y - x * x;
    (1.0 - x).powi(2) + 100.0 * valley.powi(2)
}

#[differentiable]
fn huber_of_chain(x: &[f64; 1000], scale: f64) -> f64 {
    let mut sum = 0.0;
    for i in 1..1000 {
        let step = (x[i] - x[i - 1]) * scale;
        sum += if step.abs() < 1.0 { 0.5 * step * step } else { step.abs() - 0.5 };
    }
    sum
}

burtorch::graph! {
    /// Two layers.
    pub struct Net {
        hidden: Linear<2, 8>,
        out: Linear<8, 1>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<2>, target: Tensor<1>) -> f32 {
            mse(self.out.forward(tanh(self.hidden.forward(x))), target)
        }
    }
}

/// The titles of all groups of a class, in the SVG.
fn titles(svg: &str, class: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let groups = document.descendants().filter(|node| node.attribute("class") == Some(class));
    groups.map(|group| group.first_element_child().unwrap().text().unwrap_or_default().to_owned()).collect()
}

#[test]
fn the_graph_of_a_function_is_drawn_without_graphviz() {
    let svg = Graph::parse(rosenbrock::DOT).unwrap().to_svg();
    // One line of the text for each edge, and one for each node but for the title, the defaults and the brace.
    let edges = rosenbrock::DOT.lines().filter(|line| line.contains("->")).count();
    assert_eq!(titles(&svg, "edge").len(), edges);
    assert_eq!(titles(&svg, "node").len(), rosenbrock::DOT.lines().count() - edges - 3);
    for label in [">x</text>", ">y</text>", ">valley = sub</text>", ">result</text>"] {
        assert!(svg.contains(label), "{label} is not in {svg}");
    }
}

#[test]
fn loops_and_branches_are_boxes() {
    let dot = huber_of_chain::DOT;
    let svg = Graph::parse(dot).unwrap().to_svg();
    assert!(dot.contains("subgraph"), "{dot}");
    assert_eq!(titles(&svg, "cluster").len(), dot.matches("subgraph").count());
    assert!(svg.contains(">each iteration</text>"), "{svg}");
}

#[test]
fn the_graph_of_a_model_is_drawn() {
    let svg = Graph::parse(Net::LOSS_DOT).unwrap().to_svg();
    assert_eq!(titles(&svg, "edge").len(), Net::LOSS_DOT.matches("->").count());
    assert!(svg.contains(">tanh</text>"), "{svg}");
}

#[test]
fn values_and_adjoints_stand_in_the_nodes() {
    let (value, (dx, dy)) = rosenbrock::value_and_grad(-1.5, 2.0);
    let mut dot = Dot::new("rosenbrock");
    dot.node(0, DotNode::leaf("x").value(-1.5).adjoint(dx));
    dot.node(1, DotNode::leaf("y").value(2.0).adjoint(dy));
    dot.node(2, DotNode::new("rosenbrock").value(value).adjoint(1.0));
    dot.edge(0, 2);
    dot.edge(1, 2);
    let svg = Graph::parse(&dot.to_string()).unwrap().to_svg();
    for line in ["value -1.5", "adjoint -155", "adjoint -50", "value 12.5", "adjoint 1"] {
        assert!(svg.contains(&format!(">{line}</text>")), "{line} is not in {svg}");
    }
}

#[test]
fn descent_is_drawn_in_all_ways() -> Result<(), Box<dyn std::error::Error>> {
    let mut rng = Rng::seed(1);
    let (mut x, mut y) = (-1.2, 1.0);
    let (mut losses, mut way) = (vec![], vec![]);
    for step in 0..500_u32 {
        let (value, (dx, dy)) = rosenbrock::value_and_grad(x, y);
        losses.push((step, value));
        way.push((x, y));
        (x, y) = (x - 1e-3 * dx, y - 1e-3 * dy);
    }
    let curve = Plot::new("descent").x("step").y("value").line("rosenbrock", &losses).log_y();
    let landscape = Plot::new("landscape")
        .field(-2.0..=2.0, -1.0..=3.0, |x, y| (1.0 + rosenbrock(x, y)).log10())
        .level(1.0)
        .line("descent", &way)
        .scatter("minimum", [(1.0, 1.0)]);
    let slopes = Plot::new("slope").function("along x", -2.0..=2.0, |x| rosenbrock::grad(x, 1.0).0);
    let matrix = HeatMap::new("values", 5, (0..25_u8).map(|at| rosenbrock(f64::from(at % 5), f64::from(at / 5))))
        .numbers(3)
        .counters(|row, column| format!("{row}, {column}"));
    let normal: Vec<f64> = (0..1000).map(|_| rng.normal()).collect();
    let weights = Histogram::new("weights").series("normal", &normal).series("shifted", normal.iter().map(|x| x + 3.0));
    let digits =
        Images::new("pictures").image("noise", 8, &normal[..64]).image("half", 8, (0..64_u8).map(|at| at / 32));

    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let read = |name: &str| std::fs::read_to_string(directory.join(name));
    macro_rules! in_all_ways {
        ($($picture:ident)*) => { $(
            for ending in ["svg", "py", "txt"] {
                let name = format!("{}.{ending}", stringify!($picture));
                $picture.save(directory.join(&name))?;
                let text = read(&name)?;
                match ending {
                    "svg" => drop(roxmltree::Document::parse(&text)?),
                    "py" => assert!(text.contains("import matplotlib.pyplot as plt"), "{text}"),
                    _ => assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}"),
                }
            }
        )* };
    }
    in_all_ways! { curve landscape slopes matrix weights digits }
    Graph::parse(huber_of_chain::DOT)?.save(directory.join("huber.svg"))?;
    Graph::parse(Net::LOSS_DOT)?.save(directory.join("net.svg"))?;
    Graph::parse(rosenbrock::DOT)?.save(directory.join("rosenbrock.dot"))?;
    assert_eq!(read("rosenbrock.dot")?, rosenbrock::DOT);

    let text = terminal::curve(&[Series::new("rosenbrock", &losses)], 60, 12);
    assert_eq!(text.lines().count(), 12);
    Ok(())
}
