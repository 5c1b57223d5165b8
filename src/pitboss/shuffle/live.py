"""The live shuffle: entropy from the operating system, and a commitment to every order before a card is dealt.

The hash of a deck's order is published before the deal, the order itself after it. The hashed text is a heading, the
nonce (32 random bytes in hexadecimal) and the cards from the top down. The nonce keeps players from guessing the order;
the hash keeps the house from changing it once it has been published.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, NoReturn, final

from pitboss import cards
from pitboss.shuffle.permute import Seeded, ShuffleError, Words, below, permute

HEADING = "pitboss shuffle 1"
_HEX = re.compile(r"[0-9a-f]{64}")


class Commitment(NamedTuple):
    """Published before the deal: the number of cards, and the hash that fixes their order."""

    hash: str
    cards: int


class ShuffleReveal(NamedTuple):
    """Published after the deal: the order, and the nonce that was hashed with it."""

    hash: str
    nonce: str
    order: tuple[int, ...]

    def data(self) -> dict[str, str]:
        """Plain data; ``pitboss verify-shuffle`` reads it from a JSON file."""
        return {"hash": self.hash, "nonce": self.nonce, "order": cards.show(self.order)}


def canonical(nonce: str, order: Sequence[int]) -> str:
    """The text that is hashed for a nonce and an order."""
    return f"{HEADING}\n{nonce}\n{cards.show(order)}\n"


def digest(nonce: str, order: Sequence[int]) -> str:
    """SHA-256 of the canonical text, in hexadecimal."""
    return hashlib.sha256(canonical(nonce, order).encode()).hexdigest()


def verify(hash: str, nonce: str, order: str | Sequence[int]) -> bool:
    """True if the hash published before the deal matches this nonce and order."""
    dealt = cards.parse(order) if isinstance(order, str) else tuple(order)
    if not dealt:
        raise ShuffleError("the order holds no cards; give the whole deck from the top down.")
    if cards.UNKNOWN in dealt:
        raise ShuffleError("the order holds an unknown card (??); every card must be known to verify a shuffle.")
    return hmac.compare_digest(_hex("hash", hash), digest(_hex("nonce", nonce), dealt))


def _hex(what: str, text: str) -> str:
    plain = text.strip().lower().removeprefix("sha256:")
    if not _HEX.fullmatch(plain):
        shown = plain if len(plain) <= 20 else plain[:16] + "…"
        raise ShuffleError(f"{shown!r} is not a {what}; it should be 64 hexadecimal digits (it has {len(plain)}).")
    return plain


MAX_UNOPENED = 1000  # dealt shuffles that can still be opened; a table opens them hand by hand


@final
class Live:
    """A shuffle that nobody can predict or repeat; it accepts no seed and no source of randomness.

    Each order is fixed before it is dealt: by :meth:`commit`, so that the table can show the hash before wagers are
    placed, or else by :meth:`mix`. ``publish`` is called with every commitment before its cards can be used, including
    reshuffles in the middle of a hand. :meth:`open` reveals the order and the nonce afterwards.
    """

    __slots__ = ("_dealt", "_next", "_publish", "_words")

    def __init__(self, publish: Callable[[Commitment], object] | None = None) -> None:
        self._words = Words(os.urandom)
        self._publish = publish
        self._next: ShuffleReveal | None = None
        self._dealt: dict[str, ShuffleReveal] = {}

    def commit(self, cards: Iterable[int]) -> Commitment:
        """Shuffle these cards now and fix the order for the next :meth:`mix`; the hash may be shown to everyone."""
        if self._next is not None:
            raise ShuffleError(
                "a deck is already committed to and not yet dealt; deal it before committing to another."
            )
        order = permute(cards, self._words)
        nonce = os.urandom(32).hex()
        reveal = ShuffleReveal(digest(nonce, order), nonce, order)
        commitment = Commitment(reveal.hash, len(order))
        if self._publish is not None:
            self._publish(commitment)  # if this fails, the order is discarded: no unpublished order is ever dealt
        self._next = reveal
        return commitment

    def mix(self, cards: Iterable[int]) -> tuple[int, ...]:
        """Return the cards in the committed order; without a commitment, make and publish one first."""
        wanted = tuple(cards)
        if self._next is None:
            self.commit(wanted)
        committed = self._next
        assert committed is not None
        if sorted(committed.order) != sorted(wanted):
            raise ShuffleError(
                f"the deck committed to has {len(committed.order)} cards and is not the one to be shuffled "
                f"({len(wanted)} cards); deal the one committed to first."
            )
        self._next = None
        self._dealt[committed.hash] = committed
        if len(self._dealt) > MAX_UNOPENED:
            del self._dealt[next(iter(self._dealt))]
        return committed.order

    @property
    def commitments(self) -> tuple[Commitment, ...]:
        """Commitments not opened yet, in the order of their shuffles; the last one may not be dealt yet."""
        waiting = [self._next] if self._next is not None else []
        return tuple(Commitment(reveal.hash, len(reveal.order)) for reveal in [*self._dealt.values(), *waiting])

    def open(self, commitment: Commitment | str) -> ShuffleReveal:
        """Reveal the order and nonce of a shuffle; the caller makes sure that its hand is over."""
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
    """A shuffle for a live table; ``publish`` is called with the commitment to each order before it is dealt."""
    return Live(publish)


def require_live(shuffle: object) -> Live:
    """Return the shuffle if it is a live one; a live table refuses any other."""
    if type(shuffle) is not Live:
        why = "can be predicted" if isinstance(shuffle, Seeded) else "is not a live shuffle"
        raise ShuffleError(f"a live table needs pitboss.live(); {shuffle!r} {why} and is refused.")
    return shuffle
