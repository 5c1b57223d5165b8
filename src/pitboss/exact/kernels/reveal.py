"""Private hands against private hands over many boards: values, showdowns, and sums from street to street.

A grid has one row per board and one column per private hand; a hand that holds a card of the board is dead and counts
nowhere. Boards are canonical, so what flows between streets is turned by the exchange of suits that makes a part of
the board canonical too; ``turned[t, h]`` is the hand that exchange t makes of hand h.
"""

import numpy as np

from pitboss.ranking.compiling import compiled

kernel = compiled(__file__)

S1, S2, S3, SUIT = np.uint64(16), np.uint64(32), np.uint64(48), np.uint64(16383)


@kernel
def grid(
    board_keys, board_suits, board_bits, hand_keys, hand_suits, hand_bits, shifts, rows, values, flush, flags, out
):
    """One more than the value of each hand with each board where that is higher than before; dead hands stay as they are.

    ``rows`` is the ranking's table for the number of cards that play; ``shifts`` says where a sum of keys holds the row,
    how wide it is, and where the column starts.
    """
    ranks, row, columns = shifts
    for b in range(board_keys.shape[0]):
        for h in range(hand_keys.shape[0]):
            if board_bits[b] & hand_bits[h]:
                continue
            total = board_keys[b] + hand_keys[h]
            found = values[rows[total >> ranks & row] + (total >> columns)]
            if total & flags:
                suits = board_suits[b] | hand_suits[h]
                found = max(found, max(flush[suits & SUIT], flush[suits >> S1 & SUIT]))
                found = max(found, max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT]))
            if found + 1 > out[b, h]:
                out[b, h] = found + 1


@kernel
def sort(value, shift, buckets, spare, order):
    """The living hands by value, lowest first: two passes over half the bits each."""
    mask = (1 << shift) - 1
    buckets[:] = 0
    for h in range(value.shape[0]):
        if value[h]:
            buckets[(value[h] & mask) + 1] += 1
    for i in range(1, buckets.shape[0]):
        buckets[i] += buckets[i - 1]
    for h in range(value.shape[0]):
        if value[h]:
            i = value[h] & mask
            spare[buckets[i]] = h
            buckets[i] += 1
    living = buckets[mask]
    buckets[:] = 0
    for i in range(living):
        buckets[(value[spare[i]] >> shift) + 1] += 1
    for i in range(1, buckets.shape[0]):
        buckets[i] += buckets[i - 1]
    for i in range(living):
        h = spare[i]
        j = value[h] >> shift
        order[buckets[j]] = h
        buckets[j] += 1
    return living


@kernel
def showdowns(mine, theirs, same, least, my_sets, signs, their_sets, sets, shift, below, upto, short):
    """For each board and hand: how many opposing hands are below it, not above it, and below the qualifier.

    Opposing hands are inserted from the lowest up; of every set of cards it is kept how many of them hold it, and those
    that share no card with a hand are the alternating sum over the sets of its cards. ``least`` is in grid values.
    """
    hands, others = mine.shape[1], theirs.shape[1]
    width, their_width = my_sets.shape[1], their_sets.shape[1]
    buckets = np.zeros((1 << shift) + 1, np.int32)
    spare = np.zeros(max(hands, others), np.int32)
    order, their_order = np.zeros(hands, np.int32), np.zeros(others, np.int32)
    holding, holding_low = np.zeros(sets, np.int32), np.zeros(sets, np.int32)
    for b in range(mine.shape[0]):
        living = sort(mine[b], shift, buckets, spare, order)
        if same:
            opposing = living
            their_order[:living] = order[:living]
        else:
            opposing = sort(theirs[b], shift, buckets, spare, their_order)
        holding[:] = 0
        crossed = False
        i = j = 0
        while i < living:
            value = mine[b, order[i]]
            if not crossed and value >= least:
                while j < opposing and theirs[b, their_order[j]] < least:
                    h = their_order[j]
                    for k in range(their_width):
                        holding[their_sets[h, k]] += 1
                    j += 1
                holding_low[:] = holding
                crossed = True
            while j < opposing and theirs[b, their_order[j]] < value:
                h = their_order[j]
                for k in range(their_width):
                    holding[their_sets[h, k]] += 1
                j += 1
            end = i
            while end < living and mine[b, order[end]] == value:
                h = order[end]
                total = 0
                for k in range(width):
                    total += signs[k] * holding[my_sets[h, k]]
                below[b, h] = total
                end += 1
            while j < opposing and theirs[b, their_order[j]] == value:
                h = their_order[j]
                for k in range(their_width):
                    holding[their_sets[h, k]] += 1
                j += 1
            for at in range(i, end):
                h = order[at]
                total = 0
                for k in range(width):
                    total += signs[k] * holding[my_sets[h, k]]
                upto[b, h] = total
            i = end
        if not crossed:
            while j < opposing and theirs[b, their_order[j]] < least:
                h = their_order[j]
                for k in range(their_width):
                    holding[their_sets[h, k]] += 1
                j += 1
            holding_low[:] = holding
        for i in range(living):
            h = order[i]
            total = 0
            for k in range(width):
                total += signs[k] * holding_low[my_sets[h, k]]
            short[b, h] = total


@kernel
def cells(mine, least, all_others, below, upto, short, out):
    """The opposing hands in four parts, by what the settlement is told.

    From the qualifier up: unqualified, then qualified and beaten, equal, better. Below it: unqualified and beaten, equal,
    better, then qualified.
    """
    for b in range(mine.shape[0]):
        for h in range(mine.shape[1]):
            value = mine[b, h]
            if value == 0:
                for k in range(4):
                    out[k, b, h] = 0
            elif value >= least:
                out[0, b, h] = short[b, h]
                out[1, b, h] = below[b, h] - short[b, h]
                out[2, b, h] = upto[b, h] - below[b, h]
                out[3, b, h] = all_others - upto[b, h]
            else:
                out[0, b, h] = below[b, h]
                out[1, b, h] = upto[b, h] - below[b, h]
                out[2, b, h] = short[b, h] - upto[b, h]
                out[3, b, h] = all_others - short[b, h]


@kernel
def weigh(pay, facts, counts, out):
    """What each commitment is worth to each hand: over the opposing hands, by fact and part."""
    for place in range(pay.shape[0]):
        for n in range(facts.shape[0]):
            f = facts[n]
            worth = pay[place, f, 0] * counts[0, n] + pay[place, f, 1] * counts[1, n]
            out[place, n] = worth + pay[place, f, 2] * counts[2, n] + pay[place, f, 3] * counts[3, n]


@kernel
def push(worth, weights, parents, turns, back, first, last, sums):
    """Every board adds its worth, as often as it stands for a board, to the parts of it that were seen before.

    Only hands ``first`` to ``last`` of the parts are written, so that threads may share the sums. ``back[t]`` undoes
    exchange t.
    """
    carried = worth.shape[0]
    span = last - first
    turned = np.zeros((carried, span), np.int64)
    done = np.zeros(parents.shape[1], np.bool_)
    for b in range(parents.shape[0]):
        weight = weights[b]
        done[:] = False
        for q in range(parents.shape[1]):
            if done[q]:
                continue
            turn = turns[b, q]
            for k in range(carried):
                for g in range(span):
                    turned[k, g] = weight * worth[k, b, back[turn, first + g]]
            for other in range(q, parents.shape[1]):
                if turns[b, other] == turn:
                    done[other] = True
                    part = parents[b, other]
                    for k in range(carried):
                        for g in range(span):
                            sums[part, k, first + g] += turned[k, g]


@kernel
def share(sums, first_fixing, fixing, turned, exchanges):
    """From sums over all boards of a class to sums per part: the exchanges that leave a part as it is see it alike.

    Gives back whether a division left a rest, which would be a mistake.
    """
    rest = np.int64(0)
    whole = np.zeros(sums.shape[2], np.int64)
    for part in range(sums.shape[0]):
        for k in range(sums.shape[1]):
            whole[:] = 0
            for at in range(first_fixing[part], first_fixing[part + 1]):
                turn = fixing[at]
                for h in range(sums.shape[2]):
                    whole[h] += sums[part, k, turned[turn, h]]
            for h in range(sums.shape[2]):
                rest |= whole[h] % exchanges
                sums[part, k, h] = whole[h] // exchanges
    return rest


@kernel
def pull(packed, parents, turns, turned, bits, each, out):
    """How often each board is entered with each commitment: over the parts of it that may have been seen before.

    The counts of ``each`` commitments share one word of ``packed``, so many ``bits`` wide.
    """
    hands = packed.shape[2]
    mask = (np.int64(1) << bits) - 1
    total = np.zeros(hands, np.int64)
    for b in range(parents.shape[0]):
        for w in range(packed.shape[1]):
            total[:] = 0
            for q in range(parents.shape[1]):
                part, turn = parents[b, q], turns[b, q]
                for h in range(hands):
                    total[h] += packed[part, w, turned[turn, h]]
            for e in range(w * each, min((w + 1) * each, out.shape[0])):
                down = (e - w * each) * bits
                for h in range(hands):
                    out[e, b * hands + h] = total[h] >> down & mask


@kernel
def count(mass, weights, facts, counts, out):
    """Deals per commitment, fact and part."""
    hands = facts.shape[0] // weights.shape[0]
    for place in range(mass.shape[0]):
        for b in range(weights.shape[0]):
            for n in range(b * hands, (b + 1) * hands):
                if mass[place, n]:
                    often = weights[b] * mass[place, n]
                    f = facts[n]
                    for k in range(4):
                        out[place, f, k] += often * counts[k, n]
