"""The card room on disk: logs, ledger, decks, hands and accounts in SQLite or PostgreSQL.

:class:`~pitboss.storage.storage.Storage` is the whole of it: the room's journal and its accounts. Nothing here is
imported until it is asked for, because SQLAlchemy takes its time.

The folders::

    writing     how changes become durable: one writer, groups, statements for many rows
    rows        what is stored, by subject: accounts, hands, slips, leases, waiting lists
    upkeep      backups, verification, retention
    migrations  one file for each version of the schema
"""
