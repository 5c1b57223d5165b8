"""Dealing: when the next deal begins, what happens when one is over, and the dealer's own steps.

At a table dealt by machine deals begin by themselves: after a pause, or when the betting window closes. At a table
dealt by a person each act of the dealer is one step of the role dealer, from the first card to taking up the chips;
if the table closes or its dealer is gone beyond the grace, the machine finishes the hand.
"""

from __future__ import annotations

from pitboss.deal.deal import RAIL
from pitboss.deal.record import DealerStep, SeatAct
from pitboss.deal.session_log import Dealing
from pitboss.deal.session_record import CameBack, Dealt, Finished, Left, Named, Placed, SatOut
from pitboss.errors import PitbossError
from pitboss.room.line import PlayedHand
from pitboss.room.people import BOT, GUEST
from pitboss.room.table import floor, rack, seats
from pitboss.room.table.outcome import Opened, Presence, Said, Told
from pitboss.room.table.questions import ACT, NAME, SeatQuestion
from pitboss.room.table.table import CLOSE_WINDOW, DEAL, GRACE, NO_DEALER, Due, Table

# When ------------------------------------------------------------------------


def may_deal(table: Table) -> bool:
    """True if a deal could begin now, if the game were named."""
    session, state = table.session, table.state
    if session.running is not None or state.paused or state.closing:
        return False
    return not session.why_not_deal() if session.next_game else bool(session.default_game())


def choose_namer(table: Table) -> None:
    """Set the seat that names the next game; 0 if nobody is to name one now."""
    session = table.session
    unnamed = session.running is None and not session.next_game
    table.namer = session.namer if unnamed and may_deal(table) else 0


def schedule(table: Table) -> None:
    """Set who names the next game, and the time of the next deal where it begins by itself after a pause."""
    choose_namer(table)
    if not table.by_machine or table.wagering or table.namer or not may_deal(table):
        table.deal_at = None
    elif table.window.all_ready(table.seated, table.questions.lost):
        table.deal_at = table.now
    elif table.deal_at is None:
        table.deal_at = table.now + table.config.pause


def ask(table: Table) -> None:
    """Ask the session's current questions, and start or stop clocks."""
    now, version, dealing = table.now, table.version, table.session.dealing
    wanted = {}
    if dealing is not None and dealing.deal.actors:
        deal, asked = dealing.deal, table.questions.open
        for seat in deal.actors:
            player = dealing.players[seat]
            old = table.questions.unchanged(seat, player, deal) if seat in asked else None
            wanted[seat] = old or SeatQuestion(
                ACT, seat, now, version, deal.legal(seat), deal, player, len(deal.record.entries)
            )
    elif table.namer:
        wanted[table.namer] = SeatQuestion(NAME, table.namer, now, version, player=table.player(table.namer))
    clocks, banks = table.questions.ask(wanted, version, now, table.state.bank)
    table.notices += clocks
    if banks is not table.state.bank:
        table.state = table.state.but(bank=banks)


def go_on(table: Table) -> None:
    """Do everything that follows by itself, then ask what is to be decided next."""
    while _go_on(table):
        pass
    follow_up(table)


def follow_up(table: Table) -> None:
    """Set the next deal, questions and clocks as they follow from what was done, and ask the bots."""
    schedule(table)
    ask(table)
    if BOT in table.state.people.values() or table.bots_asked:
        turns = table.bot_turns()
        table.notices += [turn for turn in turns if turn not in table.bots_asked]
        table.bots_asked = turns


def _go_on(table: Table) -> bool:
    """Do one thing that follows by itself; False if nothing does."""
    session = table.session
    if session.running is not None:
        if not session.running.done:
            return _pre_act(table) or _step_by_itself(table)
        if not machine_finishes(table):
            return False  # the floor may still rule on it
        finish(table)
        return True
    if table.state.closing:
        if table.state.closed:
            return False
        _cash_everyone_out(table)
        return True
    table.shoe.prepare(session.next_shuffles())  # so that the seals of the next decks are shown before the deal
    all_ready = table.wagering and table.window.all_ready(table.seated, table.questions.lost)
    return all_ready and table.by_machine and may_deal(table) and begin(table)


def _step_by_itself(table: Table) -> bool:
    """Let the machine do the dealer's next act where no person deals any more."""
    if table.by_machine or table.session.actors or not machine_finishes(table):
        return False
    table.do(DealerStep())
    return True


def _cash_everyone_out(table: Table) -> None:
    """Close a closing table whose hand is over."""
    for seat in list(table.seated):
        table.do(Left(seat))
        table.notices.append(Presence(seat, "gone"))
    rack.close(table)
    table.state = table.state.but(closed=True, leaving=(), moving={})


def machine_finishes(table: Table) -> bool:
    """True if the machine carries the running deal to its end; at a table dealt by a person only if it has to."""
    if table.by_machine or table.state.closing:
        return True
    grace = table.questions.grace_ends(table.state.dealer)
    return grace is not None and grace <= table.now


def _pre_act(table: Table) -> bool:
    session = table.session
    for seat in session.actors if table.pre_actions else ():
        wanted = table.pre_actions.get(seat)
        if wanted is not None:
            if wanted.once:
                del table.pre_actions[seat]
            action = wanted.choose(session.legal(seat))
            if action:
                table.questions.answered(seat)
                table.do(SeatAct(seat, action))
                return True
    return False


# A deal begins ------------------------------------------------------------------------


def begin(table: Table, dropped: frozenset[int] = frozenset()) -> bool:
    """Begin the next deal; False if it did not.

    A game that nobody is there to name is named first, so that the seal of its deck is shown before the deal.
    ``dropped`` are seats whose players know why they sit out.
    """
    session = table.session
    if not session.next_game:
        table.do(Named(session.default_game()))
        table.deal_at = table.now
        return False
    seats.top_everyone_up(table)
    _let_the_lost_wait(table)
    why = rack.why_short(table, session.liability())
    if why:
        table.state = table.state.but(paused=floor.FOR_A_FILL)
        table.window.closes = table.now  # it closes again as soon as the table goes on
        table.notices.append(Said("", f"The table is paused: {why}."))
        return False
    try:
        table.do(Dealt("", table.by_machine, dict(session.ASKING)))
    except PitbossError as error:
        return _without_invalid_places(table, str(error))
    _open_draws(table)
    if table.wagering:
        _tell_who_sits_out(table, dropped)
    table.window.reopen()
    table.deal_at = None
    state = table.state
    table.state = state.but(hand=state.hand + 1, started=round(table.now * 1_000_000), first_line=table.log.number + 1)
    return True


def _let_the_lost_wait(table: Table) -> None:
    """Let absent players who owe blinds wait for the big blind, at no cost (PK-25)."""
    session = table.session
    lost = [seat for seat in session.blind_choices() if table.player(seat) in table.questions.lost]
    for seat in lost:
        table.do(CameBack(seat, wait=True))
    if lost and session.why_not_deal():  # too few would be left
        for seat in lost:
            table.do(CameBack(seat))
        return
    for seat in lost:
        words = f"seat {seat} waits for the big blind, since you were not here to choose; come back to post at once."
        table.notices.append(Told(table.player(seat), words, "PK-25"))


def _tell_who_sits_out(table: Table, dropped: frozenset[int]) -> None:
    dealing = table.session.dealings()[-1]
    dealt_in = dealing.players
    for seat, view in table.seated.items():
        if view.status != "out" and seat not in dealt_in and seat not in dropped:
            table.notices.append(Told(view.player, f"spot {seat} sits out: nothing was placed on it.", "HB-1"))


def _without_invalid_places(table: Table, why: str) -> bool:
    """After a refused deal, take back all wagers that are no longer valid and try again; without any, pause."""
    dropped = set()
    for seat, view in table.seated.items():
        if view.placed:
            try:
                table.do(Placed(seat, dict(view.placed)))
            except PitbossError as error:
                table.do(Placed(seat, {}))
                dropped.add(seat)
                table.notices.append(Told(view.player, f"spot {seat} sits out: {error}", error.rule or "HB-1"))
    table.window.reopen()
    table.deal_at = None
    if not dropped:
        table.state = table.state.but(paused=why)
        table.notices.append(Said("", f"The table is paused: {why}"))
        return False
    return may_deal(table) and begin(table, frozenset(dropped))


def _open_draws(table: Table) -> None:
    """Open the decks that were shuffled for the deal but not dealt in it, such as a draw for the button (PK-1)."""
    step, dealing = table.steps[-1], table.session.dealing
    assert dealing is not None
    shown = {card for event in step.events if event.up for card in event.cards}
    for order in step.entry.shuffles:
        if order not in dealing.deal.record.shuffles:
            seen = tuple(at for at, card in enumerate(order) if card in shown)
            table.notices.append(Opened(table.shoe.deck(order), dict.fromkeys((RAIL, *dealing.viewers), seen)))


# A deal is over ------------------------------------------------------------------------


def finish(table: Table) -> None:
    """Close a deal that is over."""
    dealing = table.session.dealing
    table.do(Finished())
    assert dealing is not None
    after_deal(table, dealing)


def after_deal(table: Table, dealing: Dealing) -> None:
    """Record the deal, open its decks, and let everyone leave who asked to."""
    table.hands.append(_played(table, dealing))
    table.sizes.append(table.hands[-1].size)
    if table.watched:
        _open_decks(table, dealing)
    table.pre_actions.clear()
    table.window.reopen()
    table.questions.all_answered()
    table.deal_at = None
    table.session.forget(table.state.opened)
    seats.between_deals(table)
    if not table.state.closing:
        seats.top_everyone_up(table, broke=True)  # so that there are enough players for the next deal
    table.state = table.state.but(opened=table.version)


def _played(table: Table, dealing: Dealing) -> PlayedHand:
    size, net = dealing.outcome()
    seals = tuple(table.shoe.deck(order).root for order in dealing.deal.record.shuffles)
    return PlayedHand(
        number=table.state.hand,
        game=dealing.game,
        started=table.state.started,
        ended=round(table.now * 1_000_000),
        first_line=table.state.first_line,
        last_line=table.log.number + 1,
        players=dict(dealing.players),
        size=size,
        net=net,
        record=table.session.packed(dealing.deal).encode(),
        seals=seals,
    )


def _open_decks(table: Table, dealing: Dealing) -> None:
    """Send each viewer the leaves of the cards that viewer saw, and no others."""
    deal = dealing.deal
    viewers = {RAIL: RAIL, **dealing.viewers}
    seen = {viewer: deal.seen_positions(name) for viewer, name in viewers.items()}
    for number, order in enumerate(deal.record.shuffles):
        positions = {viewer: each[number] for viewer, each in seen.items()}
        table.notices.append(Opened(table.shoe.deck(order), positions))


# In time ------------------------------------------------------------------------


def when_due(table: Table, due: Due) -> None:
    """Do what a table does by itself in time: defaults, closing the betting window, the next deal, ended graces."""
    if due.what == GRACE:
        _send_away(table, due.player)
    elif due.what == CLOSE_WINDOW:
        _close_window(table)
    elif due.what == DEAL:
        begin(table)
    elif due.what != NO_DEALER:  # the machine finishes the deal by itself
        _answer(table, table.questions.open[due.seat])


def _answer(table: Table, question: SeatQuestion) -> None:
    """Answer for an absent player: the free option that keeps all wagers, else a fold; or the first game possible."""
    session, seat = table.session, question.seat
    player = table.player(seat)
    if question.what == ACT:
        default = session.default_act(seat)
        table.do(default)
        words = default.action
    else:
        words = session.default_game()
        table.do(Named(words))
    table.questions.answered(seat)
    table.notices.append(Told(player, f"Your time is up: {words}."))


def _close_window(table: Table) -> None:
    """Deal the wagers placed, whether their players are ready or connected or not; without any there is no deal."""
    table.window.closes = None
    if may_deal(table):
        begin(table)
    else:
        table.window.reopen()


def _send_away(table: Table, player: str) -> None:
    """Cash out a guest who is gone when the hand is over; anyone else sits out from the next deal on."""
    chosen = table.to_send_away(player)
    if table.state.people.get(player) == GUEST:
        seats.give_up(table, chosen)
    else:
        for seat in chosen:
            table.do(SatOut(seat))
        table.tell_presence(player)
