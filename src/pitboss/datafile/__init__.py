"""Files of data (TOML) that know the line of every key, so that a mistake can be pointed at.

Games, houses, jurisdictions and published figures are all read through here: :func:`read` opens and parses a file,
:class:`Section` takes values out strictly (a key nobody asked for is a mistake) and collects every problem instead of
stopping at the first. Files may come from strangers: what is too large, too deep or holds control characters is refused
before anything looks at it (``guards``).

>>> file = parse('name = "Ante"\\nodds = [1, 2]\\n', "example.toml")
>>> file.line("odds", 1), file.line("name")
(2, 1)
"""

from pitboss.datafile.problem import FileError, KeyPath, Problem, UnreadableFile, spell
from pitboss.datafile.reading import parse, read
from pitboss.datafile.section import DataFile, Section

__all__ = ["DataFile", "FileError", "KeyPath", "Problem", "Section", "UnreadableFile", "parse", "read", "spell"]
