"""The card room on disk: logs, ledger, decks, hands and accounts in SQLite or PostgreSQL.

:class:`~pitboss.storage.storage.Storage` is all of it, by subject: ``storage.accounts``, ``storage.ledger``.
Modules are imported on first use, because importing SQLAlchemy is slow.

The parts::

    storage     the open database and its subjects
    access      reading in threads, writing through the writer
    accounts    players, login sessions, owner links and wallets
    reading     tables, logs and the ledger, read back
    hands       finished hands
    slips       slips and counts of boxes
    books       the sums of gambling days
    waiting     waiting lists and invitations
    shared      leases, where several processes share a database
    writing     how changes become durable: one writer, groups, statements for many rows
    check       checks of logs and ledger, for backups and the audit
    backup      a whole room in one file
    upkeep      maintenance during play: copies of SQLite's log, retention
    migrations  one file for each version of the schema
"""
