"""A connection that can be cut: TCP to another TCP or Unix socket, through this process."""

from __future__ import annotations

import asyncio
from contextlib import suppress

SILENT, DEAD = "silent", "dead"
"""How a line is cut: nothing comes through and nobody is told, or connections are closed and refused."""


class Line:
    """Passes bytes on until it is cut, and again when it is mended."""

    def __init__(self, target: str | int) -> None:
        self._target = target
        self._server: asyncio.Server | None = None
        self._open = asyncio.Event()
        self._refusing = False
        self._writers: set[asyncio.StreamWriter] = set()
        self.port = 0

    async def start(self) -> None:
        self._open.set()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self, how: str) -> None:
        self._open.clear()
        if how == DEAD:
            self._refusing = True
            self._drop()

    def mend(self) -> None:
        """Let everything through again; what was cut in silence is dropped, as routers do."""
        self._drop()
        self._refusing = False
        self._open.set()

    def _drop(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        self._open.set()
        while self._writers:
            self._drop()
            await asyncio.sleep(0.01)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            if self._refusing:
                return
            await self._open.wait()
            if isinstance(self._target, int):
                there = await asyncio.open_connection("127.0.0.1", self._target)
            else:
                there = await asyncio.open_unix_connection(self._target)
            self._writers.add(there[1])
            try:
                await asyncio.gather(self._pass(reader, there[1]), self._pass(there[0], writer))
            finally:
                self._writers.discard(there[1])
                there[1].transport.abort()
        except OSError:
            pass
        finally:
            self._writers.discard(writer)
            writer.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        writer.transport.abort()
