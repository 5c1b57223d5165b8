"""Batch simulation: many rounds at once, played by the proved strategy, to check the exact figures.

The parts, and what passes between them::

    layout             where every card of many rounds lies, as columns of sets of cards
    paths              the stakes a round can have, and what each option of each decision makes of them
    settlement_tables  the endings of every wager, made by calling ``house.settlement`` for every fact
    play               the dealer's script over many rounds, decisions taken by a policy
    kernels.keys       the number of a situation, the same whichever suits are exchanged
    book               a policy that looks situations up, written from the pages of a proof (``exact.pages``)
    tally              what happened how often; intervals and exact figures
    run                chunks of rounds, each a pure function of game, stakes, seed and number, merged in order
    plain_rounds       the plain round of the card room, played one after the other by advice

A chunk's cards come from the seed and the number of the chunk, so who simulates which chunk does not matter.
"""

from pitboss.simulation.run import Simulation, simulate
from pitboss.simulation.tally import Tally

__all__ = ["Simulation", "Tally", "simulate"]
