"""One protocol for all shapes: nothing outside their folder knows one of them, and a new one is one line."""

from __future__ import annotations

import ast
import gc
import importlib
import inspect
import pkgutil
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss
from pitboss.cards import parse
from pitboss.exact import shape, shapes
from pitboss.exact.advice import ask
from pitboss.exact.question import AdviceError
from pitboss.exact.request import prove
from pitboss.exact.shape import SHAPES, Shape
from pitboss.exact.stakes import groups
from pitboss.exact.strategy.rows import in_words
from pitboss.house.definition import Definition
from pitboss.house.vocabulary import game_file
from pitboss.shuffle import stream
from pitboss.simulation.book import StrategyBook, book
from pitboss.simulation.play import rounds
from pitboss.simulation.run import tallied

SOURCES = Path(pitboss.__file__).parent
FOLDER = SOURCES / "exact" / "shapes"
TOY = "tests.exact.shapes.toy_shape"


def modules() -> list[str]:
    """The module of every shape; in a folder it has the name of the folder."""
    every = pkgutil.iter_modules([str(FOLDER)])
    return [f"pitboss.exact.shapes.{each.name}{f'.{each.name}' * each.ispkg}" for each in every]


def shape_classes() -> set[str]:
    """The names of all classes that are shapes."""
    for each in pkgutil.walk_packages([str(FOLDER)], "pitboss.exact.shapes."):
        importlib.import_module(each.name)
    names: set[str] = set()
    left = list(Shape.__subclasses__())
    while left:
        found = left.pop()
        left += found.__subclasses__()
        if found.__module__.startswith(shapes.__name__) and not inspect.isabstract(found):
            names.add(found.__name__)
    return names


def test_every_file_or_folder_of_shapes_is_one_line_of_the_registry() -> None:
    assert sorted(SHAPES) == sorted(modules())
    assert SHAPES[-1].endswith(".general"), "what carries anything small is asked last"


def knowers(source: str, names: set[str]) -> Iterator[str]:
    """What a module mentions though only a shape may: a shape's class, or an import from its package."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pitboss.exact.shapes"):
            yield f"imports from {node.module}"
        if isinstance(node, ast.Import):
            yield from (f"imports {each.name}" for each in node.names if each.name.startswith("pitboss.exact.shapes"))
        if isinstance(node, ast.ImportFrom) and node.module == "pitboss.exact":
            yield from ("imports the shapes" for each in node.names if each.name == "shapes")
        if isinstance(node, ast.Name) and node.id in names:
            yield f"names {node.id}"
        if isinstance(node, ast.Attribute) and node.attr in names:
            yield f"names {node.attr}"


def test_no_module_outside_the_shapes_knows_one() -> None:
    names = shape_classes()
    assert {"DealerShowdown", "Holding", "General"} <= names
    for file in SOURCES.rglob("*.py"):
        if FOLDER not in file.parents:
            assert not list(knowers(file.read_text(), names)), file


def test_no_shape_knows_another() -> None:
    for file in FOLDER.rglob("*.py"):
        own = f"pitboss.exact.shapes.{file.relative_to(FOLDER).parts[0].removesuffix('.py')}"
        for node in ast.walk(ast.parse(file.read_text())):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            if module and module.startswith("pitboss.exact.shapes"):
                assert module == own or module.startswith(f"{own}."), f"{file} imports {module}"


@pytest.mark.parametrize(
    "source",
    [
        "from pitboss.exact.shapes.showdown.showdown import DealerShowdown",
        "import pitboss.exact.shapes.board",
        "def ask(shape): return isinstance(shape, DealerShowdown)",
        "from pitboss.exact import shapes",
    ],
)
def test_who_knows_a_shape_is_caught(source: str) -> None:
    assert list(knowers(source, {"DealerShowdown"}))


# A new shape -------------------------------------------------------------------------------------------------------


@pytest.fixture
def high_card(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Definition:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    monkeypatch.setattr(shape, "SHAPES", [TOY, *SHAPES])
    return game_file.parse((Path(__file__).parents[1] / "games" / "high-card.toml").read_text(), "high-card.toml")


def test_a_new_shape_is_one_module_and_one_line(high_card: Definition, monkeypatch: pytest.MonkeyPatch) -> None:
    (group,) = groups(high_card)
    ours = prove(high_card, fresh=True)[group.key]
    assert ours.shape == "high card"
    assert ask(high_card, parse("2c")).best == "fold"
    assert ask(high_card, parse("Ac")).best == "play"
    advice = ask(high_card, parse("9c"))
    rows, _ = in_words([group])
    assert rows[group.key] == [("", "1", "look at the card", "0")]
    ready = rounds(group.game, group.stakes)
    written = book(ready, group.stakes)
    assert isinstance(written, StrategyBook)
    played = tallied(ready, written, stream(7, 0), 20_000)
    assert abs(float(played.ev - ours.ev)) < 5 * played.error
    monkeypatch.setattr(shape, "SHAPES", SHAPES)
    theirs = prove(high_card, fresh=True)[group.key]
    assert theirs.shape == "showdown"
    assert (ours.ev, ours.nets, ours.fold) == (theirs.ev, theirs.nets, theirs.fold)
    assert ask(high_card, parse("9c")) == advice


# Words -------------------------------------------------------------------------------------------------------------


def test_what_was_read_goes_with_the_shape() -> None:
    """Shapes that refused leave no reference cycle; otherwise every answer would leave tables to the garbage
    collector."""
    game = pitboss.house.load("caribbean").definition
    gc.disable()
    try:
        carrier = shape.recognise(game, groups(game)[0].stakes, {"dealer": parse("5c")})
        read = weakref.ref(carrier.outline)  # type: ignore[attr-defined]
        del carrier
        assert read() is None
    finally:
        gc.enable()


def test_messages_name_arguments_as_their_caller_does() -> None:
    error = AdviceError("no card of board is seen; leave out {board} or say {did:bet 1x}.")
    assert str(error) == "no card of board is seen; leave out board= or say did='bet 1x'."
    assert error.worded(lambda name, value: f"--{name} {value}".strip()) == (
        "no card of board is seen; leave out --board or say --did bet 1x."
    )


@pytest.mark.parametrize(
    ("name", "cards", "more", "said"),
    [
        ("six54", "Ah Kd Qs Tc 4h", {}, "(up=)"),
        ("top5", "Ah Kd Qs Tc 4h", {"up": "Qd"}, "board="),
        ("mississippi", "Ah Kd", {"board": "2s"}, "did='bet 1x'"),
        ("six54", "Ah Kd Qs Tc 4h", {"up": "2s", "did": "fold"}, "leave out did="),
    ],
)
def test_python_is_told_of_arguments_and_not_of_options(name: str, cards: str, more: dict[str, str], said: str) -> None:
    with pytest.raises(AdviceError) as refused:
        pitboss.advise(name, cards, **more)
    assert said in str(refused.value)
    assert "--" not in str(refused.value)
