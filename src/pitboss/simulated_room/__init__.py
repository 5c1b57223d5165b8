"""A simulated room: days to a year of a card room, played by the real engine and stored as a real room is.

The parts, and what passes between them::

    description   the room as its file describes it: tables, hours, heads, planted faults
    chance        decks, visitors who come and go, and a dealer whose payments differ from what settlement says
    day           the course of a table's day: the room's own table is driven, and writes its log; a day of poker and
                  one against the house, with decisions from the strategy book
    run           all tables day by day into a database, on all cores; the win of each compared with its band
"""
