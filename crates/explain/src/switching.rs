//! An account by switching: each setting in which the contenders differ is played alone, and left out.

use anyhow::bail;

use crate::account::{Measured, even};
use crate::course::{OfPairing, TermPlayer};
use crate::effects::{Effects, PairingEffects, SettingEffect};
use crate::explanation::PlayedTerm;
use crate::games::{self, LEAST};
use crate::settings::{Differences, KINDS, Setting};

impl OfPairing<'_> {
    /// Plays each differing setting alone and left out; `None` when the user stopped it.
    pub(crate) fn switch(
        &self,
        player: &mut impl TermPlayer,
    ) -> anyhow::Result<Option<PairingEffects>> {
        let differences = Differences::of(&self.pairing);
        let settings = differences.settings.as_slice();
        if let [] | [_] = settings {
            let found = settings.first().map_or("no setting differs".to_owned(), |one| {
                format!("{} alone differs, and its effect is that of the match", one.name)
            });
            bail!("there is nothing to divide: {found}");
        }
        let number = 2 * settings.len() as u32;
        let games = even(f64::from(self.price() / number));
        if games < LEAST {
            bail!(
                "{} games are too few for {number} matches, two for each of {} settings: name --games {} or more",
                self.price(),
                settings.len(),
                LEAST * number
            );
        }
        player.say(&format!(
            "{} settings differ: {number} matches of {games} games play each of them alone and left out{}",
            settings.len(),
            self.outlook(games).unwrap_or_default()
        ));
        let matches = differences.matches(&self.pairing, games)?;
        if !self.play(matches, player)? {
            return Ok(None);
        }
        let names = settings.iter().flat_map(|one| KINDS.map(|kind| one.directory(kind)));
        let played: Vec<PlayedTerm> = names.filter_map(|name| self.played(name, 0.5)).collect();
        let effects = self.effects(settings, played.iter().map(|term| term.games).sum());
        Ok(Some(PairingEffects {
            contenders: self.evidence.facts.contenders.each_ref().map(|one| one.name.clone()),
            by_technique: differences.by_technique,
            missing: effects.as_ref().err().cloned(),
            effects: effects.ok(),
            played: [self.of_match()].into_iter().chain(played).collect(),
        }))
    }

    /// How well an effect will be known, by the error of the match.
    fn outlook(&self, games: u32) -> Option<String> {
        let tally = &self.evidence.tally;
        let share = tally.games().games() as f64 / f64::from(2 * games);
        let width = Measured::elo(tally.pairs())?.half_width() * share.sqrt();
        Some(format!("; an effect will be known to within some {width:.0} Elo either way"))
    }

    /// The effects of these settings after this many games, or the match that has no Elo difference.
    fn effects(&self, settings: &[Setting], games: u64) -> Result<Effects, String> {
        let whole = Measured::elo(self.evidence.tally.pairs()).ok_or("the match")?;
        let of_setting = |setting: &Setting| -> Result<SettingEffect, String> {
            let elo = |kind| {
                let name = setting.directory(kind);
                games::elo(&self.journal(&name)).ok_or(name)
            };
            let [alone, left_out] = KINDS.map(elo);
            Ok(SettingEffect::new(setting, alone?, left_out?))
        };
        let settings: Result<Vec<SettingEffect>, String> =
            settings.iter().map(of_setting).collect();
        Ok(Effects::new(whole, settings?, games))
    }
}
