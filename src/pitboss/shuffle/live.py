"""The live shuffle: entropy of the operating system, and a commitment to every order before a card is dealt."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import NoReturn, final

from pitboss.shuffle.commitment import Commitment, Opening, digest
from pitboss.shuffle.permute import ShuffleError, Words, below, permute
from pitboss.shuffle.seeded import Seeded

KEPT = 1000  # shuffles that can still be opened; a table opens them hand by hand


@final
class Live:
    """A shuffle nobody can foresee or repeat; it takes no seed and no source of its own.

    Each order is fixed before it is dealt. Either :meth:`commit` fixes the next one ahead, so that the table can show
    the hash before wagers are placed, or :meth:`mix` fixes it on the spot; ``publish`` is told every commitment before
    the cards can be used, reshuffles in the middle of a hand included. :meth:`open` gives order and nonce afterwards.
    """

    __slots__ = ("_dealt", "_next", "_publish", "_words")

    def __init__(self, publish: Callable[[Commitment], object] | None = None) -> None:
        self._words = Words(os.urandom)
        self._publish = publish
        self._next: Opening | None = None
        self._dealt: dict[str, Opening] = {}

    def commit(self, cards: Iterable[int]) -> Commitment:
        """Shuffle these cards now and seal the order for the next :meth:`mix`; the hash may be shown to everyone."""
        if self._next is not None:
            raise ShuffleError(
                "a deck is already committed to and not yet dealt; deal it before committing to another."
            )
        order = permute(cards, self._words)
        nonce = os.urandom(32).hex()
        sealed = Opening(digest(nonce, order), nonce, order)
        commitment = Commitment(sealed.hash, len(order))
        if self._publish is not None:
            self._publish(commitment)  # if this fails, the order is thrown away: nothing unpublished is ever dealt
        self._next = sealed
        return commitment

    def mix(self, cards: Iterable[int]) -> tuple[int, ...]:
        """The cards in the order committed to; without a commitment ahead, one is made and published first."""
        wanted = tuple(cards)
        if self._next is None:
            self.commit(wanted)
        sealed = self._next
        assert sealed is not None
        if sorted(sealed.order) != sorted(wanted):
            raise ShuffleError(
                f"the deck committed to has {len(sealed.order)} cards and is not the one to be shuffled "
                f"({len(wanted)} cards); deal the one committed to first."
            )
        self._next = None
        self._dealt[sealed.hash] = sealed
        if len(self._dealt) > KEPT:
            del self._dealt[next(iter(self._dealt))]
        return sealed.order

    @property
    def commitments(self) -> tuple[Commitment, ...]:
        """Those not opened yet, in the order of their shuffles; the last one may still be waiting to be dealt."""
        waiting = [self._next] if self._next is not None else []
        return tuple(Commitment(one.hash, len(one.order)) for one in [*self._dealt.values(), *waiting])

    def open(self, commitment: Commitment | str) -> Opening:
        """Order and nonce of a shuffle whose hand is over; whether it is over, the table must know."""
        hash = commitment if isinstance(commitment, str) else commitment.hash
        if self._next is not None and hash == self._next.hash:
            raise ShuffleError("this deck has not been dealt yet; it can be opened only after its hand.")
        if hash not in self._dealt:
            raise ShuffleError(
                f"no unopened shuffle here has the hash {hash[:16]}…; it was opened before or is not ours."
            )
        return self._dealt.pop(hash)

    def below(self, bound: int) -> int:
        """A whole number from 0 up to but not including ``bound``."""
        return below(bound, self._words)

    def __reduce__(self) -> NoReturn:
        raise ShuffleError("a live shuffle cannot be copied or stored; two tables would deal the same cards.")

    def __repr__(self) -> str:
        return "live()"


def live(publish: Callable[[Commitment], object] | None = None) -> Live:
    """A shuffle for a live table; ``publish`` is told the hash of each order before it is dealt."""
    return Live(publish)


def require_live(shuffle: object) -> Live:
    """The same shuffle if it is a live one: what every live table asks of the shuffle it is given."""
    if type(shuffle) is not Live:
        why = "can be foreseen" if isinstance(shuffle, Seeded) else "is no live shuffle"
        raise ShuffleError(f"a live table needs pitboss.live(); {shuffle!r} {why} and is refused.")
    return shuffle
