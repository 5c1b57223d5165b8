"""Legal actions of a seat in a round of betting: every word with its amounts, or the rule against it.

What a seat may put in beyond a call is worked out once per turn; lists of options are cached.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pitboss.cards import JOKER, UNKNOWN
from pitboss.deal import Option
from pitboss.money import dollars
from pitboss.poker import dead_seats
from pitboss.poker.betting import stud_opener
from pitboss.poker.betting.offers import Refusal, WagerOffer, offer

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand


def wager(hand: Hand, position: int) -> WagerOffer | Refusal:
    """The amounts this seat may bet, complete or raise to now, or why it may not; worked out once per turn."""
    if hand.offered == len(hand.events):
        return hand.offer
    beyond = hand.offer = _offer(hand, position)
    hand.offered = len(hand.events)
    return beyond


def _offer(hand: Hand, position: int) -> WagerOffer | Refusal:
    refused = _refused(hand, position)
    if refused:
        return hand.game.refusals[refused]
    game, size = hand.game, hand.step_size
    total = hand.stacks[position] + hand.bets[position]
    if hand.level == 0 and not hand.can_bring_in:
        word, low = "bet", size
        if hand.pair_option and stud_opener.has_pair(hand.up[position]):
            return offer(word, min(low, total), min(game.higher, total), game.higher - size or 1)  # S7-2
    elif not hand.full and (game.short_all_in_is_action or (hand.wagers == 0 and game.bring_in and not game.blinds)):
        word, low = "complete", size  # PK-11
    else:
        word, low = "raise", (hand.full if game.short_all_in_is_action else hand.level) + least_raise(hand)  # PK-10
    low = min(low, total)
    return offer(word, low, total if game.no_limit else low, game.chip)


def _refused(hand: Hand, position: int) -> str:
    """The refusal of anything beyond a call; empty if there is none."""
    game = hand.game
    if hand.wagers >= game.wagers and raises_left(hand, position) == 0:
        return "raises"  # PK-8
    dead = dead_seats.idle(hand) & ~(1 << position) if hand.dead_seats else 0
    if hand.stacks[position] + hand.bets[position] <= hand.level:
        return "chips"
    if not _can_be_called(hand, hand.able & ~(1 << position | dead)):
        return "nobody"
    if _has_had_his_say(hand, position):
        return "acted"
    opening = hand.level == 0 and not hand.can_bring_in and not hand.passes and not hand.street_number
    if opening and game.openers and not _opens(hand, position):
        return "openers"  # LB-5
    return ""


def raises_left(hand: Hand, position: int) -> int | None:
    """The raises that may still be made in the round when it is this position's turn; None without a cap (PK-8)."""
    game = hand.game
    if not game.capped:
        return None
    if game.pair_uncapped:
        playing = hand.live & ~dead_seats.idle(hand) if hand.dead_seats else hand.live
        if (playing | 1 << position if position >= 0 else playing).bit_count() == 2:
            return None
    return max(game.wagers - max(hand.wagers, 1), 0)


def _can_be_called(hand: Hand, others: int) -> bool:
    """True if one of these players has chips beyond what is bet already."""
    level, stacks, bets = hand.level, hand.stacks, hand.bets
    while others:
        other = others.bit_length() - 1
        if stacks[other] + bets[other] > level:
            return True
        others ^= 1 << other
    return False


def _has_had_his_say(hand: Hand, position: int) -> bool:
    """True if a player who has acted faces less than a full raise, and so may not raise (PK-10).

    Completing a short bet is not a raise: while there is no full bet, a player who has checked may do it (PK-11).
    """
    acted = bool(hand.acted >> position & 1)
    if hand.game.reopens_by_one:
        return acted and hand.full > 0
    return hand.level - hand.bets[position] < hand.last or (hand.short > 0 and acted)


def _opens(hand: Hand, position: int) -> bool:
    cards = hand.down[position]
    if hand.joker and JOKER in cards:
        return False
    return UNKNOWN in cards or hand.contests[0].ranking.value(cards) >= hand.game.openers


def legal(hand: Hand, position: int) -> tuple[Option, ...]:
    """For every word of the game its amounts, or the rule against it.

    Options are cached. In limit play, while everybody has chips for the next raise, a short key is enough; otherwise
    the key is the wager and the player's chips.
    """
    game = hand.game
    mine, level = hand.bets[position], hand.level
    key: Any
    if hand.deepest > level + game.room and not hand.pair_option and not hand.dead_seats:
        live, wagers = hand.live, hand.wagers
        if hand.able == live:
            acted = hand.acted >> position & 1
            pair = wagers >= game.wagers and live.bit_count() == 2
            key = (level, mine, hand.full, wagers, acted, pair, hand.step_size, hand.must_bet, hand.can_bring_in)
            kept = game.offers.get(key)
            if kept is None:
                beyond = wager(hand, position)
                kept = game.offers[key] = (_options(hand, level - mine, beyond), beyond)
            listed, hand.offer = kept
            hand.offered = len(hand.events)
            return listed
    beyond = wager(hand, position)
    stack = hand.stacks[position]
    opens = (hand.must_bet, hand.can_bring_in, hand.street_number)
    key = (beyond, mine, level, stack, hand.full, hand.step_size, opens)
    other = game.options.get(key)
    if other is None:
        if len(game.options) > 10_000:
            game.options.clear()
        other = game.options[key] = _options(hand, min(level - mine, stack), beyond)
    return other


def _options(hand: Hand, price: int, beyond: WagerOffer | Refusal) -> tuple[Option, ...]:
    game = hand.game
    rule = game.betting.rule.get
    listed = []
    for word in game.words:
        why, by = "", ""
        if word == "fold":
            if hand.can_bring_in:
                why, by = "the opener has to bring it in or complete", game.streets[hand.street_number].rule
        elif word == "check":
            why, by = _no_check(hand, price)
        elif word == "call":
            if not price:
                why, by = "there is nothing to call", rule("check", "")
            else:
                short = hand.level - hand.bets[hand.actor] > price
                listed.append(Option(word, (word,), price, rule=game.short_rule if short else game.call_rule))
                continue
        elif word == "bring in":
            if hand.can_bring_in:
                owed = min(game.bring_in, hand.stacks[hand.actor])
                listed.append(Option(word, (word,), owed, rule=game.streets[hand.street_number].rule))
                continue
            why, by = "there is no bring-in to be made", rule("completion", "")
        elif word in ("bet", "complete", "raise"):
            if isinstance(beyond, WagerOffer) and beyond.word == word:
                cents = beyond.low - hand.bets[hand.actor]
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


def least_raise(hand: Hand) -> int:
    """The least a full raise adds: the round's step, or the last raise in houses that say so (PK-29)."""
    return hand.last if hand.game.last_raise and hand.last > hand.step_size else hand.step_size


def wager_rule(hand: Hand, word: str, to: int) -> str:
    """The rule a bet, completion or raise is made by; what does not reach a full one is action only (PK-10)."""
    game = hand.game
    if hand.pair_option and word == "bet" and _by_open_pair(hand, to):
        return "S7-2" if to >= game.higher else game.short_rule
    if game.short_all_in_is_action and to < (hand.full + least_raise(hand) if word == "raise" else hand.step_size):
        return game.short_rule
    return game.wager_rules[word]


def _by_open_pair(hand: Hand, to: int) -> bool:
    """True if a bet is above the limit of its round, which an open pair allows (S7-2)."""
    lower = hand.game.streets[hand.street_number].limit == "lower"
    return lower and to > hand.game.lower and stud_opener.has_pair(hand.up[hand.actor])


def _no_check(hand: Hand, price: int) -> tuple[str, str]:
    if price:
        return f"there is {dollars(price)} to call", hand.game.betting.rule.get("check", "")
    if hand.must_bet or hand.can_bring_in:
        return "the first round opens with a bet", hand.game.streets[hand.street_number].rule
    return "", ""


def _no_wager(hand: Hand, word: str, beyond: WagerOffer | Refusal) -> tuple[str, str]:
    rule = hand.game.betting.rule.get
    if word == "bet" and hand.level:
        return "there is a bet already", hand.game.call_rule
    if word == "raise" and not hand.level:
        return "there is nothing to raise yet", hand.game.call_rule
    if word == "complete" and (hand.full or not hand.level) and not hand.can_bring_in:
        return "there is no short bet to complete", rule("completion", "")
    if isinstance(beyond, Refusal):
        return beyond.why, beyond.rule
    if beyond.word == "complete":
        return "a bet must be completed before it can be raised", rule("completion", "")
    return f"this is a {beyond.word}", hand.game.call_rule
