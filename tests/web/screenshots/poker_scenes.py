"""Poker tables, in the states that are drawn."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import msgspec

import pitboss
from pitboss.deal.session import Session
from pitboss.room.messages import HereState, encode
from pitboss.room.recall import HandRow, StoredHand, recalled
from pitboss.shuffle.seal import seal
from pitboss.spread.sessions import printed_of, reopen_deal, walked_through
from tests.web.screenshots.scene import ME, Scene, Stacked, over


def _dealt(hands: dict[int, str], first: int, then: str = "") -> str:
    """The top of a deck from which these hands are dealt, one card at a time from seat ``first``."""
    order = sorted(hands, key=lambda seat: (seat < first, seat))
    cards = {seat: text.split() for seat, text in hands.items()}
    most = max(len(each) for each in cards.values())
    return " ".join(cards[seat][turn] for turn in range(most) for seat in order if turn < len(cards[seat])) + " " + then


def _draw(seats: list[int], button: int) -> str:
    """The draw for the button: the ace to the one who gets it."""
    low = iter(["2c", "2d", "2h", "2s", "3c", "3d", "3h", "3s", "4c"])
    return " ".join("As" if seat == button else next(low) for seat in seats)


def _seat(session: Any, stacks: dict[str, int]) -> None:
    """Seat players as ``"3 June"``; what they have less than a buy-in they lost in hands before."""
    for key, cents in stacks.items():
        seat, name = key.split(" ", 1)
        session.sit(int(seat), name, max(cents, 10000))
        session.places[int(seat)].stack = cents


def _play(session: Session, script: str) -> None:
    """Play decisions written as ``3 raise, 4 fold``, amounts as ``6 raise 800``."""
    for each in script.split(", "):
        seat, *words = each.split()
        cents = int(words.pop()) if words[-1].isdigit() else 0
        word = " ".join(words)
        option = next(option for option in session.legal(int(seat)) if option.word == word)
        if option.why:
            raise ValueError(f"{each}: {option.why}")
        session.act(int(seat), option.actions[0], cents or (option.low if option.high else 0))


def holdem() -> Scene:
    seats = [1, 2, 3, 4, 5, 6]
    hands = {1: "7h 2d", 2: "Ac 4c", 3: "As Ah", 4: "8d 3c", 5: "9s 9c", 6: "Kd Qd"}
    top = _dealt(hands, 1, "5s 9h Jd 4s  6s Qs  7s Jc")
    game = pitboss.game("holdem", house="pot", limit="2-4")
    session: Session = game.session(Stacked(top, _draw(seats, 6)), seats=6)
    names = {"1 Nadia": 3900, "2 Otis": 700, "3 June": 8000, "4 Theo": 7100, f"5 {ME}": 6900, "6 Marek": 6400}
    _seat(session, names)
    session.deal()
    _play(session, "3 raise, 4 fold, 5 call, 6 call, 1 fold, 2 call")
    _play(session, "2 bet, 3 raise, 5 call, 6 call, 2 call")
    _play(session, "3 bet, 5 raise, 6 raise, 3 raise")
    return Scene(session, "Texas Hold’em, limit 2–4", "Table 7 · Pot house", 2041, clock=(16.5, 30, 40))


def stud() -> Scene:
    seats = [1, 2, 3, 4, 5, 6, 7, 8]
    down = {1: "Qd 4c", 2: "9d 5s", 3: "Ac 6c", 4: "8h 3s", 5: "7c Ks", 6: "Td 2d", 7: "Jc 9c", 8: "8s 6h"}
    third = "Qc 3h 2c Jh Kc 6s 9s Qh"
    top = _dealt(down, 1, f"{third} 5h  5c 8d Th 7h Ts  5d  4s Ad Kd 2s")  # fourth street starts with the button (S7-5)
    game = pitboss.game("seven-stud", house="pot", limit="2-4")
    session: Session = game.session(Stacked(top, _draw(seats, 8)), seats=8)
    stacks = {f"1 {ME}": 4050, "2 Nadia": 2750, "3 Theo": 2350, "4 June": 6150, "5 Ingrid": 5650, "6 Ray": 2250}
    _seat(session, {**stacks, "7 Otis": 4250, "8 Bea": 4250})
    session.deal()
    _play(session, "4 fold, 5 call, 6 fold, 7 call, 8 call, 1 call, 2 fold")
    _play(session, "5 bet, 7 call, 8 fold, 1 call, 3 call")
    _play(session, "5 bet, 7 call")
    return Scene(session, "Seven-Card Stud, limit 2–4", "Table 9 · Pot house", 517, clock=(21, 30, 0))


def nolimit() -> Scene:
    seats = [1, 2, 3, 5, 6, 7, 9, 10]
    hands = {1: "Ah Kh", 2: "7d 2c", 3: "Jc Td", 5: "9s 4d", 6: "8d 8c", 7: "Qs Js", 9: "6h 2s", 10: "5d 3h"}
    top = _dealt(hands, 10, "4c Ks 8s 3d")
    game = pitboss.game("holdem", house="pot", limit="2-4", play="no-limit")
    session: Any = game.session(Stacked(top, _draw(seats, 9)), seats=10)
    stacks = {f"1 {ME}": 16000, "2 Nadia": 7400, "3 Otis": 11800, "4 Ray": 6000, "5 Ingrid": 8600, "6 Theo": 21400}
    _seat(session, {**stacks, "7 June": 9600, "9 Bea": 13100, "10 Marek": 4000})
    session.sit_out(4)
    session.deal()
    _play(session, "2 fold, 3 call, 5 fold, 6 raise 800, 7 call, 9 fold, 10 fold, 1 call, 3 call")
    _play(session, "1 check, 3 check, 6 bet 2000, 7 call")
    return Scene(
        session,
        "Texas Hold’em, no-limit, steps 2–4",
        "Table 8 · Pot house",
        388,
        clock=(18, 30, 40),
        presence={7: HereState("lost", 41)},
        before=lambda page: page.click("text=Half pot"),
    )


def omaha() -> Scene:
    seats = [1, 2, 3, 4, 5, 6, 7]
    hands = {1: "As 4h Td Th", 2: "Kh Kd Qs Jc", 3: "7c 6c Ts 9d", 4: "2c 2d 9h 5s", 5: "Jd 3c 8h 6s"}
    hands |= {6: "Qc 7d 4s 3s", 7: "Jh 9c 5d 2h"}
    top = _dealt(hands, 7, "Qd Ah 8c 3d  Tc Ks  6d 5h")
    game = pitboss.game("omaha-hi-lo", house="pot", limit="2-4")
    session: Session = game.session(Stacked(top, _draw(seats, 6)), seats=7)
    stacks = {f"1 {ME}": 7000, "2 June": 9000, "3 Otis": 1100, "4 Ingrid": 6000, "5 Nadia": 3500, "6 Theo": 5200}
    _seat(session, {**stacks, "7 Marek": 4100})
    session.deal(ask=True)
    _play(session, "2 raise, 3 call, 4 fold, 5 fold, 6 fold, 7 fold, 1 call")
    _play(session, "1 check, 2 bet, 3 raise, 1 call, 2 call")
    _play(session, "1 check, 2 bet, 3 call, 1 call")
    _play(session, "1 bet, 2 raise, 1 call")
    _play(session, "2 show, 3 show")
    return Scene(session, "Omaha High-Low, limit 2–4", "Table 10 · Pot house", 1204, clock=(24, 30, 0))


def choice() -> Scene:
    seats = [1, 2, 3, 4, 5, 6, 7]
    session: Any = pitboss.poker.PokerSession.open(None, "button", "2-4", shuffle=Stacked("", _draw(seats, 7)), seats=7)
    stacks = {f"1 {ME}": 8200, "2 Nadia": 4400, "3 Theo": 5800, "4 June": 7100, "5 Otis": 2600, "6 Ingrid": 6300}
    _seat(session, {**stacks, "7 Marek": 3700})
    heard: list[dict[str, Any]] = []
    while session.namer != 1:
        session.deal("holdem")
        while session.actors:
            seat = session.actors[0]
            words = [option.word for option in session.legal(seat) if not option.why]
            session.act(seat, "fold" if "fold" in words and seat != 6 else "call" if "call" in words else words[-1])
        heard = over(session, 91)
        session.finish()
    for seat, cents in {1: 8200, 2: 4400, 3: 5800, 4: 7100, 5: 2600, 6: 6300, 7: 3700}.items():
        session.places[seat].stack = cents
    return Scene(
        session,
        "Dealer’s choice, limit 2–4",
        "Table 11 · Button house",
        91,
        clock=(22, 30, 0),
        heard=heard,
        before=_seven,
    )


def _seven(page: Any) -> None:
    """Choose seven-card stud after a hand of hold'em."""
    page.evaluate("() => { document.querySelector('pitboss-table').ui.lastGame = 'holdem'; }")
    page.locator(".choose button", has_text="Seven Card").click()


def _exposed(page: Any) -> None:
    """Call the floor, open the ruling and say whose card it was."""
    page.keyboard.press("!")
    page.locator(".rulings button", has_text="Exposed card").click()
    page.locator("#ruling select").first.select_option("6")
    page.get_by_role("group", name="Rank").get_by_text("Q", exact=True).click()
    page.get_by_role("group", name="Suit").get_by_label("diamonds").click()


def floor() -> Scene:
    seats = [1, 2, 3, 4, 5, 6, 7, 8]
    game = pitboss.game("seven-stud", house="pot", limit="2-4")
    down = {1: "Qs 4c", 2: "9d 5s", 3: "Ac 6c", 4: "8h 3s", 5: "7c Ks", 6: "Td Qd", 7: "Jc 9c", 8: "8s 6h"}
    top = _dealt(down, 2, "7h Jd 4s Ad 9h 2h 8d Tc")
    session: Any = game.session(Stacked(top, _draw(seats, 1)), seats=8)
    stacks = {f"1 {ME}": 4800, "2 Nadia": 2700, "3 Theo": 4100, "4 June": 6100, "5 Ingrid": 7500, "6 Ray": 2200}
    _seat(session, {**stacks, "7 Otis": 3400, "8 Bea": 4000})
    session.deal(auto=False)
    while session.step():
        pass
    listed = [walked_through(session, option) for option in session.rulings()]
    return Scene(
        session,
        "Seven-Card Stud, limit 2–4",
        "Table 9 · Pot house",
        518,
        me="Floor",
        roles=("floor",),
        clock=(0, 1, 0),
        layout={"dealt": "person"},
        answers={"/rulings": {"rulings": listed, "why": ""}},
        called="Ray",
        before=_exposed,
    )


def late() -> Scene:
    return replace(holdem(), clock=(6, 30, 40))


def lost() -> Scene:
    return replace(holdem(), before=lambda page: page.evaluate("line.onclose({ code: 1006 })"))


def sent() -> Scene:
    return replace(holdem(), before=lambda page: page.keyboard.press("c"))


def rail() -> Scene:
    scene = holdem()
    scene.session.act(5, "fold")
    return replace(scene, me="Somebody", clock=(0, 1, 0))


def replay() -> Scene:
    """The hand of ``holdem`` played to its end and looked at by one who played it."""
    scene = holdem()
    session: Any = scene.session
    _play(session, "5 call, 6 call")
    _play(session, "3 check, 5 bet, 6 call, 3 call")
    while session.step():
        pass
    hand, players = session.running, session.dealings()[-1].players
    row = HandRow(
        id="t7-2041",
        table="Table 7",
        number=2041,
        game="holdem",
        day="2026-11-16",
        started=1794863000000000,
        ended=1794863640000000,
        players=players,
        size=9100,
        net={},
    )
    orders = [tuple(order) for order in hand.record.shuffles]
    decks = tuple(seal(order, [bytes(16)] * len(order)) for order in orders)
    stored = StoredHand(row=row, record=hand.dump(), table="Table 7", decks=decks)
    told = recalled(stored, reopen_deal, "floor", ("floor", "player 5", "rail"))
    answer = json.loads(encode(told))
    layout = {**msgspec.to_builtins(printed_of(hand.dump())), "title": "Texas Hold’em"}
    return replace(scene, page="replay", answers={"/api/hands/": answer}, layout=layout, before=_showdown)


def _showdown(page: Any) -> None:
    page.keyboard.press("End")
    for _ in range(5):
        page.keyboard.press("ArrowLeft")


SCENES = {
    "replay": replay,
    "states-late": late,
    "states-lost": lost,
    "states-sent": sent,
    "states-rail": rail,
    "poker-holdem": holdem,
    "poker-stud": stud,
    "poker-nolimit": nolimit,
    "omaha-showdown": omaha,
    "poker-choice": choice,
    "poker-floor": floor,
}
