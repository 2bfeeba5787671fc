"""Logs for the tests: rounds recorded at virtual tables, and ways to tamper with what was recorded."""

from collections.abc import Callable
from functools import cache

from msgspec.structs import replace

from pitboss.audit import (
    Draft,
    Entry,
    Finding,
    Log,
    Player,
    Signer,
    TableRecorder,
    read_entries,
    record_round,
    signed_in,
    verify_log,
)
from pitboss.audit.format import LOG_STREAM, canonical
from pitboss.engine.actions import PlaceWager
from pitboss.engine.computer import choose, default_wagers
from pitboss.money import Amount
from pitboss.rulebooks import Terms, terms_for
from pitboss.rulebooks.table_rules import Cards, Role
from pitboss.table.commands import Play, Sit

SIGNER = Signer(bytes(range(32)))
BANKROLL = Amount.parse("1000")
NOON = 12 * 3600 * 1000
SEED = (1).to_bytes(32, "big")  # from which the chain of a test is made


def record(
    terms: Terms,
    rounds: int,
    seats: tuple[int, ...] = (1, 4),
    kept_by: type[TableRecorder] = TableRecorder,
) -> Log:
    """A log of some rounds, with sign-ins and refusals in it and a head after each round."""
    log = Log("test", SIGNER, NOON)
    log.append(signed_in("ann", NOON, accepted=True))
    log.append(signed_in("eve", NOON, accepted=False, details={"reason": "wrong password"}))
    recorder = kept_by(log, "table/1", terms, Cards.VIRTUAL, NOON, lambda: SEED)
    wagers = default_wagers(terms, BANKROLL)
    players = [Player(f"player {seat}", seat, f"seed {seat}", wagers) for seat in seats]
    for number in range(rounds):
        record_round(recorder, players, choose, NOON + number)
        crowded = recorder.attempt(Sit(by=Role.PLAYER, at=NOON // 1000, player="eve", seat=seats[0]), "eve", NOON)
        late = Play(by=Role.PLAYER, at=NOON // 1000, player="eve", action=PlaceWager(1, "ante", BANKROLL))
        assert crowded is not None
        assert recorder.attempt(late, "eve", NOON) is not None
        log.sign(NOON + number)
    log.sign(NOON + rounds, closing=True)
    return log


@cache
def small_log() -> bytes:
    """Three rounds of Massachusetts Criss-Cross Poker: about 250 entries."""
    return record(terms_for("ma-criss-cross"), 3).text()


def findings(data: bytes) -> tuple[Finding, ...]:
    """What the verifier finds in a log under the right key."""
    return verify_log(data, SIGNER.public_key).findings


def rewritten(data: bytes, change: Callable[[list[Entry]], list[Entry]]) -> bytes:
    """The log an operator could forge who holds the key: other entries, everything numbered, hashed and signed anew."""
    log = Log("test", SIGNER, NOON)
    for entry in change(read_entries(data)):
        if entry.stream != LOG_STREAM:
            fields = {name: getattr(entry, name) for name in Draft.__struct_fields__}
            log.append(Draft(**{**fields, "payload": canonical(entry.payload)}))
    log.sign(NOON, closing=True)
    return log.text()


def where(entries: list[Entry], tag: str, nth: int = 0) -> int:
    """The number of an event or command by its name, or by that of the move or action within it."""
    return [entry.entry for entry in entries if tag in tags(entry)][nth]


def tags(entry: Entry) -> set[object]:
    """The names of what an entry holds."""
    payload = entry.payload
    inner = payload.get("move", {}), payload.get("action", {})
    return {payload.get("event"), payload.get("command"), inner[0].get("event"), inner[1].get("action")}


def edited(entry: Entry, **fields: object) -> Entry:
    """An entry whose payload says something else; `move` and `action` take what changes inside them."""
    payload = dict(entry.payload)
    for name, value in fields.items():
        payload[name] = {**payload[name], **value} if isinstance(value, dict) else value
    return replace(entry, payload=payload)
