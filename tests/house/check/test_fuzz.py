"""``check`` of shipped files with random changes: always an answer, and never a traceback."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given
from hypothesis import strategies as st

import pitboss
from pitboss.cli import check as _files
from pitboss.datafile import FileError
from tests.examples import examples

PACKAGE = Path(pitboss.__file__).parent
FILES = {
    path.relative_to(PACKAGE): path.read_text(encoding="utf-8")
    for folder in ("games/house", "games/poker", "houses", "jurisdictions")
    for path in sorted((PACKAGE / folder).glob("*.toml"))
}
PIECES = st.sampled_from(
    [
        *("", "0", "-1", "1e9", "nan", "99999999", "9" * 40, '""', '"player"', '"all"', '"deal"', '"\\u001b"', "true"),
        *("[]", "{}", "[[]]", "[1, 1]", '["ante", "ante"]', "{ a = 1 }", "1979-05-27", "=", ".", "[", "]", "}", '"'),
        *("\n", "\r\n", "\t", "\0", "\ufeff", "#", "'''", '"""', "\\", "ante", "player", "dealer", "fold", "{times}"),
        *("\n[wager.x]\n", "\n[hand.x]\n", "\n[rules]\n", "\n[[script]]\n", "\n[limits]\nante = 5\n", "\n[games.x]\n"),
    ]
)


@st.composite
def changed(draw: st.DrawFn) -> tuple[str, str]:
    """A shipped file's name and its text with up to four places cut, doubled, moved or overwritten."""
    path = draw(st.sampled_from(sorted(FILES)))
    text = FILES[path]
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from([0, 1, 3, 10, 40, 200])))
        other = draw(st.integers(0, len(text)))
        piece = draw(st.one_of(PIECES, st.just(text[start:end] * 2), st.just(text[other : other + 60])))
        text = text[:start] + piece + text[end:]
    return path.name, text


@st.composite
def lines_changed(draw: st.DrawFn) -> tuple[str, str]:
    """A shipped file with one value replaced, so that most of these texts are still TOML."""
    path = draw(st.sampled_from(sorted(FILES)))
    lines = FILES[path].splitlines()
    index = draw(st.sampled_from([at for at, line in enumerate(lines) if "=" in line]))
    key, _, value = lines[index].partition("=")
    lines[index] = draw(
        st.sampled_from([f"{key}= {draw(PIECES)}", f"{key}x ={value}", f"{lines[index]}\n{lines[index]}", ""])
    )
    return path.name, "\n".join(lines)


def answered(folder: Path, name: str, text: str) -> None:
    file = folder / name
    file.write_text(text, encoding="utf-8", newline="")
    try:
        _, problems = _files.problems(str(file))
    except FileError as error:
        said = [str(error)]
    else:
        said = [str(problem) for problem in problems]
    assert all(sentence.replace("\n", " ").replace("\t", " ").isprintable() for sentence in said)


EXAMPLES = examples(1.5, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@EXAMPLES
@given(file=changed())
def test_any_change_is_answered(tmp_path: Path, file: tuple[str, str]) -> None:
    answered(tmp_path, *file)


@EXAMPLES
@given(file=lines_changed())
def test_any_changed_value_is_answered(tmp_path: Path, file: tuple[str, str]) -> None:
    answered(tmp_path, *file)
