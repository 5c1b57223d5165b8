"""Passwords: argon2 hashes, computed in threads, a few at a time (each takes a quarter second and 64 MB)."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from functools import lru_cache

import argon2
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2

_hasher = argon2.PasswordHasher()


class Passwords:
    """Hashes and checks passwords without holding up the event loop."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def hashed(self, password: str) -> str:
        async with self._turns:
            return await asyncio.to_thread(_hasher.hash, password)

    async def matches(self, stored: str, password: str) -> bool:
        """True if the password is right; refusing an account without a password takes as long as refusing any other."""
        async with self._turns:
            return await asyncio.to_thread(_matches, stored, password)

    def outdated(self, stored: str) -> bool:
        """True if a hash was made with weaker settings than today's."""
        return _hasher.check_needs_rehash(stored)


def _matches(stored: str, password: str) -> bool:
    try:
        return _hasher.verify(stored or _nobody(), password) and bool(stored)
    except (VerificationError, InvalidHashError):
        return False


@lru_cache(1)
def _nobody() -> str:
    return _hasher.hash("no account has this hash")


def new_token() -> str:
    """256 random bits, safe in cookies and links."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """The stored form of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
