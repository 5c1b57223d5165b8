"""A round against the house, from the wagers to the last chip.

Wagers are placed and close when the dealing starts (HB-1); the dealer works through the script one physical act at a
time; the players decide (in any order, carried out from the dealer's left to the right, HB-10); and every wager is
settled with its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Self

import msgspec

from pitboss.cards import UNKNOWN
from pitboss.deal import round_events as told
from pitboss.deal.deal import FLOOR, Deal, IllegalAction, Mixer, ReplayedShuffles
from pitboss.deal.english import void_reason
from pitboss.deal.record import Record, RecordError
from pitboss.deal.view import DealerAct, Option, Standing
from pitboss.errors import PitbossError
from pitboss.house import actions, decisions, library, rulings
from pitboss.house.actions import CLOSED, Chosen
from pitboss.house.chips import RoundChips
from pitboss.house.decisions import Offer
from pitboss.house.definition import DecideStep
from pitboss.house.layout import OUTS, PLAYERS, Layout
from pitboss.house.plan import Plan, WagerError, bankrolls
from pitboss.money import dollars

BEYOND_SPOTS = 1000  # more spots than any layout has
_OVER: Iterator[None] = iter(())
_CLOSE = told.WagersClosed("close", rule="HB-1")
_END = told.RoundEnded("end")


class Round(Deal):
    """One round of a house-banked game.

    It adds to :class:`pitboss.deal.Deal`: ``stakes`` (the wagers on the layout), ``owners`` (the players of the spots),
    ``folded`` and ``voided`` (spots that folded or whose hand is void), ``lines`` (the settlement, wager by wager) and
    ``net()`` (what each player won or lost). Its chips are ``money``, its cards ``layout``.
    """

    kind = "house"
    PUBLIC = (*Deal.PUBLIC, "folded", "game", "lines", "net", "owners", "stakes", "voided")

    def __init__(self, setup: dict[str, Any], mixer: Mixer, *, auto: bool = True, plan: Plan | None = None) -> None:
        if plan is None:
            plan = Plan(library.recall(setup))
        self.plan, self.game = plan, plan.game
        super().__init__(setup, mixer, auto=auto)

    @classmethod
    def _from_start(cls, record: Record, mixer: Mixer, game: Any) -> Self:
        if game is not None and not game.is_of(record.setup):
            raise RecordError(f"this record is not of {game!r}; the game or its posted options differ.")
        return cls(record.setup, mixer, auto=record.auto, plan=game.plan if game is not None else None)

    def __repr__(self) -> str:
        waits = f"{_spots(self.actors)} to decide {self.decision!r}" if self.actors else "the dealer's turn"
        return f"<Round of {self.game.name}, {_spots(self.stakes)}: {'over' if self.done else waits}>"

    # From the wagers to the first card -----------------------------------------------------------------------------

    def _open(self) -> None:
        setup, game = self.record.setup, self.game
        stakes, self.owners, self.several, events, moves = self.plan.opening(setup["stakes"], setup.get("owners"))
        bankroll = setup.get("bankroll")
        bankroll = {} if bankroll is None else self._funded(stakes, bankroll)
        order = self._mix(game.deck.cards)
        if len(order) != len(game.deck.cards) or self.plan.deck != set(order):
            raise PitbossError(f"the shuffle did not return this game's deck ({game.deck.name}); check the shuffler.")
        self.events += events
        self.moves += moves
        self.money = RoundChips(self.owners, bankroll, stakes, self.events, self.moves)
        self.stakes, self.lines = self.money.stakes, self.money.lines
        self.layout = Layout(game, self.plan.shows, order, self.money)
        self.folded, self.voided = self.layout.folded, self.layout.voided
        self.asked: tuple[int, ...] = ()
        self.written = 0
        self.decided: dict[int, Chosen] = {}
        self.offers: tuple[Offer, ...] = ()
        self.decision, self.quiet = "", False
        self.finished: dict[str, int] = {}  # if a player has several spots: the last one each may look at (HB-7)
        self._acts: Iterator[None] = self._perform()

    def _funded(self, stakes: dict[int, dict[str, int]], bankroll: Any) -> dict[str, int]:
        """The players' chips, if they cover the wagers and the minimum cost of decisions (HB-1)."""
        chips = bankrolls(self.owners, bankroll)
        for who, cents in chips.items():
            spots = self.seats_of(who)
            staked = sum(sum(stakes[spot].values()) for spot in spots)
            later = sum(self.plan.least_cost(stakes[spot], self.plan.order) for spot in spots)
            if staked + later > cents:
                what = f"wagers {dollars(staked)}{f' and will need {dollars(later)} more' if later else ''}"
                raise WagerError(f"{who} {what} but has {dollars(cents)}; wager less or buy chips.")
        return chips

    def _perform(self) -> Iterator[None]:
        """Play the whole round; yields after every physical act or, with ``auto``, only at decisions."""
        auto = self.record.auto
        self.events.append(_CLOSE)
        yield
        for act, counted, step in self.plan.program:
            if counted and self.layout.uncounted:
                while (event := rulings.miscounted(self.layout)) is not None:
                    self.void(event)
                    yield
                if self.done:
                    return
            if act is None:
                assert isinstance(step, DecideStep)
                if self._ask(step):
                    yield
            elif auto:
                for _ in act(self.layout, step):
                    pass
            else:
                yield from act(self.layout, step)
        self.done = True
        self.events.append(_END)
        yield

    def _step(self) -> None:
        next(self._acts)
        if self.done:
            self._acts = _OVER  # breaks the reference cycle, so that the round is freed at once

    # Decisions -----------------------------------------------------------------------------------------------------

    def _ask(self, step: DecideStep) -> bool:
        """Open a decision for the spots it concerns; False if it concerns none."""
        if step.decision in self.plan.remembered:
            self.layout.remember(step.decision)
        asked = [
            spot
            for spot, stakes in self.stakes.items()
            if spot not in self.voided and decisions.asked(step, stakes, spot in self.folded)
        ]
        self.asked, self.decided, self.written = tuple(asked), {}, 0
        self.quiet = step.quiet
        self.decision, self.offers = step.decision, self.plan.offers[step.decision]
        self._next_actors()
        if asked:
            options = self.plan.spoken[step.decision].options
            self.events.append(
                told.DecisionAsked("decide", 0, "", (), False, 0, step.rule, decision=step.decision, options=options)
            )
        return bool(asked)

    def _next_actors(self) -> None:
        """Set the spots that may act now: every undecided one, but only the first of each player (HB-7, HO-9)."""
        if not self.several:
            self.actors = tuple([spot for spot in self.asked if spot not in self.decided])
            return
        first: dict[str, int] = {}
        owners, finished = self.owners, self.finished
        for spot in self.asked:
            if spot not in self.decided:
                first.setdefault(owners[spot], spot)
        self.actors = tuple(first.values())
        for who in owners.values():
            last = first.get(who, BEYOND_SPOTS)
            before = finished.get(who, 0)
            if last > before:
                finished[who] = last
                self._look(who, before, last)

    def _look(self, who: str, before: int, last: int) -> None:
        """Let a player with several spots look at the next one; its cards are visible from now on (HB-7)."""
        spots = self.seats_of(who)
        for spot in spots:
            cards = self.layout.piles.get(PLAYERS[spot])
            if cards and max(before, spots[0]) < spot <= last:
                self.events.append(told.SpotLookedAt("look", spot, PLAYERS[spot], tuple(cards), False, 0, "HB-7"))

    @property
    def chat_open(self) -> bool:
        """True if players may talk at the table; not while a quiet decision is open (HO-10)."""
        return not (self.quiet and self.actors)

    def legal(self, seat: int) -> tuple[Option, ...]:
        """Every action of the game for a spot: its texts and cost, or why it is not allowed now."""
        if type(seat) is not int:
            raise IllegalAction(f"{seat!r} is not a spot; spots are whole numbers from 1.")
        options = {CLOSED.word: CLOSED}
        why, rule = self._not_now(seat)
        free = self.free_chips(seat) if not why else None
        for name, offers in self.plan.offers.items():
            asked = name == self.decision and not why
            for offer in offers:
                if asked:
                    options[offer.word] = actions.option(self.layout, seat, offer, free)
                elif offer.word not in options:
                    options[offer.word] = Option(
                        offer.word, why=why or "it is not asked now", rule=rule or offer.choice.rule
                    )
        return tuple(options.values())

    def _not_now(self, seat: int) -> tuple[str, str]:
        if self.done:
            return "the round is over", "HB-1"
        if seat not in self.stakes:
            return "the spot is not in the round", "HB-1"
        if seat in self.actors:
            return "", ""
        if not self.actors:
            return "no decision is open", "HB-10"
        if seat in self.folded:
            return "the spot has folded", "HB-1"
        if seat in self.decided:
            return "the spot has decided", "HB-10"
        if seat in self.asked:
            return "the player's earlier hand comes first", "HB-7"
        return "the spot has nothing to decide here", "HB-10"

    def free_chips(self, seat: int) -> int | None:
        """The chips a spot's player can still place; None without a bankroll (HB-1)."""
        who = self.owners[seat]
        if who not in self.money.bankroll:
            return None
        waiting = [spot for spot in self.asked[self.written :] if spot in self.decided and self.owners[spot] == who]
        promised = sum(sum(self.decided[each].does.placed.values()) for each in waiting)
        if self.plan.costly:
            order = self.plan.order
            now = order.index(self.decision)
            for spot in set(self.seats_of(who)) - self.folded - self.voided:
                undecided = spot != seat and spot in self.asked and spot not in self.decided
                promised += self.plan.least_cost(self.stakes[spot], order[now + (not undecided) :])
        return self.chips()[who] - promised

    def _default(self, seat: int) -> str:
        named = self.plan.timeouts.get(self.decision, "")
        return actions.default_text(self.layout, seat, self.offers, named, self.free_chips(seat))

    def _standing(self) -> Standing:
        """The public facts of a round."""
        results = self.money.results(self.game, self.voided)
        return Standing(results=results, dealer=self._next_act(), decision=self.decision if self.actors else "")

    def _next_act(self) -> DealerAct | None:
        """The act that ``step()`` would do, found by doing it in a copy: no act depends on a hidden card."""
        record = self.record
        if record.auto or self.done or self.actors:
            return None
        trial = type(self)(record.setup, ReplayedShuffles(record.shuffles), auto=False, plan=self.plan)
        trial._follow(list(record.entries))
        said = trial.version
        trial.step()
        event = trial.events[said]
        if isinstance(event, told.DecisionAsked | told.SpotLookedAt):
            return DealerAct("ask")
        pile = event.pile
        if isinstance(event, told.CardsDiscarded):
            pile = event.source
        elif isinstance(event, told.CardsCollected):
            pile = event.what
        return DealerAct(event.verb, event.seat, pile, len(event.cards))

    def _act(self, seat: int, action: str, cents: int) -> tuple[str, int]:
        if seat not in self.actors:
            why, rule = self._not_now(seat)
            raise IllegalAction(f"spot {seat} cannot {action!r} now: {why}.", rule=rule)
        if CLOSED.word in action and action.split()[:1] == [CLOSED.word]:
            raise IllegalAction(f"spot {seat} cannot {action!r}: {CLOSED.why}.", rule=CLOSED.rule)
        if cents:
            raise IllegalAction(
                f"{action!r} takes no amount; what it costs follows from the wagers placed.", rule="HB-1"
            )
        free = self.free_chips(seat) if self.money.bankroll else None
        chosen = actions.match(self.layout, seat, action, self.plan.spoken[self.decision], free)
        self.decided[seat] = chosen
        if seat != self.asked[self.written]:  # its action is shown once the spots before it have decided (HB-10)
            self.events.append(told.SpotDecided("decided", seat, rule="HB-10"))
        self._carry_out_decided()
        return chosen.text, 0

    def _carry_out_decided(self) -> None:
        """Carry out decisions from the dealer's left, up to the first undecided spot (HB-10)."""
        while self.written < len(self.asked) and self.asked[self.written] in self.decided:
            spot = self.asked[self.written]
            self.written += 1
            self._carry_out(spot, self.decided[spot])
        self._next_actors()

    def _carry_out(self, spot: int, chosen: Chosen) -> None:
        """Carry out a decision: move its chips and cards; the event says how many chips, and names no card."""
        choice, does, total = chosen.offer.choice, chosen.does, 0
        for key, cents in does.placed.items():
            self.money.put(spot, key, cents, choice.rule)
            total += cents
        if does.taken:
            total += self.money.give_back(spot, does.taken, f"{does.taken} taken back", choice.rule, "take back")
        if choice.fold:
            self.folded.add(spot)
        where = ""
        if choice.hold:
            self.layout.piles[PLAYERS[spot]] = list(chosen.held)
            if chosen.out:
                where = OUTS[spot]
                self.layout.pile(where).extend(chosen.out)
            self.layout.values.clear()
        self.events.append(
            told.OptionChosen(
                *(chosen.offer.word, spot, where, chosen.out, False, total, choice.rule, 0),
                *(self.decision, choice.fold, does.taken, choice.names),
            )
        )

    # The floor -----------------------------------------------------------------------------------------------------

    def rulings(self) -> tuple[Option, ...]:
        return rulings.options(self.layout, self.done)

    def _floor(self, ruling: str, facts: dict[str, Any]) -> None:
        event = rulings.rule(self.layout, self.done, ruling, facts)
        if event is not None:
            self.void(event)

    def void(self, event: told.HandsVoided) -> None:
        """Return every wager, settled or not, and end the round; the cards are reshuffled (HB-6).

        If the house's file limits a misdeal to the spot it happened to, the others play on (T5-18).
        """
        reason, spot = void_reason(event), event.seat
        if spot and self.game.misdeal == "spot":
            self.money.return_all(spot, reason, event.rule)
            self.layout.void(spot)
            if spot in self.asked[self.written :]:
                self.asked = tuple(other for other in self.asked if other != spot)
                self.decided.pop(spot, None)
                self._carry_out_decided()
        else:
            for each in self.stakes:
                if each not in self.voided:  # its wagers went back when its own hand was void
                    self.money.return_all(each, reason, event.rule)
            self.actors, self.asked, self.done = (), (), True
            event = msgspec.structs.replace(event, seat=0)
        self.events.append(event)

    # Chips and sight -----------------------------------------------------------------------------------------------

    def chips(self) -> dict[str, int]:
        """The balance of every account; a player without a bankroll starts at zero."""
        return self.money.balances()

    def net(self) -> dict[str, int]:
        """Each player's win or loss so far; chips on the layout count as lost."""
        return self.money.net()

    def seats_of(self, viewer: str) -> tuple[int, ...]:
        return tuple(spot for spot, who in self.owners.items() if who == viewer)

    def _players(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.owners.values()))

    def seen(self, viewer: str) -> set[int]:
        """Every card whose face this viewer knows now; earlier spots of a player come first (HB-7)."""
        layout = self.layout
        if viewer == FLOOR:
            return set(layout.order[: layout.next])
        spots = self.seats_of(viewer)
        last = self.finished.get(viewer, min(spots, default=0))
        return layout.up.union(*(layout.dealt.get(PLAYERS[spot], ()) for spot in spots if spot <= last))

    def _seeing(self, viewer: str) -> Callable[[int], bool]:
        known, events = self.seen(viewer), self.events
        return lambda index: known.issuperset(events[index].cards)

    def _piles(self, viewer: str) -> dict[str, tuple[int, ...]]:
        known = self.seen(viewer)
        return {
            name: tuple(card if card in known else UNKNOWN for card in cards)
            for name, cards in self.layout.all_piles().items()
        }


def _spots(spots: Iterable[int]) -> str:
    several = sorted(spots)
    return f"spot{'s' * (len(several) > 1)} {', '.join(map(str, several))}"
