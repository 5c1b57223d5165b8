"""Events of a hand between seats, as typed facts (:mod:`pitboss.deal.event`)."""

from __future__ import annotations

from pitboss.deal.event import CalledHand, Event


class ChipsPosted(Event, frozen=True, tag="posted"):
    """An ante or a blind; ``post`` says which (:data:`pitboss.poker.spread_game.POSTS`)."""

    post: str = ""
    all_in: bool = False


class FeeTaken(Event, frozen=True, tag="fee"):
    """The house collects its fee, from the pot or from the button; ``due`` by the number of ``players`` (PK-13)."""

    players: int = 0
    due: int = 0


class BoardTurned(Event, frozen=True, tag="board"):
    """Cards of a ``street`` are turned on the board, or a ``common`` card when the deck runs short (PK-26)."""

    street: str = ""
    common: bool = False


class ChipsWagered(Event, frozen=True, tag="wagered"):
    """A call, bet, completion, raise, bring-in or forced bet.

    ``capped``: it was the last raise that this round of betting allows (PK-8).
    """

    all_in: bool = False
    capped: bool = False


class TurnChecked(Event, frozen=True, tag="checked"):
    """A player checks."""


class HandFolded(Event, frozen=True, tag="folded"):
    """A player folds."""


class RoundPassed(Event, frozen=True, tag="passed"):
    """Nobody bet; what follows is ``play on`` for low with the same cards, or a ``new deal`` (LB-5, DR-3)."""

    follows: str = ""


class CardsDrawn(Event, frozen=True, tag="drawn"):
    """A player discards these cards to draw as many, or none; ``street`` is the draw."""

    street: str = ""


class ChipsReturned(Event, frozen=True, tag="returned"):
    """Chips go back to the player who bet them: an ``uncalled bet`` (PK-10), or all of them after a ``misdeal``."""

    reason: str = ""


class HandMucked(Event, frozen=True, tag="mucked"):
    """A hand goes to the muck unseen."""


class PotAwarded(Event, frozen=True, tag="awarded"):
    """Chips of the pot that ``pile`` names go to a player.

    ``reason`` is ``hand`` where hands were compared: ``half`` is the part of the pot, ``hand`` what won it, and ``by``
    says what decided besides the hand, ``suit`` or ``odd chip``. Otherwise it is ``last hand``, ``made to discard``,
    ``forfeited`` (by another hand), ``unmatched`` or ``returned``.
    """

    reason: str = ""
    half: str = ""
    by: str = ""
    hand: CalledHand | None = None


class AwardTakenBack(Event, frozen=True, tag="award-taken-back"):
    """Chips of a pot already pushed go back into it, and it is divided again."""


class BetStands(Event, frozen=True, tag="bet-stands"):
    """A bet that was returned as uncalled is in the pot again, because a hand was retrieved (PK-17)."""


# Rulings ------------------------------------------------------------------------------------------------------------


class CardBoxed(Event, frozen=True, tag="boxed"):
    """A card faces up in the deck and is put out of play; the next card below counts (PK-18)."""


class JokerFound(Event, frozen=True, tag="joker"):
    """A joker is put out of play and replaced: ``before acting``, or its player ``could not act`` (PK-18)."""

    reason: str = ""


class CardExposed(Event, frozen=True, tag="exposed"):
    """Cards are seen that should not have been.

    ``reason``: ``not kept`` (a hole card that is replaced, PK-19), ``second`` of a deal (PK-34), ``fourth on flop``
    that is known or not (``fourth unknown``), ``flop too large`` with this ``count`` of cards, ``early flop`` or
    ``early card`` before the betting was complete (PK-20 to PK-23).
    """

    reason: str = ""
    count: int = 0


class CardsTakenBack(Event, frozen=True, tag="cards-taken-back"):
    """Cards go back into the deck; the burns stay."""


class DeckReshuffled(Event, frozen=True, tag="reshuffled"):
    """The rest of the deck is shuffled again, or the discards become the deck (``discards``, LB-4)."""

    count: int = 0
    discards: bool = False


class DeckScrambled(Event, frozen=True, tag="scrambled"):
    """The rest of the deck is mixed with the burns and cut (PK-26)."""

    count: int = 0


class Misdealt(Event, frozen=True, tag="misdeal"):
    """Antes and blinds go back and the cards are dealt again (PK-34).

    ``exposed`` if two or more cards were exposed on the deal; otherwise the floor ``stated`` the reason.
    """

    stated: str = ""
    exposed: bool = False


class HandFouled(Event, frozen=True, tag="fouled"):
    """A player acted with a joker in the hand and forfeits all rights to the pot (PK-18)."""


class HandDead(Event, frozen=True, tag="dead"):
    """A hand is dead.

    ``reason``: it was dealt to a ``dead seat`` (PK-24), it ``touched the muck``, throwing it away ``induced`` another
    player to discard, it is turned up ``for information`` (PK-17), or only ``shown`` of ``held`` cards were shown
    (PK-15).
    """

    reason: str = ""
    shown: int = 0
    held: int = 0


class HandRetrieved(Event, frozen=True, tag="retrieved"):
    """A hand thrown away but not killed by the dealer is live again (PK-17)."""


class HandMisdescribed(Event, frozen=True, tag="misdescribed"):
    """A player described the hand better than it is, and seat ``victim`` discarded: the pot is forfeited (PK-16)."""

    described: str = ""
    victim: int = 0


class RulingMade(Event, frozen=True, tag="ruling"):
    """A ruling that moves no card: on chips put in without a word (PK-12), a dead seat that plays, touched discards.

    ``reason``: ``declared``, ``string bet``, ``chip announced``, ``chip alone`` (of ``chip`` cents), ``involved`` or
    ``discards``; ``action`` is what the chips count as.
    """

    reason: str = ""
    chip: int = 0
    action: str = ""
