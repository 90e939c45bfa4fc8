//! Names: what a misspelt word was meant as, and the words that a name is made of.

/// The word that is spelt most like `text`, if one is near enough to be meant.
pub(crate) fn nearest<'w>(text: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    // Nobody overlooks a misspelling in a longer word, and comparing many of them would cost.
    const LONGEST: usize = 64;
    const MOST: usize = 256;
    if !(2..=LONGEST).contains(&text.len()) {
        return None;
    }
    let bare = |text: &str| text.replace(['-', '_', ' '], "").to_lowercase();
    let distance = |word: &'w str| {
        let allowed = (word.len().min(text.len()) / 3).max(1);
        let distance = match word.len().abs_diff(text.len()) {
            _ if bare(word) == bare(text) => 0,
            // The beginning of a word is that word, cut short.
            _ if text.len() > 2 && word.starts_with(text) => 1,
            far if far > allowed => return None,
            _ => strsim::osa_distance(word, text),
        };
        (distance <= allowed).then_some((word, distance))
    };
    let near = words.into_iter().take(MOST).filter_map(distance).min_by_key(|&(_, distance)| distance);
    near.map(|(word, _)| word)
}

/// `; did you mean …?`, or nothing.
pub(crate) fn did_you_mean<'w>(text: &str, words: impl IntoIterator<Item = &'w str>) -> String {
    nearest(text, words).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// Several words as one list: `` `a`, `b` and `c` ``.
pub(crate) fn list<T: AsRef<str>>(words: &[T]) -> String {
    let mut out = String::new();
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            out.push_str(if index + 1 == words.len() { " and " } else { ", " });
        }
        out.push('`');
        out.push_str(word.as_ref());
        out.push('`');
    }
    out
}

/// The words of a name: split at what no identifier holds, at `_`, and where a capital follows a small letter or a
/// digit.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut previous = None;
    for character in text.chars() {
        let splits = character == '_' || !character.is_alphanumeric();
        let begins = character.is_uppercase()
            && previous.is_some_and(|before: char| before.is_lowercase() || before.is_numeric());
        if splits || begins {
            words.push(String::new());
        }
        if !splits && let Some(word) = words.last_mut() {
            word.push(character);
        }
        previous = Some(character);
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A name as functions and definitions have it: small words with `_` between.
pub(crate) fn snake(text: &str) -> String {
    words(text).join("_").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found() {
        let words = ["uri", "uri_template", "mime_type", "name"];
        assert_eq!(nearest("uriTemplate", words), Some("uri_template"));
        assert_eq!(nearest("mimetype", words), Some("mime_type"));
        assert_eq!(nearest("nmae", words), Some("name"));
        assert_eq!(nearest("url", words), Some("uri"));
        assert_eq!(nearest("mime", words), Some("mime_type"));
        assert_eq!(nearest("content", words), None);
        assert_eq!(nearest("x", words), None);
        assert_eq!(nearest(&"x".repeat(1 << 20), words), None);
    }

    #[test]
    fn lists_read_well() {
        assert_eq!(list(&["a"]), "`a`");
        assert_eq!(list(&["a", "b", "c"]), "`a`, `b` and `c`");
    }

    #[test]
    fn names_become_words() {
        assert_eq!(snake("WeeklyRota"), "weekly_rota");
        assert_eq!(snake("weekly-rota"), "weekly_rota");
        assert_eq!(snake("HTTPPage2Old"), "httppage2_old");
        assert_eq!(words("a__b c"), ["a", "b", "c"]);
        assert_eq!(words("--"), [""; 0]);
    }
}
