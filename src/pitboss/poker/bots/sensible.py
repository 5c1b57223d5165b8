"""A bot that estimates the strength of its hand and calls, bets or folds by the pot odds."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss import cards
from pitboss.cards import Card
from pitboss.deal import Option, View
from pitboss.poker.bots.bot import BotChoice, BotView, bot_view, rng_for
from pitboss.poker.bots.strength import draws, expected
from pitboss.poker.spread_game import Contest, SpreadGame
from pitboss.shuffle import Seeded

WAGERS = ("bet", "complete", "raise")
ROUND_OVER = ("deal", "board", "draw", "shuffle", "passed")  # events between two rounds of betting
BETS_AT = 1.25  # bet with at least this multiple of a fair share of the pot
RAISES_AT = 1.5  # raise with at least this multiple,
MORE_EACH = 0.3  # plus this for every earlier raise in the round
BLUFFS = 4  # percent


class Sensible:
    """Calls by pot odds; bets and raises with more than a fair share of the pot."""

    def __init__(self, game: SpreadGame, seed: int, samples: int = 60) -> None:
        self.game, self.seed, self.samples = game, seed, samples

    def choose(self, view: View, seat: int) -> BotChoice:
        rng = rng_for(self.seed, view, seat)
        seen = bot_view(view, seat)
        options = seen.options
        if "draw" in options:
            return self._draw(view, seen, rng)
        if "show" in options:
            return BotChoice("muck" if self._beaten(view, seen) else "show")
        if len(options) == 1:
            return BotChoice(next(iter(options.values())).actions[0])
        return self._bet(view, seen, rng)

    def _bet(self, view: View, seen: BotView, rng: Seeded) -> BotChoice:
        strength = self.strength(view, seen, rng)
        worth = strength * (len(seen.others) + 1)  # 1: a fair share
        wager = next((seen.options[word] for word in WAGERS if word in seen.options), None)
        roll = rng.below(100)
        if not seen.price:
            if wager is not None and (worth >= BETS_AT or roll < BLUFFS):
                return _wager(wager, seen, worth)
            quiet = next(word for word in ("check", "bring in", "fold") if word in seen.options)
            return BotChoice(quiet)
        if wager is not None and worth >= RAISES_AT + MORE_EACH * _raises(view) and roll >= BLUFFS:
            return _wager(wager, seen, worth)
        odds = seen.price / (seen.pot + seen.price)
        return BotChoice("call" if strength >= odds else "fold")

    def strength(self, view: View, seen: BotView, rng: Seeded) -> float:
        """The expected share of the pot."""
        contests = self._contests(view)
        most = max((street.draw for street in self.game.streets), default=0)
        if not most:
            return expected(
                self.game, contests, seen.own, seen.others, seen.board, seen.seen, rng, samples=self.samples
            )
        drawn = any(event.verb == "draw" for event in view.events)
        judged = draws(
            self.game, contests, seen.own, len(seen.others), seen.seen, rng, 0 if drawn else most, self.samples
        )
        return max(judged.values()).win

    def _beaten(self, view: View, seen: BotView) -> bool:
        """True if a hand already shown by a player with a share in every pot beats this one everywhere (PK-15)."""
        contests = self._contests(view)
        mine = [contest.judge(seen.own, seen.board) for contest in contests]
        for event in view.events:
            covered = event.verb == "show" and view.chips.get(event.pile)  # with chips left, every bet is matched
            if covered and event.seat != seen.seat:
                theirs = [contest.judge(event.cards, seen.board) for contest in contests]
                if all(other > own for other, own in zip(theirs, mine, strict=True) if other or own):
                    return True
        return False

    def _draw(self, view: View, seen: BotView, rng: Seeded) -> BotChoice:
        option = seen.options["draw"]
        texts: dict[frozenset[Card], str] = {
            frozenset(cards.parse(action.removeprefix("draw"))): action for action in option.actions
        }
        most = max(map(len, texts))
        judged = draws(self.game, self._contests(view), seen.own, len(seen.others), seen.seen, rng, most, self.samples)
        best = max(judged, key=lambda thrown: (judged[thrown], -len(thrown)))
        return BotChoice(texts[frozenset(best)])

    def _contests(self, view: View) -> Sequence[Contest]:
        """The contests now played for: the opening ones until the first round is passed out (LB-5)."""
        game = self.game
        since: list[str] = []
        for event in view.events:
            since = [] if event.verb == "shuffle" else [*since, event.verb]
        if "passed" in since or ("draw" in since and "bet" not in since):
            return game.contests
        return game.opening_contests


def _raises(view: View) -> int:
    """The number of raises in this round so far."""
    count = 0
    for event in reversed(view.events):
        if event.verb in ROUND_OVER:
            break
        count += event.verb in WAGERS
    return max(0, count - 1)


def _wager(option: Option, seen: BotView, worth: float) -> BotChoice:
    """Wager the least amount in limit play; in no-limit about half the pot, or all of it with a very strong hand."""
    action = option.actions[0]
    if option.high <= option.low:
        return BotChoice(action, option.low)
    wanted = option.low + (seen.pot if worth >= 2 * BETS_AT else seen.pot // 2)
    step = option.step or 1
    total = option.low + (min(wanted, option.high) - option.low) // step * step
    return BotChoice(action, total if option.takes(total) else option.high)
