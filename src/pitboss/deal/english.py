"""Events in English: the one place that turns the facts of an event into words.

:func:`words` returns the dealer's announcement, the short text after the verb of an event. The sentences of the
terminal and of exported hands (:mod:`pitboss.house.event_words`, :mod:`pitboss.poker.event_words`) use the same facts.
Nothing reads words back: code that needs a fact takes it from the event.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pitboss.cards import show
from pitboss.deal import event as table
from pitboss.deal import hand_events as hand
from pitboss.deal import round_events as house
from pitboss.deal.event import CalledHand, Event
from pitboss.money import dollars, odds_text
from pitboss.ranking.definition import CATEGORIES
from pitboss.ranking.definition import words as category_words


def words(event: Event) -> str:
    """The dealer's announcement of an event; empty for acts that speak for themselves."""
    tell = _WORDS.get(type(event))
    return tell(event) if tell is not None else ""


Event.in_words = words

# Hands --------------------------------------------------------------------------------------------------------------


def hand_words(called: CalledHand) -> str:
    """A hand as the dealer calls it.

    >>> hand_words(CalledHand("two pair", (12, 5, 3)))
    'two pair, aces and sevens'
    """
    if called.category not in CATEGORIES:
        return called.category
    return category_words(CATEGORIES[called.category], called.ranks, called.size)


def shown_words(hands: Sequence[CalledHand]) -> str:
    """The hands of one player: the high hand, and the low one after it."""
    return "; ".join(f"low {hand_words(each)}" if number else hand_words(each) for number, each in enumerate(hands))


@lru_cache(maxsize=256)
def award_words(reason: str, half: str, by: str) -> str:
    """Why chips of a pot go to a player."""
    if reason != "hand":
        return _AWARDS[reason]
    if by == "suit":
        return f"{half} by suit"
    return f"{half}, with the {by}" if by else half


_AWARDS = {
    "last hand": "last hand left",
    "made to discard": "made to discard",
    "forfeited": "left by a forfeited hand",
    "unmatched": "matched by nobody else",
    "returned": "returned",
}


# House rounds -------------------------------------------------------------------------------------------------------


def settled_words(event: house.WagerSettled) -> str:
    """The result of a wager: its stake, how it ended, and on which line."""
    line = f" with {event.line}" if event.line else ""
    staked = f"{event.wager}{' bonus' * event.bonus} {dollars(event.stake)}"
    if event.result == "win":
        breakage = f", breakage {event.breakage} of a cent" if event.breakage else ""
        return f"{staked} wins {odds_text(Fraction(event.odds or 0))}{line}{breakage}"
    return f"{staked} {'pushes' if event.result == 'push' else 'loses'}{line}"


def void_reason(event: house.HandsVoided) -> str:
    """Why hands are void."""
    if event.cause == "shuffler":
        return "shuffler fault before all cards were out"
    if event.cause == "count":
        had = f"{event.counted} card{'s' * (event.counted != 1)}"
        return f"{event.miscounted} has {had} where {event.due} {'is' if event.due == 1 else 'are'} dealt"
    return f"misdeal: {event.stated}" if event.cause == "misdeal" else event.stated


def _voided(event: house.HandsVoided) -> str:
    follows = "the hand is void" if event.seat else "all hands are void and the cards are reshuffled"
    return f"{void_reason(event)}; {follows}"


def _announced(event: house.HandAnnounced) -> str:
    if event.hand is None:
        return f"the {event.pile} does not qualify"
    return f"the {event.pile} {'qualifies with' if event.qualifier else 'has'} {hand_words(event.hand)}"


# Hands of poker -----------------------------------------------------------------------------------------------------


def fee_words(players: int, due: int, cents: int) -> str:
    """The number of players that sets the fee, and any shortfall."""
    short = f", {dollars(due - cents)} short of {dollars(due)}" if cents < due else ""
    return f"{players} players{short}"


def _exposed(event: hand.CardExposed) -> str:
    if event.reason == "second":
        return f"two cards exposed on the deal, {show(event.cards)} the second"
    if event.reason == "flop too large":
        return f"{event.count} cards on the flop"
    return _EXPOSED[event.reason]


_EXPOSED = {
    "not kept": "may not be kept",
    "fourth on flop": "the fourth card of the flop, taken back as the next burn",
    "fourth unknown": "a fourth card on the flop that cannot be told from the others",
    "early flop": "the flop, before the betting was complete",
    "early card": "turned up before the betting was complete; out of play",
}


def _dead(event: hand.HandDead) -> str:
    if event.reason == "shown":
        return f"only {event.shown} of {event.held} cards were shown"
    return _DEAD[event.reason]


_DEAD = {
    "dead seat": "dealt to a dead seat; play continues",
    "touched the muck": "the hand touched the muck and is dead",
    "induced": "throwing it away induced another player to muck: it is dead",
    "for information": "turned up for information only; the hand stays dead",
}


def _misdescribed(event: hand.HandMisdescribed) -> str:
    claim = event.described or "better than it is"
    as_what = f"described as {claim}" if event.described else f"described {claim}"
    return f"{as_what}; seat {event.victim} discarded, so the pot is forfeited"


def _ruling(event: hand.RulingMade) -> str:
    said = _RULINGS[event.reason].format(chip=dollars(event.chip))
    return f"{said}: a {event.action}" if event.action else said


_RULINGS = {
    "declared": "it was declared, so all motions count",
    "string bet": "no string bets, only the first motion of {chip} stands",
    "chip announced": "raise announced with a single chip of {chip}",
    "chip alone": "a single chip of {chip} without a word",
    "involved": "the player got involved in the pot, so the hand plays",
    "discards": "only the dealer touches the discards",
}


# The table ----------------------------------------------------------------------------------------------------------


def _moved(event: table.PlayerMoved) -> str:
    return f"{event.player} to {event.place} {event.to_seat}{', away from the big blind' if event.away else ''}"


def _placed(event: table.WagersPlaced) -> str:
    return ", ".join(f"{wager} {dollars(cents)}" for wager, cents in event.wagers) or "nothing"


_WORDS: dict[type[Event], Callable[[Any], str]] = {
    table.DeckShuffled: lambda event: event.deck,
    table.CardReplaced: lambda event: f"a replacement from the {event.place} of the deck",
    table.HandShown: lambda event: shown_words(event.hands),
    table.PlayerSat: lambda event: f"{event.player}, waiting for the big blind" if event.waiting else event.player,
    table.ShortBuyMarked: lambda event: "marked, nothing follows",
    table.PlayerCameBack: lambda event: "waiting for the big blind" if event.waiting else "",
    table.PlayerLeft: lambda event: event.player,
    table.PlayerMoved: _moved,
    table.WagersPlaced: _placed,
    table.DealFinished: lambda event: f"deal {event.number} is over",
    table.GameNamed: lambda event: event.name,
    table.ButtonGiven: lambda event: (
        f"{event.card} is the highest card" if event.card else "on the house dealer's left"
    ),
    table.SeatDealtOut: lambda event: f"cannot pay {dollars(event.due)} for fee and ante; the button passes on",
    table.BlindMissed: lambda event: event.post,
    table.BlindsOwed: lambda event: "won with a dead hand",
    table.SeatDealtIn: lambda event: "played a dead hand",
    house.WagersClosed: lambda event: "no more wagers",
    house.DeckDispensed: lambda event: (
        "the rest of the deck is dispensed unused; another deck is shuffled for the next round"
    ),
    house.CardsDiscarded: lambda event: f"from {event.source}",
    house.CardsCollected: lambda event: "folded hand" if event.what == "folded" else event.what,
    house.HandSet: lambda event: hand_words(event.hand) if event.hand is not None else "",
    house.HandAnnounced: _announced,
    house.DecisionAsked: lambda event: ", ".join(event.options),
    house.WagerSettled: settled_words,
    house.HandsVoided: _voided,
    house.ShufflerStep: lambda event: event.instruction,
    house.RoundPlayedOn: lambda event: "all cards of the round were out; play goes on",
    house.PacketMiscounted: lambda event: f"the shuffler gives {event.count} cards for {event.target}",
    house.RoundEnded: lambda event: "the round is over",
    hand.ChipsPosted: lambda event: "" if event.post == "ante" else event.post,
    hand.FeeTaken: lambda event: fee_words(event.players, event.due, event.cents),
    hand.BoardTurned: lambda event: "common card" if event.common else event.street,
    hand.ChipsWagered: lambda event: "all-in" if event.all_in else "",
    hand.RoundPassed: lambda event: (
        "the same cards now play for low" if event.follows == "play on" else "a new deal, antes stay"
    ),
    hand.CardsDrawn: lambda event: f"draws {len(event.cards)}" if event.cards else "stands pat",
    hand.ChipsReturned: lambda event: event.reason,
    hand.PotAwarded: lambda event: award_words(event.reason, event.half, event.by),
    hand.AwardTakenBack: lambda event: "the pot is divided again",
    hand.BetStands: lambda event: "not uncalled after all",
    hand.CardBoxed: lambda event: "the next card below counts",
    hand.JokerFound: lambda event: (
        "found before acting; replaced" if event.reason == "before acting" else "its player could not act; replaced"
    ),
    hand.CardExposed: _exposed,
    hand.CardsTakenBack: lambda event: "the burns stay",
    hand.DeckReshuffled: lambda event: f"{event.count} {'discards' if event.discards else 'cards'}",
    hand.DeckScrambled: lambda event: f"{event.count} cards",
    hand.Misdealt: lambda event: "two or more cards exposed on the deal" if event.exposed else event.stated,
    hand.HandFouled: lambda event: "acted with a joker in the hand; all rights to the pot are forfeited",
    hand.HandDead: _dead,
    hand.HandRetrieved: lambda event: "not killed by the dealer, so it is live",
    hand.HandMisdescribed: _misdescribed,
    hand.RulingMade: _ruling,
}


# Numbers ------------------------------------------------------------------------------------------------------------

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spelled(number: int) -> str:
    """A number in words up to ten, above that in digits."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def count(number: int, thing: str = "card") -> str:
    """A number of things in words.

    >>> count(5), count(1), count(12, "hand")
    ('five cards', 'one card', '12 hands')
    """
    return f"{spelled(number)} {thing}{'s' * (number != 1)}"
