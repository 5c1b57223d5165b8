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


DEAD: tuple[tuple[int, int], ...] = ((5, 4),)
"""Cards of the asking hand and of the hands counted, where cards are known to be out of play besides."""


def places(cards: int, sizes: range, indent: str) -> list[str]:
    """Straight-line code: the places of all subsets of the cards c0, c1 …, each size after the other."""
    lines = []
    for size in sizes:
        for chosen in combinations(range(cards), size):
            found = "c" + "_".join(map(str, chosen))
            rest = "c" + "_".join(map(str, chosen[:-1]))
            if size > 1:
                lines.append(f"{indent}{found} = {rest} + below{size}[c{chosen[-1]}]")
    return lines


def cards_of(cards: int, indent: str) -> list[str]:
    """Straight-line code: the cards of a word as c0, c1 …"""
    lines = []
    for card in range(cards):
        lines.append(f"{indent}c{card} = lowest(word)")
        if card < cards - 1:
            lines.append(f"{indent}word &= word - 1")
    return lines


def dead(asking: int, counted: int) -> str:
    """A kernel file for hands that ask while one or two further cards are known to be dead.

    ``none[s]`` counts the hands inserted that contain the subset at place s, ``one[s, x]`` those that contain the dead
    card x besides, ``two[s, p]`` those that contain the dead pair p besides. Rows over the dead cards are contiguous.
    """
    indent = "        "
    every = range(1, min(asking, counted) + 1)
    below = [f"    below{size} = below[{size}]" for size in range(2, counted + 1)]

    def table(size: int, what: str, place: str) -> str:
        return f"{what}[starts[{size}] + {place}]"

    def named(chosen: tuple[int, ...]) -> str:
        return "c" + "_".join(map(str, chosen)) if chosen else "0"

    lines = [
        "@kernel",
        "def insert(words, first, last, below, starts, column, pair, none, one, two):",
        *below,
        "    for i in range(first, last):",
        f"{indent}word = words[i]",
        *cards_of(counted, indent),
        *places(counted, range(1, counted + 1), indent),
    ]
    for size in range(counted + 1):
        for chosen in combinations(range(counted), size):
            if size <= asking:
                lines.append(f"{indent}none[starts[{size}] + {named(chosen)}] += U(1)")
    for x in range(counted):
        others = [card for card in range(counted) if card != x]
        lines += [f"{indent}x = column[c{x}]", f"{indent}if x >= 0:"]
        for size in range(min(counted - 1, asking) + 1):
            for chosen in combinations(others, size):
                lines.append(f"{indent}    one[starts[{size}] + {named(chosen)}, x] += U(1)")
    for x, y in combinations(range(counted), 2):
        others = [card for card in range(counted) if card not in (x, y)]
        lines += [f"{indent}p = pair[c{x}, c{y}]", f"{indent}if p >= 0:"]
        for size in range(min(counted - 2, asking) + 1):
            for chosen in combinations(others, size):
                lines.append(f"{indent}    two[starts[{size}] + {named(chosen)}, p] += U(1)")
    lines += ["", ""]
    for what, most, columns in (("one", counted - 1, "one"), ("two", counted - 2, "two")):
        lines += [
            "@kernel",
            f"def ask_{what}(words, first, last, below, starts, {columns}, out):",
            *[line for line in below if f"below{most + 1}" not in line],
            "    for i in range(first, last):",
            f"{indent}word = words[i]",
            *cards_of(asking, indent),
            *places(asking, range(1, most + 1), indent),
        ]
        rows: list[str] = []
        for size in range(most + 1):
            for chosen in combinations(range(asking), size):
                row = f"r{len(rows)}"
                lines.append(f"{indent}{row} = {columns}[starts[{size}] + {named(chosen)}]")
                rows.append(("-" if size % 2 else "+") + f" {row}[k]")
        lines += [f"{indent}for k in range(out.shape[1]):", f"{indent}    total = U(0)"]
        lines += [f"{indent}    total {sign[0]}= {sign[2:]}" for sign in rows]
        lines += [f"{indent}    out[i - first, k] = total", "", ""]
    lines += [
        "@kernel",
        "def ask_none(words, first, last, below, starts, none, out):",
        *below,
        "    for i in range(first, last):",
        f"{indent}word = words[i]",
        *cards_of(asking, indent),
        *places(asking, every, indent),
        f"{indent}total = none[0]",
    ]
    for size in every:
        for chosen in combinations(range(asking), size):
            lines.append(f"{indent}total {'-' if size % 2 else '+'}= none[starts[{size}] + {named(chosen)}]")
    lines.append(f"{indent}out[i - first] = total")
    head = (
        f'"""{asking} cards against {counted} with dead cards known; written by pitboss.exact.generate."""\n\n'
        "# ruff: noqa\n"
        "from numba import types\n\n"
        "from pitboss.exact.kernels.bits import lowest\n"
        "from pitboss.ranking.compiling import compiled\n\n"
        "kernel = compiled(__file__)\n"
        "U = types.uint32\n\n\n"
    )
    return head + "\n".join(lines) + "\n"


def files() -> dict[str, str]:
    """The text of every kernel file, by its name."""
    sweeps = {f"{name(*one)}.py": module(*one) for one in SWEEPS}
    return sweeps | {f"dead_{asking}_{counted}.py": dead(asking, counted) for asking, counted in DEAD}


if __name__ == "__main__":
    for file, text in files().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
