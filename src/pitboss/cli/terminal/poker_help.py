"""Help at a poker table, written from the game as the house spreads it: instructions and keys."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cli.terminal.house_help import listed, sentence
from pitboss.deal.english import count, spelled
from pitboss.money import dollars
from pitboss.poker.definition import Street
from pitboss.poker.spread_game import SpreadGame

BETWEEN = """\
  Between hands
    Enter, go         the next hand
    buy 50            buy chips from your pocket"""

CHOICE = """\
  With the button, where the table spreads several games
    2, lowball        name the game: by its number, id or name"""

BETTING = """\
  At a decision       the keys shown, or the words in full:
    f, c, b, r        fold, check or call, bet, raise"""

AMOUNTS = "    b 6, r 12         the total in front of you"

DRAWING = """\
    d 2c 3d           throw these cards away;  d 1 4  by their places
    d                 stand pat"""

SHOWING = "    s, m              at the showdown: show your hand, or muck it"

ALWAYS = """\
  With --slowly       Enter continues with the next act, r with all up to your turn
  Always
    h, hint           at a decision: the price of a call, and your equity against random hands
    !, floor          call a ruling: a list of those that apply now, then its facts
    u, undo           take back the last thing you did (the cards stay the same)
    rule PK-10        what a rule says
    ?, help · q, quit"""


def text(game: SpreadGame, choice: bool) -> str:
    """The help of a table: instructions and keys; with ``choice``, the button names the game."""
    lines = [f"  {game.name}", *(f"    {number}. {line}" for number, line in enumerate(how_to_play(game), 1))]
    lines += [BETWEEN, *([CHOICE] if choice else []), BETTING, *([AMOUNTS] if game.no_limit else [])]
    lines += [DRAWING] * game.draws + [SHOWING] * (not game.shows) + [ALWAYS]
    return "\n".join(lines)


def how_to_play(game: SpreadGame) -> list[str]:
    """The game in five lines: forced bets, cards, betting, the winning hand, opening or ties."""
    streets = sentence("; ".join(f"{street.name}: {_dealt(street)}" for street in game.streets))
    return [_stakes(game), streets, _limits(game), _winning(game), opened(game) or _ties(game)]


def _stakes(game: SpreadGame) -> str:
    said = [f"everybody antes {dollars(game.ante)}"] if game.ante else []
    if game.blinds:
        said.append(f"blinds of {listed([dollars(each) for each in game.blinds])} are posted left of the button")
    first = game.streets[0]
    if first.must_bet:
        said.append(f"the {first.opens} has to bet{f' {dollars(game.bring_in)}' if game.bring_in else ''}")
    return sentence("; ".join(said))


def _dealt(street: Street) -> str:
    kinds = ((street.down, "down"), (street.up, "up"), (street.board, "on the board"))
    said = [f"{spelled(many)} {where}" for many, where in kinds if many]
    if street.draw:
        said.append(f"throw away up to {count(street.draw)} and get as many new ones")
    return listed(said) or "no cards"


def _limits(game: SpreadGame) -> str:
    higher = [street.name for street in game.streets if street.limit == "higher"]
    none = [street.name for street in game.streets if street.limit == "none"]
    said = f"a round of betting after each street{f' but the {listed(none)}' if none else ''}, in bets of "
    said += f"{'at least ' * game.no_limit}{dollars(game.lower)}"
    said += f", from the {higher[0]} on {dollars(game.higher)}" if higher and game.higher > game.lower else ""
    if game.no_limit:  # PK-29
        said += f"; a raise adds at least {'the last bet or raise' if game.last_raise else 'as much'}"
    cap = f"at most {count(game.betting.raises, 'raise')}" if game.wagers < 1 << 30 else ""
    heads_up = ", any number between two" if cap and game.pair_uncapped else ""
    return sentence(f"{said}; {cap}{heads_up}" if cap else said)


def _winning(game: SpreadGame) -> str:
    said = []
    for contest in game.contests:
        cards = spelled(contest.ranking.cards)
        own = "your cards"
        if contest.hole:
            own = f"{spelled(contest.hole)} of your own cards and {spelled(contest.board)} of the board"
        elif any(street.board for street in game.streets):
            own = "yours and the board"
        share = "half the pot" if len(game.contests) > 1 else "the pot"
        said.append(f"the best {contest.name} hand, {cards} cards from {own}, wins {share}")
    return sentence("; ".join(said))


def opened(game: SpreadGame) -> str:
    """A sentence on opening: the hand required, and the game played if all pass; empty if opening changes nothing."""
    opening = game.opening
    said = []
    if opening.needs:
        said.append(f"it takes {game.opens_with} or better to open")
    if opening.plays:
        here, own = game.opening_contests[0].name, game.contests[0].name
        said.append(f"an opened pot is played for {here}, and only if all pass do the same cards play for {own}")
    elif opening.passed:
        said.append("if all pass, everybody antes again for a new deal")
    return sentence(f"{'; '.join(said)} ({opening.rule})") if said else ""


def _ties(game: SpreadGame) -> str:
    if game.book.showdown.ties == "suit":
        return f"Ties are broken by suit, spades highest ({game.book.showdown.rule.get('ties', '')})."
    return "Equal hands split the pot."


def playing_for(game: SpreadGame, contests: Sequence[object]) -> str:
    """The hand the pot is played for, if that depends on whether it was opened (LB-5)."""
    if not game.opening.plays:
        return ""
    if contests is game.opening_contests:
        return f"an opened pot plays {game.opening_contests[0].name}"
    return f"all passed: it plays {game.contests[0].name}"
