"""A house game as a player or a designer asks it: dealt like any other, and proved and advised on besides.

The layer that deals knows nothing of proofs; this is the game as the library hands it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from pitboss.cards import Card
from pitboss.house import Game

if TYPE_CHECKING:
    from pitboss.exact.advice import Advice
    from pitboss.exact.result import Result

Hand: TypeAlias = "str | Iterable[str | Card]"


class HouseGame(Game):
    """A game with what can be worked out about it."""

    @classmethod
    def of(cls, game: Game) -> HouseGame:
        return cls(game.definition, game._known)

    def choose(self, **options: Any) -> HouseGame:
        """The same game under other options of the house."""
        return self.of(super().choose(**options))

    def prove(self, **options: Any) -> Result:
        """The exact figures by stake group: ``game.prove()["tens/1"].edge`` is a fraction."""
        from pitboss.exact.solver import prove

        return prove(self.definition, **options)

    def advise(self, cards: Hand, *, board: Hand = "", up: Hand = "", did: Sequence[str] = (), **stakes: Any) -> Advice:
        """Every option for a hand with its exact value, best first; ``did`` are the earlier decisions of the round.

        Cards are given as a text, or one by one as texts or cards.

        >>> import pitboss
        >>> pitboss.game("six54").advise("Ah Kd Qs Tc 4h", up="2s").best
        'fold'
        """
        from pitboss.exact.asking import ask, piles, read

        shown = piles(self.definition, read(board), read(up))
        return ask(self.definition, read(cards), shown, stakes or None, did)
