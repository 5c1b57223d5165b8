"""The audit: everything that is stored, checked again from the shuffles and decisions up.

The parts, and what passes between them::

    finding     one thing that is wrong: where, and in words
    database    a database opened for reading, and its rows in the order they are checked
    decks       sealed decks, opened and compared with their seals
    hands       stored hands compared with the deals played again
    replay      a table played again by its own session, line by line; its movements and hands compared
    table_log   one stretch of a table's log: numbers, hash chain, columns, and all of the above
    room_facts  what the room's log notes: calendars, tables, roles; and rows that contradict it
    kept_days   the sums of days that reports are made of, summed up again
    ledger      the rows of the ledger against the logs, and the balances against the rows
    resume      how far an audit came
    run         all tables and the ledger on all cores

A hash chain only stops somebody who cannot compute it again. The replay shows more: a false payment is found even if
every hash after it was computed again, because it does not follow from the cards.
"""

from pitboss.audit.finding import AuditFinding

__all__ = ["AuditFinding"]
