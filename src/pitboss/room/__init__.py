"""The card room: tables, seats, clocks, waiting lists and the bank, without network, database or wall clock.

A table hosts a session of any kind (:mod:`pitboss.deal.session`), which is handed in. Time is an argument and so is
every shuffle, so a whole evening is played in a test without waiting.
"""
