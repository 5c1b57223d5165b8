"""Proofs: exact house edge and optimal play, read from a game's definition and nothing else.

``solver.prove`` returns the figures of a game, ``request.ProofRequest`` those with everything a sheet shows, and
``advice.ask`` what every option of one hand is worth. The folders::

    shape       what a shape of proof is, and the registry
    shapes/     one package per shape: histogram, showdown, holding, board, streets, general
    script/     a script read for a proof: what is known at each decision, and what settles each wager
    cards/      sets of cards, suits that can be exchanged, hands and their values, sweeps over hidden hands
    induction/  backward induction over streets, shared by the shapes with several decisions
    strategy/   optimal play in words: lists, their search, their rows on a sheet
    sheet/      the sheet of a proof: findings, readings, sensitivity, what-if, rendering
    cache/      proofs and counts cached between runs
    kernels/    compiled loops, by what they count

    stakes      which wagers are solved together        options   what a decision changes for certain stakes
    payoff      what every option gains, as integers    ending    how a round may end; tallies count deals per ending
    figures     from a tally to figures                 result    what a proof returns
    question    a question for advice and its answer    pages     optimal play as plain data for the simulation
    jobs        parts of a proof run by any executor, in order
    request     a proof as Python and the command line ask for it

Every shape delivers a :data:`~pitboss.exact.ending.Tally`, the number of deals per ending under optimal play.
:mod:`~pitboss.exact.figures` turns it into :class:`~pitboss.exact.result.Figures` by calling the settlement for every
ending; no shape computes an expectation for the sheet itself. Counts are integers all the way; fractions are made once,
at the end.
"""
