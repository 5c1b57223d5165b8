"""Properties of every game against the house, whatever its file says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from pitboss.cards import TEXT, UNKNOWN, parse, show
from pitboss.deal import IllegalAction, Record
from pitboss.deal.record import SeatAct
from pitboss.house import Game, Round
from pitboss.house.definition import Definition
from pitboss.move import Move
from tests.house.rounds import actions

Pick = Callable[[int], int]
"""A number below the one given, chosen by a generator or by hypothesis."""


def stakes(game: Definition, spots: int, pick: Pick) -> dict[int, dict[str, int]]:
    """Wagers for this many spots: all required ones and some others, with odd cents among them."""
    amounts = (500, 25, 1000, 137, 5)
    by_spot: dict[int, dict[str, int]] = {}
    free = list(range(1, game.spots.usual + 1))
    for _ in range(spots):
        spot = free.pop(pick(len(free)))
        placed: dict[str, int] = {}
        first = [wager.key for wager in game.initial if wager.initial in ("required", "alone") and not wager.equals]
        sure = first[pick(len(first))]
        for wager in game.initial:
            if wager.equals:
                continue
            if wager.initial == "required" or wager.key == sure or pick(2):
                placed[wager.key] = amounts[pick(len(amounts))]
        for wager in game.initial:
            if wager.equals in placed:
                placed[wager.key] = placed[wager.equals]
        by_spot[spot] = placed
    return by_spot


class Watch:
    """Checks a round after every event: each card is in one pile, each chip on one account."""

    def __init__(self, deal: Round) -> None:
        self.deal, self.deck = deal, set(deal.game.deck.cards)
        self.total = sum(deal.money.bankroll.values())
        self.balance: dict[str, int] = dict(deal.money.bankroll)
        self.counted = 0

    def look(self) -> None:
        deal = self.deal
        cards: set[int] = set(deal.layout.order[deal.layout.next :])
        count = len(deal.layout.order) - deal.layout.next
        for pile in deal.layout.piles.values():
            cards.update(pile)
            count += len(pile)
        assert count == len(self.deck), "every card of the deck is in exactly one pile"
        assert cards == self.deck
        for move in deal.moves[self.counted :]:
            self._count(move)
        self.counted = len(deal.moves)
        lying = 0
        for spot, placed in deal.stakes.items():
            for key, cents in placed.items():
                assert self.balance[f"spot {spot}/{key}"] == cents, "the moves put there what lies there"
                lying += 1
        assert lying == sum(cents != 0 for name, cents in self.balance.items() if name[:5] == "spot ")

    def _count(self, move: Move) -> None:
        assert move.cents > 0
        assert move.why
        self.balance[move.source] = self.balance.get(move.source, 0) - move.cents
        self.balance[move.target] = self.balance.get(move.target, 0) + move.cents
        assert not move.source.startswith("spot ") or self.balance[move.source] >= 0
        if move.source in self.deal.money.bankroll:
            assert self.balance[move.source] >= 0, "nobody wagers chips he does not have (HB-1)"

    def end(self) -> None:
        """What holds when the round is over."""
        assert self.deal.done
        assert not any(self.deal.stakes.values()), "every wager is settled"
        chips = self.deal.chips()
        assert sum(chips.values()) == self.total
        assert all(self.balance.get(name, 0) == cents for name, cents in chips.items())
        piles = self.deal.layout.all_piles()
        assert sorted(card for pile in piles.values() for card in pile) == sorted(self.deck)


def state(deal: Round) -> tuple[Any, ...]:
    """Everything visible of a round from outside."""
    viewers = (*dict.fromkeys(deal.owners.values()), "floor", "rail")
    views = tuple(deal.view(viewer) for viewer in viewers)
    return list(deal.events), list(deal.moves), list(deal.lines), deal.actors, deal.done, deal.dump(), views


def keeps_views(deal: Round, viewer: str, pick: Pick) -> bool:
    """Redeal every card this viewer has not seen: nothing may change for him. Return False if the other players'
    decisions are not possible with their new cards.
    """
    seen = deal.view(viewer)
    known = deal.seen(viewer)
    hidden = [card for card in deal.game.deck.cards if card not in known]
    others = list(hidden)
    for place in range(len(others) - 1, 0, -1):
        chosen = pick(place + 1)
        others[place], others[chosen] = others[chosen], others[place]
    new = dict(zip(hidden, others, strict=True))
    record = deal.record
    try:
        again = Round.load(
            Record(
                kind=record.kind,
                setup=record.setup,
                auto=record.auto,
                shuffles=[tuple(new.get(card, card) for card in order) for order in record.shuffles],
                entries=[_renamed(entry, new) for entry in record.entries],
            )
        )
    except IllegalAction:
        return False
    view = again.view(viewer)
    assert view.piles == seen.piles
    assert view.events == seen.events
    assert view == seen
    return True


def _renamed(entry: Any, new: Mapping[int, int]) -> Any:
    """The decision with the names of the new cards."""
    if not isinstance(entry, SeatAct):
        return entry
    words = [TEXT[new.get(parse(word)[0], parse(word)[0])] if word in TEXT else word for word in entry.action.split()]
    return SeatAct(entry.seat, " ".join(words), entry.cents)


def refuses(deal: Round, seat: int, action: str, cents: int = 0) -> None:
    """Check that an illegal action is refused with a reason and changes nothing."""
    before = state(deal)
    with pytest.raises(IllegalAction, match=r".{20}.*\.$"):
        deal.act(seat, action, cents)
    assert state(deal) == before


def legal_and_act_agree(deal: Round, game: Game) -> None:
    """Check for every spot that allowed options are accepted and forbidden ones refused."""
    everything = {option.word for option in deal.legal(1)}
    for spot in range(1, game.definition.spots.usual + 1):
        options = deal.legal(spot)
        assert {option.word for option in options} == everything, "every action word of the game is listed"
        assert any(option.allowed for option in options) == (spot in deal.actors)
        for option in options:
            if option.allowed:
                assert option.actions
            else:
                assert option.why
                assert option.rule or not game.definition.rules
                refuses(deal, spot, option.word)
        if spot in deal.actors:
            for text in actions(deal, spot):
                before = deal.version
                deal.act(spot, text)
                assert deal.version > before
                deal.undo()
                assert deal.version == before
    refuses(deal, 0, "fold")
    if deal.actors:
        held = deal.view(deal.owners[deal.actors[0]]).piles.get(f"player {deal.actors[0]}", ())
        stranger = next(card for card in deal.game.deck.cards if card not in held)
        for nonsense in (
            "",
            "wager ante",
            "dance",
            f"hold {show([stranger])}",
            f"swap {show([stranger])}",
            "hold",
            "9",
        ):
            refuses(deal, deal.actors[0], nonsense)
        refuses(deal, deal.actors[0], actions(deal, deal.actors[0])[0], cents=1)


def no_face_leaves(deal: Round, viewer: str) -> None:
    """Check that a viewer's piles and events show no card he has not seen."""
    known = deal.seen(viewer)
    view = deal.view(viewer)
    for pile in view.piles.values():
        assert set(pile) <= known | {UNKNOWN}
    for event in view.events:
        assert set(event.cards) <= known | {UNKNOWN}
