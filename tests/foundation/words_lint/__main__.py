"""List every read of words that is not allowed: ``python -m tests.foundation.words_lint``."""

from __future__ import annotations

from tests.foundation.words_lint.places import forbidden


def main() -> None:
    for place, each in forbidden():
        print(f"{place} line {each.line}: {each.code}")


if __name__ == "__main__":
    main()
