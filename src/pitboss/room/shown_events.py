"""Events as they are sent: the fields of each kind of event, with cards as text and the words for people added.

Every class of event has one here with the same tag in ``type`` and the same fields. Cards are text (``As``, ``??`` for
one the receiver may not see), and a hand has its words in addition to its facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeAlias, Union, get_type_hints

import msgspec

from pitboss.cards import TEXT
from pitboss.deal import event as table_events
from pitboss.deal import hand_events, round_events
from pitboss.deal.english import hand_words, words
from pitboss.deal.event import CalledHand, Event

KEPT = 4096
"""Events and piles that are kept as text."""

_TEXTS = (*TEXT, "??")  # a card is an index, and so is UNKNOWN (-1)


class ShownHand(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A hand as the dealer calls it (:class:`~pitboss.deal.event.CalledHand`), with its words."""

    category: str
    ranks: tuple[int, ...] = ()
    size: int = 5
    half: str = ""
    words: str = ""


class ShownEvent(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="type", tag="event"):
    """An event (:class:`~pitboss.deal.event.Event`) with its cards as text."""

    verb: str
    seat: int = 0
    pile: str = ""
    cards: tuple[str, ...] = ()
    up: bool = False
    cents: int = 0
    words: str = ""
    rule: str = ""
    to: int = 0


@lru_cache(maxsize=KEPT)
def card_texts(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([_TEXTS[card] for card in cards])


@lru_cache(maxsize=KEPT)
def shown_hand(hand: CalledHand) -> ShownHand:
    return ShownHand(hand.category, hand.ranks, hand.size, hand.half, hand_words(hand))


def _shown_hands(hands: tuple[CalledHand, ...]) -> tuple[ShownHand, ...]:
    return tuple([shown_hand(hand) for hand in hands])


def _maybe_hand(hand: CalledHand | None) -> ShownHand | None:
    return None if hand is None else shown_hand(hand)


_SENT: dict[Any, tuple[Any, Callable[[Any], Any]]] = {
    "cards": (tuple[str, ...], card_texts),
    tuple[CalledHand, ...]: (tuple[ShownHand, ...], _shown_hands),
    CalledHand | None: (ShownHand | None, _maybe_hand),
}
"""The fields that are sent in another form, by name or type, and how they are converted."""


class WireForm:
    """The form in which one class is sent: a class derived from ``base``, and the fields added to those of ``base``."""

    def __init__(self, kind: type[msgspec.Struct], base: type[msgspec.Struct]) -> None:
        hints = get_type_hints(kind)
        self.fields: list[tuple[str, Callable[[Any], Any] | None]] = []
        columns: list[Any] = []
        for field in msgspec.structs.fields(kind):
            if field.name not in base.__struct_fields__:
                hint = hints[field.name]
                sent, change = _SENT.get(field.name) or _SENT.get(hint) or (hint, None)
                default = field.default
                if change is not None and default is not msgspec.NODEFAULT:
                    default = change(default)
                columns.append((field.name, sent, default))
                self.fields.append((field.name, change))
        self.sent: Any = msgspec.defstruct(
            f"Shown{kind.__name__}",
            columns,
            bases=(base,),
            module=__name__,
            tag=kind.__struct_config__.tag,
            namespace={"__doc__": kind.__doc__},
        )

    def convert(self, thing: msgspec.Struct, *common: object) -> Any:
        """The message for an instance of the class; ``common`` are the fields of the base."""
        facts = [
            getattr(thing, name) if change is None else change(getattr(thing, name)) for name, change in self.fields
        ]
        return self.sent(*common, *facts)


_FORMS = {
    kind: WireForm(kind, ShownEvent)
    for module in (table_events, round_events, hand_events)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event and kind.__module__ == module.__name__
}

AnyShownEvent: TypeAlias = Union[tuple(form.sent for form in _FORMS.values())]  # type: ignore[valid-type]  # noqa: UP007
"""An event of any kind, told apart by ``type``."""


@lru_cache(maxsize=KEPT)
def shown_event(event: Event) -> ShownEvent:
    """An event in the form in which it is sent; cached, since most are sent to several people."""
    cards = card_texts(event.cards) if event.cards else ()
    common = (event.verb, event.seat, event.pile, cards, event.up, event.cents, words(event), event.rule, event.to)
    shown: ShownEvent = _FORMS[type(event)].convert(event, *common)
    return shown


def shown_events(events: Iterable[Event]) -> tuple[ShownEvent, ...]:
    """Events in the form in which they are sent."""
    return tuple([shown_event(event) for event in events])
