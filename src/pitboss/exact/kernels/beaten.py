"""Ways to hold cards that another way of the same hand beats, as long as better hands pay more."""

from pitboss.ranking.compiling import compiled

kernel = compiled(__file__)


@kernel
def unbeaten(starts, order, counts, keep):
    """``order[starts[h] : starts[h + 1]]`` are the rows of hand h in the order in which equals are preferred.

    A row is beaten by one that reaches every segment, or a better one, at least as often.
    """
    for hand in range(starts.shape[0] - 1):
        for i in range(starts[hand], starts[hand + 1]):
            row = order[i]
            for j in range(starts[hand], starts[hand + 1]):
                rival = order[j]
                if i == j or not keep[rival]:
                    continue
                ahead, never_behind, differs = 0, True, False
                for segment in range(counts.shape[1] - 1, -1, -1):
                    ahead += int(counts[rival, segment]) - int(counts[row, segment])
                    if ahead < 0:
                        never_behind = False
                        break
                    differs = differs or ahead > 0
                if never_behind and (differs or j < i):
                    keep[row] = False
                    break
