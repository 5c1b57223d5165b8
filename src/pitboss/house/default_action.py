"""The action taken for a spot that does not answer in time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pitboss.deal.option import Option
from pitboss.house import actions
from pitboss.house.decisions import Offer
from pitboss.house.layout import PLAYERS

if TYPE_CHECKING:
    from pitboss.house.round import Round


class _Open(NamedTuple):
    """An option the spot may choose, and the most cards it keeps."""

    offer: Offer
    option: Option
    kept: int

    @property
    def free(self) -> bool:
        """True if it costs nothing and keeps every wager."""
        choice = self.offer.choice
        return not (self.option.cents or choice.take or choice.fold)


def default_action(deal: Round, spot: int) -> str:
    """The text of the action: the one the file names, a free one that keeps all wagers, a fold, or the cheapest.

    Of several, the one that keeps most cards is taken, and it keeps as many as it can.
    """
    cards = len(deal.piles.get(PLAYERS[spot], ()))
    free = deal.free_chips(spot)
    listed = [
        _Open(offer, option, max(offer.choice.hold, default=cards))
        for offer in deal.offers
        if (option := actions.option(deal, spot, offer, free)).allowed
    ]
    named = deal.plan.timeouts.get(deal.decision, "")
    wanted = [each for each in listed if each.offer.word == named]
    wanted = wanted or [each for each in listed if each.free] or [each for each in listed if each.offer.choice.fold]
    best = min(wanted or listed, key=lambda each: (each.option.cents, bool(each.offer.choice.take), -each.kept))
    return best.option.actions[0]
