"""What is printed on the layout of a house game: places, pay tables and the sentence that decides most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.house.definition import (
    DEFAULT_LIMIT,
    PLAYER,
    DealStep,
    DecideStep,
    Definition,
    DiscardStep,
    JudgedHand,
    Limit,
    PayTable,
    Wager,
)
from pitboss.house.pay_words import PLURALS, RANKS, pays_wins_by_table, shown_outcomes, table_words
from pitboss.money import odds_text
from pitboss.ranking.lines import read_line

USUAL = 5
"""Hands of five cards rank as everybody knows."""
BOTH = 2
SHORT = 4
"""A table of so few lines needs no heading of its own."""
LISTED = 6
"""The most lines of the order of hands that fit on the cloth."""
LONGEST = 42
"""The most letters that fit on the arc of the cloth."""


def printed(game: Definition, posted: Mapping[str, Limit]) -> dict[str, Any]:
    """The layout as plain data; a page draws any game from it."""
    dealt = {
        pile: sum(s.cards for s in game.script if isinstance(s, DealStep) and s.pile == pile) for pile in game.piles
    }
    return {
        "kind": "house",
        "id": game.id,
        "name": game.name,
        "version": game.version,
        "unit": game.unit,
        "seats": game.spots.usual,
        "spots": game.spots.usual,
        "several": True,
        "law": _law(game),
        "qualifies": _qualifies(game),
        "order": _order(game),
        "player": dealt.get(PLAYER, 0),
        "dealer": dealt.get("dealer", 0),
        "board": sum(cards for pile, cards in dealt.items() if pile not in (PLAYER, "dealer")),
        "piles": dealt,
        "peels": any(isinstance(step, DiscardStep) for step in game.script),
        "quiet": any(isinstance(step, DecideStep) and step.quiet for step in game.script),
        "limit": max((posted.get(wager.key, DEFAULT_LIMIT).maximum for wager in game.initial), default=0),
        "rules": sorted({rule for step in game.script if (rule := step.rule)} | _wager_rules(game)),
        "wagers": [_wager(game, wager, posted.get(wager.key, DEFAULT_LIMIT)) for wager in game.wagers.values()],
    }


def _qualifies(game: Definition) -> str:
    """The least hand the dealer plays with, in words; empty if any will do."""
    return next((_needed(hand) for hand in game.hands.values() if hand.qualifies_line), "")


def _order(game: Definition) -> dict[str, Any]:
    """The hands in their order, best first, where fewer than five cards make them and the usual order does not hold."""
    hand = game.hands.get(PLAYER)
    if hand is None or hand.ranking.cards >= USUAL:
        return {}
    listed = [name for name in hand.ranking.categories if name != "high card"]
    return {"cards": hand.ranking.cards, "hands": listed[:LISTED]}


def _wager_rules(game: Definition) -> set[str]:
    return {rule for wager in game.wagers.values() for rule in wager.rules.values() if rule}


def _law(game: Definition) -> str:
    """The sentence on the arc: what the dealer needs, or that held cards must play; else the game's name."""
    for hand in game.hands.values():
        if hand.qualifies_line:
            line = f"{hand.name} qualifies with {_needed(hand)}".capitalize()
            return line if len(line) <= LONGEST else game.name
    against = next((wager.against for wager in game.wagers.values() if wager.against), "")
    if against:
        return f"{against} always qualifies".capitalize()
    if any(hand.own and hand.must.get(PLAYER) == -1 for hand in game.hands.values()):
        return "All hold cards must play"
    return game.name


def _needed(hand: JudgedHand) -> str:
    """The least hand that qualifies, in words."""
    place, ranks = read_line(hand.ranking.definition, hand.qualifies_line)
    category = list(reversed(hand.ranking.categories))[place]
    if not ranks:
        return f"a {category} or better"
    if category == "pair":
        return f"a pair of {PLURALS[ranks[0]]}"
    names = "-".join(RANKS[rank] for rank in ranks)
    if category == "high card":
        return names if len(ranks) > 1 else f"{'an' if names[0] in 'ae' else 'a'} {names} high"
    return f"{hand.qualifies_line} or better"


def _wager(game: Definition, wager: Wager, limit: Limit) -> dict[str, Any]:
    values = {key: getattr(wager, key) for key in ("initial", "of", "equals", "against")}
    table = wager.table or wager.bonus
    data: dict[str, Any] = {"key": wager.key, **{key: value for key, value in values.items() if value}}
    data |= {"low": limit.minimum or limit.step or 1, "high": limit.maximum, "step": limit.step or 1}
    if wager.sheet_key != wager.key:
        data["sheet"] = wager.sheet_key
    hand = game.hands[wager.hand]
    if hand.at == "deal" or not hand.own:
        data["fixed"] = True  # no decision changes its cards
    if not hand.own:
        data["common"] = True  # on cards that are everybody's
    if wager.of:
        data["times"] = _times(game, wager)
    if wager.against:
        data["outcomes"] = shown_outcomes(wager)
    if table is not None:
        data["lines"] = _lines(game, wager, table)
        data |= _titles(game, wager, table, data["lines"])
        data["sure"] = _sure(game, wager)
        data["rule"] = wager.rules.get("shown", "")
    return data


def _times(game: Definition, wager: Wager) -> list[int]:
    """The multiples of its base that a decision may place on a wager."""
    choices = [choice for decision in game.decisions.values() for choice in decision.choices]
    return sorted({times for choice in choices for times in choice.place.get(wager.key, ())})


def _titles(game: Definition, wager: Wager, table: PayTable, lines: list[dict[str, str]]) -> dict[str, str]:
    """What stands beside the place and over the pay table, where the definition says more than the wager's key.

    A wager named after its lowest line ("tens", paid from a pair of tens) wears the words of that line. Where the same
    cards are paid as dealt and again at the end, both say how many there are.
    """
    hands = [game.hands[each.hand] for each in game.wagers.values() if each.table and not each.against]
    own = [each for each in hands if each.own]
    hand = game.hands[wager.hand]
    if hand in own and len(own) == BOTH and len({each.ranking.cards for each in own}) < len({each.at for each in own}):
        return {"title": f"{wager.key} {hand.ranking.cards}", "heading": f"{wager.key} {hand.ranking.cards} cards"}
    if not hand.own and len(lines) > SHORT and not wager.key.endswith("bonus"):
        return {"heading": f"{wager.key} bonus"}
    if table is wager.bonus:
        return {"heading": f"{wager.key} bonus"}
    if pays_wins_by_table(wager):
        return {"heading": f"winning {wager.key}"}
    last = lines[-1]["words"]
    return {"title": last} if last.split(" ")[0] == wager.key and last != wager.key else {}


def _sure(game: Definition, wager: Wager) -> bool:
    """Whether the wager is won or lost as soon as its cards are seen: no fold and no decision changes them."""
    hand = game.hands[wager.hand]
    keeps = all(not choice.hold for decision in game.decisions.values() for choice in decision.choices)
    return not wager.against and wager.stands and (keeps or not hand.own)


def _lines(game: Definition, wager: Wager, table: PayTable) -> list[dict[str, str]]:
    words = table_words(wager, game.hands[wager.hand], table)
    return [
        {"words": text, "pays": odds_text(line.odds) if line.odds else "push"}
        for line, text in zip(table.lines, words, strict=True)
    ]
