"""A ledger in memory: balances as the sum of movements, with the rules of the bank checked at every transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from pitboss.money import dollars
from pitboss.move import Move
from pitboss.room.bank import guarded
from pitboss.room.journal import Overdrawn


def changes(moves: Iterable[Move]) -> dict[str, int]:
    """The amount that a transaction adds to each account; the changes sum to zero."""
    result: dict[str, int] = {}
    for move in moves:
        result[move.source] = result.get(move.source, 0) - move.cents
        result[move.target] = result.get(move.target, 0) + move.cents
    return result


def refuse_nonsense(moves: Iterable[Move]) -> None:
    """Raise unless every move takes whole cents from one account to another."""
    for move in moves:
        if type(move.cents) is not int or move.cents <= 0 or move.source == move.target:
            raise Overdrawn(
                f"{move.cents!r} cents from {move.source} to {move.target} are not a movement; "
                "it needs two accounts and a positive amount of whole cents."
            )


class Ledger:
    """Accounts and their balances; an account without chips is not listed.

    >>> from pitboss.room import bank
    >>> ledger = Ledger()
    >>> ledger.post(bank.starting_chips("Ann"))
    >>> ledger["wallet Ann"], ledger["cage"], ledger.total
    (50000, -50000, 0)
    """

    def __init__(self, moves: Iterable[Move] = ()) -> None:
        self._balances: dict[str, int] = {}
        self.post(*moves)

    def post(self, *moves: Move) -> None:
        """Carry out the movements of one transaction, or raise with nothing changed.

        Only the outcome counts: within a transaction an account may give before it gets.
        """
        refuse_nonsense(moves)
        after = {account: self[account] + cents for account, cents in changes(moves).items()}
        for account, cents in after.items():
            if cents < 0 and guarded(account):
                raise Overdrawn(
                    f"{account} holds {dollars(self[account])}, which is {dollars(-cents)} less than what is taken "
                    "from it; bring chips first."
                )
        self._balances.update(after)
        for account in [name for name, cents in after.items() if not cents]:
            del self._balances[account]

    def __getitem__(self, account: str) -> int:
        return self._balances.get(account, 0)

    def __iter__(self) -> Iterator[str]:
        return iter(self._balances)

    @property
    def balances(self) -> Mapping[str, int]:
        """Every account that holds chips, and the cage's debt."""
        return MappingProxyType(self._balances)

    @property
    def total(self) -> int:
        """The sum of all accounts, which is always zero."""
        return sum(self._balances.values())

    def of_table(self, table: str) -> dict[str, int]:
        """The balances of a table's accounts, by the names its session uses."""
        start = f"{table}/"
        return {name.removeprefix(start): cents for name, cents in self._balances.items() if name.startswith(start)}
