"""The best option of every situation in which one or two dead cards are known besides the player's own."""

from pitboss.ranking.compiling import compiled

kernel = compiled(__file__)


@kernel
def compared(words, weights, segments, cases, fold_segments, allowed, folds, columns, lows, highs, total, pay, tally):
    """Situations: each hand with each column of dead cards that it does not hold itself.

    ``columns``: per column the dead cards as a word, where the rows have the first and the second of them (-1: there is
    none) and the pair, and the label. ``lows`` are the counts below, ``highs`` those not above, each as three tables:
    of all hidden hands, with the dead card besides, with the dead pair besides.
    """
    dead, first, second, pair, label = columns
    low_none, low_one, low_two = lows
    high_none, high_one, high_two = highs
    for i in range(words.shape[0]):
        case, s, weight = cases[i], segments[i], int(weights[i])
        for k in range(dead.shape[0]):
            if words[i] & dead[k]:
                continue
            under = int(low_none[i]) - int(low_one[i, first[k]])
            upto = int(high_none[i]) - int(high_one[i, first[k]])
            if second[k] >= 0:
                under += int(low_two[i, pair[k]]) - int(low_one[i, second[k]])
                upto += int(high_two[i, pair[k]]) - int(high_one[i, second[k]])
            ties, over = upto - under, total - upto
            best, chosen, fold = -(1 << 62), 0, False
            for option in range(folds.shape[0]):
                if not allowed[i] >> option & 1:
                    continue
                if folds[option]:
                    worth = pay[case, option, 0, fold_segments[i]] * total
                else:
                    payoff = pay[case, option]
                    worth = payoff[2, s] * under + payoff[1, s] * ties + payoff[0, s] * over
                if worth > best:
                    best, chosen, fold = worth, option, folds[option]
            counts = tally[s, label[k], case, chosen]
            if fold:
                counts[0, fold_segments[i]] += weight * total
            else:
                counts[2, s] += weight * under
                counts[1, s] += weight * ties
                counts[0, s] += weight * over
