"""Seeded random play of every game, summed up to a hash of its facts: pairs of a game and a line about it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pitboss
from pitboss import house
from pitboss.deal.deal import Deal
from pitboss.deal.session_record import SessionRecord
from pitboss.errors import PitbossError
from tests.deal.frozen_facts import SESSIONS, Told, deal_told
from tests.deal.tables import TABLES, amount, happen, opened
from tests.house.games.conformance import stakes
from tests.poker.table import SPREAD, load

SEEDS = range(6)
RULED = 3
"""From this seed on, every act of the dealer is a step, and the floor rules now and then."""
FACTS: tuple[dict[str, Any], ...] = ({"reason": "a card was exposed"}, {}, {"seat": 1}, {"spot": 1}, {"cents": 600})


def rounds() -> Iterator[tuple[str, str]]:
    """Rounds of every game against the house."""
    for name in house.names():
        for seed in SEEDS:
            rng = random.Random(f"{name} {seed}")
            game = pitboss.game(name)
            placed = stakes(game.definition, 1 + seed % 4, rng.randrange)
            deal = game.deal(placed, shuffle=pitboss.seeded(seed), auto=seed < RULED)
            yield name, f"seed {seed}: {_played(deal, rng, rulings=seed >= RULED)}"


def hands() -> Iterator[tuple[str, str]]:
    """Hands of every poker game in every house."""
    for place, game in SPREAD:
        for seed in SEEDS:
            rng = random.Random(f"{place} {game} {seed}")
            stacks = {seat: rng.choice([600, 2_500, 12_000]) for seat in range(1, 3 + seed % 4)}
            deal = load(game, place).deal(stacks, 1, pitboss.seeded(seed), auto=seed < RULED)
            yield f"{place} {game}", f"seed {seed}: {_played(deal, rng, rulings=seed >= RULED)}"


def _played(deal: Deal, rng: random.Random, *, rulings: bool) -> str:
    made = 0
    while not deal.done:
        if rulings and rng.random() < 0.03:
            made += ruled(deal, rng)
        elif deal.actors:
            seat = rng.choice(deal.actors)
            options = [option for option in deal.legal(seat) if option.allowed]
            option = rng.choice([each for each in options if each.word != "fold" or rng.random() < 0.3] or options)
            deal.act(seat, rng.choice(option.actions or (option.word,)), amount(option, rng))
        else:
            deal.step()
    return f"{made} rulings {deal_told(deal).digest()}"


def ruled(deal: Deal, rng: random.Random) -> bool:
    """The floor makes a ruling it may make now; return False if each of them needs other facts."""
    allowed = [option.word for option in deal.rulings() if option.allowed]
    for word in rng.sample(allowed, len(allowed)):
        for facts in FACTS:
            with suppress(PitbossError):
                deal.floor(word, **facts)
                return True
    return False


def sessions() -> Iterator[tuple[str, str]]:
    """Tables where people come, play and go; the record of each is replayed as well."""
    for table in TABLES:
        for seed in (0, 1):
            session, rng = opened(table, seed), random.Random(f"{table} {seed}")
            for _ in range(80):
                happen(session, rng)
            record = SessionRecord.decode(session.dump())
            told = Told()
            again = SESSIONS[session.kind].load(SessionRecord(record.session, record.setup, [], record.format))
            told.follow(again, record.entries)
            told.end(again)
            assert again.version == session.version
            yield table, f"seed {seed}: {len(record.entries)} entries version {session.version} {told.digest()}"
