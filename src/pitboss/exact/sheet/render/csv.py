"""A sheet as CSV: each section is a block with its heading."""

from __future__ import annotations

import csv as standard
import io

from pitboss.exact.sheet.model import Sheet


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
