"""A sheet as PDF, set by Typst."""

from __future__ import annotations

import tempfile
from pathlib import Path

from pitboss.exact.render.bars import bars
from pitboss.exact.sheet import Section, Sheet

HEAD = """
#set page(paper: "a4", flipped: true, margin: (x: 16mm, y: 15mm), footer: context [
  #set text(size: 7.5pt, fill: luma(90))
  {title} #h(1fr) computed, not certified #h(1fr) page #counter(page).display("1 of 1", both: true)])
#set text(size: 8.5pt, lang: "en", number-type: "lining", number-width: "tabular")
#set par(justify: false)
#set table(stroke: none, inset: (x: 4pt, y: 2.2pt))
#show heading.where(level: 1): it => block(above: 14pt, below: 6pt, sticky: true)[
  #text(size: 12pt, it.body) #v(-7pt) #line(length: 100%, stroke: .5pt + luma(140))]
#show heading.where(level: 2): it => block(above: 10pt, below: 5pt, sticky: true, text(size: 9.5pt, it.body))
"""


def pdf(sheet: Sheet) -> bytes:
    """The sheet on A4 pages."""
    import typst

    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        main = root / "sheet.typ"
        main.write_text(source(sheet, root), "utf-8")
        made: bytes = typst.compile(str(main), root=folder)
        return made


def source(sheet: Sheet, folder: Path) -> str:
    """The Typst text of a sheet; plots are written into the folder beside it."""
    parts = [HEAD.replace("{title}", _text(sheet.title))]
    parts.append(f"#text(size: 20pt, weight: 700)[{_text(sheet.title)}] \\\n#emph[{_text(sheet.subtitle)}]\n")
    facts = ", ".join(f"[#text(fill: luma(90))[{_text(label)}]], [{_text(value)}]" for label, value in sheet.facts)
    parts.append(f"#table(columns: (auto, 1fr), {facts})\n#line(length: 100%, stroke: 1pt)\n")
    for number, section in enumerate(sheet.sections):
        parts.append(f"{'=' * section.level} {_text(section.title)}\n")
        if section.rows:
            parts.append(_table(section))
        if section.bars:
            name = f"bars{number}.svg"
            (folder / name).write_text(bars(section), "utf-8")
            parts.append(f'#image("{name}", width: 150mm)\n')
        parts += [f"#par[#text(fill: luma(60))[{_text(note)}]]\n" for note in section.notes]
    return "\n".join(parts)


def _table(section: Section) -> str:
    sides = ", ".join("right" if side == "r" else "left" for side in section.align)
    widest = max(range(len(section.columns)), key=lambda n: max(len(row[n]) for row in section.rows))
    wide = section.align[widest] == "l" and max(len(row[widest]) for row in section.rows) > 40
    widths = ", ".join("1fr" if wide and n == widest else "auto" for n in range(len(section.columns)))
    head = ", ".join(f"[*{_text(column)}*]" for column in section.columns)
    body = ",\n".join(", ".join(f"[{_text(cell)}]" for cell in row) for row in section.rows)
    rule = "table.hline(stroke: .5pt)"
    return f"#table(columns: ({widths},), align: ({sides},), table.header({head}, {rule}),\n{body},\n)\n"


_SPECIAL = str.maketrans({char: f"\\{char}" for char in "\\#$*_`<>@[]=~\"'/-+"})


def _text(words: str) -> str:
    """Words as Typst content, every sign taken literally."""
    return words.translate(_SPECIAL)
