"""Proofs: exact house edge and optimal play, read from a game's definition and nothing else.

The one public call is :func:`prove`; everything else may change. The parts, and what passes between them::

    plan        definition + stakes -> Plan: which piles and hands matter, the stages (what becomes known, what is
                decided), the options, the shape, the public states with their weights, the number of deals, an
                estimate of the work; a structure outside the shapes is refused naming the script step
    payoff      Plan -> integer arrays by value, option and fact, from ``house.settlement`` called for every fact
    suits       which suits are alike once the public cards lie there
    hands       canonical hands (one of each class of suit-equal ones) with their weights, and their values
    subsets     the number of a canonical subset
    counting    sweeps: for every hand, how many hidden hands are below it, not above it, not qualified
    choice      shape "choice" and 0: nothing that matters is hidden when the player chooses, or he does not choose
    showdown    shape B: one decision, then a hidden dealer's hand
    holding     shape A1: cards are held, then a hidden board completes them; holding_ways counts the boards
    stages      shape A2; reveal: shape C
    general     any script of the vocabulary, as far as the deck is small enough: plain recursion over what is known
    situations  counts kept by name, in memory and on disk: what-if and advice work on them without counting again
    pieces      situations of a showdown that are paid alike; holding_kept, reveal_cells: what the others keep
    asking      advice for one hand, by the shape that carries the round
    jobs        pure functions of (plan, job number), run by any executor, merged in order, resumable
    solver      prove(definition, ...) -> Result

Every shape delivers a :data:`~pitboss.exact.ending.Tally`: the number of deals per ending under optimal play, apart for
each thing the table shows. :mod:`~pitboss.exact.figures` turns a tally into
:class:`~pitboss.exact.result.Figures` by calling the settlement for every ending; no shape computes an expectation for
the sheet itself. Counts are integers all the way; fractions are made once, at the end.
"""
