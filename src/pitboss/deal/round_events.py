"""Events of a round against the house, as typed facts (:mod:`pitboss.deal.event`)."""

from __future__ import annotations

from pitboss.deal.event import CalledHand, Event


class WagerStaked(Event, frozen=True, tag="staked"):
    """Chips on a wager, named in ``pile``, when the round begins."""


class WagersClosed(Event, frozen=True, tag="closed"):
    """No more wagers are taken (HB-1)."""


class DeckDispensed(Event, frozen=True, tag="dispensed"):
    """The shuffler dispenses the rest of the deck unused; another deck is shuffled for the next round."""


class CardsTurned(Event, frozen=True, tag="turned"):
    """Cards of a pile are turned up."""


class CardsDiscarded(Event, frozen=True, tag="discarded"):
    """Cards of the pile ``source`` go to the discard rack, face up."""

    source: str = ""


class CardsCollected(Event, frozen=True, tag="collected"):
    """Cards of a spot go to the discard rack unseen: a ``folded`` hand, or the cards it put ``out``."""

    what: str = ""


class HandSet(Event, frozen=True, tag="set"):
    """The hand of the house that ``pile`` names is set from its cards."""

    hand: CalledHand | None = None


class HandAnnounced(Event, frozen=True, tag="announced"):
    """The dealer calls the hand that ``pile`` names; it is None where it does not qualify (T5-10).

    ``qualifier`` says whether the hand has to qualify at all.
    """

    hand: CalledHand | None = None
    qualifier: bool = False


class DecisionAsked(Event, frozen=True, tag="asked"):
    """The players decide; ``options`` are the words of their options."""

    decision: str = ""
    options: tuple[str, ...] = ()


class SpotDecided(Event, frozen=True, tag="decided"):
    """A spot has decided out of turn; its choice is shown when the spots before it have decided (HB-10)."""


class OptionChosen(Event, frozen=True, tag="chosen"):
    """A spot's decision is carried out; ``verb`` is the word of the option in the game's file.

    ``cents`` are the chips it places or takes back (``takes`` names that wager), the cards are those it puts out.
    ``names`` says which cards the option is about (:class:`~pitboss.deal.view.Option`).
    """

    decision: str = ""
    folds: bool = False
    takes: str = ""
    names: str = ""


class SpotLookedAt(Event, frozen=True, tag="looked-at"):
    """A player with several spots looks at the next one (HB-7)."""


class WagerSettled(Event, frozen=True, tag="settled"):
    """One wager against the house is settled; ``pile`` names it too.

    ``result`` is ``win``, ``push`` or ``lose``. ``cents`` are what the rack pays if the wager wins, the stake that goes
    back if it pushes, and the stake that the rack takes if it loses. The stake of a winning wager goes back as well,
    in a move that ``cents`` leave out; a ``bonus`` paid on top leaves the stake where it is. ``outcome`` is the case
    of the wager that applied, ``line`` the line of the pay table ``table`` that the hand reached, ``odds`` what a win
    pays to one, ``breakage`` the part of a cent that is not paid (HB-5); both are fractions as text, empty for none.
    """

    wager: str = ""
    result: str = ""
    stake: int = 0
    paid: int = 0
    odds: str = ""
    line: str = ""
    breakage: str = ""
    outcome: str = ""
    table: str = ""
    bonus: bool = False


class HandsVoided(Event, frozen=True, tag="voided"):
    """Every hand, or one spot's hand, is void: its wagers go back, each with its own move (HB-6).

    ``cause`` is ``void``, ``misdeal``, ``count`` or ``shuffler``; ``stated`` is the floor's reason for the first two.
    For a wrong count, ``counted`` cards lay in the pile ``miscounted`` where ``due`` are dealt.
    """

    cause: str = ""
    stated: str = ""
    miscounted: str = ""
    counted: int = 0
    due: int = 0


class ShufflerStep(Event, frozen=True, tag="shuffler-step"):
    """One step of the procedure for a faulty shuffler, as the procedure words it (HB-9)."""

    instruction: str = ""


class RoundPlayedOn(Event, frozen=True, tag="played-on"):
    """All cards of the round were out when the shuffler failed, so play continues (HB-9)."""


class PacketMiscounted(Event, frozen=True, tag="packet"):
    """The shuffler gives a packet of this many cards for the pile ``target``."""

    target: str = ""
    count: int = 0


class RoundEnded(Event, frozen=True, tag="ended"):
    """The round is over."""
