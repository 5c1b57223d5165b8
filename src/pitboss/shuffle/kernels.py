"""The seeded shuffle for Numba; gives exactly the words and orders of ``permute.py``.

The state is passed in and returned, so that kernels keep it in a register; from Python, pass a ``numpy.uint64``.
Import this module only where Numba is used anyway.
"""

from numba import njit, uint64

GAMMA = uint64(0x9E3779B97F4A7C15)
STIR_1, STIR_2 = uint64(0xBF58476D1CE4E5B9), uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = uint64(27), uint64(30), uint64(31), uint64(32)
LOW = uint64(0xFFFFFFFF)
LIMIT = uint64(1 << 30)
ZERO, ONE = uint64(0), uint64(1)


@njit(cache=True)
def word(state):
    """The next state and its word."""
    state = uint64(state) + GAMMA
    mixed = (state ^ (state >> S30)) * STIR_1
    mixed = (mixed ^ (mixed >> S27)) * STIR_2
    return state, mixed ^ (mixed >> S31)


@njit(cache=True)
def below(state, bound):
    """The next state and a number below the bound (at most 2**30), each equally likely."""
    bound = uint64(bound)
    while True:
        state, drawn = word(state)
        # drawn * bound in 128 bits, by halves: high is the number, low decides whether the word counts.
        foot = (drawn & LOW) * bound
        head = (drawn >> S32) * bound + (foot >> S32)
        low = (head << S32) | (foot & LOW)
        if low >= bound or low >= (ZERO - bound) % bound:
            return state, head >> S32


@njit(cache=True)
def mix(state, deck, count):
    """Shuffle the first ``count`` cards of the deck into place and return the next state.

    They are the first ``count`` cards of a full shuffle; after a full one the state equals that of :meth:`Seeded.mix`.
    """
    size = uint64(len(deck))
    place = ZERO
    while place < uint64(count) and place + ONE < size:
        product = ONE
        last = place
        while last + ONE < size and product * (size - last) < LIMIT:
            product *= size - last
            last += ONE
        state, digits = below(state, product)
        while place < last:
            left = size - place
            chosen = place + digits % left
            digits //= left
            moved = deck[place]
            deck[place] = deck[chosen]
            deck[chosen] = moved
            place += ONE
    return state


@njit(cache=True)
def mix_rows(state, decks):
    """Shuffle every row in place, each as a full shuffle after the one before."""
    for row in range(len(decks)):
        state = mix(state, decks[row], decks.shape[1])
