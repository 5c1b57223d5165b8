"""The cache of tables and results between runs: the only part of the core that reads or writes files.

Every cached file starts with a hash of its kind, key and content. A file that is damaged, half written or stored under
another name fails this check and is rebuilt. Where the cache cannot be written, results are computed again next time.

Cached files live in ``$PITBOSS_CACHE``, or else in the user's cache folder; all of them may be deleted at any time.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Literal

_MAGIC = b"PITBOSS1"
_HEAD = len(_MAGIC) + 32
_NAME = re.compile(r"[0-9a-f]{32}")
_FILE = re.compile(
    r"[0-9a-f]{32}\.bin|\.[0-9a-f]{32}\.bin\.\d+"
)  # a cached file, or a draft left by an interrupted run

_HOMES = {"cache": "~/.cache", "data": "~/.local/share"}
_COMPILED = "compiled"  # Numba's own files, in folders named by content


def folder() -> Path:
    """The cache folder."""
    return user_folder("cache")


def user_folder(kind: Literal["cache", "data"]) -> Path:
    """``$PITBOSS_CACHE`` or ``$PITBOSS_DATA``, or else ``pitboss`` in the user's folder for such files."""
    chosen = os.environ.get(f"PITBOSS_{kind.upper()}")
    if chosen:
        return Path(chosen).expanduser()
    # Before platformdirs these places were used on every system; on macOS, rooms and caches are still there.
    home = os.environ.get("LOCALAPPDATA") or os.environ.get(f"XDG_{kind.upper()}_HOME") or _HOMES[kind]
    earlier = Path(home).expanduser() / "pitboss"
    if os.path.exists(earlier):  # false, not an error, where access is denied
        return earlier
    from platformdirs import PlatformDirs

    folders = PlatformDirs("pitboss", appauthor=False, opinion=False)
    return folders.user_cache_path if kind == "cache" else folders.user_data_path


def key_of(*parts: object) -> str:
    """A key made from content: equal parts give equal keys, in every run and on every machine.

    Parts are compared by ``repr``, so they should be plain data (numbers, text, tuples, fractions).
    """
    return sha256(repr(parts).encode()).hexdigest()[:32]


def path_of(kind: str, key: str, base: Path | None = None) -> Path:
    """The file of a key, in the cache or in the folder ``base``."""
    return (folder() / kind if base is None else base) / f"{key}.bin"


def _head(kind: str, key: str, pieces: Iterable[bytes | memoryview]) -> bytes:
    checksum = sha256(f"{kind}/{key}/".encode())
    for piece in pieces:
        checksum.update(piece)
    return _MAGIC + checksum.digest()


def load(kind: str, key: str, base: Path | None = None) -> bytes | None:
    """The data cached under this key, or ``None`` if it is missing or fails its check."""
    try:
        with path_of(kind, key, base).open("rb", buffering=0) as file:  # unbuffered, to avoid a copy of large data
            head, data = file.read(_HEAD), file.readall()
    except OSError:
        return None
    return data if head == _head(kind, key, (data,)) else None


def save(kind: str, key: str, data: bytes | Sequence[bytes | memoryview], base: Path | None = None) -> None:
    """Cache data under a key, atomically; do nothing if the folder cannot be written.

    Large data is best given in pieces, which are written one after the other without being copied together.
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
    """The data shipped with the package or cached; otherwise call ``make`` and cache its result."""
    data = load(kind, key, shipped) if shipped is not None else None
    if data is None:
        data = load(kind, key)
    if data is None:
        data = make()
        save(kind, key, data)
    return data


def cached_files() -> dict[str, list[Path]]:
    """Every cached file by kind; other files in the folder are ignored."""
    by_kind = {place.name: list(_files(place)) for place in _folders(folder())}
    return {kind: files for kind, files in sorted(by_kind.items()) if files}


def clear() -> int:
    """Delete every cached file, and nothing else; return how many could not be deleted."""
    left = 0
    for kind, files in cached_files().items():
        for file in files:
            try:
                file.unlink(missing_ok=True)
            except OSError:
                left += 1
        places = {parent for file in files for parent in file.relative_to(folder()).parents}
        for place in sorted(places, key=lambda place: -len(place.parts)):
            if place.parts and place.parts[0] == kind:
                with suppress(OSError):  # it holds files that are not ours
                    (folder() / place).rmdir()
    return left


def _folders(place: Path) -> Iterator[Path]:
    with suppress(OSError):
        for entry in sorted(place.iterdir()):
            if entry.is_dir() and not entry.is_symlink():
                yield entry


def _files(place: Path) -> Iterator[Path]:
    if place.name == _COMPILED:
        for compiled in _folders(place):
            if _NAME.fullmatch(compiled.name):
                yield from sorted(file for file in compiled.rglob("*") if file.is_file())
        return
    with suppress(OSError):
        yield from sorted(file for file in place.iterdir() if _FILE.fullmatch(file.name) and file.is_file())
