"""Any game by its name or the path of its file, house game or poker.

>>> import pitboss
>>> pitboss.game("top5", tens=1)
<Game top5: Top 5 Poker>
>>> pitboss.game("holdem", house="pot", limit="2-4")
<Texas Hold'em, Pot house, limit 2-4>
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack, overload

from pitboss import datafile
from pitboss.errors import PitbossError, suggestion
from pitboss.kinds import KINDS, Kind
from pitboss.wager_text import ProofOptions, takes_proof_options

if TYPE_CHECKING:
    from pitboss.exact.figures import ProofResult
    from pitboss.exact.question import Advice
    from pitboss.house_game import Hand, HouseGame
    from pitboss.poker.equity import Equity
    from pitboss.poker.game import PokerGame
    from pitboss.ranking.makers import Evaluation
    from pitboss.simulation.run import Simulated


class Listed(NamedTuple):
    """One game that ships: the word to ask for it by, its name, and its kind, ``house`` or ``poker``."""

    id: str
    name: str
    kind: str


def games() -> tuple[Listed, ...]:
    """Every game that ships, games against the house first.

    >>> import pitboss
    >>> [game.id for game in pitboss.games() if game.kind == "poker"]
    ['draw', 'five-stud', 'holdem', 'lowball', 'omaha-hi-lo', 'omaha', 'seven-stud']
    """
    return tuple(Listed(each.id, each.name, kind.id) for kind in KINDS.values() for each in kind.files.games().values())


def listing() -> list[dict[str, Any]]:
    """Every game that ships in plain data, with wagers and pay tables or streets and limits; house games first."""
    return [entry for kind in KINDS.values() for entry in kind.files.listing()]


def entry(name: str) -> dict[str, Any]:
    """One game in plain data, by its name or the path of its file."""
    files = kind_of(name).files
    if is_path(name):
        own: dict[str, Any] = files.from_file(name)
        return own
    return next(shipped for shipped in files.listing() if shipped["id"] == name)


@overload
def game(name: str | Path, *, house: str | Path, **options: Any) -> PokerGame: ...


@overload
def game(name: str | Path, **options: Any) -> HouseGame: ...


def game(name: str | Path, **options: Any) -> HouseGame | PokerGame:
    """A game ready to be dealt, by its name or the path of its file.

    The options are the house's choices: for a game against the house such as ``tens=1`` or ``spots=7``, for poker
    ``house="pot", limit="2-4"``. Type checkers take a game with ``house=`` for poker and any other for a house game.
    """
    loaded: HouseGame | PokerGame = kind_of(str(name)).load(name, **options)
    return loaded


@takes_proof_options
def prove(name: str | Path, **options: Unpack[ProofOptions]) -> ProofResult:
    """The exact figures of a house game, by stake group: ``pitboss.prove("top5")["tens/1"].edge`` is a fraction.

    The arguments are those of :meth:`pitboss.house_game.HouseGame.prove`, which explains them.
    """
    return _house(name).prove(**options)


def advise(
    name: str | Path,
    cards: Hand,
    *,
    board: Hand = "",
    up: Hand = "",
    did: str | Iterable[str] = (),
    wagers: Mapping[str, Any] | str | None = None,
    **units: Any,
) -> Advice:
    """Every option for a hand of a house game with its exact value, best first.

    >>> import pitboss
    >>> [(each.action, each.ev) for each in pitboss.advise("six54", "Ah Kd Qs Tc 4h", up="2s").options]
    [('fold', Fraction(-1, 1)), ('play', Fraction(-21548, 20769))]
    """
    return _house(name).advise(cards, board=board, up=up, did=did, wagers=wagers, **units)


def simulate(
    name: str | Path,
    rounds: int = 1_000_000,
    *,
    seed: int = 1,
    only: str = "",
    wagers: Mapping[str, Any] | str | None = None,
    option: Mapping[str, Any] | str | Iterable[str] = (),
    threads: int = 0,
) -> dict[str, Simulated]:
    """Rounds of a house game by its proved strategy, by stake group, each with its exact figures.

    ``only``, ``wagers`` and ``option`` are those of :func:`prove`. The result depends on the seed and the number of
    rounds alone, never on the threads.

    >>> import pitboss
    >>> pitboss.simulate("three-card", 100_000, only="pair-plus")["pair-plus"].rounds
    100000
    """
    from pitboss.simulation.run import simulated

    played = _house(name, "simulated here; bots play poker with the command line")
    return simulated(played.request(only=only, wagers=wagers, option=option, threads=threads), rounds, seed)


def equity(
    name: str | Path,
    *hands: str,
    board: str = "",
    dead: str = "",
    house: str | Path = "",
    samples: int | None = None,
    seed: int = 1,
    exact: bool = False,
) -> Equity:
    """The share of the pot that each hand or range gets at the showdown of a poker game.

    Every deal is counted where that takes half a minute at most; beyond that, deals are sampled and each share has its
    standard error. ``exact`` counts however long it takes; ``samples`` samples that many deals in any case. ``house``
    settles equal hands by that house's book; without it they split the pot.

    >>> import pitboss
    >>> answer = pitboss.equity("holdem", "AsAh", "KsKh", board="Kd 7c 2d")
    >>> [(share.hand, str(share.equity)) for share in answer.shares]
    [('AsAh', '17/198'), ('KsKh', '181/198')]
    """
    from pitboss.poker.equity.counting import equity as ask

    return ask(name, *hands, board=board, dead=dead, house=house, samples=samples, seed=seed, exact=exact)


def evaluate(cards: str, ranking: str = "standard") -> Evaluation:
    """Evaluate a hand: its value (a higher one wins), category and words.

    >>> import pitboss
    >>> pitboss.evaluate("Ah 2d 3c 4s 8h Kd Kc", "eight-or-better").words
    'eight-four-three-deuce-ace low'
    """
    from pitboss.ranking.makers import evaluate as ask

    return ask(cards, ranking)


def _house(name: str | Path, done: str = "proved") -> HouseGame:
    if not kind_of(str(name)).banked:
        raise PitbossError(f"{name} is played between seats; only games against the house are {done}.")
    return game(name)


def is_path(name: str) -> bool:
    """True if a game is named by its file; a name is one word without dots and slashes."""
    return name.endswith(".toml") or "/" in name or "." in name


def kind_of(name: str) -> Kind:
    """Return the kind of a game, by name or path: against the house or between seats."""
    if is_path(name):
        kind = kind_of_file(datafile.read(name).data)
        if kind is None:
            raise PitbossError(
                f"{name} is not a game; a game against the house has a script and wagers, a poker game streets."
            )
        return kind
    known: list[str] = []
    for kind in KINDS.values():
        names = list(kind.files.games())
        if name in names:
            return kind
        known += names
    raise PitbossError(f"there is no game {name!r}; {suggestion(name, known, 'the path of a game file')}")


def kind_of_file(data: dict[str, Any]) -> Kind | None:
    """The kind of game that a file defines, by its content; None if it defines no game."""
    return next((kind for kind in KINDS.values() if kind.files.recognises(data)), None)
