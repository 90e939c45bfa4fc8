//! Bringing many entries into the byte order of their keys (C6).

/// The order of `keys`; none if they stand in it.
pub(super) fn order_of(keys: &[&str]) -> Option<Vec<u32>> {
    if keys.is_sorted() {
        return None;
    }
    // Keys of one server begin alike. The eight bytes behind what all share tell most of them apart, without a look at
    // the keys themselves, which are all over the memory.
    let first = keys.first().copied().unwrap_or_default();
    let shared = keys.iter().fold(first.len(), |shared, key| {
        let same = first.bytes().zip(key.bytes()).take(shared);
        same.take_while(|(one, other)| one == other).count()
    });
    let telling = |key: &&str| {
        let rest = key.as_bytes().get(shared..).unwrap_or_default();
        let mut telling = [0; 8];
        telling.iter_mut().zip(rest).for_each(|(slot, &byte)| *slot = byte);
        u64::from_be_bytes(telling)
    };
    let mut order: Vec<(u64, u32)> = keys.iter().map(telling).zip(0..).collect();
    let full = |place: u32| keys.get(place as usize);
    order.sort_unstable_by(|one, other| {
        one.0.cmp(&other.0).then_with(|| full(one.1).cmp(&full(other.1))).then(one.1.cmp(&other.1))
    });
    Some(order.into_iter().map(|(_, place)| place).collect())
}

/// Brings entries into an order, which names each place once.
pub(super) fn bring_into<T>(order: &[u32], entries: &mut Vec<T>) {
    let mut slots: Vec<Option<T>> = std::mem::take(entries).into_iter().map(Some).collect();
    entries.reserve_exact(order.len());
    entries.extend(order.iter().filter_map(|&place| slots.get_mut(place as usize)?.take()));
}

#[cfg(test)]
mod tests {
    use super::{bring_into, order_of};

    #[test]
    fn by_bytes() {
        for names in [
            vec!["b", "a", "", "ab", "a", "B"],
            vec!["prefix_12345678b", "prefix_12345678a", "prefix_", "prefix_2", "prefix_10"],
            vec!["é", "z", "\u{10000}", "\u{ffff}"],
            vec!["x\u{1}", "x"],
            vec!["a", "b"],
            vec![],
        ] {
            let (mut sorted, mut expected) = (names.clone(), names.clone());
            if let Some(order) = order_of(&names) {
                bring_into(&order, &mut sorted);
            }
            expected.sort_unstable();
            assert_eq!(sorted, expected);
        }
    }
}
