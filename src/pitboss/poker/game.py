"""A game of a house, ready to be dealt: one hand, or a table for many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from pitboss.cards import Card
from pitboss.deal.deal import Mixer
from pitboss.money import dollars
from pitboss.poker import hand_setup
from pitboss.poker.hand import Hand
from pitboss.poker.spread_game import Post, SpreadGame, TableError

if TYPE_CHECKING:
    from pitboss.poker.session.session import PokerSession

__all__ = ["PokerGame", "Post", "TableError"]


class PokerGame(SpreadGame):
    """A game under a house's policies at one limit, ready to be dealt."""

    def prove(self, *_: object, **__: object) -> NoReturn:
        """Always refused: only a game against the house has an edge; the best play depends on the other players."""
        why = "is played between seats and not against the house, so there is no edge to prove and no best play"
        raise TableError(f"{self.name} {why}; pitboss.equity counts what part of the pot hands or ranges get.")

    advise = prove

    def deal(
        self,
        stacks: Mapping[int, int],
        button: int,
        shuffle: Mixer | None = None,
        *,
        auto: bool = True,
        players: Mapping[int, str] | None = None,
        posts: Sequence[Post | tuple[int, str, int]] | None = None,
        known: Mapping[int | str, str | Sequence[Card]] | None = None,
        payer: int | None = None,
        showdown: str = "run",
        joker: bool = False,
        dead: Sequence[int] = (),
    ) -> Hand:
        """Deal a hand to these seats; ``stacks`` are their chips in cents.

        ``posts`` replaces the antes and blinds of :meth:`posts`. ``known`` replays a hand dealt elsewhere: the cards of
        each seat and of the ``board`` in the order they come; a card not given is unknown, and no shuffle is needed.
        ``payer`` pays the fee instead of the button; with ``showdown="ask"`` each player chooses to show or muck.
        ``joker``: one was left in the deck by mistake (PK-18); ``dead``: seats that are dealt cards by mistake (PK-24).
        """
        hand_setup.check_stacks(stacks)
        idle = hand_setup.dead_seats(dead) if dead != () else ()
        setup: dict[str, Any] = {"game": self.reference, "stacks": list(stacks.items()), "button": button}
        self._check(stacks, button, payer, shuffle is None and known is None, showdown, len(idle))
        if joker or idle:
            self._mistakes(setup, stacks, joker, idle)
        if players is not None and (named := hand_setup.players(players, stacks)):
            setup["players"] = named
        if posts is not None:
            setup["posts"] = hand_setup.posts(posts, stacks)
        if known is not None:
            setup["known"] = hand_setup.known_cards(self, known, stacks)
            if joker:
                raise TableError(
                    "a hand with known cards has no deck a joker could be left in; leave out joker or known."
                )
        if payer is not None:
            setup["payer"] = payer
        if showdown != "run":
            setup["showdown"] = showdown
        return Hand(setup, shuffle or _NoShuffle(), auto=auto, game=self)

    def session(self, shuffle: Mixer, *, seats: int = 0, practice: bool = False) -> PokerSession:
        """Open a table for many hands of this game; ``practice`` allows undo."""
        from pitboss.poker.session.session import PokerSession

        return PokerSession.of([self], shuffle=shuffle, seats=seats, practice=practice)

    def _check(
        self, stacks: Mapping[int, int], button: int, payer: int | None, no_cards: bool, showdown: str, dead: int
    ) -> None:
        least, most = self.seats
        if not least <= len(stacks) <= most:
            raise TableError(f"{self.name} is played by {least} to {most} seats; {len(stacks)} were given.")
        if type(button) is not int or button < 1:
            raise TableError(f"{button!r} is not a seat for the button; seats are numbered from 1.")
        if payer is not None and type(payer) is not int:
            raise TableError(f"{payer!r} is not a seat that could pay the fee; seats are numbered from 1.")
        if no_cards:
            raise TableError("a hand needs a shuffle or known cards; give shuffle=pitboss.seeded(7).")
        if showdown not in ("run", "ask"):
            raise TableError(f'showdown = {showdown!r} is unknown; it may be "run" or "ask".')
        if self.book.fee.payer == "button":
            who = button if payer is None else payer
            owed = self.fee(len(stacks) - dead) + (self.ante or self.chip)
            if stacks.get(who, 0) < owed:
                raise TableError(
                    f"seat {who} pays for this hand and cannot put up {dollars(owed)} for fee and ante; "
                    "deal it out and pass the button on.",
                    rule=self.book.fee.rule,
                )

    def _mistakes(self, setup: dict[str, Any], stacks: Mapping[int, int], joker: bool, dead: Sequence[int]) -> None:
        """Check mistakes made before the first card and enter them in the setup."""
        if joker:
            hand_setup.check_joker(self)
            setup["joker"] = True
        playing = [seat for seat in stacks if seat not in dead]
        for seat in dead:
            if seat not in stacks or len(playing) < self.seats[0]:
                raise TableError(
                    f"seat {seat} cannot be a dead seat; give it chips, and {self.seats[0]} seats that play."
                )
        if dead:
            setup["dead"] = list(dead)
            setup["posts"] = [tuple(post) for post in self.posts(playing, setup["button"])]


class _NoShuffle:
    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        raise TableError("this hand was dealt from known cards, so it has no deck to shuffle.")
