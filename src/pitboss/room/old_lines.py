"""Reads lines that earlier releases stored: the facts of a movement or a note, found out from its words.

Lines have had facts as well as words since format 2 (:data:`pitboss.room.line.FORMAT`). Nothing else in Pitboss reads
words. The accounts of a movement say most of it: a wager's key stands in ``t1/spot 1/ante``. Where the rack pays there
is no such account, and the key is the first word of the reason, since no key has a blank in it. What follows the key
was always written in one of a few ways, so that neither the name of a wager nor that of a pay line can be mistaken for
it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from pitboss.move import MoveResult, Purpose
from pitboss.room import bank, notes
from pitboss.room.bank import BankError, LedgerAccount
from pitboss.room.day import CalendarError
from pitboss.room.notes import RoomFact


class MoveFacts(NamedTuple):
    """The purpose of a movement, its wager and how that was settled, as a :class:`~pitboss.move.Move` has them."""

    purpose: Purpose = ""
    wager: str = ""
    result: MoveResult = ""


# Movements ------------------------------------------------------------------------------------------------------------

PLAIN: dict[tuple[str, str], dict[str, Purpose]] = {
    (bank.CAGE, bank.WALLET): {"starting chips": "start", "refill": "refill"},
    (bank.CAGE, bank.BOT): {"bot's chips": "bot"},
    (bank.PLAYER, bank.POT): {
        "ante": "ante",
        "dead ante": "ante",
        "small blind": "blind",
        "big blind": "blind",
        "straddle": "blind",
        "live blind": "blind",
        "dead blind": "blind",
        "bring in": "bring-in",
        "forced bet": "bring-in",
        "call": "call",
        "bet": "bet",
        "complete": "bet",
        "raise": "bet",
        "award taken back": "award back",
        "uncalled bet put back": "bet stands",
    },
}
"""Reasons between accounts of two kinds that are whole sentences."""

ONLY: dict[tuple[str, str], Purpose] = {
    (bank.WALLET, bank.DROP_BOX): "buy-in",
    (bank.BOT, bank.DROP_BOX): "buy-in",
    (bank.WALLET, bank.PLAYER): "buy-in",
    (bank.BOT, bank.PLAYER): "buy-in",
    (bank.PLAYER, bank.WALLET): "cash-out",
    (bank.PLAYER, bank.BOT): "cash-out",
    (bank.WALLET, bank.TOKES): "toke",
    (bank.BOT, bank.TOKES): "toke",
    (bank.POT, bank.FEE_BOX): "fee",
    (bank.PLAYER, bank.FEE_BOX): "fee",
    (bank.FEE_BOX, bank.POT): "return",
    **{(box, bank.CAGE): "count" for box in bank.BOXES},
}
"""Accounts of two kinds between which chips move for one purpose only."""

FROM_POT: dict[str, Purpose] = {"uncalled bet": "uncalled", "misdeal": "return"}
"""Reasons for which a player gets chips of the pot without an award."""

CHIPS = "chips for the buy-in"


def facts_of(source: str, target: str, why: str) -> MoveFacts:
    """The facts of a movement of the ledger that was stored without them; none if no release wrote it."""
    try:
        giver, taker = bank.parse(source), bank.parse(target)
    except BankError:
        return MoveFacts()
    kinds = (giver.kind, taker.kind)
    if bank.SPOT in kinds:
        return _on_layout(giver, taker, why)
    if kinds in ONLY:
        return MoveFacts(ONLY[kinds])
    if kinds in PLAIN:
        return MoveFacts(PLAIN[kinds].get(why, ""))
    if bank.RACK in kinds:
        return _of_rack(kinds, why)
    if kinds == (bank.POT, bank.PLAYER):
        return MoveFacts(FROM_POT.get(why, "award"))
    return MoveFacts()


def _on_layout(giver: LedgerAccount, taker: LedgerAccount, why: str) -> MoveFacts:
    """Chips put on a wager or taken from it; its account ends with its key."""
    if taker.kind == bank.SPOT:
        return MoveFacts("wager", taker.name.partition("/")[2])
    wager = giver.name.partition("/")[2]
    words = why.removeprefix(f"{wager} ")
    if words == "stake back":
        return MoveFacts("stake", wager, "win")
    if words.startswith("returned: "):
        return MoveFacts("return", wager)
    if words == "taken back":
        return MoveFacts("take back", wager)
    _, _, result = words.partition(" ")  # after the amount
    return MoveFacts("stake", wager, "push" if result.startswith("pushes") else "lose")


def _of_rack(kinds: tuple[str, str], why: str) -> MoveFacts:
    """Chips into or out of the rack that are not those of a wager on the layout."""
    wager, _, words = why.partition(" ")
    if kinds == (bank.CAGE, bank.RACK):
        return MoveFacts("opener" if wager == "opener" else "fill")
    if kinds == (bank.RACK, bank.CAGE):
        return MoveFacts("closer" if wager == "closer" else "credit")
    if kinds == (bank.PLAYER, bank.RACK):
        return MoveFacts("payment back", wager, "win")
    if why == CHIPS:
        return MoveFacts("chips")
    if words.startswith("returned: "):
        return MoveFacts("return", wager, "lose")
    return MoveFacts("bonus" if words.startswith("bonus ") else "pay", wager, "win")


# Notes ----------------------------------------------------------------------------------------------------------------


def _roles(name: str, roles: str) -> notes.RolesGranted:
    return notes.RolesGranted(name, tuple(roles.split()))


def _calendar(closing: str, zone: str) -> notes.CalendarSet | None:
    fact = notes.CalendarSet(zone, int(closing))
    try:
        fact.calendar()
    except CalendarError:
        return None
    return fact


NOTES: tuple[tuple[str, Callable[..., RoomFact | None]], ...] = (
    (r"table (\S+) opened(?: with ([0-9a-f]{64}))?", notes.TableOpened),
    (r"table (\S+) closed", notes.TableClosed),
    (r"roles of (.+): ([a-z ]*)", _roles),  # no role has a colon, so that a name may
    (r"gambling days end at ([0-9]{1,2}) in (\S+)", _calendar),
    (r"invitation to (\S+) taken", notes.InvitationTaken),
    (r"(?s)account (.*)", notes.AccountMade),
    (r"(?s)refill (.*)", notes.Refilled),
    (r"(D[0-9]+)", notes.BoxCounted),
)
"""The notes of earlier releases, and the facts that their parts make."""


def fact_of(note: str) -> RoomFact | None:
    """The fact of a note in the room's log that was stored without it; None if no release wrote such a note."""
    for pattern, make in NOTES:
        if found := re.fullmatch(pattern, note):
            return make(*found.groups(""))
    return None
