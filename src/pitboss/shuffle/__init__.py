"""The live shuffle and the seeded shuffle, two types that cannot be confused.

``live()`` takes its entropy from the operating system and commits to every order before a card is dealt; ``seeded(7)``
gives the same orders on every machine, in Python and in Numba, for simulation, tests and training. A live table accepts
only the first (:func:`require_live`). Both use the same algorithm (:func:`permute`), described in ``docs/shuffles.md``.

>>> seeded(7).mix(range(5))
(2, 1, 0, 4, 3)
"""

from pitboss.shuffle.live import Commitment, Live, ShuffleReveal, live, require_live, verify
from pitboss.shuffle.permute import Seeded, ShuffleError, Words, below, permute, seeded, stream

__all__ = [
    "Commitment",
    "Live",
    "Seeded",
    "ShuffleError",
    "ShuffleReveal",
    "Words",
    "below",
    "live",
    "permute",
    "require_live",
    "seeded",
    "stream",
    "verify",
]
