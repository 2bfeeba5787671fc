"""Roles, actions and states: every cell of the table in `roles.py`; what is denied changes nothing and is logged."""

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from audit.logs import rewritten
from pitboss.audit import Entry, read_entries, verify_log
from pitboss.cards import DECK, parse_cards
from pitboss.engine import Account
from pitboss.money import Amount
from pitboss.rulebooks import Refused
from pitboss.server.commands import ACTIONS, GIVEN, Commands
from pitboss.server.http.openapi import document
from pitboss.server.people.accounts import Person
from pitboss.server.people.permissions import Denied
from pitboss.server.reading import read_body
from pitboss.server.tables.asked import carry_out
from pitboss.server.tables.funding import OwnMove
from pitboss.server.tables.live import Live
from pitboss.server.tables.treasury import move_at_cage
from pitboss.server.tables.views import encode
from pitboss.store import Commit
from rulebooks.submissions import named
from server.desk import Crew, Desk, command, desk_in, full, play
from server.roles import OPERATIONS, PASSWORD, PERSONAS, ROLES, RULES, STATES, Json, Operation, expected, page

CRAZY = "ma-crazy-4"
ROYAL = parse_cards("As Ks Qs Js Ts")
CHOICES = {**full(CRAZY), "dealing": "manual_shoe", "shuffler": "none", "decks": 1, "cover_all": False}
BEFORE_A_ROUND = ("no deck", "inspection", "verification", "first look", "cut", "between rounds")
DEALT_BEFORE = ("dot", "duo")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with desk_in(tmp_path_factory.mktemp("matrix")) as opened:
        for name, persona in PERSONAS.items():
            roles = ("player",) if persona.seated else persona.roles  # fay has got another since she sat down
            opened.person(name, *roles, dollars=10_000 if "player" in roles and not name.startswith("guest-") else 0)
        yield opened


@pytest.fixture(scope="module")
def lives(desk: Desk) -> dict[str, Live]:
    """A table in every state: seats 1 and 2 are ann's and fay's; dot and duo dealt in the round, and now dee does."""
    crew = Crew(desk, CRAZY, **CHOICES)
    crew.players = ["ann", "fay"]
    crew.extra = ("queens_up", "five_card_hand_bonus_player")
    crew.sit()
    for name in crew.players:  # whose wagers the dealer keys in: nobody else moves their money
        funded = OwnMove(name, Amount.parse("10"), Account.GAME, practice=False)
        move_at_cage(desk.office.room, "cage", funded, f"game {name}")
    found: dict[str, Live] = {}

    def keep(state: str, *duties: str) -> None:
        if duties:
            crew.until(*duties)
        found[state] = desk.office.room.live(crew.table)

    keep("no deck", "receive_deck")
    keep("inspection", "inspect")
    keep("verification", "verify")
    keep("first look", "look")
    keep("cut", "cut")
    keep("between rounds", "open_round")
    _wager(crew)
    keep("wagers")
    desk.do("dee", crew.table, play("close-bets"))
    keep("chips", "count_chips")
    crew.until("deal")
    rest = [card for card in DECK if card not in ROYAL]
    crew.stack = [card for pair in zip(ROYAL, rest[10:20:2], rest[20:30:2], strict=True) for card in pair]
    crew.stack += [card for card in rest if card not in crew.stack]
    crew.step()
    keep("dealing")
    keep("stub", "rack_stub")
    keep("decision", "bet")
    keep("reveal", "reveal")
    keep("settlement", "settle")
    keep("validation", "validate")
    crew.until("open_round")
    _wager(crew)
    desk.do("dee", crew.table, play("close-bets"))
    crew.until("bet")
    desk.do("flo", crew.table, play("void", clause="14(c)", reason="smoke"))
    keep("void")
    desk.do("flo", crew.table, command("declare-idle"))
    keep("idle")
    for name in crew.players:
        desk.do(name, crew.table, command("leave"))
    assert desk.ask("sue", "DELETE", f"/api/tables/{crew.table}").status_code == 204
    keep("closed")
    return found


def _wager(crew: Crew) -> None:
    """A round is opened, and three dealers key in the wagers."""
    crew.until("open_round")
    crew.step()
    for dealer, seat, player in (("dot", 1, "ann"), ("duo", 2, "fay"), ("dee", 1, "ann")):
        keyed = [{**wager, "player": player} for wager in crew.wagers(seat)]
        crew.desk.do(dealer, crew.table, *keyed)


def cells() -> Iterator[tuple[str, str, str]]:
    for state in STATES:
        for name in PERSONAS:
            if state in BEFORE_A_ROUND and name in DEALT_BEFORE:
                continue  # they have not dealt yet
            for rule in RULES:
                yield state, name, rule


def outcome(desk: Desk, live: Live, name: str, request: Json) -> str:
    """What comes of a command, without anything being written."""
    room = desk.office.room
    work, person = room._work(live), Person(name, frozenset(PERSONAS[name].roles))
    try:
        read: Commands = read_body(encode({"id": "1", "commands": [request]}), Commands)
        carry_out(work, person, read.commands[0], room.house, room._roles_of)
    except Denied:
        return "denied"
    except Refused:
        return "refused"
    return "done"


def test_every_cell_is_as_the_rules_have_it(desk: Desk, lives: dict[str, Live]) -> None:
    assert list(lives) == list(STATES)
    wrong = [
        f"{state}: {name} {rule}: {got}, not {wanted}"
        for state, name, rule in cells()
        if (got := outcome(desk, lives[state], name, RULES[rule].example)) != (wanted := expected(rule, name, state))
    ]
    assert not wrong, "\n".join(wrong)


def test_the_table_knows_every_command_and_action() -> None:
    named = {name.partition(" ")[0] for name in RULES}
    told = {str(kind.__struct_config__.tag) for kind in (*GIVEN, *ACTIONS.values())}
    assert named == told - {"play"}


def test_what_is_denied_or_refused_changes_nothing_and_is_logged(desk: Desk, lives: dict[str, Live]) -> None:
    """The whole way over HTTP, at a table in mid-round; one cell of four in a short run."""
    crew = Crew(desk, CRAZY, **CHOICES)
    crew.players = ["ann", "fay"]
    crew.sit()
    _wager(crew)
    desk.do("dee", crew.table, play("close-bets"))
    crew.until("bet")
    store, before = desk.office.store, desk.office.room.live(crew.table)
    money, logged = store.balances(), log_size(desk)
    chosen = [(name, rule) for name in PERSONAS for rule in RULES][:: 1 if "PITBOSS_FUZZ" in os.environ else 4]
    for name, rule in chosen:
        wanted = expected(rule, name, "decision")
        if wanted == "done" or (name, rule) == ("fay", "sit"):  # who is a player alone where she signs in
            continue
        answer = desk.tell(name, crew.table, RULES[rule].example)
        assert answer.status_code in ((403,) if wanted == "denied" else (409, 422)), f"{name} {rule}: {answer.text}"
        assert answer.json()["error"]
        assert refused_by(desk, logged) == [name]
        logged += 1
    assert desk.office.room.live(crew.table) == before
    assert store.balances() == money


def log_size(desk: Desk) -> int:
    return desk.office.store.log_state().size


def refused_by(desk: Desk, since: int) -> list[str]:
    """Who was refused something, by the log from an entry on; everything else there fails."""
    desk.office.store.append(Commit(client="test", command=f"after {since}"))  # what was sent before is written now
    entries = [msgspec.json.decode(text) for text in desk.office.store.log(since, 100)]
    assert all(entry["kind"] == "refusal" for entry in entries)
    return [entry["actor"] for entry in entries]


# HTTP operations


def test_the_table_knows_every_operation() -> None:
    paths = document()["paths"]
    assert isinstance(paths, dict)
    told = {operation["operationId"] for path in paths.values() for operation in path.values()}
    assert told == set(OPERATIONS)


@pytest.fixture(scope="module")
def staff(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A server with one person for each role, and a physical table with a round that is over."""
    with desk_in(tmp_path_factory.mktemp("staff")) as desk:
        crew = Crew(desk, "cardroom-criss-cross")
        crew.sit()
        crew.until("open_round")
        crew.step()
        crew.until("open_round")
        for role in ROLES:
            desk.person(f"a-{role}", role, dollars=5 if role == "player" else 0)
            desk.open("sue", f"spare-{role}", CRAZY)
        desk.open("sue", "jackpots", CRAZY, **named({"four_card_progressive": "A"}))
        desk.office.accounts.add("kim", PASSWORD, frozenset())
        yield desk


def filled(operation: Operation, who: str) -> tuple[str, Json | None]:
    """Path and body, with a name of its own where something new is made."""
    body = {key: f"new-{who}" if value == "NEW" else value for key, value in (operation.body or {}).items()}
    if "id" in body:
        body["id"] += who
    return operation.path.replace("SPARE", f"spare-{who}"), body if operation.body is not None else None


@pytest.mark.parametrize("name", [name for name, operation in OPERATIONS.items() if operation.public])
def test_some_operations_are_for_everyone(staff: Desk, name: str) -> None:
    answer = staff.ask(None, OPERATIONS[name].method, *filled(OPERATIONS[name], "x"))
    staff.http.cookies.clear()
    assert answer.is_success, answer.text


@pytest.mark.parametrize("name", [name for name, operation in OPERATIONS.items() if not operation.public])
def test_each_role_may_use_the_operations_listed_and_nobody_else(staff: Desk, name: str) -> None:
    operation, store, logged = OPERATIONS[name], staff.office.store, log_size(staff)
    for role in (role for role in ROLES if role not in operation.by):
        before = (store.streams(), store.balances(), store.people.users())
        answer = staff.ask(f"a-{role}", operation.method, *filled(operation, role))
        assert answer.status_code == 403, f"{role} {name}: {answer.text}"
        assert (store.streams(), store.balances(), store.people.users()) == before
        assert refused_by(staff, logged) == [f"a-{role}"]
        logged += 1
    assert staff.ask(None, operation.method, *filled(operation, "nobody")).status_code == 401
    # Every page asks who is there: that nobody is signed in then is no attempt at anything.
    assert refused_by(staff, logged) == ([] if name == "me" else ["nobody"])
    for role in operation.by if operation.tried else ():
        answer = staff.ask(f"a-{role}", operation.method, *filled(operation, role))
        assert answer.is_success, f"{role} {name}: {answer.text}"


# Duties kept apart


def test_nobody_handles_their_own_money(staff: Desk) -> None:
    staff.person("flo2", "floorperson", "player", dollars=100)
    for way in ("buy-ins", "cash-outs"):
        own = staff.ask("flo2", "POST", f"/api/{way}", {"id": f"own {way}", "player": "flo2", "amount": "5"})
        assert own.status_code == 422
        assert own.json()["refusals"][0]["allowed"] == "another person at the cage"


def test_an_administrator_gives_roles_and_does_nothing_with_them_unless_given(staff: Desk) -> None:
    void = play("void", clause="Irregularities 1", reason="power")
    assert staff.tell("a-administrator", "t1", void).status_code == 403
    assert staff.ask("a-administrator", "GET", "/api/balances").status_code == 403


def test_a_dealer_seats_only_players_who_have_an_account(staff: Desk) -> None:
    for name, *roles in (("joe", "player"), ("kay", "auditor"), ("lou", "player")):
        staff.person(name, *roles)
    staff.office.accounts.change("lou", "abe", disabled=True)
    before = staff.office.room.live("t1")
    for name in ("zoe", "kay", "lou"):  # unknown, no player, shut out
        answer = staff.tell("dee", "t1", command("sit", seat=4, player=name))
        assert answer.status_code == 422
        said = f"table t1: There is no player {name} with an account here."
        assert answer.json()["error"] == said
    assert staff.office.room.live("t1") == before
    staff.do("dee", "t1", command("sit", seat=4, player="joe"))
    assert staff.office.room.live("t1").seat_of("joe") == 4
    staff.do("dee", "t1", command("leave", player="joe"))


def test_a_log_that_names_somebody_else_for_what_a_dealer_keyed_in_is_found_out(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        crew = Crew(desk, "cardroom-criss-cross")
        crew.sit()
        for name, *roles in (("joe", "player"), ("ava", "auditor"), ("eve", "floorperson")):
            desk.person(name, *roles)
        desk.do("dee", crew.table, command("sit", seat=4, player="joe"))
        log = desk.ask("ava", "GET", "/api/audit/log").content
    keyed = next(entry for entry in read_entries(log) if entry.payload.get("player") == "joe")
    assert (keyed.actor, verify_log(log).findings) == ("dee", ())

    def forge(entries: list[Entry]) -> list[Entry]:
        return [replace(entry, actor="eve") if entry.entry == keyed.entry else entry for entry in entries]

    (found,) = verify_log(rewritten(log, forge)).findings
    assert (found.entry, found.what, found.why) == (
        keyed.entry, "a command of player joe", "it was entered by eve",
    )  # fmt: skip


def test_guests_sit_at_practice_tables_only_and_open_a_few_of_them(staff: Desk) -> None:
    guest = staff.http.post("/api/guest").json()
    staff.http.cookies.clear()
    staff.secrets[guest["name"]] = guest["token"]
    assert staff.tell(guest["name"], "t1", command("sit", seat=3)).status_code == 403
    for number in range(4):
        new = {"name": f"own-{number}", "rulebook": CRAZY, "practice": True}
        opened = staff.ask(guest["name"], "POST", "/api/tables", new)
        assert opened.status_code == (201 if number < 3 else 422)
    for extra in ({}, {"practice": True, "cards": "physical"}):
        real = staff.ask(guest["name"], "POST", "/api/tables", {"name": "real", "rulebook": CRAZY, **extra})
        assert real.status_code == 403
    staff.do(guest["name"], "own-0", command("sit", seat=1))
    assert staff.ask("a-player", "DELETE", "/api/tables/own-1").status_code == 403
    assert staff.ask(guest["name"], "DELETE", "/api/tables/own-1").status_code == 204
    listed = [table["name"] for table in staff.get("a-player", "/api/tables")]
    assert "own-1" not in listed
    assert "own-0" in listed


def test_the_page_of_roles_is_this_table() -> None:
    docs = Path(__file__).parents[2] / "docs" / "roles.md"
    assert docs.read_text() == page(), "PYTHONPATH=tests .venv/bin/python -m server.roles > docs/roles.md"
