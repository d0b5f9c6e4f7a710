//! A column of class names → numbers of classes, and their names.

use super::{Column, Csv};
use crate::data::Error;

/// A column of class names, as a model takes it: a number for each row, and the name of each number.
///
/// Names are numbered in alphabetical order, so that files with the same classes number them alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    /// The class of each row.
    pub classes: Vec<u8>,
    /// The names of the classes: `names[classes[row]]` is what stands in the row.
    pub names: Vec<String>,
}

impl Csv {
    /// A column of class names.
    ///
    /// ```
    /// use burtorch_train::data::{Csv, Source};
    ///
    /// let flowers = Csv::new(Source::new("flowers.csv", "
    /// length,width,species
    /// 7.0,3.2,versicolor
    /// 5.1,3.5,setosa
    /// 6.4,3.2,versicolor
    /// "))?;
    /// let species = flowers.labels("species")?;
    /// assert_eq!((species.classes.as_slice(), species.names[0].as_str()), ([1, 0, 1].as_slice(), "setosa"));
    ///
    /// // As `loss(x: Tensor<2>, species: u8)` takes them.
    /// let sizes = flowers.rows::<f32, 2>(["length", "width"])?;
    /// let samples: Vec<([f32; 2], u8)> = sizes.into_iter().zip(species.classes).collect();
    /// assert_eq!(samples[1], ([5.1, 3.5], 0));
    /// # Ok::<(), burtorch_train::data::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such column, if there are no rows, if a line has more or fewer cells than the first, if a cell is empty, or
    /// if there are more than 256 names.
    pub fn labels(&self, column: impl Column) -> Result<Labels, Error> {
        let column = column.index(self)?;
        let cells = self.each(|row| row.text(column))?;
        let mut names = cells.clone();
        names.sort_unstable();
        names.dedup();
        if names.len() > 256 {
            let message = format!(
                "there are {} different texts in {}, more than the 256 classes of a `u8`; is it a column of classes?",
                names.len(),
                self.label(column)
            );
            return Err(Error::of(self.name(), message));
        }
        let class = |text: &String| names.binary_search(text).ok().and_then(|at| u8::try_from(at).ok());
        let classes = cells.iter().filter_map(class).collect();
        Ok(Labels { classes, names })
    }
}

#[cfg(test)]
mod tests {
    use crate::data::{Csv, Source};

    fn table(text: &str) -> Csv {
        Csv::new(Source::new("t.csv", text)).expect("a table")
    }

    #[test]
    fn an_empty_cell_is_no_class() {
        let error = table("x,kind\n1,a\n2,\n").labels("kind").unwrap_err();
        assert_eq!(error.to_string(), "t.csv:3:3: the cell in column `kind` is empty; fill it or remove the line");
    }

    #[test]
    fn a_column_of_many_texts_is_not_one_of_classes() {
        let rows = (0..257).map(|row| format!("1,name {row}\n")).collect::<Vec<_>>().concat();
        let error = table(&format!("x,kind\n{rows}")).labels(1).unwrap_err();
        let message = "t.csv: there are 257 different texts in column `kind`, more than the 256 classes of a `u8`; is it a column of classes?";
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn there_may_be_as_many_classes_as_a_byte_numbers() {
        let rows = (0..256).rev().map(|row| format!("1,name {row:03}\n")).collect::<Vec<_>>().concat();
        let labels = table(&format!("x,kind\n{rows}")).labels("kind").expect("labels");
        assert_eq!((labels.names.len(), labels.names[255].as_str()), (256, "name 255"));
        assert!(labels.classes.iter().copied().eq((0..=255).rev()), "{:?}", labels.classes);
    }

    #[test]
    fn numbers_may_be_names_of_classes() {
        let labels = table("x,kind\n1,10\n2,9\n3,10\n").labels("kind").expect("labels");
        assert_eq!(labels.names, ["10", "9"]);
        assert_eq!(labels.classes, [0, 1, 0]);
    }
}
