"""Backward induction over the streets of a round and forward counting, for many situations at once.

Arrays have one row per place (a state of the player's commitments) and one column per situation (the cards known). Sums
are int64; callers make sure that they fit.
"""

import numpy as np

from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__, allocates=False)


@kernel
def decide(values, leaving, first, to, needs, judged, choice):
    """Choose the best option at every place with a decision, the first of equal ones; ``choice`` is the edge taken."""
    for place in range(leaving, values.shape[0]):
        row = choice[place - leaving]
        started = False
        for edge in range(first[place], first[place + 1]):
            least = needs[edge]
            target = to[edge]
            for n in range(values.shape[1]):
                if least == 0 or judged[n] >= least:
                    if not started or row[n] < 0 or values[target, n] > values[place, n]:
                        values[place, n] = values[target, n]
                        row[n] = edge
                elif not started:
                    row[n] = -1
            started = True


@kernel
def enter(values, entry, classes, out):
    """The worth of entering a street with each commitment."""
    for e in range(entry.shape[0]):
        for n in range(values.shape[1]):
            column = classes[n] if entry.shape[1] > 1 else 0
            out[e, n] = values[entry[e, column], n]


@kernel
def arrive(reach, entry, classes, mass):
    """The number of times each place is reached, from how often the street is entered with each commitment."""
    for e in range(entry.shape[0]):
        for n in range(mass.shape[1]):
            column = classes[n] if entry.shape[1] > 1 else 0
            mass[entry[e, column], n] += reach[e, n]


@kernel
def commit(mass, leaving, to, choice):
    """Follow every decision: the mass at a place moves to where its best option leads."""
    for place in range(mass.shape[0] - 1, leaving - 1, -1):
        row = choice[place - leaving]
        for n in range(mass.shape[1]):
            if mass[place, n]:
                mass[to[row[n]], n] += mass[place, n]


@kernel
def rise(values, hands, parents, before, out):
    """Sum over all cards that may be revealed: add the worth of each situation to those it can follow from.

    Situations are grouped by hand, with one for each row of ``parents``; ``before`` is how many each hand has one
    street earlier.
    """
    rows = parents.shape[0]
    for e in range(values.shape[0]):
        for hand in range(hands):
            for n in range(rows):
                worth = values[e, hand * rows + n]
                for q in range(parents.shape[1]):
                    out[e, hand * before + parents[n, q]] += worth


@kernel
def rise_facts(facts, hands, parents, before, out):
    """The number of continuations of each situation that show each fact."""
    rows = parents.shape[0]
    for hand in range(hands):
        for n in range(rows):
            fact = facts[hand * rows + n]
            for q in range(parents.shape[1]):
                out[fact, hand * before + parents[n, q]] += 1


@kernel
def fall(leave, hands, parents, before, out):
    """The number of times each situation is reached, from how often those it can follow from were left."""
    rows = parents.shape[0]
    for e in range(leave.shape[0]):
        for hand in range(hands):
            for n in range(rows):
                total = np.int64(0)
                for q in range(parents.shape[1]):
                    total += leave[e, hand * before + parents[n, q]]
                out[e, hand * rows + n] = total


@kernel
def weigh(pay, facts, out):
    """The value of each commitment, from how often each situation shows each fact."""
    for place in range(pay.shape[0]):
        for fact in range(facts.shape[0]):
            worth = pay[place, fact]
            if worth:
                for n in range(facts.shape[1]):
                    out[place, n] += worth * facts[fact, n]


@kernel
def count(mass, weights, rows, facts, out):
    """Deals per commitment and fact; the hands stand for ``weights`` deals each."""
    for place in range(mass.shape[0]):
        for fact in range(facts.shape[0]):
            total = np.int64(0)
            for hand in range(len(weights)):
                part = np.int64(0)
                for n in range(hand * rows, (hand + 1) * rows):
                    part += mass[place, n] * facts[fact, n]
                total += part * weights[hand]
            out[place, fact] += total
