"""Complete one-spot rounds per second, shuffle, decisions and settlement included, in plain Python on one thread.

Every shipped game is dealt with its main wager, the games taking turns; the best CPU time of each counts, so that other
load matters little. The target is for the games whose rules are in the catalogue. Decisions are the first option that
keeps the spot in the round, whatever the cards.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pitboss
from bench.measure import Row, rate
from pitboss import house
from pitboss.cards import show
from pitboss.house import Game, Round
from pitboss.rules import catalogue

TARGET = 10_000
CHUNK, TURNS = 100, 120


def chooser(game: Game) -> Callable[[Round], str]:
    """The action at each decision: a fixed text if there is one, otherwise the number of own cards to name."""
    plain: dict[str, str] = {}
    for name, offers in game.plan.offers.items():
        for offer in offers:
            if not offer.choice.fold and "{" not in offer.choice.say.replace("{times}", ""):
                plain.setdefault(name, offer.word)

    def choose(deal: Round) -> str:
        words = plain.get(deal.decision)
        if words is not None:
            return words
        offer = deal.offers[0]
        return f"{offer.word} {show(deal.layout.piles['player 1'][: offer.choice.hold[-1] // 2 + 1])}"

    return choose


def rounds(name: str) -> Callable[[], None]:
    """A chunk of rounds of one game."""
    game, shuffle = house.load(name), pitboss.seeded(7)
    main = game.definition.unit
    stakes = {1: {each.key: 500 for each in game.definition.initial if main in (each.key, each.equals)}}
    choose = chooser(game)

    def chunk() -> None:
        for _ in range(CHUNK):
            deal = game.deal(stakes, shuffle)
            while not deal.done:
                deal.act(1, choose(deal))

    return chunk


def rows() -> list[Row]:
    runs = {name: rounds(name) for name in house.names()}
    for run in runs.values():
        for _ in range(20):
            run()
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(TURNS):
        for name, run in runs.items():
            start = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - start)
    measured = []
    for name, seconds in best.items():
        ours = house.load(name).definition.script[0].rule in catalogue()
        what = f"{name}, rounds of one spot"
        target = 1.0 if ours else None
        measured.append(Row(what, rate(CHUNK, seconds), rate(TARGET, 1.0), CHUNK / seconds / TARGET, target))
    return measured
