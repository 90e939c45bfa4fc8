//! Bringing many entries into the byte order of their keys (C6).

/// The order of keys that are all different.
pub(super) enum Order {
    /// They stand in it.
    AsTheyAre,
    /// Their places, from the lowest key to the highest.
    Of(Vec<u32>),
    /// There is none: the key at this place is there twice.
    Twice(usize),
}

/// The order of `keys`.
pub(super) fn order_of(keys: &[&str]) -> Order {
    if keys.is_sorted_by(|one, other| one < other) {
        return Order::AsTheyAre;
    }
    // Keys of one server begin alike. The eight bytes behind what all share tell most of them apart, without a look at
    // the keys themselves, which are all over the memory.
    let mut shared = keys.first().copied().unwrap_or_default().as_bytes();
    for key in keys {
        if !key.as_bytes().starts_with(shared) {
            let same = shared.iter().zip(key.bytes()).take_while(|&(&one, other)| one == other).count();
            shared = shared.get(..same).unwrap_or_default();
        }
    }
    let telling = |key: &&str| {
        let rest = key.as_bytes().get(shared.len()..).unwrap_or_default();
        let mut telling = [0; 8];
        telling.iter_mut().zip(rest).for_each(|(slot, &byte)| *slot = byte);
        u64::from_be_bytes(telling)
    };
    // One number tells a key and says its place, too: so they are sorted without branches.
    let numbers = keys.iter().map(telling).zip(0..);
    let mut order: Vec<u128> = numbers.map(|(telling, place)| u128::from(telling) << 32 | place).collect();
    order.sort_unstable();
    let full = |number: &u128| keys.get(place_in(number) as usize).copied();
    let groups = order.chunk_by_mut(|one, other| one >> 32 == other >> 32);
    for alike in groups.filter(|alike| alike.len() > 1) {
        alike.sort_by_key(full);
        let twice = alike.windows(2).find_map(|pair| match pair {
            [one, other] if full(one) == full(other) => Some(place_in(one)),
            _ => None,
        });
        if let Some(place) = twice {
            return Order::Twice(place as usize);
        }
    }
    Order::Of(order.iter().map(place_in).collect())
}

/// The place that is the low part of a number.
fn place_in(number: &u128) -> u32 {
    *number as u32
}

/// Brings entries into an order, which names each place once.
pub(super) fn bring_into<T>(mut order: Vec<u32>, entries: &mut [T]) {
    for start in 0..order.len().min(entries.len()) {
        // What comes to a place comes from another one, which takes what comes to that, until the first one is full.
        let mut place = start;
        while let Some(from) = order.get_mut(place) {
            let from = std::mem::replace(from, place as u32) as usize;
            if from == start {
                break;
            }
            entries.swap(place, from);
            place = from;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

    use super::{Order, bring_into, order_of};

    #[test]
    fn by_bytes() {
        for names in [
            vec!["b", "a", "", "ab", "B"],
            vec!["prefix_12345678b", "prefix_12345678a", "prefix_", "prefix_2", "prefix_10"],
            vec!["é", "z", "\u{10000}", "\u{ffff}"],
            vec!["x\u{1}", "x"],
            vec!["a", "b"],
            vec![],
        ] {
            let (mut sorted, mut expected) = (names.clone(), names.clone());
            match order_of(&names) {
                Order::AsTheyAre => {}
                Order::Of(order) => bring_into(order, &mut sorted),
                Order::Twice(place) => panic!("{names:?} at {place}"),
            }
            expected.sort_unstable();
            assert_eq!(sorted, expected);
        }
    }

    #[test]
    fn twice() {
        for names in [
            vec!["a", "a"],
            vec!["c", "b", "c", "a", "b"],
            vec!["prefix_12345678b", "prefix_12345678a", "prefix_12345678b"],
            vec!["b", "", "a", ""],
        ] {
            let mut sorted = names.clone();
            sorted.sort_unstable();
            let first = sorted.windows(2).find(|pair| pair[0] == pair[1]).unwrap()[0];
            assert!(matches!(order_of(&names), Order::Twice(place) if names[place] == first), "{names:?}");
        }
    }
}
