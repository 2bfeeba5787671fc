"""Players without a browser, over the API, to fill a table."""

import time
from typing import Any

import httpx


class Player:
    """A guest who plays over the API."""

    def __init__(self, url: str, seat: int) -> None:
        self.seat = seat
        self._http = httpx.Client(base_url=url)
        token = self._http.post("/api/guest").json()["token"]
        self._http.headers["Authorization"] = f"Bearer {token}"
        self._sent = 0

    def give(self, table: str, *commands: dict[str, Any]) -> None:
        """Commands that must not be refused."""
        self._sent += 1
        body = {"id": f"{self.seat}-{self._sent}", "commands": list(commands)}
        answer = self._http.post(f"/api/tables/{table}/commands", json=body)
        assert answer.is_success, answer.text

    def act(self, table: str, action: str, **fields: Any) -> None:
        """One action in the round."""
        self.give(table, {"command": "play", "action": {"action": action, "seat": self.seat, **fields}})

    def round(self, table: str) -> dict[str, Any]:
        """The round as everyone sees it."""
        return self._http.get(f"/api/tables/{table}").json()["round"] or {}

    def phase(self, table: str) -> str:
        """Where the round stands."""
        return str(self.round(table).get("phase", ""))


def wager(table: str, players: list[Player], *wagers: str) -> None:
    """Everybody puts up five dollars on each of these as soon as the round is open, and is ready."""
    for _ in range(200):
        if players[0].phase(table) == "wagers":
            break
        time.sleep(0.05)
    for player in players:
        for name in wagers:
            player.act(table, "place-wager", wager=name, amount="5")
        player.give(table, {"command": "ready"})


def play_round(table: str, players: list[Player]) -> int:
    """A round in which everybody takes the Bonus Spin and makes the smallest bets; how often the wheel was turned."""
    wager(table, players, "ante_across", "ante_down", "bonus_spin")
    for _ in range(3):
        for player in players:
            player.act(table, "bet", amount="5")
    spins = 0
    while (due := players[0].round(table).get("spin_due")) is not None:
        players[due - 1].act(table, "spin", position=1)
        spins += 1
    return spins
