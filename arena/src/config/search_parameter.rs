//! Parameters of the search by name.

use engine::{Parameter, Technique};
use uci_client::did_you_mean;

/// The technique of this name and its numeric parameter of that name.
///
/// # Errors
/// A sentence that lists the existing ones.
pub fn numeric_parameter(
    technique: &str,
    parameter: &str,
) -> Result<(Technique, &'static Parameter), String> {
    let techniques = || Technique::ALL.iter().map(|technique| technique.name());
    let found = Technique::ALL.iter().find(|known| known.name() == technique);
    let &known = found.ok_or_else(|| {
        let nearest = did_you_mean(technique, techniques());
        let list = techniques().collect::<Vec<_>>().join(", ");
        format!("there is no technique `{technique}`{nearest}; there are {list}")
    })?;
    let names = || known.parameters().iter().map(|parameter| parameter.name);
    let found = known.parameters().iter().find(|known| known.name == parameter);
    let found = found.ok_or_else(|| {
        let nearest = did_you_mean(parameter, names());
        let list = names().collect::<Vec<_>>().join(", ");
        format!("{technique} has no `{parameter}`{nearest}; it has {list}")
    })?;
    match found.range {
        Some(_) => Ok((known, found)),
        None => Err(format!("{parameter} is not a number")),
    }
}
