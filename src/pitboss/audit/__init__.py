"""The audit: everything that is stored, checked again from the shuffles and decisions up.

The parts, and what passes between them::

    finding     one thing that is wrong: where, and in words
    database    a database opened for reading, and its rows in the order they are checked
    chain       a table's log: numbers, hash chain, columns
    decks       sealed decks, opened and compared with their seals; many at a time in seals
    replay      a table played again by its own session, line by line; its movements and hands compared
    quick       rounds against the house, settled again in batches instead
    table_log   one stretch of a table's log through all of these
    ledger      the rows of the ledger against the logs, and the balances against the rows
    resume      how far an audit came
    run         all tables and the ledger on all cores

A chain alone shows that nothing was changed by someone who does not know how to continue it. The replay shows more:
whoever writes a false payment and then computes every hash anew is still found, since the cards do not agree.
"""

from pitboss.audit.finding import AuditFinding

__all__ = ["AuditFinding"]
