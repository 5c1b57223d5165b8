"""Finished hands: search by day, table, game, player and size, and the record of one."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, select

from pitboss.room.config import TableConfig
from pitboss.room.people import name_key
from pitboss.room.recall import MOST, HandQuery, HandRow, StoredHand
from pitboss.storage import schema
from pitboss.storage.access import Subject, reads
from pitboss.storage.reading import stored_decks

_LISTED = [column for column in schema.hands.c if column.name != "cipher"]


class StoredHands(Subject):
    """Finished hands of all tables."""

    @reads
    def search(self, connection: Connection, query: HandQuery) -> list[HandRow]:
        """The hands that match, the latest first."""
        ask = _asked(connection, query)
        if ask is None:
            return []
        rows = connection.execute(ask).all()
        players = _players(connection, [row.id for row in rows])
        configs = {table: _config(connection, table) for table in {row.table for row in rows}}
        return [_row(row, players.get(row.id, {}), configs[row.table]) for row in rows]

    @reads
    def find(self, connection: Connection, id: str) -> StoredHand | None:
        """One finished hand with its decks and its record, which shows every card; None if there is none."""
        row = connection.execute(select(schema.hands).where(schema.hands.c.id == id)).first()
        if row is None:
            return None
        keys, head = self.access.keys, select(schema.tables.c.record).where(schema.tables.c.id == row.table)
        roots = msgspec.json.decode(row.seals, type=list[str])
        decks = stored_decks(connection, keys, row.table, roots)
        config = _config(connection, row.table)
        return StoredHand(
            row=_row(row, _players(connection, [id]).get(id, {}), config),
            record=keys.decrypt(row.cipher, "hand", id),
            head=connection.execute(head).scalar_one(),
            table=config.name,
            decks=tuple(decks[root] for root in roots if root in decks),
        )


def _asked(connection: Connection, query: HandQuery) -> Select[Any] | None:
    c = schema.hands.c
    ask = select(*_LISTED).order_by(c.ended.desc(), c.id.desc()).limit(max(1, min(query.count, MOST)))
    for column, value in ((c.day, query.day), (c.table, query.table), (c.game, query.game)):
        if value:
            ask = ask.where(column == value)
    if query.least:
        ask = ask.where(c.size >= query.least)
    if query.most:
        ask = ask.where(c.size <= query.most)
    if query.player:
        p = schema.hand_players.c
        ask = ask.where(c.id.in_(select(p.hand).where(p.player == name_key(query.player))))
    if query.before:
        last = connection.execute(select(c.ended).where(c.id == query.before)).scalar()
        if last is None:
            return None
        ask = ask.where((c.ended < last) | ((c.ended == last) & (c.id < query.before)))
    return ask


def _config(connection: Connection, table: str) -> TableConfig:
    data = connection.execute(select(schema.tables.c.config).where(schema.tables.c.id == table)).scalar_one()
    return msgspec.json.decode(data, type=TableConfig)


def _players(connection: Connection, ids: list[str]) -> dict[str, dict[int, str]]:
    p = schema.hand_players.c
    result: dict[str, dict[int, str]] = {}
    for row in connection.execute(select(p.hand, p.seat, p.name).where(p.hand.in_(ids)).order_by(p.hand, p.seat)):
        result.setdefault(row.hand, {})[row.seat] = row.name
    return result


def _row(row: Row[Any], players: dict[int, str], config: TableConfig) -> HandRow:
    return HandRow(
        id=row.id,
        table=row.table,
        number=row.number,
        game=row.game,
        day=row.day,
        started=row.started,
        ended=row.ended,
        players=players,
        size=row.size,
        net=msgspec.json.decode(row.net, type=dict[str, int]),
        open=config.spectators and not config.private,
        rail_delay=config.rail_delay,
    )
