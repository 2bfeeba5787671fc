"""A round that is over, over HTTP: its steps, its shuffle and its log entries, each checked by its own arithmetic."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from litestar import Litestar
from litestar.testing import TestClient

from pitboss.audit import Cards, PlayerSeed, verified_deck, verify_inclusion
from pitboss.audit.commitment import pledge
from pitboss.books.table_spec import Clock
from pitboss.engine import read_history, verify
from pitboss.rulebooks.loader import submission_data
from pitboss.server.http.app import create_app
from pitboss.server.office import Office, open_office

Http = TestClient[Litestar]
GAMES = {
    "ma-criss-cross": ("ante_across", "ante_down"),
    "md-criss-cross": ("ante_across", "ante_down"),
    "nj-criss-cross": ("ante_across", "ante_down"),
    "cardroom-criss-cross": ("ante_across", "ante_down"),
    "ma-crazy-4": ("ante", "super_bonus"),
}


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return open_office(f"sqlite:///{tmp_path / 'test.db'}", tmp_path)


@pytest.fixture
def http(office: Office) -> Iterator[Http]:
    with TestClient(create_app(office)) as client:
        client.headers["Authorization"] = f"Bearer {client.post('/api/guest').json()['token']}"
        client.cookies.clear()
        yield client


def do(http: Http, *commands: dict[str, Any]) -> Any:
    """Commands at the table; the table after them."""
    id = hashlib.sha256(json.dumps([len(http.get("/api/tables/t1").content), *commands]).encode()).hexdigest()
    answer = http.post("/api/tables/t1/commands", json={"id": id[:24], "commands": commands})
    assert answer.is_success, answer.text
    return http.get("/api/tables/t1").json()


def played(http: Http, office: Office, rulebook: str) -> None:
    """One round of one guest, who folds."""
    choices = submission_data(rulebook, "default")
    office.room.open_table("t1", rulebook, choices, Cards.VIRTUAL, True, Clock(pause=3600), "test")
    do(http, {"command": "sit", "seat": 2})
    placed = [
        {"command": "play", "action": {"action": "place-wager", "seat": 2, "wager": wager, "amount": "5"}}
        for wager in GAMES[rulebook]
    ]
    name = http.get("/api/me").json()["name"]
    told = {"command": "pledge", "pledge": pledge("t1/1", name, "my own ♠")}
    table = do(http, told, *placed, {"command": "ready"})
    assert table["fairness"]["stage"] == "players show their seeds"
    table = do(http, {"command": "seed", "seed": "my own ♠"})
    assert table["round"]["to_act"] == 2
    do(http, {"command": "play", "action": {"action": "fold", "seat": 2}})


@pytest.mark.parametrize("rulebook", GAMES)
def test_a_round_can_be_stepped_through_and_checked(http: Http, office: Office, rulebook: str) -> None:
    played(http, office, rulebook)
    replay = http.get("/api/tables/t1/rounds/1/replay").json()
    told = read_history(http.get("/api/tables/t1/rounds/1").text)
    assert verify(told) is None
    assert len(replay["steps"]) == len(told.events)
    assert replay["steps"][-1]["view"]["phase"] == "settled"
    assert set(replay["players"]) == {"2"}

    fairness = replay["fairness"]
    seeds = [PlayerSeed(*seed) for seed in fairness["seeds"]]
    assert seeds[0].seed == "my own ♠"
    deck = verified_deck("t1/1", fairness["commitment"], fairness["server_seed"], seeds, fairness["chain"])
    for depth in replay["cuts"]:
        deck = deck[depth:] + deck[:depth]
    assert [str(card) for card in deck[: len(replay["dealt"])]] == replay["dealt"]

    proof = replay["proof"]
    head = proof["head"]
    signed = {name: value for name, value in head.items() if name != "signature"}
    message = b"pitboss/tree-head/1\n" + json.dumps(signed, sort_keys=True, separators=(",", ":")).encode()
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(proof["public_key"]))
    key.verify(bytes.fromhex(head["signature"]), message)
    for entry in proof["entries"]:
        leaf = hashlib.sha256(b"\x00" + entry["text"].encode()).digest()
        path = [bytes.fromhex(node) for node in entry["path"]]
        assert verify_inclusion(leaf, entry["entry"], head["size"], path, bytes.fromhex(head["root"]))
    kinds = [json.loads(entry["text"])["payload"]["event"] for entry in proof["entries"]]
    assert kinds[0] == "seed-committed"
    assert kinds[-1] == "seed-revealed"
    assert "round-ended" in kinds


def test_from_a_seat_the_own_cards_are_seen_from_the_deal_on(http: Http, office: Office) -> None:
    played(http, office, "ma-criss-cross")

    def seen(query: str) -> list[int]:
        steps = http.get(f"/api/tables/t1/rounds/1/replay{query}").json()["steps"]
        return [len(seat["cards"]) for step in steps if step["event"] == "folded" for seat in step["view"]["seats"]]

    assert seen("?seat=2") == [2]
    assert seen("") == [0]


def test_a_round_in_play_is_not_replayed(http: Http, office: Office) -> None:
    played(http, office, "ma-criss-cross")
    answer = http.get("/api/tables/t1/rounds/2/replay")
    assert answer.status_code == 422
    assert "a round that is over" in answer.text
    assert http.get("/api/tables/none/rounds/1/replay").status_code == 404


def test_the_proof_waits_while_cards_lie_face_down_elsewhere(http: Http, office: Office) -> None:
    choices = submission_data("ma-criss-cross", "default")
    office.room.open_table("older", "ma-criss-cross", choices, Cards.VIRTUAL, True, Clock(), "test")
    placed = [
        {"command": "play", "action": {"action": "place-wager", "seat": 1, "wager": wager, "amount": "5"}}
        for wager in GAMES["ma-criss-cross"]
    ]
    body = {"id": "1", "commands": [{"command": "sit", "seat": 1}]}
    assert http.post("/api/tables/older/commands", json=body).is_success
    body = {"id": "2", "commands": [*placed, {"command": "ready"}]}
    assert http.post("/api/tables/older/commands", json=body).is_success
    played(http, office, "ma-criss-cross")
    assert http.get("/api/tables/t1/rounds/1/replay").json()["proof"] is None
