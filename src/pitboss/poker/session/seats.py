"""The seats of a poker table between hands: buy-ins, cashing out, sitting out, blinds owed, and the button."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from pitboss.deal.event import (
    BlindMissed,
    BlindsOwed,
    ChipsRanOut,
    GameNamed,
    PlayerCameBack,
    PlayerLeft,
    PlayerMoved,
    PlayerSat,
    PlayerSatOut,
    SeatDealtIn,
    ShortBuyMarked,
)
from pitboss.deal.seating import IN, OUT, WAITING, Seating
from pitboss.deal.session_log import Dealing, SessionLog, Shuffles
from pitboss.deal.session_record import Bought, CameBack, Left, Moved, Named, Placed, Sat, SatOut
from pitboss.deal.view import SeatView
from pitboss.money import dollars
from pitboss.poker.dead_seats import involved
from pitboss.poker.game import PokerGame, TableError
from pitboss.poker.hand import Hand
from pitboss.poker.session import blinds
from pitboss.poker.session.blinds import HandPlan, TakenSeat

FEE_BOX, POT = "fee box", "pot"


class PokerTableState(msgspec.Struct, forbid_unknown_fields=True):
    """The table in a checkpoint; a place is seat, player, stack, status, whether new, and blinds owed."""

    places: list[tuple[int, str, int, str, bool, list[str]]] = []
    button: int = 0
    named: str = ""
    fees: int = 0


class CardSeats(Seating):
    """The places by seat, and the state kept from hand to hand.

    ``button`` is its seat in the last hand, 0 before the first; ``named`` the game named for the next hand where the
    button names it (PK-2); ``fees`` are the chips in the fee box.
    """

    places: dict[int, TakenSeat]
    button: int
    named: str
    fees: int

    def __init__(self, games: dict[str, PokerGame], size: int, log: SessionLog, shuffles: Shuffles) -> None:
        self.games = games
        self.book = next(iter(games.values())).book
        super().__init__(size, log, shuffles)

    def state(self) -> dict[str, Any]:
        return {
            "places": [
                [place.seat, place.player, place.stack, place.status, place.new, sorted(place.owes)]
                for place in self.places.values()
            ],
            "button": self.button,
            "named": self.named,
            "fees": self.fees,
        }

    def set_state(self, state: dict[str, Any] | None) -> None:
        saved = msgspec.convert(state, PokerTableState) if state else PokerTableState()
        self.places = {
            seat: TakenSeat(seat, player, stack, status, new, set(owes))
            for seat, player, stack, status, new, owes in saved.places
        }
        self.button, self.named, self.fees = saved.button, saved.named, saved.fees

    def bank(self) -> dict[str, int]:
        stacks = {place.account: place.stack for _, place in sorted(self.places.items())}
        stacks[POT], stacks[FEE_BOX] = 0, self.fees
        return stacks

    def players(self) -> dict[int, str]:
        return {seat: place.player for seat, place in sorted(self.places.items())}

    def views(self, chips: dict[str, int]) -> dict[int, SeatView]:
        return {
            seat: SeatView(place.player, chips[place.account], place.status, {}, tuple(sorted(place.owes)))
            for seat, place in sorted(self.places.items())
        }

    def in_play(self) -> list[int]:
        """The seats to be dealt in, without those that wait for the big blind."""
        return sorted(seat for seat, place in self.places.items() if place.status == IN and place.stack)

    @property
    def next_button(self) -> int:
        """The seat of the button in the next hand, the next one in play (PK-1); 0 before the first hand."""
        seats = self.in_play()
        return blinds.next_seat(seats, self.button) if self.button and seats else 0

    def taken(self, seat: int) -> TakenSeat:
        """The place of a seat that is taken."""
        if type(seat) is not int or seat not in self.places:
            raise TableError(f"nobody sits in seat {seat!r}; taken seats: {', '.join(map(str, sorted(self.places)))}.")
        return self.places[seat]

    def _resting(self, seat: int, dealing: Dealing | None) -> TakenSeat:
        place = self.taken(seat)
        if dealing is not None and seat in dealing.players:
            raise TableError(f"seat {seat} is in the hand being played; wait until it is over.")
        return place

    def game(self, game: str) -> PokerGame:
        """A game of this table by its id; the only one may be left out."""
        if not isinstance(game, str):
            raise TableError(f"{game!r} is not a game; write the name of one: {', '.join(self.games)}.")
        if game in self.games:
            return self.games[game]
        if game or len(self.games) > 1:
            who = f"seat {self.next_button} names it" if self.next_button else "the button names it"
            raise TableError(f"{game!r} is not spread at this table; {who}: {', '.join(self.games)}.")
        return next(iter(self.games.values()))

    # Coming and going ------------------------------------------------------------------------------------------------

    def sit(self, sat: Sat, dealing: Dealing | None) -> None:
        """Seat a player; in a running game a new player posts the big blind or waits for it (PK-25)."""
        seat, player = sat.seat, sat.player
        if seat in self.places:
            raise TableError(f"seat {seat} is taken by {self.places[seat].player}.")
        if any(other.player == player for other in self.places.values()):
            raise TableError(f"{player!r} has a seat already; at a poker table a player has one.")
        check_buy_in(self.games.values(), sat.cents, joining=True)
        running = self.button > 0
        place = TakenSeat(seat, player, status=WAITING if sat.wait and running else IN, new=running)
        self.places[seat] = place
        self.events.append(PlayerSat("sit", seat, player=player, waiting=place.status == WAITING))
        self._pay_for(place, sat.cents)

    def buy(self, bought: Bought, dealing: Dealing | None) -> None:
        """Sell chips between hands; a player without chips needs the minimum buy-in again (PK-14)."""
        place = self._resting(bought.seat, dealing)
        check_buy_in(self.games.values(), bought.cents, joining=not place.stack)
        self._pay_for(place, bought.cents)

    def _pay_for(self, place: TakenSeat, cents: int) -> None:
        game = strictest(self.games.values())
        place.stack += cents
        self.sell(place.seat, place.player, cents, game.limit.rule)
        if short(game, cents):
            marked = ShortBuyMarked("short buy", place.seat, cents=cents, rule=self.book.short_buy.rule)
            self.events.append(marked)

    def sit_out(self, command: SatOut, dealing: Dealing | None) -> None:
        """Sit a player out; blinds missed meanwhile are owed (PK-25)."""
        self.taken(command.seat).status = OUT
        self.events.append(PlayerSatOut("sit out", command.seat))

    def come_back(self, command: CameBack, dealing: Dealing | None) -> None:
        """Deal a player in again, who posts what is owed or waits for the big blind (PK-25)."""
        place = self.taken(command.seat)
        place.status = WAITING if command.wait and (place.owes or place.new) else IN
        waiting = place.status == WAITING
        self.events.append(PlayerCameBack("come back", command.seat, rule="PK-25", waiting=waiting))

    def leave(self, command: Left, dealing: Dealing | None) -> None:
        place = self._resting(command.seat, dealing)
        del self.places[command.seat]
        if not self.places:
            self.button = 0  # an empty table starts a new game
        self.cash_out(place.player, place.stack)
        self.events.append(PlayerLeft("leave", command.seat, cents=place.stack, player=place.player))

    def move(self, moved: Moved, dealing: Dealing | None) -> None:
        """Move a player to a free seat; one who moves away from the big blind posts as a new player does (PK-25)."""
        seat, to = moved.seat, moved.to
        self.check_number(to)
        place = self._resting(seat, dealing)
        if to in self.places:
            raise TableError(f"seat {to} is taken by {self.places[to].player}.")
        away = any(
            blinds.moves_away(game, self.in_play(), self.button, seat, to, self.size) for game in self.games.values()
        )
        del self.places[seat]
        place.seat = to
        place.new = place.new or away
        self.places[to] = place
        self.events.append(PlayerMoved("move", seat, rule="PK-25", player=place.player, to_seat=to, away=away))

    def place(self, placed: Placed, dealing: Dealing | None) -> None:
        raise TableError("nothing is placed before a hand of poker; players bet with the chips in front of them.")

    # Hands -----------------------------------------------------------------------------------------------------------

    def name(self, named: Named, dealing: Dealing | None) -> None:
        if len(self.games) == 1:
            raise TableError(f"this table deals {next(iter(self.games.values())).name} only; you cannot name one.")
        if dealing is not None:
            raise TableError("a hand is being played; the next game is named when it is over.")
        game = self.game(named.game)
        self.named = game.id
        self._say_game(self.next_button, game)

    def _say_game(self, seat: int, game: PokerGame) -> None:
        rule = self.book.button.rule
        self.events.append(GameNamed("names the game", seat, rule=rule, game=game.id, name=game.name))

    def dealt(self, plan: HandPlan, game: PokerGame) -> None:
        """Move the button for a hand that was dealt, and note blinds posted and missed."""
        self.button = plan.button
        self.events += plan.events
        if self.book.button.names_game and not self.named:
            self._say_game(plan.button, game)
        self.named = ""
        for post in blinds.miss(game, self.places, plan.playing, plan.button):
            rule = self.book.missed.rule
            self.events.append(BlindMissed("missed blind", post.seat, cents=post.cents, rule=rule, post=post.what))
        for seat in plan.playing:
            place = self.places[seat]
            place.new = False
            if game.blinds:
                place.pay_up()
            if not place.owes:
                place.status = IN

    def take_chips(self, hand: Hand) -> None:
        """Return the chips of a hand that is over to the players."""
        self.fees += hand.fee
        for seat in hand.seats:
            self.places[seat].stack = hand.stack(seat)
        for position, seat in enumerate(hand.seats):
            if hand.dead_seats >> position & 1 and involved(hand, position):
                self._after_dead_hand(hand, seat)
            if not hand.stack(seat):
                self.places[seat].status = OUT
                self.events.append(ChipsRanOut("out of chips", seat))

    def _after_dead_hand(self, hand: Hand, seat: int) -> None:
        """A player who won with a hand dealt to a dead seat owes the blinds; one who lost is dealt in (PK-24)."""
        place = self.places[seat]
        place.pay_up()
        place.status = IN
        won = sum(
            event.cents if event.verb == "award" else -event.cents
            for event in hand.events
            if event.seat == seat and event.verb in ("award", "take back")
        )
        if won and hand.game.blinds:
            place.status, place.owes = OUT, {blinds.SMALL, blinds.BIG}
            self.events.append(BlindsOwed("owes blinds", seat, cents=sum(hand.game.blinds), rule="PK-24"))
        else:
            self.events.append(SeatDealtIn("dealt in", seat, rule="PK-24"))


# Buy-ins: the minimum to join, and short buys (PK-14, TH-3, PK-31) ----------------------------------------------------


def strictest(games: Collection[PokerGame]) -> PokerGame:
    """The game with the highest minimum buy-in, which applies to the whole table."""
    return max(games, key=lambda game: game.limit.buy_in)


def smallest_chip(games: Collection[PokerGame]) -> int:
    """The smallest chip of the table, in cents."""
    return min(game.chip for game in games)


def check_buy_in(games: Collection[PokerGame], cents: object, joining: bool) -> int:
    """Check the amount of a buy-in; the minimum applies only to a player ``joining`` without chips."""
    chip = smallest_chip(games)
    if type(cents) is not int or cents <= 0:
        raise TableError(f"{cents!r} is not a buy-in in whole cents; the table's smallest chip is {dollars(chip)}.")
    if cents % chip:
        raise TableError(
            f"{dollars(cents)} cannot be paid in chips; the table's smallest chip is {dollars(chip)}, "
            f"so buy {dollars(cents - cents % chip + chip)}, for example."
        )
    game = strictest(games)
    if joining and cents < game.limit.buy_in:
        raise TableError(
            f"{dollars(cents)} is less than the minimum buy-in of {dollars(game.limit.buy_in)} at {game.limit.name}.",
            rule=game.limit.rule,
        )
    return cents


def short(game: PokerGame, cents: int) -> bool:
    """True if the house marks this buy as short, which has no consequence (PK-14)."""
    policy = game.book.short_buy
    if not policy.bets:
        return False
    bet = game.higher if game.lower >= policy.higher_from else game.lower
    return cents < policy.bets * bet
