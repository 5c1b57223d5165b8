"""A sheet as CSV, as an HTML page and as a PDF."""

from __future__ import annotations

import csv as standard
import io
import tempfile
from importlib.resources import files
from pathlib import Path

from pitboss.exact.sheet.model import Sheet, SheetSection

LONG = 34
"""Longer texts are folded."""


def bars(section: SheetSection) -> tuple[str, ...]:
    """The length of every row's bar in percent of the longest; empty if the section has no plot."""
    most = max((abs(size) for _, size in section.bars), default=0.0) or 1.0
    return tuple(f"{100 * abs(size) / most:.1f}" for _, size in section.bars)


def words(section: SheetSection) -> tuple[bool, ...]:
    """For every column, True if it holds long texts."""
    return tuple(
        side == "l" and any(len(row[at]) > LONG and " " in row[at] for row in section.rows)
        for at, side in enumerate(section.align)
    )


def grouped(section: SheetSection) -> bool:
    """True if rows come in groups, named in the first column of their first row only."""
    return any(not row[0] for row in section.rows)


def csv(sheet: Sheet) -> str:
    """The whole sheet; blocks are separated by an empty line."""
    out = io.StringIO()
    write = standard.writer(out, lineterminator="\n").writerow
    write([sheet.title])
    for fact in sheet.facts:
        write(fact)
    for section in sheet.sections:
        write([])
        write([section.title])
        if section.rows:
            write(section.columns)
            for row in section.rows:
                write(row)
        for note in section.notes:
            write([note])
    return out.getvalue()


def html(sheet: Sheet) -> str:
    from jinja2 import Environment

    page = files("pitboss.exact.sheet").joinpath("page.html").read_text("utf-8")
    template = Environment(autoescape=True, trim_blocks=True).from_string(page)
    links = {section.title: f"#s{number}" for number, section in enumerate(sheet.sections, 1)}
    return template.render(sheet=sheet, links=links, bars=bars, words=words, grouped=grouped)


HEAD = """
#set document(title: [{title}], author: "Pitboss", date: none)
#set page(paper: "a4", margin: (x: 15mm, top: 16mm, bottom: 18mm), footer: context [
  #set text(size: 7.5pt, fill: luma(90))
  #line(length: 100%, stroke: .4pt + luma(170)) #v(-6pt)
  {title} #h(1fr) computed, not certified #h(1fr) page #counter(page).display("1 of 1", both: true)])
#set text(size: 8pt, lang: "en", number-type: "lining", number-width: "tabular")
#set par(justify: false, leading: .55em)
#set table(stroke: (_, y) => if y == 0 {{ (bottom: .6pt) }} else if y > 1 {{ (top: .3pt + luma(215)) }},
  inset: (x: 3.5pt, y: 2.6pt))
#show heading.where(level: 1): it => block(above: 17pt, below: 6pt, sticky: true, width: 100%, inset: (bottom: 3.5pt),
  stroke: (bottom: .6pt + luma(120)), text(size: 11.5pt, it.body))
#show heading.where(level: 2): it => block(above: 11pt, below: 5pt, sticky: true, text(size: 9pt, it.body))
""".replace("{{", "{").replace("}}", "}")
NUMBER = 4
"""Letters of a column that stays as narrow as it can, such as line numbers."""
WHOLE = 26
"""Sections of at most this many rows are not split between pages."""


def pdf(sheet: Sheet) -> bytes:
    """The sheet on A4 pages."""
    import typst

    with tempfile.TemporaryDirectory() as folder:
        main = Path(folder, "sheet.typ")
        main.write_text(source(sheet), "utf-8")
        document: bytes = typst.compile(str(main), root=folder)
        return document


def source(sheet: Sheet) -> str:
    """The Typst text of a sheet."""
    parts = [HEAD.replace("{title}", _text(sheet.title))]
    parts.append(f"#block(below: 7pt, text(size: 20pt, weight: 700)[{_text(sheet.title)}])\n")
    parts.append(f'#block(below: 9pt, text(size: 9.5pt, fill: luma(60), style: "italic")[{_text(sheet.subtitle)}])\n')
    facts = ", ".join(f"[#text(fill: luma(90))[{_text(label)}]], [{_text(value)}]" for label, value in sheet.facts)
    parts.append(f"#table(columns: (auto, 1fr), stroke: none, inset: (x: 0pt, y: 2pt), column-gutter: 10pt, {facts})\n")
    parts.append("#line(length: 100%, stroke: 1.2pt) #v(-8pt) #line(length: 100%, stroke: .4pt)\n")
    for section in sheet.sections:
        parts.append(f"{'=' * section.level} {_text(section.title)}\n")
        body = _table(section) if section.rows else ""
        notes = "".join(
            f"#block(above: 5pt, below: 5pt, text(fill: luma(60))[{_text(note)}])\n" for note in section.notes
        )
        whole = len(section.rows) <= WHOLE
        parts.append(f"#block(breakable: false, width: 100%)[\n{body}{notes}]\n" if whole else f"{body}{notes}")
    return "\n".join(parts)


def _table(section: SheetSection) -> str:
    lengths, wordy = bars(section), words(section)
    sides = ["right" if side == "r" else "left" for side in section.align]
    widths = ["1fr" if folded else "auto" for folded in wordy]
    if not lengths and not any(wordy):  # as wide as the page; columns are sized by their content
        widest = [max(map(len, column)) for column in zip(section.columns, *section.rows, strict=True)]
        widths = [f"{most + 3}fr" if most > NUMBER else "auto" for most in widest]
    head = [f"[*{_text(column)}*]" for column in section.columns]
    rows = [[f"[{_text(cell)}]" for cell in row] for row in section.rows]
    if lengths:  # a plot is drawn next to the figures
        sides, widths, head = [*sides, "left + horizon"], [*widths, "1fr"], [*head, "[]"]
        filled = 'height: 5pt, fill: rgb("#2f5d8a")'
        rows = [[*row, f"rect(width: {long}%, {filled})"] for row, long in zip(rows, lengths, strict=True)]
    header = f"table.header({', '.join(head)})"
    rules = ""
    if grouped(section):  # lines between groups of rows only
        rules = "stroke: (_, y) => if y == 0 { (bottom: .6pt) }, "
        above = [
            "table.hline(stroke: .3pt + luma(150)), " if number and row[0] else ""
            for number, row in enumerate(section.rows)
        ]
        rows = [[line + row[0], *row[1:]] for line, row in zip(above, rows, strict=True)]
    body = ",\n".join(", ".join(row) for row in rows)
    layout = f"columns: ({', '.join(widths)},), align: ({', '.join(sides)},)"
    return f"#table({layout}, {rules}{header},\n{body},\n)\n"


_SPECIAL = str.maketrans({char: f"\\{char}" for char in "\\#$*_`<>@[]=~\"'/-+"})


def _text(words: str) -> str:
    """Words as Typst content, escaped."""
    return words.translate(_SPECIAL)
