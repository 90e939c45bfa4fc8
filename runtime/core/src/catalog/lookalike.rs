//! Names of one set that look alike (C3), by the skeletons of Unicode's technical standard 39.

use std::sync::LazyLock;

use unicode_security::skeleton;

/// Pairs of indices of names that look alike and are not equal: for each such name, the first of its kind and itself.
/// In order of the second index.
pub(super) fn look_alikes(names: &[&str]) -> Vec<(usize, usize)> {
    // A hash gives up its lowest bits for the index, so that single numbers are sorted. What the last character did to
    // those is brought up before.
    let indices = names.len().next_power_of_two() as u64 - 1;
    let ascii = &*ASCII;
    let high = |name| hash(name, ascii).wrapping_mul(FACTOR) & !indices;
    let mut hashes: Vec<u64> = names.iter().zip(0..).map(|(name, index)| high(name) | index).collect();
    hashes.sort_unstable();
    let mut pairs = Vec::new();
    let groups = hashes.chunk_by(|one, other| (one ^ other) & !indices == 0);
    for group in groups.filter(|group| group.len() > 1) {
        // Equal hashes may be chance or intent: the skeletons themselves decide.
        let mut skeletons: Vec<(String, usize)> = group
            .iter()
            .filter_map(|hash| {
                let index = usize::try_from(hash & indices).ok()?;
                Some((skeleton(names.get(index)?).collect(), index))
            })
            .collect();
        skeletons.sort_unstable();
        for alike in skeletons.chunk_by(|one, other| one.0 == other.0) {
            if let [(_, first), rest @ ..] = alike {
                pairs.extend(rest.iter().map(|(_, other)| (*first, *other)));
            }
        }
    }
    pairs.sort_unstable_by_key(|&(_, other)| other);
    pairs
}

/// A polynomial hash of a name's skeleton, which for ASCII needs no tables of Unicode.
fn hash(name: &str, ascii: &[(u64, u64); 256]) -> u64 {
    if !name.is_ascii() {
        return skeleton(name).fold(0, step);
    }
    name.bytes().fold(0, |hash, byte| {
        let (factor, summand) = ascii.get(usize::from(byte)).copied().unwrap_or_default();
        hash.wrapping_mul(factor).wrapping_add(summand)
    })
}

const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

fn step(hash: u64, character: char) -> u64 {
    hash.wrapping_mul(FACTOR).wrapping_add(u64::from(u32::from(character)))
}

/// What each ASCII character does to a hash: its skeleton may be several characters, which together are one factor
/// and one summand. There is an entry for every byte, so that none need be looked for; those beyond ASCII stand for
/// nothing.
static ASCII: LazyLock<[(u64, u64); 256]> = LazyLock::new(|| {
    std::array::from_fn(|byte| {
        let name = char::from(u8::try_from(byte).unwrap_or_default()).to_string();
        skeleton(&name).fold((1, 0), |(factor, summand): (u64, u64), character| {
            (factor.wrapping_mul(FACTOR), step(summand, character))
        })
    })
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alike() {
        let names =
            ["paypal", "paypa1", "раураl", "other", "othеr", "pay\u{200b}pal", "rnodern", "modern", "Other"];
        assert_eq!(look_alikes(&names), [(0, 1), (0, 2), (3, 4), (0, 5), (6, 7)]);
        assert_eq!(look_alikes(&["café", "cafe\u{301}", "cafè"]), [(0, 1)]);
        assert_eq!(look_alikes(&[""; 0]), []);
    }

    #[test]
    fn the_quick_hash_is_the_slow_one() {
        for name in ["paypa1", "a|I0O%\"'`", "rnodern", "modern", ""] {
            assert_eq!(hash(name, &ASCII), skeleton(name).fold(0, step), "{name}");
        }
    }
}
