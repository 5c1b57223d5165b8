"""The key file: secrets kept outside the database, and the cipher for encrypted data in it.

The file holds the secret of the cookies and the key of decks, checkpoints and hands. It is created at the first start,
readable by its owner only, and must be kept as carefully as the database: without it no unopened deck can be dealt.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import tempfile
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.storage.places import StorageError

_BYTES = 32
_NONCE = 12


class Keys:
    """The secrets of a card room."""

    __slots__ = ("_deck", "cookie")

    def __init__(self, cookie: bytes, deck: bytes) -> None:
        self.cookie = cookie
        self._deck = deck

    def __repr__(self) -> str:
        return "Keys(…)"

    def fingerprint(self) -> str:
        """The fingerprint by which the database recognises the key file; it reveals nothing about the keys."""
        return hmac.new(self._deck, b"pitboss fingerprint", hashlib.sha256).hexdigest()[:32]

    def encrypt(self, plain: bytes, *about: str) -> bytes:
        """Encrypt data that belongs to ``about``, such as a table and a root; the same words are needed to decrypt
        it."""
        words = _words(about)
        nonce = os.urandom(_NONCE)
        return nonce + self._cipher(words).encrypt(nonce, plain, words)

    def decrypt(self, data: bytes, *about: str) -> bytes:
        """Decrypt data that :meth:`encrypt` encrypted with the same words."""
        words = _words(about)
        try:
            return self._cipher(words).decrypt(data[:_NONCE], data[_NONCE:], words)
        except (InvalidTag, ValueError):
            raise StorageError(
                f"the stored {' '.join(about)} does not open with this key file, or was changed; "
                "start with the key file that the database was made with."
            ) from None

    def _cipher(self, words: bytes) -> AESGCM:
        # A separate key for each thing: under a single key, random nonces of 96 bits would repeat after billions of
        # uses.
        return AESGCM(hmac.digest(self._deck, words, "sha256"))


def open_keys(path: Path, *, create: bool = True) -> Keys:
    """Read the key file; create it if it is missing and ``create`` is true."""
    try:
        if create and not path.exists():
            _create(path)
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise StorageError(f"others may read the key file {path}; run chmod 600 {path}, then start again.")
        data = json.loads(path.read_text(encoding="ascii"))
        cookie, deck = (bytes.fromhex(data[key]) for key in ("cookie", "deck"))
    except FileNotFoundError:
        raise StorageError(
            f"the key file {path} is missing; put your copy of it back, or name it in PITBOSS_KEYS."
        ) from None
    except OSError as error:
        raise StorageError(
            f"the key file {path} cannot be used ({error.strerror}); check its folder and rights."
        ) from None
    except StorageError:
        raise
    except (ValueError, KeyError, TypeError):
        raise StorageError(f"{path} is not a key file of a card room; put your copy of it back.") from None
    if len(cookie) != _BYTES or len(deck) != _BYTES:
        raise StorageError(f"the key file {path} is damaged; put your copy of it back.")
    return Keys(cookie, deck)


def _create(path: Path) -> None:
    """Write a new key file atomically; if two processes start together, one of them wins."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    text = json.dumps({"format": 1, "cookie": os.urandom(_BYTES).hex(), "deck": os.urandom(_BYTES).hex()})
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # readable by its owner only
    draft = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
    finally:
        draft.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _words(about: tuple[str, ...]) -> bytes:
    return "\0".join(about).encode()
