"""The settings of a table: seats, clocks, spectators, bots. The game is up to the session."""

from __future__ import annotations

import msgspec


class TableConfig(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The settings of one table; durations are in seconds, amounts in cents."""

    name: str
    list_key: str = ""  # tables with the same game and limit share a waiting list
    private: bool = False
    invite: str = ""  # the code of a private table's invitation link
    opened_by: str = ""
    dealer: str = "machine"  # or "person": someone with the role dealer steps through the procedure
    act: float = 20
    bank: float = 60
    grace: float = 60
    window: float = 20
    pause: float = 3
    name_game: float = 20  # to name the game in dealer's choice
    page: float = 60
    spectators: bool = True
    rail_delay: float = 0
    coach: bool = True
    chat: bool = True
    bots: int = 0
    bot_delay: float = 1.0
    fills: str = "auto"  # or "floor": the table pauses until the floor brings chips
    signatures: str = "room"  # or "people": dealer and cashier sign fills and credits before the chips move
    opener: int = 2_500_000  # chips in the rack when the table opens, where it has one
    payout_limits: dict[str, int] = {}  # by wager: the most the table posts to pay on one deal, to all players together
