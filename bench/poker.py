"""Poker hands per second compared with PokerKit: the same games, six-handed, in one run.

Both engines play seeded hands, in turns: either random legal actions, without folds where a check is possible (PokerKit
forbids them), or everybody calls.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from typing import Any

from bench.measure import Row, in_turns, rate

STACK, SEATS, SMALL, BIG, ANTE, BRING_IN = 20_000, 6, 200, 400, 50, 100
GAMES = {"limit hold'em": "holdem", "seven-card stud": "seven-stud", "Omaha high-low": "omaha-hi-lo"}
NEEDED = {
    ("holdem", "random"): 15,
    ("seven-stud", "random"): 15,
    ("omaha-hi-lo", "random"): 30,
    ("holdem", "call"): 50,
    ("seven-stud", "call"): 50,
    ("omaha-hi-lo", "call"): 50,
}


def ours(game: str, mode: str, hands: int) -> Callable[[], None]:
    """A chunk of hands of our engine."""
    import pitboss
    from pitboss import poker

    stakes: dict[str, Any] = {"lower": SMALL, "higher": BIG}
    stakes |= {"ante": ANTE, "bring_in": BRING_IN} if game == "seven-stud" else {"blinds": (SMALL // 2, SMALL)}
    spread = poker.load(game, "wsop", **stakes)
    stacks = dict.fromkeys(range(1, SEATS + 1), STACK)
    passive = [spread.words.index(word) for word in ("check", "call", "bring in") if word in spread.words]

    def chunk() -> None:
        chance = random.Random(7).random
        mixer = pitboss.seeded(7)
        for _ in range(hands):
            hand = spread.deal(stacks, SEATS, mixer)
            while not hand.done:
                seat = hand.actors[0]
                legal = hand.legal(seat)
                if mode == "random":
                    choices = [option for option in legal if not option.why]
                    if not legal[1].why:
                        del choices[0]  # no fold where a check would do
                    option = choices[int(chance() * len(choices))]
                else:
                    option = next(legal[place] for place in passive if not legal[place].why)
                hand.act(seat, option.word, option.low)

    return chunk


def theirs(game: str, mode: str, hands: int) -> Callable[[], None]:
    """A chunk of hands of PokerKit."""
    import pokerkit
    from pokerkit import Automation

    automations = tuple(one for one in Automation if one is not Automation.RUNOUT_COUNT_SELECTION)
    stacks = (STACK,) * SEATS
    if game == "seven-stud":
        make = lambda: pokerkit.FixedLimitSevenCardStud.create_state(  # noqa: E731
            automations, True, ANTE, BRING_IN, SMALL, BIG, stacks, SEATS
        )
    else:
        kind = {
            "holdem": pokerkit.FixedLimitTexasHoldem,
            "omaha-hi-lo": pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
        }[game]
        make = lambda: kind.create_state(automations, True, 0, (SMALL // 2, SMALL), SMALL, BIG, stacks, SEATS)  # noqa: E731

    def chunk() -> None:
        chance = random.Random(7).random
        random.seed(7)  # PokerKit shuffles with the global generator
        for _ in range(hands):
            state = make()
            while state.status:
                legal = []
                if state.can_post_bring_in():
                    legal.append(state.post_bring_in)
                elif state.can_check_or_call():
                    legal.append(state.check_or_call)
                if mode == "random":
                    if state.can_fold():
                        legal.append(state.fold)
                    if state.can_complete_bet_or_raise_to():
                        legal.append(state.complete_bet_or_raise_to)
                legal[int(chance() * len(legal))]()

    return chunk


def rows() -> list[Row]:
    """Hands per second of both engines, and the target ratio."""
    measured = []
    for name, game in GAMES.items():
        for mode, words in (("random", "random legal play"), ("call", "all call")):
            many, few = (400, 100) if mode == "random" else (200, 8)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # PokerKit warns when a hand is folded that could be checked
                best = in_turns({"ours": ours(game, mode, many), "theirs": theirs(game, mode, few)}, turns=9)
            mine, peer = many / best["ours"], few / best["theirs"]
            measured.append(
                Row(
                    f"{name}, six seats, {words}, beside PokerKit",
                    rate(many, best["ours"]),
                    rate(few, best["theirs"]),
                    mine / peer,
                    NEEDED[game, mode],
                )
            )
    return measured
