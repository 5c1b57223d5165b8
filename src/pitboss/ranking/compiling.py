"""Numba, imported only when something is to be compiled, with a cache that never serves stale code.

Numba notices a change in the file of a kernel but not in the files that kernel calls; so the folder of the cache is
named after the content of all the kernel files it serves, and after Numba itself.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
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

    Kernels that make no arrays need no counting of references: a fifth less code to be compiled.
    """
    import numba

    def decorate(function: F) -> F:
        folder = cache_folder(Path(source).parent)
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder or "")
        try:
            lean = {"no_cfunc_wrapper": True, "_nrt": allocates}
            made: F = numba.njit(nogil=True, cache=folder is not None, **lean, **options)(function)
        finally:
            numba.config.CACHE_DIR = before
        return made

    return decorate
