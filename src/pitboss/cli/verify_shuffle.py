"""``pitboss verify-shuffle``: check that a live deck was fixed before the deal."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from pitboss.shuffle.opening import Checked, check, disagreement, listed
from pitboss.shuffle.permute import ShuffleError

LONGEST = 16 << 20


@click.command("verify-shuffle", short_help="Check that a live deck was fixed before the deal.")
@click.argument("file", required=False, type=click.File("r", encoding="utf-8"))
@click.option("--hash", "hash_", metavar="HEX", help="The hash published before the deal.")
@click.option("--nonce", metavar="HEX", help="The nonce published after the deal.")
@click.option("--order", metavar="CARDS", help="The cards from the top of the deck down: 'As Td 2c …'.")
@click.option("--root", "roots", metavar="HEX", multiple=True, help="A root you saw before the deal; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    file: Any, hash_: str | None, nonce: str | None, order: str | None, roots: tuple[str, ...], as_json: bool
) -> None:
    """Check the opening of a live shuffle against what was shown before the deal.

    FILE is JSON ("-" reads standard input): one opening, a list of them, or a hand with its openings under "seals",
    which must then show exactly the cards they open. An opening is {"root", "cards", "leaves"} for the cards you
    saw, {"root", "order", "salts"} for a whole sealed deck, or {"hash", "nonce", "order"}, which may also be given as
    options. An option overrides the file: with --hash or --root you check against the value you saw yourself. Exit
    code 0 if it is the same deck, 1 if not.
    """
    options = {"hash": hash_, "nonce": nonce, "order": order}
    given = {key: value for key, value in options.items() if value is not None}
    if roots and not file:
        raise ShuffleError("a root is checked against the openings of a file; give the file too, or - to paste it.")
    data = _read(file) if file else given
    openings = [{**each, **given} for each in listed(data, file.name)] if file else [given]
    results = [check(each, roots) for each in openings]
    told = disagreement(data) if isinstance(data, dict) and "seals" in data else ""
    ok = all(each.ok for each in results) and not told
    if as_json:
        shuffles = [{"hash": each.hash, "cards": each.cards, "ok": each.ok, "kind": each.kind} for each in results]
        click.echo(json.dumps({"ok": ok, "shuffles": shuffles, **({"why": told} if told else {})}))
    else:
        for each in results:
            click.echo(_sentence(each))
        if told:
            click.echo(f"Not the hand that was dealt: {told}.")
    sys.exit(0 if ok else 1)


def _read(file: Any) -> Any:
    try:
        text = file.read(LONGEST + 1)
        data = json.loads(text) if len(text) <= LONGEST else None
    except json.JSONDecodeError as error:
        why = f"not JSON ({error})"
    except UnicodeDecodeError:
        why = "not text"
    except RecursionError:
        why = "nested too deeply"
    except OSError as error:
        why = f"not readable ({(error.strerror or 'unknown reason').lower()})"
    except ValueError:
        why = "not an opening: it contains a number with thousands of digits"
    else:
        if len(text) <= LONGEST:
            return data
        raise ShuffleError(f"{file.name} is longer than {LONGEST >> 20} MB; give the openings of fewer hands at once.")
    raise ShuffleError(f"{file.name} is {why}; give a JSON file with hash, nonce and order, or with root and leaves.")


def _sentence(result: Checked) -> str:
    if result.kind == "shuffle":
        if result.ok:
            return f"The same deck: these {result.cards} cards were in this order when {result.hash} was published."
        return f"Not the same deck: this order and nonce do not give the published hash {result.hash}."
    if not result.ok:
        return f"Not the sealed deck: {result.why}, so this does not open {result.hash}."
    if result.kind == "deck":
        return f"The same deck: all {result.cards} cards were in this order when {result.hash} was shown."
    places = "card was in its place" if result.cards == 1 else f"{result.cards} cards were in their places"
    return f"The same deck: {'this' if result.cards == 1 else 'these'} {places} when {result.hash} was shown."
