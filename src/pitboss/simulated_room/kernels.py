"""The seeded shuffle for many decks at once."""

from numba import njit

from pitboss.shuffle.kernels import mix


@njit(cache=True)
def mix_rows(state, decks):
    """Shuffle every row in place, each as a full shuffle after the one before."""
    for row in range(len(decks)):
        state = mix(state, decks[row], decks.shape[1])
