"""A saved hand shows exactly the cards that its seals reveal: any other card, or a swap of two, is found."""

from __future__ import annotations

import copy
import json
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.deal.deal import Deal
from pitboss.room.recall import StoredHand, openings, recalled
from pitboss.shuffle.opening import disagreement
from pitboss.shuffle.seal import SealedDeck, seal
from pitboss.spread import DealHead, export_deal
from tests.conftest import Said
from tests.deal.tables import TABLES
from tests.examples import rest_long
from tests.patience import MINUTE
from tests.web.test_modules import node

from .test_recall import finished, reopener, row, viewers

VERIFY = Path(__file__).parents[2] / "src/pitboss/web/js/replay/verify.js"


def sealed(deal: Deal, seed: int) -> tuple[SealedDeck, ...]:
    rng = random.Random(seed)
    return tuple(seal(order, [rng.randbytes(16) for _ in order]) for order in deal.record.shuffles)


def saved(deal: Deal, viewer: str, decks: tuple[SealedDeck, ...]) -> list[dict[str, Any]]:
    """A hand in both forms in which it is given out: step by step, and as a file."""
    hand = recalled(StoredHand(row=row(), record=deal.dump(), decks=decks), reopener(deal), viewer)
    players = {seat: f"P{seat}" for seat in range(1, 12)}
    text = export_deal(deal, "json", viewer, DealHead(players=players, seals=openings(deal, decks, viewer)))
    return [json.loads(msgspec.json.encode(hand)), json.loads(text)]


def told(hand: dict[str, Any]) -> list[list[str]]:
    """Every list of cards in a hand, in which they can be changed."""
    parts = [hand, *hand.get("steps", ())]
    lists = [event["cards"] for part in parts for event in part.get("events", ()) if event.get("cards")]
    return lists + [pile for part in parts for pile in part.get("piles", {}).values() if pile]


def exchanged(hand: dict[str, Any], new: dict[str, str]) -> dict[str, Any]:
    changed = copy.deepcopy(hand)
    for cards in told(changed):
        cards[:] = [new.get(card, card) for card in cards]
    return changed


def by_the_page(hands: list[dict[str, Any]], folder: Path) -> list[bool]:
    """What the page of a replay says of them."""
    script, data = folder / "check.mjs", folder / "hands.json"
    data.write_text(json.dumps(hands), encoding="utf-8")
    script.write_text(
        f"import {{ readFileSync }} from 'node:fs';\nimport {{ tellsOfThem }} from {json.dumps(str(VERIFY))};\n"
        f"const hands = JSON.parse(readFileSync({json.dumps(str(data))}));\n"
        "console.log(JSON.stringify(hands.map(tellsOfThem)));\n",
        encoding="utf-8",
    )
    run = subprocess.run([node(), str(script)], capture_output=True, text=True, timeout=MINUTE, check=True)
    return list(json.loads(run.stdout))


@pytest.mark.parametrize("table", rest_long(TABLES, *list(TABLES)[::4]))
def test_what_was_dealt_agrees_and_any_other_card_does_not(table: str, tmp_path: Path) -> None:
    right, wrong = [], []
    for seed in range(2):
        deal = finished(table, seed, auto=seed == 0)
        decks, rng = sealed(deal, seed), random.Random(seed)
        for viewer in viewers(deal):
            forms = saved(deal, viewer, decks)
            for hand in forms:
                assert disagreement(hand) == "", (viewer, seed)
            hand = forms[0]
            right.append(hand)
            known = sorted({card for cards in told(hand) for card in cards} - {"??"})
            if not known:
                continue
            card = rng.choice(known)
            opened = {leaf["card"] for each in hand["seals"] for leaf in each["leaves"]}
            unseen = sorted({f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"} - opened)
            others = [exchanged(hand, {card: other}) for other in (*unseen[:1], *sorted(set(known) - {card}))][:3]
            if viewer != "floor":  # who has all leaves may be told of fewer cards
                wrong += others
                for other in others:
                    assert disagreement(other), (viewer, seed)
    assert wrong
    assert by_the_page([*right, *wrong], tmp_path) == [True] * len(right) + [False] * len(wrong)


def test_two_cards_exchanged_with_each_other_are_found(tmp_path: Path, command: Callable[..., Said]) -> None:
    deal = finished("holdem, pot", 1)
    hand, file = saved(deal, "player 2", sealed(deal, 1))
    mine = next(
        event["cards"]
        for step in hand["steps"]
        for event in step["events"]
        if event.get("seat") == 2 and event["verb"] == "deal"
    )
    last = [leaf["card"] for leaf in hand["seals"][0]["leaves"]][-1]
    swap = {mine[0]: last, last: mine[0]}
    for each in (hand, file):
        assert "lay at position" in disagreement(exchanged(each, swap))
    assert by_the_page([hand, exchanged(hand, swap)], tmp_path) == [True, False]
    for data, code, words in (
        (file, 0, "The same deck"),
        (exchanged(file, swap), 1, "Not the hand that was dealt: the "),
    ):
        path = tmp_path / "hand.json"
        path.write_text(json.dumps(data), encoding="utf-8")
        said = command("verify-shuffle", str(path))
        assert (said.code, words in said.out) == (code, True)
        assert json.loads(command("verify-shuffle", str(path), "--json").out)["ok"] is (code == 0)


@pytest.mark.parametrize(
    "hand", [{}, {"seals": []}, {"seals": [3]}, {"seals": [{}], "events": 3, "steps": [1], "piles": []}]
)
def test_a_hand_that_tells_nothing_disagrees_with_nothing(hand: dict[str, Any]) -> None:
    assert disagreement(hand) == ""


def test_a_whole_deck_is_read_however_it_is_written() -> None:
    hand = {"events": [{"verb": "deal", "cards": ["As", "Td"]}], "seals": [{"order": "as 10d 2c"}]}
    assert disagreement(hand) == ""
    assert disagreement({**hand, "seals": [{"order": "10d as 2c"}]}) == (
        "the Td lay at position 0, above a card that was dealt before it"
    )
