"""Compile kernels with Numba, with a cache that never serves outdated code; Numba is imported on first use.

Numba notices changes in a kernel's own file but not in the files that the kernel calls. So the cache folder is named
after the content of ``kernels.py``, or of all files of a folder ``kernels``, and after Numba's version.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, TypeVar

from pitboss import store

F = TypeVar("F", bound=Callable[..., Any])


class Kernels:
    """The kernels of a module; it is imported, and with it Numba, when one of them is first used."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._module), name)


@lru_cache(maxsize=16)
def cache_folder(sources: Path) -> Path | None:
    """The cache folder for the kernels of a file or folder; None if it cannot be written."""
    import numba

    files = [sources] if sources.is_file() else sorted(sources.rglob("*.py"))
    key = store.key_of(numba.__version__, [(file.name, file.read_bytes()) for file in files])
    folder = store.folder() / "compiled" / key
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def compiled(source: str, allocates: bool = True, **options: Any) -> Callable[[F], F]:
    """A decorator for kernels, ``kernel = compiled(__file__)``: compiled at the first call, run without the GIL.

    With ``allocates=False``, for kernels that create no arrays, reference counting is off and a fifth less code is
    compiled. Zero-division checks are off: no kernel can divide by zero.
    """
    import numba

    file = Path(source)

    def decorate(function: F) -> F:
        folder = cache_folder(file.parent if file.parent.name == "kernels" else file)
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder or "")
        try:
            lean = {"no_cfunc_wrapper": True, "_nrt": allocates, "error_model": "numpy"}
            dispatcher: Any = numba.njit(nogil=True, cache=folder is not None, **lean, **options)(function)
        finally:
            numba.config.CACHE_DIR = before
        if folder is not None:
            _tolerate_errors(dispatcher._cache)
        kernel: F = dispatcher
        return kernel

    return decorate


def _tolerate_errors(cache: Any) -> None:
    """Compile again if a cached file is damaged; ignore files that cannot be written."""
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
