"""``pitboss eval``: value, category and words of a hand."""

from __future__ import annotations

import json

import click

from pitboss.cards import Card, parse, pretty, show
from pitboss.errors import PitbossError
from pitboss.ranking import NAMED, MadeHand, Ranking, omaha, ranking
from pitboss.suggest import suggestion

TWO_AND_THREE = "omaha"  # the standard ranking, made of two hole cards and three of the board
STANDARD = "standard"
MOST = 7
LONGEST_CARD = 3  # 10s


@click.command(name="eval", short_help="Name a hand and its value.")
@click.argument("words", nargs=-1, metavar="[RANKING] CARDS...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(words: tuple[str, ...], as_json: bool) -> None:
    """Name a hand: its value (the higher one wins), its category, and its words.

    RANKING is standard (the default), joker, four-card, three-card, one-card, ace-to-five, eight-or-better, wild, or
    omaha, which takes CARDS written HOLE/BOARD. CARDS are written like As Ks Qs Js Ts 2d 3c; the joker is Jk.
    """
    name, cards = _ranking(words)
    if not cards:
        raise PitbossError("eval needs CARDS; write pitboss eval [RANKING] CARDS..., or see pitboss eval --help.")
    r = ranking(STANDARD if name == TWO_AND_THREE else name)
    text = " ".join(cards)
    held, made = _two_and_three(r, text) if name == TWO_AND_THREE else _best(r, text)
    answer = {"ranking": name, "cards": held, "value": made.value}
    answer |= {"category": r.category(made.value), "words": r.words(made.value)}
    if as_json:
        click.echo(json.dumps(answer | {"best": show(made.cards), "top": r.top}))
        return
    click.echo(f"{r.words(made.value)}{': ' * bool(made.cards)}{pretty(made.cards)}")
    click.echo(f"value {made.value} of {r.top}, {r.category(made.value)}")


def _ranking(words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The ranking named by the first word, and the cards; without a ranking all words are cards."""
    names = [*NAMED, TWO_AND_THREE]
    first = words[0].strip() if words else ""
    if first.lower() in names:
        return first.lower(), words[1:]
    if first and not _begins_with_a_card(first):
        raise PitbossError(f"{first!r} is not a ranking; {suggestion(first, names)}")
    return STANDARD, words


def _begins_with_a_card(word: str) -> bool:
    """Whether a word is meant as cards: it is no longer than a card, or begins with one."""
    if len(word.split()[0]) <= LONGEST_CARD:
        return True
    try:
        return bool(parse(word[:2]))
    except PitbossError:
        return False


def _best(r: Ranking, written: str) -> tuple[str, MadeHand]:
    held = r.deck.check(_no_slash(written), range(r.cards, MOST + 1))
    return show(held), MadeHand(r.value(held), r.best(held))


def _no_slash(written: str) -> tuple[Card, ...]:
    if "/" in written:
        raise PitbossError(
            f"{written!r} has a '/', which separates hand and board in {TWO_AND_THREE} only; leave it out."
        )
    return parse(written)


def _two_and_three(r: Ranking, written: str) -> tuple[str, MadeHand]:
    hole, slash, board = written.partition("/")
    if not slash or "/" in board:
        raise PitbossError(f"{written!r} is not HOLE/BOARD; write it like 'As Ks 2d 3d / Qs Js Ts 4h 5c'.")
    held, common = parse(hole), parse(board)
    r.deck.check((*held, *common))
    r.deck.check(held, 4)
    r.deck.check(common, range(3, 6))
    return f"{show(held)}/{show(common)}", omaha(r, held, common)
