"""The audit: everything that is stored, checked again from the shuffles and decisions up.

The parts, and what passes between them::

    database    a database opened for reading
    hands       sealed decks compared with their seals, and stored hands with the deals played again
    replay      a table played again by its own session, line by line; its movements and hands compared
    table_log   one stretch of a table's log: the check of chain, columns, slips and ledger that backups are verified
                by (:mod:`pitboss.storage.check`), and all of the above
    room_facts  the facts in the room's log: calendars, tables, roles; and rows that contradict it, such as the stored
                sums of days
    run         all tables on all cores, the balances, and the progress of an audit

A hash chain only stops somebody who cannot compute it again. The replay shows more: a false payment is found even if
every hash after it was computed again, because it does not follow from the cards.
"""

from pitboss.storage.check import AuditFinding

__all__ = ["AuditFinding"]
