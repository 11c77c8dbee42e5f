//! Suggests the name that was probably meant.

/// `, did you mean X?` if a known name is near the unknown one, or begins with it.
#[must_use]
pub fn did_you_mean<'a>(unknown: &str, known: impl Iterator<Item = &'a str>) -> String {
    let nearest = nearest(unknown, known);
    nearest.map_or(String::new(), |name| format!(", did you mean `{name}`?"))
}

/// The known name that is nearest to the unknown one, or begins with it; `None` if all are far.
#[must_use]
pub fn nearest<'a>(unknown: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let unknown = unknown.to_lowercase();
    let length = unknown.chars().count();
    let near = |name: &str| 1 + name.len() / 4;
    let is_begun = |name: &str| length >= 3 && name.starts_with(&unknown);
    known
        // The distance is at least the difference of the lengths, which is cheaper to compute.
        .filter(|name| is_begun(name) || length.abs_diff(name.chars().count()) <= near(name))
        .map(|name| match is_begun(name) {
            true => (0, name),
            false => (strsim::damerau_levenshtein(&unknown, name), name),
        })
        .filter(|(distance, name)| *distance <= near(name))
        .min()
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested() {
        let presets = ["none", "null-move", "multi-cut"];
        assert_eq!(did_you_mean("nullmove", presets.into_iter()), ", did you mean `null-move`?");
        assert_eq!(did_you_mean("Multi-Cut", presets.into_iter()), ", did you mean `multi-cut`?");
        assert_eq!(did_you_mean("null", presets.into_iter()), ", did you mean `null-move`?");
        assert_eq!(nearest("rnu", ["run", "queue"].into_iter()), Some("run"));
        assert_eq!(did_you_mean("nu", presets.into_iter()), "");
        assert_eq!(did_you_mean("razoring", presets.into_iter()), "");
    }

    #[test]
    fn a_name_of_megabytes_costs_neither_time_nor_memory() {
        let begun = std::time::Instant::now();
        assert_eq!(did_you_mean(&"x".repeat(20_000_000), ["null-move"; 10].into_iter()), "");
        assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
    }
}
