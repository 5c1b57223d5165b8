"""A sheet as one self-contained HTML page."""

from __future__ import annotations

from importlib.resources import files

from pitboss.exact.sheet.model import Sheet
from pitboss.exact.sheet.render.bars import bars, grouped, words


def html(sheet: Sheet) -> str:
    from jinja2 import Environment

    page = files("pitboss.exact.sheet.render").joinpath("page.html").read_text("utf-8")
    template = Environment(autoescape=True, trim_blocks=True).from_string(page)
    links = {section.title: f"#s{number}" for number, section in enumerate(sheet.sections, 1)}
    return template.render(sheet=sheet, links=links, bars=bars, words=words, grouped=grouped)
