"""A finished deal as a transcript: every event as a sentence with its rule, and as data.

Nothing that the file contains is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, cast

from pitboss import cards
from pitboss.deal import Event
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.cli.terminal.screen import Screen
    from pitboss.deal import Deal
    from pitboss.deal.session import Session
    from pitboss.poker.event_words import ToldSentence
    from pitboss.poker.hand import Hand

Chips = Callable[[Decimal], str]
CENTS = 100  # cents in a dollar, the default unit


class Retold:
    """The events of one or several deals, with their sentences."""

    def __init__(self, unit: int = CENTS, amount: Chips | None = None) -> None:
        self.unit, self.amount = unit, amount
        self.parts: list[tuple[Sequence[Event], Callable[[bool], list[ToldSentence]]]] = []

    def data(self) -> list[dict[str, Any]]:
        """Every event; amounts in the file's own units."""
        return [self._event(event) for events, _ in self.parts for event in events]

    def say(self, screen: Screen) -> None:
        from rich.text import Text

        for number, (_, told) in enumerate(self.parts):
            if number:
                screen.say()
            for each in told(screen.signs):
                screen.ruled(Text(f"  {each.sentence}"), each.rule)

    def told(self) -> list[dict[str, str]]:
        """The sentences, each with its rule."""
        return [{"told": each.sentence, "rule": each.rule} for _, told in self.parts for each in told(True)]

    def _event(self, event: Event) -> dict[str, Any]:
        return {
            "type": type(event).__struct_config__.tag,
            "verb": event.verb,
            "seat": event.seat,
            "pile": event.pile,
            "cards": cards.show(event.cards),
            "up": event.up,
            "amount": self._units(event.cents),
            "to": self._units(event.to),
            "words": event.words,
            "rule": event.rule,
        }

    def _units(self, cents: int) -> int | float:
        amount = Decimal(cents) / self.unit
        return int(amount) if amount == int(amount) else float(amount)

    def poker(self, hand: Hand, names: Mapping[int, str]) -> Retold:
        """A hand of poker, between players of these names."""
        from pitboss.poker.event_words import Teller
        from pitboss.poker.showdown.made_words import made_words

        def told(signs: bool) -> list[ToldSentence]:
            def chips(cents: int) -> str:
                return self.amount(Decimal(cents) / self.unit) if self.amount else dollars(cents)

            def made(shown: Sequence[cards.Card]) -> str:
                return made_words(hand.contests, shown, hand.board)

            return list(Teller(names, 0, signs, made, chips, every=True).tell(hand.events))

        self.parts.append((hand.events, told))
        return self

    def session(self, session: Session) -> Retold:
        """Every round or hand of a session of either kind."""
        for dealing in session.dealings():
            if dealing.deal.kind == "poker":
                self.poker(cast("Hand", dealing.deal), dealing.players)
            else:
                self.house(dealing.deal)
        return self

    def house(self, deal: Deal) -> Retold:
        """A round against the house."""
        from pitboss.house.event_words import sentence
        from pitboss.poker.event_words import ToldSentence

        self.parts.append(
            (deal.events, lambda signs: [ToldSentence(sentence(each, signs), each.rule) for each in deal.events])
        )
        return self
