"""Rounds against the house, settled again in batches: the same script and settlement as the engine's, without events.

A line that holds a whole round (wagers placed, deal, decisions, finish) is dealt from its deck by the batch of
:mod:`pitboss.simulation`, whose endings come from ``house.settlement`` as the engine's do; every chip is then compared
in order. Any other line, every sixty-fourth round, and every round that differs is played by the table's own session.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple, TypeAlias

import msgspec
import numpy as np

from pitboss.audit.replay import Between, Replay
from pitboss.deal.players import account
from pitboss.deal.record import FORMAT, Record, SeatAct
from pitboss.deal.session_record import Checkpoint, Dealt, Finished, Placed
from pitboss.errors import PitbossError
from pitboss.exact.cards.suits import bit
from pitboss.house.actions import _NAMES, Spoken
from pitboss.house.chips import _payment, wagered
from pitboss.house.decisions import Offer, change
from pitboss.house.definition import PLAYER, DecideStep, SettleStep
from pitboss.house.opening_wagers import place
from pitboss.house.session import HouseSession
from pitboss.house.settlement import Ending
from pitboss.move import Move
from pitboss.room import bank
from pitboss.room.line import Line, PlayedHand
from pitboss.shuffle.seal import SealedDeck
from pitboss.simulation.layout import CardLayout, Words
from pitboss.simulation.play import IllegalChoice, Numbers, Rounds, SettledWagers, rounds
from pitboss.simulation.several_spots import columns, draws
from pitboss.spread.restoring import restore_session

CHECKED = 64
"""One round in this many is played by the session as well."""
MOST_BOOKS = 512

Stakes: TypeAlias = tuple[tuple[str, int], ...]


class PlainRound(NamedTuple):
    """A whole round in one line: the wagers of every spot, its deck, and the decisions of every spot in order."""

    line: Line
    stakes: dict[int, Stakes]
    order: tuple[int, ...]
    said: dict[int, list[str]]
    acts: list[SeatAct]


class SpotEnd(NamedTuple):
    """What became of one spot: the offer chosen at each decision, the ending and bonus of each settled wager."""

    offers: dict[int, int]
    endings: dict[tuple[int, str], tuple[int, int]]


class QuickReplay(Replay):
    """Plays a table of a house game; ``_since`` is the session's checkpoint while batches are ahead of the session."""

    session: HouseSession

    def __init__(self, table: str, record: bytes, start: Between) -> None:
        super().__init__(table, record, start)
        self._record = record
        self._game = self.session.game.definition
        self._plan = self.session.game.plan
        self._since: Checkpoint | None = None
        self._seq = 0
        self._people: dict[int, str] = {}
        self._balance: dict[str, int] = {}
        self._rack = self._finished = 0
        self._rounds: dict[Stakes, Rounds] = {}
        self._placed: dict[Stakes, Stakes | None] = {}
        self._moves: dict[Any, tuple[Move, ...]] = {}
        self._spoken: dict[tuple[int, str], tuple[int, int, bool]] = {}
        self._deck = tuple(sorted(self._game.deck.cards))
        self._steps = [
            (index, step) for index, step in enumerate(self._game.script) if isinstance(step, DecideStep | SettleStep)
        ]

    # Between batch and session ----------------------------------------------------------------------------------------

    def follow_all(self, lines: Sequence[Line], decks: Mapping[str, SealedDeck]) -> None:
        """Settle all plain rounds of these lines in one batch; the session plays every other line, and differences."""
        plain = {line.number: self._plain(line, decks) for line in lines if line.number % CHECKED}
        rounds = [each for each in plain.values() if each is not None]
        ends = {each.line.number: end for each, end in zip(rounds, self._ends(rounds), strict=True)}
        for line in lines:
            round, end = plain.get(line.number), ends.get(line.number)
            if round is not None and end is not None:
                self._run_ahead()
                if self._agrees(round, end):
                    continue
            self.follow(line, decks)

    def _ends(self, rounds: Sequence[PlainRound]) -> list[dict[int, SpotEnd] | None]:
        """What became of every spot of every round; None for a round that no batch can settle."""
        if not rounds:
            return []
        try:
            return list(_RoundBatch(self).play(rounds))
        except (IllegalChoice, KeyError, IndexError, PitbossError):
            half = len(rounds) // 2
            return [*self._ends(rounds[:half]), *self._ends(rounds[half:])] if half else [None]

    def follow(self, line: Line, decks: Mapping[str, SealedDeck]) -> None:
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

    # Rounds -----------------------------------------------------------------------------------------------------------

    def _plain(self, line: Line, decks: Mapping[str, SealedDeck]) -> PlainRound | None:
        """The round of a line that holds nothing but a whole one; None for any other line."""
        did = line.did
        if line.state is not None or line.slips or len(did) < 3 or type(did[-1].did) is not Finished:
            return None
        stakes: dict[int, Stakes] = {}
        said: dict[int, list[str]] = {}
        acts: list[SeatAct] = []
        order: tuple[int, ...] = ()
        for each in did[:-1]:
            command = each.did
            kind = type(command)
            if kind is SeatAct and order:
                assert isinstance(command, SeatAct)
                if command.cents:
                    return None
                said.setdefault(command.seat, []).append(command.action)
                acts.append(command)
            elif kind is Placed and not order:
                assert isinstance(command, Placed)
                chosen = self._chosen(tuple(command.wagers.items()))
                if chosen is None:
                    return None
                stakes[command.seat] = chosen
            elif kind is Dealt and not order and len(each.seals) == 1 and each.seals[0] in decks:
                if command != Dealt(self._game.id):
                    return None
                order = decks[each.seals[0]].order
            else:
                return None
        if not order or not stakes or tuple(sorted(order)) != self._deck:
            return None
        return PlainRound(line, dict(sorted(stakes.items())), order, said, acts)

    def _chosen(self, wagers: Stakes) -> Stakes | None:
        """The wagers as they lie on the layout; None if they may not be placed."""
        if wagers not in self._placed:
            try:
                self._placed[wagers] = tuple(place(self._game, {1: dict(wagers)})[1].items()) or None
            except PitbossError:
                self._placed[wagers] = None
        return self._placed[wagers]

    def _agrees(self, plain: PlainRound, ends: dict[int, SpotEnd]) -> bool:
        """Whether a round's movements are those of its settlement; if so, the hand is written down."""
        if not all(seat in self._people for seat in plain.stakes):
            return False
        names = {seat: self._people[seat] for seat in plain.stakes}
        staked: dict[str, int] = {}
        for seat, stakes in plain.stakes.items():
            staked[names[seat]] = staked.get(names[seat], 0) + sum(cents for _, cents in stakes)
        if any(cents > self._balance[name] for name, cents in staked.items()):
            return False
        moves = self._due(plain, ends, names)
        if tuple(moves) != plain.line.moves:
            return False
        self._write_down(plain, names, moves)
        return True

    # Movements --------------------------------------------------------------------------------------------------------

    def _due(self, plain: PlainRound, ends: dict[int, SpotEnd], names: dict[int, str]) -> list[Move]:
        """Every movement of a round in order: wagers, what decisions place and take back, settlement."""
        moves: list[Move] = []
        lying: dict[int, dict[str, int]] = {}
        for seat, stakes in plain.stakes.items():
            lying[seat] = dict(stakes)
            for key, cents in stakes:
                moves += self._wagered(names[seat], seat, key, cents, "HB-1")
        for index, step in self._steps:
            if isinstance(step, DecideStep):
                for seat, end in ends.items():
                    if index in end.offers:
                        offer = self._plan.offers[step.decision][end.offers[index]]
                        moves += self._decided(names[seat], seat, lying[seat], offer)
                continue
            for seat in reversed(ends):
                for key in step.wagers:
                    settled = ends[seat].endings.get((index, key))
                    if settled is not None:
                        moves += self._paid(names[seat], seat, key, lying[seat][key], settled)
        return moves

    def _wagered(self, name: str, seat: int, key: str, cents: int, rule: str) -> tuple[Move, ...]:
        known = (name, seat, key, cents, rule)
        made = self._moves.get(known)
        if made is None:
            made = self._moves[known] = self._ledger((wagered(account(name), seat, key, cents, rule),))
        return made

    def _decided(self, name: str, seat: int, lying: dict[str, int], offer: Offer) -> list[Move]:
        moves: list[Move] = []
        does = change(self._game, lying, offer)
        for key, cents in does.placed.items():
            lying[key] = cents
            moves += self._wagered(name, seat, key, cents, offer.choice.rule)
        if does.taken:
            cents = lying.pop(does.taken)
            why = f"{does.taken} taken back"
            moves += self._ledger((Move(f"spot {seat}/{does.taken}", account(name), cents, why, offer.choice.rule),))
        return moves

    def _paid(self, name: str, seat: int, key: str, stake: int, settled: tuple[int, int]) -> tuple[Move, ...]:
        known = (name, seat, key, stake, settled)
        made = self._moves.get(known)
        if made is None:
            listed = self._listed(key)
            ending, bonus = settled
            moves: tuple[Move, ...] = ()
            if bonus >= 0:
                moves += _payment(listed[bonus], seat, account(name), stake)[2]
            moves += _payment(listed[ending], seat, account(name), stake)[2]
            made = self._moves[known] = self._ledger(moves)
        return made

    def _listed(self, key: str) -> tuple[Ending, ...]:
        return next(each.endings[key].listed for each in self._rounds.values() if key in each.endings)

    def _ledger(self, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        return bank.movements(self.table, moves, bank.wallet, rack=True)

    def ready(self, stakes: Stakes) -> Rounds:
        """The batch for these stakes, of which only the ratio matters."""
        made = self._rounds.get(stakes)
        if made is None:
            if len(self._rounds) >= MOST_BOOKS:
                self._rounds.clear()
            made = self._rounds[stakes] = rounds(self._game, {key: Fraction(cents) for key, cents in stakes})
        return made

    def spoken(self, index: int, decision: str, text: str) -> tuple[int, int, bool]:
        """The number of the offer a text chooses, the cards it names, and whether those are held (else put out)."""
        place = (index, text)
        known = self._spoken.get(place)
        if known is None:
            spoken: Spoken = self._plan.spoken[decision]
            offers = self._plan.offers[decision]
            offer, named, held = spoken.plain.get(text), 0, True
            if offer is None:
                word, _, names = text.partition(" ")
                offer = spoken.by_word[word]
                held = offer.choice.say.endswith("{held}")
                for name in names.split(" "):
                    named |= 1 << bit(_NAMES[name])
            known = self._spoken[place] = (offers.index(offer), named, held)
        return known

    # The hand ---------------------------------------------------------------------------------------------------------

    def _write_down(self, plain: PlainRound, names: dict[int, str], moves: Sequence[Move]) -> None:
        accounts = {f"{self.table}/player {name}": name for name in names.values()}
        net = dict.fromkeys(names.values(), 0)
        size = 0
        for move in moves:
            name = accounts.get(move.source)
            if name is not None:
                net[name] -= move.cents
                size += move.cents
            name = accounts.get(move.target)
            if name is not None:
                net[name] += move.cents
        first: dict[str, int] = {}
        for seat, name in names.items():
            first.setdefault(name, seat)
        setup = {
            "stakes": {str(seat): dict(stakes) for seat, stakes in plain.stakes.items()},
            "owners": {str(seat): first[name] for seat, name in names.items()},
            "bankroll": {str(seat): self._balance[name] for name, seat in first.items()},
        }
        record = Record("house", setup, True, [plain.order], list(plain.acts), "", FORMAT)
        line = plain.line
        self.dealt += 1
        self.hands.append(
            PlayedHand(
                number=self.dealt,
                game=self._game.id,
                started=line.at,
                ended=line.at,
                first_line=line.number,
                last_line=line.number,
                players=names,
                size=size,
                net=net,
                record=record.encode(),
                seals=next(did.seals for did in line.did if did.seals),
            )
        )
        for name, cents in net.items():
            self._balance[name] += cents
            self._rack -= cents
        self._finished += 1
        self._seq = line.seq


class _Spots(NamedTuple):
    """Columns of the batch: which round and seat each is."""

    places: list[tuple[int, int]]
    bits: list[Words]


class _RoundBatch:
    """Rounds side by side, their spots grouped by what is placed on them."""

    def __init__(self, replay: QuickReplay) -> None:
        self.replay = replay
        self.game = replay._game

    def play(self, run: Sequence[PlainRound]) -> list[dict[int, SpotEnd]]:
        orders = np.array([plain.order for plain in run], dtype=np.uint8)
        alike: dict[tuple[tuple[int, Stakes], ...], list[int]] = {}
        for number, plain in enumerate(run):
            alike.setdefault(tuple(plain.stakes.items()), []).append(number)
        groups: dict[Stakes, _Spots] = {}
        for placed, numbers in alike.items():
            places = draws(self.game, tuple((seat, tuple(key for key, _ in stakes)) for seat, stakes in placed))
            if places is None:
                raise IllegalChoice("who is dealt cards depends on decisions")
            dealt = orders[numbers]
            for seat, stakes in placed:
                spots = groups.setdefault(_ratio(stakes), _Spots([], []))
                spots.places.extend((number, seat) for number in numbers)
                spots.bits.append(columns(self.game, dealt, places[seat]))
        ends: list[dict[int, SpotEnd]] = [dict.fromkeys(plain.stakes, SpotEnd({}, {})) for plain in run]
        for stakes, spots in groups.items():
            self._group(run, stakes, spots, ends)
        return ends

    def _group(self, run: Sequence[PlainRound], stakes: Stakes, spots: _Spots, ends: list[dict[int, SpotEnd]]) -> None:
        said = [run[number].said.get(seat, ()) for number, seat in spots.places]
        policy = _AsRecorded(self.replay, said)
        settled: list[SettledWagers] = []
        self.replay.ready(stakes).play(np.concatenate(spots.bits, axis=1), policy, settled)
        if any(at != len(texts) for at, texts in zip(policy.at, said, strict=True)):
            raise IllegalChoice("more was decided than was asked")
        for (number, seat), offers in zip(spots.places, policy.offers, strict=True):
            ends[number][seat] = SpotEnd(offers, {})
        for each in settled:
            key = (each.step, each.wager)
            listed = zip(spots.places, each.due.tolist(), each.endings.tolist(), each.bonuses.tolist(), strict=True)
            for (number, seat), due, ending, bonus in listed:
                if due:
                    ends[number][seat].endings[key] = (ending, bonus)


class _AsRecorded:
    """A policy that decides as the log says."""

    def __init__(self, replay: QuickReplay, said: Sequence[Sequence[str]]) -> None:
        self.replay, self.said = replay, said
        self.at = [0] * len(said)
        self.offers: list[dict[int, int]] = [{} for _ in said]

    def choose(self, step: int, layout: CardLayout, states: Numbers, asked: Any) -> tuple[Numbers, Words]:
        decide = self.replay._game.script[step]
        assert isinstance(decide, DecideStep)
        offers = np.zeros(layout.rounds, dtype=np.int64)
        held = np.zeros(layout.rounds, dtype=np.int64)
        own: Words | None = None
        for column in np.flatnonzero(asked).tolist():
            text = self.said[column][self.at[column]]
            self.at[column] += 1
            offer, named, holds = self.replay.spoken(step, decide.decision, text)
            offers[column] = self.offers[column][step] = offer
            if named:
                if own is None:
                    own = layout.lying(PLAYER)
                held[column] = named if holds else int(own[column]) & ~named
        return offers, held


def _ratio(stakes: Stakes) -> Stakes:
    """Stakes in their smallest whole numbers; what is settled how depends on nothing else."""
    unit = gcd(*(cents for _, cents in stakes))
    return tuple((key, cents // unit) for key, cents in stakes)
