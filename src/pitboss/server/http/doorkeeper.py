"""Streams outlast requests: whoever is signed out, shut out or expired meanwhile is sent nothing more."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.server.people.accounts import Accounts
from pitboss.store import StoreError

RECHECK_SECONDS = 2.0

logger = logging.getLogger("pitboss.server")


class Doorkeeper:
    """Asks now and then who of those inside is still let in: for all of them at once, which is cheap."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._inside: dict[asyncio.Event, str] = {}
        self._rounds: asyncio.Task[None] | None = None

    @contextmanager
    def inside(self, secret: str) -> Iterator[asyncio.Event]:
        """While someone is inside; the event tells when they must go."""
        out = asyncio.Event()
        self._inside[out] = secret
        if self._rounds is None or self._rounds.done():
            self._rounds = asyncio.create_task(self._go_round())
        try:
            yield out
        finally:
            del self._inside[out]

    async def _go_round(self) -> None:
        while self._inside:
            await asyncio.sleep(RECHECK_SECONDS)
            inside = dict(self._inside)
            try:
                let_in = await asyncio.to_thread(self._accounts.confirm, set(inside.values()))
            except StoreError as error:
                logger.warning("the doors wait for the database", extra={"why": str(error)})
                continue
            for out, secret in inside.items():
                if secret not in let_in:
                    out.set()
