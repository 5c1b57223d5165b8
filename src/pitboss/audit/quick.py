"""Rounds against the house, settled again in batches: the same script and settlement as the engine's, without events.

A line that holds a whole round (wagers placed, deal, decisions, finish) is dealt from its deck by the batch of
:mod:`pitboss.simulation`, whose endings come from ``house.settlement`` as the engine's do; every chip is then compared
in order, as the text of the line has it. Any other line, every sixty-fourth round, and every round that differs is
played by the table's own session.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from pitboss.audit.log_line import LogLine
from pitboss.audit.plain_round import PlacedSpot, PlainReader, PlainRound, RoundStory, Stakes
from pitboss.audit.replay import Between, Replay
from pitboss.audit.round_batch import RoundBatch
from pitboss.deal.players import account
from pitboss.deal.record import FORMAT, Record
from pitboss.deal.session_record import Checkpoint
from pitboss.errors import PitbossError
from pitboss.house.chips import _payment, wagered
from pitboss.house.decisions import Offer, change
from pitboss.house.definition import DecideStep
from pitboss.house.opening_wagers import place
from pitboss.house.session import HouseSession
from pitboss.move import Move
from pitboss.room import bank
from pitboss.room.line import PlayedHand
from pitboss.simulation.play import IllegalChoice
from pitboss.spread.restoring import restore_session

CHECKED = 64
"""One round in this many is played by the session as well."""
MOST_STORIES = 100_000
"""Stories of spots that are kept."""

_CARDS = [b"%d" % card for card in range(256)]


class QuickReplay(Replay):
    """Plays a table of a house game; ``_since`` is the session's checkpoint while batches are ahead of the session."""

    session: HouseSession

    def __init__(self, table: str, record: bytes, start: Between) -> None:
        super().__init__(table, record, start)
        self._record = record
        self._game = self.session.game.definition
        plan = self.session.game.plan
        self._offers: Mapping[str, Sequence[Offer]] = plan.offers
        self._since: Checkpoint | None = None
        self._seq = 0
        self._people: dict[int, str] = {}
        self._balance: dict[str, int] = {}
        self._rack = self._finished = 0
        self._placed: dict[Stakes, Stakes | None] = {}
        self._batch = RoundBatch(self._game, plan.spoken, plan.offers)
        self._reader = PlainReader(self._game.id, self._chosen)
        self._stories: list[PlacedSpot] = []
        self._downward = [not isinstance(step, DecideStep) for _, step in self._batch.steps]
        empty = Record("house", {"stakes": 0}, True, [()], [], "", FORMAT).encode()
        self._template = empty.replace(b"0", b'{%b},"owners":{%b},"bankroll":{%b}', 1)
        self._template = self._template.replace(b"[[]]", b"[[%b]]").replace(b'"entries":[]', b'"entries":[%b]')

    # Between batch and session ----------------------------------------------------------------------------------------

    def plain(self, number: int, seq: int, at: int, by: str, text: bytes) -> PlainRound | None:
        return self._reader.read(number, seq, at, by, text) if number % CHECKED else None

    def follow_all(self, lines: Sequence[LogLine], decks: Mapping[str, bytes]) -> None:
        """Settle all plain rounds of these lines in one batch; the session plays every other line, and differences."""
        rounds = [line.plain for line in lines if line.plain is not None and line.plain.seal in decks]
        settled = self._outcomes(rounds, [decks[each.seal] for each in rounds])
        outcomes = {each.number: outcome for each, outcome in zip(rounds, settled, strict=True)}
        for line in lines:
            outcome = outcomes.get(line.number)
            if line.plain is not None and outcome is not None:
                self._run_ahead()
                if self._agrees(line, line.plain, outcome, decks[line.plain.seal]):
                    line.settled = True
                    continue
            self.follow(line.line, decks)

    def _outcomes(self, rounds: Sequence[PlainRound], decks: Sequence[bytes]) -> list[list[bytes] | None]:
        """What became of every spot of every round; None for a round that no batch can settle."""
        if not rounds:
            return []
        try:
            return list(self._batch.play(rounds, decks))
        except (IllegalChoice, KeyError, IndexError, PitbossError):
            half = len(rounds) // 2
            if not half:
                return [None]
            return [*self._outcomes(rounds[:half], decks[:half]), *self._outcomes(rounds[half:], decks[half:])]

    def follow(self, line: Any, decks: Mapping[str, bytes]) -> None:
        self._catch_up()
        super().follow(line, decks)

    def between(self) -> Between:
        self._catch_up()
        return super().between()

    def check_chips(self, sums: Mapping[str, int]) -> None:
        self._catch_up()
        super().check_chips(sums)

    @property
    def idle(self) -> bool:
        return self._since is not None or super().idle

    def _catch_up(self) -> None:
        """Bring the session to where the batches are."""
        since, self._since = self._since, None
        if since is None:
            return
        state = {**since.state, "balance": self._balance, "rack": self._rack, "finished": self._finished}
        now = msgspec.structs.replace(since, state=state, version=self._seq)
        session = restore_session(self._record, now.encode())
        assert isinstance(session, HouseSession)
        self.session = session

    def _run_ahead(self) -> None:
        if self._since is not None:
            return
        self._since = since = self.session.checkpoint()
        self._people = {seat: player for seat, player, *_ in since.state["spots"]}
        self._balance = dict(since.state["balance"])
        self._rack, self._finished = since.state["rack"], since.state["finished"]
        self._seq = since.version

    def _chosen(self, wagers: Stakes) -> Stakes | None:
        """The wagers as they lie on the layout; None if they may not be placed."""
        if wagers not in self._placed:
            try:
                self._placed[wagers] = tuple(place(self._game, {1: dict(wagers)})[1].items()) or None
            except PitbossError:
                self._placed[wagers] = None
        return self._placed[wagers]

    # Rounds -----------------------------------------------------------------------------------------------------------

    def _agrees(self, line: LogLine, plain: PlainRound, outcome: list[bytes], order: bytes) -> bool:
        """Whether a round's movements are those of its settlement; if so, the hand is written down."""
        people = self._people
        stories: list[RoundStory] = []
        spent: dict[str, int] = {}
        for spot, end in zip(plain.spots, outcome, strict=True):
            name = people.get(spot.seat)
            if name is None:
                return False
            story = spot.stories.get((name, end)) or self._told(spot, name, end)
            stories.append(story)
            spent[name] = spent.get(name, 0) + story.size
        for name, cents in spent.items():
            if cents > self._balance[name]:
                return False  # only the session knows whether winnings in between cover it
        parts = [story.opening for story in stories]
        for at, down in enumerate(self._downward):
            parts += [story.steps[at] for story in (reversed(stories) if down else stories)]
        moves = b"[%b]" % b",".join(filter(None, parts))
        if len(line.text) != plain.moves_at + len(moves) + 1 or not line.says(moves):
            return False
        self._write_down(plain, stories, order)
        return True

    def _told(self, spot: PlacedSpot, name: str, outcome: bytes) -> RoundStory:
        """Every movement of a spot in order: wagers, what decisions place and take back, settlement."""
        if len(self._stories) >= MOST_STORIES:
            for each in self._stories:
                each.stories.clear()
            self._stories.clear()
        numbers = np.frombuffer(outcome, dtype=np.int16).tolist()
        seat, lying = spot.seat, dict(spot.stakes)
        opening = [wagered(account(name), seat, key, cents, "HB-1") for key, cents in spot.stakes]
        steps: list[list[Move]] = []
        for index, step in self._batch.steps:
            if isinstance(step, DecideStep):
                offer = numbers[self._batch.places[index, ""]]
                steps.append([] if offer < 0 else self._decided(name, seat, lying, self._offers[step.decision][offer]))
                continue
            steps.append([])
            for key in step.wagers:
                at = self._batch.places[index, key]
                ending, bonus = numbers[at], numbers[at + 1]
                if ending >= 0:
                    steps[-1] += self._paid(name, seat, key, lying[key], ending, bonus)
        moves = [move for part in (opening, *steps) for move in part]
        given = sum(move.cents for move in moves if move.source == account(name))
        taken = sum(move.cents for move in moves if move.target == account(name))
        encoded = tuple(map(self._encoded, steps))
        story = RoundStory(self._encoded(opening), encoded, taken - given, given, len(moves))
        spot.stories[name, outcome] = story
        self._stories.append(spot)
        return story

    def _decided(self, name: str, seat: int, lying: dict[str, int], offer: Offer) -> list[Move]:
        moves: list[Move] = []
        does = change(self._game, lying, offer)
        for key, cents in does.placed.items():
            lying[key] = cents
            moves.append(wagered(account(name), seat, key, cents, offer.choice.rule))
        if does.taken:
            cents = lying.pop(does.taken)
            why = f"{does.taken} taken back"
            moves.append(Move(f"spot {seat}/{does.taken}", account(name), cents, why, offer.choice.rule))
        return moves

    def _paid(self, name: str, seat: int, key: str, stake: int, ending: int, bonus: int) -> tuple[Move, ...]:
        listed = self._batch.listed(key)
        first = _payment(listed[bonus], seat, account(name), stake)[2] if bonus >= 0 else ()
        return first + _payment(listed[ending], seat, account(name), stake)[2]

    def _encoded(self, moves: Sequence[Move]) -> bytes:
        """Movements as a line has them, without the brackets around them."""
        return msgspec.json.encode(bank.movements(self.table, moves, bank.wallet, rack=True))[1:-1]

    # The hand ---------------------------------------------------------------------------------------------------------

    def _write_down(self, plain: PlainRound, stories: Sequence[RoundStory], order: bytes) -> None:
        people, balance = self._people, self._balance
        names = {spot.seat: people[spot.seat] for spot in plain.spots}
        first: dict[str, int] = {}
        net: dict[str, int] = {}
        size = 0
        for (seat, name), story in zip(names.items(), stories, strict=True):
            first.setdefault(name, seat)
            net[name] = net.get(name, 0) + story.net
            size += story.size
            self.moved += story.moves
        record = self._template % (
            b",".join([spot.setup for spot in plain.spots]),
            b",".join([b'"%d":%d' % (seat, first[name]) for seat, name in names.items()]),
            b",".join([b'"%d":%d' % (seat, balance[name]) for name, seat in first.items()]),
            b",".join(map(_CARDS.__getitem__, order)),
            b",".join([act.entry for act in plain.acts]),
        )
        self.dealt += 1
        self.hands.append(
            PlayedHand(
                number=self.dealt,
                game=self._game.id,
                started=plain.at,
                ended=plain.at,
                first_line=plain.number,
                last_line=plain.number,
                players=names,
                size=size,
                net=net,
                record=record,
                seals=(plain.seal,),
            )
        )
        for name, cents in net.items():
            balance[name] += cents
            self._rack -= cents
            self.net[name] = self.net.get(name, 0) + cents
        self._finished += 1
        self._seq = plain.seq

    def take_sums(self) -> dict[str, int]:
        sums = {bank.table_account(self.table, account(name)): cents for name, cents in self.net.items()}
        sums[bank.table_account(self.table, bank.RACK)] = -sum(sums.values())
        self.net.clear()
        return sums
