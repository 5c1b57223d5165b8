"""Numba, imported only when something is to be compiled, with a cache that never serves stale code.

Numba notices a change in the file of a kernel but not in the files that kernel calls; so the folder of the cache is
named after the content of all the kernel files it serves, and after Numba itself.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, TypeVar

from pitboss import store

F = TypeVar("F", bound=Callable[..., Any])


@lru_cache(maxsize=16)
def cache_folder(sources: Path) -> Path | None:
    """The cache of the compiled kernels of one folder of sources; none where nothing can be written."""
    import numba

    files = sorted(sources.rglob("*.py"))
    key = store.key_of(numba.__version__, [(file.name, file.read_bytes()) for file in files])
    folder = store.folder() / "compiled" / key
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def compiled(source: str, allocates: bool = True, **options: Any) -> Callable[[F], F]:
    """A decorator for kernels, ``kernel = compiled(__file__)``: compiled at the first call, run without the lock.

    Kernels that make no arrays need no counting of references: a fifth less code to be compiled. No kernel looks for
    divisions by nothing, since none has any.
    """
    import numba

    def decorate(function: F) -> F:
        folder = cache_folder(Path(source).parent)
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder or "")
        try:
            lean = {"no_cfunc_wrapper": True, "_nrt": allocates, "error_model": "numpy"}
            made: Any = numba.njit(nogil=True, cache=folder is not None, **lean, **options)(function)
        finally:
            numba.config.CACHE_DIR = before
        if folder is not None:
            _forgive(made._cache)
        found: F = made
        return found

    return decorate


def _forgive(cache: Any) -> None:
    """Kernels whose files are damaged are compiled again, and those that cannot be written serve this run alone."""
    load, save = cache.load_overload, cache.save_overload

    def load_overload(*arguments: Any) -> Any:
        try:
            return load(*arguments)
        except Exception:
            with suppress(Exception):
                cache.flush()
            return None

    def save_overload(*arguments: Any) -> None:
        with suppress(OSError, EOFError, UnpicklingError):
            save(*arguments)

    cache.load_overload, cache.save_overload = load_overload, save_overload
