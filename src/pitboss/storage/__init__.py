"""The card room on disk: logs, ledger, decks, hands and accounts in SQLite or PostgreSQL.

:class:`~pitboss.storage.storage.Storage` is the whole of it: the room's journal and its accounts. Nothing here is
imported until it is asked for, because SQLAlchemy takes its time.
"""
