"""TOML files that know the line of every key, so that error messages can name it.

Games, houses, jurisdictions and published figures are all read through here: :func:`read` opens and parses a file,
:class:`Section` reads values strictly (an unknown key is a mistake) and collects every problem instead of stopping at
the first. Files may be untrusted: text that is too large, nested too deeply or holds control characters is refused
before it is used (``guards``).

>>> file = parse('name = "Ante"\\nodds = [1, 2]\\n', "example.toml")
>>> file.line("odds", 1), file.line("name")
(2, 1)
"""

from pitboss.datafile.problem import FileError, KeyPath, Problem, UnreadableFile, spell
from pitboss.datafile.reading import parse, read
from pitboss.datafile.section import DataFile, Section

__all__ = ["DataFile", "FileError", "KeyPath", "Problem", "Section", "UnreadableFile", "parse", "read", "spell"]
