"""Tokens of sessions and owner links: random, sent to the browser once, stored as a hash only."""

from __future__ import annotations

import hashlib
import secrets


def new_token() -> str:
    """256 random bits, safe in cookies and links."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """The stored form of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
