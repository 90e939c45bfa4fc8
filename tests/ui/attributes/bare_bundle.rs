use wayleave::prelude::*;

struct Site;

#[resources]
impl Site {
    #[bundle]
    async fn about(&self) -> Result<ReadPlan, PlanError> {
        ReadPlan::of([])
    }
}

fn main() {}
