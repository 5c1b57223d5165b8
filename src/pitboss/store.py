"""Tables and results kept between runs: the only door through which the core touches a file.

A kept file proves itself: it opens with a hash over what it is (kind and key) and what it holds, so a damaged file, a
half-written one, or a healthy file under a foreign name is never believed; it is made again. Keeping is a convenience:
where nothing can be written, things are simply made again next time.

Kept files live in ``$PITBOSS_CACHE``, or else in the user's cache folder; all of them may be deleted at any time.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

_MAGIC = b"PITBOSS1"
_HEAD = len(_MAGIC) + 32
_NAME = re.compile(r"[0-9a-f]{32}")
_FILE = re.compile(r"[0-9a-f]{32}\.bin|\.[0-9a-f]{32}\.bin\.\d+")  # kept, or half-written when something broke off

_COMPILED = "compiled"  # where the compiler keeps its own files, in folders named by content


def folder() -> Path:
    """Where things are kept."""
    chosen = os.environ.get("PITBOSS_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    home = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(home).expanduser() / "pitboss"


def key_of(*parts: object) -> str:
    """A name made of content: equal parts give equal names, in every run and on every machine.

    Parts are told apart by ``repr``, so they should be plain data (numbers, texts, tuples, fractions).
    """
    return sha256(repr(parts).encode()).hexdigest()[:32]


def path_of(kind: str, key: str, base: Path | None = None) -> Path:
    return (folder() / kind if base is None else base) / f"{key}.bin"


def wrap(kind: str, key: str, data: bytes) -> bytes:
    """The bytes of a kept file."""
    return _head(kind, key, (data,)) + data


def _head(kind: str, key: str, pieces: Iterable[bytes | memoryview]) -> bytes:
    sealed = sha256(f"{kind}/{key}/".encode())
    for piece in pieces:
        sealed.update(piece)
    return _MAGIC + sealed.digest()


def load(kind: str, key: str, base: Path | None = None) -> bytes | None:
    """What was kept under this name, or ``None`` if there is nothing that proves itself."""
    try:
        with path_of(kind, key, base).open("rb", buffering=0) as file:  # without a buffer nothing large is copied
            head, data = file.read(_HEAD), file.readall()
    except OSError:
        return None
    return data if head == _head(kind, key, (data,)) else None


def save(kind: str, key: str, data: bytes | Sequence[bytes | memoryview], base: Path | None = None) -> None:
    """Keep it, whole or not at all; where nothing can be written it is quietly let go.

    What is large is best given in pieces, which are written one after the other without being copied together.
    """
    path = path_of(kind, key, base)
    pieces = (data,) if isinstance(data, bytes) else data
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with draft.open("wb") as file:
                file.writelines((_head(kind, key, pieces), *pieces))
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)


def fetch(kind: str, key: str, make: Callable[[], bytes], shipped: Path | None = None) -> bytes:
    """What is shipped with the package or was kept before; otherwise made now, and kept."""
    data = load(kind, key, shipped) if shipped is not None else None
    if data is None:
        data = load(kind, key)
    if data is None:
        data = make()
        save(kind, key, data)
    return data


def kept() -> dict[str, list[Path]]:
    """Every kept file by its kind; only what bears our own names, whatever else lies in the folder."""
    found = {place.name: list(_files(place)) for place in _folders(folder())}
    return {kind: files for kind, files in sorted(found.items()) if files}


def clear() -> int:
    """Delete what is kept, and nothing else; how many files could not be deleted."""
    left = 0
    for kind, files in kept().items():
        for file in files:
            try:
                file.unlink(missing_ok=True)
            except OSError:
                left += 1
        places = {parent for file in files for parent in file.relative_to(folder()).parents}
        for place in sorted(places, key=lambda each: -len(each.parts)):
            if place.parts and place.parts[0] == kind:
                with suppress(OSError):  # something of somebody else's lies there
                    (folder() / place).rmdir()
    return left


def _folders(place: Path) -> Iterator[Path]:
    with suppress(OSError):
        for each in sorted(place.iterdir()):
            if each.is_dir() and not each.is_symlink():
                yield each


def _files(place: Path) -> Iterator[Path]:
    if place.name == _COMPILED:
        for made in _folders(place):
            if _NAME.fullmatch(made.name):
                yield from sorted(file for file in made.rglob("*") if file.is_file())
        return
    with suppress(OSError):
        yield from sorted(file for file in place.iterdir() if _FILE.fullmatch(file.name) and file.is_file())
