"""What an entry of the log says to people: one sentence for each kind of command and event, made here and nowhere else.

A sentence is a pattern with the names of fields; who did it, when and by which clause stand beside it. What a pattern
names and an entry does not have is left out, so that logs of before can be read as well.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from pitboss.audit.format import Entry, EntryKind
from pitboss.care import FOREVER
from pitboss.care.care import in_words
from pitboss.care.purse import Limit
from pitboss.money import Amount
from pitboss.rulebooks.violation import sentence

TIMES = frozenset({"since", "until", "effective"})


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """An entry in words: what happened, about how much, under which clause, and about whom."""

    says: str
    amount: str = ""
    clause: str = ""
    about: str = ""


EVENTS: dict[str, str] = {
    # The log, rulebooks and meters
    "log-opened": "the log {log} was opened",
    "log-restored": "the database was brought back from a backup of {entries} entries",
    "rulebook-kept": "a version of the rulebook {rulebook} was kept whole",
    "rulebook-chosen": "the table is to move to another version of its rulebook from {effective}: {reason}",
    "rulebook-taken": "the table is played by another version of its rulebook from here on",
    "meter-opened": "the meter {meter} was opened",
    "meter-changed": "other terms were recorded for the meter {meter}: {reason}",
    "meter-change-took-effect": "the recorded terms of the meter {meter} took effect",
    "progressions-taken": "the table took the terms of its meters on",
    "shift-signed": "the close of the shift from {since} to {until} was signed, with a win of {win}",
    "drawer-counted": "the drawer of {day} was counted: {counted} were there, {books} by the books",
    "return-beyond-chance": "{wager} at table {table} returned {returned} of {staked}, beyond chance",
    # The machine
    "server-started": "a server of version {version} began to serve; changed since the last time: {changed}",
    "server-stopped": "a server stopped as it was told to",
    "program-verified": "the {files} files of version {version} were looked at; faults: {faults}",
    "random-source-failed": "the source of randomness failed a test: {fault}",
    "random-source-sound": "the source of randomness passes its tests again",
    "log-archived": "the log from entry {first} up to {size} entries was archived in {file}",
    "clock-stepped": "the clock of the machine was set by {seconds} s",
    "table-set-aside": "table {table} was set aside: {why}",
    "table-served-again": "table {table} is served again",
    # Tables and their people
    "table-opened": "the table was opened by the rulebook {rulebook}, with {cards} cards",
    "table-closed": "table {table} was closed, and its inventory of {amount} went back to the house",
    "dealer-came-on": "{dealer} deals from here on",
    "player-ready": "the player of seat {seat} has made all wagers",
    "clocks-restarted": "the clocks began anew",
    # Money
    "chips-bought": "{player} bought chips for {amount}",
    "chips-cashed": "{player} cashed chips for {amount}",
    "moved-to-game-account": "{amount} of {player} went from chips to the game account",
    "moved-to-chips": "{amount} of {player} went from the game account to chips",
    "uncollected": "{player} no longer had {amount} that was taken back at table {table}; the house bears it",
    "play-money-given": "{player} was given {amount} in play money",
    "play-money-taken": "{amount} in play money of {player} went back to the house",
    "books-parted": "play money got books of its own, with {amount}",
    "inventory-opened": "table {table} was given an inventory of {amount}",
    "inventory-filled": "table {table} was filled with {amount}: {reason}",
    "inventory-credited": "{amount} left the inventory of table {table}: {reason}",
    # Corrections, and acts of two persons
    "correction-proposed": "correction {number} of round {round} at table {table} was proposed: {reason}",
    "correction-approved": "correction {number} of round {round} at table {table} was approved",
    "correction-rejected": "correction {number} of round {round} at table {table} was rejected: {reason}",
    "correction-withdrawn": "correction {number} of round {round} at table {table} was withdrawn: {reason}",
    "sums-added-up": "what one person does alone is added up over {hours} hours",
    "limits-set": "a second person is asked for above other amounts: buy-in {buy_in}, cash-out {cash_out}, fill {fill}",
    "act-asked": "a {kind} of {amount} about {about} was asked for and waits for a second person: {reason}",
    "act-approved": "a second person approved act {act}",
    "act-declined": "a second person declined act {act}: {reason}",
    "act-withdrawn": "act {act} was taken back: {reason}",
    # The fair shuffle
    "chain-opened": "the chain of the table's server seeds was anchored",
    "seed-committed": "the server seed of round {round} was committed to",
    "seed-sealed": "the server seed of round {round} was sealed",
    "seed-pledged": "{player} pledged a seed for round {round}",
    "seed-taken": "a seed of {player} for round {round} was taken",
    "seeds-closed": "no more seeds for round {round}",
    "seeds-fixed": "the players' seeds of round {round} are fixed",
    "witness-shown": "the witness showed its seed for round {round}",
    "seed-revealed": "the server seed of round {round} was published",
    # A player's own protection
    "limit-chosen": "{player} limited {limit} to {figure}, from {effective}",
    "reality-check-chosen": "{player} is to be told about time and money every {seconds} s",
    "reality-check-seen": "{player} was told of {session_seconds} s of play, result {session_result}, and goes on",
    "cooling-off-begun": "{player} takes no part {until}",
    "self-excluded": "{player} excluded themselves {until}",
    # Decks, seats and what surrounds a round
    "deck-received": "deck {deck} came to the table",
    "step-attested": "the step {step} was done",
    "deck-loaded": "deck {deck}: the step {step} was done",
    "stub-handled": "the step {step} with the stub was done",
    "deck-shuffled": "deck {deck} was shuffled",
    "deck-cut": "deck {deck} was cut at {depth}",
    "shuffle-required": "deck {deck} is to be shuffled: {reason}",
    "recut-required": "deck {deck} is to be cut again: {reason}",
    "rack-emptied": "the rack was emptied",
    "deck-stored": "deck {deck} was put away",
    "deck-removed": "deck {deck} was taken from the table: {reason}",
    "table-idle": "the table is idle",
    "player-sat": "{player} sat down at seat {seat}",
    "player-left": "{player} left seat {seat}",
    "player-away": "{player} left seat {seat} in mid-round",
    "leaving-ruled": "the floor ruled on the wagers of seat {seat}; abandoned: {abandoned}",
    "round-opened": "a round was opened",
    "round-ended": "the round ended",
    "chips-squared": "{chips} chips of progressive wagers were counted, as many as there should be",
    "chips-differed": "{chips} chips of progressive wagers were counted, {accepted} were accepted",
    "chips-ruled": "the floor ruled on the chip of {wager} at seat {seat}; a chip: {chip}",
    "stub-counted": "{cards} cards were counted in the stub",
    "misdeal-looked-for": "the cards were looked through; misdealt: {misdealt}",
    "irregularity-reported": "an irregularity was reported: {name} {note}",
    "device-failed": "the {device} failed",
    "device-covered": "the {device} was covered: {how}",
    "device-restored": "the {device} works again",
    "method-changed": "the table is dealt by {dealing} and shuffled by {shuffling} from here on",
    # A round
    "wager-placed": "seat {seat} placed {amount} on {wager}",
    "wager-taken-back": "seat {seat} took {wager} back",
    "wagers-called-off": "wagers were called off: {wagers} {reason}",
    "bets-closed": "no more bets",
    "cards-dealt": "cards went to {to}",
    "cards-laid": "{count} cards were laid at {to}",
    "faces-keyed": "the cards at {to} were keyed in",
    "card-discarded": "a card was discarded",
    "bet-made": "seat {seat} bet {amount} on {wager}",
    "checked": "seat {seat} checked",
    "wager-withdrawn": "seat {seat} withdrew {wager}",
    "folded": "seat {seat} folded",
    "seat-abandoned": "the wagers of seat {seat} were abandoned",
    "seat-forfeited": "the wagers of seat {seat} were forfeited",
    "cards-revealed": "cards were turned up at {places}",
    "bonus-drawn": "the system drew {magic_card} {lucky_position}",
    "hand-opened": "the hand of seat {seat} was opened",
    "hand-racked": "the hand of seat {seat} was racked",
    "wheel-spun": "the wheel of seat {seat} stopped at {position}",
    "dealer-jackpot-shared": "a jackpot of the dealer's hand was shared, {each} to each",
    "meters-read": "the meters were read: {meters}",
    "meter-paid": "the meter {meter} paid {amount} for {wager}",
    "meter-reversed": "the meter {meter} took {amount} back",
    "meter-fed": "the meter {meter} was fed",
    "line-settled": "{wager} of seat {seat}: {result}, {stake} staked, {returned} returned",
    "payout-held": "{wager} of seat {seat}: {result}, {returned} waits for the floor",
    "payout-validated": "the floor validated the payout of {wager} at seat {seat}",
    "step-settled": "a step of the settlement was done",
    "round-settled": "the round was settled",
    "round-voided": "the round was void: {reason}",
}

COMMANDS: dict[str, str] = {
    "receive-deck": "brought deck {deck}",
    "attest": "attested the step {step}",
    "shuffle-deck": "shuffled deck {deck}",
    "cut-deck": "cut deck {deck} at {depth}",
    "order-shuffle": "ordered a shuffle of deck {deck}: {reason}",
    "order-recut": "ordered another cut of deck {deck}: {reason}",
    "empty-rack": "emptied the rack",
    "store-deck": "put deck {deck} away",
    "remove-deck": "took deck {deck} from the table: {reason}",
    "declare-idle": "declared the table idle",
    "sit": "asked for seat {seat} for {player}",
    "leave": "asked that {player} leave",
    "rule-on-leaving": "ruled on the wagers of seat {seat}; abandoned: {abandoned}",
    "open-round": "opened a round",
    "count-chips": "counted {chips} chips",
    "rule-on-chips": "ruled on the chip of {wager} at seat {seat}; a chip: {chip}",
    "count-stub": "counted {cards} cards in the stub",
    "find-misdeal": "looked the cards through; misdealt: {misdealt}",
    "report-irregularity": "reported {name} {note}",
    "cover-device": "covered the {device}: {how}",
    "restore-device": "said that the {device} works again",
    "change-method": "had the table dealt by {dealing} and shuffled by {shuffling}",
    "place-wager": "placed {amount} on {wager} at seat {seat}",
    "take-back": "took {wager} at seat {seat} back",
    "return-wagers": "gave the wagers of seat {seat} back",
    "close-bets": "said no more bets",
    "deal": "dealt",
    "discard-card": "discarded a card",
    "bet": "bet {amount} at seat {seat}",
    "check": "checked at seat {seat}",
    "withdraw": "withdrew a wager at seat {seat}",
    "fold": "folded seat {seat}",
    "reveal": "turned cards up",
    "draw": "drew {magic_card} {lucky_position}",
    "strike": "struck {wager} at seat {seat}",
    "call-off": "called wagers off: {wagers} {reason}",
    "settle": "settled",
    "spin": "turned the wheel of seat {seat}",
    "validate": "validated the payout of {wager} at seat {seat}",
    "abandon": "gave the wagers of seat {seat} up",
    "forfeit": "forfeited the wagers of seat {seat}",
    "void": "voided the round: {reason}",
}


def told(entry: Entry) -> Told:
    """An entry of any log in words."""
    payload = entry.payload
    if entry.kind is EntryKind.SIGN_IN:
        return Told(says="signed in" if payload.get("accepted") else "tried to sign in", about=entry.actor)
    if entry.kind is EntryKind.REFUSAL:
        said = payload.get("says") or sentence(str(payload.get("tried")), str(payload.get("allowed")))
        return _told("was refused at {where}: {said}", {**payload, "said": said})
    inner = _inner(payload)
    if entry.kind is EntryKind.EVENT:
        return _told(EVENTS.get(str(inner.get("event")), f"{inner.get('event')}"), inner)
    tag = inner.get("action") if inner is not payload else payload.get("command")
    if isinstance(tag, str):
        return _told(COMMANDS.get(tag, tag), {"player": payload.get("player", ""), **inner})
    return Told(says=_of_people(payload), about=str(payload.get("person", "")))


def _inner(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a payload is about: the move or the action within it, and a settlement line within that."""
    found = payload.get("move") or payload.get("action")
    if not isinstance(found, dict):
        return payload
    line = found.get("line")
    return {"clause": payload.get("clause", ""), **found, **(line if isinstance(line, dict) else {})}


def _of_people(payload: Mapping[str, Any]) -> str:
    """A change of people: what was set, in the order of its names."""
    verb = "opened" if payload.get("new") else "changed"
    told = ((name, value) for name, value in payload.items() if name not in ("person", "new"))
    changed = (f"{name.replace('_', ' ')} {_word(name, value)}" for name, value in told)
    return f"{verb} the account of {payload.get('person', '')}: {', '.join(changed)}".rstrip(": ")


class _Words(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return ""


def _told(pattern: str, payload: Mapping[str, Any]) -> Told:
    words = _Words({name: _word(name, value) for name, value in payload.items() if value is not None})
    if "figure" in payload and "limit" in payload:
        words |= _limited(payload)
    amount = next((words[name] for name in ("amount", "returned", "session_result") if name in words), "")
    about = str(payload.get("player") or (f"seat {payload['seat']}" if payload.get("seat") else ""))
    says = " ".join(pattern.format_map(words).split()).rstrip(": ")
    return Told(says=says, amount=amount, clause=str(payload.get("clause") or ""), about=about)


def _limited(payload: Mapping[str, Any]) -> dict[str, str]:
    limit, figure = Limit(payload["limit"]), payload["figure"]
    written = "nothing" if figure is None else f"{figure // 60} min" if limit.timed else str(Amount(figure))
    return {"limit": in_words(limit), "figure": written}


def _word(name: str, value: object) -> str:
    if name in TIMES and isinstance(value, int):
        when = f"{datetime.fromtimestamp(min(value, FOREVER), UTC):%Y-%m-%d %H:%M} UTC"
        return when if name != "until" else "for good" if value >= FOREVER else f"until {when}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {_word('', item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_word("", item) for item in value)
    if name == "meter" and "." in str(value):
        table, _, meter = str(value).partition(".")
        return f"{meter.replace('_', ' ')} of {table}"
    return str(value).replace("_", " ") if name in ("wager", "name", "step", "device") else str(value)
