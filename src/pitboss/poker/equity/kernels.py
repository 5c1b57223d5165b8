"""Numba kernels that count outcomes over lists of possible hands, given their values and bit masks."""

import numpy as np
from numba import uint64

from pitboss.ranking.numba_cache import compiled
from pitboss.shuffle.kernels import below

kernel = compiled(__file__)

ONE = uint64(1)


@kernel
def lay_out(own, own_masks, boards, board_masks, rows, where):
    """One row of cards for every hand on every board it shares no card with, and the index of its value."""
    count = 0
    size, common = own.shape[1], boards.shape[1]
    for board in range(len(boards)):
        for hand in range(len(own)):
            if own_masks[hand] & board_masks[board]:
                continue
            for place in range(size):
                rows[count, place] = own[hand, place]
            for place in range(common):
                rows[count, size + place] = boards[board, place]
            where[count] = board * len(own) + hand
            count += 1
    return count


@kernel
def with_suits(rows, values, wanted, flush, out):
    """Values extended by the suits of their cards in order of importance (PK-5), three bits a card.

    ``wanted`` holds the ranks of the cards of each value; of equal ranks the higher suit comes first, and a joker
    (52, without a suit) replaces a missing card.
    """
    size, count = rows.shape[1], wanted.shape[1]
    for row in range(len(rows)):
        value = values[row]
        if value == 0:
            out[row] = 0
            continue
        best = -1
        for one in range(3, -1, -1) if flush[value] else range(4, 5):
            used, code = 0, 0
            for place in range(count):
                suit, at = -2, -1
                for card in range(size):
                    if used >> card & 1:
                        continue
                    here = np.int64(rows[row, card])
                    if here == 52:
                        if suit < -1:
                            suit, at = -1, card
                    elif here >> 2 == wanted[value, place] and here & 3 > suit and (one == 4 or here & 3 == one):
                        suit, at = here & 3, card
                if at < 0:
                    code = -1
                    break
                used |= 1 << at
                code = code << 3 | (suit + 1)
            if code >= 0:
                best = code
                break
        out[row] = np.int64(value) << (3 * count) | best
    return len(rows)


@kernel
def tuples(values, starts, masks, weights, boards, halves, whole, shares, wins, parts):
    """Count shares, wins and parts over every choice of one hand per player without a shared card, on every board.

    ``values[half, board, hand]`` holds the players' lists one after the other (``starts`` is where each begins); zero
    is no hand. Shares are counted in units of ``1 / whole`` pot. Returns the number of deals.
    """
    players = len(starts) - 1
    at = np.zeros(players, np.int64)
    used = np.zeros(players + 1, np.uint64)
    best = np.zeros(halves, np.int64)
    count = np.zeros(halves, np.int64)
    took = np.zeros(players, np.int64)
    deals = 0
    for board in range(len(boards)):
        used[0] = boards[board]
        weight = weights[board]
        depth = 0
        at[0] = starts[0]
        while depth >= 0:
            if at[depth] == starts[depth + 1]:
                depth -= 1
                if depth >= 0:
                    at[depth] += 1
                continue
            mask = masks[at[depth]]
            if mask & used[depth]:
                at[depth] += 1
                continue
            if depth + 1 < players:
                used[depth + 1] = used[depth] | mask
                depth += 1
                at[depth] = starts[depth]
                continue
            deals += weight
            won = 0
            for half in range(halves):
                best[half] = 0
                count[half] = 0
                for player in range(players):
                    value = values[half, board, at[player]]
                    if value > best[half]:
                        best[half] = value
                        count[half] = 1
                    elif value == best[half] and value:
                        count[half] += 1
                if best[half]:
                    won += 1
            for player in range(players):
                took[player] = 0
            for half in range(halves):
                if best[half]:
                    piece = whole // (won * count[half])
                    for player in range(players):
                        if values[half, board, at[player]] == best[half]:
                            took[player] += piece
            for player in range(players):
                shares[player] += took[player] * weight
                if took[player] == whole:
                    wins[player] += weight
                elif took[player]:
                    parts[player] += weight
            at[depth] += 1
    return deals


@kernel
def kinds(boards, bits, keep, weights):
    """Keep one board of each class, the one with the least bit mask among its images, and the size of the class.

    ``bits[swap, card]`` is the bit of a card after a permutation of suits; swap 0 is the identity.
    """
    count = 0
    for board in range(len(boards)):
        own = uint64(0)
        for card in boards[board]:
            own |= bits[0, card]
        same = 0
        for swap in range(len(bits)):
            image = uint64(0)
            for card in boards[board]:
                image |= bits[swap, card]
            if image < own:
                same = -1
                break
            if image == own:
                same += 1
        if same > 0:
            keep[count] = board
            weights[count] = len(bits) // same
            count += 1
    return count


@kernel
def pairs(values, first, masks, weights, boards):
    """Count pairs of hands without a shared card on every board: those where mine is better, equal ones, and all.

    The two lists are side by side; ``first`` is the length of mine.
    """
    above, equal, everything = 0, 0, 0
    for board in range(len(boards)):
        wins, ties, count = 0, 0, 0
        for mine in range(first):
            if masks[mine] & boards[board]:
                continue
            taken = masks[mine] | boards[board]
            value = values[board, mine]
            for other in range(first, len(masks)):
                free = (masks[other] & taken) == 0
                count += free
                wins += free & (value > values[board, other])
                ties += free & (value == values[board, other])
        above += wins * weights[board]
        equal += ties * weights[board]
        everything += count * weights[board]
    return above, equal, everything


@kernel
def numbered(hands, binomial, offset, most, slots):
    """The tally slot of every subset of every hand (ascending cards); -1 for a subset that is too large."""
    size = hands.shape[1]
    members = np.zeros(1 << size, np.int64)
    for hand in range(len(hands)):
        slots[hand, 0] = 0
        for subset in range(1, 1 << size):
            top = 0
            for bit in range(size):
                if subset >> bit & 1:
                    top = bit
            rest = subset ^ (1 << top)
            members[subset] = members[rest] + 1
            slots[hand, subset] = slots[hand, rest] + binomial[hands[hand, top], members[subset]]
    for subset in range(1 << size):
        for hand in range(len(hands)):
            if members[subset] > most:
                slots[hand, subset] = -1
            else:
                slots[hand, subset] += offset[members[subset]]


@kernel
def count_subsets(slots, tally):
    """Add one to the tally of every subset of a hand that is not too large."""
    for slot in slots:
        if slot >= 0:
            tally[slot] += 1


@kernel
def sweep(mine, my_slots, theirs, their_slots, weights, signs, tally, my_tally):
    """Count pairs without a shared card of two long lists: those where mine is better, equal ones, and all.

    A row of ``mine`` and of ``theirs`` is one board: ``value << 32 | hand``, ascending; value zero is a hand that
    shares a card with the board. ``tally`` counts, for every small set of cards, their hands seen so far that hold it.
    Inclusion-exclusion over the subsets of my cards gives how many of them hold none of my cards; the two full tallies
    give all pairs. ``signs`` is 1 for sets of an even number of cards and -1 for the others.
    """
    above, equal, everything = 0, 0, 0
    for board in range(len(weights)):
        tally[:] = 0
        my_tally[:] = 0
        wins, ties, pairs = 0, 0, 0
        met, place = 0, 0
        while place < mine.shape[1]:
            value = mine[board, place] >> 32
            end = place
            while end < mine.shape[1] and mine[board, end] >> 32 == value:
                end += 1
            if value == 0:
                place = end
                continue
            before, after = 0, 0
            for turn in range(2):  # first count their lower hands, then lower and equal ones
                first = met
                while met < theirs.shape[1] and theirs[board, met] >> 32 < value + turn:
                    if theirs[board, met] >> 32:
                        count_subsets(their_slots[theirs[board, met] & 0xFFFFFFFF], tally)
                    met += 1
                if turn == 1 and met == first:
                    after = before
                    break
                disjoint = 0
                for at in range(place, end):
                    hand = mine[board, at] & 0xFFFFFFFF
                    for subset in range(my_slots.shape[1]):
                        slot = my_slots[hand, subset]
                        if slot >= 0:
                            disjoint += signs[slot] * tally[slot]
                            my_tally[slot] += turn == 0
                if turn == 0:
                    before = disjoint
                else:
                    after = disjoint
            wins += before
            ties += after - before
            place = end
        while met < theirs.shape[1]:
            if theirs[board, met] >> 32:
                count_subsets(their_slots[theirs[board, met] & 0xFFFFFFFF], tally)
            met += 1
        for slot in range(len(tally)):
            pairs += signs[slot] * tally[slot] * my_tally[slot]
        above += wins * weights[board]
        equal += ties * weights[board]
        everything += pairs * weights[board]
    return above, equal, everything


@kernel
def deal(state, deck, known, starts, board_known, own, board, out):
    """Random deals: each player gets one of the holdings (``known``, -1 where short), the rest comes from the deck.

    If holdings share a card, all are redrawn, so every possible deal is equally likely. A row of ``out`` holds the
    players' cards one after the other and then the board. Returns the next state.
    """
    players = len(starts) - 1
    for row in range(len(out)):
        while True:
            used = uint64(0)
            for card in board_known:
                used |= ONE << uint64(card)
            clash = False
            for player in range(players):
                state, drawn = below(state, starts[player + 1] - starts[player])
                holding = starts[player] + np.int64(drawn)
                for place in range(own):
                    card = known[holding, place]
                    out[row, player * own + place] = 255 if card < 0 else card
                    if card >= 0:
                        bit = ONE << uint64(card)
                        if used & bit:
                            clash = True
                        used |= bit
            if not clash:
                break
        for place in range(players * own + board):
            if place >= players * own and place - players * own < len(board_known):
                out[row, place] = board_known[place - players * own]
            elif place >= players * own or out[row, place] == 255:
                while True:
                    state, drawn = below(state, len(deck))
                    bit = ONE << uint64(deck[drawn])
                    if not used & bit:
                        break
                used |= bit
                out[row, place] = deck[drawn]
    return state
