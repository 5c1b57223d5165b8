"""The event log and the ledger in a database, SQLite or PostgreSQL."""
