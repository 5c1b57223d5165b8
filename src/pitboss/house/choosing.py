"""Decisions: what a spot may choose now, and what a text it says means.

``options`` lists every action of the game for a spot with its cost or the rule against it; ``match`` reads one action
and accepts exactly what ``options`` lists. Both ask the same ``refusal``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from pitboss.cards import CardError, parse, show
from pitboss.deal.interface import IllegalAction
from pitboss.deal.legal import Option
from pitboss.house import hands
from pitboss.house.definition import PLAYER, Choice, Decision, Definition
from pitboss.house.table import PLAYERS, Table
from pitboss.money import dollars

CLOSED = Option("wager", why="wagers closed when the dealing started", rule="HB-1")


class Chosen(NamedTuple):
    """A decision as taken: its word, the option, the multiple, the cards kept and put out, and its exact text."""

    word: str
    choice: Choice
    times: int
    held: tuple[int, ...]
    out: tuple[int, ...]
    text: str


class Offer(NamedTuple):
    """One option at one multiple: what is said (without the cards), the option, and whether it is the lowest."""

    word: str
    choice: Choice
    times: int
    lowest: bool


def offers(decision: Decision) -> tuple[Offer, ...]:
    """The options of a decision, every multiple on its own."""
    return tuple(
        Offer(_word(choice, times), choice, times, times == min(choice.times))
        for choice in decision.choices
        for times in choice.times
    )


def _word(choice: Choice, times: int) -> str:
    return choice.say.replace("{times}", str(times)).split("{")[0].strip()


def cost(table: Table, spot: int, choice: Choice, times: int) -> int:
    """The chips an option asks for: multiples of wagers that are placed; nothing of those that are not (T5-6)."""
    return price(table.game, table.stakes[spot], choice, times) if choice.place else 0


def price(game: Definition, stakes: Mapping[str, int], choice: Choice, times: int) -> int:
    """The same for wagers that are not on the layout yet."""
    return sum((times if len(m) > 1 else m[0]) * stakes.get(game.wagers[key].of, 0) for key, m in choice.place.items())


def refusal(table: Table, spot: int, offer: Offer, free: int | None) -> tuple[str, str]:
    """Why an option of the open decision is not this spot's to choose, and the rule; empty if it is.

    ``free`` are the player's chips (None: no bound).
    """
    choice = offer.choice
    if choice.needs and _judged(table, spot) < choice.needs:
        return f"it needs a {choice.needs_line} or better", choice.rule
    if choice.take and choice.take not in table.stakes[spot]:
        return f"there is no {choice.take} wager to take back", choice.rule
    if choice.place and not (offer.lowest and free is None):
        chips = cost(table, spot, choice, offer.times)
        if not chips and not offer.lowest:
            return "there is no wager to multiply", choice.rule
        if free is not None and chips > free:
            return f"it costs {dollars(chips)} and the player has {dollars(free)}", "HB-1"
    return "", ""


def _judged(table: Table, spot: int) -> int:
    """The hand ``player`` on the cards its player sees."""
    hand = table.game.hands[PLAYER]
    return hands.judge(hand)(table.lying(hand), PLAYERS[spot])


def choices_of(choice: Choice, cards: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every way to hold cards under an option: those kept and those put out, in the order they were dealt."""
    if not choice.hold:
        yield cards, ()
        return
    for count in sorted(choice.hold, reverse=True):
        for held in combinations(cards, count):
            yield held, tuple(card for card in cards if card not in held)


def said(offer: Offer, held: tuple[int, ...], out: tuple[int, ...]) -> str:
    """The exact text of an action."""
    say = offer.choice.say
    if "{" not in say:
        return say
    return " ".join(say.format(times=offer.times, held=show(held), out=show(out)).split())


def option(table: Table, spot: int, offer: Offer, free: int | None) -> Option:
    """An option of the open decision for a spot that may decide now."""
    why, rule = refusal(table, spot, offer, free)
    chips = cost(table, spot, offer.choice, offer.times)
    if why:
        return Option(offer.word, cents=chips, why=why, rule=rule)
    cards = tuple(table.piles.get(PLAYERS[spot], ()))
    texts = tuple(said(offer, held, out) for held, out in choices_of(offer.choice, cards))
    return Option(offer.word, actions=texts, cents=chips, rule=offer.choice.rule)


def match(
    table: Table,
    spot: int,
    action: str,
    plain: Mapping[str, Offer],
    decision: tuple[Offer, ...],
    free: int | None,
) -> Chosen:
    """The option an action names; raises with the reason if there is none or it is not allowed.

    ``plain`` are the offers whose text never varies, by that text.
    """
    cards = tuple(table.piles.get(PLAYERS[spot], ()))
    offer = plain.get(action)
    kept: tuple[int, ...] = cards
    out: tuple[int, ...] = ()
    if offer is None:
        spoken = " ".join(action.lower().split())
        offer = plain.get(spoken)
        if offer is None:
            offer, kept, out = _with_cards(spot, action, spoken, decision, cards)
    why, rule = refusal(table, spot, offer, free)
    if why:
        raise IllegalAction(f"spot {spot} cannot {offer.word}: {why} ({rule}).")
    return Chosen(offer.word, offer.choice, offer.times, kept, out, said(offer, kept, out))


def _with_cards(
    spot: int, action: str, spoken: str, decision: tuple[Offer, ...], cards: tuple[int, ...]
) -> tuple[Offer, tuple[int, ...], tuple[int, ...]]:
    """An action whose text varies: ``bet 3x``, ``swap 2c``, ``hold As Ks``."""
    for offer in sorted(decision, key=lambda each: -len(each.word)):
        say = offer.choice.say
        if "{" not in say or not spoken.startswith(offer.word):
            continue
        if "{held}" not in say and "{out}" not in say:
            if spoken == said(offer, (), ()).lower():
                return offer, cards, ()
            continue
        try:
            named = parse(spoken[len(offer.word) :])
        except CardError as error:
            raise IllegalAction(f"{action!r} cannot be read: {error}") from None
        strange = [card for card in named if card not in cards]
        if strange:
            raise IllegalAction(f"spot {spot} does not hold {show(strange)}; it holds {show(cards)}.")
        kept = tuple(card for card in cards if (card in named) == ("{held}" in say))
        if len(kept) not in offer.choice.hold:
            counts = " or ".join(map(str, offer.choice.hold))
            raise IllegalAction(
                f"{action!r} would keep {len(kept)} of {len(cards)} cards; keep {counts} ({offer.choice.rule})."
            )
        return offer, kept, tuple(card for card in cards if card not in kept)
    words = ", ".join(dict.fromkeys(offer.word for offer in decision))
    raise IllegalAction(f"{action!r} is not an action of this decision; the actions are {words}.")
