"""Why the database cannot be used now: in our words for people, in the driver's for the log."""

from __future__ import annotations

import errno

import structlog
from sqlalchemy.exc import DBAPIError

from pitboss.room.journal import Unavailable

log = structlog.get_logger(__name__)

FULL, READ_ONLY, BUSY, GONE, BROKEN = (
    "its disk is full",
    "it is read-only",
    "it is busy",
    "it cannot be reached",
    "it failed",
)

ERRNOS = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EROFS: READ_ONLY, errno.EACCES: READ_ONLY}
SQLITE = {"SQLITE_FULL": FULL, "SQLITE_READONLY": READ_ONLY, "SQLITE_BUSY": BUSY, "SQLITE_LOCKED": BUSY}
SQLITE |= {"SQLITE_CANTOPEN": GONE}
POSTGRESQL = {"53100": FULL, "25006": READ_ONLY, "40001": BUSY, "40P01": BUSY, "55P03": BUSY, "53300": BUSY}


def unavailable(error: Exception, doing: str = "written") -> Unavailable:
    """The refusal for a database that cannot be reached, read or written now; the details are logged."""
    why = reason(error)
    log.warning("the database cannot be used", doing=doing, why=why, error=str(getattr(error, "orig", None) or error))
    end = "nothing was stored, try again later." if doing == "written" else "try again later."
    return Unavailable(f"the room's database cannot be {doing} now ({why}); {end}")


def reason(error: Exception) -> str:
    """What is wrong with the database, in a few words of our own."""
    if isinstance(error, OSError):
        return ERRNOS.get(error.errno or 0, GONE)
    driver = getattr(error, "orig", None)
    sqlite = str(getattr(driver, "sqlite_errorname", "") or "")  # with its extension, as in SQLITE_READONLY_DBMOVED
    known = next((words for name, words in SQLITE.items() if sqlite == name or sqlite.startswith(f"{name}_")), "")
    state = getattr(driver, "sqlstate", None)
    known = known or POSTGRESQL.get(state or "", "")
    if known:
        return known
    lost = isinstance(error, DBAPIError) and error.connection_invalidated
    unconnected = state is None and not sqlite and type(driver).__module__.startswith("psycopg")
    return GONE if lost or unconnected or (state or "")[:2] in ("08", "57") else BROKEN
