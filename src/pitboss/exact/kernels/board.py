"""Private hands against private hands over many boards: values, showdowns, and sums from street to street.

A grid has one row per board and one column per private hand; a hand that holds a card of the board is dead and is not
counted. Boards are canonical, but the cards of a board that were seen on an earlier street (a *part* of it) need not
be: an exchange of suits makes them canonical, and hands are exchanged with them. ``turned[t, h]`` is what exchange t
makes of hand h.
"""

import numpy as np

from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__, allocates=False)
part = compiled(__file__, allocates=False, no_cpython_wrapper=True)

TILE = 448
S1, S2, S3, SUIT = np.uint64(16), np.uint64(32), np.uint64(48), np.uint64(16383)


@kernel
def grid(
    board_keys, board_suits, board_bits, hand_keys, hand_suits, hand_bits, shifts, rows, values, flush, flags, out
):
    """Raise each entry to 1 plus the value of the hand with the board, if that is higher; dead hands are skipped.

    ``rows`` is the ranking's table for the number of cards that play; ``shifts`` are the position and width of the row
    in a sum of keys, and the position of the column.
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


@part
def sort(value, shift, buckets, spare, order):
    """Sort the hands that are not dead by value, lowest first: a radix sort in two passes. Indices are unsigned."""
    low, mask = np.uint64(shift), (np.uint64(1) << np.uint64(shift)) - np.uint64(1)
    one = np.uint64(1)
    for i in range(buckets.shape[0]):
        buckets[i] = 0
    for h in range(value.shape[0]):
        if value[h]:
            buckets[(np.uint64(value[h]) & mask) + one] += 1
    for i in range(1, buckets.shape[0]):
        buckets[i] += buckets[i - 1]
    for h in range(value.shape[0]):
        if value[h]:
            i = np.uint64(value[h]) & mask
            spare[buckets[i]] = h
            buckets[i] += 1
    living = buckets[mask]
    for i in range(buckets.shape[0]):
        buckets[i] = 0
    for i in range(living):
        buckets[(np.uint64(value[spare[i]]) >> low) + one] += 1
    for i in range(1, buckets.shape[0]):
        buckets[i] += buckets[i - 1]
    for i in range(living):
        h = spare[i]
        j = np.uint64(value[h]) >> low
        order[buckets[j]] = h
        buckets[j] += 1
    return np.int64(living)


@part
def insert(values, order, j, end, bound, their_sets, holding):
    """Insert the opposing hands below a value, starting at the j-th; return the index of the first one left."""
    while j < end and values[order[j]] < bound:
        h = order[j]
        for k in range(their_sets.shape[1]):
            holding[their_sets[h, k]] += 1
        j += 1
    return j


@part
def disjoint(h, my_sets, signs, holding):
    """The number of inserted hands that share no card with hand h."""
    total = 0
    for k in range(my_sets.shape[1]):
        total += signs[k] * holding[my_sets[h, k]]
    return total


@kernel
def showdowns(mine, theirs, same, least, my_sets, signs, their_sets, sets, shift, all_others, orders, sums, out):
    """For each board and hand, count the opposing hands in four groups, by the facts the settlement needs.

    For a hand that would qualify: unqualified, then qualified and beaten, equal, better. For one that would not:
    unqualified and beaten, equal, better, then qualified.

    Opposing hands are inserted from the lowest up, counting for every set of cards how many of them hold it; the
    alternating sum over the subsets of a hand is then the number of inserted hands that share no card with it. It is
    taken three times: for hands below, for hands not above, and for hands below the qualifier. ``least`` is in grid
    values; ``orders`` and ``sums`` are scratch space of four rows each.
    """
    buckets, spare, order, their_order = orders[0, : (1 << shift) + 1], orders[1], orders[2], orders[3]
    holding, holding_low, below, upto = sums[0], sums[1], sums[2], sums[3]
    for b in range(mine.shape[0]):
        my_values, their_values = mine[b], theirs[b]
        living = opposing = sort(my_values, shift, buckets, spare, order)
        if same:
            for i in range(living):
                their_order[i] = order[i]
        else:
            opposing = sort(their_values, shift, buckets, spare, their_order)
        for i in range(sets):
            holding[i] = 0
        crossed = False
        i = j = 0
        while i < living or not crossed:
            value = np.int64(my_values[order[i]] if i < living else least)
            if not crossed and value >= least:
                j = insert(their_values, their_order, j, opposing, np.int64(least), their_sets, holding)
                for k in range(sets):
                    holding_low[k] = holding[k]
                crossed = True
            if i == living:
                break
            j = insert(their_values, their_order, j, opposing, value, their_sets, holding)
            end = i
            while end < living and my_values[order[end]] == value:
                h = np.int64(order[end])
                below[h] = disjoint(h, my_sets, signs, holding)
                end += 1
            j = insert(their_values, their_order, j, opposing, value + 1, their_sets, holding)
            for at in range(i, end):
                h = np.int64(order[at])
                upto[h] = disjoint(h, my_sets, signs, holding)
            i = end
        for h in range(mine.shape[1]):
            value = my_values[h]
            if value == 0:
                out[0, b, h] = out[1, b, h] = out[2, b, h] = out[3, b, h] = 0
                continue
            short = disjoint(h, my_sets, signs, holding_low)
            if value >= least:
                out[0, b, h] = short
                out[1, b, h] = below[h] - short
                out[2, b, h] = upto[h] - below[h]
                out[3, b, h] = all_others - upto[h]
            else:
                out[0, b, h] = below[h]
                out[1, b, h] = upto[h] - below[h]
                out[2, b, h] = short - upto[h]
                out[3, b, h] = all_others - short


@kernel
def meet(mine, taken, board_keys, board_suits, hand_keys, hand_suits, hand_bits, shifts, tables, least, out):
    """Compare one hand per situation with every hidden hand that shares no card with it; groups as in ``showdowns``.

    A hidden hand may be made in several ways, with one row of keys each; the best counts. ``mine`` and ``least`` are
    values.
    """
    ranks, row, columns = shifts
    rows, values, flush, flags = tables
    for n in range(mine.shape[0]):
        value = mine[n]
        p0 = p1 = p2 = p3 = 0
        for h in range(hand_bits.shape[0]):
            if taken[n] & hand_bits[h]:
                continue
            best = np.int64(0)
            for way in range(hand_keys.shape[0]):
                total = board_keys[way, n] + hand_keys[way, h]
                found = np.int64(values[rows[total >> ranks & row] + (total >> columns)])
                if total & flags:
                    suits = board_suits[way, n] | hand_suits[way, h]
                    found = max(found, np.int64(max(flush[suits & SUIT], flush[suits >> S1 & SUIT])))
                    found = max(found, np.int64(max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT])))
                best = max(best, found)
            if value >= least:
                p0 += best < least
                p1 += (best >= least) & (best < value)
                p2 += (best == value) & (best >= least)
                p3 += best > value
            else:
                p0 += best < value
                p1 += best == value
                p2 += (best > value) & (best < least)
                p3 += best >= least
        out[0, n], out[1, n], out[2, n], out[3, n] = p0, p1, p2, p3


@kernel
def weigh(pay, facts, counts, out):
    """The value of each commitment to each hand: the sum over facts and groups of opposing hands."""
    for place in range(pay.shape[0]):
        p0, p1, p2, p3 = pay[place, 0], pay[place, 1], pay[place, 2], pay[place, 3]
        row = out[place]
        for n in range(facts.shape[0]):
            f = facts[n]
            worth = p0[f] * counts[0, n] + p1[f] * counts[1, n]
            row[n] = worth + p2[f] * counts[2, n] + p3[f] * counts[3, n]


@kernel
def push(worth, weights, parents, turns, back, first, last, turned, done, sums):
    """Add the worth of every board, times its weight, to each part of it that may have been seen before.

    Only hands ``first`` to ``last`` of the parts are written, so that threads can share ``sums``. They are processed in
    tiles, so that what neighbouring boards write stays in the processor's cache. ``back[t]`` undoes exchange t;
    ``turned`` (one tile) and ``done`` (the parts of a board) are scratch space.
    """
    for k in range(worth.shape[0]):
        for start in range(first, last, TILE):
            span = last - start if last - start < TILE else TILE
            for b in range(parents.shape[0]):
                weight = weights[b]
                for q in range(parents.shape[1]):
                    done[q] = False
                for q in range(parents.shape[1]):
                    if done[q]:
                        continue
                    turn = turns[b, q]
                    row, source = worth[k, b], back[turn, start : start + span]
                    for g in range(span):
                        turned[g] = weight * row[source[g]]
                    for other in range(q, parents.shape[1]):
                        if turns[b, other] == turn:
                            done[other] = True
                            part = parents[b, other]
                            target = sums[part, k, start : start + span]
                            for g in range(span):
                                target[g] += turned[g]


@kernel
def share(sums, first_fixing, fixing, turned, exchanges, whole):
    """Turn sums over all boards of a class into sums per part, by averaging over the exchanges that keep the part.

    Return whether a division left a remainder, which would be a bug. ``whole`` is scratch space, one sum per hand.
    """
    rest = np.int64(0)
    for part in range(sums.shape[0]):
        for k in range(sums.shape[1]):
            for h in range(whole.shape[0]):
                whole[h] = 0
            for at in range(first_fixing[part], first_fixing[part + 1]):
                turn = fixing[at]
                for h in range(sums.shape[2]):
                    whole[h] += sums[part, k, turned[turn, h]]
            for h in range(sums.shape[2]):
                rest |= whole[h] % exchanges
                sums[part, k, h] = whole[h] // exchanges
    return rest


@kernel
def pull(packed, parents, turns, turned, bits, each, total, out):
    """The number of times each board is reached with each commitment, summed over the parts that may have been seen.

    One word of ``packed`` holds the counts of ``each`` commitments, ``bits`` wide each; ``total`` is scratch space, one
    sum per hand.
    """
    hands = packed.shape[2]
    mask = (np.int64(1) << bits) - 1
    for b in range(parents.shape[0]):
        for w in range(packed.shape[1]):
            for h in range(hands):
                total[h] = 0
            for q in range(parents.shape[1]):
                part, turn = parents[b, q], turns[b, q]
                for h in range(hands):
                    total[h] += packed[part, w, turned[turn, h]]
            last = (w + 1) * each if (w + 1) * each < out.shape[0] else out.shape[0]
            for e in range(w * each, last):
                down = (e - w * each) * bits
                for h in range(hands):
                    out[e, b * hands + h] = total[h] >> down & mask


@kernel
def count(mass, weights, facts, counts, out):
    """Deals per commitment, group of opposing hands and fact."""
    hands = facts.shape[0] // weights.shape[0]
    for place in range(mass.shape[0]):
        for b in range(weights.shape[0]):
            for n in range(b * hands, (b + 1) * hands):
                if mass[place, n]:
                    often = weights[b] * mass[place, n]
                    f = facts[n]
                    for k in range(4):
                        out[place, k, f] += often * counts[k, n]


@kernel
def gather(counts, facts, weights, parents, turns, back, first, last, sums):
    """Fill ``sums[part, hand, 4 * fact + k]``: over all boards on which the hand shows the fact, the hidden hands of
    group k.

    Only hands ``first`` to ``last`` are written, so that threads can share ``sums``. ``back[t]`` undoes exchange t.
    """
    for b in range(parents.shape[0]):
        weight = weights[b]
        for q in range(parents.shape[1]):
            part, turn = parents[b, q], turns[b, q]
            for hand in range(first, last):
                source = back[turn, hand]
                at = 4 * facts[b, source]
                target = sums[part, hand]
                for k in range(4):
                    target[at + k] += weight * counts[k, b, source]


@kernel
def average(sums, first_fixing, fixing, turned, exchanges, numbers, out):
    """Average the sums of each part and hand over the exchanges of suits that keep the part, one column per kind.

    ``numbers[part, hand]`` is the column of ``out``. Return whether a division left a remainder, which would be a bug.
    """
    rest = 0
    for part in range(sums.shape[0]):
        for hand in range(sums.shape[1]):
            column = numbers[part, hand]
            if column < 0 or out[0, column] >= 0:
                continue
            for cell in range(sums.shape[2]):
                whole = 0
                for at in range(first_fixing[part], first_fixing[part + 1]):
                    whole += np.int64(sums[part, turned[fixing[at], hand], cell])
                rest |= whole % exchanges
                out[cell, column] = whole // exchanges
    return rest
