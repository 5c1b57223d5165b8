"""The cards on the table: hands, board, burns, muck, discards and the deck, and the acts that move them."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.cards import JOKER, UNKNOWN, Card
from pitboss.poker.game import PokerGame
from pitboss.poker.layout.chips import TableChips


class TableCards(TableChips):
    """Cards by position and pile; nothing outside this module puts another pile in the place of one."""

    __slots__ = (
        "aside",
        "board",
        "burns",
        "discards",
        "down",
        "early",
        "game",
        "held",
        "joker",
        "known",
        "muck",
        "shown",
        "stub",
        "thrown",
        "up",
    )

    game: PokerGame
    down: list[list[Card]]
    up: list[list[Card]]
    board: list[Card]
    burns: list[Card]
    muck: list[Card]
    discards: list[list[Card]]
    thrown: dict[int, tuple[list[Card], list[Card]]]
    stub: list[Card]
    shown: int  # whose hand everybody has seen
    # Irregularities: cards out of the hand, turned up too early, or held for the next burn (everybody has seen them);
    # whether a joker was left in the deck and not found yet
    aside: tuple[Card, ...]
    early: tuple[Card, ...]
    held: tuple[Card, ...]
    joker: bool
    known: dict[int | str, list[Card]] | None

    def _lay_cards(self, known: Iterable[tuple[int | str, list[Card]]] | None, joker: bool) -> None:
        seats = self.seats
        self.down, self.up = [[] for _ in seats], [[] for _ in seats]
        self.discards = [[] for _ in seats] if self.game.draws else [[]] * len(seats)
        self.board, self.burns, self.muck, self.stub, self.thrown = [], [], [], [], {}
        self.shown = 0
        self.aside = self.early = self.held = ()
        self.joker = joker
        self.known = None if known is None else {pile: list(reversed(cards)) for pile, cards in known}

    # The deck -----------------------------------------------------------------------------------------------------

    def fresh_deck(self) -> None:
        """The whole deck is shuffled and becomes the stub; its top card is dealt first."""
        if self.known is None:
            cards = self.game.deck.cards
            self.stub = list(self._mix((*cards, JOKER) if self.joker else cards))
            self.stub.reverse()

    def reshuffle(self, cards: list[Card]) -> None:
        """These cards are shuffled and become the stub."""
        self.stub = list(self._mix(cards))
        self.stub.reverse()

    def top(self, pile: int | str = "") -> Card:
        """The next card of the deck, or of what is known to lie on a pile."""
        if self.known is None:
            return self.stub.pop()
        cards = self.known.get(pile)
        return cards.pop() if cards else UNKNOWN

    def take(self, pile: int | str, count: int) -> tuple[Card, ...]:
        """The next cards for a pile, as :meth:`top` gives them."""
        if self.known is None:
            pop = self.stub.pop
            return (pop(),) if count == 1 else tuple([pop() for _ in range(count)])
        return tuple([self.top(pile) for _ in range(count)])

    def gather(self) -> None:
        """Every card on the table goes back to the dealer, unshuffled."""
        for position in range(len(self.seats)):
            self.down[position], self.up[position], self.discards[position] = [], [], []
        self.board, self.burns, self.muck, self.stub, self.thrown = [], [], [], [], {}
        self.aside = tuple(card for card in self.aside if card not in self.game.deck)  # a joker found stays out
        self.early = self.held = ()
        self.shown = 0

    def scramble(self) -> int:
        """Mix the rest of the deck with the burns; return the number of cards (PK-26)."""
        cards = self.stub + self.burns
        self.burns = []
        self.reshuffle(cards)
        return len(cards)

    def use_what_is_out_of_play(self) -> None:
        """Cards of the deck that were put out of play lie among the burns."""
        self.burns += [card for card in self.aside if card in self.game.deck]
        self.aside = tuple(card for card in self.aside if card not in self.game.deck)

    def others_discards(self, position: int) -> list[Card]:
        """The cards this position may be dealt when the deck is out: others' discards and folded hands (LB-4)."""
        cards = self.muck
        for other, pile in enumerate(self.discards):
            if other != position:
                cards = cards + pile
        return cards

    def take_up_discards(self, position: int) -> None:
        """They become the deck."""
        cards = self.others_discards(position)
        for other in range(len(self.seats)):
            if other != position:
                self.discards[other] = []
        self.muck = []
        self.reshuffle(cards)

    # Irregular cards ----------------------------------------------------------------------------------------------

    def put_out(self, card: Card) -> None:
        """A card leaves the hand; everybody sees it. A joker that was left in the deck is found."""
        self.aside += (card,)
        if card == JOKER:
            self.joker = False

    def joker_stays_out(self) -> None:
        """A joker was found before the deal that starts again."""
        self.joker, self.aside = False, (JOKER,)

    def hold(self, cards: tuple[Card, ...]) -> None:
        """Cards everybody has seen that are the next burns (PK-20)."""
        self.held += cards

    def take_held(self) -> Card:
        """The first of those cards, to be burned."""
        card, *rest = self.held
        self.held = tuple(rest)
        return card

    def turned_early(self, cards: tuple[Card, ...]) -> None:
        """Cards turned before their time, until they are reshuffled (PK-22, PK-23)."""
        self.early += cards

    def take_early(self) -> list[Card]:
        """Those cards, to be reshuffled."""
        cards, self.early = list(self.early), ()
        return cards

    def take_board(self) -> list[Card]:
        """The board, taken back."""
        cards, self.board = self.board, []
        return cards

    # Hands --------------------------------------------------------------------------------------------------------

    def own_cards(self, position: int) -> list[Card]:
        """The down and up cards of a position."""
        return self.down[position] + self.up[position]

    def exchange(self, position: int, kept: list[Card], gone: Iterable[Card]) -> None:
        """Keep some down cards of a player and throw the others away."""
        self.down[position] = kept
        self.discards[position] += gone

    def name_cards(self, position: int, down: list[Card]) -> None:
        """The down cards of a player whose cards were unknown."""
        self.down[position] = down

    def show_hand(self, position: int) -> None:
        """Everybody sees a player's cards."""
        self.shown |= 1 << position

    def to_the_muck(self, position: int) -> None:
        """Throw a player's cards away, who then has no live hand."""
        self.pass_over(1 << position)
        down, up = self.thrown[position] = self.down[position], self.up[position]
        self.muck += down
        self.muck += up
        self.down[position], self.up[position] = [], []

    def from_the_muck(self, position: int) -> None:
        """They come back, as they were (PK-17)."""
        down, up = self.thrown.pop(position)
        for card in (*down, *up):
            self.muck.remove(card)
        self.down[position], self.up[position] = down, up
