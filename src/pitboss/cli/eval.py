"""``pitboss eval RANKING CARDS``: value, category and words of a hand."""

from __future__ import annotations

import json

import click

from pitboss.cards import Card, parse, pretty, show
from pitboss.errors import PitbossError
from pitboss.ranking import NAMED, Made, Ranking, omaha, ranking
from pitboss.suggest import near

TWO_AND_THREE = "omaha"  # not a ranking of its own: the standard one, made of two cards and three
MOST = 7


@click.command(name="eval", short_help="What a hand is worth: value, category and words.")
@click.argument("ranking_name", metavar="RANKING")
@click.argument("cards", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def command(ranking_name: str, cards: tuple[str, ...], as_json: bool) -> None:
    """What a hand is worth: its value (higher wins), its category and its words.

    RANKING is one of standard, joker, four-card, three-card, one-card, ace-to-five, eight-or-better, wild, or omaha
    with CARDS written HOLE/BOARD. CARDS are written like "As Ks Qs Js Ts 2d 3c", the joker Jk.
    """
    names = [*NAMED, TWO_AND_THREE]
    name = ranking_name.lower()
    if name not in names:
        raise PitbossError(f"{ranking_name!r} is not a ranking; {near(ranking_name, names)}")
    r = ranking("standard" if name == TWO_AND_THREE else name)
    written = " ".join(cards)
    held, made = _two_and_three(r, written) if name == TWO_AND_THREE else _best(r, written)
    found = {"ranking": name, "cards": held, "value": made.value}
    found |= {"category": r.category(made.value), "words": r.words(made.value)}
    if as_json:
        click.echo(json.dumps(found | {"best": show(made.cards), "top": r.top}))
        return
    click.echo(f"{r.words(made.value)}{': ' * bool(made.cards)}{pretty(made.cards)}")
    click.echo(f"value {made.value} of {r.top}, {r.category(made.value)}")


def _best(r: Ranking, written: str) -> tuple[str, Made]:
    held = r.deck.check(_no_slash(written), range(r.cards, MOST + 1))
    return show(held), Made(r.value(held), r.best(held))


def _no_slash(written: str) -> tuple[Card, ...]:
    if "/" in written:
        raise PitbossError(f"{written!r} holds a '/', which parts hand and board in {TWO_AND_THREE} only.")
    return parse(written)


def _two_and_three(r: Ranking, written: str) -> tuple[str, Made]:
    hole, slash, board = written.partition("/")
    if not slash or "/" in board:
        raise PitbossError(f"{written!r} is not HOLE/BOARD; write it like 'As Ks 2d 3d / Qs Js Ts 4h 5c'.")
    held, common = parse(hole), parse(board)
    r.deck.check((*held, *common))
    r.deck.check(held, 4)
    r.deck.check(common, range(3, 6))
    return f"{show(held)}/{show(common)}", omaha(r, held, common)
