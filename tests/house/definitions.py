"""Random game files from the whole vocabulary, on decks small enough to be played out completely.

``definitions()`` is a hypothesis strategy of :class:`Drawn` games: every verb of the script, every kind of option,
hand, wager and outcome, rankings by name and written out, jokers, low hands. The shapes are those in which cards become
known in casino games: no decision at all, hold then a hidden board, staged reveals without a dealer, a showdown with
some of the dealer's cards seen or with a community card to swap for, a board that comes between decisions. ``most``
bounds the number of different deals for one spot, so that a test can afford to go through all of them.
"""

from __future__ import annotations

import json
from math import comb
from typing import Any, NamedTuple

from hypothesis import strategies as st

from pitboss.cards import RANKS, deck
from pitboss.errors import PitbossError
from pitboss.house.definition import Definition
from pitboss.house.vocabulary import game_file
from pitboss.ranking import Ranking, ranking
from pitboss.ranking.definition import CATEGORIES

SHAPES = ("count", "hold", "stages", "showdown", "community", "board")

DECKS: tuple[dict[str, Any], ...] = (
    {"ranks": "Q-A", "suits": 2},
    {"ranks": "K-A", "suits": 4},
    {"ranks": "J-A", "suits": 2},
    {"ranks": "Q-A", "suits": 3},
    {"ranks": "T-A", "suits": 2},
    {"ranks": "J-A", "suits": 3},
    {"ranks": "2-6", "suits": 2},
    {"ranks": "Q-A", "suits": 2, "joker": True},
    {"ranks": "J-A", "suits": 2, "joker": True},
)
ODDS = (0, 1, 2, 3, 5, "3 to 2", "1 to 2", "8 to 5")


class Drawn(NamedTuple):
    """A drawn game: its shape, its file, and what the file says."""

    shape: str
    text: str
    game: Definition


def toml(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def written(data: dict[str, Any]) -> str:
    """A game's data as the text of a file."""
    lines = []
    for key, value in data.items():
        if key == "script":
            lines += ["script = [", *(f"  {toml(step)}," for step in value), "]"]
        elif not isinstance(value, dict) or key in ("deck", "ranking", "spots"):
            lines.append(f"{key} = {toml(value)}")
    for key in ("options", "decision", "hand"):
        if data.get(key):
            lines += [f"[{key}]", *(f"{name} = {toml(each)}" for name, each in data[key].items())]
    for name, wager in data["wager"].items():
        lines += [f"[wager.{name}]", *(f"{key} = {toml(each)}" for key, each in wager.items())]
    return "\n".join(lines) + "\n"


def definitions(shapes: tuple[str, ...] = SHAPES, most: int = 5_000) -> st.SearchStrategy[Drawn]:
    """Valid games of these shapes; at most ``most`` different deals to one spot and the table."""
    return st.sampled_from(shapes).flatmap(lambda shape: drawn(shape, most))


@st.composite
def drawn(draw: st.DrawFn, shape: str, most: int) -> Drawn:
    """One game of a shape."""
    maker = _Maker(draw, most)
    data = getattr(maker, f"_{shape}")()
    text = written(data)
    problems = game_file.check(text, f"{shape}.toml")
    assert not problems, "\n".join([*map(str, problems), text])
    return Drawn(shape, text, game_file.parse(text, f"{shape}.toml"))


class _Maker:
    """Draws the parts of a game and puts them together."""

    def __init__(self, draw: st.DrawFn, most: int) -> None:
        self.draw, self.most = draw, most
        self.deck = draw(st.sampled_from(DECKS))
        self.cards = deck(self.deck)
        self.piles: list[int] = []
        self.wagers: dict[str, dict[str, Any]] = {}

    # Small draws -----------------------------------------------------------------------------------------------

    def pick(self, *these: Any) -> Any:
        return self.draw(st.sampled_from(these))

    def maybe(self) -> bool:
        return self.draw(st.booleans())

    def pile(self, *sizes: int, leave: int = 1) -> int:
        """A number of cards for a pile, as large as the bound on the number of deals and the deck still allow."""
        room = len(self.cards) - sum(self.piles) - leave
        fitting = [size for size in sizes if self._deals(size) <= self.most and size <= room]
        size = self.pick(*(fitting or sizes[:1]))
        self.piles.append(size)
        return int(size)

    def _deals(self, size: int) -> int:
        left, count = len(self.cards), 1
        for each in (*self.piles, size):
            count *= comb(left, each) if left >= each else 10**9
            left -= each
        return count

    # Rankings and pay tables -----------------------------------------------------------------------------------

    def ranking(self, size: int) -> Any:
        """A ranking for hands of this size, by name or written out, that this deck can deal."""
        named = {1: "one-card", 3: "three-card", 4: "four-card"}
        joker = bool(self.deck.get("joker"))
        if size in named and not joker and self.maybe():
            return named[size]
        most = 4 + joker  # an order has to serve a whole deck too
        shapes = [
            name
            for name, each in CATEGORIES.items()
            if not (each.straight or each.flush or each.low or each.leads is not None)
            and sum(each.groups) <= size
            and (not each.groups or each.groups[0] <= most)
        ]
        if not joker and size > 1 and self.pick(False, False, True):
            pairs = [name for name in shapes if name != "high card"]
            spec: dict[str, Any] = {"cards": size, "order": ["low", *reversed(pairs)], "low": True}
            strict = spec | {"qualifier": f"low of {RANKS[self.cards.ranks[-2]]}"}
            return strict if self.maybe() and self.made(strict).top else spec
        more = [name for name in ("straight flush", "straight", "flush") if size > 1 and self.maybe()]
        order = self.draw(st.permutations(shapes + more))
        return {"cards": size, "order": list(order)} | ({"wild": self.pick("bug", "any")} if joker else {})

    def made(self, spec: Any) -> Ranking:
        return ranking(spec, self.cards)

    def lines(self, spec: Any) -> list[str]:
        """Lines that this ranking knows, best first, no two on the same threshold."""
        judged = self.made(spec)
        lines: dict[int, str] = {}
        for name in judged.categories:
            for line in (name, *(f"{name} of {RANKS[rank]}" for rank in judged.deck.ranks)):
                try:
                    lines.setdefault(judged.threshold(line), line)
                except PitbossError:
                    continue
        return [lines[least] for least in sorted(lines, reverse=True) if least <= judged.top]

    def table(self, spec: Any, covering: bool = False) -> dict[str, Any]:
        """A pay table; ``covering``: with a line for every hand."""
        lines = self.lines(spec)
        chosen = set(self.draw(st.lists(st.sampled_from(lines), min_size=1, max_size=4, unique=True)))
        if covering:
            chosen.add(lines[-1])
        return {line: self.pick(*ODDS) for line in lines if line in chosen}

    def threshold(self, spec: Any) -> str:
        """A line that some hands reach and some do not."""
        lines = self.lines(spec)
        return str(self.pick(*lines[:-1])) if len(lines) > 1 else lines[0]

    # Wagers ----------------------------------------------------------------------------------------------------

    def shown(self, spec: Any, hand: str = "", fold: bool = True) -> dict[str, Any]:
        """The words of a wager on a hand alone."""
        wager: dict[str, Any] = {"hand": hand} if hand else {}
        if fold:
            wager["fold"] = self.pick("lose", "stands", "stands", "push")
        kind = self.pick("table", "tables", "covering")
        if kind == "covering" and not (isinstance(spec, dict) and "qualifier" in spec):
            return wager | {"shown": "table", "table": self.table(spec, covering=True)}
        wager["shown"] = ["table", self.pick("lose", "lose", "push", "1 to 2")]
        if kind == "tables":
            first = self.table(spec)
            return wager | {"tables": {"A": first, "B": {line: self.pick(*ODDS) for line in first}}}
        return wager | {"table": self.table(spec)}

    def against(self, spec: Any, qualifies: bool, fold: bool) -> dict[str, Any]:
        """The words of a wager against the dealer."""
        wager: dict[str, Any] = {"against": "dealer"}
        if fold:
            wager["fold"] = self.pick("lose", "lose", "push")
        reads = False
        for name in (["unqualified"] if qualifies and self.maybe() else []) + ["win", "tie", "lose"]:
            usual = {"win": "1 to 1", "tie": "push", "lose": "lose", "unqualified": "push"}[name]
            wager[name] = self.pick(usual, usual, "push", "1 to 1", "2 to 1", ["table", usual])
            reads = reads or isinstance(wager[name], list)
        if reads:
            wager["table"] = self.table(spec)
        if self.pick(False, False, True):
            wager["bonus"] = self.table(spec)
        return wager

    def sides(self, spec: Any, own: str, fold: bool, also: dict[str, Any]) -> None:
        """Perhaps wagers beside the main one, on hands of their own (``also``: their rankings by name)."""
        if self.maybe():
            self.wagers["side"] = {"initial": self.pick("beside", "alone")} | self.shown(spec, own, fold)
        for name, other in also.items():
            if self.maybe():
                self.wagers[f"on-{name}"] = {"initial": "beside"} | self.shown(other, name, fold)

    def game(self, shape: str, script: list[dict[str, Any]], **parts: Any) -> dict[str, Any]:
        shared = sum(step.get("cards", 0) for step in script if step.get("deal") not in (None, "player"))
        shared += sum(step.get("burn", 0) for step in script)
        each = sum(step["cards"] for step in script if step.get("deal") == "player")
        fits = (len(self.cards) - shared) // each if each else 3
        unit = next(name for name, wager in self.wagers.items() if "initial" in wager and "equals" not in wager)
        return {
            "id": shape,
            "name": f"drawn {shape}",
            "deck": self.deck,
            "spots": max(1, min(3, fits)),
            "unit": unit,
            "script": script,
            "wager": self.wagers,
            **parts,
        }

    def deal_player(self, cards: int, placed: list[str] | None = None) -> dict[str, Any]:
        step: dict[str, Any] = {"deal": "player", "cards": cards}
        if cards > 1 and self.pick(False, False, True):
            step["packet"] = False
        return step | ({"if_placed": placed} if placed else {})

    # Shapes ----------------------------------------------------------------------------------------------------

    def _count(self) -> dict[str, Any]:
        """No decision: pay tables on what is dealt."""
        own = self.pile(1, 2, 3)
        board = self.pile(1, 2)
        together = self.maybe()
        spec = self.ranking(self.pick(*range(1, min(4, own + board if together else own) + 1)))
        other = self.ranking(self.pick(*range(1, board + 1)))
        script: list[dict[str, Any]] = [self.deal_player(own)]
        if self.maybe():
            script.append({"burn": 1})
        script.append({"deal": "board", "cards": board, "face": self.pick("up", "down")})
        if self.maybe():
            script.append({"dispense": "deck"})
        if script[-1].get("face") == "down" or script[-2].get("face") == "down":
            script.append({"turn": "board"})
        self.wagers["main"] = {"initial": "required"} | self.shown(spec, "player", fold=False)
        self.sides(spec, "player", False, {"board": other})
        script.append({"settle": "all"})
        hands = {
            "player": {"of": ["player", "board"] if together else ["player"]},
            "board": {"of": ["board"], "ranking": other},
        }
        return self.game("count", script, ranking=spec, hand=hands)

    def _hold(self) -> dict[str, Any]:
        """Cards are held, then a hidden board fills the hand up; or the board lies open when cards are held."""
        own = self.pile(2, 3, leave=2)
        board = self.pile(1, 2, 3)
        size = self.pick(*range(2, min(own + board, 4) + 1))
        spec = self.ranking(size)
        least = max(1, size - board)
        counts = sorted(self.draw(st.sets(st.integers(least, min(own, size)), min_size=1)))
        first = self.ranking(own)
        script: list[dict[str, Any]] = [self.deal_player(own)]
        if self.maybe() and sum(self.piles) < len(self.cards):
            script.append({"burn": 1})
        fold = self.maybe()
        self.wagers["main"] = {"initial": self.pick("required", "alone")} | self.shown(spec, "final", fold)
        if fold and own > size:
            self.wagers["main"]["fold"] = "lose"  # a folded hand holds more cards than can play
        side = self.maybe()
        if side:
            self.wagers["first"] = {"initial": "beside"} | self.shown(first, "first", fold)
        seen = self.pick(False, False, True)
        script += [{"deal": "board", "cards": board}, *([{"turn": "board"}] if seen else []), {"decide": "hold"}]
        if side and self.maybe():
            script.append({"settle": "first"})
        if not seen:
            script.append({"turn": "board"})
        if self.maybe() and not side:
            script.append({"collect": "out"})
        script.append({"settle": "all"})
        options: list[dict[str, Any]] = [{"say": "hold {held}", "hold": counts}]
        if fold:
            options.append({"say": "fold", "fold": True})
        hands = {
            "final": {"of": ["player", "board"], "must": {"player": "all"}},
            "first": {"of": ["player"], "at": "deal", "ranking": first},
        }
        return self.game("hold", script, ranking=spec, hand=hands, decision={"hold": options})

    def _stages(self) -> dict[str, Any]:
        """A board turned card by card; wagers are added or taken back on the way, there is no dealer."""
        own, board = self.pile(1, 2, leave=3), self.pile(2, 3)
        spec = self.ranking(self.pick(*range(1, min(own + board, 4) + 1)))
        take = self.maybe()
        other = self.ranking(self.pick(*range(1, board + 1)))
        script: list[dict[str, Any]] = [self.deal_player(own), {"deal": "board", "cards": board}]
        decisions: dict[str, Any] = {}
        stages = self.pick(*range(1, board + 1))
        self.wagers["ante"] = {"initial": "required"} | self.shown(spec, "", fold=not take)
        for stage in range(1, stages + 1):
            name, key = f"stage-{stage}", f"bet-{stage}"
            if take:
                self.wagers[key] = {"initial": "required", "equals": "ante"} | self.shown(spec, "", fold=False)
                decisions[name] = [{"say": "ride"}, {"say": "take back", "take": key}]
            else:
                self.wagers[key] = {"of": "ante"} | self.shown(spec, "", fold=True)
                if self.maybe():  # the same table, by name
                    like = self.wagers["ante"]
                    shown = {"shown": like["shown"]} if "shown" in like else {}
                    self.wagers[key] = {"of": "ante", "fold": self.pick("lose", "stands"), "table": "ante"} | shown
                times = self.pick([1, 2], [1, 3], [2])
                say = "bet {times}x" if len(times) > 1 else "bet"
                out = self.pick({"say": "fold", "fold": True}, {"say": "check"})
                decisions[name] = [out, {"say": say, "place": {key: times if len(times) > 1 else times[0]}}]
            script.append({"decide": name})
            script.append({"turn": "board", "cards": 1})
        if stages < board:
            script.append({"turn": "board"})
        folds = any("fold" in option for options in decisions.values() for option in options)
        self.sides(spec, "", True, {"board": other})
        if folds and self.maybe():
            script.append({"settle": list(self.wagers), "only": "folded"})
        script.append({"settle": "all"})
        hands = {"player": {"of": ["player", "board"]}, "board": {"of": ["board"], "ranking": other}}
        return self.game("stages", script, ranking=spec, hand=hands, decision=decisions)

    def _showdown(self) -> dict[str, Any]:
        """The player against the dealer, some of whose cards are seen, perhaps discarded, before the decision."""
        own, peel = self.pile(1, 2, 3, leave=3), self.maybe()
        dealer = self.pile(*((2, 3) if peel else (1, 2, 3)))
        up = 1 if peel else self.pick(0, 1, dealer)
        turned = peel and self.maybe()
        twice = turned and dealer > 2 and self.maybe()
        size = self.pick(*range(1, min(own, dealer - peel - twice) + 1))
        spec, qualifies = self.ranking(size), self.maybe()
        script: list[dict[str, Any]] = [self.deal_player(own)]
        if dealer > up:
            script.append({"deal": "dealer", "cards": dealer - up})
        if up:
            script.append({"deal": "dealer", "cards": up, "face": "up"})
        if self.maybe():
            script.append({"dispense": "deck"})
        if peel:
            script.append({"discard": "dealer", "up_at_least": RANKS[self.pick(*self.cards.ranks)]})
        if turned:
            script.append({"turn": "dealer", "cards": 1, "if_none_up": "dealer"})
        if twice:
            script.append({"discard": "dealer", "up_at_least": RANKS[self.pick(*self.cards.ranks)]})
        script.append({"decide": "play"})
        options: list[dict[str, Any]] = [{"say": "fold", "fold": True}, {"say": "play", "place": {"play": 1}}]
        if self.maybe():
            more: dict[str, Any] = {"say": "raise {times}x", "place": {"play": [2, 3]}}
            options.append(more | ({"needs": self.threshold(spec)} if self.maybe() else {}))
        self.showdown_wagers(spec, qualifies)
        self.sides(spec, "", True, {})
        hands: dict[str, Any] = {"player": {"of": ["player"]}, "dealer": {"of": ["dealer"]}}
        if qualifies:
            hands["dealer"]["qualifies"] = self.threshold(spec)
        self.showdown_end(script, dealer > up, False)
        return self.game("showdown", script, ranking=spec, hand=hands, decision={"play": options})

    def _community(self) -> dict[str, Any]:
        """A showdown with one community card that a player may swap for one of his own; wagers may stand alone."""
        own = self.pile(2, 3, leave=3)
        dealer = self.pile(*range(own - 1, 4))
        self.pile(1, leave=0)
        spec, card, qualifies = self.ranking(own), self.ranking(1), self.maybe()
        self.showdown_wagers(spec, qualifies, "alone")
        self.sides(spec, "", True, {})
        alone = self.maybe()
        if alone:
            self.wagers["on-card"] = {"initial": "alone"} | self.shown(card, "card", True) | {"fold": "stands"}
        placed = [key for key in self.wagers if key not in ("on-card", "play")] if alone else None
        script: list[dict[str, Any]] = [
            self.deal_player(own, placed),
            {"deal": "dealer", "cards": dealer},
            {"deal": "board", "cards": 1, "face": "up"},
            {"decide": "play"} | ({"if_placed": placed} if placed else {}),
        ]
        options: list[dict[str, Any]] = [
            {"say": "fold", "fold": True},
            {"say": "play", "hold": own, "place": {"play": 1}},
            {"say": "swap {out}", "hold": own - 1, "place": {"play": 1}},
        ]
        hands: dict[str, Any] = {
            "player": {"of": ["player", "board"], "must": {"player": "all"}},
            "dealer": {"of": ["dealer", "board"]},
            "card": {"of": ["board"], "ranking": card},
        }
        if qualifies:
            hands["dealer"]["qualifies"] = self.threshold(spec)
        self.showdown_end(script, True, True)
        return self.game("community", script, ranking=spec, hand=hands, decision={"play": options})

    def showdown_wagers(self, spec: Any, qualifies: bool, initial: str = "required") -> None:
        self.wagers["ante"] = {"initial": initial} | self.against(spec, qualifies, fold=True)
        if self.maybe():
            self.wagers["blind"] = {"initial": initial, "equals": "ante"} | self.against(spec, qualifies, fold=True)
        self.wagers["play"] = {"of": "ante"} | self.against(spec, qualifies, fold=False)

    def showdown_end(self, script: list[dict[str, Any]], hidden: bool, swap: bool) -> None:
        """From the decision to the settlement."""
        stands = [key for key, wager in self.wagers.items() if wager.get("fold") == "stands"]
        if self.maybe():
            script.append({"settle": [key for key in self.wagers if key not in (*stands, "play")], "only": "folded"})
        if "on-card" in self.wagers and self.maybe():
            script.append({"settle": "on-card", "only": "losing"})
        if stands in ([], ["on-card"]) and self.maybe():
            script.append({"collect": ["folded", "out"] if swap else "folded"})
        if hidden:
            script.append({"turn": "dealer"})
        if self.maybe():
            script.append({"set": "dealer"} | ({"rack_unused": "dealer"} if swap and self.maybe() else {}))
        if self.maybe():
            script.append({"announce": "dealer"})
        script.append({"settle": "all"})

    def _board(self) -> dict[str, Any]:
        """Player and dealer share a board that comes between or after the decisions."""
        own, dealer = self.pile(1, 2, leave=3), self.pile(1, 2)
        board = self.pile(1, 2)
        size = self.pick(*range(1, min(own, dealer) + board + 1)[:4])
        spec = self.ranking(size)
        qualifies = self.maybe()
        early = self.maybe()  # a decision before the board
        hidden = self.maybe()  # the board lies face down and is turned
        script: list[dict[str, Any]] = [self.deal_player(own), {"deal": "dealer", "cards": dealer}]
        if hidden:
            script.append({"deal": "board", "cards": board})
        decisions: dict[str, Any] = {}
        if early:
            script.append({"decide": "before"})
            decisions["before"] = [{"say": "check"}, {"say": "raise {times}x", "place": {"play": [2, 3]}}]
        first = self.pick(*range(1, board + 1))
        for count in filter(None, (first, board - first)):
            script.append(
                {"turn": "board", "cards": count} if hidden else {"deal": "board", "cards": count, "face": "up"}
            )
            if "river" not in decisions:
                script.append({"decide": "river"} | ({"unless_placed": "play"} if early else {}))
                decisions["river"] = [{"say": "fold", "fold": True}, {"say": "bet", "place": {"play": 1}}]
        script.append({"turn": "dealer"})
        if self.maybe():
            script.append({"announce": "dealer"})
        script.append({"settle": "all"})
        self.wagers["ante"] = {"initial": "required"} | self.against(spec, qualifies, fold=True)
        self.wagers["play"] = {"of": "ante"} | self.against(spec, qualifies, fold=False)
        seen = own + first
        flop = self.ranking(self.pick(*range(1, min(seen, 4) + 1)))
        self.sides(spec, "", True, {"flop": flop})
        hands: dict[str, Any] = {
            "player": {"of": ["player", "board"]},
            "dealer": {"of": ["dealer", "board"]},
            "flop": {"of": ["player", "board"], "at": "river", "ranking": flop},
        }
        if qualifies:
            hands["dealer"]["qualifies"] = self.threshold(spec)
        return self.game("board", script, ranking=spec, hand=hands, decision=decisions)
