"""Help at a house table, written from the game's definition: instructions, wagers and keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from pitboss.cards import RANK_PLURALS, RANK_WORDS, RANKS, rank_of
from pitboss.cli.terminal import keys
from pitboss.deal import Option
from pitboss.deal.english import count, spelled
from pitboss.house.definition import (
    PLAYER,
    Choice,
    DealStep,
    DecideStep,
    Decision,
    Definition,
    DiscardStep,
    JudgedHand,
    Limit,
    TurnStep,
    Wager,
)
from pitboss.house.pay_words import outcome_words
from pitboss.money import dollars

ALWAYS = """\
  Always
    h, hint           at a decision: every option with its exact value; after a round: what your decisions cost
    u, undo           take back the last decision (the cards stay the same)
    $, tables         the pay tables in force
    rule {rule:<13}what a rule says
    ?, help · q, quit"""


def text(game: Definition, limits: Mapping[str, Limit]) -> str:
    """The help of a table: instructions, wagers and keys."""
    lines = [f"  {game.name}", *(f"    {number}. {line}" for number, line in enumerate(how_to_play(game), 1))]
    lines += ["  Wagers", *_wager_lines(game, limits), "  Keys"]
    lines += [f"    {keys:<18}{about}" for keys, about in decision_keys(game)]
    lines.append(ALWAYS.format(rule=next((step.rule for step in game.script if step.rule), "HB-4")))
    return "\n".join(lines)


def how_to_play(game: Definition) -> list[str]:
    """The game in five lines: wagers, cards, decisions, hands, payment."""
    return [_opening(game), _dealing(game), _deciding(game), _comparing(game), _paying(game)]


def listed(some: Iterable[str], last: str = "and") -> str:
    """``a, b and c``."""
    items = list(some)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}" if items else ""


def _opening(game: Definition) -> str:
    by = {kind: [w.key for w in game.initial if w.initial == kind] for kind in ("required", "alone", "beside")}
    said = []
    if by["required"]:
        equal = [w.key for w in game.initial if w.initial == "required" and w.equals]
        together = f", {'all ' * (len(by['required']) > 2)}equal" if equal else ""
        said.append(f"wager {listed(by['required'])}{together}")
    if by["alone"]:
        any_of = f"{'any of ' * (len(by['alone']) > 1)}{listed(by['alone'], 'or')}"
        said.append(f"{any_of} if you like" if said else f"wager {any_of}")
    if by["beside"]:
        said.append(
            f"{listed(by['beside'])} with {'it' if len(by['required'] + by['alone']) == 1 else 'them'} if you like"
        )
    return sentence("; ".join(said))


def _dealing(game: Definition) -> str:
    said = []
    for step in takewhile(lambda step: not isinstance(step, DecideStep), game.script):
        if isinstance(step, DealStep):
            whom = "you" if step.pile == PLAYER else f"the {step.pile}"
            face = "" if step.pile == PLAYER else ", face up" if step.up else ", face down"
            said.append(f"{count(step.cards)} to {whom}{face}")
        elif isinstance(step, DiscardStep):
            said.append(f"an up card of {RANK_WORDS[step.up_at_least]} or higher goes out")
        elif isinstance(step, TurnStep):
            none = f" if no card of the {step.if_none_up} is up" if step.if_none_up else ""
            said.append(f"{_turned(step)}{none}")
    return sentence("; ".join(dict.fromkeys(said)))


def _turned(step: TurnStep) -> str:
    if not step.cards:
        return f"the {step.pile} is turned up"
    return f"{count(step.cards)} of the {step.pile} {'is' if step.cards == 1 else 'are'} turned up"


def _deciding(game: Definition) -> str:
    """The decisions in order, with the cards dealt between them."""
    last = max((at for at, step in enumerate(game.script) if isinstance(step, DecideStep)), default=-1)
    said: list[str] = []
    decided = False
    for step in game.script[: last + 1]:
        if isinstance(step, DecideStep):
            choices = game.decisions[step.decision].choices
            words = listed([words for each in choices for words in _choice(game, each)], "or")
            unless = f", unless you have placed {listed(step.unless_placed, 'or')}" if step.unless_placed else ""
            said.append(f"{words}{unless}")
            decided = True
        elif decided and isinstance(step, TurnStep):
            said.append(_turned(step))
        elif decided and isinstance(step, DealStep):
            said.append(f"{count(step.cards)} to {'you' if step.pile == PLAYER else f'the {step.pile}'}")
    if len(said) > 4 and len(set(said[::2])) == len(set(said[1::2])) == 1:
        number = len(said[::2])
        return sentence(f"{spelled(number)} times: {said[0]}; before each next time {said[1]}")
    return sentence("; then ".join(said)) if said else "There is nothing to decide."


def _choice(game: Definition, choice: Choice) -> list[str]:
    """An option in words, one text for each of its multiples."""
    own = sum(step.cards for step in game.script if isinstance(step, DealStep) and step.pile == PLAYER)
    words = choice.say
    words = words.replace("{held}", f"{_span(choice.hold)} cards")
    words = words.replace("{out}", count(own - choice.hold[0]) if choice.hold else "cards")
    words = " ".join(words.split())
    said = "{times}" in words or re.search(r"\dx", words)
    placed = [] if said else [(key, many[0]) for key, many in choice.place.items()]
    price = listed([f"{key} {times} x {game.wagers[key].of}" for key, times in placed])
    needs = f"with {_line(choice.needs_line)} or better" if choice.needs else ""
    details = [detail for detail in (price, choice.take, needs) if detail]
    whole = f"{words} ({', '.join(details)})" if details else words
    return [whole.replace("{times}", str(times)) for times in choice.times]


def _span(counts: Sequence[int]) -> str:
    return f"{min(counts)} to {max(counts)}" if len(counts) > 1 else spelled(counts[0]) if counts else ""


def _line(line: str) -> str:
    """A pay line in words: ``pair of 4`` is "a pair of fours", ``high card of K`` "king high"."""
    kind, _, letters = line.partition(" of ")
    ranks = [rank_of(letter) for letter in letters.split() if letter in RANKS]
    if ranks and kind == "high card":
        return f"{'-'.join(RANK_WORDS[each] for each in ranks)} high"
    if ranks:
        kind = f"{kind} of {listed([RANK_PLURALS[each] for each in ranks])}"
    elif letters:
        return line
    return f"a {kind}" if kind.startswith(("pair", "flush", "straight", "full house", "royal")) else kind


def _comparing(game: Definition) -> str:
    said = []
    for hand in game.hands.values():
        whose = _whose(game, hand.name)
        qualifies = f" and qualifies with {_line(hand.qualifies_line)} or better" if hand.qualifies else ""
        when = " as dealt" if hand.at == "deal" else f" at the {hand.at} decision" if hand.at else ""
        said.append(f"{whose} is {_made_of(hand)}{when}{qualifies}")
    return sentence("; ".join(said))


def _whose(game: Definition, hand: str) -> str:
    """The name of a hand in a sentence."""
    if hand == PLAYER:
        return "your hand"
    return f"the {hand}'s hand" if hand in game.piles else f"the {hand} hand"


def _made_of(hand: JudgedHand) -> str:
    def named(piles: Iterable[str]) -> str:
        return listed("your cards" if pile == PLAYER else f"the {pile}" for pile in piles)

    if -1 in hand.must.values():
        kept = named(pile for pile, many in hand.must.items() if many < 0)
        rest = [pile for pile in hand.of if hand.must.get(pile, 0) >= 0]
        more = f", filled up to {spelled(hand.ranking.cards)} from the {listed(rest)}" if rest else ""
        return f"all of {kept}{more}"
    best = f"best {spelled(hand.ranking.cards)} cards" if hand.ranking.cards > 1 else "card"
    return f"the {best} of {named(hand.of)}"


def _paying(game: Definition) -> str:
    """The payment of every wager; wagers settled in the same way share a sentence."""
    alike: dict[str, list[str]] = {}
    for wager in game.wagers.values():
        alike.setdefault(_outcomes(game, wager), []).append(wager.key)
    return sentence("; ".join(f"{listed(keys)}: {words}" for words, keys in alike.items()))


def _outcomes(game: Definition, wager: Wager) -> str:
    if not wager.against:
        folded = ", even after a fold" if wager.stands else ""
        return f"by {'its' if not wager.shares else f'the {wager.shares}'} table on {_whose(game, wager.hand)}{folded}"
    names = (("win", "a win"), ("tie", "a tie"), ("unqualified", f"no qualifying {wager.against}"))
    parts = [f"{words} {pays}" for key, words in names if (pays := outcome_words(wager, key))]
    bonus = [", and its bonus on top"] if wager.bonus else []
    return ", ".join(parts) + "".join(bonus)


def _wager_lines(game: Definition, limits: Mapping[str, Limit]) -> Iterator[str]:
    places = {"required": "required", "alone": "may be your only wager", "beside": "only with another wager"}
    for wager in game.wagers.values():
        if wager.initial:
            what = places[wager.initial] + (f", equal to {wager.equals}" if wager.equals else "")
        else:
            what = f"placed by a decision, in multiples of {wager.of}"
        limit = limits.get(wager.key)
        money = f", {dollars(limit.minimum)} to {dollars(limit.maximum)}" if limit and limit.maximum else ""
        yield f"    {wager.key:<18}{what}{money}"
    first = game.unit if game.wagers[game.unit].initial else game.initial[0].key
    yield "    Enter, go         wager what is shown"
    yield f"    {f'{first} 10':<18}wager this on every spot you play;  2: {first} 10  on spot 2 only"
    yield "    buy 100           buy chips"


def decision_keys(game: Definition) -> list[tuple[str, str]]:
    """Every key of every decision with its action, without repetitions."""
    rows: dict[tuple[str, str], None] = {}
    for decision in game.decisions.values():
        for entry in keys.keys(_options(decision)):
            rows[(entry.shown, entry.option.word)] = None
    says = " ".join(choice.say for each in game.decisions.values() for choice in each.choices)
    if "{held}" in says:
        rows[("135", "the cards in places 1, 3 and 5 of the hand")] = None
    elif "{out}" in says:
        key = next(shown for shown, _ in rows if shown.endswith((" card", " cards"))).split()[0]
        rows[(f"{key} 3", "the card in place 3 of the hand")] = None
    return list(rows)


def _options(decision: Decision) -> list[Option]:
    """The options of a decision; one action with cards stands for all of them."""
    options = []
    for choice in decision.choices:
        for times in choice.times:
            say = choice.say.replace("{times}", str(times))
            word = say.split("{")[0].strip()
            several = ("As", "Ks") if "{out}" in say else ("As", "As Ks") if "{held}" in say else ()
            options.append(Option(word, tuple(f"{word} {cards}" for cards in several) or (word,)))
    return options


def sentence(words: str) -> str:
    """Words as a sentence."""
    return f"{words[:1].upper()}{words[1:]}."
