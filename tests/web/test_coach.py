"""The coach on the page values the current question, at every decision of a round."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.examples import rest_long
from tests.patience import until

from .driver import PLENTY, Mouse, Player

STAGED = {"mississippi": 3, "let-it-ride": 2, "ultimate": 3}
"""Games with several decisions in a round, and how many there are for a player who stays in."""


def asked(player: Player) -> tuple[int, int]:
    """The seat that has to decide and the number of its question."""
    seat, question = player.reads("[e.moment.asked, e.state.questions[e.moment.asked]]")
    return seat, question


def answer(player: Player, seat: int, question: int) -> dict[str, Any]:
    """What the server answers to a question now."""
    path = f"/api/tables/{player.reads('e.table')}/advice?seat={seat}&question={question}"
    return dict(player.page.request.get(f"{player.room.url}{path}").json())


def advice(player: Player) -> dict[str, Any]:
    """The values of the question asked now."""
    seat, question = asked(player)

    def valued() -> dict[str, Any] | None:
        said = answer(player, seat, question)
        assert said["question"] == question, said
        if not said["options"]:
            player.page.wait_for_timeout(500)
        return said if said["options"] else None

    found: dict[str, Any] | None = until(valued, "the coach", PLENTY)  # it may have to prove the game first
    assert found is not None
    return found


def panel(options: list[dict[str, Any]]) -> list[str]:
    """The lines of the panel for these options, best first: those of one value and word together."""
    alike: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for option in options:
        alike.setdefault((option["ev"], option["word"]), []).append(option)
    return [f"{' or '.join(each['action'] for each in same)} {money(same[0]['cents'])}" for same in alike.values()]


def money(cents: float) -> str:
    """An amount as the pages round and write it."""
    whole = math.floor(cents + 0.5)
    return f"{'+' if whole > 0 else '−' if whole < 0 else ''}${abs(whole) // 100:,}.{abs(whole) % 100:02}"


def lines(player: Player) -> list[str]:
    """The lines of the panel now."""
    shown = player.page.locator("section[aria-label=Coach] ul.ev li").all_inner_texts()
    return [" ".join(each.split()).lower() for each in shown]


def shows(player: Player, lines: list[str]) -> None:
    """Wait until the panel has exactly these lines."""
    player.page.wait_for_function(
        """lines => {
            const shown = [...document.querySelectorAll("section[aria-label=Coach] ul.ev li")];
            const texts = shown.map((each) => each.innerText.replace(/\\s+/g, " ").trim().toLowerCase());
            return JSON.stringify(texts) === JSON.stringify(lines);
        }""",
        arg=lines,
    )


def stay(options: list[dict[str, Any]]) -> dict[str, Any]:
    """The worst option that leaves a further decision: checking where that is possible, never folding."""
    kept = [option for option in options if option["action"] == "check"]
    return (kept or [option for option in options if option["action"] != "fold"])[-1]


def press(player: Player, action: str) -> None:
    before, buttons = player.turn(), player.bar.locator(".doing .btn")
    labels = [label.split("\n")[0].lower() for label in buttons.all_inner_texts()]
    buttons.nth(labels.index(action)).click()
    player.moved_on(before)


def bet(player: Player, game: str) -> None:
    """Sit at a table with a bot, which makes the server prepare the coach, and place the wagers of a round."""
    player.go(player.open(game=game, bots=1))
    player.sit(Mouse())
    Mouse().bet(player)
    player.wait("decide")


@pytest.mark.parametrize("game", rest_long(STAGED, "let-it-ride"))
def test_every_decision_is_valued_and_every_slip_counted(player: Player, game: str) -> None:
    bet(player, game)
    slips = []
    for decision in range(1, STAGED[game] + 1):
        player.wait("decide")
        question, valued = asked(player), advice(player)
        shows(player, panel(valued["options"]))
        chosen, best = stay(valued["options"]), valued["options"][0]
        press(player, chosen["action"])
        over = answer(player, *question)
        assert (over["stale"], over["options"], over["question"]) == (True, valued["options"], question[1])
        if chosen["ev"] != best["ev"]:
            slips.append(best["cents"] - chosen["cents"])
        said = f"{decision} decision{'s' * (decision > 1)}, {f'{len(slips)} slip' if slips else 'no slip'}"
        cost = f", {f'−{money(sum(slips))[1:]}'}" if slips else ""
        expect(player.page.locator("section.feed header")).to_contain_text(f"{said}{'s' * (len(slips) > 1)}{cost}")
    player.wait("bet")


@pytest.mark.long
@pytest.mark.parametrize("held", ["question", "answer"])
def test_what_comes_after_the_next_question_is_not_shown_but_scored(player: Player, held: str) -> None:
    """A player may decide before the server hears that the coach is asked, or before its answer is heard."""
    late: list[Route] = []
    player.page.route("**/advice?*", lambda route: route.continue_() if late else late.append(route))
    bet(player, "mississippi")
    expect(player.page.locator("section[aria-label=Coach]")).to_contain_text("…")
    first = advice(player)
    assert not player.page.locator("section[aria-label=Coach] ul.ev").count()
    chosen, best = stay(first["options"]), first["options"][0]
    press(player, chosen["action"])
    player.wait("decide")
    second = advice(player)
    shows(player, panel(second["options"]))
    if held == "question":
        late[0].continue_()
    else:
        late[0].fulfill(status=200, content_type="application/json", body=json.dumps(first))
    slips = "no slip" if chosen["ev"] == best["ev"] else f"1 slip, −{money(best['cents'] - chosen['cents'])[1:]}"
    expect(player.page.locator("section.feed header")).to_contain_text(f"1 decision, {slips}")
    shows(player, panel(second["options"]))


@pytest.mark.long
def test_a_decision_of_an_earlier_round_is_not_valued_any_more(player: Player) -> None:
    bet(player, "let-it-ride")
    question = asked(player)
    for _ in range(STAGED["let-it-ride"]):
        player.wait("decide")
        press(player, "let it ride")
    player.wait("bet")
    assert answer(player, *question)["options"], "until another round asks something"
    Mouse().bet(player)
    player.wait("decide")
    over = answer(player, *question)
    assert (over["stale"], over["options"], over["question"]) == (True, [], asked(player)[1])


@pytest.mark.long
def test_the_coach_asks_again_after_a_reload(player: Player) -> None:
    bet(player, "let-it-ride")
    press(player, stay(advice(player)["options"])["action"])
    player.wait("decide")
    player.page.reload()
    player.wait("decide")
    # the question may still be told again after the reload: the panel has to agree with the one that stands
    until(lambda: lines(player) == panel(advice(player)["options"]), "the values of the question asked now")
