"""A game as one house spreads it at one limit.

>>> from pitboss import poker
>>> game = poker.load("holdem", house="pot", limit="2-4")
>>> game.lower, game.higher, game.blinds, game.chip
(200, 400, (100, 200), 100)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pitboss.cards import UNKNOWN, Card
from pitboss.deal import Option
from pitboss.deal.english import hand_words
from pitboss.deal.event import CalledHand, called
from pitboss.errors import PitbossError, with_article
from pitboss.poker.definition import Betting, HouseBook, OpeningRule, PokerDefinition, SpreadLimit
from pitboss.poker.showdown.hand_value import Judge, judge
from pitboss.ranking import Ranking, ranking

POSTS = ("ante", "small blind", "big blind", "straddle", "live blind", "dead blind", "dead ante")


class TableError(PitbossError):
    """A game or limit the house does not spread, or a hand that cannot be dealt as asked."""


class Post(NamedTuple):
    """Chips a seat posts before the cards; ``what`` is one of :data:`POSTS`.

    ``dead blind`` and ``live blind`` make up for missed blinds (PK-25).
    """

    seat: int
    what: str
    cents: int


class WagerOffer(NamedTuple):
    """The one way a seat may put in more than a call: its word, and the totals in front of it that are accepted.

    Without a word nothing is accepted, and ``why`` and ``rule`` say why not.
    """

    word: str = ""
    low: int = 0
    high: int = 0
    step: int = 0
    why: str = ""
    rule: str = ""


class Contest(NamedTuple):
    """One way to win, with its compiled ranking."""

    name: str
    ranking: Ranking
    hole: int
    board: int
    rule: str
    judge: Judge
    calls: dict[int, CalledHand]

    def called(self, value: int) -> CalledHand:
        """The hand as the dealer calls it."""
        call = self.calls.get(value)
        if call is None:
            call = self.calls[value] = called(self.ranking, value, self.name)
        return call


def made_words(contests: Sequence[Contest], own: Sequence[Card], board: Sequence[Card]) -> str:
    """The hand so far in words; empty while there are too few cards, or unknown ones."""
    words: list[str] = []
    for contest in contests:
        few = len(own) + len(board) < contest.ranking.cards
        if few or UNKNOWN in own or (contest.hole and len(board) < contest.ranking.cards - contest.hole):
            continue
        strength = contest.judge(own, board)
        if strength:
            called = contest.called(strength)
            said = hand_words(called)
            words.append(said if not words or called.category == "low" else f"{said} for low")
    return "; ".join(words)


class Places(NamedTuple):
    """Seats clockwise from the button's left, with the position, the ``actors`` tuple and the account of each."""

    seats: tuple[int, ...]
    positions: dict[int, int]
    turns: tuple[tuple[int], ...]
    accounts: list[str]


class SpreadGame:
    """A game under a house's policies at one limit, with everything a hand needs computed once."""

    def __init__(
        self,
        definition: PokerDefinition,
        book: HouseBook,
        limit: SpreadLimit,
        *,
        play: str = "limit",
        wild: bool = False,
        reference: Mapping[str, Any] | None = None,
    ) -> None:
        spread = book.games[definition.id]
        self.id, self.name = definition.id, definition.name
        self.definition, self.book, self.limit = definition, book, limit
        self.no_limit, self.wild = play == "no-limit", wild
        self.seats = spread.seats or definition.seats
        self.stakes = definition.stakes
        self.lower, self.higher = limit.lower, limit.higher
        self.blinds = limit.blinds if self.stakes == "blinds" else ()
        self.ante = limit.ante if self.stakes == "ante" or book.any_stakes else 0
        self.bring_in = limit.bring_in
        self.betting = _betting(book.betting, spread.betting)
        self.streets = tuple(replace(street, **spread.streets.get(street.name, {})) for street in definition.streets)
        self.draws = any(street.draw for street in self.streets)
        self.opening = spread.opening or definition.opening
        self.deck = book.wild.deck if wild and book.wild else definition.deck
        self.contests = _contests(definition, book, wild)
        self.opening_contests = _opening_contests(self.opening, self.contests, book, wild)
        self.openers = self.opening_contests[0].ranking.threshold(self.opening.needs) if self.opening.needs else 0
        self.opens_with = with_article(self.opening_contests[0].ranking.words(self.openers)) if self.openers else ""
        posted = (*self.blinds, self.ante) if any(self.blinds) or self.ante else (self.lower,)
        self.chip = next((chip for chip in book.chips if all(cents % chip == 0 for cents in posted)), book.chips[-1])
        self.capped = not (self.no_limit and self.betting.no_limit == "uncapped")
        self.wagers = self.betting.raises + 1 if self.capped else 1 << 30
        self.fee_moment = book.fee.moment[self.stakes] if book.fee.payer != "nobody" else ""
        self.short_all_in_is_action = self.betting.short_all_in == "action"
        self.reopens_by_one = self.short_all_in_is_action or self.betting.reopens == "full raise"
        self.pair_uncapped = self.betting.heads_up == "unlimited"
        self.last_raise = self.betting.minimum_raise == "last raise"
        self.suits_break_boards = self.betting.board_ties == "suit"
        self.full_blind = self.betting.short_blind == "full"
        self.shows = book.showdown.shows == "all"
        self.show_rule = book.showdown.rule.get("shows", "")
        self.refusals = _refusals(self)
        self.words = _words(self)
        self.later_rule = _later_rules(self)
        rule = self.betting.rule.get
        self.call_rule = rule("no_limit", rule("limit", "")) if self.no_limit else rule("limit", "")
        self.short_rule = rule("short_all_in", "")  # chips that are less than a full call, bet or raise
        self.wager_rules = {"bet": self.call_rule, "complete": rule("completion", ""), "raise": self.call_rule}
        self.sandbag = tuple(
            self.contests[0].ranking.value(street.sandbag) if street.sandbag else 0 for street in self.streets
        )
        self.reference = dict(reference or {})
        # With this many chips above the bet nobody is short for the next raise, so options can be cached.
        self.room = 1 << 60 if self.no_limit or self.openers else 2 * self.higher
        self.streets_dealt: dict[Any, Any] = {}
        self.openings: dict[int, Any] = {}  # the steps before the first street, by the number of seats
        self.offers: dict[Any, tuple[tuple[Option, ...], WagerOffer]] = {}
        self._places: dict[tuple[int, ...], Places] = {}

    def __repr__(self) -> str:
        structure = "no-limit" if self.no_limit else "limit"
        return f"<{self.name}, {self.book.name}, {structure} {self.limit.name}>"

    def is_of(self, reference: Mapping[str, Any]) -> bool:
        """True if a record's reference is to this game; the files are compared by their digest."""
        return _without_files(reference) == _without_files(self.reference)

    @property
    def rule(self) -> str:
        return self.definition.rule

    def order(self, seats: Iterable[int], button: int) -> tuple[int, ...]:
        """Seats clockwise from the button's left, the button itself last (PK-1)."""
        return tuple(sorted(seats, key=lambda seat: (seat <= button, seat)))

    def places(self, seats: Iterable[int], button: int) -> Places:
        """Everything that depends only on the seats and the button; cached."""
        key = (*seats, button)
        places = self._places.get(key)
        if places is None:
            if len(self._places) > 1000:
                self._places.clear()
            order = self.order(seats, button)
            index = {seat: position for position, seat in enumerate(order)}
            turns = tuple((seat,) for seat in order)
            places = self._places[key] = Places(order, index, turns, [f"player {seat}" for seat in order])
        return places

    def posts(self, seats: Iterable[int], button: int) -> list[Post]:
        """Antes and blinds of a hand in which nobody owes missed blinds."""
        order = self.order(seats, button)
        posts = [Post(seat, "ante", self.ante) for seat in order if self.ante]
        if self.blinds:
            small, big = self.blind_positions(len(order))
            posts.append(Post(order[small], "small blind", self.blinds[0]))
            posts.append(Post(order[big], "big blind", self.blinds[1]))
        return posts

    def blind_positions(self, count: int) -> tuple[int, int]:
        """Positions of the small and big blind from the button's left; heads-up they may be swapped (TH-3)."""
        return (1, 0) if count == 2 and self.book.heads_up_blinds == "button small" else (0, 1)

    def post_rule(self, what: str, count: int) -> str:
        """The rule of a post at a table of this many seats."""
        book, amount = self.book, self.limit.rule
        if what == "ante":
            return book.antes_rule or amount
        if what in ("small blind", "big blind"):
            return (book.blinds_rule if count == 2 else "") or amount  # heads-up, a separate rule says who has which
        return amount if what == "straddle" else book.missed.rule

    def fee(self, heads: int) -> int:
        """The collection with this many players."""
        amounts = self.limit.fee or self.book.fee.amounts
        return next((cents for least, cents in zip(self.book.fee.heads, amounts, strict=True) if heads >= least), 0)


def _betting(house: Betting, own: Mapping[str, Any]) -> Betting:
    changed = dict(own)
    if "rule" in changed:
        changed["rule"] = {**house.rule, **changed["rule"]}
    return replace(house, **changed)


def _contests(definition: PokerDefinition, book: HouseBook, wild: bool) -> tuple[Contest, ...]:
    return tuple(
        _contest(win.name, _wild(definition, book, win.ranking) if wild else win.ranking, win.hole, win.board, win.rule)
        for win in definition.wins
    )


def _wild(definition: PokerDefinition, book: HouseBook, order: Any) -> Any:
    if book.wild is None:
        raise TableError(f"the {book.name} plays without wild cards.")
    if order != book.wild.replaces:
        raise TableError(f"{definition.name} has no ranking with a wild card.", rule=book.wild.rule)
    return book.wild.ranking


def _opening_contests(
    opening: OpeningRule, own: tuple[Contest, ...], book: HouseBook, wild: bool
) -> tuple[Contest, ...]:
    if not opening.plays:
        return own
    order = book.wild.ranking if wild and book.wild and opening.plays == book.wild.replaces else opening.plays
    return (_contest("high", order, 0, 0, opening.rule),)


def _contest(name: str, order: Any, hole: int, board: int, rule: str) -> Contest:
    compiled = ranking(order)
    return Contest(name, compiled, hole, board, rule, judge(compiled, hole, board), {})


def _refusals(game: SpreadGame) -> dict[str, WagerOffer]:
    """Every reason against a wager, with the house's rule."""
    rule = game.betting.rule.get
    reasons = {
        "raises": ("no more raises are allowed in this round", rule("raises", "")),
        "chips": ("these are not enough chips for more than a call", rule("short_all_in", "")),
        "nobody": ("nobody is left who could call it", rule("short_all_in", "")),
        "acted": (
            "having acted, a player may call an all-in of less than a full raise, not raise it",
            rule("reopens", ""),
        ),
        "openers": (f"it takes {game.opens_with} or better to open", game.opening.rule),
    }
    return {name: WagerOffer(why=why, rule=by) for name, (why, by) in reasons.items()}


def _later_rules(game: SpreadGame) -> dict[str, str]:
    """The rule cited when a draw, show or muck is refused during betting."""
    draw = next((street.rule for street in game.streets if street.draw), "")
    return {"draw": draw, "show": game.show_rule, "muck": game.show_rule}


def _words(game: SpreadGame) -> tuple[str, ...]:
    """Every action word a hand of this game knows."""
    words = ["fold", "check", "call", "bet", "complete", "raise"]
    if any(street.completes for street in game.streets):
        words.append("bring in")
    if game.draws:
        words.append("draw")
    return (*words, "show", "muck")


def _without_files(reference: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in reference.items() if key != "files"}
