//! What is left after the final answers, and its report (G11, G12, G14, G21, G22).

use super::{Delivery, Planned, Run, Stop, bodies::Outcome, judge::Judgement, result};

impl Run<'_> {
    pub(super) fn settle(
        &mut self,
        plan: &Planned<'_>,
        before: &[Judgement],
        outcomes: Vec<Outcome>,
        after: &[Judgement],
    ) -> Result<Delivery, Stop> {
        let (mut items, mut uris, mut issues) = (Vec::new(), Vec::new(), Vec::new());
        for (place, outcome) in outcomes.into_iter().enumerate() {
            let uri = &plan.items[place].0.uri;
            let (allowed, disclosed) = match after[place] {
                Judgement::Hidden => continue,
                Judgement::Denied { disclosed } => (false, disclosed),
                Judgement::Allowed { disclosed } => {
                    (matches!(before[place], Judgement::Allowed { .. }), disclosed)
                }
            };
            let code = match outcome {
                Outcome::Admitted(item) if allowed => {
                    items.push(item);
                    uris.push(uri.clone());
                    continue;
                }
                Outcome::Failed(code) if allowed => code,
                _ => "unavailable",
            };
            issues.push((code, Some(uri.clone()).filter(|uri| disclosed && uri.len() <= 256)));
        }
        if items.is_empty() && !issues.is_empty() {
            return Err("nothing_delivered");
        }
        let is_partial = !issues.is_empty();
        let report =
            if is_partial { result::partial(self.case, &issues) } else { result::complete(self.case) };
        let report = report.ok_or("result_too_large")?;
        if is_partial && !self.case.randomness {
            return Err("no_randomness");
        }
        items.splice(0..0, report.warning);
        let extra: usize = if self.case.twice { items.iter().map(result::bytes).sum() } else { 0 };
        let json = serde_json::json!({ "contents": items, "_meta": report.metadata }).to_string();
        let encoded = json.len() + extra;
        if encoded > self.case.limits.max_encoded - 8_192 {
            return Err("result_too_large");
        }
        if self.now >= self.deadline {
            return Err("read_timeout");
        }
        Ok(Delivery { json, encoded, items: uris, issues, admitted: self.admitted.clone() })
    }
}
