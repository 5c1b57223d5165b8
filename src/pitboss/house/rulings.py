"""Irregularities: what the floor may rule, and what the engine notices by itself (HB-6, HB-9, S4-9, T5-18).

A void returns every wager, at any stage: what was already settled is undone chip by chip, with its reason. The rule of
each ruling is data of the game's file where it is not the common one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.deal.deal import IllegalAction
from pitboss.deal.option import Option
from pitboss.house.definition import PLAYER, BurnStep, DealStep
from pitboss.house.layout import PLAYERS, RACK
from pitboss.money import Move

if TYPE_CHECKING:
    from pitboss.house.round import Round

COMMON = {"void": "HB-6", "misdeal": "HB-6", "wrong count": "HB-6", "shuffler fault": "HB-9", "packet": "HB-6"}

FACTS = {
    "void": ("reason",),
    "misdeal": ("reason", "spot"),
    "wrong count": ("spot", "pile", "count"),
    "shuffler fault": ("persists",),
    "packet": ("spot", "pile", "cards"),
}
"""What may be stated with each ruling."""

FIRST_AID = ("the regulator's own procedure goes first", "consult the troubleshooting guide on the shuffler")
REPLACEMENT = (
    "turn the shuffler off",
    "unplug it",
    "put the backup shuffler in its place",
    "plug it in",
    "turn it on",
    "call service for the faulty one",
    "resume play",
)


def rule_of(table: Round, ruling: str) -> str:
    """The rule behind a ruling in this game; a wrong count is a kind of misdeal, a wrong packet one of wrong count."""
    named = table.game.rulings
    for name in _KINDS.get(ruling, (ruling,)):
        if name in named:
            return named[name]
    return COMMON[ruling]


_KINDS = {"wrong count": ("wrong count", "misdeal"), "packet": ("wrong count", "misdeal")}


def options(table: Round) -> tuple[Option, ...]:
    """The rulings that can be called now."""
    why = "the round is over" if table.done else ""
    found = []
    for name in FACTS:
        no = why
        if not no and name == "packet" and not _to_come(table):
            no = "every packet has been dealt"
        if not no and name == "wrong count" and not table.dealt:
            no = "no card has been dealt"
        found.append(Option(name, actions=() if no else (name,), why=no, rule=rule_of(table, name)))
    return tuple(found)


def rule(table: Round, ruling: str, facts: dict[str, Any]) -> None:
    """Carry a ruling out, or raise with nothing changed."""
    found = next((option for option in options(table) if option.word == ruling), None)
    if found is None:
        raise IllegalAction(f"{ruling!r} is no ruling of a house game; rulings are {', '.join(FACTS)}.")
    if not found.allowed:
        raise IllegalAction(f"{ruling!r} cannot be ruled now: {found.why}.")
    for fact in facts:
        if fact not in FACTS[ruling]:
            raise IllegalAction(f"{fact!r} says nothing about {ruling!r}; state {' and '.join(FACTS[ruling])}.")
    _RULINGS[ruling](table, facts, found.rule)


def _void(table: Round, facts: dict[str, Any], rule: str) -> None:
    void(table, _reason(facts, "void"), rule)


def _misdeal(table: Round, facts: dict[str, Any], rule: str) -> None:
    spot = _spot(table, facts.get("spot"))
    _misdealt(table, f"misdeal: {_reason(facts, 'misdeal')}", rule, spot)


def _spot(table: Round, spot: Any) -> int:
    """The spot a fact names (0 for none): one that is in the round and whose hand is not void already."""
    if spot is None:
        return 0
    if type(spot) is not int or spot not in table.stakes:
        raise IllegalAction(f"spot {spot} is not in the round; it has {', '.join(map(str, table.stakes))}.")
    if spot in table.voided:
        raise IllegalAction(f"the hand of spot {spot} is void already and its wagers are returned.")
    return spot


def _misdealt(table: Round, reason: str, rule: str, spot: int) -> None:
    """All hands are void, unless the house's file limits it to the spot it happened to (T5-18)."""
    if spot and table.game.misdeal == "spot":
        void_spot(table, spot, reason, rule)
    else:
        void(table, reason, rule)


def _reason(facts: dict[str, Any], ruling: str) -> str:
    reason = facts.get("reason")
    if not isinstance(reason, str) or not reason.strip():
        raise IllegalAction(f"{ruling!r} is recorded with its reason; state it, such as reason='a card was exposed'.")
    return reason.strip()


def _wrong_count(table: Round, facts: dict[str, Any], rule: str) -> None:
    """The floor has counted a hand."""
    name, spot = _pile(table, facts)
    count, due = facts.get("count"), table.due.get(name, 0)
    if name not in table.dealt:
        raise IllegalAction(f"no card has been dealt to {name}; its number cannot be wrong yet.")
    if type(count) is not int or count < 0 or count == due:
        raise IllegalAction(f"{name} was to get {due} cards; state another number with count=….")
    _misdealt(table, _counted(name, count, due), rule, spot)


def _counted(name: str, count: int, due: int) -> str:
    return f"{name} has {count} cards where {due} are dealt"


def _pile(table: Round, facts: dict[str, Any]) -> tuple[str, int]:
    spot, pile = facts.get("spot"), facts.get("pile")
    if (spot is None) == (pile is None):
        raise IllegalAction("say whose cards they are: a spot's (spot=2) or a pile's (pile='dealer').")
    if pile is not None and (pile == PLAYER or pile not in tuple(table.game.piles)):
        piles = ", ".join(each for each in table.game.piles if each != PLAYER)
        raise IllegalAction(f"{pile!r} is no pile on the table; those are {piles}, and spots by number.")
    named = _spot(table, spot)
    return (PLAYERS[named], named) if named else (str(pile), 0)


def _packet(table: Round, facts: dict[str, Any], rule: str) -> None:
    """The shuffler gives a packet with another number of cards; the engine finds out when it counts."""
    name, _ = _pile(table, facts)
    cards = facts.get("cards")
    if type(cards) is not int or cards < 0:
        raise IllegalAction("state how many cards the packet has with cards=….")
    if name not in _to_come(table):
        raise IllegalAction(f"{name} gets no more cards in this round.")
    table.packets[name] = cards
    table.say("packet", words=f"the shuffler gives {cards} cards for {name}", rule=rule)


def _shuffler_fault(table: Round, facts: dict[str, Any], rule: str) -> None:
    """The procedure, act by act; the round is void unless all its cards were already out (HB-9)."""
    persists = facts.get("persists", False)
    if not isinstance(persists, bool):
        raise IllegalAction("persists says whether the fault goes on: true or false.")
    for words in FIRST_AID + REPLACEMENT * persists:
        table.say("shuffler", words=words, rule=rule)
    if _to_come(table):
        void(table, "shuffler fault before all cards were out", rule)
    else:
        table.say("shuffler", words="all cards of the round were out; play goes on", rule=rule)


def _to_come(table: Round) -> set[str]:
    """Where cards of this round have still to go: piles, spots' piles and ``burn``."""
    total: dict[str, int] = {}
    for step in table.game.script:
        if isinstance(step, BurnStep):
            total["burn"] = total.get("burn", 0) + step.cards
        elif isinstance(step, DealStep):
            for name in [PLAYERS[spot] for spot in table.dealt_in(step)] if step.pile == PLAYER else [step.pile]:
                total[name] = total.get(name, 0) + step.cards
    given = {**table.due, "burn": len(table.piles.get("burn", ()))}
    return {name for name, cards in total.items() if given.get(name, 0) < cards}


def miscounted(table: Round) -> bool:
    """The engine counts every hand before players decide and before chips are paid; a wrong number is a misdeal.

    True if one was found and dealt with (HB-6, S4-9).
    """
    dealt = table.dealt
    table.uncounted = False
    for name, due in table.due.items():
        if len(dealt[name]) != due:
            spot = int(name.removeprefix(f"{PLAYER} ")) if name.startswith(f"{PLAYER} ") else 0
            if spot not in table.voided:
                _misdealt(table, _counted(name, len(dealt[name]), due), rule_of(table, "wrong count"), spot)
                return True
    return False


def void(table: Round, reason: str, rule: str) -> None:
    """Every wager goes back, settled or not, and the round is over; the cards are reshuffled (HB-6)."""
    for spot in table.stakes:
        if spot not in table.voided:  # its wagers went back when its own hand was void
            _return(table, spot, reason, rule)
    table.actors, table.asked, table.done = (), (), True
    table.say("void", words=f"{reason}; all hands are void and the cards are reshuffled", rule=rule)


def void_spot(table: Round, spot: int, reason: str, rule: str) -> None:
    """Only this spot's wagers go back; its cards leave the game unseen and the others play on (T5-18)."""
    _return(table, spot, reason, rule)
    table.voided.add(spot)
    table.folded.discard(spot)
    for name in (f"{PLAYER} {spot}", f"out {spot}"):
        if table.piles.get(name):
            table.to_rack(name, tuple(table.piles[name]))
    table.leave(spot)
    table.say("void", spot, words=f"{reason}; the hand is void", rule=rule)


def _return(table: Round, spot: int, reason: str, rule: str) -> None:
    """Undo every chip a spot's wagers have moved."""
    player = table.owners[spot]
    for key in list(table.stakes[spot]):
        table.give_back(spot, key, f"{key} returned: {reason}", rule)
    for line in [line for line in table.lines if line.spot == spot]:
        if line.result == "lose":
            table.moves.append(Move(RACK, player, line.stake, f"{line.wager} returned: {reason}", rule))
        elif line.cents:
            table.moves.append(Move(player, RACK, line.cents, f"{line.wager} payment taken back: {reason}", rule))


_RULINGS = {
    "void": _void,
    "misdeal": _misdeal,
    "wrong count": _wrong_count,
    "shuffler fault": _shuffler_fault,
    "packet": _packet,
}
