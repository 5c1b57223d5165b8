"""Words are for people: nothing reads a fact out of ``words``, ``why``, ``note`` or the text of an error."""

from __future__ import annotations

import pytest

from tests.foundation.words_lint import places, python_reads, script_reads


def test_nothing_reads_words():
    forbidden = [f"{place} line {each.line}: {each.code}" for place, each in places.forbidden()]
    assert not forbidden, "these read words; use a typed field instead:\n" + "\n".join(forbidden)


def test_every_allowed_place_still_reads_words_and_says_why_it_may():
    reading = {place for place, _ in places.found()}
    assert set(places.ALLOWED) <= reading, "no longer needed; take it out"
    assert all(places.ALLOWED.values())


PYTHON = [
    'if event.words == "all-in": pass',
    'if "all-in" != event.words: pass',
    'found = "returned" in move.why',
    'if move.why in ("fill", "credit"): pass',
    'if line.note.startswith("table "): pass',
    'if event.words.lower().endswith("wins"): pass',
    'wager = move.why.partition(" ")[0]',
    'first, *rest = event.words.split(" with ")',
    'text = event.words.replace("seat", "you")',
    'at = event.words.find("$")',
    'at = event.words.index("$")',
    'name = event.words.removeprefix("the ")',
    'why = option.why.rstrip(".")',
    'import re\nre.search(r"[0-9]+", event.words)',
    "OPENED.fullmatch(line.note)",
    "ODDS.sub(str, event.words or '')",
    "cents = int(event.words)",
    "calendar = read_words(line.note)",
    "data = json.loads(line.note)",
    "match event.words:\n    case 'all-in': pass",
    "style = STYLES[event.words]",
    "style = STYLES.get(event.words, '')",
    "if event['words'] == 'all-in': pass",
    "if row.get('why', '').startswith('fill'): pass",
    "if getattr(event, 'words') == 'all-in': pass",
    "select(moves).where(moves.c.why == 'toke')",
    "select(moves).where(moves.c.why.like('fill %'))",
    "words = event.words\nparts = words.split(',')",
    "words, rule = event.words, event.rule\nif words == 'all-in': pass",
    "(words, rule) = (event.words, event.rule)\nif words == 'all-in': pass",
    "if (said := event.words) and said == 'all-in': pass",
    "said = event.words.strip()\nif said[:5] == 'push ': pass",
    "for source, target, cents, why in moves:\n    if why == 'toke': pass",
    "for said in [each.words for each in events]:\n    if said == 'all-in': pass",
    "def odds(words: str):\n    return words.partition(' ')",
    "def odds(why):\n    return why.partition(' ')",
    "f = lambda event: event.words == 'all-in'",
    "try: act()\nexcept IllegalAction as error:\n    if 'PK-10' in str(error): pass",
    "try: act()\nexcept IllegalAction as refused:\n    RULE.search(str(refused))",
    "try: act()\nexcept IllegalAction as error:\n    text = str(error)\n    if text.startswith('seat'): pass",
    "try: act()\nexcept IllegalAction as error:\n    if error.args[0] == 'the hand is over.': pass",
    "try: act()\nexcept click.UsageError as error:\n    if 'no such' in error.message: pass",
    "try: act()\nexcept OSError as error:\n    if f'{error}' == 'x': pass",
    "def rule(error: PitbossError):\n    return repr(error).split('(')",
    "def rule(refused: Refused):\n    return str(refused).split('(')",
    "text = sentence(event).replace('seat', 'you')",
    "def outer(event):\n    words = event.words\n    def inner(): return words.split()\n    return inner",
]
SCRIPT = [
    'const won = event.words === "wins";',
    'if ("all-in" !== event.words) go();',
    'if (event.words == "all-in") go();',
    'if (event?.words != "all-in") go();',
    'if (event.words.includes("wins")) go();',
    'if (event.words?.startsWith("bonus")) go();',
    'if (option.why.endsWith(".")) go();',
    'const [half] = share.words.split(", ");',
    'const why = option.why.replace(/\\.$/, "");',
    'const why = option.why.replaceAll(".", "");',
    "const odds = event.words.match(/to 1/);",
    "const at = line.note.search(/table/);",
    'const at = line.note.indexOf("table");',
    "if (/lose/.test(event.words)) go();",
    'if (/dead/.test(event.words ?? "")) go();',
    "const stake = SAID.exec(event.words)?.[1];",
    'const hand = /has (.+)$/.exec(events.findLast((event) => event.verb === "announce")?.words ?? "")?.[1];',
    "switch (event.words) { default: go(); }",
    "const style = STYLES[event.words];",
    "const style = STYLES.get(event.words);",
    "if (SHOWN.has(event.words)) go();",
    'if (["wins", "loses"].includes(event.words)) go();',
    "const cents = Number(event.words) * 100;",
    "const cents = parseFloat(event.words.slice(1));",
    'if (event["words"] === "wins") go();',
    'const words = event.words; const parts = words.split(",");',
    'const said = event.words ?? ""; if (said === "wins") go();',
    'const said = (event.words || "").trim(); if (said === "wins") go();',
    'const said = event.verb ? event.words : ""; if (said.includes("wins")) go();',
    'const { words } = event; if (words === "wins") go();',
    "const { seat, words: told } = event; if (/wins/.test(told)) go();",
    'const [words, rule] = [event.words, event.rule]; if (words === "wins") go();',
    'let said; said = event.words; if (said === "wins") go();',
    "function resultOf({ pile, words }) { return words.startsWith(pile); }",
    'const low = (words) => words.replace(LOW, "");',
    'const low = words => words.replace(LOW, "");',
    'export const fed = { fee: ({ event }) => [event.words.replace(/^the /, "")] };',
    "class Page { told(words) { return /wins/.test(words); } }",
    "const shown = `${event.words.split(',')[0]} wins`;",
    "const name = `${seat} ${event.words === 'all-in' ? 'all in' : ''}`;",
    'const title = (heading.title ?? t.capital(event.words || "board")).replace(/,.*$/, "");',
    'if (error.message === "not signed in") go();',
    'if (error.message.includes("stale")) go();',
    'get("/x").catch((refused) => 0); try { go(); } catch (refused) { if (/stale/.test(refused.message)) go(); }',
    'if (String(error).includes("stale")) go();',
    "const { why } = ack; if (/PK-2/.exec(why)) go();",
]


@pytest.mark.parametrize("code", PYTHON)
def test_a_read_in_python_is_found(code: str):
    assert python_reads.reads(code)


@pytest.mark.parametrize("code", SCRIPT)
def test_a_read_in_javascript_is_found(code: str):
    assert script_reads.reads(code)


@pytest.mark.parametrize(
    "code",
    [
        'if event.all_in and event.rule == "PK-10": pass',
        "if event.result == WIN: pass",
        "if not option.why: pass",
        'if event.words == "": pass',
        "if option.why is not None: pass",
        "shown = event.words[:1].upper() + event.words[1:]",
        'line = f"{event.words} ({event.rule})"',
        "width = len(event.words)",
        "listed.append(event.words)",
        "words = typed.split()\nif words[0] == 'pitboss': pass",
        "def chosen(words: tuple[str, ...]):\n    return [id for id in words if id == 'HB-1']",
        "if 'why' in said: pass",
        "state = replace(state, why=str(error))",
        "try: act()\nexcept PitbossError as error:\n    refuse(str(error), error.rule)",
        "try: act()\nexcept IllegalAction as error:\n    if error.rule == 'HB-1': pass",
        "def search(text: str, word: str):\n    return word in text",
    ],
)
def test_showing_words_in_python_is_no_read(code: str):
    assert not python_reads.reads(code)


@pytest.mark.parametrize(
    "code",
    [
        'const won = event.result === "win";',
        "if (!option.why) go();",
        'if (event.words === "") go();',
        "if (event.words !== undefined) go();",
        'const shown = event.words ?? "";',
        "const shown = t.capital(event.words || event.verb);",
        "const shown = `${event.words} (${event.rule})`;",
        'const title = wager.title.replace("-", " ");',
        'const words = this.field.value.toLowerCase().split(/\\s+/); if (words.includes("ante")) go();',
        "const found = law.textContent.toLowerCase().includes(typed);",
        'import { words } from "./dom.js"; const shown = words(card);',
        'const button = { why: option.why, rule: option.rule }; if (button.rule === "PK-2") go();',
        'const tag = message.type === "ack";',
        'if (error.status === 401) show({ why: t.capital(error.message), said: "" });',
        "const rest = total / event.words.length / 2;",
        'const pattern = /event\\.words === "wins"/; // event.words === "wins"',
        "const text = 'event.words === \"wins\"';",
        'const listed = options.filter((option) => option.why && option.word !== "fold");',
        "({ words, rule }) => h('li', null, words, rule === 'PK-2' ? null : rule);",
    ],
)
def test_showing_words_in_javascript_is_no_read(code: str):
    assert not script_reads.reads(code)


def test_a_read_is_told_with_its_line_and_the_declaration_it_stands_in():
    python = "class Fold:\n    def lift(self, move):\n        return 'returned' in move.why\n"
    assert [(each.line, each.where) for each in python_reads.reads(python)] == [(3, "Fold.lift")]
    script = 'const A = 1;\nexport function lift(move) {\n  return move.why === "returned";\n}\n'
    assert [(each.line, each.where) for each in script_reads.reads(script)] == [(3, "lift")]
