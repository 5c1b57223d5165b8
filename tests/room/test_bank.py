"""The bank: everything that sessions and the house move, in a ledger that sums to zero."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.deal.session import CAGE, Session
from pitboss.move import Move
from pitboss.room import bank, old_lines
from pitboss.room.bank import BankError, ChipPolicy, LedgerAccount
from pitboss.room.journal import Overdrawn
from pitboss.room.ledger import Ledger, changes
from tests.deal.tables import NAMES, TABLES, happen, opened
from tests.examples import examples

OPENER, WALLET = 10_000_000, 2_000_000


def is_bot(name: str) -> bool:
    return name in ("rack", "floor")


def wallet_of(name: str) -> str:
    return bank.bot_wallet(name) if is_bot(name) else bank.wallet(name)


def same_chips(ledger: Ledger, session: Session, rack: bool) -> None:
    """The ledger's accounts of the table hold what the session says, apart from what the room adds to the rack."""
    at_table, chips = ledger.of_table("t1"), dict(session.chips())
    cage, own_rack = chips.pop(CAGE), chips.pop("rack", 0)
    if rack:
        bought, room_rack = at_table.pop("drop box", 0), at_table.pop("rack", 0)
        assert room_rack == OPENER - bought + own_rack
    assert at_table == {name: cents for name, cents in chips.items() if cents}
    assert ledger.total == 0
    everyone = sum(ledger[wallet_of(name)] for name in NAMES)
    assert everyone == len(NAMES) * WALLET + cage
    assert all(cents > 0 for name, cents in ledger.balances.items() if name != CAGE)


@pytest.mark.parametrize("table", TABLES)
def test_every_move_of_a_session_is_in_the_ledger(table: str) -> None:
    session, rng = opened(table, 5), random.Random(5)
    rack = "rack" in session.chips()
    ledger = Ledger()
    for name in NAMES:
        ledger.post(bank.fund_bot(name, WALLET) if is_bot(name) else Move(CAGE, bank.wallet(name), WALLET, "start"))
    if rack:
        ledger.post(bank.opener("t1", OPENER))
    posted = 0
    for _ in range(80):
        happen(session, rng)
        moves = session.moves
        movements = bank.movements("t1", moves[posted:], wallet_of, rack=rack)
        assert {move.rule for move in movements} == {move.rule for move in moves[posted:]}
        assert all(move.why for move in movements)
        for move in movements:
            assert move.purpose
            words_alone = old_lines.facts_of(move.source, move.target, move.why)
            assert words_alone == (move.purpose, move.wager, move.result), move
        ledger.post(*movements)
        posted = len(moves)
        same_chips(ledger, session, rack)
    assert posted


def test_a_buy_in_at_a_house_table_is_money_to_the_drop_box_and_chips_from_the_rack() -> None:
    move = Move(CAGE, "player Ann", 10_000, "buy-in", "HB-2", "buy-in")
    assert bank.movements("t7", [move], wallet_of, rack=True) == (
        Move("wallet Ann", "t7/drop box", 10_000, "buy-in", "HB-2", "buy-in"),
        Move("t7/rack", "t7/player Ann", 10_000, "chips for the buy-in", "HB-2", "chips"),
    )
    assert bank.movements("t7", [move], wallet_of, rack=False) == (
        Move("wallet Ann", "t7/player Ann", 10_000, "buy-in", "HB-2", "buy-in"),
    )
    out = Move("player floor", CAGE, 500, "cashed out", "", "cash-out")
    for rack in (True, False):
        assert bank.movements("t7", [out], wallet_of, rack=rack) == (
            Move("t7/player floor", "bot floor", 500, "cashed out", "", "cash-out"),
        )


def test_only_players_buy_and_cash_out() -> None:
    nobody = Move(CAGE, "player ", 100, "gift")
    for move in (
        Move(CAGE, "pot", 100, "gift"),
        Move("rack", CAGE, 100, "theft"),
        Move("spot 1", CAGE, 1, "x"),
        nobody,
    ):
        with pytest.raises(BankError, match="only players"):
            bank.movements("t7", [move], wallet_of, rack=True)


names = st.text(st.characters(exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp")), min_size=1).filter(str.strip)


@given(person=names)
def test_accounts_read_back_whatever_people_are_called(person: str) -> None:
    person = person.strip()
    for text, kind, table in (
        (bank.wallet(person), "wallet", ""),
        (bank.bot_wallet(person), "bot", ""),
        (bank.chips_at("t12", person), "player", "t12"),
    ):
        account = bank.parse(text)
        assert (account.kind, account.table) == (kind, table)
        assert str(account) == text
    assert bank.parse("t1/spot 2/ante") == LedgerAccount("t1", "spot", "2/ante")
    assert bank.parse(f"t1/{bank.DROP_BOX}") == LedgerAccount("t1", "drop box")


@pytest.mark.parametrize("text", ["", "wallet", "wallet ", "Ann", "t1/", "/rack", "t1/purse", "t 1/rack", "t1/player "])
def test_other_words_are_no_accounts(text: str) -> None:
    with pytest.raises(BankError, match="not an account"):
        bank.parse(text)


@pytest.mark.parametrize("table", ["", "wallet", "bot", "cage", "t 1", "a/b"])
def test_an_id_that_would_make_accounts_ambiguous_is_refused(table: str) -> None:
    with pytest.raises(BankError, match="table's id"):
        bank.opener(table, 100)


def test_the_house_moves_chips_to_and_from_tables() -> None:
    assert bank.opener("t7", 100) == Move(CAGE, "t7/rack", 100, "opener", "", "opener")
    assert bank.fill("t7", 100) == Move(CAGE, "t7/rack", 100, "fill", "", "fill")
    assert bank.credit("t7", 100) == Move("t7/rack", CAGE, 100, "credit", "", "credit")
    for make in (bank.opener, bank.fill, bank.credit, bank.closer, bank.fund_bot):
        for amount in (0, -1, 1.5, True):
            with pytest.raises(BankError, match="above 0"):
                make("t7", amount)  # type: ignore[arg-type]


def test_the_smallest_amount_is_one_cent_and_a_reason_names_its_slip() -> None:
    assert bank.opener("t7", 1, "t7-O1") == Move(CAGE, "t7/rack", 1, "opener t7-O1", purpose="opener")
    assert bank.fill("t7", 1, "t7-F3") == Move(CAGE, "t7/rack", 1, "fill t7-F3", purpose="fill")
    assert bank.credit("t7", 1, "t7-C1") == Move("t7/rack", CAGE, 1, "credit t7-C1", purpose="credit")
    assert bank.closer("t7", 1, "t7-X1") == Move("t7/rack", CAGE, 1, "closer t7-X1", purpose="closer")
    assert bank.count("t7", "fee box", 1, "t7-D1") == Move(
        "t7/fee box", CAGE, 1, "fee box counted t7-D1", purpose="count"
    )
    assert bank.toke("t7", "wallet Ann", 1) == Move("wallet Ann", "t7/tokes", 1, "toke", purpose="toke")
    assert bank.fund_bot("Bea", 1) == Move(CAGE, "bot Bea", 1, "bot's chips", purpose="bot")
    with pytest.raises(
        BankError, match="'rack' is not a box of a table; it has a drop box, a fee box, breakage and tokes"
    ):
        bank.count("t7", "rack", 1)


def test_a_closed_table_leaves_its_boxes_to_be_counted() -> None:
    ledger = Ledger([bank.opener("t7", 1_000), bank.starting_chips("Ann")])
    ledger.post(*bank.movements("t7", [Move(CAGE, "player Ann", 300, "buy-in")], wallet_of, rack=True))
    ledger.post(*bank.movements("t7", [Move("player Ann", CAGE, 300, "cashed out")], wallet_of, rack=True))
    ledger.post(bank.closer("t7", 700))
    assert ledger.of_table("t7") == {"drop box": 300}
    assert bank.count("t7", "drop box", 300) == Move("t7/drop box", CAGE, 300, "drop box counted", "", "count")
    ledger.post(bank.count("t7", "drop box", 300))
    assert dict(ledger.balances) == {"wallet Ann": 50_000, CAGE: -50_000}
    with pytest.raises(BankError, match="not a box"):
        bank.count("t7", "rack", 5)


def test_a_guest_starts_with_500_dollars_from_the_cage() -> None:
    assert bank.starting_chips("Ann") == Move(CAGE, "wallet Ann", 50_000, "starting chips", "", "start")
    assert bank.starting_chips("Ann", ChipPolicy(start=7)).cents == 7


def test_a_refill_is_for_those_with_less_than_10_dollars_in_all() -> None:
    ledger = Ledger([Move(CAGE, "wallet Ann", 400, "x"), Move(CAGE, "t1/player Ann", 599, "x")])
    ledger.post(Move(CAGE, "t1/player Ben", 9_999, "x"), Move(CAGE, "bot Ann", 9_999, "x"))
    total = bank.total_of("Ann", ledger.balances)
    assert total == 999
    assert bank.refill("Ann", total) == Move(CAGE, "wallet Ann", 49_001, "refill", "", "refill")
    with pytest.raises(BankError, match="less than \\$10 in total; you have \\$10"):
        bank.refill("Ann", 1_000)
    with pytest.raises(BankError, match="until your hand is over"):
        bank.refill("Ann", 0, playing=True)
    assert bank.refill("Ann", 1_000, ChipPolicy(refill_below=2_000, refill_to=3_000)).cents == 2_000


def test_an_account_may_not_be_overdrawn_and_a_refused_transaction_changes_nothing() -> None:
    ledger = Ledger([bank.starting_chips("Ann")])
    before = dict(ledger.balances)
    with pytest.raises(Overdrawn, match="wallet Ann holds \\$500"):
        ledger.post(Move("wallet Ann", "t1/pot", 1, "x"), Move("wallet Ann", "t1/player Ann", 50_000, "buy-in"))
    for move in (Move("cage", "cage", 5, "x"), Move("cage", "wallet Ann", 0, "x"), Move("cage", "wallet Ann", -5, "x")):
        with pytest.raises(Overdrawn, match="not a movement"):
            ledger.post(move)
    with pytest.raises(Overdrawn, match=r"2\.5 cents from cage to wallet Ann are not a movement"):
        ledger.post(Move("cage", "wallet Ann", 2.5, "x"))  # type: ignore[arg-type]
    assert dict(ledger.balances) == before
    ledger.post(Move("t1/pot", "wallet Ann", 5, "paid before it came in"), Move("wallet Ann", "t1/pot", 5, "x"))
    assert dict(ledger.balances) == before


def test_a_ledger_says_how_much_is_missing_and_lists_only_accounts_with_chips() -> None:
    ledger = Ledger([Move(CAGE, "t1/player Ann", 1_000, "x"), Move(CAGE, "t1/player Ben", 5, "x")])
    with pytest.raises(Overdrawn) as refused:
        ledger.post(Move("t1/player Ann", "t1/pot", 1_050, "bet"))
    assert str(refused.value) == (
        "t1/player Ann holds $10, which is $0.50 less than what is taken from it; bring chips first."
    )
    ledger.post(Move("t1/player Ann", "t1/pot", 1_000, "all-in"))
    assert list(ledger) == [CAGE, "t1/player Ben", "t1/pot"]
    assert ledger.of_table("t1") == {"player Ben": 5, "pot": 1_000}
    assert ledger["t1/player Ann"] == 0


accounts = st.sampled_from(["cage", "wallet Ann", "wallet Ben", "bot Bea", "t1/rack", "t1/pot", "t1/player Ann"])
transfers = st.lists(
    st.builds(Move, accounts, accounts, st.integers(1, 1_000), st.just("x")).filter(lambda m: m.source != m.target),
    max_size=4,
)


@examples(0.6)
@given(st.lists(transfers, max_size=20))
def test_the_sum_is_zero_and_nobody_owes_after_any_transactions(transactions: list[list[Move]]) -> None:
    ledger, kept = Ledger(), list[Move]()
    for moves in transactions:
        assert sum(changes(moves).values()) == 0
        before = dict(ledger.balances)
        try:
            ledger.post(*moves)
        except Overdrawn:
            assert dict(ledger.balances) == before
        else:
            kept += moves
        assert ledger.total == 0
        assert all(cents > 0 for name, cents in ledger.balances.items() if name != CAGE)
        assert ledger[CAGE] <= 0, "chips outside the cage are its debt"
    whole = {name: cents for name, cents in changes(kept).items() if cents}
    assert dict(ledger.balances) == whole
