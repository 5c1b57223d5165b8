"""Legal actions of a seat in a round of betting: every word with its amounts, or the rule against it.

What a seat may put in beyond a call is worked out once per turn; lists of options are cached.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pitboss.cards import JOKER, UNKNOWN
from pitboss.deal import Option
from pitboss.money import dollars
from pitboss.poker import dead_seats
from pitboss.poker.betting import stud_opener
from pitboss.poker.spread_game import WagerOffer
from pitboss.poker.step import HandInPlay


def wager(hand: HandInPlay, position: int) -> WagerOffer:
    """The amounts this seat may bet, complete or raise to now, or why it may not."""
    refused = _refused(hand, position)
    if refused:
        return hand.game.refusals[refused]
    game, betting = hand.game, hand.betting
    total = hand.money.stacks[position] + hand.money.bets[position]
    low = betting.step_size
    if betting.level == 0 and not betting.can_bring_in:
        word = "bet"
        if betting.pair_option and stud_opener.has_pair(hand.piles.up[position]):
            return WagerOffer(word, min(low, total), min(game.higher, total), game.higher - low or 1)  # S7-2
    elif not betting.full and (
        game.short_all_in_is_action or (betting.wagers == 0 and game.bring_in and not game.blinds)
    ):
        word = "complete"  # PK-11
    else:
        word = "raise"  # PK-10
        low = (betting.full if game.short_all_in_is_action else betting.level) + betting.least_raise()
    low = min(low, total)
    return WagerOffer(word, low, total if game.no_limit else low, game.chip)


def _refused(hand: HandInPlay, position: int) -> str:
    """The refusal of anything beyond a call; empty if there is none."""
    game, betting, money = hand.game, hand.betting, hand.money
    if betting.wagers >= game.wagers and raises_left(hand, position) == 0:
        return "raises"  # PK-8
    dead = dead_seats.idle(hand) & ~(1 << position) if hand.dead_seats else 0
    if money.stacks[position] + money.bets[position] <= betting.level:
        return "chips"
    if not _can_be_called(hand, money.able & ~(1 << position | dead)):
        return "nobody"
    if _may_only_call(hand, position):
        return "acted"
    opening = betting.level == 0 and not betting.can_bring_in and not betting.passes and not hand.street_number
    if opening and game.openers and not _opens(hand, position):
        return "openers"  # LB-5
    return ""


def raises_left(hand: HandInPlay, position: int) -> int | None:
    """The raises that may still be made in the round when it is this position's turn; None without a cap (PK-8)."""
    game = hand.game
    if not game.capped:
        return None
    if game.pair_uncapped:
        playing = hand.money.live & ~dead_seats.idle(hand) if hand.dead_seats else hand.money.live
        if (playing | 1 << position if position >= 0 else playing).bit_count() == 2:
            return None
    return max(game.wagers - max(hand.betting.wagers, 1), 0)


def _can_be_called(hand: HandInPlay, others: int) -> bool:
    """True if one of these players has chips beyond what is bet already."""
    level, stacks, bets = hand.betting.level, hand.money.stacks, hand.money.bets
    while others:
        other = others.bit_length() - 1
        if stacks[other] + bets[other] > level:
            return True
        others ^= 1 << other
    return False


def _may_only_call(hand: HandInPlay, position: int) -> bool:
    """True if a player who has acted faces less than a full raise, and so may not raise (PK-10).

    Completing a short bet is not a raise: while there is no full bet, a player who has checked may do it (PK-11).
    """
    betting = hand.betting
    acted = bool(betting.acted >> position & 1)
    if hand.game.reopens_by_one:
        return acted and betting.full > 0
    return betting.level - hand.money.bets[position] < betting.last or (betting.short > 0 and acted)


def _opens(hand: HandInPlay, position: int) -> bool:
    cards = hand.piles.down[position]
    if hand.piles.joker and JOKER in cards:
        return False
    return UNKNOWN in cards or hand.contests[0].ranking.value(cards) >= hand.game.openers


def legal(hand: HandInPlay, position: int) -> tuple[tuple[Option, ...], WagerOffer]:
    """For every word of the game its amounts, or the rule against it; and the wager among them.

    Both are cached. In limit play, while everybody has chips for the next raise, a short key is enough; otherwise
    the key is the wager and the player's chips.
    """
    game, betting, money = hand.game, hand.betting, hand.money
    mine, level = money.bets[position], betting.level
    key: Any
    if money.deepest > level + game.room and not betting.pair_option and not hand.dead_seats:
        live, wagers, full = money.live, betting.wagers, betting.full
        if money.able == live:
            acted = betting.acted >> position & 1
            pair = wagers >= game.wagers and live.bit_count() == 2
            key = (level, mine, full, wagers, acted, pair, betting.step_size, betting.must_bet, betting.can_bring_in)
            kept = game.offers.get(key)
            if kept is None:
                beyond = wager(hand, position)
                kept = game.offers[key] = (_options(hand, level - mine, beyond), beyond)
            return kept
    beyond = wager(hand, position)
    stack = money.stacks[position]
    opens = (betting.must_bet, betting.can_bring_in, hand.street_number)
    key = (beyond, mine, level, stack, betting.full, betting.step_size, opens)
    kept = game.offers.get(key)
    if kept is None:
        if len(game.offers) > 10_000:
            game.offers.clear()
        kept = game.offers[key] = (_options(hand, min(level - mine, stack), beyond), beyond)
    return kept


def _options(hand: HandInPlay, price: int, beyond: WagerOffer) -> tuple[Option, ...]:
    game = hand.game
    rule = game.betting.rule.get
    listed = []
    for word in game.words:
        why, by = "", ""
        if word == "fold":
            if hand.betting.can_bring_in:
                why, by = "the opener has to bring it in or complete", game.streets[hand.street_number].rule
        elif word == "check":
            why, by = _no_check(hand, price)
        elif word == "call":
            if not price:
                why, by = "there is nothing to call", rule("check", "")
            else:
                short = hand.betting.level - hand.money.bets[hand.actor] > price
                listed.append(Option(word, (word,), price, rule=game.short_rule if short else game.call_rule))
                continue
        elif word == "bring in":
            if hand.betting.can_bring_in:
                owed = min(game.bring_in, hand.money.stacks[hand.actor])
                listed.append(Option(word, (word,), owed, rule=game.streets[hand.street_number].rule))
                continue
            why, by = "there is no bring-in to be made", rule("completion", "")
        elif word in ("bet", "complete", "raise"):
            if beyond.word == word:
                cents = beyond.low - hand.money.bets[hand.actor]
                by = wager_rule(hand, word, beyond.high)
                listed.append(Option(word, (word,), cents, beyond.low, beyond.high, beyond.step, "", by))
                continue
            why, by = _no_wager(hand, word, beyond)
        else:
            why, by = "the betting comes first", game.later_rule[word]
        listed.append(_without_amount(word, why, by))
    return tuple(listed)


@lru_cache(maxsize=1 << 12)
def _without_amount(word: str, why: str, rule: str) -> Option:
    """An option that takes no amount, or is refused; cached, since the same few recur."""
    return Option(word, () if why else (word,), why=why, rule=rule, folds=word == "fold")


def wager_rule(hand: HandInPlay, word: str, to: int) -> str:
    """The rule a bet, completion or raise is made by; what does not reach a full one is action only (PK-10)."""
    game = hand.game
    if hand.betting.pair_option and word == "bet" and _by_open_pair(hand, to):
        return "S7-2" if to >= game.higher else game.short_rule
    if game.short_all_in_is_action and to < (
        hand.betting.full + hand.betting.least_raise() if word == "raise" else hand.betting.step_size
    ):
        return game.short_rule
    return game.wager_rules[word]


def _by_open_pair(hand: HandInPlay, to: int) -> bool:
    """True if a bet is above the limit of its round, which an open pair allows (S7-2)."""
    lower = hand.game.streets[hand.street_number].limit == "lower"
    return lower and to > hand.game.lower and stud_opener.has_pair(hand.piles.up[hand.actor])


def _no_check(hand: HandInPlay, price: int) -> tuple[str, str]:
    if price:
        return f"there is {dollars(price)} to call", hand.game.betting.rule.get("check", "")
    if hand.betting.must_bet or hand.betting.can_bring_in:
        return "the first round opens with a bet", hand.game.streets[hand.street_number].rule
    return "", ""


def _no_wager(hand: HandInPlay, word: str, beyond: WagerOffer) -> tuple[str, str]:
    rule = hand.game.betting.rule.get
    if word == "bet" and hand.betting.level:
        return "there is a bet already", hand.game.call_rule
    if word == "raise" and not hand.betting.level:
        return "there is nothing to raise yet", hand.game.call_rule
    if word == "complete" and (hand.betting.full or not hand.betting.level) and not hand.betting.can_bring_in:
        return "there is no short bet to complete", rule("completion", "")
    if not beyond.word:
        return beyond.why, beyond.rule
    if beyond.word == "complete":
        return "a bet must be completed before it can be raised", rule("completion", "")
    return f"this is a {beyond.word}", hand.game.call_rule
