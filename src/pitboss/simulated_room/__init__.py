"""A room simulated: days to a year of a card room, played by the real engine and written as a real room writes.

The parts, and what passes between them::

    description   the room as its file describes it: tables, hours, heads, what is planted
    visitors      who sits where in each hour of a day
    log           the log of one table being written: lines, chain, decks, hands
    house_day     a day of a table against the house: decisions from the strategy book, rounds by the engine
    poker_day     a day of a poker table
    thief         a dealer whose payments differ from what settlement says
    bands         what a table should have won, and the band around it
    run           all tables day by day into a database, on all cores
"""
