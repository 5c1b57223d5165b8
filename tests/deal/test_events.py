"""Events as typed facts: every kind has its tag, its words in one place and its form on the wire."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import pitboss
from pitboss.deal import event as table_events
from pitboss.deal import hand_events, round_events
from pitboss.deal.english import words
from pitboss.deal.event import CalledHand, CardsDealt, Event, HandShown
from pitboss.deal.round_events import DecisionAsked, HandsVoided, OptionChosen, WagerSettled
from pitboss.house.event_words import sentence
from pitboss.room.messages import encode
from pitboss.room.shown_events import AnyShownEvent, shown_event, shown_events
from pitboss.spread.coach import spot_view

KINDS = [
    kind
    for module in (table_events, round_events, hand_events)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == module.__name__ and kind is not Event
]
REASONS: dict[type[Event], str] = {
    hand_events.PotAwarded: "last hand",
    hand_events.CardExposed: "early flop",
    hand_events.RulingMade: "declared",
}
"""A reason of each kind that has several, where another would have no words."""
HOSTILE = {"fold": "settle", "play": "deal", "swap {out}": "void {out}"}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> pitboss.HouseGame:
    """Top 5 with options called as the dealer's acts are."""
    text = (Path(pitboss.__file__).parent / "games/house/top5.toml").read_text()
    for word, other in HOSTILE.items():
        assert f'say = "{word}"' in text
        text = text.replace(f'say = "{word}"', f'say = "{other}"')
    path = tmp_path_factory.mktemp("games") / "hostile.toml"
    path.write_text(text.replace('id = "top5"', 'id = "hostile"'))
    return pitboss.game(path)


def test_every_kind_of_event_has_a_tag_of_its_own() -> None:
    tags = [kind.__struct_config__.tag for kind in KINDS]
    assert len(set(tags)) == len(tags) > 60
    assert all(isinstance(tag, str) and tag == tag.lower() for tag in tags)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_is_sent_has_every_fact_of_the_event(kind: type[Event]) -> None:
    facts = {field.name: _fact(kind, field) for field in msgspec.structs.fields(kind)}
    event = kind(**facts)
    sent = msgspec.json.decode(encode(shown_event(event)))
    assert sent.pop("type") == kind.__struct_config__.tag
    assert sent.pop("words", "") == words(event)
    assert set(sent) == set(facts)
    assert sent["cards"] == ["As", "2c"]
    again = msgspec.json.decode(encode(shown_event(event)), type=AnyShownEvent)
    assert again == shown_event(event)


def _fact(kind: type[Event], field: msgspec.structs.FieldInfo) -> object:
    """Any value of a field that is not its default."""
    known: dict[str, object] = {
        "cards": (51, 0),
        "reason": REASONS.get(kind, "for information"),
        "cause": "count",
        "hand": CalledHand("flush", (12, 9, 5, 3, 1)),
        "hands": (CalledHand("flush", (12, 9, 5, 3, 1)), CalledHand("high card", (6, 4, 2, 1, 0), half="low")),
        "wagers": (("ante", 500),),
        "options": ("fold", "play"),
        "odds": "3/2",
        "breakage": "1/2",
        "result": "win",
        "what": "out",
    }
    value = known.get(field.name)
    if value is not None:
        return value
    return {bool: True, int: 7, str: "x"}[type(field.default) if field.default is not msgspec.NODEFAULT else str]


def test_hidden_events_keep_their_facts_and_lose_only_faces() -> None:
    game = pitboss.game("draw", house="pot", limit="2-4")
    hand = game.deal(dict.fromkeys((1, 2, 3), 10000), 1, shuffle=pitboss.seeded(3))
    for event, hidden in zip(hand.events, hand.events_for("rail"), strict=True):
        assert type(event) is type(hidden)
        assert msgspec.structs.replace(hidden, cards=event.cards) == event


def test_options_called_like_acts_of_the_dealer_are_told_as_the_players(hostile: pitboss.HouseGame) -> None:
    deal = hostile.deal({1: {"ante": 500, "tens": 500}, 2: {"ante": 500}}, shuffle=pitboss.seeded(7))
    assert [option.word for option in deal.legal(1)] == ["wager", "settle", "deal", "void"]
    deal.act(1, "deal")
    deal.act(2, "settle")
    assert deal.done
    chosen = [event for event in deal.events if isinstance(event, OptionChosen)]
    assert [(event.verb, event.seat, event.folds) for event in chosen] == [("deal", 1, False), ("settle", 2, True)]
    assert [sentence(event) for event in chosen] == ["Spot 1: deal for $5", "Spot 2: settle"]
    settled = [event for event in deal.events if isinstance(event, WagerSettled)]
    assert len(settled) == len(deal.lines) == 4
    for event, line in zip(settled, deal.lines, strict=True):
        assert (event.seat, event.wager, event.result, event.paid) == (line.spot, line.wager, line.result, line.cents)
    assert not any(isinstance(event, HandsVoided) for event in deal.events)
    sent = {(each.verb, type(each).__struct_config__.tag) for each in shown_events(deal.events)}
    assert {("deal", "dealt"), ("deal", "chosen"), ("settle", "settled"), ("settle", "chosen")} <= sent


def test_the_coach_reads_the_decisions_of_such_a_game(hostile: pitboss.HouseGame) -> None:
    deal = hostile.deal({1: {"ante": 500}}, shuffle=pitboss.seeded(7))
    before = spot_view(hostile.definition, deal.view(1), 1)
    assert (len(before.cards), before.wagers, before.did) == (5, (("ante", 500),), ())
    asked = next(event for event in deal.events if isinstance(event, DecisionAsked))
    assert asked.options == ("settle", "deal", "void")
    deal.act(1, "deal")
    assert spot_view(hostile.definition, deal.view(1), 1).did == ("deal",)


@pytest.mark.parametrize("house", ["pot", "button"])
def test_a_winner_is_told_with_the_hand_that_won(house: str) -> None:
    game = pitboss.game("holdem", house=house, limit="2-4")
    for seed in range(20):
        hand = game.deal(dict.fromkeys((1, 2, 3), 10000), 1, shuffle=pitboss.seeded(seed))
        while hand.actors:
            words_ = {option.word for option in hand.legal(hand.actors[0]) if option.allowed}
            hand.act(hand.actors[0], "check" if "check" in words_ else "call")
        called = {event.seat: event.hands for event in hand.events if isinstance(event, HandShown)}
        awards = [event for event in hand.events if isinstance(event, hand_events.PotAwarded)]
        assert awards
        for award in awards:
            assert (award.reason, award.half) == ("hand", "high")
            assert (award.hand,) == called[award.seat]
        assert all(not isinstance(event, CardsDealt) or event.words == "" for event in hand.events)
