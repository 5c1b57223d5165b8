"""Events of a poker hand as sentences, made only from the events a viewer may see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.cards import UNKNOWN, Card, parse, pretty, show
from pitboss.deal.english import count, words
from pitboss.deal.event import ButtonGiven, CardBurned, CardReplaced, CardsDealt, Event, HandShown
from pitboss.deal.hand_events import ChipsPosted, ChipsReturned, ChipsWagered, FeeTaken, PotAwarded
from pitboss.money import dollars


class ToldSentence(NamedTuple):
    """A sentence, the rule behind it, and whether it reports something the listener did."""

    sentence: str
    rule: str
    mine: bool = False


class Teller:
    """Turns events into sentences for one person, who is ``you``; with ``every``, all known cards are shown."""

    def __init__(
        self,
        names: Mapping[int, str],
        me: int,
        signs: bool = True,
        worth: Callable[[Sequence[Card]], str] = lambda shown: "",
        chips: Callable[[int], str] = dollars,
        every: bool = False,
    ) -> None:
        self.names, self.me, self.signs, self.worth = names, me, signs, worth
        self.chips, self.every = chips, every

    def tell(self, events: Sequence[Event]) -> Iterator[ToldSentence]:
        """The sentences of these events; cards dealt in one street share a sentence."""
        waiting: list[Event] = []
        for event in events:
            if isinstance(event, CardsDealt | CardReplaced):
                waiting.append(event)
                continue
            if isinstance(event, CardBurned) and self.every:  # a replay leaves burns out
                continue
            yield from self._street(waiting)
            waiting = []
            said = _TELL.get(event.verb, _anything)(self, event)
            if said:
                yield ToldSentence(said[:1].upper() + said[1:], event.rule, bool(event.seat) and event.seat == self.me)
        yield from self._street(waiting)

    def who(self, seat: int) -> str:
        return "you" if seat == self.me else self.names.get(seat, f"seat {seat}")

    def does(self, event: Event, verb: str) -> str:
        """``you call``, ``Rose calls``."""
        return f"{self.who(event.seat)} {verb if event.seat == self.me else _third(verb)}"

    def faces(self, some: Sequence[Card]) -> str:
        return pretty(some) if self.signs else show(some)

    def _street(self, dealt: list[Event]) -> Iterator[ToldSentence]:
        """The sentences of the cards dealt in one street."""
        if not dealt:
            return
        mine = [card for event in dealt if event.seat == self.me for card in event.cards if card != UNKNOWN]
        open_cards: dict[int, list[Card]] = {}
        for event in dealt:
            if event.up or (self.every and UNKNOWN not in event.cards):
                open_cards.setdefault(event.seat, []).extend(event.cards)
        most = max(sum(len(event.cards) for event in dealt if event.seat == seat) for seat in {e.seat for e in dealt})
        whom = "each" if len({event.seat for event in dealt}) > 1 else f"for {self.who(dealt[0].seat)}"
        said = f"{count(most)} {whom}"
        if mine:
            said += f"; you get {self.faces(mine)}"
        yield ToldSentence(said[:1].upper() + said[1:], dealt[0].rule)
        others = [f"{self.who(seat)} {self.faces(some)}" for seat, some in open_cards.items() if seat != self.me]
        if others:
            yield ToldSentence(f"{'Cards' if self.every else 'Showing'}: {' · '.join(others)}", "")


def _third(verb: str) -> str:
    """``raise`` to ``raises``, ``stand pat`` to ``stands pat``, ``have to bet`` to ``has to bet``."""
    head, _, rest = verb.partition(" ")
    ending = "es" if head.endswith(("s", "o", "x", "ch", "sh")) else "s"
    return f"{'has' if head == 'have' else head + ending} {rest}".strip()


def all_in_words(event: Event) -> str:
    """The end of a sentence about the last chips of a stack; empty for all other events."""
    return " and is all-in" if isinstance(event, ChipsWagered | ChipsPosted) and event.all_in else ""


def _does(verb: str, amount: str = "") -> Callable[[Teller, Event], str]:
    """``Rose calls $4 and is all-in``; ``amount`` is the field with the chips, ``cents`` or ``to``."""

    def tell(teller: Teller, event: Event) -> str:
        chips = f" {teller.chips(getattr(event, amount))}" if amount else ""
        return f"{teller.does(event, verb)}{chips}{all_in_words(event)}"

    return tell


def _return(teller: Teller, event: ChipsReturned) -> str:
    uncalled = event.reason == "uncalled bet"
    why = "" if uncalled else f" ({event.reason})"
    return f"{teller.chips(event.cents)}{' that nobody called' * uncalled} goes back to {teller.who(event.seat)}{why}"


def _draw(teller: Teller, event: Event) -> str:
    if not event.cards:
        return teller.does(event, "stand pat")
    thrown = f": {teller.faces(event.cards)}" if UNKNOWN not in event.cards else ""
    return f"{teller.does(event, 'throw')} {count(len(event.cards))} away{thrown}"


def _show(teller: Teller, event: HandShown) -> str:
    made = words(event) or teller.worth(event.cards)
    said = f": {made}" if made else ""
    return f"{teller.does(event, 'show')} {teller.faces(event.cards)}{said}"


def _award(teller: Teller, event: PotAwarded) -> str:
    where = f" from {event.pile}" if event.pile != "pot" else ""
    return f"{teller.does(event, 'win')} {teller.chips(event.cents)}{where} ({words(event)})"


def _fee(teller: Teller, event: FeeTaken) -> str:
    if event.seat:
        return f"{teller.does(event, 'pay')} {teller.chips(event.cents)} to the house ({words(event)})"
    return f"the house takes {teller.chips(event.cents)} from the pot ({words(event)})"


def _button(teller: Teller, event: ButtonGiven) -> str:
    """Announce the button; a card drawn for it is shown like all others."""
    why = f"{teller.faces(parse(event.card))} is the highest card" if event.card else words(event)
    return f"{teller.does(event, 'get')} the button: {why}"


def _anything(teller: Teller, event: Event) -> str:
    whose = f"{teller.who(event.seat)}: " if event.seat else ""
    chips = f" {teller.chips(event.cents)}" if event.cents else ""
    said = f", {told}" if (told := words(event)) else ""
    shown = f" {teller.faces(event.cards)}" if event.cards and UNKNOWN not in event.cards else ""
    return f"{whose}{event.verb}{shown}{chips}{said}"


_TELL: dict[str, Callable[[Teller, Any], str]] = {
    "ante": _does("ante", "cents"),
    "post": lambda teller, event: f"{teller.does(event, 'post')} the {event.post}, {teller.chips(event.cents)}",
    "fee": _fee,
    "shuffle": lambda teller, event: "the deck is shuffled",
    "board": lambda teller, event: f"{words(event) or 'the board'}: {teller.faces(event.cards)}",
    "forced bet": _does("have to bet", "cents"),
    "bring in": _does("bring it in for", "cents"),
    "bet": _does("bet", "to"),
    "complete": _does("complete to", "to"),
    "raise": _does("raise to", "to"),
    "call": _does("call", "cents"),
    "check": _does("check"),
    "fold": _does("fold"),
    "return": _return,
    "draw": _draw,
    "show": _show,
    "muck": _does("muck"),
    "award": _award,
    "button": _button,
    "burn": lambda teller, event: f"a card is burned{f', {teller.faces(event.cards)}' if event.up else ''}",
    "names the game": lambda teller, event: f"{teller.does(event, 'name')} the game: {event.name}",
    "passed": lambda teller, event: f"all pass: {words(event)}",
}
