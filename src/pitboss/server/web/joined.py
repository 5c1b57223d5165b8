"""One script for a page: its modules in one file, each in a function of its own, without what the page never names.

A module that is fetched later (``import("…")``) becomes a script of its own. It takes what it shares with the page from
the page's script, so that nothing is there twice, and brings the declarations that it alone needs, such as its texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.server.web.modules import Import, Module, Statement, load, relinked


class Bundle(NamedTuple):
    """What a page runs: its first module, and of those that it would fetch later the ones it needs at once or never."""

    entry: str
    at_once: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


def join(bundle: Bundle, address: str) -> dict[str, str]:
    """The scripts of a page by their addresses; the first, at ``address``, is the one that the page runs."""
    first: dict[str, Module] = {}
    for path in (*bundle.at_once, bundle.entry):
        load(path, first)
    parts = {path: closure(path) for path in _fetched_later(first, bundle.never) if path not in first}
    uses = Counter(path for part in parts.values() for path in part)
    for path in [path for path, count in uses.items() if count > 1]:
        load(path, first)  # no name may appear twice
    parts = {path: part for path, part in parts.items() if path not in first}
    folder = address.removesuffix(".js")
    addresses = {path: f"{folder}/{path}" for path in parts}
    split = _Split(first, parts)
    variables = {path: f"m{number}" for number, path in enumerate(first)}
    later = {path: f"Promise.resolve({variables[path]})" for path in first}
    later |= {path: f'import("{address}")' for path, address in addresses.items()}
    scripts = {}
    for path in parts:
        scripts[addresses[path]] = _part(path, split, variables, later, address)
    main = "".join(_scope(each, split.in_main(each), variables, later, split.lent(each)) for each in first.values())
    ending = f"export{{{','.join(variables.values())}}};\n" if parts else ""
    return {address: main + ending, **scripts}


def closure(path: str) -> dict[str, Module]:
    """A module after all that it imports."""
    known: dict[str, Module] = {}
    load(path, known)
    return known


def _fetched_later(first: dict[str, Module], never: tuple[str, ...]) -> list[str]:
    """The modules that a page fetches later, with those that such a module fetches in its turn."""
    listed: list[str] = []
    waiting = sorted({path for module in first.values() for path in module.later})
    while waiting:
        path = waiting.pop(0)
        if path not in listed and path not in never:
            listed.append(path)
            waiting += sorted({each for module in closure(path).values() for each in module.later})
    return listed


def mentioned(modules: Iterable[Module], start: Iterable[str] = ()) -> set[str]:
    """The names in statements that do something and those in ``start``, the names in their declarations, and so on."""
    aliases: dict[str, list[str]] = {}
    declared: dict[str, list[Statement]] = {}
    for module in modules:
        for statement in module.statements:
            declared.setdefault(statement.name, []).append(statement)
        for theirs, here in (pair for each in module.imports for pair in each.names):
            aliases.setdefault(here, []).append(theirs)
    words: set[str] = set()
    waiting = [*start, *(word for statement in declared.get("", ()) for word in statement.words)]
    while waiting:
        word = waiting.pop()
        if word not in words:
            words.add(word)
            waiting += aliases.get(word, ())
            waiting += [each for statement in declared.get(word, ()) for each in statement.words]
    return words


class _Split:
    """Which statements go with the page and which with the part that alone mentions them."""

    def __init__(self, first: dict[str, Module], parts: dict[str, dict[str, Module]]) -> None:
        self.first, self.parts = first, parts
        self._main = mentioned(first.values())
        self._words = {path: mentioned(part.values(), _exports(path, part)) for path, part in parts.items()}

    def in_main(self, module: Module) -> list[Statement]:
        if module.path not in self.first:
            return []
        return [each for each in module.statements if self._home(module, each) == ""]

    def in_part(self, module: Module, path: str) -> list[Statement]:
        if module.path not in self.first:
            return [each for each in module.statements if not each.name or each.name in self._words[path]]
        return [each for each in module.statements if self._home(module, each) == path]

    def lent(self, module: Module) -> set[str]:
        """Names of a module that a part needs without their being exported."""
        away = [each for path in self.parts for each in self.in_part(module, path)]
        words = {word for statement in away for word in statement.words}
        return {each.name for each in self.in_main(module) if not each.exported and each.name in words}

    def _home(self, module: Module, statement: Statement) -> str | None:
        """Empty for the page, the path of a part, or None for nowhere."""
        if not statement.name or statement.name in self._main:
            return ""
        users = [
            path for path, part in self.parts.items() if module.path in part and statement.name in self._words[path]
        ]
        if len(users) > 1 or (users and any(each.text.startswith("let ") for each in module.statements)):
            return ""  # shared, or with a variable that only its own function may change
        return users[0] if users else None


def _part(path: str, split: _Split, variables: dict[str, str], later: Mapping[str, str], address: str) -> str:
    """The script of a module that is fetched later."""
    names = dict(variables)
    scopes: list[str] = []
    for module in split.parts[path].values():
        here, base = split.in_part(module, path), variables.get(module.path, "")
        renamed = any(each.passed_on and names[each.path] != variables.get(each.path) for each in module.imports)
        if base and not here and not renamed:
            continue
        names[module.path] = f"p{len(scopes)}"
        taken = {each.name for each in split.in_main(module)} & {word for each in here for word in each.words}
        scopes.append(_scope(module, here, names, later, taken=taken, base=base))
    exported = ",".join(_exports(path, split.parts[path]))
    text = "".join(scopes)
    borrowed = ",".join(name for name in variables.values() if f"={name};" in text or f"...{name}," in text)
    return f'import{{{borrowed}}}from"{address}";\n{text}export const{{{exported}}}={names[path]};\n'


def _exports(path: str, modules: Mapping[str, Module]) -> list[str]:
    """The names that a module exports, with those of the modules that it passes on."""
    passed_on = [name for each in modules[path].imports if each.passed_on for name in _exports(each.path, modules)]
    return [*passed_on, *(each.name for each in modules[path].statements if each.exported)]


def _scope(
    module: Module,
    statements: list[Statement],
    names: Mapping[str, str],
    later: Mapping[str, str],
    lent: Iterable[str] = (),
    taken: Iterable[str] = (),
    base: str = "",
) -> str:
    """A module as a function that is called once and returns what it exports; ``base`` is the rest of it elsewhere."""
    words = {word for statement in statements for word in statement.words}
    head = _imported(module.imports, names, words)
    if taken:
        head += f"const{{{','.join(sorted(taken))}}}={base};"
    body = [relinked(each.text, module.path, later) for each in statements]
    returned = [f"...{base}"] * bool(base) + [f"...{names[each.path]}" for each in module.imports if each.passed_on]
    returned += [*(each.name for each in statements if each.exported), *sorted(lent)]
    return "\n".join(
        [f"const {names[module.path]}=(()=>{{{head}", *body, f"return{{{','.join([*returned, ''])}}}}})();", ""]
    )


def _imported(imports: Iterable[Import], names: Mapping[str, str], words: set[str]) -> str:
    text = ""
    for each in imports:
        taken = ",".join(b if a == b else f"{a}:{b}" for a, b in each.names if b in words)
        if taken or each.alias in words:
            text += f"const {each.alias or f'{{{taken}}}'}={names[each.path]};"
    return text
