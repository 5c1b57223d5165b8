"""The card room on disk: logs, ledger, decks, hands and accounts in SQLite or PostgreSQL.

:class:`~pitboss.storage.storage.Storage` is the whole of it, by subject: ``storage.accounts``, ``storage.ledger``.
Nothing here is imported until it is asked for, because SQLAlchemy takes its time.

The parts::

    storage     the database opened, and its subjects
    access      reading in threads, writing through the writer
    accounts    players, login sessions, owner links and wallets
    reading     tables, logs and the ledger, read back
    hands       finished hands
    slips       slips and counts of boxes
    books       the sums of gambling days
    waiting     waiting lists and invitations
    shared      leases, where several processes share a database
    writing     how changes become durable: one writer, groups, statements for many rows
    check       the check of logs and ledger, for backups and for the audit
    backup      a whole room in one file
    upkeep      what is done while play goes on: copies of SQLite's log, retention
    migrations  one file for each version of the schema
"""
