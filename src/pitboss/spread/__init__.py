"""The games a card room can spread: sessions opened and restored, bots, and finished deals.

The room hosts sessions without asking their kind; everything that depends on the kind is here.

>>> import pitboss
>>> from pitboss import spread
>>> table = spread.open_session("three-card", shuffle=pitboss.seeded(7))
>>> table.sheet().name, table.sheet().limits
('Three Card Poker', '$0.01–$10,000')
"""

from pitboss.library import listing as games
from pitboss.poker.posted import listing as houses
from pitboss.spread.exports import DealHead, export_deal, forms
from pitboss.spread.sessions import RoomBot, bot, open_session, payout_points, reopen_deal, restore_session, table_sheet

__all__ = [
    "DealHead",
    "RoomBot",
    "bot",
    "export_deal",
    "forms",
    "games",
    "houses",
    "open_session",
    "payout_points",
    "reopen_deal",
    "restore_session",
    "table_sheet",
]
