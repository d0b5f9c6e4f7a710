use std::fmt::Write;

use super::layout::{Layout, layout};
use super::*;
use crate::viz::{Dot, DotNode};
use burtorch_runtime::Rng;

const LOOP: &str = r#"digraph "energy" {
  node [shape=box, style=rounded, fontname="monospace"];
  n0 [label="x", shape=ellipse];
  n1 [label="stiffness", shape=ellipse];
  n2 [label="sum = 0.0"];
  n5 [label="N"];
  n15 [label="for"];
  n5 -> n15;
  n2 -> n15;
  subgraph cluster_15_0 {
    label="each iteration";
    n6 [label="i"];
    n7 [label="sum"];
    n9 [label="get [i]"];
    n0 -> n9;
    n6 -> n9;
    n10 [label="sub"];
    n9 -> n10;
    n7 -> n10;
    subgraph cluster_10_0 { label="case true"; n11 [label="sin"]; n10 -> n11; n1 -> n11; }
    n12 [label="mul"];
    n11 -> n12;
    n11 -> n12;
    n1 -> n12;
  }
  n12 -> n15 [style=dashed];
  n9 -> n15 [style=dashed];
  result0 [label="result", shape=plaintext];
  n15 -> result0;
}
"#;
const CYCLES: &str = "digraph { a -> b -> c -> a; b -> b [label=again]; c -> d [label=\"to d\"]; d -> a;
    subgraph cluster_0 { label=outer; p -> q; subgraph cluster_1 { q -> r -> q; } } r -> a; c -> q; d -> r; lonely }";

/// Random graphs in layers, in clusters or not, with and without cycles.
fn random(rng: &mut Rng, nodes: usize, window: usize, clusters: bool, cycles: bool) -> String {
    let mut text = String::from("digraph random {\n");
    for node in 0..nodes {
        if clusters && node % 9 == 4 {
            let _ = writeln!(text, "subgraph cluster_{node} {{ label=\"part {node}\";");
        }
        let _ = writeln!(text, "n{node} [label=\"{}\"];", "x".repeat(1 + rng.below(12)));
        for _ in 0..rng.below(3).min(node) {
            let other = node - 1 - rng.below(window.min(node));
            let (from, to) = if cycles && rng.below(6) == 0 { (node, other) } else { (other, node) };
            let _ = writeln!(text, "n{from} -> n{to};");
        }
        if clusters && node % 9 == 8 {
            text.push_str("}\n");
        }
    }
    text.push_str(&"}".repeat(1 + usize::from(clusters && nodes > 0 && (nodes - 1) % 9 >= 4 && (nodes - 1) % 9 < 8)));
    text
}

fn samples() -> Vec<String> {
    let mut rng = Rng::seed(7);
    let mut texts = vec![LOOP.to_owned(), CYCLES.to_owned(), "graph { a -- b -- c; a -- c }".to_owned()];
    for at in 0..40 {
        let nodes = 1 + rng.below(60);
        texts.push(random(&mut rng, nodes, 12, at % 2 == 0, at % 4 < 2));
    }
    texts
}

fn laid_out(graph: &Graph) -> Layout {
    let sizes: Vec<_> = graph.nodes.iter().map(|node| (20.0 + 8.0 * node.lines[0].len() as f64, 26.0)).collect();
    let edge_labels: Vec<_> = graph.edges.iter().map(|edge| (8.0 * edge.label.len() as f64, 16.0)).collect();
    let labels: Vec<_> = graph.clusters.iter().map(|cluster| 7.0 * cluster.label.len() as f64).collect();
    layout(graph, &sizes, &edge_labels, &labels)
}

#[test]
fn every_node_and_edge_is_in_the_picture() {
    for text in samples() {
        let graph = Graph::parse(&text).unwrap();
        let svg = graph.to_svg();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let titles = |class: &str| -> Vec<String> {
            let groups = document.descendants().filter(|node| node.attribute("class") == Some(class));
            groups.map(|group| group.first_element_child().unwrap().text().unwrap().to_owned()).collect()
        };
        let names: Vec<_> = graph.nodes.iter().map(|node| node.name.clone()).collect();
        assert_eq!(titles("node"), names);
        let arrow = if text.starts_with("graph") { "—" } else { "→" };
        let edges: Vec<_> =
            graph.edges.iter().map(|edge| format!("{} {arrow} {}", names[edge.from], names[edge.to])).collect();
        assert_eq!(titles("edge"), edges);
        let empty = document.descendants().filter(|node| node.attribute("d").is_some_and(str::is_empty)).count();
        assert_eq!(empty, 0, "an edge without a curve: {text}");
        for node in &graph.nodes {
            assert!(
                document.descendants().any(|text| text.has_tag_name("text") && text.text() == Some(&node.lines[0]))
            );
        }
    }
}

#[test]
fn nodes_do_not_overlap() {
    let mut rng = Rng::seed(8);
    let mut texts = samples();
    texts.push(random(&mut rng, 1200, 1200, false, false));
    for text in texts {
        let graph = Graph::parse(&text).unwrap();
        let nodes = laid_out(&graph).nodes;
        for (at, a) in nodes.iter().enumerate() {
            for b in &nodes[..at] {
                let apart_x = (a.x - b.x).abs() - f64::midpoint(a.width, b.width);
                let apart_y = (a.y - b.y).abs() - f64::midpoint(a.height, b.height);
                assert!(apart_x.max(apart_y) > 5.0, "{a:?} {b:?}\n{text}");
            }
        }
    }
}

#[test]
fn a_box_contains_its_nodes_and_no_others() {
    for text in samples() {
        let graph = Graph::parse(&text).unwrap();
        let layout = laid_out(&graph);
        let is_in = |mut inner: usize, cluster: usize| loop {
            match inner {
                _ if inner == cluster => return true,
                0 => return false,
                _ => inner = graph.clusters[inner].parent,
            }
        };
        for (node, rect) in graph.nodes.iter().zip(&layout.nodes) {
            for (at, outer) in layout.clusters.iter().enumerate() {
                let reach_x = (rect.x - outer.x).abs() - outer.width / 2.0;
                let reach_y = (rect.y - outer.y).abs() - outer.height / 2.0;
                if is_in(node.cluster, at) {
                    assert!(reach_x <= -rect.width / 2.0 && reach_y <= -rect.height / 2.0, "{node:?}\n{text}");
                } else {
                    assert!(reach_x >= rect.width / 2.0 || reach_y >= rect.height / 2.0, "{node:?}\n{text}");
                }
            }
        }
    }
}

#[test]
fn edges_go_around_nodes() {
    for text in samples() {
        let graph = Graph::parse(&text).unwrap();
        let layout = laid_out(&graph);
        let hits = |x: f64, y: f64| {
            layout.nodes.iter().position(|node| {
                (node.x - x).abs() < node.width / 2.0 - 0.1 && (node.y - y).abs() < node.height / 2.0 - 0.1
            })
        };
        for piece in layout.edges.iter().flatten().filter(|piece| !piece.is_loop) {
            for &(x, from, to) in &piece.stops {
                for part in 0..=20 {
                    assert_eq!(hits(x, from + (to - from) * f64::from(part) / 20.0), None, "{text}");
                }
            }
            // Between stops the curve is a cubic with vertical ends.
            for pair in piece.stops.windows(2) {
                let ((x0, _, y0), (x1, y1, _)) = (pair[0], pair[1]);
                assert!(y1 >= y0 - 1e-6, "{text}");
                for part in 0..=20 {
                    let t = f64::from(part) / 20.0;
                    let across = t * t * (3.0 - 2.0 * t);
                    let middle = f64::midpoint(y0, y1);
                    let down = (1.0 - t).powi(3) * y0 + 3.0 * t * (1.0 - t) * middle + t.powi(3) * y1;
                    assert_eq!(hits(x0 + (x1 - x0) * across, down), None, "{text}");
                }
            }
        }
    }
}

#[test]
fn every_edge_ends_at_its_node() {
    for text in samples() {
        let graph = Graph::parse(&text).unwrap();
        let layout = laid_out(&graph);
        for (edge, pieces) in graph.edges.iter().zip(&layout.edges) {
            let to = &layout.nodes[edge.to];
            let touches = pieces.iter().filter(|piece| piece.is_loop || piece.arrow.is_some()).any(|piece| {
                let ends = [piece.stops[0], piece.stops[piece.stops.len() - 1]];
                ends.iter().any(|&(x, from, to_y)| {
                    (x - to.x).abs() <= to.width / 2.0 + 1e-6
                        && [from, to_y].iter().any(|y| (y - to.y).abs() <= to.height / 2.0 + 1e-6)
                })
            });
            assert!(touches, "{edge:?}\n{text}");
        }
    }
}

#[test]
fn the_layout_is_the_same_every_time() {
    for text in samples() {
        let graph = Graph::parse(&text).unwrap();
        assert_eq!(laid_out(&graph), laid_out(&Graph::parse(&text).unwrap()));
        assert_eq!(graph.to_svg(), graph.to_svg());
    }
}

#[test]
fn edges_without_a_cycle_go_down() {
    let mut rng = Rng::seed(9);
    for _ in 0..20 {
        let graph = Graph::parse(&random(&mut rng, 80, 20, false, false)).unwrap();
        let layout = laid_out(&graph);
        assert!(graph.edges.iter().all(|edge| layout.nodes[edge.from].y < layout.nodes[edge.to].y));
    }
}

#[test]
fn labels_are_escaped_and_have_several_lines() {
    let mut dot = Dot::new("a < b");
    dot.node(0, DotNode::leaf("\"x\" & <y>").value(2.5_f32).adjoint(-1.0));
    let graph = Graph::parse(&dot.to_string()).unwrap();
    assert_eq!(graph.nodes[0].lines, ["\"x\" & <y>", "value 2.5", "adjoint -1"]);
    let svg = graph.to_svg();
    assert!(svg.contains(">&quot;x&quot; &amp; &lt;y&gt;</text>"), "{svg}");
    assert!(svg.contains("<title>a &lt; b</title>"), "{svg}");
}

#[test]
fn long_labels_are_broken_at_spaces() {
    let graph = Graph::parse(&format!("digraph {{ a [label=\"{}\"] }}", "word ".repeat(30).trim())).unwrap();
    let lines = &graph.nodes[0].lines;
    assert!(lines.len() > 2 && lines.iter().all(|line| line.chars().count() <= 44), "{lines:?}");
    assert_eq!(lines.join(" "), "word ".repeat(30).trim());
}

#[test]
fn mistakes_have_a_place_and_a_way_out() {
    let cases = [
        ("", "line 1, column 1: expected `digraph` or `graph`, found the end of the text"),
        ("digraph {\n  a -> ;\n}", "line 2, column 8: expected the name of a node, found `;`"),
        ("digraph {\n  a [label=\"x];\n}", "line 2, column 12: this text has no end: add a quote"),
        ("digraph { a -- b }", "line 1, column 13: edges of a `digraph` are written `->`"),
        ("graph { a -> b }", "line 1, column 11: edges of a `graph` are written `--`"),
        (
            "digraph { a [label=<b>] }",
            "line 1, column 20: labels like HTML are not drawn: put the label between quotes",
        ),
        ("digraph { a", "line 1, column 12: expected the name of a node, found the end of the text"),
        ("digraph { é ? }", "line 1, column 13: `?` does not belong here: put names with it between quotes"),
        ("digraph { } digraph", "line 1, column 13: the graph ended before `digraph`: draw one graph at a time"),
        ("digraph { /* }", "line 1, column 11: this comment has no end: add `*/`"),
        ("digraph { a [label] b [=] }", "line 1, column 24: expected an attribute or `]`, found `=`"),
    ];
    for (text, message) in cases {
        assert_eq!(Graph::parse(text).unwrap_err().to_string(), message);
    }
    let deep = format!("digraph {}", "{".repeat(100_000));
    assert!(Graph::parse(&deep).unwrap_err().to_string().contains("subgraphs inside of each other"));
}

#[test]
fn the_language_is_read_as_graphviz_does() {
    let text =
        "strict digraph \"t\" { /* a */ node [shape=box] // b\n# c\n a:n -> {b; c} [style=dashed]; b [shape=plain]
        label = \"the title\"; subgraph { node [shape=ellipse]; d } edge [style=dotted]; d -> a -> -1.5 }";
    let graph = Graph::parse(text).unwrap();
    let shapes: Vec<_> = graph.nodes.iter().map(|node| (node.name.as_str(), node.shape)).collect();
    let expected =
        [("a", Shape::Box), ("b", Shape::Plain), ("c", Shape::Box), ("d", Shape::Ellipse), ("-1.5", Shape::Box)];
    assert_eq!(shapes, expected);
    let edges: Vec<_> = graph.edges.iter().map(|edge| (edge.from, edge.to, edge.dash)).collect();
    assert_eq!(edges, [(0, 1, Dash::Dashed), (0, 2, Dash::Dashed), (3, 0, Dash::Dotted), (0, 4, Dash::Dotted)]);
    assert_eq!(graph.title, "the title");
}

#[test]
fn a_node_stays_where_its_own_statement_stands() {
    let graph = Graph::parse("digraph { a -> b; subgraph cluster_0 { b; a -> c } a }").unwrap();
    let clusters: Vec<_> = graph.nodes.iter().map(|node| node.cluster).collect();
    assert_eq!(clusters, [0, 1, 1]);
}

#[test]
fn broken_text_gives_an_error_or_a_picture() {
    let mut rng = Rng::seed(10);
    let parts = ["{", "}", "[", "]", "->", "--", "\"", ";", "=", "label", "subgraph cluster_9 {", "a", "<", "\\", "é"];
    for _ in 0..300 {
        let mut letters: Vec<char> = if rng.below(2) == 0 { LOOP } else { CYCLES }.chars().collect();
        for _ in 0..=rng.below(3) {
            let at = rng.below(letters.len());
            let until = (at + rng.below(4)).min(letters.len());
            letters.splice(at..until, parts[rng.below(parts.len())].chars());
        }
        let text: String = letters.into_iter().collect();
        if let Ok(graph) = Graph::parse(&text) {
            let svg = graph.to_svg();
            assert!(roxmltree::Document::parse(&svg).is_ok(), "{text}\n{svg}");
        }
    }
}

#[test]
fn a_graph_without_nodes_says_so() {
    assert!(Graph::parse("digraph {}").unwrap().to_svg().contains("no nodes"));
}
