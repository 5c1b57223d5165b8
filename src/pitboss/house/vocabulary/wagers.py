"""Read hands, wagers and pay tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any, Literal, cast

from pitboss import money
from pitboss.cards import FULL, Deck
from pitboss.datafile import Section
from pitboss.errors import PitbossError
from pitboss.house.definition import LOSE, PLAYER, PUSH, STANDS, TABLE, JudgedHand, Outcome, PayLine, PayTable, Wager
from pitboss.house.vocabulary.terms import attempt, check_names
from pitboss.ranking import Ranking, ranking

MOST_TABLES = 40
MOST_LINES = 100
MOST_ODDS = 1_000_000
MOST_PARTS = 10_000
"""The largest common denominator of all odds of a wager; payments are counted in such parts of a stake."""

SHOWDOWN_OUTCOMES = ("unqualified", "win", "tie", "lose")

WHOLE_HAND = -1
"""``must = { player = "all" }``: every card of the pile plays."""


def read_ranking(
    section: Section, key: str, fallback: Ranking | None, deck: Deck | None, needed: bool = False
) -> Ranking | None:
    """A ranking by name or definition, for the deck of this game; the default is ``fallback``."""
    spec = section.raw(key)
    if spec is None:
        if needed:
            section.problem(None, f'"{key}" is missing; name one, such as {key} = "standard".')
        return fallback
    return attempt(section, key, lambda: ranking(spec, deck), fallback)


def threshold(section: Section, key: str, line: str, judged: Ranking | None) -> int:
    """The lowest value of a pay line; an unknown line is a mistake."""
    if judged is None or not line:
        return 0
    return attempt(section, key, lambda: judged.threshold(line), 0)


def read_hand(
    name: str, section: Section, piles: Sequence[str] | None, default: Ranking | None, deck: Deck | None, rule: str
) -> JudgedHand | None:
    """A hand; None without a ranking to judge it by. ``piles`` is None if the script could not be read."""
    of = section.texts("of")
    for pile in of if piles is not None else ():
        if pile not in (piles or ()):
            known = ", ".join(piles or ()) or "none"
            section.problem("of", f'no card is dealt to "{pile}"; the piles of the script are {known}.')
    if not of and not section.raw("of"):
        section.problem(None, f'"of" is missing; name the piles the hand is made of, such as of = ["{PLAYER}"].')
    judged = read_ranking(section, "ranking", default, deck)
    line = section.text("qualifies", "")
    least = threshold(section, "qualifies", line, judged)
    must = _must(section, of)
    at = section.text("at", "")
    if must and at:
        section.problem("must", "cards that must play are those held in the end; leave at out.")
    section.done()
    return JudgedHand(name, of, judged, must, at, least, line, rule) if judged is not None else None


def _must(section: Section, of: Sequence[str]) -> dict[str, int]:
    table = section.table("must")
    must = {}
    for pile in table.data:
        count = table.raw(pile)
        if pile not in of:
            table.problem(pile, f'"{pile}" is not a pile of this hand; it is made of {", ".join(of)}.')
        if count == "all":
            must[pile] = WHOLE_HAND
        elif isinstance(count, int) and not isinstance(count, bool) and count > 0:
            must[pile] = count
        else:
            table.problem(pile, f'{count!r} is not a number of cards; write "all" or a number such as 2.')
    return must


class OddsError(money.MoneyError):
    """Valid odds that are higher or finer than any table pays."""


def _odds(given: Any) -> Fraction:
    value = money.odds(given)
    if value > MOST_ODDS or value.denominator > MOST_PARTS:
        raise OddsError(f"odds of {given} are beyond any table; write at most {MOST_ODDS} to 1, in parts of 10,000.")
    return value


def _check_parts(section: Section, wager: Wager) -> None:
    """Check that the odds of one wager share a small denominator, so that payments can be counted."""
    odds = [part for outcome in wager.outcomes.values() for part in outcome if isinstance(part, Fraction)]
    tables = [*wager.tables.values(), *([wager.bonus] if wager.bonus else ())]
    odds += [line.odds for table in tables for line in table.lines]
    if lcm(*(value.denominator for value in odds)) > MOST_PARTS:
        section.problem(None, f"its odds have no common denominator up to {MOST_PARTS:,}; write rounder odds.")


def read_outcome(section: Section, key: str, words: Sequence[str]) -> Outcome:
    """An outcome, or several tried in order."""
    value = section.raw(key)
    listed = value if isinstance(value, list) else [value]
    outcome: list[Any] = []
    for index, one in enumerate(listed):
        if outcome and outcome[-1] != TABLE:
            section.problem(key, f"nothing after {listed[index - 1]!r} is ever reached; leave it out.")
        if isinstance(one, str) and one in words:
            outcome.append(one)
            continue
        try:
            outcome.append(_odds(one))
        except OddsError as error:
            section.problem(key, str(error))
        except PitbossError:
            known = ", ".join(f'"{word}"' for word in words)
            said = f"{one!r} is not an outcome"
            if one == STANDS:  # a valid word in the wrong place
                said = '"stands" is only for the fold of a wager without against'
            section.problem(key, f'{said}; write {known} or odds such as "1 to 1".')
    if not listed:
        section.problem(key, 'no outcome is given; write one such as "push".')
    return tuple(outcome)


def read_table(name: str, around: Section, judged: Ranking | None, key: str) -> PayTable:
    """A pay table with its lines sorted, best first."""
    section, written = around.table(key), isinstance(around.raw(key), dict)
    lines: list[PayLine] = []
    if len(section.data) > MOST_LINES:
        section.problem(None, f"the table has {len(section.data)} lines; write {MOST_LINES} or fewer.")
        return PayTable(name, ())
    for hand in section.data:
        least = threshold(section, hand, hand, judged)
        odds = attempt(section, hand, partial(_odds, section.raw(hand)), Fraction(0))
        # on a small deck several lines may be out of reach; on a full one such a line is a mistake
        if judged is not None and least and len(judged.deck) >= len(FULL):
            same = [line.hand for line in lines if line.least == least]
            if same:
                section.problem(hand, f'it begins with the same hand as "{same[0]}"; keep one of the two lines.')
            elif least > judged.top:
                section.problem(hand, "no hand of this deck reaches it; drop the line or change the deck.")
        lines.append(PayLine(hand, least, odds))
    if not lines and written:
        section.problem(None, 'the table has no line; write hands and odds, such as { "flush" = 4 }.')
    return PayTable(name, tuple(sorted(lines, key=lambda line: -line.least)))


def read_tables(section: Section, judged: Ranking | None) -> tuple[dict[str, PayTable], str]:
    """The pay tables of a wager by name ("" where there is just one), and the wager whose tables it shares."""
    if isinstance(section.raw("table"), str):
        return {}, section.text("table")
    if "table" in section and "tables" in section:
        section.problem("tables", "table and tables exclude each other; keep one of them.")
    if "table" in section:
        return {"": read_table("", section, judged, "table")}, ""
    written = section.table("tables")
    check_names(written, "pay table", MOST_TABLES)
    tables = {name: read_table(name, written, judged, name) for name in written.data}
    listed = dict.fromkeys(line.hand for table in tables.values() for line in table.lines)
    for name, table in tables.items():
        own = {line.hand for line in table.lines}
        for hand in (hand for hand in listed if hand not in own):
            sentence = f'the line "{hand}" is missing, other tables of this wager have it; write "{hand}" = odds.'
            written.problem(name, sentence)
    return tables, ""


def read_wager(
    key: str, section: Section, hands: Mapping[str, JudgedHand], named: Sequence[str], rules: Mapping[str, str]
) -> Wager:
    """A wager, before tables are shared and before it is checked against the script.

    ``named`` are the hands in the file, ``hands`` those that could be read.
    """
    for word in ("rule", "bonus", "fold"):
        section.raw(word)
    initial = section.choice("initial", ("required", "alone", "beside"), "")
    of, equals = section.text("of", ""), section.text("equals", "")
    if bool(initial) == bool(of):
        why = "a wager is placed either before the deal or by a decision"
        section.problem(None, f'{why}; write initial = "required" or of = the wager it is a multiple of, not both.')
    if equals and not initial:
        section.problem("equals", "only a wager placed before the deal equals another; use of.")
    hand, against = section.text("hand", PLAYER), section.text("against", "")
    for word, name in (("hand", hand), ("against", against)):
        if name and named and name not in named:
            problem = f'there is no hand "{name}"; the hands are {", ".join(named)}.'
            section.problem(word if word in section else None, problem)
    judged = hands[hand].ranking if hand in hands else None
    if against in hands and judged is not None and hands[against].ranking.key != judged.key:
        section.problem("against", f'"{hand}" and "{against}" are judged by different rankings and cannot be compared.')
    tables, shares = read_tables(section, judged)
    outcomes = _outcomes(section, against, hands)
    bonus = read_table("", section, judged, "bonus") if "bonus" in section else None
    section.done()
    wager = Wager(
        key=key,
        hand=hand,
        outcomes=outcomes,
        initial=cast(Literal["", "required", "alone", "beside"], initial),
        of=of,
        equals=equals,
        against=against,
        table=next(iter(tables.values()), None),
        tables=tables,
        shares=shares,
        bonus=bonus,
        rules=rules,
    )
    _check_parts(section, wager)
    return wager


def _outcomes(section: Section, against: str, hands: Mapping[str, JudgedHand]) -> dict[str, Outcome]:
    expected = SHOWDOWN_OUTCOMES if against else ("shown",)
    needed = [name for name in expected if name != "unqualified"]
    outcomes = {}
    if "fold" in section:
        words = (PUSH, LOSE) if against else (STANDS, PUSH, LOSE)
        outcomes["fold"] = read_outcome(section, "fold", words)
    for name in expected:
        if name in section:
            outcomes[name] = read_outcome(section, name, (TABLE, PUSH, LOSE))
        elif name in needed:
            kind = f'a wager against "{against}"' if against else "a wager on a hand alone"
            section.problem(None, f'the outcome "{name}" is missing; {kind} needs {" and ".join(needed)}.')
    for name in (*SHOWDOWN_OUTCOMES, "shown"):
        if name not in expected and name in section.data:
            section.raw(name)
            kind = "against a hand" if against else "on a hand alone"
            section.problem(name, f'"{name}" does not belong to a wager {kind}.')
    if "unqualified" in outcomes and against in hands and not hands[against].qualifies_line:
        section.problem(
            "unqualified", f'the hand "{against}" always qualifies; give it qualifies = … or leave this out.'
        )
    return outcomes


def share_tables(wagers: Mapping[str, Wager], sections: Mapping[str, Section]) -> dict[str, Wager]:
    """Replace a reference to another wager's tables by those tables."""
    shared = {}
    for key, wager in wagers.items():
        owner = wagers.get(wager.shares)
        if wager.shares and (owner is None or owner.shares or not owner.tables):
            having = ", ".join(other.key for other in wagers.values() if other.tables) or "none"
            sections[key].problem("table", f'"{wager.shares}" is not a wager with tables; tables are in {having}.')
        if owner is not None:
            wager = replace(wager, table=owner.table, tables=owner.tables)
        shared[key] = wager
    return shared


def check_wagers(wagers: Mapping[str, Wager], hands: Mapping[str, JudgedHand], sections: Mapping[str, Section]) -> None:
    """Check the references between wagers."""
    for key, wager in wagers.items():
        section = sections[key]
        if wager.of and (wager.of not in wagers or not wagers[wager.of].initial):
            section.problem(
                "of", f'"{wager.of}" is not a wager placed before the deal; a placed wager is a multiple of one.'
            )
        if wager.equals and (wager.equals == key or not wagers.get(wager.equals, wager).initial):
            section.problem("equals", f'"{wager.equals}" is not another wager placed before the deal.')
        elif wager.equals and (wager.equals not in wagers or wagers[wager.equals].equals):
            section.problem("equals", f'"{wager.equals}" cannot be equalled; name a wager that stands on its own.')
        elif wager.equals and wager.initial != wagers[wager.equals].initial:
            section.problem("equals", f'it equals "{wager.equals}", so both need the same initial.')
        if wager.shares and wager.shares in wagers:
            ours, theirs = hands.get(wager.hand), hands.get(wagers[wager.shares].hand)
            if ours and theirs and ours.ranking.key != theirs.ranking.key:
                section.problem("table", f'"{wager.shares}" is paid on hands of another ranking; write a table here.')
        _covered(wager, section)
    if wagers and not any(wager.initial in ("required", "alone") for wager in wagers.values()):
        next(iter(sections.values())).problem("initial", "no wager may be placed first; make one required or alone.")


def _covered(wager: Wager, section: Section) -> None:
    """Check that every hand is covered by an outcome, and that every table is used."""
    used = False
    for name, outcome in wager.outcomes.items():
        if TABLE not in outcome:
            continue
        used = True
        if not wager.tables and not wager.shares:
            section.problem(name, 'it pays by a table but the wager has none; write table = { "…" = odds }.')
        if outcome[-1] != TABLE:
            continue
        for table in wager.tables.values():
            lowest = table.lines[-1] if table.lines else None
            if lowest is not None and lowest.least > 1:
                sentence = f'a hand below "{lowest.hand}" finds no line of table'
                fix = f'add a last line to it or write {name} = ["table", "lose"].'
                section.problem(name, f"{sentence}{' ' * bool(table.name)}{table.name}; {fix}")
    if wager.tables and not used and not wager.shares:
        section.problem(
            None, 'it has a pay table that no outcome reads; write "table" as an outcome or drop the table.'
        )
