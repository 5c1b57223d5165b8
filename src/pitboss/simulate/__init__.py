"""Batch simulation: many rounds at once, played by the solver's own strategy, as a witness of the exact figures.

The parts, and what passes between them::

    layout   where every card of many rounds lies, as columns of sets of cards
    paths    the stakes a round can have, and what each option of each decision makes of them
    settle   the endings of every wager as tables, made by calling ``house.settlement`` for every fact
    play     the dealer's script over many rounds, decisions taken by a policy
    keys     the number of a situation, the same whichever suits are exchanged
    book     a policy that looks every situation up in a table made from the proof
    tally    what happened how often; intervals beside the exact figures
    run      chunks of rounds as pure functions of (game, stakes, seed, chunk), run by any executor, merged in order
    witness  the plain round of the card room, played one after the other by advice

A chunk's cards come from the seed and the number of the chunk, so who simulates which chunk does not matter.
"""

from pitboss.simulate.run import Simulation, simulate
from pitboss.simulate.tally import Tally

__all__ = ["Simulation", "Tally", "simulate"]
