"""A bot that picks any legal action, each as likely as any other."""

from __future__ import annotations

from pitboss.deal import View
from pitboss.poker.bots.bot import BotChoice, amounts, rng_for


class RandomLegal:
    """Plays legal actions at random; useful in tests."""

    def __init__(self, seed: int, fold: bool = True) -> None:
        self.seed = seed
        self.fold = fold  # False: fold only if nothing else is legal, so showdowns are frequent

    def choose(self, view: View, seat: int) -> BotChoice:
        rng = rng_for(self.seed, view, seat)
        options = [option for option in view.legal[seat] if option.allowed]
        if not self.fold and len(options) > 1:
            options = [option for option in options if option.word != "fold"]
        option = options[rng.below(len(options))]
        action = option.actions[rng.below(len(option.actions))]
        if not option.high:
            return BotChoice(action)
        choices = amounts(option)
        return BotChoice(action, choices[rng.below(len(choices))])
