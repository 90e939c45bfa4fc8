//! `#[cfg]`: what is not there leaves nothing behind, and what is there is compared when a gateway is built.

use wayleave::resource::BuildError;

use super::*;

struct Conditional;

#[resources]
impl Conditional {
    #[cfg(not(test))]
    #[resource(uri_template = "c://x/{id}", complete(id = Self::absent))]
    async fn absent_method(&self, id: NoSuchType) -> NoSuchType {
        id
    }

    #[cfg(not(test))]
    async fn absent(&self, _request: CompletionRequest<'_>) -> NoSuchType {
        Vec::new()
    }

    #[cfg(not(test))]
    #[resource(route = NoSuchType)]
    async fn absent_route(&self, route: NoSuchType) -> String {
        String::new()
    }

    /// The same address under the other condition.
    #[cfg(test)]
    #[resource(uri_template = "c://x/{id}")]
    async fn present(&self, id: String) -> String {
        id
    }
}

struct Two;

#[resources]
impl Two {
    #[cfg(test)]
    #[resource(uri_template = "c://h/{a}/x")]
    async fn one(&self, a: String) -> String {
        a
    }

    #[resource(uri_template = "c://h/y/{b}")]
    async fn two(&self, b: String) -> String {
        b
    }
}

#[tokio::test]
async fn what_is_not_there_leaves_nothing_behind() {
    let gateway = open::<()>(Conditional);
    assert_eq!(gateway.definitions().len(), 1);
    assert_eq!(text(&gateway, &(), "c://x/7").await, "7");
}

// U7
#[test]
fn methods_under_different_conditions_are_compared_at_build() {
    let built = Gateway::<()>::builder(OpenPolicy::new()).resources(Two).build();
    assert!(matches!(built, Err(BuildError::Definitions(_))), "{built:?}");
}
