"""What a server does by itself, again and again; a task that fails is named until it succeeds, and stops no other."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from pitboss.store import StoreError

logger = logging.getLogger("pitboss.server")


class Alarm(Exception):
    """Something is wrong with the machine, in words; it is told once, and named as long as it is so."""


class Background:
    """The tasks of a process, and which of them failed when last they were tried."""

    def __init__(self) -> None:
        self.failing: dict[str, str] = {}
        self._running: list[asyncio.Task[None]] = []

    def begin(self, name: str, seconds: Callable[[], float], do: Callable[[], Awaitable[None]]) -> None:
        """From now on something is done, with so many seconds between."""
        self._running.append(asyncio.create_task(self._again(name, seconds, do)))

    async def _again(self, name: str, seconds: Callable[[], float], do: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await do()
                self.failing.pop(name, None)
            except StoreError as error:
                self.failing[name] = "the database cannot be used"
                logger.warning(f"{name}: waiting for the database", extra={"why": str(error)})
            except Alarm as alarm:
                if self.failing.get(name) != str(alarm):
                    logger.error(f"{name}: {alarm}")
                self.failing[name] = str(alarm)
            except Exception as error:  # nothing that goes wrong once may stop a task for good
                self.failing[name] = type(error).__name__
                logger.exception(f"{name} failed")
            await asyncio.sleep(seconds())

    async def end(self) -> None:
        """Nothing more is done."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
