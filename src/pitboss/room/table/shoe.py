"""The shoe of a table: every deck is sealed before it is dealt, and a deck made ready is the one dealt next.

A deck in the shoe is stored with the change that made it ready, so a restart deals that very deck. A deck nobody could
foresee, such as a reshuffle in the middle of a hand, is sealed when it is shuffled and stored with the change that
deals it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from pitboss.deal.deal import Mixer
from pitboss.shuffle.seal import SALT, SealedDeck, seal, split_salts


class Shoe:
    """A mixer for a session: hands out the decks made ready for it, else seals a new one.

    ``salts`` returns as many random bytes as it is asked for.
    """

    def __init__(self, mixer: Mixer, salts: Callable[[int], bytes]) -> None:
        self._mixer = mixer
        self._salts = salts
        self._ready: list[SealedDeck] = []
        self.new: list[SealedDeck] = []  # sealed since the last change
        self.handed: list[SealedDeck] = []  # handed out since the last change
        self._dealt: dict[tuple[int, ...], SealedDeck] = {}  # decks of the running deal, by their order

    @property
    def ready(self) -> tuple[SealedDeck, ...]:
        """The decks to be dealt next, in order; their seals may be shown."""
        return tuple(self._ready)

    def load(self, decks: Iterable[SealedDeck], ready: Iterable[str]) -> None:
        """Take the decks of a stored table; ``ready`` are the seals of those not dealt yet."""
        known = {deck.root: deck for deck in decks}
        self._ready = [known.pop(root) for root in ready]
        self._dealt = {deck.order: deck for deck in known.values()}

    def prepare(self, wanted: Sequence[Sequence[int]]) -> tuple[SealedDeck, ...]:
        """Make a deck ready for each of these sets of cards, in order; return the new ones."""
        free = list(self._ready)
        made = []
        for cards in wanted:
            deck = _fitting(free, cards)
            if deck is not None:
                free.remove(deck)
            else:
                made.append(self._sealed(cards))
        self._ready += made
        return tuple(made)

    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        deck = _fitting([deck for deck in self._ready if deck not in self.handed], cards)
        if deck is None:
            deck = self._sealed(cards)
        self.handed.append(deck)
        return deck.order

    def _sealed(self, cards: Sequence[int]) -> SealedDeck:
        order = self._mixer.mix(cards)
        deck = seal(order, split_salts(self._salts(SALT * len(order))))
        self.new.append(deck)
        return deck

    # For the log ------------------------------------------------------------------------

    def used(self, order: tuple[int, ...]) -> str:
        """Note that an entry of the log has dealt the deck of this order; return its seal."""
        deck = self.deck(order)
        if deck in self._ready:
            self._ready.remove(deck)
        self._dealt[order] = deck
        return deck.root

    def deck(self, order: tuple[int, ...]) -> SealedDeck:
        """The deck with this order that was handed out last, or that belongs to the running deal."""
        for deck in (*reversed(self.handed), *self._ready, *self.new):
            if deck.order == order:
                return deck
        return self._dealt[order]

    def take_new(self) -> tuple[SealedDeck, ...]:
        """Return and clear the decks sealed since the last call; no deck counts as handed out any more."""
        new, self.new, self.handed = tuple(self.new), [], []
        return new

    def take_back(self) -> None:
        """Leave the decks handed to a refused command in the shoe."""
        self.handed = []

    def over(self) -> None:
        """Drop the decks of the running deal, which is over."""
        self._dealt.clear()


def _fitting(decks: Iterable[SealedDeck], cards: Sequence[int]) -> SealedDeck | None:
    wanted = _sorted(tuple(cards))
    return next((deck for deck in decks if _sorted(deck.order) == wanted), None)


@lru_cache(maxsize=4096)
def _sorted(cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(cards))
