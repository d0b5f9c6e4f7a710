//! Loops over time in random models: those that stay loops, and a few that are written out.

use super::program::{Made, ProgramWriter};

impl ProgramWriter {
    /// A few rows, one for each step: a tensor that is there, or parameters.
    fn sequence(&mut self) -> Option<(String, [usize; 2])> {
        if let Some((value, shape)) = self.matrix()
            && (2..=7).contains(&shape[0])
        {
            return Some((value, shape));
        }
        let shape = [self.pick(&[2, 3, 5]), self.pick(&[1, 2, 3, 5, 7])];
        Some((self.param(&shape)?, shape))
    }

    /// A recurrence along the first axis: a layer, or by hand; of which the last state is used, those of all steps, or a sum.
    pub(super) fn over_time(&mut self) -> Made {
        let (value, [steps, width]) = self.sequence()?;
        let hidden = self.pick(&[1, 2, 3, 5]);
        let name = self.name();
        self.count("loops over time");
        match self.draw.below(6) {
            0 => {
                let layer = self.field(&format!("Gru<{width}, {hidden}>"), 3 * hidden * (width + hidden + 2))?;
                self.statement(format!(
                    "let mut {name} = zeros([{hidden}]);\nfor t in 0..{steps} {{\n{name} = {layer}.forward({value}[t], {name});\n}}\n"
                ));
                Some((name, vec![hidden]))
            }
            1 => {
                let layer = self.field(&format!("Lstm<{width}, {hidden}>"), 4 * hidden * (width + hidden + 2))?;
                self.statement(format!(
                    "let mut {name} = (zeros([{hidden}]), zeros([{hidden}]));\nfor row in {value} {{\n{name} = {layer}.forward(row, {name});\n}}\n"
                ));
                Some((format!("{name}.0"), vec![hidden]))
            }
            2 => {
                let layer = self.field(&format!("Gru<{width}, {hidden}>"), 3 * hidden * (width + hidden + 2))?;
                self.statement(format!(
                    "let mut {name} = zeros([{hidden}]);\nlet mut {name}y = ones([{rows}, {hidden}]);\nfor t in 0..{steps} {{\n{name} = {layer}.forward({value}[t], {name});\n{name}y[t + 1] = sin({name});\n}}\n",
                    rows = steps + 1
                ));
                Some((format!("{name}y"), vec![steps + 1, hidden]))
            }
            3 => {
                let (weight, own) = (self.param(&[hidden, width])?, self.param(&[hidden, hidden])?);
                self.statement(format!(
                    "let mut {name} = ones([{hidden}]);\nlet mut {name}s = zeros([{hidden}]);\nfor (t, row) in {value}.iter().enumerate().rev() {{\n{name} = tanh(matvec({own}, {name}) + matvec({weight}, row));\n{name}s += matvec({own}, {name}) * sum({value}[t]);\n}}\n"
                ));
                Some((format!("{name}s"), vec![hidden]))
            }
            4 => {
                let own = self.param(&[width, width])?;
                self.statement(format!(
                    "let mut {name} = ones([{width}]);\nlet mut {name}y = zeros([{steps}, {width}]);\nlet {name}m = {value} > 0.1;\nfor (t, row) in {value}.iter().enumerate() {{\n{name} = select({name}m[t], sin(matvec({own}, {name}) + row), {name});\n{name}y[t] = matvec({own}, {name}) + row;\n}}\n"
                ));
                Some((format!("{name}y + {name}"), vec![steps, width]))
            }
            _ => {
                let param = self.param(&[width])?;
                self.statement(format!(
                    "let mut {name} = {param};\nfor t in (0..{steps}).rev() {{\n{name} = tanh({name} * 0.5 + {value}[t]);\n}}\n"
                ));
                Some((name, vec![width]))
            }
        }
    }

    /// A recurrence whose steps do more: two sequences side by side, lookups of tokens, dropout, masks, sums so far, loops inside.
    pub(super) fn richer_over_time(&mut self) -> Made {
        let (value, [steps, width]) = self.sequence()?;
        let name = self.name();
        let (before, body) = match self.draw.below(7) {
            0 => {
                self.count("loops over time side by side");
                let other = self.param(&[steps, width])?;
                (
                    format!("for (a, b) in {value}.iter().zip({other}) {{"),
                    format!("{name} = tanh({name} * b + a);\n{name}s += {name} * a;"),
                )
            }
            1 => {
                self.count("loops over tokens");
                let rows = self.size(width);
                let (table, tokens) = (self.param(&[rows, width])?, self.indices(&[steps], rows)?);
                (
                    format!("for t in 0..{steps} {{"),
                    format!("{name} = tanh({name} * {value}[t] + {table}[{tokens}[t]]);\n{name}s += sqr({name});"),
                )
            }
            2 => {
                self.count("dropout in loops");
                let seed = self.indices(&[], 200)?;
                (
                    format!("for row in {value} {{"),
                    format!(
                        "{name} = dropout(sin({name} + row), 0.3, {seed});\n{name}s += dropout({name} * row, 0.5, {seed});"
                    ),
                )
            }
            3 => {
                self.count("masks in loops over time");
                (
                    format!("for (t, row) in {value}.iter().enumerate() {{"),
                    format!(
                        "let m = (row > 0.3 * {name}) & !(row > 0.6) | ({value}[t] < -0.5);\n{name} = select(m, sin({name} + row), 0.9 * {name});\n{name}s += select(!m, {name}, row);"
                    ),
                )
            }
            4 => {
                self.count("sums so far in loops");
                (
                    format!("for t in (0..{steps}).rev() {{"),
                    format!("{name} = tanh(cumsum({name} * {value}[t]));\n{name}s += {name};"),
                )
            }
            5 if self.depth == 0 => {
                self.count("loops inside of loops over time");
                let (layer, count) = (self.layer(&[width]), 1 + self.draw.below(3));
                let layers = self.field(&format!("[{layer}; {count}]"), 50 * count)?;
                (
                    format!("for row in {value} {{"),
                    format!(
                        "{name} = 0.5 * {name} + row;\nfor layer in &{layers} {{\n{name} = layer.forward({name});\n}}\n{name}s += {name};"
                    ),
                )
            }
            _ => {
                self.count("loops inside of loops over time");
                let own = self.param(&[width])?;
                (
                    format!("for t in 1..{steps} {{"),
                    format!(
                        "for s in 0..3 {{\n{name} = sin({name} * {own} + {value}[t]);\n}}\n{name}s += {name} * {value}[t - 1];"
                    ),
                )
            }
        };
        self.count("loops over time");
        self.statement(format!(
            "let mut {name} = full([{width}], 0.2);\nlet mut {name}s = zeros([{width}]);\n{before}\n{body}\n}}\n"
        ));
        Some((format!("{name}s + {name}"), vec![width]))
    }
}
