"""Tables against the house, in the states that are drawn."""

from __future__ import annotations

from typing import Any

import msgspec

import pitboss
from pitboss.deal.session import Session
from pitboss.spread.coach import ask_coach
from tests.web.screenshots.scene import ME, Scene, Stacked

TOP5 = (
    "7c 5d 3s Jc 2h  Ks 6s 5c 2d Kc  Js Td 9c 8h 8s  5s 5h Kh 7s 2c  Kd Jd 9d 7d 3d  "  # June, Theo, me, Marek, Ingrid
    "Tc Th As 6d 4c  Qh"
)
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


def _top5(**options: Any) -> Session:
    session: Session = pitboss.game("top5", tens=1, spots=6).session(Stacked(TOP5))
    wagers = {
        "1 June": {"ante": 500},
        "2 Theo": {"ante": 5000, "tens": 2500, "ace-or-face": 2500},
        f"3 {ME}": {"ante": 1000, "tens": 1000, "ace-or-face": 500},
        "5 Marek": {"ante": 1000, "ace-or-face": 500},
        "6 Ingrid": {"ante": 2500, "tens": 500},
    }
    _seated(session, wagers, {ME: 43700})
    session.deal(**options)
    return session


def top5() -> Scene:
    session = _top5()
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
    )


def settling(before: bool = False) -> Scene:
    """The settlement after the second hand is shown, or (``before``) the moment when all have decided."""
    session = _top5(auto=False)
    while session.step():
        pass
    for seat, action in ((1, "fold"), (2, "swap Ks"), (3, "swap 8s"), (5, "play"), (6, "play")):
        session.act(seat, action)
    while not before and session.step():
        last = session.view("floor").deal.events[-1]  # type: ignore[union-attr]
        if last.verb == "settle" and last.seat == 5 and last.pile == "ante":
            break
    return Scene(session, "Top 5 Poker", "Table 3 · $5 to $100", 118, clock=(0, 1, 0), person={"tonight": 3700})


def holdout() -> Scene:
    session: Session = pitboss.game("holdout").session(Stacked(HOLDOUT))
    stakes = {
        "2 Bea": {"first": 1000, "final": 1000, "community": 500},
        f"3 {ME}": {"first": 500, "final": 2000, "community": 500},
        "4 Otis": {"final": 2500},
        "5 Nadia": {"first": 500, "final": 1000, "community": 500},
        "6 Sal": {"first": 500, "final": 2500},
    }
    _seated(session, stakes, {ME: 31600})
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
    from pitboss.spread.figures import figures

    return {"edges": figures().get(session.printed()["version"], {})}


def betting() -> Scene:
    session: Session = pitboss.game("high5").session(Stacked())
    session.sit(1, ME, 50000)
    session.place(1, {"trips": 1000, "ante": 2500})
    return Scene(
        session,
        "High Five Poker",
        "Table 4 · $5 to $100",
        19,
        clock=(0, 1, 0),
        person={"tonight": -3500},
        layout=_edges(session) | {"limit": 10000},
        before=lambda page: page.keyboard.press("3"),
    )


SCENES = {
    "house-table-top5": top5,
    "house-table-settling": settling,
    "house-table-holdout": holdout,
    "house-table-six54": six54,
    "house-table-betting": betting,
}
