"""The printed layout of a finished deal, from its own record."""

from __future__ import annotations

from msgspec import structs

from pitboss.deal.record import Record
from pitboss.deal.table_layout import AnyLayout
from pitboss.spread.restoring import reopen_deal


def printed_of(record: bytes | Record, *, head: bytes = b"", game: str = "") -> AnyLayout:
    """The layout of the table a deal was played at, as far as the deal shows it; see :func:`reopen_deal`."""
    from pitboss.house.round import Round
    from pitboss.house.session.printed import printed as house_printed
    from pitboss.poker.hand import Hand
    from pitboss.poker.session.printed import printed as poker_printed

    deal = reopen_deal(record, head=head, game=game)
    if isinstance(deal, Round):
        return house_printed(deal.game, deal.game.limits)
    assert isinstance(deal, Hand)
    return structs.replace(poker_printed([deal.game], max(deal.seats)), button=deal.button)
