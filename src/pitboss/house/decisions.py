"""Decisions as pure functions of facts: spots asked, wagers that an option places or takes back, cards discarded.

The round, the proofs and the simulation all get their answers here, so that the game that is proved is the game that is
dealt. The proofs and the simulation list options with :func:`open_changes` and apply them with
:meth:`StakeChange.applied`; the round also says why an option is closed, and moves the chips of a
:class:`StakeChange` itself. Other code reads steps and options to check a file, to describe it, or to know which wagers
an option can place or take back at all, never to compute stakes.

``stakes`` are always the wagers a spot has on the layout now, by key; a wager that is not placed has no entry.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Generic, NamedTuple, TypeVar

from pitboss.house.definition import Choice, DealStep, DecideStep, Decision, Definition, DiscardStep

Amount = TypeVar("Amount", int, Fraction)


class Offer(NamedTuple):
    """One option at one multiple: its text without cards, the option, and whether the multiple is the lowest."""

    word: str
    choice: Choice
    times: int
    lowest: bool


@lru_cache(maxsize=1024)
def offers(decision: Decision) -> tuple[Offer, ...]:
    """The options of a decision, one for every multiple."""
    return tuple(
        Offer(
            choice.say.replace("{times}", str(times)).split("{")[0].strip(), choice, times, times == min(choice.times)
        )
        for choice in decision.choices
        for times in choice.times
    )


# Spots that take part ------------------------------------------------------------------------------------------------


def asked(step: DecideStep, stakes: Collection[str], folded: bool = False) -> bool:
    """True if a spot is asked: not folded, with a wager the step requires and none that it excludes."""
    if folded:
        return False
    for key in step.unless_placed:
        if key in stakes:
            return False
    for key in step.if_placed:
        if key in stakes:
            return True
    return not step.if_placed


def dealt_in(step: DealStep, stakes: Collection[str], folded: bool = False) -> bool:
    """True if a spot is dealt cards: not folded, with a wager the step requires."""
    if folded:
        return False
    for key in step.if_placed:
        if key in stakes:
            return True
    return not step.if_placed


# Chips ---------------------------------------------------------------------------------------------------------------


class StakeChange(NamedTuple, Generic[Amount]):
    """The effect of an option on a spot's wagers: those it places, and the one it takes back ("" for none)."""

    placed: Mapping[str, Amount]
    taken: str

    def applied(self, game: Definition, stakes: Mapping[str, Amount]) -> tuple[tuple[str, Amount], ...]:
        """The stakes after it, in the order of the file."""
        after = {**stakes, **self.placed}
        after.pop(self.taken, None)
        return tuple((key, after[key]) for key in game.wagers if key in after)


def change(game: Definition, stakes: Mapping[str, Amount], offer: Offer) -> StakeChange[Amount]:
    """Return the wagers that an option places and takes back.

    A wager is placed as a multiple of its base, and not at all if the base is not placed (T5-6).
    """
    choice, placed = offer.choice, {}
    for key, multiples in choice.place.items():
        base = stakes.get(game.wagers[key].of)
        if base:
            placed[key] = base * (offer.times if len(multiples) > 1 else multiples[0])
    return StakeChange(placed, choice.take if choice.take in stakes else "")


def closed(offer: Offer, change: StakeChange[Amount]) -> str:
    """The reason why these stakes rule out an option; "" if it is open.

    A wager that is not placed cannot be taken back. Without a base to multiply, only the lowest multiple is open.
    """
    if offer.choice.take and not change.taken:
        return f"there is no {offer.choice.take} wager to take back"
    if offer.choice.place and not change.placed and not offer.lowest:
        return "there is no wager to multiply"
    return ""


def open_changes(
    game: Definition, step: DecideStep, stakes: Mapping[str, Amount]
) -> Iterator[tuple[Offer, StakeChange[Amount]]]:
    """Every option that these stakes leave open, with its effect on them, in the file's order.

    :func:`asked` tells whether the spot is asked at all. Options that ``need`` a good hand are included, since that
    depends on the cards.
    """
    for offer in offers(game.decisions[step.decision]):
        does = change(game, stakes, offer)
        if not closed(offer, does):
            yield offer, does


# Cards ---------------------------------------------------------------------------------------------------------------


def holds(hold: Collection[int], cards: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every way to hold one of these numbers of cards, most first: the cards kept and discarded, in the order dealt.

    An empty ``hold`` leaves the cards alone.
    """
    if not hold:
        yield cards, ()
        return
    for count in sorted(hold, reverse=True):
        for held in combinations(cards, count):
            yield held, tuple(card for card in cards if card not in held)


def discarded(step: DiscardStep, face_up: Iterable[int]) -> list[int]:
    """The face-up cards that a discard removes; the joker is above every rank (S4-4, S4-11)."""
    least = step.up_at_least << 2
    return [card for card in face_up if card >= least]
