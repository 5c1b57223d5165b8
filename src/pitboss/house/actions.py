"""Actions at the table: which options a spot may choose now, and how the text of an action is parsed.

``option`` returns an option's texts and cost or the rule against it; ``match`` parses an action and accepts exactly
what ``option`` lists. Both call :func:`refusal`; :mod:`pitboss.house.decisions` defines what an option does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.cards import TEXT, CardError, parse, show
from pitboss.deal.deal import IllegalAction
from pitboss.deal.view import Option
from pitboss.house.decisions import Offer, StakeChange, change, closed, holds
from pitboss.house.definition import PLAYER, Definition
from pitboss.house.layout import PLAYERS, Layout
from pitboss.money import dollars

CLOSED = Option("wager", why="wagers closed when the dealing started", rule="HB-1")


class Chosen(NamedTuple):
    """A spot's decision: the option and its effect on the wagers, the cards kept and discarded, its exact text."""

    offer: Offer
    does: StakeChange[int]
    held: tuple[int, ...]
    out: tuple[int, ...]
    text: str


def price(game: Definition, stakes: Mapping[str, int], offer: Offer) -> int:
    """The cost of an option in cents."""
    return sum(change(game, stakes, offer).placed.values()) if offer.choice.place else 0


def refusal(layout: Layout, spot: int, offer: Offer, does: StakeChange[int], free: int | None) -> tuple[str, str]:
    """The reason why a spot may not choose an option of the open decision, and the rule; both empty if it may.

    ``does`` is its effect on the wagers, ``free`` are the player's free chips (None: unlimited).
    """
    choice = offer.choice
    if choice.needs and layout.value(layout.game.hands[PLAYER], spot) < choice.needs:
        return f"it needs a {choice.needs_line} or better", choice.rule
    why = closed(offer, does)
    if why:
        return why, choice.rule
    if free is not None and sum(does.placed.values()) > free:
        chips = sum(does.placed.values())
        return f"it costs {dollars(chips)} and the player has {dollars(free)}", "HB-1"
    return "", ""


def action_text(offer: Offer, held: tuple[int, ...], out: tuple[int, ...]) -> str:
    """The exact text of an action."""
    say = offer.choice.say
    if "{" not in say:
        return say
    return " ".join(say.format(times=offer.times, held=show(held), out=show(out)).split())


def option(layout: Layout, spot: int, offer: Offer, free: int | None) -> Option:
    """An option of the open decision, for a spot that may decide now."""
    does = change(layout.game, layout.money.stakes[spot], offer)
    why, rule = refusal(layout, spot, offer, does, free)
    chips = sum(does.placed.values())
    if why:
        return Option(offer.word, cents=chips, why=why, rule=rule, folds=offer.choice.fold)
    cards = tuple(layout.piles.get(PLAYERS[spot], ()))
    texts = tuple(action_text(offer, held, out) for held, out in holds(offer.choice.hold, cards))
    choice = offer.choice
    return Option(offer.word, actions=texts, cents=chips, rule=choice.rule, names=choice.names, folds=choice.fold)


def default_text(layout: Layout, spot: int, offers: Iterable[Offer], named: str, free: int | None) -> str:
    """The action for a spot that does not answer in time.

    It is the option the file has ``named``, a free one that keeps all wagers, a fold, or the cheapest. Ties go to the
    option that keeps the most cards, and it keeps as many as possible.
    """
    cards = len(layout.piles.get(PLAYERS[spot], ()))
    listed = [(offer, option(layout, spot, offer, free)) for offer in offers]
    allowed = [(offer, each) for offer, each in listed if each.allowed]

    def preferred(entry: tuple[Offer, Option]) -> tuple[bool, bool, bool, int, bool, int]:
        choice, cents = entry[0].choice, entry[1].cents
        costs = bool(cents or choice.take or choice.fold)
        kept = max(choice.hold, default=cards)
        return entry[0].word != named, costs, not choice.fold, cents, bool(choice.take), -kept

    return min(allowed, key=preferred)[1].actions[0]


class Spoken:
    """The action texts of a decision: fixed ones, and words that are followed by cards."""

    def __init__(self, decision: tuple[Offer, ...]) -> None:
        varying = [offer for offer in decision if "{held}" in offer.choice.say or "{out}" in offer.choice.say]
        self.plain: dict[str, Offer] = {}
        for offer in decision:
            if offer not in varying:
                self.plain |= {offer.word.lower(): offer, offer.word: offer}
        self.with_cards = sorted(varying, key=lambda offer: -len(offer.word))
        self.by_word = {offer.word: offer for offer in varying if offer.choice.say[len(offer.word) + 1 :] in _CARDS}
        self.options = tuple(dict.fromkeys(offer.word for offer in decision))


_CARDS = ("{held}", "{out}")
_NAMES = {name: card for card, name in enumerate(TEXT)}


def match(layout: Layout, spot: int, action: str, spoken: Spoken, free: int | None) -> Chosen:
    """Parse an action; raise with the reason if there is no such option or it is not allowed."""
    cards = tuple(layout.piles.get(PLAYERS[spot], ()))
    kept: tuple[int, ...] = cards
    out: tuple[int, ...] = ()
    text = action
    offer = spoken.plain.get(action)
    if offer is None:
        parsed = _parse_exactly(action, spoken, cards)
        if parsed is None:
            offer, kept, out = _parse_freely(spot, action, spoken, cards)
            text = action_text(offer, kept, out)
        else:
            offer, kept, out = parsed
    does = change(layout.game, layout.money.stakes[spot], offer)
    why, rule = refusal(layout, spot, offer, does, free)
    if why:
        raise IllegalAction(f"spot {spot} cannot {offer.word}: {why}.", rule=rule)
    return Chosen(offer, does, kept, out, text)


def _parse_exactly(
    action: str, spoken: Spoken, cards: tuple[int, ...]
) -> tuple[Offer, tuple[int, ...], tuple[int, ...]] | None:
    """Parse a word and cards written exactly as ``legal`` lists them; None for anything else."""
    word, _, names = action.partition(" ")
    offer = spoken.by_word.get(word)
    if offer is None or not names:
        return None
    try:
        named = [_NAMES[name] for name in names.split(" ")]
    except KeyError:
        return None
    rest = tuple([card for card in cards if card not in named])
    held = offer.choice.say.endswith("{held}")
    kept, out = (tuple(named), rest) if held else (rest, tuple(named))
    if len(rest) + len(named) != len(cards) or len(kept) not in offer.choice.hold:
        return None
    places = [cards.index(card) for card in named]
    return (offer, kept, out) if places == sorted(places) else None


def _parse_freely(
    spot: int, action: str, spoken: Spoken, cards: tuple[int, ...]
) -> tuple[Offer, tuple[int, ...], tuple[int, ...]]:
    """Parse an action in any case, with any spaces and commas, and with the cards in any order."""
    words = " ".join(action.lower().split())
    if words in spoken.plain:
        return spoken.plain[words], cards, ()
    for offer in spoken.with_cards:
        if not words.startswith(offer.word.lower()):
            continue
        try:
            named = parse(words[len(offer.word) :])
        except CardError as error:
            raise IllegalAction(f"{action!r} cannot be read: {error}") from None
        foreign = [card for card in named if card not in cards]
        if foreign:
            raise IllegalAction(f"spot {spot} does not hold {show(foreign)}; it holds {show(cards)}.")
        kept = tuple(card for card in cards if (card in named) == ("{held}" in offer.choice.say))
        if len(kept) not in offer.choice.hold:
            counts = " or ".join(map(str, offer.choice.hold))
            raise IllegalAction(
                f"{action!r} would keep {len(kept)} of {len(cards)} cards; keep {counts}.", rule=offer.choice.rule
            )
        return offer, kept, tuple(card for card in cards if card not in kept)
    raise IllegalAction(f"{action!r} is not an action of this decision; the actions are {', '.join(spoken.options)}.")
