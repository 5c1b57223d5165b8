"""Small simulated rooms for tests."""

from __future__ import annotations

from pitboss import datafile
from pitboss.simulated_room.description import SimulatedRoom, read_description

SMALL = """
[room]
name = "Small"
start = 2026-01-05
days = 2
seed = 7

[[table]]
game = "top5"
wagers = "ace-or-face=5,tens=5"
heads = [1, 3]
hours = 2
rounds = 8

[[table]]
game = "holdem"
house = "pot"
limit = "2-4"
heads = [4, 3]
hours = 2
rounds = 8
"""


def described(text: str = SMALL) -> SimulatedRoom:
    return read_description(datafile.parse(text, "room.toml"))
