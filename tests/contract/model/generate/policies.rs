//! What a policy answers in each phase (G8 to G11).

use std::collections::HashMap;

use super::{Numbers, act};
use crate::model::case::{Act, Ask, BatchReply, PolicyScript, Question, Say};

/// The first of `uris` is the requested target's.
pub(super) fn policy(numbers: &mut Numbers, names: &[&str], root: &str, uris: &[String]) -> PolicyScript {
    // Some policies say yes to nearly everything, and some are moody.
    let rare = numbers.pick(&[200, 30, 10, 5]);
    let mut answers = HashMap::new();
    let mut script = |numbers: &mut Numbers, ask, of: &str, rare| {
        let first = answer(numbers, ask, rare);
        let last = if numbers.once_in(4) { answer(numbers, ask, rare) } else { first.clone() };
        for (last, act) in [(false, first), (true, last)] {
            answers.insert(Question { last, ask, of: of.to_owned() }, act);
        }
    };
    for name in names {
        script(numbers, Ask::Discover, name, if *name == root { 60 } else { rare });
    }
    for (place, uri) in uris.iter().enumerate() {
        let rare = if place == 0 { 60 } else { rare };
        script(numbers, Ask::See, uri, rare);
        script(numbers, Ask::Read, uri, rare);
    }
    let judges = numbers.once_in(3);
    let fickle = numbers.once_in(10);
    let mut batch = || {
        let once = numbers.once_in(20);
        let replies = [BatchReply::OneMore, BatchReply::OneLess, BatchReply::Deny, BatchReply::Fail];
        let reply = if once { numbers.pick(&replies) } else { BatchReply::Answers };
        (judges && !(fickle && numbers.once_in(2))).then(|| act(numbers, 30, reply))
    };
    let batch = [batch(), batch()];
    PolicyScript { answers, batch }
}

fn answer(numbers: &mut Numbers, ask: Ask, rare: usize) -> Act<Say> {
    let say = match ask {
        _ if numbers.once_in(400) => Say::Fail,
        Ask::See if numbers.once_in(800) => Say::Deny,
        Ask::See if numbers.once_in(rare) => Say::Hidden,
        Ask::See if numbers.once_in(4) => Say::Visible,
        Ask::Discover | Ask::Read if numbers.once_in(rare) => Say::Deny,
        _ => Say::Yes,
    };
    act(numbers, 150, say)
}
