//! The words inside the tags of a text template, each with what it is there. The engine compiles a template without
//! looking its filters and tests up, and says of a variable only that it is used; this finds them, and where.
//!
//! It is asked about templates that compile, so it may be simple: what is no template gives some words or none.

/// A word in a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word<'t> {
    pub(crate) text: &'t str,
    /// The byte of the template at which it starts.
    pub(crate) offset: usize,
    pub(crate) role: Role,
}

/// What a word is where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    /// A variable, or a word of the language.
    Name,
    /// A variable with arguments behind it.
    Call,
    /// The name behind a `.`, or that of an argument.
    Attribute,
    /// The name behind a `|`.
    Filter,
    /// The name behind `is` or `is not`.
    Test,
}

/// The tags of a template, and the words in them.
#[derive(Debug, Default)]
pub(crate) struct Tags<'t> {
    /// Each word, in order.
    pub(crate) words: Vec<Word<'t>>,
    /// Where each tag stands, from its first brace, and how many bytes it takes.
    pub(crate) tags: Vec<(usize, usize)>,
}

impl Tags<'_> {
    /// Whether a tag gives a value a name.
    pub(crate) fn bind(&self) -> bool {
        self.words.iter().any(|word| word.role == Role::Name && matches!(word.text, "set" | "with" | "for"))
    }
}

/// Each tag of `template` and each word in them, in order.
pub(crate) fn tags(template: &str) -> Tags<'_> {
    let Tags { mut words, mut tags } = Tags::default();
    let mut at = 0;
    while let Some(open) = template.get(at..).and_then(|rest| Some(at + rest.find('{')?)) {
        let rest = template.get(open..).unwrap_or_default();
        at = match rest.as_bytes().get(1) {
            Some(b'{') => {
                let length = tag(template, open, "}}", &mut words);
                tags.push((open, length));
                open + length
            }
            Some(b'%') => {
                let first = words.len();
                let length = tag(template, open, "%}", &mut words);
                tags.push((open, length));
                let end = open + length;
                if words.get(first).is_some_and(|word| word.text == "raw") {
                    words.truncate(first);
                    end + past_raw(template.get(end..).unwrap_or_default())
                } else {
                    end
                }
            }
            Some(b'#') => open + rest.find("#}").map_or(rest.len(), |end| end + 2),
            _ => open + 1,
        };
    }
    Tags { words, tags }
}

/// Adds the words of the tag that opens at `open`; how many bytes it takes.
fn tag<'t>(template: &'t str, open: usize, close: &str, words: &mut Vec<Word<'t>>) -> usize {
    let body = template.get(open..).unwrap_or_default();
    let mut tokens = Tokens { before: Before::Start, depth: 0 };
    let mut at = 2;
    while let Some(rest) = body.get(at..).filter(|rest| !rest.is_empty()) {
        if tokens.depth == 0 && rest.starts_with(close) {
            return at + close.len();
        }
        let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        let starts_word = rest.starts_with(|c: char| is_part(c) && !c.is_ascii_digit());
        if let (true, Some(text)) = (starts_word, rest.get(..length)) {
            let behind = rest.get(length..).unwrap_or_default().trim_start();
            words.push(Word { text, offset: open + at, role: tokens.word(text, behind) });
        }
        at += match rest.chars().next() {
            Some(quote @ ('"' | '\'')) => tokens.operand(text_length(rest, quote)),
            Some(_) if starts_word => length,
            Some(_) if length > 0 => tokens.operand(length),
            Some(character) => tokens.symbol(character),
            None => 0,
        };
    }
    body.len()
}

/// The state between the tokens of one tag.
struct Tokens {
    before: Before,
    /// How many brackets are open; a brace inside them closes no tag.
    depth: usize,
}

/// What stands before a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Start,
    /// A value that `is` may follow.
    Operand,
    Bar,
    Dot,
    /// The operator `is`, perhaps with its `not`.
    Is,
    Other,
}

impl Tokens {
    fn word(&mut self, text: &str, behind: &str) -> Role {
        let (role, before) = match self.before {
            Before::Bar => (Role::Filter, Before::Operand),
            Before::Dot => (Role::Attribute, Before::Operand),
            Before::Is if text == "not" => (Role::Name, Before::Is),
            Before::Is => (Role::Test, Before::Operand),
            Before::Operand if text == "is" => (Role::Name, Before::Is),
            // `{% filter upper %}`
            Before::Start if text == "filter" => (Role::Name, Before::Bar),
            _ if self.depth > 0 && behind.starts_with('=') && !behind.starts_with("==") => {
                (Role::Attribute, Before::Other)
            }
            _ if is_operator(text) => (Role::Name, Before::Other),
            _ if behind.starts_with('(') => (Role::Call, Before::Operand),
            _ => (Role::Name, Before::Operand),
        };
        self.before = before;
        role
    }

    fn operand(&mut self, length: usize) -> usize {
        self.before = Before::Operand;
        length
    }

    fn symbol(&mut self, symbol: char) -> usize {
        self.before = match symbol {
            // The sign that trims the blanks before a tag.
            '-' | '+' if self.before == Before::Start => Before::Start,
            _ if symbol.is_whitespace() => self.before,
            '|' => Before::Bar,
            '.' => Before::Dot,
            '(' | '[' | '{' => {
                self.depth += 1;
                Before::Other
            }
            ')' | ']' | '}' => {
                self.depth = self.depth.saturating_sub(1);
                Before::Operand
            }
            _ => Before::Other,
        };
        symbol.len_utf8()
    }
}

/// Words after which a value follows, so that an `is` behind them is a variable's name.
fn is_operator(text: &str) -> bool {
    matches!(text, "if" | "elif" | "else" | "for" | "in" | "and" | "or" | "not" | "set" | "with" | "do")
}

fn is_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// How many bytes a quoted text takes, its quotes among them.
fn text_length(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (offset, character) in rest.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == quote => return offset + 1,
            _ => {}
        }
    }
    rest.len()
}

/// How many bytes stand up to the tag that ends a raw piece.
fn past_raw(rest: &str) -> usize {
    let ends = |&(at, _): &(usize, &str)| {
        let tag = rest.get(at + 2..).unwrap_or_default();
        tag.trim_start_matches(['-', '+']).trim_start().starts_with("endraw")
    };
    rest.match_indices("{%").find(ends).map_or(rest.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(role: Role, template: &str) -> Vec<(&str, usize)> {
        tags(template)
            .words
            .iter()
            .filter(|word| word.role == role)
            .map(|word| (word.text, word.offset))
            .collect()
    }

    #[test]
    fn names_are_those_in_tags() {
        let template = "{ who } {# who #}{{ whose }}{{ x.who }} {{ who }}";
        assert_eq!(with(Role::Name, template), [("whose", 20), ("x", 31), ("who", 43)]);
        assert_eq!(with(Role::Attribute, template), [("who", 33)]);
        assert_eq!(with(Role::Name, "{% if a %}{{ b }}{% endif %}")[2], ("b", 13));
        assert_eq!(with(Role::Name, "none"), []);
        assert_eq!(with(Role::Name, "{{ unclosed"), [("unclosed", 3)]);
        assert_eq!(with(Role::Name, "{{ 'a }} b' ~ \"c\\\"d\" ~ e }} f"), [("e", 23)]);
        assert_eq!(with(Role::Name, "{{ {'a': {'b': c}} }}{{ d }}"), [("c", 15), ("d", 24)]);
        assert_eq!(with(Role::Name, "{% raw %}{{ a }}{%- endraw %}{{ b }}").last(), Some(&("b", 32)));
        assert_eq!(with(Role::Call, "{{ now() }}{{ a.b() }}"), [("now", 3)]);
        assert_eq!(with(Role::Attribute, "{{ f(name=x, y == 1) }}"), [("name", 5)]);
    }

    #[test]
    fn filters_and_tests() {
        let template = "{{- a|upper | default(b) }}{% filter lower|trim %}{% endfilter %}";
        assert_eq!(
            with(Role::Filter, template),
            [("upper", 6), ("default", 14), ("lower", 37), ("trim", 43)]
        );
        let template = "{% if a is odd and b() is not none or 7 is even %}{% endif %}";
        assert_eq!(with(Role::Test, template), [("odd", 11), ("none", 30), ("even", 43)]);
        // A variable of that name is no operator.
        assert_eq!(with(Role::Test, "{{ is }}{% if is is string %}{% endif %}{{ a.is }}"), [("string", 20)]);
        assert_eq!(with(Role::Filter, "{{ 'a|b' }} | c"), []);
    }
}
