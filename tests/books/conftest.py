"""Storage on each database."""

from tests.storage.conftest import database, open_storage, storage

__all__ = ["database", "open_storage", "storage"]
