"""Batch simulation: many rounds at once, played by the proved strategy, to check the exact figures.

The parts, and what passes between them::

    paths    the stakes a round can have, how each option of each decision changes them, and the endings of every
             wager, made by calling ``house.settlement`` for every fact
    play     the dealer's script over many rounds, with the cards as columns of sets; decisions taken by a policy
    kernels  compiled loops; the number of a situation is the same whichever suits are exchanged
    book     a policy that looks situations up, written from the pages of a proof (``exact.pages``), and cached
    tally    what happened how often; intervals and exact figures
    run      chunks of rounds, each a pure function of game, stakes, seed and number, merged in order; the file of a
             stopped simulation
    spots    rounds of several spots against one dealer

A chunk's cards come from the seed and the number of the chunk, so it does not matter which worker simulates it.
"""

from pitboss.simulation.run import Simulation, simulate
from pitboss.simulation.tally import Tally

__all__ = ["Simulation", "Tally", "simulate"]
