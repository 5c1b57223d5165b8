"""What is tried on what: the modules to change, the tests to choose from, and the changes that change nothing."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.mutants.mutate import Mutant, mutants


class PlanError(Exception):
    """The plan does not fit the sources."""


@dataclass(frozen=True)
class Equivalent:
    """A change that no test can notice, and why; all changes that read the same in one function."""

    file: str
    function: str
    change: str
    reason: str

    def matches(self, mutant: Mutant) -> bool:
        return (self.file, self.function, self.change) == (mutant.path, mutant.function, mutant.change)


@dataclass(frozen=True)
class Plan:
    """The content of a plan file; paths are relative to ``root``."""

    root: Path
    modules: dict[str, str]
    """Module names by the path of their source."""
    tests: tuple[str, ...]
    tests_folder: str
    equivalents: tuple[Equivalent, ...]
    warm: tuple[str, ...]
    """Functions ``module:name`` to call once before processes are forked, such as one that starts a database."""
    after: tuple[str, ...]
    """Functions to call with the id of a process that has ended, such as one that deletes what it has left there."""
    spare: int
    """CPU seconds that a test may take beyond its share before it counts as one that never ends."""
    source_digest: str
    """Stands for every source file: an outcome counts only for the sources it was seen with."""

    @classmethod
    def read(cls, path: Path, root: Path) -> Plan:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        equivalents: list[Equivalent] = []
        listed = path.with_name("equivalent.toml")
        if listed.exists():
            content: dict[str, Any] = tomllib.loads(listed.read_text(encoding="utf-8"))
            equivalents = [Equivalent(**entry) for entry in content.get("equivalent", [])]
        folder = data.get("source", "src")
        modules = {
            file: file.removeprefix(f"{folder}/").removesuffix(".py").replace("/", ".") for file in data["modules"]
        }
        return cls(
            root,
            modules,
            tuple(data["tests"]),
            data.get("tests_folder", "tests"),
            tuple(equivalents),
            tuple(data.get("warm", ())),
            tuple(data.get("after", ())),
            data.get("spare", 3),
            _digest([path for path in sorted((root / folder).rglob("*")) if path.suffix in (".py", ".toml")], root),
        )

    def mutants(self) -> list[Mutant]:
        """Every change of every module; raises if a listed equivalent is not among them."""
        made = [one for path in self.modules for one in mutants(path, (self.root / path).read_text(encoding="utf-8"))]
        for entry in self.equivalents:
            if not any(entry.matches(one) for one in made):
                raise PlanError(
                    f"equivalent.toml lists {entry.change!r} in {entry.function} of {entry.file}, "
                    "which is not a change that is tried; delete the entry or mend it."
                )
        return made

    def equivalent(self, mutant: Mutant) -> Equivalent | None:
        return next((entry for entry in self.equivalents if entry.matches(mutant)), None)

    def call(self, names: Iterable[str], *arguments: object) -> None:
        """Call functions that the plan names."""
        for name in names:
            module, _, function = name.partition(":")
            getattr(import_module(module), function)(*arguments)

    def test_digests(self, files: Iterable[str]) -> dict[str, str]:
        """For every test file a digest of it and of everything in the folder of tests that is not a test file."""
        folder = self.root / self.tests_folder
        shared = _digest(
            [path for path in sorted(folder.rglob("*.py")) if not path.name.startswith("test_")], self.root
        )
        return {file: _digest([self.root / file], self.root, shared) for file in sorted(set(files))}


def _digest(paths: Sequence[Path], root: Path, start: str = "") -> str:
    digest = hashlib.sha256(start.encode())
    for path in paths:
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
