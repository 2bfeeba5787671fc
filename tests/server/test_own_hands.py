"""One's own rounds over HTTP: what the ledger and the streams say, nobody else's cards, real and play money apart."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from pitboss.books import own_hands
from pitboss.server.http.app import create_app
from pitboss.server.office import open_office
from server.casino import BETS, SLOW, Casino, headers, wagers
from server.rooms import bet

GAME = "ma-criss-cross"


def test_rounds_are_told_to_the_cent_and_only_to_the_one_who_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_hands, "PAGE", 2)
    casino = Casino(f"sqlite:///{tmp_path / 'test.db'}", tmp_path, players=("ann", "bob"))
    casino.open(("real", GAME, SLOW), practice=False)
    office = open_office(casino.url, casino.keys)
    with TestClient(create_app(office)) as http:

        def get(who: str, path: str) -> Any:
            answer = http.get(path, headers=headers(who))
            assert answer.is_success, answer.text
            return answer.json()

        def do(who: str, *commands: dict[str, Any]) -> None:
            id = f"{len(office.store.events('real'))}"
            answer = http.post("/api/tables/real/commands", json={"id": id, "commands": commands}, headers=headers(who))
            assert answer.is_success, answer.text

        held = [get("ann", "/api/me")["balance"]]
        for seat, who in ((1, "ann"), (2, "bob")):
            do(who, {"command": "sit", "seat": seat})
        for folds in (False, False, True):
            for seat, who in ((1, "ann"), (2, "bob")):
                do(who, *wagers(GAME, seat), {"command": "ready"})
            for street in range(BETS[GAME]):
                if not folds:
                    do("ann", bet(1, "5"))
                elif not street:
                    do("ann", {"command": "play", "action": {"action": "fold", "seat": 1}})
                do("bob", bet(2, "5"))
            held.append(get("ann", "/api/me")["balance"])
        do("ann", *wagers(GAME, 1)[:2])  # a round that is not over is not told

        first = get("ann", "/api/me/hands")
        second = get("ann", f"/api/me/hands?before={first['next']}")
        third = get("ann", f"/api/me/hands?before={second['next']}")
        hands = [*first["hands"], *second["hands"], *third["hands"]]
        assert [hand["round"] for hand in hands] == [3, 2, 1]
        assert [(hand["before"], hand["after"]) for hand in reversed(hands)] == list(pairwise(held))
        steps = get("ann", "/api/tables/real/rounds/3/replay?seat=1")["steps"]
        dealt = {tuple(seat["cards"]) for step in steps for seat in step["view"]["seats"] if seat["seat"] == 1}
        assert max(dealt, key=len) == tuple(hands[0]["cards"])
        assert hands[0]["steps"] == ["Fold at the Across Bet"]
        assert len(hands[2]["steps"]) == BETS[GAME]
        session = first["session"]
        assert session["rounds"] == 3
        assert cents(session["net"]) == cents(held[-1]) - cents(held[0]) == sum(cents(hand["net"]) for hand in hands)
        assert cents(session["staked"]) == sum(cents(hand["staked"]) for hand in hands)
        assert second["session"] is None
        assert get("ann", "/api/me/hands?practice=true") == {
            "practice": True, "session": None, "hands": [], "next": None,
        }  # fmt: skip
        assert {hand["seat"] for hand in get("bob", "/api/me/hands")["hands"]} == {2}
    office.close()


def cents(amount: str) -> int:
    """Whole cents."""
    return round(float(amount) * 100)
