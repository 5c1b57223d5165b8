"""The tables of a new room, read from data."""

from __future__ import annotations

from importlib import resources

import pytest

import pitboss
from pitboss import datafile
from pitboss.datafile import FileError
from pitboss.deal.players import checked
from pitboss.room.default_room import DefaultRoom, OpeningTable, read_room

TEXT = (resources.files("pitboss.server.live") / "default_room.toml").read_text(encoding="utf-8")


def room(text: str) -> DefaultRoom:
    return read_room(datafile.parse(text, "room.toml"))


def test_there_is_a_table_of_every_house_game_and_of_poker_and_dealers_choice() -> None:
    tables = room(TEXT).tables
    dealt = {table.game for table in tables}
    assert {game.id for game in pitboss.games() if game.kind == "house"} <= dealt
    assert {"holdem", "omaha-hi-lo", "seven-stud", ""} <= dealt
    assert [table.house for table in tables if not table.game] == ["button"]
    assert all(table.bots for table in tables)


def test_there_are_names_for_all_bots() -> None:
    default = room(TEXT)
    assert len(default.bot_names) >= sum(table.bots for table in default.tables)
    assert len({name.casefold() for name in default.bot_names}) == len(default.bot_names)
    assert [checked(name) for name in default.bot_names] == list(default.bot_names)
    assert default.bankroll == 200_000


def test_a_table_takes_from_each_what_it_does_not_set() -> None:
    text = """
    [each]
    bots = 3
    house = "pot"
    options = { play = "no-limit" }
    [bots]
    names = ["Ada"]
    bankroll = "50.50"
    [[table]]
    game = "x"
    payout_limits = { tens = "5000" }
    [[table]]
    house = "button"
    bots = 0
    options = { wild = true }
    """
    assert room(text) == DefaultRoom(
        tables=(
            OpeningTable(game="x", house="pot", bots=3, options={"play": "no-limit"}, payout_limits={"tens": 500_000}),
            OpeningTable(house="button", options={"play": "no-limit", "wild": True}),
        ),
        bot_names=("Ada",),
        bankroll=5_050,
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[table]]\nbots = 1", "line 1.*deals nothing"),
        ('[[table]]\ngame = "x"\nbot = 1', 'line 3.*did you mean "bots"'),
        ('[[table]]\ngame = "x"\nbots = -1', "line 3.*too small"),
        ("[[table]]\ngame = 7", "line 2.*text in quotes"),
        ('[[table]]\ngame = "x"\npayout_limits = { tens = 5000 }', "line 3.*text in quotes"),
        ('[[table]]\ngame = "x"\n[table.payout_limits]\ntens = "much"', "line 4.*not an amount"),
        ('[bots]\nnames = ["Ada", "Ada"]\nbankroll = "5"', "line 2.*twice"),
        ('[bots]\nnames = ["Ada"]\nbankroll = "much"', "line 3.*not an amount"),
        ('tables = "x"', "line 1"),
    ],
)
def test_mistakes_are_named_with_their_line(text: str, sentence: str) -> None:
    if "[bots]" not in text:
        text += '\n[bots]\nnames = ["Ada"]\nbankroll = "5"'
    with pytest.raises(FileError, match=sentence):
        room(text)
