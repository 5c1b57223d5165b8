"""The cards on the table: hands, board, burns, muck, discards and the deck, and the acts that move them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.cards import JOKER, UNKNOWN, Card, Deck


@dataclass(slots=True)
class TableCards:
    """Cards by position and pile; nothing outside this class replaces a pile."""

    deck: Deck
    down: list[list[Card]]
    up: list[list[Card]]
    discards: list[list[Card]]
    known: dict[int | str, list[Card]] | None  # the cards of each pile, the next one last, if there is no deck
    joker: bool  # one was left in the deck and has not been found yet
    board: list[Card] = field(default_factory=list)
    burns: list[Card] = field(default_factory=list)
    muck: list[Card] = field(default_factory=list)
    stub: list[Card] = field(default_factory=list)
    thrown: dict[int, tuple[list[Card], list[Card]]] = field(default_factory=dict)
    shown: int = 0  # players whose hand everybody has seen
    # Cards out of the hand, turned up too early, or held for the next burn; everybody has seen them.
    aside: tuple[Card, ...] = ()
    early: tuple[Card, ...] = ()
    held: tuple[Card, ...] = ()

    @classmethod
    def before_deal(
        cls, deck: Deck, seats: int, draws: bool, known: Iterable[tuple[int | str, list[Card]]] | None, joker: bool
    ) -> TableCards:
        """The table before the first card."""
        piles = None if known is None else {pile: list(reversed(cards)) for pile, cards in known}
        discards: list[list[Card]] = [[] for _ in range(seats)] if draws else [[]] * seats
        return cls(deck, [[] for _ in range(seats)], [[] for _ in range(seats)], discards, piles, joker)

    # The deck -----------------------------------------------------------------------------------------------------

    def whole_deck(self) -> tuple[Card, ...]:
        """Every card that is shuffled before the deal."""
        return (*self.deck.cards, JOKER) if self.joker else self.deck.cards

    def put_on_table(self, order: tuple[Card, ...]) -> None:
        """Make shuffled cards the stub; the first of them is dealt first."""
        self.stub = list(order)
        self.stub.reverse()

    def top(self, pile: int | str = "") -> Card:
        """Take the next card of the deck, or the next known card of a pile."""
        if self.known is None:
            return self.stub.pop()
        cards = self.known.get(pile)
        return cards.pop() if cards else UNKNOWN

    def take(self, pile: int | str, count: int) -> tuple[Card, ...]:
        """Take the next cards for a pile, one by one as in :meth:`top`."""
        if self.known is None:
            pop = self.stub.pop
            return (pop(),) if count == 1 else tuple([pop() for _ in range(count)])
        return tuple([self.top(pile) for _ in range(count)])

    def gather(self) -> None:
        """Return every card on the table to the dealer, unshuffled."""
        for position in range(len(self.down)):
            self.down[position], self.up[position], self.discards[position] = [], [], []
        self.board, self.burns, self.muck, self.stub, self.thrown = [], [], [], [], {}
        self.aside = tuple(card for card in self.aside if card not in self.deck)  # a joker found stays out
        self.early = self.held = ()
        self.shown = 0

    def take_burns(self) -> list[Card]:
        """Take the burns, to be shuffled again (PK-26)."""
        cards, self.burns = self.burns, []
        return cards

    def use_what_is_out_of_play(self) -> None:
        """Put cards of the deck that were out of play among the burns."""
        self.burns += [card for card in self.aside if card in self.deck]
        self.aside = tuple(card for card in self.aside if card not in self.deck)

    def others_discards(self, position: int) -> list[Card]:
        """The cards this position may be dealt when the deck is out: others' discards and folded hands (LB-4)."""
        cards = self.muck
        for other, pile in enumerate(self.discards):
            if other != position:
                cards = cards + pile
        return cards

    def take_others_discards(self, position: int) -> list[Card]:
        """Take these discards, to be shuffled again."""
        cards = self.others_discards(position)
        for other in range(len(self.discards)):
            if other != position:
                self.discards[other] = []
        self.muck = []
        return cards

    # Irregular cards ----------------------------------------------------------------------------------------------

    def put_out(self, card: Card) -> None:
        """Take a card out of play, seen by everybody; a joker left in the deck then counts as found."""
        self.aside += (card,)
        if card == JOKER:
            self.joker = False

    def joker_stays_out(self) -> None:
        """Keep a joker that was found out of the new deal."""
        self.joker, self.aside = False, (JOKER,)

    def hold(self, cards: tuple[Card, ...]) -> None:
        """Keep cards everybody has seen as the next burns (PK-20)."""
        self.held += cards

    def take_held(self) -> Card:
        """Take the first of the held cards, to be burned."""
        card, *rest = self.held
        self.held = tuple(rest)
        return card

    def turned_early(self, cards: tuple[Card, ...]) -> None:
        """Keep cards turned too early until they are reshuffled (PK-22, PK-23)."""
        self.early += cards

    def take_early(self) -> list[Card]:
        """Take the cards turned too early, to be reshuffled."""
        cards, self.early = list(self.early), ()
        return cards

    def take_board(self) -> list[Card]:
        """Take back the board."""
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
        """Set the down cards of a player whose cards were unknown."""
        self.down[position] = down

    def show_hand(self, position: int) -> None:
        """Show a player's cards to everybody."""
        self.shown |= 1 << position

    def to_the_muck(self, position: int) -> None:
        """Throw a player's cards away."""
        down, up = self.thrown[position] = self.down[position], self.up[position]
        self.muck += down
        self.muck += up
        self.down[position], self.up[position] = [], []

    def from_the_muck(self, position: int) -> None:
        """Return a player's cards as they were (PK-17)."""
        down, up = self.thrown.pop(position)
        for card in (*down, *up):
            self.muck.remove(card)
        self.down[position], self.up[position] = down, up
