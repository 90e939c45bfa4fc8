use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[cfg_attr(all(), bundle(uri = "site://all"))]
    async fn all(&self) -> Result<ReadPlan, PlanError> {
        ReadPlan::of([])
    }
}

fn main() {}
