"""A game as one house spreads it at one limit, ready to be dealt.

>>> from pitboss import poker
>>> game = poker.load("holdem", house="pot", limit="2-4")
>>> game.lower, game.higher, game.blinds, game.chip
(200, 400, (100, 200), 100)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from pitboss.cards import Card
from pitboss.deal import Option
from pitboss.deal.deal import Mixer
from pitboss.deal.english import hand_words
from pitboss.deal.event import CalledHand, called
from pitboss.money import dollars
from pitboss.poker import hand_setup
from pitboss.poker.betting.offers import Refusal, WagerOffer, refusals
from pitboss.poker.definition import Betting, HouseBook, OpeningRule, PokerDefinition, SpreadLimit, Street
from pitboss.poker.hand_setup import POSTS, TableError
from pitboss.poker.showdown.hand_value import Judge, judge
from pitboss.ranking import Ranking, ranking
from pitboss.suggest import with_article

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand
    from pitboss.poker.session.session import PokerSession

__all__ = ["POSTS", "Contest", "Places", "PokerGame", "Post", "TableError"]


class Post(NamedTuple):
    """Chips a seat posts before the cards; ``what`` is one of :data:`POSTS`.

    ``dead blind`` and ``live blind`` make up for missed blinds (PK-25).
    """

    seat: int
    what: str
    cents: int


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

    def words(self, value: int) -> str:
        """The hand in words, as the dealer announces it."""
        return hand_words(self.called(value))


class Places(NamedTuple):
    """Seats clockwise from the button's left, with the position, the ``actors`` tuple and the account of each."""

    seats: tuple[int, ...]
    positions: dict[int, int]
    turns: tuple[tuple[int], ...]
    accounts: list[str]


class PokerGame:
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
        self.streets = tuple(_street(street, spread.streets.get(street.name, {})) for street in definition.streets)
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
        self.refusals = refusals(self.betting, self.opening, self.opens_with)
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
        self.draws = any(street.draw for street in self.streets)
        self.options: dict[Any, tuple[Option, ...]] = {}
        self.offers: dict[Any, tuple[tuple[Option, ...], WagerOffer | Refusal]] = {}
        self._places: dict[tuple[int, ...], Places] = {}
        self.shows = book.showdown.shows == "all"
        self.show_rule = book.showdown.rule.get("shows", "")

    def __repr__(self) -> str:
        structure = "no-limit" if self.no_limit else "limit"
        return f"<{self.name}, {self.book.name}, {structure} {self.limit.name}>"

    def prove(self, *_: object, **__: object) -> NoReturn:
        """Always refused: only a game against the house has an edge."""
        raise TableError(_not_a_house_game(self.name))

    def advise(self, *_: object, **__: object) -> NoReturn:
        """Always refused: the best play depends on the other players."""
        raise TableError(_not_a_house_game(self.name))

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
        return _hand()(setup, shuffle or _NoShuffle(), auto=auto, game=self)

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


@cache
def _hand() -> type[Hand]:
    from pitboss.poker.hand import Hand

    return Hand


class _NoShuffle:
    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        raise TableError("this hand was dealt from known cards, so it has no deck to shuffle.")


def _betting(house: Betting, own: Mapping[str, Any]) -> Betting:
    changed = dict(own)
    if "rule" in changed:
        changed["rule"] = {**house.rule, **changed["rule"]}
    return replace(house, **changed)


def _street(street: Street, own: Mapping[str, Any]) -> Street:
    return replace(street, **own)


def _contests(definition: PokerDefinition, book: HouseBook, wild: bool) -> tuple[Contest, ...]:
    contests = []
    for win in definition.wins:
        order = win.ranking
        if wild:
            order = _wild(definition, book, order)
        contests.append(_contest(win.name, order, win.hole, win.board, win.rule))
    return tuple(contests)


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


def _later_rules(game: PokerGame) -> dict[str, str]:
    """The rule cited when a draw, show or muck is refused during betting."""
    shows = game.book.showdown.rule.get("shows", "")
    draw = next((street.rule for street in game.streets if street.draw), "")
    return {"draw": draw, "show": shows, "muck": shows}


def _words(game: PokerGame) -> tuple[str, ...]:
    """Every action word a hand of this game knows."""
    words = ["fold", "check", "call", "bet", "complete", "raise"]
    if any(street.completes for street in game.streets):
        words.append("bring in")
    if any(street.draw for street in game.streets):
        words.append("draw")
    return (*words, "show", "muck")


def _without_files(reference: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in reference.items() if key != "files"}


def _not_a_house_game(name: str) -> str:
    why = f"{name} is played between seats and not against the house, so there is no edge to prove and no best play"
    return f"{why}; pitboss.equity counts what part of the pot hands or ranges get."
