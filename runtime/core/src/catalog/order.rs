//! Bringing many entries into the byte order of their keys (C6).

/// Sorts by key.
pub(super) fn sort<T>(entries: &mut Vec<T>, key: impl Fn(&T) -> &str) {
    if entries.is_sorted_by(|one, other| key(one) <= key(other)) {
        return;
    }
    // Keys of one server begin alike. The eight bytes behind what all share tell most of them apart, without a look at
    // the keys themselves, which are all over the memory.
    let first = entries.first().map(&key).unwrap_or_default();
    let shared = entries.iter().fold(first.len(), |shared, entry| {
        let same = first.bytes().zip(key(entry).bytes()).take(shared);
        same.take_while(|(one, other)| one == other).count()
    });
    let telling = |entry: &T| {
        let rest = key(entry).as_bytes().get(shared..).unwrap_or_default();
        let mut telling = [0; 8];
        telling.iter_mut().zip(rest).for_each(|(slot, &byte)| *slot = byte);
        u64::from_be_bytes(telling)
    };
    let mut keyed: Vec<(u64, Option<T>)> =
        std::mem::take(entries).into_iter().map(|entry| (telling(&entry), Some(entry))).collect();
    let mut order: Vec<(u64, u32)> = keyed.iter().map(|(telling, _)| *telling).zip(0..).collect();
    let full = |place: u32| {
        keyed.get(place as usize).and_then(|(_, entry)| entry.as_ref()).map(&key).unwrap_or_default()
    };
    order.sort_unstable_by(|one, other| {
        one.0.cmp(&other.0).then_with(|| full(one.1).cmp(full(other.1))).then(one.1.cmp(&other.1))
    });
    entries.reserve_exact(order.len());
    entries.extend(order.into_iter().filter_map(|(_, place)| keyed.get_mut(place as usize)?.1.take()));
}

#[cfg(test)]
mod tests {
    use super::sort;

    #[test]
    fn by_bytes() {
        for names in [
            vec!["b", "a", "", "ab", "a", "B"],
            vec!["prefix_12345678b", "prefix_12345678a", "prefix_", "prefix_2", "prefix_10"],
            vec!["é", "z", "\u{10000}", "\u{ffff}"],
            vec!["x\u{1}", "x"],
            vec![],
        ] {
            let (mut sorted, mut expected) = (names.clone(), names);
            sort(&mut sorted, |name| name);
            expected.sort_unstable();
            assert_eq!(sorted, expected);
        }
    }
}
