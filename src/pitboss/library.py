"""Any game by its name or the path of its file, whichever kind it is.

>>> import pitboss
>>> pitboss.game("top5", tens=1)
<Game top5: Top 5 Poker>
>>> pitboss.game("holdem", house="pot", limit="2-4")
<Texas Hold'em, Pot house, limit 2-4>
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss import datafile
from pitboss.errors import PitbossError
from pitboss.suggest import near

if TYPE_CHECKING:
    from pitboss.exact.result import Result
    from pitboss.exact.shapes.showdown.advice import Advice
    from pitboss.exact.solver import Report
    from pitboss.house_game import Hand

# The kinds of games and the modules that know them; each says ``games()``, ``listing()``, ``recognises(data)`` and
# ``from_file(path)``.
KINDS = {"house": "pitboss.house.listing", "poker": "pitboss.poker"}


def game(name: str | Path, **options: Any) -> Any:
    """A game ready to be dealt; the options are the house's choices, such as ``tens=1`` or ``limit="2-4"``."""
    kind = kind_of(str(name))
    found = import_module(f"pitboss.{kind}").load(name, **options)
    if kind != "house":
        return found
    from pitboss.house_game import HouseGame

    return HouseGame.of(found)


def prove(
    name: str | Path,
    *,
    only: str = "",
    pay: str | Iterable[str] = (),
    wagers: Mapping[str, Any] | str | None = None,
    option: Mapping[str, Any] | str | Iterable[str] = (),
    threads: int = 0,
    fresh: bool = False,
    scheduler: str = "",
    progress: Report | None = None,
) -> Result:
    """The exact figures of a house game, by stake group: ``pitboss.prove("top5")["tens/1"].edge`` is a fraction.

    The arguments are those of :meth:`pitboss.house_game.HouseGame.prove`, which explains them.
    """
    found: Result = _house(name).prove(
        only=only,
        pay=pay,
        wagers=wagers,
        option=option,
        threads=threads,
        fresh=fresh,
        scheduler=scheduler,
        progress=progress,
    )
    return found


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
    found: Advice = _house(name).advise(cards, board=board, up=up, did=did, wagers=wagers, **units)
    return found


def _house(name: str | Path) -> Any:
    if kind_of(str(name)) != "house":
        raise PitbossError(f"{name} is played between seats; only games against the house are proved.")
    return game(name)


def is_path(name: str) -> bool:
    """Whether a game is named by its file; a name is one word without dots and slashes."""
    return name.endswith(".toml") or "/" in name or "." in name


def kind_of(name: str) -> str:
    """Whether a game, by name or path, is played against the house or between seats."""
    if is_path(name):
        data = datafile.read(name).data
        for kind, module in KINDS.items():
            if import_module(module).recognises(data):
                return kind
        raise PitbossError(f"{name} is not a game; 'pitboss check {name}' says what it is.")
    known: list[str] = []
    for kind, module in KINDS.items():
        names = list(import_module(module).games())
        if name in names:
            return kind
        known += names
    raise PitbossError(f"there is no game {name!r}; {near(name, known, 'the path of a game file')}")
