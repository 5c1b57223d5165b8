"""Golden playthroughs: seeded rounds of our four games, in the words of a dealer.

The files in ``tests/house/games/golden`` are compared byte for byte. After an intended change,
rewrite them with ``.venv/bin/python -m tests.house.games.golden_play`` and read the difference.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pitboss
from pitboss.house import Round
from pitboss.house.event_words import sentence
from pitboss.money import dollars, odds_text
from tests import golden

FOLDER = Path(__file__).parent / "golden"


class Played(NamedTuple):
    """One round: the seed of its shuffle, the stakes by spot, what each spot does, and a ruling with its moment."""

    seed: int
    stakes: dict[int, dict[str, int]]
    decisions: dict[int, str] | None = None
    ruling: tuple[str, str, dict[str, Any]] | None = None
    """A ruling after the first event of a verb: verb, ruling, facts."""


ANTE = {"ante": 500}
TRIPS = {"ante": 500, "trips": 500}
QUEENS = {"ante": 500, "queens-up": 500}
BOTH = {"first": 500, "final": 500}

# Per game: the house's choices, then its rounds; spot 3 is played by the player of spot 2 (HB-7).
GAMES: dict[str, tuple[dict[str, Any], list[Played]]] = {
    "top5": (
        {"tens": 1, "ace_or_face": 3, "spots": 6},
        [
            Played(
                261,
                {1: {**ANTE, "tens": 500}, 2: {"ante": 1000, "tens": 500, "ace-or-face": 25}, 3: {"ace-or-face": 25}},
                {1: "fold", 2: "swap 2c"},
            ),
            Played(
                18, {1: {**ANTE, "tens": 500}, 2: {"tens": 300}, 3: {"ace-or-face": 500}}, {1: "play", 2: "swap 4d"}
            ),
            Played(1221, {1: {**ANTE, "tens": 500}, 2: {**ANTE, "tens": 100}}, {1: "swap 7c", 2: "swap Th"}),
            Played(5, {1: ANTE, 2: ANTE}, ruling=("turn", "misdeal", {"reason": "the dealer exposed his hand"})),
        ],
    ),
    "high5": (
        {"trips": "APP-02"},
        [
            Played(349, {1: TRIPS, 2: {"ante": 1000, "trips": 500}, 3: TRIPS}, {1: "fold", 2: "play", 3: "play"}),
            Played(21, {1: TRIPS, 2: ANTE, 3: TRIPS}, {1: "play", 2: "play", 3: "fold"}),
            Played(96, {1: TRIPS, 2: TRIPS, 3: TRIPS}, {1: "fold", 2: "play", 3: "play"}),
            Played(2, {1: TRIPS, 2: ANTE}, ruling=("deal", "shuffler fault", {"persists": True})),
        ],
    ),
    "six54": (
        {"queens_up": 2},
        [
            Played(546, {1: QUEENS, 2: QUEENS, 3: {"ante": 1500, "queens-up": 100}}, {1: "fold", 2: "play", 3: "play"}),
            Played(506, {1: QUEENS, 2: {**ANTE, "queens-up": 2500}, 3: QUEENS}, {1: "play", 2: "fold", 3: "play"}),
            Played(5, {1: QUEENS, 2: ANTE, 7: QUEENS}, {1: "play", 2: "play", 7: "fold"}),
            Played(3, {1: QUEENS, 2: ANTE}, ruling=("close", "packet", {"spot": 2, "cards": 6})),
        ],
    ),
    "holdout": (
        {},
        [
            Played(
                131,
                {1: {**BOTH, "community": 100}, 2: {"final": 1000, "first": 100}, 4: BOTH},
                {1: "hold Qc Qd", 2: "hold 7s 7h 7d", 4: "hold 5d 8h 5h 9h 7c"},
            ),
            Played(
                372,
                {1: {**BOTH, "community": 100}, 2: {"final": 500}, 4: {"final": 2500}},
                {1: "hold 3d 3s 3c", 2: "hold 6c 6h", 4: "hold Th"},
            ),
            Played(
                314,
                {1: {"final": 500, "community": 500}, 2: BOTH, 3: {"first": 500}, 4: {"final": 500}},
                {1: "hold Qs", 2: "hold 8s 5h 5c Ks", 4: "hold Ts 5s 6s As"},
            ),
            Played(4, {1: BOTH, 2: BOTH}, ruling=("settle", "void", {"reason": "a card fell to the floor"})),
        ],
    ),
}
OWNERS = {3: 2}


def play(name: str, played: Played) -> Round:
    """Play a round one physical act at a time; spots decide from right to left, but are recorded from left to right
    (HB-10)."""
    options, _ = GAMES[name]
    game = pitboss.game(name, **options)
    deal: Round = game.deal(played.stakes, shuffle=pitboss.seeded(played.seed), owners=OWNERS, auto=False)
    moment, ruling, facts = played.ruling or ("", "", {})
    while not deal.done:
        if ruling and deal.events[-1].verb == moment:
            deal.floor(ruling, **facts)
            ruling = ""
        elif deal.actors:
            seat = deal.actors[-1]
            first = next(action for option in deal.legal(seat) for action in option.actions)
            deal.act(seat, (played.decisions or {}).get(seat, first))
        else:
            deal.step()
    assert not ruling
    return deal


def transcript(name: str) -> str:
    """Everything that happens, with the rule of every act and the reason of every chip."""
    title = pitboss.game(name).name
    out = [title, "=" * len(title), ""]
    for number, played in enumerate(GAMES[name][1], start=1):
        head = f"Round {number}, seed {played.seed}"
        out += [head, "-" * len(head), ""]
        deal = play(name, played)
        events = deal.view("floor").events
        out += [f"{index:>4}  {_with_rule(sentence(event), event.rule)}" for index, event in enumerate(events, start=1)]
        out += ["", "Settlement"]
        out += [f"      {_line(line)}" for line in deal.lines]
        out += ["", "Chips"]
        out += [f"      {move}" for move in deal.moves]
        out += ["", "Result", f"      {_net(deal)}", ""]
    return "\n".join(out)


def _with_rule(text: str, rule: str) -> str:
    return f"{text:<80} {rule}".rstrip()


def _line(line: Any) -> str:
    name = f"{line.wager} bonus" if line.outcome == "bonus" else line.wager
    table = f" (table {line.table})" if line.table else ""
    odds = f" {odds_text(line.odds)}" if line.odds else ""
    hand = f", {line.hand}" if line.hand else ""
    paid = f", paid {dollars(line.cents)}" if line.cents else ""
    breakage = f", breakage {line.breakage}¢" if line.breakage else ""
    return (
        f"spot {line.spot} {name}{table} {dollars(line.stake)}: {line.result}{odds}{hand}{paid}{breakage} ({line.rule})"
    )


def _net(deal: Round) -> str:
    chips = deal.chips()
    nets = [f"{who} {'+' if cents > 0 else ''}{dollars(cents)}" for who, cents in deal.net().items()]
    return " · ".join([*nets, f"rack {'+' if chips['rack'] > 0 else ''}{dollars(chips['rack'])}"])


if __name__ == "__main__":
    golden.write(FOLDER, GAMES, transcript)
