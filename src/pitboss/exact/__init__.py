"""Proofs: exact house edge and optimal play, read from a game's definition and nothing else.

``request.prove`` returns the figures of a game, ``request.ProofRequest`` also everything that a sheet shows, and
``advice.ask`` the value of every option of one hand. The parts::

    request     a proof as Python and the command line ask for it, and its report
    solver      the figures of one stake group          advice     the value of every option of one hand
    shape       the interface of a shape of proof, and the registry
    shapes/     one module or folder per shape: histogram, showdown, holding, board, streets, general
    script/     a script read for a proof: the player's knowledge at each decision, and what settles each wager
    cards/      sets of cards, suits that can be exchanged, hands and their values, sweeps over hidden hands
    induction   backward induction over streets, shared by the shapes with several decisions
    strategy/   optimal play in words: lists, their search, their rows on a sheet
    sheet/      the sheet of a proof: findings, readings, sensitivity, what-if, rendering
    kernels/    compiled loops, by what they count

    stakes      wagers solved together, and the options of a decision for certain stakes
    payoff      the gain of every option, as integers   figures    endings of a round, and the figures of their counts
    question    a question for advice and its answer    pages      optimal play as plain data for the simulation
    counts      counts and tallies cached between runs
    jobs        parts of a proof run by any executor, in order, and a pool of processes for them

Every shape delivers a :data:`~pitboss.exact.figures.Tally`, the number of deals per ending under optimal play.
:mod:`~pitboss.exact.figures` turns it into :class:`~pitboss.exact.figures.Figures` by calling the settlement for every
ending; no shape computes an expectation for the sheet itself. Counts are integers all the way; fractions are made once,
at the end.
"""
