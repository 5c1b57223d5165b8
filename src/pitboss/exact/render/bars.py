"""A plot of bars as SVG, for the HTML and PDF sheets."""

from __future__ import annotations

from html import escape

from pitboss.exact.sheet import Section

ROW, LABEL, WIDTH = 18, 240, 420


def bars(section: Section) -> str:
    """One bar per row, the value written at its end."""
    most = max((abs(size) for _, size in section.bars), default=0.0) or 1.0
    height = ROW * len(section.bars) + 4
    total = LABEL + WIDTH + 90
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {height}" width="{total}" height="{height}" '
        f'role="img" aria-label="{escape(section.title)}" font-family="Georgia, serif" font-size="11">'
    ]
    for number, (name, size) in enumerate(section.bars):
        top = number * ROW + 2
        long = WIDTH * abs(size) / most
        parts.append(f'<text x="{LABEL - 8}" y="{top + 12}" text-anchor="end" fill="#222">{escape(name)}</text>')
        parts.append(
            f'<rect x="{LABEL}" y="{top + 2}" width="{max(long, 0.5):.1f}" height="{ROW - 6}" fill="#2f5d8a"/>'
        )
        parts.append(f'<text x="{LABEL + long + 6:.1f}" y="{top + 12}" fill="#222">{size:.4f}%</text>')
    return "".join(parts) + "</svg>"
