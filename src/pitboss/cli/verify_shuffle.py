"""``pitboss verify-shuffle``: whether a live deck was fixed before the deal."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from pitboss.cards import parse
from pitboss.shuffle.commitment import verify
from pitboss.shuffle.permute import ShuffleError

_KEYS = ("hash", "nonce", "order")


@click.command("verify-shuffle", short_help="Check that a live deck was fixed before the deal.")
@click.argument("file", required=False, type=click.File("r", encoding="utf-8"))
@click.option("--hash", "hash_", metavar="HEX", help="The hash published before the deal.")
@click.option("--nonce", metavar="HEX", help="The nonce published after the deal.")
@click.option("--order", metavar="CARDS", help="The cards from the top of the deck down: 'As Td 2c …'.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(file: Any, hash_: str | None, nonce: str | None, order: str | None, as_json: bool) -> None:
    """Check the opening of a live shuffle against the hash published before the deal.

    FILE is JSON, one opening {"hash", "nonce", "order"} or a list of them ("-" reads standard input); or give all three
    as options. An option overrides the file: with --hash you check against the hash you saw yourself. Exit code 0 if it
    is the same deck, 1 if not.
    """
    options = {"hash": hash_, "nonce": nonce, "order": order}
    given = {key: value for key, value in options.items() if value is not None}
    openings = [{**each, **given} for each in _read(file)] if file else [given]
    results = [_check(each) for each in openings]
    if as_json:
        click.echo(json.dumps({"ok": all(each["ok"] for each in results), "shuffles": results}))
    else:
        for each in results:
            click.echo(_sentence(each))
    sys.exit(0 if all(each["ok"] for each in results) else 1)


def _read(file: Any) -> list[dict[str, Any]]:
    try:
        data = json.load(file)
    except ValueError as error:
        raise ShuffleError(f"{file.name} is not JSON ({error}); give a file with hash, nonce and order.") from None
    listed = data if isinstance(data, list) else [data]
    if not listed or not all(isinstance(each, dict) for each in listed):
        raise ShuffleError(f"{file.name} holds no opening; it should be an object with hash, nonce and order.")
    return listed


def _check(opening: dict[str, Any]) -> dict[str, Any]:
    for key in _KEYS:
        if not isinstance(opening.get(key), str):
            raise ShuffleError(f"the {key} is missing; a check needs hash, nonce and order, from a file or as options.")
    hash_, nonce, order = (opening[key] for key in _KEYS)
    return {"hash": hash_.strip(), "cards": len(parse(order)), "ok": verify(hash_, nonce, order)}


def _sentence(result: dict[str, Any]) -> str:
    if result["ok"]:
        return f"The same deck: these {result['cards']} cards were in this order when {result['hash']} was published."
    return f"Not the same deck: this order and nonce do not give the published hash {result['hash']}."
