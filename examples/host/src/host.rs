//! The host: what each server offers at the moment, and what the turn under way knows of it.

use std::{error::Error, future::Future};

use wayleave::{
    catalog::{Adoption, BindingName, Current, Difference, Generation, ModelNames, RefreshError},
    clock::{Clock, TokioClock},
};
use wayleave_rmcp::client::{Client, ClientError, Watch};

/// One server.
pub(crate) struct Binding {
    client: Client,
    /// What it offers, as far as is known by now.
    current: Current,
}

pub(crate) struct Host {
    bindings: Vec<Binding>,
    /// The names of the turn under way. They do not change in it.
    names: Option<ModelNames>,
}

impl Binding {
    pub(crate) fn new(name: BindingName, client: Client) -> Self {
        Self { client, current: Current::new(name) }
    }

    /// Keeps up with the server until the connection ends.
    async fn watch(&self, clock: &dyn Clock, watch: &Watch) -> ClientError {
        let discovery = self.client.discovery(self.current.binding());
        let told = |outcome: &Result<Adoption, RefreshError>| {
            if let Err(error) = outcome {
                eprintln!("{}: {error}", self.current.binding());
            }
        };
        self.client.watch(&self.current, &discovery, clock, watch, told).await
    }
}

impl Host {
    pub(crate) fn new(bindings: impl IntoIterator<Item = Binding>) -> Self {
        Self { bindings: bindings.into_iter().collect(), names: None }
    }

    /// Asks every server what it offers.
    pub(crate) async fn discover(&self) -> Result<(), Box<dyn Error>> {
        let clock = TokioClock::new();
        for Binding { client, current } in &self.bindings {
            current.refresh(client, &client.discovery(current.binding()), &clock).await?;
        }
        Ok(())
    }

    /// Between two turns: adopts the newest generation of every server, and tells what is new.
    pub(crate) fn safe_point(&mut self) -> Result<(), Box<dyn Error>> {
        let newest: Vec<_> =
            self.bindings.iter().filter_map(|binding| binding.current.generation()).collect();
        for generation in &newest {
            match self.adopted(generation) {
                Some(before) if before.number() == generation.number() => {}
                Some(before) => {
                    println!("{} is at generation {}:", generation.binding(), generation.number());
                    println!("{}", Difference::between(before, generation));
                }
                None => println!("{} is at generation {}", generation.binding(), generation.number()),
            }
        }
        // Here no two servers may have tools that a model could not tell apart.
        self.names = Some(ModelNames::new(newest)?);
        Ok(())
    }

    /// What is adopted of the same server.
    fn adopted(&self, generation: &Generation) -> Option<&Generation> {
        let adopted = self.names.iter().flat_map(ModelNames::generations);
        adopted.into_iter().find(|adopted| adopted.binding() == generation.binding())
    }

    pub(crate) fn say_what_a_model_sees(&self) {
        for (_, tool) in self.names.iter().flat_map(ModelNames::iter) {
            println!("a model sees {}: {}", tool.model_name(), tool.description().unwrap_or_default());
        }
    }

    /// What a call by a model's name goes to. Names are looked up, and never taken apart.
    pub(crate) fn call(&self, model_name: &str) {
        match self.names.as_ref().and_then(|names| names.resolve(model_name)) {
            Some((generation, tool)) => {
                println!("{model_name} is {:?} of {}", tool.raw_name(), generation.binding());
            }
            None => println!("{model_name} is no tool"),
        }
    }

    /// Watches the servers while something happens, until one of them has a new generation.
    pub(crate) async fn watching(
        &self,
        clock: &dyn Clock,
        watch: &Watch,
        event: impl Future<Output = ()>,
    ) -> Result<(), Box<dyn Error>> {
        let [shop, wiki] = self.bindings.as_slice() else { return Err("there are two servers".into()) };
        let mut news = [shop.current.watch(), wiki.current.watch()];
        let [of_shop, of_wiki] = &mut news;
        let happening = async {
            event.await;
            tokio::select! { next = of_shop.changed() => next, next = of_wiki.changed() => next }
        };
        tokio::select! {
            end = shop.watch(clock, watch) => Err(end.into()),
            end = wiki.watch(clock, watch) => Err(end.into()),
            next = happening => {
                let next = next.ok_or("nobody watches any more")?;
                println!("{} has a generation {} by now", next.binding(), next.number());
                Ok(())
            }
        }
    }

    pub(crate) async fn close(self) {
        for binding in self.bindings {
            binding.client.close().await;
        }
    }
}
