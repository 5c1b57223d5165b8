"""The outline of a round with one decision: what the player knows when he decides, and what is still hidden then.

The script is followed up to the decision over all cards the table can show, suits that are alike taken together; each
:class:`Public` state that is reached has a weight, so that the weights times the ways to deal the rest add up to the
number of deals. What happens after the decision is only counted: no more is known of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from math import comb, factorial

from pitboss.cards import JOKER, Card
from pitboss.errors import PitbossError
from pitboss.exact.options import Option, asked, matters, options
from pitboss.exact.stakes import in_play
from pitboss.exact.suits import Alike, cards_of, standard, word
from pitboss.house.definition import (
    PLAYER,
    DealStep,
    DecideStep,
    Definition,
    DiscardStep,
    Hand,
    SettleStep,
    TurnStep,
)


class Outside(PitbossError):
    """A structure that a shape does not carry; the message names the step."""

    def __init__(self, step: int, why: str) -> None:
        super().__init__(f"step {step + 1} of the script {why}.")
        self.step = step


DEALT, HELD = "dealt", "held"


@dataclass(frozen=True)
class View:
    """A hand as the player sees it when he decides.

    ``own`` says whether his cards are part of it, as dealt or as held; ``board`` are the cards he sees, by pile;
    ``hidden`` counts those he does not see yet.
    """

    hand: Hand
    own: str
    board: tuple[tuple[str, int], ...]
    hidden: tuple[tuple[str, int], ...]

    @property
    def hides(self) -> int:
        return sum(many for _, many in self.hidden)


@dataclass(frozen=True)
class Public:
    """What the table shows at the decision.

    ``free`` are the cards that may still be anywhere; ``alike`` the suits that can be exchanged; ``weight`` in how many
    ways, times those of the cards that are still to come, it is reached. ``views`` are the hands by wager: its own hand
    and the one it is against.
    """

    shows: str
    free: int
    alike: Alike
    weight: int
    down: int
    views: Mapping[str, tuple[View, View | None]]
    up: int = 0
    dead: int = 0
    judged: View | None = None
    """The hand ``player`` as the conditions of options judge it."""


@dataclass(frozen=True)
class Outline:
    """A round for certain stakes: ``own`` cards of the player, the options of its one decision, the public states."""

    game: Definition
    stakes: Mapping[str, Fraction]
    wagers: tuple[str, ...]
    own: int
    step: int
    options: tuple[Option, ...]
    publics: tuple[Public, ...] = field(repr=False, default=())

    @property
    def decides(self) -> bool:
        return len(self.options) > 1 or any(option.hold for option in self.options)

    @property
    def deals(self) -> int:
        """The denominator of every count."""
        return sum(public.weight * ways(public, self.own) for public in self.publics)


def ways(public: Public, own: int) -> int:
    """In how many ways the player's and the hidden cards can be dealt."""
    free = public.free.bit_count()
    return comb(free, own) * comb(free - own, public.down)


def outline(game: Definition, stakes: Mapping[str, Fraction]) -> Outline:
    """The outline of a round, or :class:`Outside` where it needs more than one decision to tell."""
    return _Reader(game, stakes).read()


class _Reader:
    def __init__(self, game: Definition, stakes: Mapping[str, Fraction]) -> None:
        self.game, self.stakes = game, stakes
        self.wagers = in_play(game, stakes)
        self.hands = {
            name: game.hands[name]
            for key in self.wagers
            for name in (game.wagers[key].hand, game.wagers[key].against)
            if name
        }
        self.own = sum(
            step.cards
            for step in game.script
            if isinstance(step, DealStep)
            and step.pile == PLAYER
            and (not step.if_placed or self._staked(step.if_placed))
        )

    def _staked(self, keys: tuple[str, ...]) -> bool:
        return any(self.stakes.get(key) for key in keys)

    def read(self) -> Outline:
        step, found = self._decision()
        self.step = step
        self.piles = self._relevant(found)
        own = self.own if PLAYER in self.piles else 0
        self._own_before(step, own)
        table = tuple(pile for pile in self.piles if pile != PLAYER)
        states = _States(self, table)
        for index, each in enumerate(self.game.script[:step]):
            states.follow(index, each)
        after = _After(self, table)
        publics = tuple(sorted(states.publics(after), key=lambda public: (public.shows, public.up, public.dead)))
        return Outline(self.game, self.stakes, self.wagers, own, step, found, publics)

    def _decision(self) -> tuple[int, tuple[Option, ...]]:
        """The place of the one decision that matters, and its options; the end of the known part if there is none."""
        at: list[tuple[int, tuple[Option, ...]]] = []
        for index, step in enumerate(self.game.script):
            if isinstance(step, DecideStep) and asked(step, self.stakes):
                found = options(self.game, step, self.stakes, self.wagers, self.own)
                if matters(found):
                    at.append((index, found))
        if len(at) > 1:
            raise Outside(at[1][0], "asks for a second decision")
        if at:
            return at[0]
        stay = tuple((key, Fraction(self.stakes[key])) for key in self.game.wagers if self.stakes.get(key))
        conditions = [
            index + 1
            for index, step in enumerate(self.game.script)
            if isinstance(step, DiscardStep) or (isinstance(step, TurnStep) and step.if_none_up)
        ]
        return max(conditions, default=0), (Option(False, stay, (), 0, ()),)

    def _relevant(self, found: tuple[Option, ...]) -> set[str]:
        """The piles that matter: those of the hands judged, of conditions on them, and, where something is hidden from
        a decision, everything the player sees before it."""
        game = self.game
        piles = {pile for hand in self.hands.values() for pile in hand.of}
        if any(option.needs for option in found):
            piles |= set(game.hands[PLAYER].of)
        decides = matters(found)
        if decides and self._hides_after():
            piles |= {PLAYER} if self.own else set()
            piles |= {
                step.pile
                for step in game.script[: self.step]
                if isinstance(step, TurnStep) or (isinstance(step, DealStep) and step.up)
            }
        for _ in game.piles:
            piles |= {
                step.if_none_up
                for step in game.script
                if isinstance(step, TurnStep) and step.if_none_up and step.pile in piles
            }
        return piles

    def _hides_after(self) -> bool:
        """Whether a hand in play has cards that nobody sees at the decision."""
        down: dict[str, int] = {}
        for index, step in enumerate(self.game.script):
            if isinstance(step, DealStep) and step.pile != PLAYER and (not step.up or index > self.step):
                down[step.pile] = down.get(step.pile, 0) + step.cards
            elif isinstance(step, TurnStep) and index < self.step and not step.if_none_up:
                down[step.pile] = max(0, down.get(step.pile, 0) - step.cards) if step.cards else 0
        return any(down.get(pile) for hand in self.hands.values() for pile in hand.of)

    def _own_before(self, step: int, own: int) -> None:
        """A player's cards have to be there when he decides."""
        decides = step < len(self.game.script) and isinstance(self.game.script[step], DecideStep)
        for index, each in enumerate(self.game.script):
            if own and decides and index > step and isinstance(each, DealStep) and each.pile == PLAYER:
                raise Outside(index, "deals a player more cards after his decision")

    def own_at(self, step: int) -> int:
        return sum(each.cards for each in self.game.script[:step] if isinstance(each, DealStep) and each.pile == PLAYER)


class _States:
    """All states of the table up to the decision, with the cards that lie face up; sets of cards have names."""

    def __init__(self, reader: _Reader, piles: tuple[str, ...]) -> None:
        self.reader, self.piles = reader, piles
        self.names = [f"up {pile}" for pile in piles] + [f"gone {pile}" for pile in piles]
        self.deck = word(reader.game.deck.cards)
        start = ((0,) * len(self.names), (0,) * len(piles))
        self.weights: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {start: 1}
        self.settled: set[str] = set()

    def follow(self, index: int, step: object) -> None:
        if isinstance(step, DealStep) and step.pile in self.piles:
            if step.up:
                self._show(step.pile, lambda words, downs: step.cards, turned=False)
            else:
                self._count(step.pile, step.cards)
        elif isinstance(step, TurnStep) and step.pile in self.piles:
            self._turn(step)
        elif isinstance(step, DiscardStep) and step.pile in self.piles:
            self._discard(step)
        elif isinstance(step, DecideStep):
            self._note(f"at {step.decision}", [h for h in self.reader.hands.values() if h.at == step.decision])
        elif isinstance(step, SettleStep):
            self._settle(index, step)

    def _at(self, name: str) -> int:
        return self.names.index(name)

    def _count(self, pile: str, cards: int) -> None:
        at = self.piles.index(pile)
        self.weights = {
            (words, (*downs[:at], downs[at] + cards, *downs[at + 1 :])): weight
            for (words, downs), weight in self.weights.items()
        }

    def _turn(self, step: TurnStep) -> None:
        at = self.piles.index(step.pile)
        condition = self._at(f"up {step.if_none_up}") if step.if_none_up else None

        def many(words: tuple[int, ...], downs: tuple[int, ...]) -> int:
            if condition is not None and words[condition]:
                return 0
            return step.cards or downs[at]

        # Where a condition keeps cards face down, every way to turn them counts, so that all states weigh the same.
        self.weights = {
            (words, downs): weight * (1 if many(words, downs) else comb(downs[at], step.cards or downs[at]))
            for (words, downs), weight in self.weights.items()
        }
        self._show(step.pile, many, turned=True)

    def _show(self, pile: str, many: object, turned: bool) -> None:
        """Cards of a pile become known, one after the other; every order counts, and is divided out in the end."""
        assert callable(many)
        at, up = self.piles.index(pile), self._at(f"up {pile}")
        todo = {state: (weight, many(*state)) for state, weight in self.weights.items()}
        done: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        groups: dict[int, dict[tuple[tuple[int, ...], tuple[int, ...]], int]] = {}
        for state, (weight, cards) in todo.items():
            groups.setdefault(cards, {})[state] = weight
        for cards, states in groups.items():
            for _ in range(cards):
                states = self._one_more(states, up)
            for (words, downs), weight in states.items():
                left = (*downs[:at], downs[at] - cards, *downs[at + 1 :]) if turned else downs
                key = (words, left)
                done[key] = done.get(key, 0) + weight // factorial(cards)
        self.weights = done

    def _one_more(
        self, states: Mapping[tuple[tuple[int, ...], tuple[int, ...]], int], up: int
    ) -> dict[tuple[tuple[int, ...], tuple[int, ...]], int]:
        found: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        for (words, downs), weight in states.items():
            free = self._free(words)
            while free:
                card = free & -free
                free ^= card
                key = (self._standard((*words[:up], words[up] | card, *words[up + 1 :])), downs)
                found[key] = found.get(key, 0) + weight
        return found

    def _free(self, words: tuple[int, ...]) -> int:
        known = 0
        for one in words:
            known |= one
        return self.deck & ~known

    def _standard(self, words: tuple[int, ...]) -> tuple[int, ...]:
        return standard((self.deck, *words)).words[1:]

    def _discard(self, step: DiscardStep) -> None:
        up, gone = self._at(f"up {step.pile}"), self._at(f"gone {step.pile}")
        least = step.up_at_least << 2
        found: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        for (words, downs), weight in self.weights.items():
            out = word(card for card in cards_of(words[up]) if card >= least)
            changed = list(words)
            changed[up] &= ~out
            changed[gone] |= out
            key = (self._standard(tuple(changed)), downs)
            found[key] = found.get(key, 0) + weight
        self.weights = found

    def _note(self, prefix: str, hands: list[Hand]) -> None:
        """Keep the cards that lie face up now under another name, for hands judged on them."""
        for pile in self.piles:
            name = f"{prefix} {pile}"
            if any(pile in hand.of for hand in hands) and name not in self.names:
                self.names.append(name)
                up = self._at(f"up {pile}")
                self.weights = {((*words, words[up]), downs): weight for (words, downs), weight in self.weights.items()}

    def _settle(self, index: int, step: SettleStep) -> None:
        game = self.reader.game
        for key in step.wagers:
            if key in self.reader.wagers and key not in self.settled:
                wager = game.wagers[key]
                hands = [game.hands[name] for name in (wager.hand, wager.against) if name]
                if step.only:
                    self.reader.game  # noqa: B018  # settled early only where nothing more can come: checked below
                    _nothing_more(self.reader, index, hands)
                    continue
                self.settled.add(key)
                self._note(f"settled {key}", [hand for hand in hands if not hand.at])

    def publics(self, after: _After) -> Iterator[Public]:
        """The states as the decision sees them, equal ones as one."""
        found: dict[tuple[object, ...], Public] = {}
        for (words, downs), weight in self.weights.items():
            named = dict(zip(self.names, words, strict=True))
            placed = standard((self.deck, *words))
            free = self._free(words)
            up = sum(named[f"up {pile}"] for pile in self.piles)
            views = after.views(named, dict(zip(self.piles, downs, strict=True)))
            judged = after.judged(named)
            key = (words, downs)
            shows = " ".join(_ranks(named[f"up {pile}"]) for pile in self.piles if named[f"up {pile}"])
            dead = self.deck & ~free & ~up
            if dead:
                shows = " ".join(filter(None, (shows, f"({_ranks(dead)})")))
            found[key] = Public(shows, free, placed.alike, weight, after.hidden(downs), views, up, dead, judged)
        yield from found.values()


_RANKS = "23456789TJQKA"


def _ranks(cards: int) -> str:
    """The ranks of some cards, highest first: what the table shows, suits left out."""
    shown = sorted(cards_of(cards), key=lambda card: (-(card >> 2), card))
    return "".join("*" if card == JOKER else _RANKS[_rank(card)] for card in shown)


def _rank(card: Card) -> int:
    return card >> 2


class _After:
    """What comes after the decision, counted; and from that the views of every wager."""

    def __init__(self, reader: _Reader, piles: tuple[str, ...]) -> None:
        self.reader, self.piles = reader, piles
        game = reader.game
        self.dealt = dict.fromkeys(piles, 0)
        self.shown: dict[str, dict[str, int]] = {}
        self.settled_after: dict[str, dict[str, int]] = {}
        decides = reader.step < len(game.script) and isinstance(game.script[reader.step], DecideStep)
        for index in count(reader.step):
            if index >= len(game.script):
                break
            step = game.script[index]
            if isinstance(step, DealStep) and step.pile in piles:
                self.dealt[step.pile] += step.cards
            elif isinstance(step, DiscardStep) and step.pile in piles:
                raise Outside(index, f"takes cards out of {step.pile} after the decision")
            elif isinstance(step, TurnStep) and step.pile in piles and step.if_none_up:
                raise Outside(index, f"turns {step.pile} on a condition after the decision")
            elif isinstance(step, DecideStep) and index > reader.step:
                hands = [hand for hand in reader.hands.values() if hand.at == step.decision]
                if hands:
                    raise Outside(index, f"judges the hand {hands[0].name} in the middle of what is hidden")
            elif isinstance(step, SettleStep):
                self._settle(index, step)
        del decides

    def _settle(self, index: int, step: SettleStep) -> None:
        game = self.reader.game
        for key in step.wagers:
            if key not in self.reader.wagers:
                continue
            wager = game.wagers[key]
            hands = [game.hands[name] for name in (wager.hand, wager.against) if name]
            if step.only:
                _nothing_more(self.reader, index, hands)
            elif key not in self.settled_after:
                self.settled_after[key] = dict(self.dealt)
                _nothing_more(self.reader, index, [hand for hand in hands if hand.at == "deal"])

    def hidden(self, downs: tuple[int, ...]) -> int:
        return sum(downs) + sum(self.dealt.values())

    def views(self, named: Mapping[str, int], downs: Mapping[str, int]) -> dict[str, tuple[View, View | None]]:
        game = self.reader.game
        found = {}
        for key in self.reader.wagers:
            wager = game.wagers[key]
            other = self._view(key, game.hands[wager.against], named, downs) if wager.against else None
            found[key] = (self._view(key, game.hands[wager.hand], named, downs), other)
        return found

    def _view(self, key: str, hand: Hand, named: Mapping[str, int], downs: Mapping[str, int]) -> View:
        own = "" if PLAYER not in hand.of else HELD if not hand.at else DEALT
        piles = [pile for pile in hand.of if pile != PLAYER]
        later = self.settled_after.get(key, dict.fromkeys(self.piles, 0))
        if hand.at == "deal":
            board = {pile: named[f"up {pile}"] | named[f"gone {pile}"] for pile in piles}
            hidden = {pile: downs[pile] + self.dealt[pile] for pile in piles}
        elif hand.at:
            if own and self.reader.own_at(self._step_of(hand.at)) != self.reader.own:
                raise Outside(self._step_of(hand.at), f"judges the hand {hand.name} before all cards are dealt")
            board = {pile: named[f"at {hand.at} {pile}"] for pile in piles}
            hidden = {}
        elif key in self.settled_after:
            board = {pile: named[f"up {pile}"] for pile in piles}
            hidden = {pile: downs[pile] + later[pile] for pile in piles}
        else:  # settled before the decision
            board = {pile: named[f"settled {key} {pile}"] for pile in piles}
            hidden = {}
        return View(
            hand,
            own,
            tuple((pile, cards) for pile, cards in board.items() if cards),
            tuple((pile, many) for pile, many in hidden.items() if many),
        )

    def _step_of(self, decision: str) -> int:
        script = enumerate(self.reader.game.script)
        return next(index for index, step in script if isinstance(step, DecideStep) and step.decision == decision)

    def judged(self, named: Mapping[str, int]) -> View | None:
        """The hand ``player`` on the cards its player sees when he decides."""
        hand = self.reader.game.hands.get(PLAYER)
        if hand is None or any(pile not in (PLAYER, *self.piles) for pile in hand.of):
            return None
        board = tuple((pile, named[f"up {pile}"]) for pile in hand.of if pile != PLAYER)
        return View(hand, DEALT if PLAYER in hand.of else "", board, ())


def _nothing_more(reader: _Reader, index: int, hands: list[Hand]) -> None:
    """A hand that is judged early has to stay as it is."""
    for later, step in enumerate(reader.game.script[index + 1 :], index + 1):
        if isinstance(step, DealStep | DiscardStep) and any(step.pile in hand.of for hand in hands):
            raise Outside(later, f"changes {step.pile} after a hand of it may have been settled")
