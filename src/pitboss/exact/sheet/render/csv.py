"""A sheet as CSV: every section a block with its heading, so that a spreadsheet opens it as it is."""

from __future__ import annotations

import csv as standard
import io

from pitboss.exact.sheet.model import Sheet


def csv(sheet: Sheet) -> str:
    """The whole sheet; blocks are parted by an empty line."""
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
