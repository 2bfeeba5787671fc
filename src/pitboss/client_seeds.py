"""A player's part in the shuffle of a round, from Python: a seed pledged with the wagers, and shown after them."""

import secrets
from typing import Any

from pitboss.audit.commitment import pledge
from pitboss.audit.fairness import Stage


class OwnSeeds:
    """The seeds of one player at one table; a fresh one for each round."""

    def __init__(self, player: str) -> None:
        self._player = player
        self._seeds: dict[str, str] = {}  # by the commitment of the house they were pledged against
        self._shown: set[str] = set()

    def pledged(self, fairness: dict[str, Any] | None) -> list[dict[str, str]]:
        """The command to give with the first wager of a round; none where there is nothing to pledge."""
        if not _at(fairness, Stage.TAKING_SEEDS) or fairness is None or fairness["commitment"] in self._seeds:
            return []
        seed = self._seeds[fairness["commitment"]] = secrets.token_hex(16)
        return [{"command": "pledge", "pledge": pledge(fairness["round"], self._player, seed)}]

    def shown(self, fairness: dict[str, Any] | None) -> list[dict[str, str]]:
        """The command to give when wagers are closed; none where it is not the time, or was done."""
        if not _at(fairness, Stage.SHOWING_SEEDS) or fairness is None or fairness["commitment"] in self._shown:
            return []
        bound = any(player == self._player for player, _ in fairness["pledges"])
        seed = self._seeds.get(fairness["commitment"])
        if not bound or seed is None:
            return []
        self._shown.add(fairness["commitment"])
        return [{"command": "seed", "seed": seed}]


def _at(fairness: dict[str, Any] | None, stage: Stage) -> bool:
    return fairness is not None and bool(fairness["chain"]) and fairness["stage"] == stage
