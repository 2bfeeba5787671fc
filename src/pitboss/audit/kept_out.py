"""Who takes no part in any game by his own wish: the verifier holds every wager and every seat against it."""

from pitboss.audit.care_format import CareEvent, CoolingOffBegun, SelfExcluded
from pitboss.audit.format import Entry, EntryKind
from pitboss.audit.mismatch import Mismatch
from pitboss.audit.table_replay import read

_WAGERS = ("place-wager", "bet")


class KeptOut:
    """Until which second each player takes no part, as far as the log was read."""

    def __init__(self) -> None:
        self._until: dict[str, int] = {}
        self._excluded: dict[str, int] = {}

    def tell(self, entry: Entry) -> None:
        """A choice of a player; `Mismatch` for an exclusion that ends earlier than the one before."""
        event: CareEvent = read(entry.payload, CareEvent)
        if isinstance(event, SelfExcluded):
            before = self._excluded.get(event.player, 0)
            if event.until < before:
                raise Mismatch(f"an exclusion of {event.player} until {event.until}", f"it was until {before}")
            self._excluded[event.player] = event.until
        if isinstance(event, SelfExcluded | CoolingOffBegun):
            self._until[event.player] = max(event.until, self._until.get(event.player, 0))

    def check(self, entry: Entry) -> None:
        """A command at a table; `Mismatch` if it seats or wagers for somebody who takes no part."""
        if entry.kind is not EntryKind.COMMAND or not self._until:
            return
        player, action = str(entry.payload.get("player", "")), entry.payload.get("action")
        wagers = isinstance(action, dict) and action.get("action") in _WAGERS
        if (wagers or entry.payload.get("command") == "sit") and entry.time // 1000 < self._until.get(player, 0):
            raise Mismatch(f"a seat or a wager of {player}", "this player takes no part by his own wish")
