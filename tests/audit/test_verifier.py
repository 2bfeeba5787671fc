"""The verifier: sound logs pass, and every damage to a file is found and named."""

import ast
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

import pitboss.audit
from audit.logs import NOON, SEED, SIGNER, findings, record, rewritten, small_log, where
from pitboss.audit import Entry, Log, Player, Signer, TableRecorder, fact, read_entries, signed_in, verify_log
from pitboss.audit.accounts import Accounts, Mismatch
from pitboss.audit.books import Books
from pitboss.audit.format import DealerCameOn, EntryKind, HeadLine, MeterOpened, TableOpened, canonical
from pitboss.audit.recorder import record_round
from pitboss.audit.shuffle import RoundChance
from pitboss.audit.shuffle_format import SeedCommitted, SeedPledged
from pitboss.engine.actions import PlaceWager
from pitboss.engine.computer import choose, default_wagers
from pitboss.engine.events import MeterFed, MeterPaid, MetersRead
from pitboss.money import Amount
from pitboss.rulebooks import SHIPPED, Terms, full_terms, terms_for
from pitboss.rulebooks.table_rules import Cards, Role
from pitboss.table import open_table
from pitboss.table.commands import Play, Sit
from pitboss.table.events import RoundMoved


def named(data: bytes) -> set[int | None]:
    return {finding.entry for finding in findings(data)}


def lines_of(data: bytes) -> list[bytes]:
    return data.split(b"\n")[:-1]


def joined(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


# Sound logs


@pytest.mark.parametrize("offered", [terms_for, full_terms])
@pytest.mark.parametrize("id", SHIPPED)
def test_a_log_as_recorded_is_sound(id: str, offered: Callable[[str], Terms]) -> None:
    report = verify_log(record(offered(id), 4, (1, 3, 6)).text(), SIGNER.public_key)
    assert report.findings == ()
    assert (report.tables, report.rounds, report.shuffles_checked, report.shuffles_open) == (1, 4, 4, 0)
    assert report.heads == 5
    staked, returned, kept = report.money["USD"]
    assert staked == returned + kept > Amount.ZERO
    assert report.trusted_key


def test_the_small_log_is_about_two_hundred_entries() -> None:
    report = verify_log(small_log())
    assert report.sound
    assert not report.trusted_key
    assert 200 <= report.entries <= 260


def test_two_tables_share_a_log() -> None:
    log = Log("test", SIGNER, NOON)
    recorders = []
    for number, id in enumerate(("md-criss-cross", "ma-crazy-4"), start=1):
        recorders.append(TableRecorder(log, f"table/{number}", full_terms(id), Cards.VIRTUAL, NOON, lambda: SEED))
    for _ in range(2):
        for recorder in recorders:
            players = [Player("ann", 2, "tea", default_wagers(recorder.table.terms, Amount.parse("500")))]
            record_round(recorder, players, choose, NOON)
    log.sign(NOON, closing=True)
    report = verify_log(log.text())
    assert (report.findings, report.tables, report.rounds, report.shuffles_checked) == ((), 2, 4, 4)


def test_a_table_with_physical_cards_is_replayed_without_a_shuffle() -> None:
    log = Log("test", SIGNER, NOON)
    terms = terms_for("nj-criss-cross")
    recorder = TableRecorder(log, "table/1", terms, Cards.PHYSICAL, NOON)
    recorder.dealer.chance = RoundChance("a dealer's hands", bytes(32), ())
    recorder.do(Sit(by=Role.PLAYER, at=0, player="ann", seat=1), "ann", NOON)
    while recorder.table.running is None:
        recorder.house(NOON)
    for name, amount in default_wagers(terms, Amount.parse("100")).items():
        recorder.do(Play(by=Role.PLAYER, at=0, player="ann", action=PlaceWager(1, name, amount)), "ann", NOON)
    while recorder.house(NOON):
        pass
    log.sign(NOON, closing=True)
    report = verify_log(log.text())
    assert (report.findings, report.shuffles_checked) == ((), 0)
    recorder.shuffle_step(SeedCommitted(round="table/1/1", commitment="0" * 64), "system", NOON)
    log.sign(NOON, closing=True)
    assert any("dealt with physical cards" in finding.why for finding in findings(log.text()))


@pytest.mark.parametrize(
    ("cards", "on", "actor", "said"),
    [
        (Cards.PHYSICAL, [], "ann", ""),
        (Cards.PHYSICAL, ["dee"], "dee", ""),
        (Cards.PHYSICAL, ["dee", "dot"], "ann", ""),
        (Cards.PHYSICAL, [], "dee", "a command of player ann; it was entered by dee"),
        (Cards.PHYSICAL, ["dee"], "eve", "a command of player ann; it was entered by eve"),
        (Cards.PHYSICAL, ["dee", "dot"], "dee", "a command of player ann; it was entered by dee"),
        (Cards.PHYSICAL, [], "", "a command of player ann; it was entered by"),
        (Cards.VIRTUAL, [], "dee", "a command of player ann; it was entered by dee"),
        (Cards.VIRTUAL, ["dee"], "dee", "dee comes on to deal; the cards are virtual"),
    ],
)
def test_a_player_acts_or_whoever_deals_at_that_moment_keys_it_in(
    cards: Cards, on: list[str], actor: str, said: str
) -> None:
    log, terms = Log("test", SIGNER, NOON), terms_for("nj-criss-cross")
    recorder = TableRecorder(log, "table/1", terms, cards, NOON)
    for dealer in on:
        log.append(fact("table/1", DealerCameOn(dealer=dealer), NOON, dealer, terms.rulebook.hash))
    recorder.do(Sit(by=Role.PLAYER, at=0, player="ann", seat=1), actor, NOON)
    log.sign(NOON, closing=True)
    assert [said in str(finding) for finding in findings(log.text())] == [True] * bool(said)


def test_nobody_says_for_somebody_else_that_they_deal() -> None:
    log, terms = Log("test", SIGNER, NOON), terms_for("nj-criss-cross")
    TableRecorder(log, "table/1", terms, Cards.PHYSICAL, NOON)
    log.append(fact("table/1", DealerCameOn(dealer="dee"), NOON, "eve", terms.rulebook.hash))
    log.sign(NOON, closing=True)
    (found,) = findings(log.text())
    assert (found.what, found.why) == ("dee comes on to deal", "it was entered by eve")


# Damage to the file: every line, every kind


def test_a_flipped_byte_anywhere_is_found() -> None:
    """Every byte of a short log, with the lowest and the highest bit flipped."""
    log = Log("test", SIGNER, NOON)
    log.append(signed_in("ann", NOON, accepted=True))
    recorder = TableRecorder(log, "table/1", terms_for("ma-criss-cross"), Cards.VIRTUAL, NOON)
    recorder.attempt(Sit(by=Role.PLAYER, at=0, player="ann", seat=9), "ann", NOON)
    log.sign(NOON)
    recorder.commit(NOON)
    recorder.shuffle_step(SeedPledged(round="table/1/1", player="ann", pledge="0" * 64), "ann", NOON)
    log.sign(NOON, closing=True)
    data = log.text()
    assert findings(data) == ()
    for at in range(len(data)):
        for bit in (1, 128):
            assert findings(data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :]), f"byte {at} of {data!r}"


def test_a_flipped_byte_in_any_line_is_named() -> None:
    lines = lines_of(small_log())
    for at, line in enumerate(lines):
        for place in (len(line) // 3, len(line) - 20):
            broken = line[:place] + bytes([line[place] ^ 1]) + line[place + 1 :]
            found = named(joined([*lines[:at], broken, *lines[at + 1 :]]))
            assert found == {number_of(line)}


def test_a_dropped_line_is_named() -> None:
    lines = lines_of(small_log())
    for at, line in enumerate(lines):
        found = findings(joined(lines[:at] + lines[at + 1 :]))
        assert number_of(line) in {finding.entry for finding in found}
        if number_of(line) is not None:
            assert (found[0].entry, found[0].what) == (number_of(line), "the entry is missing") or at == 0


def test_a_doubled_line_is_named() -> None:
    lines = lines_of(small_log())
    for at, line in enumerate(lines):
        assert named(joined([*lines[: at + 1], *lines[at:]])) == {number_of(line)}


def test_swapped_neighbours_are_named() -> None:
    lines = lines_of(small_log())
    for at in range(len(lines) - 1):
        pair = {number_of(lines[at]), number_of(lines[at + 1])}
        found = named(joined([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]))
        assert found
        assert found <= {*pair, None, 0}
        assert None in pair or found & pair


def test_a_log_cut_off_anywhere_is_found() -> None:
    """At the end of every other line, and in the middle of the others."""
    lines = lines_of(small_log())
    for at in range(len(lines)):
        cut = joined(lines[:at]) + lines[at][: len(lines[at]) // 2 if at % 2 else 0]
        assert any("cut off" in finding.why for finding in findings(cut))


def number_of(line: bytes) -> int | None:
    """The entry a line of the untouched log holds; None for a head."""
    return numbers().get(line)


@cache
def numbers() -> dict[bytes, int]:
    written = (line for line in lines_of(small_log()) if line.startswith(b'{"entry":'))
    return {line: number for number, line in enumerate(written)}


def test_an_entry_changed_with_its_leaf_hash_is_closed_in_by_the_heads_around_it() -> None:
    lines, forged = lines_of(small_log()), lines_of(rewritten(small_log(), retold))
    at = next(at for at, (one, other) in enumerate(zip(lines, forged, strict=False)) if one != other)
    found = findings(joined([*lines[:at], forged[at], *lines[at + 1 :]]))
    assert [finding.entry for finding in found] == [None]
    first, last = found[0].why.removeprefix("one of entries ").removesuffix(" was changed").split(" to ")
    number = number_of(lines[at])
    assert number is not None
    assert int(first) <= number <= int(last)


def retold(told: list[Entry]) -> list[Entry]:
    at = next(entry.entry for entry in told if entry.kind is EntryKind.SIGN_IN)
    return [*told[:at], replace(told[at], actor="mallory"), *told[at + 1 :]]


# Keys and heads


def test_heads_of_another_key_are_found() -> None:
    other = Signer(bytes(32))
    assert {finding.entry for finding in verify_log(small_log(), other.public_key).findings} == {0, None}


def test_a_head_kept_from_elsewhere_must_be_in_the_log() -> None:
    log = record(terms_for("md-criss-cross"), 1)
    known = log.sign(NOON)
    del log.lines[-1]
    assert verify_log(log.text(), SIGNER.public_key, [known]).sound
    cut = rewritten(log.text(), lambda told: told[:-1])
    assert "cut off" in verify_log(cut, SIGNER.public_key, [known]).findings[-1].why
    past = rewritten(log.text(), retold)
    assert "its past was rewritten" in verify_log(past, SIGNER.public_key, [known]).findings[-1].why
    forged = replace(known, size=1)
    assert "signature" in verify_log(log.text(), SIGNER.public_key, [forged]).findings[-1].why


def test_a_head_of_a_wrong_size_under_a_right_signature_is_found() -> None:
    log = Log("test", SIGNER, NOON)
    head = SIGNER.sign(1, 0, log.tree.root(0), NOON, closing=True)
    assert "1 entries stand before it" in findings(log.text() + canonical(HeadLine(head)) + b"\n")[0].why


@pytest.mark.parametrize("data", [b"", b"\n", b"hello\n", b"{}\n", b"\xff\xfe\n", b"[" * 100_000 + b"\n"])
def test_what_is_no_log_is_said_to_be_none(data: bytes) -> None:
    assert 0 in named(data)


# The books


def test_a_meter_that_shows_what_it_cannot_is_found() -> None:
    terms = full_terms("ma-crazy-4")
    names = {name: f"house {name}" for name in terms.meters}
    books, table = Books(), open_table(terms)
    for name, meter in names.items():
        books.open_meter(MeterOpened(meter=meter, microcents=terms.meters[name].seed.cents * 10**6))
    accounts = Accounts("t", terms, names, books)

    def moved(move: MetersRead | MeterPaid | MeterFed) -> None:
        accounts.happened(RoundMoved(by=Role.SYSTEM, at=0, move=move), table, table)

    moved(MetersRead({"minor": Amount(25000)}))
    moved(MeterFed("minor", 2_500_000))
    moved(MetersRead({"minor": Amount(25002)}))  # 250.00 and 2.5 cents show as 250.02
    moved(MeterPaid("minor", Amount(3), False, "link_progressive", (1,)))
    moved(MetersRead({"minor": Amount(24999)}))
    with pytest.raises(Mismatch, match=r"meter minor shows 250\.02: what fed it and what it paid leave 249\.99"):
        moved(MetersRead({"minor": Amount(25002)}))
    moved(MeterPaid("minor", Amount(24999), True, "link_progressive", (1,)))
    moved(MetersRead({"minor": terms.meters["minor"].reset}))


# The verifier stands alone


VERIFIER = (
    *("verifier", "log_reader", "table_replay", "shuffles", "accounts", "books", "balance", "mismatch"),
    *("recomputation", "rounds", "corrections", "second_persons", "kept_out"),
)
SHARED = {"format", "approval_format", "care_format", "machine_format", "shuffle_format"}


@pytest.mark.parametrize("module", VERIFIER)
def test_the_verifier_shares_only_the_format_with_the_writing_side(module: str) -> None:
    text = (Path(pitboss.audit.__file__).parent / f"{module}.py").read_text(encoding="utf-8")
    imported = {node.module for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    own = {name.removeprefix("pitboss.audit.") for name in imported if name and name.startswith("pitboss.audit")}
    assert own <= {*VERIFIER, *SHARED}


def test_an_opened_table_says_what_it_is_played_by() -> None:
    told = read_entries(small_log())
    opened = told[where(told, "table-opened")]
    terms = terms_for("ma-criss-cross")
    assert opened.payload["hash"] == opened.rulebook == terms.rulebook.hash
    assert {entry.rulebook for entry in told if entry.stream == "table/1"} == {terms.rulebook.hash}
    assert TableOpened.__struct_config__.tag == "table-opened"
