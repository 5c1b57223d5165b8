"""Accounts, login sessions, owner links and wallets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from pitboss.errors import PitbossError
from pitboss.room.lists import Hold, ListPlace, Waiting
from pitboss.room.people import AUDITOR, BOT, GUEST, OWNER, PLAYER, REGISTERED, Account, NameTaken
from pitboss.storage.storage import Storage

run = asyncio.run


def test_names_are_unique_however_they_are_written(storage: Storage) -> None:
    run(storage.accounts.add(Account("Éva Straße"), 50_000, now=1000.0))
    for taken in ("Éva Straße", "E\u0301VA STRASSE", "éva strasse"):
        with pytest.raises(NameTaken, match="choose another"):
            run(storage.accounts.add(Account(taken), 50_000, now=1000.0))
    account = run(storage.accounts.find("ÉVA STRASSE"))
    assert account == Account("Éva Straße", GUEST, created=1_000_000_000)
    assert run(storage.accounts.find("Eva")) is None
    assert run(storage.accounts.wallet("éva STRASSE")) == 50_000
    assert run(storage.ledger.balance("cage")) == -50_000, "a refused account moves no money"


def test_an_account_and_its_money_come_together(storage: Storage) -> None:
    async def many() -> list[Any]:
        adding = (storage.accounts.add(Account(f"P{at % 10}"), 500, now=1.0) for at in range(30))
        return await asyncio.gather(*adding, return_exceptions=True)

    refused = [each for each in run(many()) if each is not None]
    assert len(refused) == 20
    assert {type(each) for each in refused} == {NameTaken}
    assert run(storage.ledger.balances("wallet ")) == {f"wallet P{at}": 500 for at in range(10)}
    assert [account.name for account in run(storage.accounts.listed(after="p7"))] == ["P8", "P9"]
    assert run(storage.verify()) == []


def test_bots_have_wallets_of_their_own(storage: Storage) -> None:
    run(storage.accounts.add(Account("Bea", BOT), 700, now=1.0))
    assert run(storage.ledger.balances()) == {"bot Bea": 700, "cage": -700}
    run(storage.accounts.refill("bea", 300, now=2.0))
    assert run(storage.accounts.wallet("Bea")) == 1000
    statement = run(storage.ledger.statement("bot Bea"))
    assert [(row.move.cents, row.move.why, row.at) for row in statement] == [
        (300, "bot's chips", 2_000_000),
        (700, "bot's chips", 1_000_000),
    ]
    with pytest.raises(PitbossError, match="no account 'Eve'"):
        run(storage.accounts.refill("Eve", 300, now=2.0))
    assert run(storage.accounts.wallet("Eve")) == 0


def test_a_refill_asked_for_twice_at_once_is_made_once(storage: Storage) -> None:
    run(storage.accounts.add(Account("Ann"), 500, now=1.0))

    async def twice() -> list[BaseException | None]:
        asked = (storage.accounts.refill("Ann", 49_500, now=2.0, had=500) for _ in range(2))
        return await asyncio.gather(*asked, return_exceptions=True)

    answers = run(twice())
    assert sorted(type(answer).__name__ for answer in answers) == ["NoneType", "StorageError"]
    assert run(storage.accounts.wallet("Ann")) == 50_000


def test_a_session_lasts_until_it_ends(storage: Storage, open_storage: Callable[..., Storage]) -> None:
    run(storage.accounts.add(Account("Ann"), 0, now=1.0))
    for token in ("one", "two", "three"):
        run(storage.accounts.add_session(token, "ann", until=100.0, now=10.0))
    again = open_storage()  # a restart, or another process
    ann = run(again.accounts.session("one", now=99.9))
    assert ann is not None
    assert ann.name == "Ann"
    assert run(again.accounts.session("one", now=100.0)) is None
    assert run(again.accounts.session("none", now=11.0)) is None
    run(again.accounts.end_session("one"))
    assert run(storage.accounts.session("one", now=11.0)) is None
    assert run(storage.accounts.session("two", now=11.0)) is not None
    run(storage.accounts.end_sessions("ANN"))
    assert run(storage.accounts.session("two", now=11.0)) is None
    with pytest.raises(PitbossError, match="no account"):
        run(storage.accounts.add_session("four", "Eve", until=100.0, now=10.0))


def test_ended_sessions_are_forgotten(storage: Storage) -> None:
    run(storage.accounts.add(Account("Ann"), 0, now=1.0))
    run(storage.accounts.add_session("one", "Ann", until=20.0, now=10.0))
    run(storage.accounts.add_session("two", "Ann", until=99.0, now=30.0))
    count = run(storage.read(lambda connection: connection.exec_driver_sql("SELECT count(*) FROM logins").scalar()))
    assert count == 1


def test_an_owner_link_works_once(storage: Storage) -> None:
    run(storage.accounts.add(Account("Ann"), 0, now=1.0))
    run(storage.accounts.add(Account("Bob"), 0, now=1.0))
    assert not run(storage.accounts.has_owner())
    run(storage.accounts.add_owner_link("old", until=100.0))
    run(storage.accounts.add_owner_link("new", until=100.0))
    assert not run(storage.accounts.use_owner_link("old", "Ann", now=5.0))
    assert not run(storage.accounts.use_owner_link("new", "Ann", now=100.0))
    with pytest.raises(PitbossError, match="no account"):
        run(storage.accounts.use_owner_link("new", "Eve", now=5.0))

    async def both() -> list[bool]:
        return await asyncio.gather(*(storage.accounts.use_owner_link("new", name, now=5.0) for name in ("ann", "bob")))

    assert run(both()) == [True, False]
    ann = run(storage.accounts.find("Ann"))
    assert ann is not None
    assert ann.roles == (PLAYER, OWNER)
    assert run(storage.accounts.has_owner())


def test_passwords_and_roles(storage: Storage) -> None:
    run(storage.accounts.add(Account("Ann"), 0, now=1.0))
    run(storage.accounts.set_password("ann", "$argon2id$…"))
    run(storage.accounts.set_roles("ann", (PLAYER, AUDITOR)))
    assert run(storage.accounts.find("Ann")) == Account("Ann", REGISTERED, "$argon2id$…", (PLAYER, AUDITOR), 1_000_000)
    with pytest.raises(PitbossError, match="no account"):
        run(storage.accounts.set_roles("Eve", (PLAYER,)))


def test_waiting_lists_are_stored_as_they_are(storage: Storage) -> None:
    places = tuple(
        ListPlace(number=at, key="holdem $2", player=f"P{at}", want="going", since=1.5, to="t1") for at in (3, 5)
    )
    hold = Hold(number=3, key="holdem $2", player="P3", want="going", table="t1", seat=2, until=9.5)
    assert run(storage.waiting.load()) == Waiting()
    run(storage.waiting.save(Waiting(places, (hold,))))
    assert run(storage.waiting.load()) == Waiting(places, (hold,))
    run(storage.waiting.save(Waiting(places[1:])))
    assert run(storage.waiting.load()) == Waiting(places[1:])
