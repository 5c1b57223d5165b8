"""A bot that does anything it may, each word as likely as the next."""

from __future__ import annotations

from pitboss.deal import View
from pitboss.poker.bots.bot import BotChoice, amounts, chance


class RandomLegal:
    """Plays at random within the rules: good for tests, and for tables where nothing should be learnt."""

    def __init__(self, seed: int, fold: bool = True) -> None:
        self.seed = seed
        self.fold = fold  # False: never gives up a hand while it may do anything else, so that showdowns come often

    def choose(self, view: View, seat: int) -> BotChoice:
        luck = chance(self.seed, view, seat)
        options = [option for option in view.legal[seat] if option.allowed]
        if not self.fold and len(options) > 1:
            options = [option for option in options if option.word != "fold"]
        option = options[luck.below(len(options))]
        action = option.actions[luck.below(len(option.actions))]
        if not option.high:
            return BotChoice(action)
        listed = amounts(option)
        return BotChoice(action, listed[luck.below(len(listed))])
