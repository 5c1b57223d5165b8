"""``pitboss eval``: the value, category and description of a hand."""

from __future__ import annotations

import json

import click

from pitboss.cards import parse, pretty
from pitboss.errors import PitbossError, suggestion
from pitboss.ranking.makers import NAMES, evaluate

STANDARD = "standard"
LONGEST_CARD = 3  # 10s


@click.command(name="eval", short_help="Name a hand and its value.")
@click.argument("words", nargs=-1, metavar="[RANKING] CARDS...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(words: tuple[str, ...], as_json: bool) -> None:
    """Name a hand: its value (the higher one wins), its category, and its description.

    RANKING is standard (the default), joker, four-card, three-card, one-card, ace-to-five, eight-or-better, wild, or
    omaha, which takes CARDS written HOLE/BOARD. CARDS are written like As Ks Qs Js Ts 2d 3c; the joker is Jk.
    """
    name, cards = _ranking(words)
    if not cards:
        raise PitbossError("eval needs CARDS; write pitboss eval [RANKING] CARDS..., or see pitboss eval --help.")
    answer = evaluate(" ".join(cards), name)
    if as_json:
        click.echo(json.dumps(answer._asdict()))
        return
    click.echo(f"{answer.words}{': ' * bool(answer.best)}{pretty(parse(answer.best))}")
    click.echo(f"value {answer.value} of {answer.top}, {answer.category}")


def _ranking(words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The ranking named by the first word, and the cards; without a ranking all words are cards."""
    first = words[0].strip() if words else ""
    if first.lower() in NAMES:
        return first.lower(), words[1:]
    if first and not _begins_with_a_card(first):
        raise PitbossError(f"{first!r} is not a ranking; {suggestion(first, NAMES)}")
    return STANDARD, words


def _begins_with_a_card(word: str) -> bool:
    """True if a word is meant as cards: it is no longer than a card, or begins with one."""
    if len(word.split()[0]) <= LONGEST_CARD:
        return True
    try:
        return bool(parse(word[:2]))
    except PitbossError:
        return False
