//! JSON, as far as our files need it: text → its parts, one after the other, and strings and numbers → text.
//!
//! A [`Reader`] accepts what RFC 8259 does and nothing else. Who reads knows what is to come and asks for it, so there are no
//! values of unknown types, no depth without bounds, and nothing is allocated but strings.

use crate::text::append;

/// Reads a text from its beginning. Errors say what was expected, and where.
pub(crate) struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// An object: calls `member` with each name, to read what it has.
    pub fn object(&mut self, member: &mut dyn FnMut(&mut Self, String) -> Result<(), String>) -> Result<(), String> {
        self.expect(b'{', "`{`")?;
        if self.take(b'}') {
            return Ok(());
        }
        loop {
            let name = self.string()?;
            self.expect(b':', "`:`")?;
            member(self, name)?;
            if !self.take(b',') {
                return self.expect(b'}', "`,` or `}`");
            }
        }
    }

    /// An array: calls `element` to read each.
    pub fn array(&mut self, element: &mut dyn FnMut(&mut Self) -> Result<(), String>) -> Result<(), String> {
        self.expect(b'[', "`[`")?;
        if self.take(b']') {
            return Ok(());
        }
        loop {
            element(self)?;
            if !self.take(b',') {
                return self.expect(b']', "`,` or `]`");
            }
        }
    }

    pub fn string(&mut self) -> Result<String, String> {
        self.expect(b'"', "a string")?;
        let mut string = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(length) = rest.bytes().position(|byte| byte == b'"' || byte == b'\\' || byte < b' ') else {
                self.at = self.text.len();
                return Err(self.expected("the end of a string"));
            };
            string.push_str(&rest[..length]);
            self.at += length;
            match self.next() {
                Some(b'"') => return Ok(string),
                Some(b'\\') => string.push(self.escaped()?),
                _ => return Err(self.expected("no control character")),
            }
        }
    }

    /// What comes after a backslash.
    fn escaped(&mut self) -> Result<char, String> {
        let wrong = "a known escape";
        Ok(match self.next() {
            Some(letter @ (b'"' | b'\\' | b'/')) => char::from(letter),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let mut units = [self.unit()?, 0];
                // The first half of a character beyond U+FFFF; the other half follows.
                if matches!(units[0], 0xd800..0xdc00) {
                    if self.next() != Some(b'\\') || self.next() != Some(b'u') {
                        return Err(self.expected(wrong));
                    }
                    units[1] = self.unit()?;
                }
                match char::decode_utf16(units).next() {
                    Some(Ok(letter)) => letter,
                    _ => return Err(self.expected(wrong)),
                }
            }
            _ => return Err(self.expected(wrong)),
        })
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> Result<u16, String> {
        let digits = self.text.get(self.at..self.at + 4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
        let unit = unit.ok_or_else(|| self.expected("four hexadecimal digits"))?;
        self.at += 4;
        Ok(unit)
    }

    /// The text of a number: `-1.5e3`.
    pub fn number(&mut self) -> Result<&'t str, String> {
        self.skip_spaces();
        let start = self.at;
        self.next_if(|byte| byte == b'-');
        if !self.next_if(|byte| byte == b'0') {
            self.digits()?;
        }
        if self.next_if(|byte| byte == b'.') {
            self.digits()?;
        }
        if self.next_if(|byte| byte | 32 == b'e') {
            self.next_if(|byte| byte == b'+' || byte == b'-');
            self.digits()?;
        }
        Ok(&self.text[start..self.at])
    }

    fn digits(&mut self) -> Result<(), String> {
        if !self.next_if(|byte| byte.is_ascii_digit()) {
            return Err(self.expected("a digit"));
        }
        while self.next_if(|byte| byte.is_ascii_digit()) {}
        Ok(())
    }

    /// A number of things: not negative, no fraction, not more than there can be.
    pub fn whole(&mut self) -> Result<usize, String> {
        self.number()?.parse().map_err(|_| self.expected("a whole number"))
    }

    /// Whether there is `null`, which is read then.
    pub fn null(&mut self) -> bool {
        self.skip_spaces();
        let is_null = self.text[self.at..].starts_with("null");
        if is_null {
            self.at += 4;
        }
        is_null
    }

    /// Nothing but spaces until the end.
    pub fn end(&mut self) -> Result<(), String> {
        self.skip_spaces();
        if self.at == self.text.len() { Ok(()) } else { Err(self.expected("the end")) }
    }

    fn expect(&mut self, byte: u8, what: &str) -> Result<(), String> {
        if self.take(byte) { Ok(()) } else { Err(self.expected(what)) }
    }

    /// Whether the next byte after spaces is this one, which is read then.
    fn take(&mut self, byte: u8) -> bool {
        self.skip_spaces();
        self.next_if(|next| next == byte)
    }

    fn skip_spaces(&mut self) {
        while self.next_if(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')) {}
    }

    fn next_if(&mut self, is_it: impl Fn(u8) -> bool) -> bool {
        let is_it = self.text.as_bytes().get(self.at).is_some_and(|byte| is_it(*byte));
        self.at += usize::from(is_it);
        is_it
    }

    fn next(&mut self) -> Option<u8> {
        let byte = *self.text.as_bytes().get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    pub fn expected(&self, what: &str) -> String {
        format!("{what} is expected at byte {}", self.at)
    }
}

/// Appends a string in quotes.
pub(crate) fn write_string(out: &mut String, string: &str) {
    out.push('"');
    for letter in string.chars() {
        let escape = match letter {
            '"' | '\\' => letter,
            '\u{8}' => 'b',
            '\u{c}' => 'f',
            '\n' => 'n',
            '\r' => 'r',
            '\t' => 't',
            ..' ' => {
                append(out, format_args!("\\u{:04x}", u32::from(letter)));
                continue;
            }
            _ => {
                out.push(letter);
                continue;
            }
        };
        out.push('\\');
        out.push(escape);
    }
    out.push('"');
}

/// The shortest text that is read as the same number; `null` for what JSON has no text for.
pub(crate) fn number(value: f64) -> String {
    if value.is_finite() { format!("{value:?}") } else { "null".into() }
}

#[cfg(test)]
mod tests {

    use super::*;

    /// Everything that the text has, if it is JSON of the kind that we read, written again.
    fn again(text: &str) -> Result<String, String> {
        fn value(reader: &mut Reader<'_>, out: &mut String) -> Result<(), String> {
            reader.skip_spaces();
            match reader.text.as_bytes().get(reader.at) {
                Some(b'{') => {
                    out.push('{');
                    reader.object(&mut |reader, name| {
                        write_string(out, &name);
                        out.push(':');
                        value(reader, out)?;
                        out.push(';');
                        Ok(())
                    })?;
                    out.push('}');
                }
                Some(b'[') => {
                    out.push('[');
                    reader.array(&mut |reader| {
                        value(reader, out)?;
                        out.push(';');
                        Ok(())
                    })?;
                    out.push(']');
                }
                Some(b'"') => write_string(out, &reader.string()?),
                _ if reader.null() => out.push_str("null"),
                _ => out.push_str(reader.number()?),
            }
            Ok(())
        }
        let (mut reader, mut out) = (Reader::new(text), String::new());
        value(&mut reader, &mut out)?;
        reader.end()?;
        Ok(out)
    }

    #[test]
    fn what_is_json_is_read() {
        let cases = [
            (
                " {\"a\" : [ 1 ,-2.5e+3,0.0E0, -0 ] ,\n\"b\":{\t}, \"c\":[], \"\":null}\r",
                r#"{"a":[1;-2.5e+3;0.0E0;-0;];"b":{};"c":[];"":null;}"#,
            ),
            (r#""\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\uDE00""#, "\"\\\"\\\\/\\b\\f\\n\\r\\tAé😀\""),
            ("\"é😀\u{7f}\\u0000\\u001f\"", "\"é😀\u{7f}\\u0000\\u001f\""),
        ];
        for (text, expected) in cases {
            assert_eq!(again(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_not_json_is_refused() {
        let texts = [
            "",
            "{",
            "}",
            "[",
            "[1",
            "[1,",
            "[1,]",
            "[,1]",
            "[1 2]",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{a:1}",
            "{\"a\":1 \"b\":2}",
            "1 2",
            "{}{}",
            "nul",
            "true",
            "NaN",
            "01",
            "-",
            "+1",
            "1.",
            ".5",
            "1e",
            "1e+",
            "0x1",
            "--1",
            "\"",
            "\"a",
            "\"\\",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\u12g4\"",
            "\"\\u+123\"",
            "\"\\ud83d\"",
            "\"\\ud83dx\"",
            "\"\\ud83d\\n\"",
            "\"\\ud83d\\u0041\"",
            "\"\\ude00\"",
            "\"\\ude00\\ud83d\"",
            "\"\\u00é\"",
            "\"\n\"",
            "\"\u{1f}\"",
            "'a'",
            "[1]\u{a0}",
            "\u{feff}1",
            "1,",
        ];
        for text in texts {
            let error = again(text).unwrap_err();
            assert!(error.contains(" is expected at byte "), "{text}: {error}");
        }
        assert_eq!(again("[1, 2; 3]").unwrap_err(), "`,` or `]` is expected at byte 5");
    }

    #[test]
    fn whole_numbers_are_not_rounded() {
        for number in [0, 17, usize::MAX] {
            assert_eq!(Reader::new(&format!("{number}")).whole(), Ok(number));
        }
        for text in ["-1", "-0", "1.0", "1e3", "18446744073709551616", "\"1\"", "null"] {
            assert!(Reader::new(text).whole().is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_are_read_as_what_they_were() {
        let values = [0.0, -0.0, 1.0, -1.5, 0.1, 1e-5, 1e300, f64::MIN_POSITIVE, 5e-324, f64::MAX, 1.0 / 3.0];
        for value in values {
            let text = number(value);
            assert_eq!(
                Reader::new(&text).number().unwrap().parse::<f64>().unwrap().to_bits(),
                value.to_bits(),
                "{text}"
            );
        }
        let others: Vec<_> = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(number).into();
        assert!(others.iter().all(|text| text == "null"));
    }
}
