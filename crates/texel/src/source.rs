//! The source file with the weights.

use std::fmt::Write as _;

use engine::{WeightBlock, weight_blocks};

use crate::model::Pair;

const HEAD: &str = "\
//! Every weight of the evaluation, in centipawns, as (middlegame, endgame).
//!
//! `texel` writes this file; the comments travel with the weights. Half boards run from the owner's
//! first rank to the eighth, files a to d; the other files mirror them. Weights whose names begin
//! with `DANGER` are no worth of their own: see `king_danger`.

use super::blocks::weights;

weights! {
";

/// The file with these weights in it.
pub(crate) fn render(weights: &[Pair]) -> String {
    let mut text = HEAD.to_owned();
    for block in weight_blocks() {
        render_block(&mut text, block, &weights[block.start..block.start + block.length]);
    }
    text.push_str("}\n");
    text
}

fn render_block(text: &mut String, block: &WeightBlock, weights: &[Pair]) {
    for line in block.meaning {
        let _ = writeln!(text, "    ///{line}");
    }
    let _ = writeln!(text, "    {}[{}] = [", block.name, block.length);
    for row in weights.chunks(columns(block)) {
        let pairs: Vec<String> = row.iter().map(|weight| pair(*weight)).collect();
        let _ = writeln!(text, "        {},", pairs.join(", "));
    }
    text.push_str("    ];\n");
}

fn pair(weight: Pair) -> String {
    let [middlegame, endgame] = weight.map(|value| value.round() as i32);
    format!("({middlegame}, {endgame})")
}

/// Half boards are written as boards; the shelter by file.
fn columns(block: &WeightBlock) -> usize {
    match block.length {
        32 => 4,
        length if length % 7 == 0 && length <= 28 => 7,
        _ => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_present_weights_make_the_present_file() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/src/weights/values.rs");
        let present = std::fs::read_to_string(path).unwrap();
        let weights: Vec<Pair> =
            engine::weights().into_iter().map(|pair| pair.map(f64::from)).collect();
        assert_eq!(render(&weights), present);
    }
}
