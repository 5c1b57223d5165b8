"""Migrations of the database, run at the start of the server (:mod:`pitboss.storage.engine`)."""
