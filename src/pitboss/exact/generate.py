"""Writes the sweep kernels: straight-line code for numbers of cards, never for a game (PERF.md, trap 10).

The files it makes are committed, so that Numba can keep their compiled form; a test compares them byte for byte.
``python -m pitboss.exact.generate`` writes them anew.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

FOLDER = Path(__file__).parent / "kernels"

SWEEPS: tuple[tuple[int, int, tuple[int, ...]], ...] = (
    (3, 3, (1, 2)),
    (4, 4, (1, 2, 3)),
    (5, 4, (1, 2, 3, 4)),
    (5, 5, (1, 2, 3, 4)),
    (7, 7, (1, 2, 4, 6)),
    (7, 7, (3, 5)),
)
"""Cards of the asking hand, cards of the hands counted, sizes of the subsets. Seven against seven comes in two halves
of about equal work: separate jobs whose sums add up (PERF.md, trap 11)."""

ARGUMENTS = (
    *("low_only", "values", "asking_ends", "counted_ends", "asking_from", "counted_from", "asking", "counted"),
    *("weights", "fixed", "holding", "holding_low", "below", "low", "upto"),
)


def name(asking: int, counted: int, sizes: tuple[int, ...]) -> str:
    return f"sweep_{asking}_{counted}_{''.join(map(str, sizes))}"


def subsets(cards: int, sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The subsets of a hand in the order they are numbered."""
    return [chosen for size in sizes for chosen in combinations(range(cards), size)]


def numbers(cards: int, sizes: tuple[int, ...]) -> str:
    """A function that writes the numbers of all subsets of each hand."""
    places = ", ".join(f"place{size}" for size in sizes)
    lines = [
        "@kernel",
        f"def numbers_{cards}(words, first, last, below, places, out):",
        f"    {places}{',' * (len(sizes) == 1)} = places",
        *[f"    below{size} = below[{size}]" for size in range(2, max(sizes) + 1)],
        "    for i in range(first, last):",
        "        word = words[i]",
        "        row = out[i - first]",
    ]
    for card in range(cards):
        lines.append(f"        c{card} = lowest(word)")
        if card < cards - 1:
            lines.append("        word &= word - 1")
    at = 0
    for size in range(1, max(sizes) + 1):
        for chosen in combinations(range(cards), size):
            found = "c" + "_".join(map(str, chosen))
            if size > 1:
                rest = "c" + "_".join(map(str, chosen[:-1]))
                lines.append(f"        {found} = {rest} + below{size}[c{chosen[-1]}]")
            if size in sizes:
                lines.append(f"        row[{at}] = place{size}[{found}]")
                at += 1
    return "\n".join(lines) + "\n"


def sweep(asking: int, counted: int, sizes: tuple[int, ...]) -> str:
    """A function that goes up through the values, inserts hands and asks; one copy of each piece of code."""
    lines = [
        "@kernel",
        "def sweep(",
        *[f"    {argument}," for argument in ARGUMENTS],
        "):",
        "    for value in range(values[0], values[1]):",
        "        first, last = asking_ends[value], asking_ends[value + 1]",
        "        for phase in range(3):",
        "            # 0: how many are below; 1: how many do not qualify; 2: insert, then how many are not above.",
        "            if phase == 2:",
        "                table = holding_low if low_only else holding",
        "                for i in range(counted_ends[value], counted_ends[value + 1]):",
        "                    row = counted[i - counted_from]",
        "                    weight = weights[i]",
    ]
    for at in range(len(subsets(counted, sizes))):
        lines += [f"                    s = row[{at}]", "                    table[s] += weight * fixed[s]"]
    lines += [
        "            if low_only or (phase == 1 and low.shape[0] == 0):",
        "                continue",
        "            table = holding_low if phase == 1 else holding",
        "            out = below if phase == 0 else low if phase == 1 else upto",
        "            for i in range(first, last):",
        "                row = asking[i - asking_from]",
        "                total = U(0)",
    ]
    for at, chosen in enumerate(subsets(asking, sizes)):
        lines.append(f"                total {'-' if len(chosen) % 2 else '+'}= table[row[{at}]]")
    lines.append("                out[i] = total")
    return "\n".join(lines) + "\n"


def module(asking: int, counted: int, sizes: tuple[int, ...]) -> str:
    """One kernel file."""
    hands = f"{asking} cards against {counted}" if asking != counted else f"{asking} cards against as many"
    return "\n\n".join(
        [
            f'"""{hands}, by subsets of {", ".join(map(str, sizes))}; written by pitboss.exact.generate."""\n\n'
            "# ruff: noqa\n"
            "from numba import types\n\n"
            "from pitboss.exact.kernels.bits import lowest\n"
            "from pitboss.ranking.compiling import compiled\n\n"
            "kernel = compiled(__file__)\n"
            "U = types.uint32\n",
            *[numbers(cards, sizes) for cards in sorted({asking, counted})],
            sweep(asking, counted, sizes),
        ]
    )


def files() -> dict[str, str]:
    """The text of every kernel file, by its name."""
    return {f"{name(*one)}.py": module(*one) for one in SWEEPS}


if __name__ == "__main__":
    for file, text in files().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
