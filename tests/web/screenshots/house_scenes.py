"""Tables against the house, in the states that are drawn."""

from __future__ import annotations

from typing import Any

import msgspec

import pitboss
from pitboss.deal.session import Session
from pitboss.spread.coach import ask_coach
from tests.web.screenshots.scene import ME, Scene, Stacked, news, over

TOP5 = (
    "7c 5d 3s Jc 2h  Ks 6s 5c 2d Kc  Js Td 9c 8h 8s  5s 5h Kh 7s 2c  Kd Jd 9d 7d 3d  "  # June, Theo, me, Marek, Ingrid
    "Tc Th As 6d 4c  Qh"
)
TOP5_BEFORE = (  # the round before: I win 10's or Better with kings and lose to two pair
    "2c 4d 6h 8s Jc  3c 5d 7h 9s Qc  Kc Kd 9h 6s 3d  2d 4s 7c 8d Jh  2h 5s 6c 9d Qs  Tc Th 4c 4h 8c  3h"
)
HOLDOUT_BEFORE = "9s Kh 4c 6h 3c  5s 5h 8c Jd 2c  7s 2h 6c Tc Qh  Ks Qd 9c 8h 4s  Kd Qc 9d 6d 2s  Td  5d Kc 3s 7h"
HOLDOUT = (
    "9s 9h 8c 6h 3c  Ad Jd Td 4d 4s  7s 7h 6c 5c 2h  Ks Qh Jc 8h 3s  Kc Qc 9d 5d 2s  6d "  # Bea, me, Otis, Nadia, Sal
    "8d Qd 3h 5h"
)


def _seated(session: Session, wagers: dict[str, dict[str, int]], stacks: dict[str, int]) -> Session:
    """Seat players at the spots that ``wagers`` names, such as ``"3 Theo"``, and place their wagers."""
    for key, stakes in wagers.items():
        spot, name = key.split(" ", 1)
        session.sit(int(spot), name, stacks.get(name, 50000))
        session.place(int(spot), stakes)
    return session


def _advice(session: Session, seat: int) -> dict[str, Any]:
    told = ask_coach(session, ME, seat).answer(patient=True)
    return dict(msgspec.to_builtins(told))


def _top5(**options: Any) -> tuple[Session, list[dict[str, Any]]]:
    """Round 118 of a table, and what was heard of round 117."""
    session: Session = pitboss.game("top5", tens=1, spots=6).session(Stacked(TOP5_BEFORE, None, TOP5))
    before = {
        "1 June": {"ante": 500},
        "2 Theo": {"ante": 2500},
        f"3 {ME}": {"ante": 1000, "tens": 1000},
        "5 Marek": {"ante": 1000},
        "6 Ingrid": {"ante": 2500},
    }
    _seated(session, before, {ME: 44700})
    session.deal()
    for seat in session.actors:
        session.act(seat, "play")
    heard = over(session, 117)
    wagers = {
        1: {"ante": 500},
        2: {"ante": 5000, "tens": 2500, "ace-or-face": 2500},
        3: {"ante": 1000, "tens": 1000, "ace-or-face": 500},
        5: {"ante": 1000, "ace-or-face": 500},
        6: {"ante": 2500, "tens": 500},
    }
    for seat, stakes in wagers.items():
        session.place(seat, stakes)
    session.deal(**options)
    return session, heard


SCORE = {"decisions": 41, "slips": 2, "cents": 312, "staked": 62000}


def top5() -> Scene:
    session, heard = _top5()
    session.act(1, "fold")
    session.act(2, "swap Ks")
    session.act(5, "play")
    advice = {"advice": _advice(session, 3)}
    return Scene(
        session,
        "Top 5 Poker",
        "Table 3 · $5 to $100",
        118,
        clock=(18, 29, 0),
        person={"tonight": 3700},
        answers=advice,
        before=lambda page: page.keyboard.press("5"),
        heard=heard,
        score=SCORE,
    )


SHOWN = """([message, at]) => {
  const e = document.querySelector("pitboss-table");
  const before = e.state;
  e.hear(message);
  e.ui.before = { ante: 1000, tens: 1000, "ace-or-face": 500 };
  e.shown = e.moves.acts(before, message, [3])[at];
  e.ui.linger = true;
  clearTimeout(e.lingering);
  e.draw();
}"""
"""Show one act of a settlement and stop there."""


def settling(before: bool = False, act: int = 4) -> Scene:
    """The settlement while the second hand is settled, or (``before``) the moment when all have decided."""
    session, heard = _top5(auto=not before)
    while before and session.step():
        pass
    for seat, action in ((1, "fold"), (2, "swap Ks"), (3, "swap 8s"), (5, "play")):
        session.act(seat, action)
    scene = Scene(
        session, "Top 5 Poker", "Table 3 · $5 to $100", 118, clock=(0, 1, 0), person={"tonight": 3700}, heard=heard
    )
    scene.score = SCORE
    if before:
        session.act(6, "play")
        return scene
    scene.frozen = scene.messages()
    version = session.version
    session.act(6, "play")
    message = news(session, version)

    def show(page: Any) -> None:
        page.wait_for_function("() => document.querySelector('pitboss-table').moves")
        page.evaluate(SHOWN, [message, act])

    scene.before = show
    return scene


def holdout() -> Scene:
    session: Session = pitboss.game("holdout").session(Stacked(HOLDOUT_BEFORE, None, HOLDOUT))
    names = ("2 Bea", f"3 {ME}", "4 Otis", "5 Nadia", "6 Sal")
    _seated(session, {name: {"first": 500, "final": 2000} for name in names}, {ME: 30100})
    session.deal()
    for seat in (2, 3, 4, 5, 6):
        held = next(option for option in session.legal(seat) if option.word == "hold").actions
        session.act(seat, "hold 5s 5h 8c Jd" if seat == 3 else held[0])
    heard = over(session, 61)
    stakes = {
        2: {"first": 1000, "final": 1000, "community": 500},
        3: {"first": 500, "final": 2000, "community": 500},
        4: {"final": 2500},
        5: {"first": 500, "final": 1000, "community": 500},
        6: {"first": 500, "final": 2500},
    }
    for seat, wagers in stakes.items():
        session.place(seat, wagers)
    session.deal()
    session.act(2, "hold 9s 9h 8c 6h")
    session.act(5, next(a for o in session.legal(5) if o.word == "hold" for a in o.actions if len(a.split()) == 4))

    return Scene(
        session,
        "Classic Five Card HoldOut",
        "Table 5 · $5 to $100",
        62,
        clock=(24, 30, 0),
        person={"tonight": -2400},
        answers={"advice": _advice(session, 3)},
        before=lambda page: page.keyboard.press("5"),
        heard=heard,
    )


def six54() -> Scene:
    top = (
        "Js 9h 8s 5d 2d  Kc Ks Td Tc 4h  Qd Qs 7c 6h 3s  8c 7d 5h 4s 2c  "  # June, Marek, me, Sal
        "Ah Ad 9s 6c 3h  Jd Jh 8h 6d 3d  9c Ts Qc As 7s Kh"  # Ingrid, Ray, the dealer
    )
    session: Session = pitboss.game("six54").session(Stacked(top))
    stakes = {
        "2 June": {"ante": 1000},
        "3 Marek": {"ante": 5000, "queens-up": 2500},
        f"4 {ME}": {"ante": 2500, "queens-up": 1000},
        "5 Sal": {"ante": 500, "queens-up": 500},
        "6 Ingrid": {"ante": 2500},
        "7 Ray": {"ante": 1000, "queens-up": 500},
    }
    _seated(session, stakes, {ME: 100000})
    session.deal()
    session.act(3, "play")
    session.act(5, "fold")
    session.act(6, "play")
    return Scene(
        session,
        "6-5-4 Poker",
        "Table 2 · $5 to $200",
        340,
        clock=(10, 30, 0),
        person={"tonight": 16500},
        answers={"advice": _advice(session, 4)},
    )


def _edges(session: Session) -> dict[str, Any]:
    from pitboss.spread.bands import edges

    return {"edges": edges().get(session.printed().version, {})}


def betting() -> Scene:
    session: Session = pitboss.game("high5").session(Stacked())
    session.sit(1, ME, 50000)
    session.place(1, {"trips": 1000, "ante": 2500})
    return Scene(
        session,
        "High Five Poker",
        "Table 4 · $5 to $100",
        18,
        clock=(0, 1, 0),
        person={"tonight": -3500},
        layout=_edges(session) | {"limit": 10000, "spots": 1},
        before=_third_chip,
    )


def _third_chip(page: Any) -> None:
    """Choose the third chip; the round before had sixty dollars on it."""
    page.evaluate("() => { document.querySelector('pitboss-table').ui.before = { ante: 5000, trips: 1000 }; }")
    page.keyboard.press("3")


SCENES = {
    "house-table-top5": top5,
    "house-table-settling": settling,
    "house-table-holdout": holdout,
    "house-table-six54": six54,
    "house-table-betting": betting,
}
