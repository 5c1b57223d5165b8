"""A line of a log as its row has it: read only as far as it must be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from pitboss.move import Move
from pitboss.room.line import Line

if TYPE_CHECKING:
    from pitboss.audit.plain_round import PlainRound

_decode = msgspec.json.Decoder(Line).decode
_encode = msgspec.json.Encoder().encode


class LogLine:
    """A line whose hash continues the chain.

    ``plain`` is the whole round that it holds, if it holds nothing else: then its text is never decoded unless the
    round's movements are not those of the text (``settled`` says that they are).
    """

    __slots__ = ("_line", "at", "number", "plain", "seq", "settled", "text")

    def __init__(self, number: int, seq: int, at: int, text: bytes, plain: PlainRound | None = None) -> None:
        self.number, self.seq, self.at, self.text, self.plain = number, seq, at, text, plain
        self.settled = False
        self._line: Line | None = None

    @property
    def line(self) -> Line:
        """The line, decoded; :class:`msgspec.MsgspecError` if it cannot be read."""
        if self._line is None:
            self._line = _decode(self.text)
        return self._line

    def seals(self) -> tuple[str, ...]:
        """The seals of the decks that it deals."""
        if self.plain is not None:
            return (self.plain.seal,)
        return tuple([root for did in self.line.did for root in did.seals])

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.line.moves

    @property
    def has_moves(self) -> bool:
        return self.plain is not None or bool(self.line.moves)

    def says(self, moves: bytes) -> bool:
        """Whether it has exactly these encoded movements; false does not mean that they differ.

        The text itself is asked only if the round is settled: every byte of it is known then. Elsewhere another key of
        the same name may stand in it, so that what is read there is not what the line says when it is decoded.
        """
        if self.settled and self.plain is not None:
            return self.text_ends(self.plain.moves_at, moves)
        try:
            return _encode(self.line.moves) == moves
        except msgspec.MsgspecError:
            return False

    def text_ends(self, start: int, moves: bytes) -> bool:
        """Whether these encoded movements stand at a place of the text, and nothing after them."""
        text = self.text
        return len(text) == start + len(moves) + 1 and text.startswith(moves, start) and text.endswith(b"]}")
