"""Work on a whole database: backups, verification, deleting what has ended, copying SQLite's log."""
