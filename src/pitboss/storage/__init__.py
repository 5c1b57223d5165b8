"""The card room on disk: logs, ledger, decks, hands and accounts in SQLite or PostgreSQL.

:class:`~pitboss.storage.storage.Storage` is the whole of it, by subject: ``storage.accounts``, ``storage.ledger``.
Nothing here is imported until it is asked for, because SQLAlchemy takes its time.

The parts::

    storage     the database opened, and its subjects
    access      reading in threads, writing through the writer
    accounts, books, hands, reading, slips, waiting, shared    a subject each
    writing/    how changes become durable: one writer, groups, statements for many rows
    backup, check, upkeep     backups, verification, retention
    schema, migrations/       the tables, and one file for each version of them
"""
