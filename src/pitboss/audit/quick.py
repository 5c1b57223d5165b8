"""Rounds against the house, settled again in batches: the same script and settlement as the engine's, without events.

A line that holds a whole round (wagers placed, deal, decisions, finish) is dealt from its deck by the batch of
:mod:`pitboss.simulation`, whose endings come from ``house.settlement`` as the engine's do; every chip is then compared
in order, as the text of the line has it. Any other line, every sixty-fourth round, and every round that differs is
played by the table's own session.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

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


class _SpotMoves(NamedTuple):
    """Some movements of a spot as a line has them, without the brackets around them.

    What its player has more afterwards, and what he put on the layout.
    """

    text: bytes
    net: int
    size: int


_NO_MOVES = _SpotMoves(b"", 0, 0)


class _Seated(NamedTuple):
    """Who plays some spots: a name for each (none if one has nobody), by seat, and the first seat of each name.

    ``setup`` and ``owners`` are how the record of a round has the wagers and whose they are.
    """

    names: list[str]
    players: dict[int, str]
    first: dict[str, int]
    setup: bytes
    owners: bytes


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
        self._parts: dict[Any, _SpotMoves] = {}
        self._choices: dict[Any, tuple[_SpotMoves, Stakes]] = {}
        self._seated: dict[tuple[PlacedSpot, ...], _Seated] = {}
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
        self._seated.clear()
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

    def _seat(self, spots: tuple[PlacedSpot, ...]) -> _Seated:
        """Who plays these spots now."""
        people = self._people
        names = [people.get(spot.seat, "") for spot in spots]
        first: dict[str, int] = {}
        for spot, name in zip(spots, names, strict=True):
            first.setdefault(name, spot.seat)
        seated = self._seated[spots] = _Seated(
            *(names if all(names) else [], {spot.seat: name for spot, name in zip(spots, names, strict=True)}, first),
            b",".join([spot.setup for spot in spots]),
            b",".join([b'"%d":%d' % (spot.seat, first[name]) for spot, name in zip(spots, names, strict=True)]),
        )
        return seated

    def _agrees(self, line: LogLine, plain: PlainRound, outcome: list[bytes], order: bytes) -> bool:
        """Whether a round's movements are those of its settlement; if so, the hand is written down."""
        seated = self._seated.get(plain.spots) or self._seat(plain.spots)
        if not seated.names:
            return False
        stories = [
            spot.stories.get((name, end)) or self._told(spot, name, end)
            for spot, name, end in zip(plain.spots, seated.names, outcome, strict=True)
        ]
        parts = [story.opening for story in stories]
        for at, down in enumerate(self._downward):
            parts += [story.steps[at] for story in (stories[::-1] if down else stories)]
        moves = b"[%b]" % b",".join(filter(None, parts))
        if not line.text_ends(plain.moves_at, moves):
            return False
        net = dict.fromkeys(seated.first, 0)
        spent = net.copy()
        for name, story in zip(seated.names, stories, strict=True):
            net[name] += story.net
            spent[name] += story.size
        for name, cents in spent.items():
            if cents > self._balance[name]:
                return False  # only the session knows whether winnings in between cover it
        self._write_down(plain, seated, net, sum(spent.values()), order)
        return True

    def _told(self, spot: PlacedSpot, name: str, outcome: bytes) -> RoundStory:
        """Every movement of a spot in order: wagers, what decisions place and take back, settlement."""
        if len(self._stories) >= MOST_STORIES:
            self._forget()
        numbers = memoryview(outcome).cast("h").tolist()
        places, lying, seat = self._batch.places, spot.stakes, spot.seat
        opening = self._opened(name, seat, lying)
        steps: list[bytes] = []
        told = [opening]
        for index, step in self._batch.steps:
            if isinstance(step, DecideStep):
                offer = numbers[places[index, ""]]
                decided, lying = self._decided(name, seat, lying, step.decision, offer)
                steps.append(decided.text)
                told.append(decided)
                continue
            stakes, paid = dict(lying), []
            for key in step.wagers:
                at = places[index, key]
                if numbers[at] >= 0:
                    paid.append(self._paid(name, seat, key, stakes[key], numbers[at], numbers[at + 1]))
            steps.append(b",".join([part.text for part in paid if part.text]))
            told += paid
        net, size = (sum(each) for each in zip(*[part[1:] for part in told], strict=True))
        story = spot.stories[name, outcome] = RoundStory(opening.text, tuple(steps), net, size)
        self._stories.append(spot)
        return story

    def _forget(self) -> None:
        for each in self._stories:
            each.stories.clear()
        self._stories.clear()
        self._parts.clear()
        self._choices.clear()

    def _opened(self, name: str, seat: int, stakes: Stakes) -> _SpotMoves:
        known = (name, seat, stakes)
        made = self._parts.get(known)
        if made is None:
            moves = [wagered(account(name), seat, key, cents, "HB-1") for key, cents in stakes]
            made = self._parts[known] = self._part(name, moves)
        return made

    def _decided(self, name: str, seat: int, stakes: Stakes, decision: str, number: int) -> tuple[_SpotMoves, Stakes]:
        """What a decision moves (none is below 0), and what lies there then."""
        if number < 0:
            return _NO_MOVES, stakes
        known = (name, seat, stakes, decision, number)
        made = self._choices.get(known)
        if made is None:
            offer, lying = self._offers[decision][number], dict(stakes)
            moves: list[Move] = []
            does = change(self._game, lying, offer)
            for key, cents in does.placed.items():
                lying[key] = cents
                moves.append(wagered(account(name), seat, key, cents, offer.choice.rule))
            if does.taken:
                cents = lying.pop(does.taken)
                why = f"{does.taken} taken back"
                moves.append(Move(f"spot {seat}/{does.taken}", account(name), cents, why, offer.choice.rule))
            made = self._choices[known] = (self._part(name, moves), tuple(lying.items()))
        return made

    def _paid(self, name: str, seat: int, key: str, stake: int, ending: int, bonus: int) -> _SpotMoves:
        known = (name, seat, key, stake, ending, bonus)
        made = self._parts.get(known)
        if made is None:
            listed = self._batch.listed(key)
            first = _payment(listed[bonus], seat, account(name), stake)[2] if bonus >= 0 else ()
            moves = first + _payment(listed[ending], seat, account(name), stake)[2]
            made = self._parts[known] = self._part(name, moves)
        return made

    def _part(self, name: str, moves: Sequence[Move]) -> _SpotMoves:
        given = sum(move.cents for move in moves if move.source == account(name))
        taken = sum(move.cents for move in moves if move.target == account(name))
        text = msgspec.json.encode(bank.movements(self.table, moves, bank.wallet, rack=True))[1:-1]
        return _SpotMoves(text, taken - given, given)

    # The hand ---------------------------------------------------------------------------------------------------------

    def _write_down(self, plain: PlainRound, seated: _Seated, net: dict[str, int], size: int, order: bytes) -> None:
        balance = self._balance
        record = self._template % (
            seated.setup,
            seated.owners,
            b",".join([b'"%d":%d' % (seat, balance[name]) for name, seat in seated.first.items()]),
            b",".join(map(_CARDS.__getitem__, order)),
            b",".join([act.entry for act in plain.acts]),
        )
        self.dealt += 1
        at, number, played = plain.at, plain.number, seated.players
        self.hands.append(
            PlayedHand(self.dealt, self._game.id, at, at, number, number, played, size, net, record, (plain.seal,))
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
