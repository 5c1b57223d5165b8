"""The printed layout of a house game: places, pay tables and the sentence that decides most."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.deal.table_layout import HandOrder, HouseLayout, PrintedLine, PrintedWager, Qualifier
from pitboss.house import definition as script
from pitboss.house.definition import DEFAULT_LIMIT, PLAYER, Definition, JudgedHand, Limit, PayTable, Wager
from pitboss.house.pay_words import PLURALS, RANKS, paid_hands, pays_wins_by_table, shown_outcomes, table_words
from pitboss.money import odds_text
from pitboss.ranking.definition import read_line

USUAL = 5
"""The order of hands of this many cards is common knowledge and not printed."""
BOTH = 2
SHORT = 4
"""A table of at most this many lines needs no heading."""
LISTED = 6
"""The most lines of the order of hands that fit on the cloth."""
LONGEST = 42
"""The most letters that fit on the arc of the cloth."""


def printed(game: Definition, posted: Mapping[str, Limit]) -> HouseLayout:
    """The layout of a game; a page draws any game from it."""
    dealt = {
        pile: sum(s.cards for s in game.script if isinstance(s, script.DealStep) and s.pile == pile)
        for pile in game.piles
    }
    qualifying = next((hand for hand in game.hands.values() if hand.qualifies_line), None)
    qualifier = _needed(qualifying) if qualifying is not None else None
    wager_rules = {rule for wager in game.wagers.values() for rule in wager.rules.values()}
    return HouseLayout(
        id=game.id,
        name=game.name,
        version=game.version,
        unit=game.unit,
        seats=game.spots.usual,
        spots=game.spots.usual,
        several=True,
        law=_law(game, qualifying, qualifier),
        qualifies=qualifier.words if qualifier is not None else "",
        qualifier=qualifier,
        order=_order(game),
        player=dealt.get(PLAYER, 0),
        dealer=dealt.get("dealer", 0),
        board=sum(cards for pile, cards in dealt.items() if pile not in (PLAYER, "dealer")),
        piles=dealt,
        peels=any(isinstance(step, script.DiscardStep) for step in game.script),
        quiet=any(isinstance(step, script.DecideStep) and step.quiet for step in game.script),
        limit=max((posted.get(wager.key, DEFAULT_LIMIT).maximum for wager in game.initial), default=0),
        cites=tuple(sorted(({step.rule for step in game.script} | wager_rules) - {""})),
        wagers=tuple(_wager(game, wager, posted.get(wager.key, DEFAULT_LIMIT)) for wager in game.wagers.values()),
    )


def _order(game: Definition) -> HandOrder | None:
    """The hands in order, best first, if they have fewer than five cards and so not the usual order; else None."""
    hand = game.hands.get(PLAYER)
    if hand is None or hand.ranking.cards >= USUAL:
        return None
    listed = [name for name in hand.ranking.categories if name != "high card"]
    return HandOrder(hand.ranking.cards, tuple(listed[:LISTED]))


def _law(game: Definition, qualifying: JudgedHand | None, qualifier: Qualifier | None) -> str:
    """The sentence on the arc: what the dealer needs, or that held cards must play; else the game's name."""
    if qualifying is not None and qualifier is not None:
        line = f"{qualifying.name} qualifies with {qualifier.words}".capitalize()
        return line if len(line) <= LONGEST else game.name
    against = next((wager.against for wager in game.wagers.values() if wager.against), "")
    if against:
        return f"{against} always qualifies".capitalize()
    if any(hand.own and hand.must.get(PLAYER) == -1 for hand in game.hands.values()):
        return "All hold cards must play"
    return game.name


def _needed(hand: JudgedHand) -> Qualifier:
    """The least hand that qualifies."""
    place, ranks = read_line(hand.ranking.definition, hand.qualifies_line)
    category = list(reversed(hand.ranking.categories))[place]
    return Qualifier(category, ranks, _needed_words(category, ranks, hand.qualifies_line))


def _needed_words(category: str, ranks: tuple[int, ...], line: str) -> str:
    if not ranks:
        return f"a {category} or better"
    if category == "pair":
        return f"a pair of {PLURALS[ranks[0]]}"
    names = "-".join(RANKS[rank] for rank in ranks)
    if category == "high card":
        return names if len(ranks) > 1 else f"{'an' if names[0] in 'ae' else 'a'} {names} high"
    return f"{line} or better"


def _wager(game: Definition, wager: Wager, limit: Limit) -> PrintedWager:
    table = wager.table or wager.bonus
    hand = game.hands[wager.hand]
    lines = _lines(game, wager, table) if table is not None else ()
    title, heading = _titles(game, wager, table, lines) if table is not None else ("", "")
    return PrintedWager(
        key=wager.key,
        initial=wager.initial,
        of=wager.of,
        equals=wager.equals,
        against=wager.against,
        low=limit.minimum or limit.step or 1,
        high=limit.maximum,
        step=limit.step or 1,
        sheet=wager.sheet_key if wager.sheet_key != wager.key else "",
        fixed=hand.at == "deal" or not hand.own,
        common=not hand.own,
        times=_times(game, wager) if wager.of else (),
        outcomes=shown_outcomes(wager) if wager.against else {},
        lines=lines,
        title=title,
        heading=heading,
        sure=table is not None and is_sure(game, wager),
        rule=wager.rules.get("shown", "") if table is not None else "",
    )


def _times(game: Definition, wager: Wager) -> tuple[int, ...]:
    """The multiples of its base that a decision may place on a wager."""
    choices = [choice for decision in game.decisions.values() for choice in decision.choices]
    return tuple(sorted({times for choice in choices for times in choice.place.get(wager.key, ())}))


def _titles(game: Definition, wager: Wager, table: PayTable, lines: tuple[PrintedLine, ...]) -> tuple[str, str]:
    """The texts next to the place and over the pay table, where the definition says more than the wager's key.

    A wager named after its lowest line ("tens", paid from a pair of tens) gets the words of that line. Where the same
    cards are paid as dealt and again at the end, both titles give the number of cards.
    """
    hands = [game.hands[each.hand] for each in game.wagers.values() if each.table and not each.against]
    own = [each for each in hands if each.own]
    hand = game.hands[wager.hand]
    if hand in own and len(own) == BOTH and len({each.ranking.cards for each in own}) < len({each.at for each in own}):
        return f"{wager.key} {hand.ranking.cards}", f"{wager.key} {hand.ranking.cards} cards"
    if not hand.own and len(lines) > SHORT and not wager.key.endswith("bonus"):
        return "", f"{wager.key} bonus"
    if table is wager.bonus:
        return "", f"{wager.key} bonus"
    if pays_wins_by_table(wager):
        return "", f"winning {wager.key}"
    last = lines[-1]
    named = last.kind == "ranks" and wager.key == PLURALS[last.ranks[0]]
    return last.words if named else "", ""


def is_sure(game: Definition, wager: Wager) -> bool:
    """True if the wager is won or lost as soon as its cards are seen: no fold and no decision changes them."""
    hand = game.hands[wager.hand]
    keeps = all(not choice.hold for decision in game.decisions.values() for choice in decision.choices)
    return not wager.against and wager.stands and (keeps or not hand.own)


def _lines(game: Definition, wager: Wager, table: PayTable) -> tuple[PrintedLine, ...]:
    hand = game.hands[wager.hand]
    words = table_words(wager, hand, table)
    return tuple(
        PrintedLine(
            line=line.hand,
            words=text,
            pays=odds_text(line.odds) if line.odds else "push",
            odds=str(line.odds),
            **paid._asdict(),
        )
        for line, text, paid in zip(table.lines, words, paid_hands(hand, table), strict=True)
    )
