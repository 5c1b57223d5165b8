"""Helpers for the tests of the house games: decks stacked by hand, and rounds played to their end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pitboss import house
from pitboss.cards import parse
from pitboss.house import Round
from pitboss.house.chips import SettlementLine


class Stacked:
    """A shuffle that puts these cards on top, in this order, and the others below them."""

    def __init__(self, *cards: str) -> None:
        self.top = parse(" ".join(cards))

    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        assert set(self.top) <= set(cards), "a stacked card is not in this deck"
        return (*self.top, *(card for card in cards if card not in self.top))


def deal(name: str, stakes: Mapping[int, Mapping[str, int]], *cards: str, auto: bool = True, **options: Any) -> Round:
    """A round of a game with these cards on top of the deck; ``owners`` and ``bankroll`` go to the deal."""
    at_table = {key: options.pop(key) for key in ("owners", "bankroll") if key in options}
    return house.load(name, **options).deal(stakes, shuffle=Stacked(*cards), auto=auto, **at_table)


def lines(deal: Round, spot: int = 1) -> dict[str, SettlementLine]:
    """The settlement lines of a spot by wager; a bonus on the ante is ``ante bonus``."""
    return {
        f"{line.wager} bonus" if line.outcome == "bonus" else line.wager: line
        for line in deal.lines
        if line.spot == spot
    }


def results(deal: Round, spot: int = 1) -> dict[str, str]:
    """The results of a spot in short: ``win 3 to 1``, ``push``, ``lose``."""
    return {
        key: f"win {line.odds.numerator} to {line.odds.denominator}" if line.result == "win" else line.result
        for key, line in lines(deal, spot).items()
    }


def verbs(deal: Round, *leave_out: str) -> list[str]:
    """The dealer's and the players' acts in order, with the spot they concern."""
    return [
        f"{event.verb} {event.seat}" if event.seat else event.verb
        for event in deal.events
        if event.verb not in leave_out
    ]


def actions(deal: Round, spot: int) -> list[str]:
    """Everything a spot may do now."""
    return [text for option in deal.legal(spot) if option.allowed for text in option.actions]


def play(deal: Round, choices: Iterable[int]) -> Round:
    """Play to the end; each number picks one of all possible actions, and the first is taken once numbers run out."""
    numbers = iter(choices)
    while not deal.done:
        if deal.actors:
            spot = deal.actors[next(numbers, 0) % len(deal.actors)]
            texts = actions(deal, spot)
            deal.act(spot, texts[next(numbers, 0) % len(texts)])
        else:
            deal.step()
    return deal
