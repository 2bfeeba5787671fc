"""Who may do what, written down from the rules: one table of commands, one of HTTP operations.

`PYTHONPATH=tests python -m server.roles` prints it as docs/roles.md; test_matrix.py holds the server to it.
"""

from typing import Any

import msgspec

Json = dict[str, Any]

ROLES = ("player", "dealer", "floorperson", "supervisor", "auditor", "administrator")

STATES = {
    "no deck": "players are seated, no cards have come",
    "inspection": "a deck has come and is to be inspected",
    "verification": "the inspection is to be verified",
    "first look": "the first player looks the cards over",
    "cut": "the cards are shuffled and to be cut",
    "between rounds": "the table waits for a round",
    "wagers": "wagers are placed",
    "chips": "no more bets; the chips of progressive wagers are to be squared",
    "dealing": "cards are being dealt",
    "stub": "all are dealt; the stub is to be put away",
    "decision": "the player of seat 1 is to bet or fold",
    "reveal": "the dealer is to turn cards up",
    "settlement": "wagers are being settled",
    "validation": "a jackpot waits for the floor",
    "void": "the round was voided",
    "idle": "nobody plays; the cards are to be spread",
    "closed": "the table is closed for good",
}

_CARDS_HERE = ("inspection", "verification", "first look", "cut", "between rounds", "void", "idle")
_NO_CARD_OUT = ("wagers", "chips")  # of a round: 4(a) and 4(e) end when a card is dealt
_OPEN = tuple(state for state in STATES if state != "closed")
_CARDS_OUT = (
    "dealing",
    "stub",
    "decision",
    "reveal",
    "settlement",
    "validation",
)  # 14(c): from the first card, without a limit of time


class Rule(msgspec.Struct, frozen=True):
    """A command: who gives it, when it is done, and an example. `own` is for what only a seated player does."""

    by: tuple[str, ...]
    when: tuple[str, ...]
    example: Json
    own: bool = False


def _play(action: str, **fields: Any) -> Json:
    return {"command": "play", "action": {"action": action, **fields}}


DEALER, FLOOR, STAFF, PLAYER = ("dealer",), ("floorperson",), ("dealer", "floorperson"), ("player",)
_SIGNED = {"signature": "0" * 128}

RULES: dict[str, Rule] = {
    "receive-deck": Rule(
        DEALER, ("no deck",), {"command": "receive-deck", "deck": "new", "back": "green", "design": "bee"}
    ),
    "attest inspect": Rule(DEALER, ("inspection",), {"command": "attest", "step": "inspect", "deck": "d1"}),
    "attest verify": Rule(FLOOR, ("verification",), {"command": "attest", "step": "verify", "deck": "d1"}),
    "attest look": Rule(
        ("player", "dealer"), ("first look",), {"command": "attest", "step": "look", "deck": "d1"}, own=True
    ),  # by the dealer where the player does not care to
    "attest spread": Rule(DEALER, ("idle",), {"command": "attest", "step": "spread", "deck": "d1"}),
    "attest rack_stub": Rule(DEALER, ("stub",), {"command": "attest", "step": "rack_stub", "deck": "d1"}),
    "shuffle-deck": Rule(DEALER, ("cut", "between rounds", "void"), {"command": "shuffle-deck", "deck": "d1"}),
    "cut-deck": Rule(DEALER, ("cut",), {"command": "cut-deck", "deck": "d1", "depth": 20}),
    "order-shuffle": Rule(
        FLOOR, (*_CARDS_HERE, *_NO_CARD_OUT), {"command": "order-shuffle", "deck": "d1", "reason": "care"}
    ),
    "order-recut": Rule(
        FLOOR, ("between rounds", *_NO_CARD_OUT), {"command": "order-recut", "deck": "d1", "reason": "care"}
    ),
    "store-deck": Rule(DEALER, (), {"command": "store-deck", "deck": "d1"}),
    "empty-rack": Rule(DEALER, (), {"command": "empty-rack"}),
    "remove-deck": Rule(STAFF, _CARDS_HERE, {"command": "remove-deck", "deck": "d1", "reason": "worn"}),
    "declare-idle": Rule(STAFF, ("cut", "between rounds", "void"), {"command": "declare-idle"}),
    "sit": Rule(PLAYER, _OPEN, {"command": "sit", "seat": 5}),
    "leave": Rule(PLAYER, _OPEN, {"command": "leave"}, own=True),
    "rule-on-leaving": Rule(FLOOR, (), {"command": "rule-on-leaving", "seat": 1, "abandoned": True}),
    "open-round": Rule(DEALER, ("between rounds",), {"command": "open-round", "deck": "d1"}),
    "count-chips": Rule(DEALER, ("chips",), {"command": "count-chips", "chips": 6}),
    "rule-on-chips": Rule(
        FLOOR, (), {"command": "rule-on-chips", "seat": 1, "wager": "four_card_progressive", "chip": False}
    ),
    "count-stub": Rule(DEALER, ("stub",), {"command": "count-stub", "cards": 37}),
    "find-misdeal": Rule(DEALER, (), {"command": "find-misdeal", "misdealt": True, "cards": 52}),
    "report-irregularity": Rule(
        STAFF,
        _CARDS_OUT,
        {"command": "report-irregularity", "name": "wrong_number_of_cards"},
    ),
    "cover-device": Rule(STAFF, (), {"command": "cover-device", "device": "shoe", "how": "signed"}),
    "restore-device": Rule(FLOOR, (), {"command": "restore-device", "device": "shoe"}),
    "change-method": Rule(
        FLOOR,
        ("no deck", *_CARDS_HERE),
        {"command": "change-method", "dealing": "automated_shoe", "shuffling": "manual"},
    ),
    "place-wager": Rule(PLAYER, ("wagers",), _play("place-wager", seat=1, wager="ante", amount="5"), own=True),
    "take-back": Rule(PLAYER, ("wagers",), _play("take-back", seat=1, wager="queens_up"), own=True),
    "return-wagers": Rule(DEALER, (), _play("return-wagers", seat=1)),
    "close-bets": Rule(DEALER, ("wagers",), _play("close-bets")),
    "deal": Rule(DEALER, ("dealing",), _play("deal", cards=["2c"])),
    "bet": Rule(PLAYER, ("decision",), _play("bet", seat=1, amount="5"), own=True),
    "fold": Rule(PLAYER, ("decision",), _play("fold", seat=1), own=True),
    "check": Rule((), (), _play("check", seat=1), own=True),
    "withdraw": Rule((), (), _play("withdraw", seat=1), own=True),
    "reveal": Rule(DEALER, ("reveal",), _play("reveal")),
    "settle": Rule(DEALER, ("settlement",), _play("settle")),
    "spin": Rule(PLAYER, (), _play("spin", seat=1, position=1)),
    "validate": Rule(FLOOR, ("validation",), _play("validate", seat=1, wager="four_card_progressive", document="17")),
    "void": Rule(FLOOR, _CARDS_OUT, _play("void", clause="14(c)", reason="a card too many")),
    "ready": Rule(PLAYER, _OPEN, {"command": "ready"}, own=True),
    "pledge": Rule(PLAYER, (), {"command": "pledge", "pledge": "0" * 64}, own=True),
    "witness-chain": Rule(
        PLAYER, (), {"command": "witness-chain", "chain": "t1/witness/1", "anchor": "0" * 64, "links": 9, **_SIGNED}
    ),
    "witness-seed": Rule(PLAYER, (), {"command": "witness-seed", "round": "t1/1", "seed": "0" * 64, **_SIGNED}),
    "seed": Rule(PLAYER, (), {"command": "seed", "seed": "luck"}, own=True),
    "set-wagers": Rule(
        PLAYER,
        ("wagers",),
        {"command": "set-wagers", "seat": 1, "wagers": {"ante": "5", "super_bonus": "5"}},
        own=True,
    ),
}
"""At a table of Crazy 4 Poker in Massachusetts with physical cards, one deck and a manual shoe."""


_OF_OTHERS = ("spin",)
"""What the rulebook of this table gives to nobody: its document knows no wheel."""


class Persona(msgspec.Struct, frozen=True):
    """Someone at a table: the roles they have, the roles they may act in here, whether they sit here."""

    roles: tuple[str, ...]
    acts: tuple[str, ...]
    seated: bool = False
    why: str = ""


PERSONAS = {
    "guest-1": Persona(("player",), ("player",), why="a guest, not seated: guests sit at practice tables only"),
    "pat": Persona(("player",), ("player",), why="a player who does not sit here"),
    "ann": Persona(("player",), ("player",), seated=True, why="a player of the round"),
    "del": Persona(("dealer",), ("dealer",), why="a dealer who comes on"),
    "dee": Persona(("dealer",), ("dealer",), why="the dealer of the round"),
    "dot": Persona(("dealer", "floorperson"), ("dealer",), why="dealt in this round, and is a floorperson too"),
    "duo": Persona(("dealer", "player"), ("dealer",), why="dealt in this round, and is a player too"),
    "flo": Persona(("floorperson",), ("floorperson",), why="a floorperson"),
    "bea": Persona(("dealer", "floorperson"), ("dealer", "floorperson"), why="both, and has not dealt here"),
    "fay": Persona(("floorperson", "player"), ("player",), seated=True, why="made a floorperson while she plays here"),
    "fee": Persona(("floorperson", "player"), ("floorperson", "player"), why="a floorperson who would play here"),
    "sue": Persona(("supervisor",), ()),
    "ava": Persona(("auditor",), ()),
    "abe": Persona(("administrator",), ()),
    "all": Persona(("supervisor", "auditor", "administrator"), (), why="high roles are no table roles"),
}


def expected(name: str, persona: str, state: str) -> str:
    """What must come of a command: "done", "refused" by a rule, or "denied"."""
    rule, who = RULES[name], PERSONAS[persona]
    if state == "closed":
        return "refused"
    if name in ("ready", "pledge", "seed", "witness-chain", "witness-seed"):
        return "done" if name == "ready" and who.seated else "refused"
    if name.startswith("attest"):
        return "denied" if not who.acts else _attested(rule, who, state)
    if name in _OF_OTHERS or not set(rule.by) & set(who.acts) or (name == "sit" and _no_seat(persona)):
        return "denied"
    if state not in rule.when or (rule.own and not _own(rule, persona)) or (name == "sit" and who.seated):
        return "refused"
    return "done"


def _no_seat(persona: str) -> bool:
    """Guests and the staff do not play for real money."""
    return persona.startswith("guest") or PERSONAS[persona].roles != ("player",)


def _attested(rule: Rule, who: Persona, state: str) -> str:
    """A step is attested by its own role; anyone else at the table is refused by its clause."""
    own = any(not rule.own or role != "player" or who.seated for role in set(rule.by) & set(who.acts))
    return "done" if own and state in rule.when else "refused"


def _own(rule: Rule, persona: str) -> bool:
    """Whether the example is about the persona's own seat: ann's is seat 1."""
    action = rule.example.get("action", rule.example)
    return persona == "ann" if "seat" in action else PERSONAS[persona].seated


class Operation(msgspec.Struct, frozen=True):
    """An HTTP operation and who may use it. `tried` is False where only the denials are tried here."""

    method: str
    path: str
    by: tuple[str, ...] = ROLES
    body: Json | None = None
    public: bool = False
    tried: bool = True


PASSWORD = "correct horse battery"
_MOVE = {"id": "m", "player": "ann", "amount": "5"}
_FILL = {"id": "f", "amount": "5", "reason": "chips run low"}
_STUDY = {"rulebook": "ma-criss-cross"}
_DRILL = {**_STUDY, "kind": "hand", "seed": 1}
_DECIDED = {
    **{"where": "drill", "rulebook": "ma-crazy-4", "decision": "play", "shown": [], "chosen": "fold", "best": "1x"},
    **{"cards": ["As", "Ah", "9c", "7d", "2h"], "exact": "1/2", "cost": 0.5, "time": 1},
}
_BOOKS = ("supervisor", "auditor")
_FLOOR_AND_BOOKS = ("floorperson", *_BOOKS)
_ADMINISTRATOR = ("administrator",)
_SECOND = ("floorperson", "supervisor", *_ADMINISTRATOR)
_AMOUNTS = dict.fromkeys(("buy_in", "cash_out", "fill", "credit", "meter_change", "void"), "500")
_LIMITS = {"id": "l", "reason": "a small house", **_AMOUNTS}
OPERATIONS: dict[str, Operation] = {
    "sign_in": Operation("POST", "/api/sign-in", body={"name": "kim", "password": PASSWORD}, public=True),
    "sign_in_as_guest": Operation("POST", "/api/guest", public=True),
    "health": Operation("GET", "/healthz", public=True),
    "prometheus": Operation("GET", "/metrics", (*_BOOKS, *_ADMINISTRATOR)),
    "verify_program": Operation("POST", "/api/machine/verification", (*_BOOKS, *_ADMINISTRATOR)),
    "rulebooks": Operation("GET", "/api/rulebooks", public=True),
    "rulebook": Operation("GET", "/api/rulebooks/ma-crazy-4", public=True),
    "glance": Operation("GET", "/api/rulebooks/ma-crazy-4/glance", public=True, tried=False),
    "compare": Operation("GET", "/api/compare?one=ma-criss-cross&other=md-criss-cross", public=True),
    "check": Operation("POST", "/api/check", body=_STUDY, public=True),
    "me": Operation("GET", "/api/me"),
    "sign_out": Operation("POST", "/api/sign-out", tried=False),
    "change_password": Operation("POST", "/api/me/password", body={"old": "a", "new": "b"}, tried=False),
    "fill_purse": Operation("POST", "/api/me/play-money"),
    "list_tokens": Operation("GET", "/api/me/tokens"),
    "end_token": Operation("DELETE", "/api/me/tokens/none", tried=False),
    "offer_second_factor": Operation("POST", "/api/me/second-factor"),
    "take_second_factor": Operation(
        "PUT", "/api/me/second-factor", body={"secret": "A" * 32, "number": "1"}, tried=False
    ),
    "drop_second_factor": Operation("DELETE", "/api/people/kim/second-factor", _ADMINISTRATOR),
    "new_token": Operation("POST", "/api/me/tokens", body={"label": "bot"}),
    "list_tables": Operation("GET", "/api/tables"),
    "open_table": Operation("POST", "/api/tables", ("supervisor",), {"name": "NEW", "rulebook": "ma-crazy-4"}),
    "show_table": Operation("GET", "/api/tables/t1"),
    "layout": Operation("GET", "/api/tables/t1/layout"),
    "own_hands": Operation("GET", "/api/tables/t1/hands"),
    "list_events": Operation("GET", "/api/tables/t1/events"),
    "give_commands": Operation(
        "POST", "/api/tables/t1/commands", body={"id": "1", "commands": [{"command": "leave"}]}, tried=False
    ),
    "close_table": Operation("DELETE", "/api/tables/SPARE", ("supervisor",)),
    "choose_version": Operation(
        "POST", "/api/tables/t1/rulebook", ("supervisor",), {"id": "v", "reason": "a new edition"}, tried=False
    ),
    "seat_company": Operation("POST", "/api/tables/t1/company", body={"count": 1}, tried=False),
    "send_company_away": Operation("DELETE", "/api/tables/t1/company", tried=False),
    "round_history": Operation("GET", "/api/tables/t1/rounds/1", _FLOOR_AND_BOOKS),
    "round_replay": Operation("GET", "/api/tables/t1/rounds/1/replay", _FLOOR_AND_BOOKS),
    "round_facts": Operation("GET", "/api/tables/t1/rounds/1/facts", _FLOOR_AND_BOOKS),
    "preview_correction": Operation(
        "POST", "/api/tables/t1/rounds/1/corrections/preview", _FLOOR_AND_BOOKS, {"facts": {}}, tried=False
    ),
    "propose_correction": Operation(
        "POST",
        "/api/tables/t1/rounds/1/corrections",
        ("floorperson",),
        {"id": "p", "facts": {}, "reason": "a wrong card"},
        tried=False,
    ),
    "round_corrections": Operation("GET", "/api/tables/t1/rounds/1/corrections", _FLOOR_AND_BOOKS),
    "table_corrections": Operation("GET", "/api/tables/t1/corrections", _FLOOR_AND_BOOKS),
    "approve_correction": Operation(
        "POST",
        "/api/tables/t1/rounds/1/corrections/1/approve",
        ("floorperson", "supervisor"),
        {"id": "a"},
        tried=False,
    ),
    "reject_correction": Operation(
        "POST",
        "/api/tables/t1/rounds/1/corrections/1/reject",
        ("floorperson", "supervisor"),
        {"id": "r", "reason": "no such card"},
        tried=False,
    ),
    "list_approvals": Operation("GET", "/api/approvals", (*_FLOOR_AND_BOOKS, *_ADMINISTRATOR)),
    "approve_act": Operation("POST", "/api/approvals/none/approve", _SECOND, tried=False),
    "decline_act": Operation("POST", "/api/approvals/none/decline", _SECOND, {"reason": "not so"}, tried=False),
    "set_limits": Operation("POST", "/api/approvals/limits", ("supervisor",), _LIMITS, tried=False),
    "list_meters": Operation("GET", "/api/meters"),
    "show_meter": Operation("GET", "/api/meters/jackpots.four_card", _FLOOR_AND_BOOKS),
    "new_meter_terms": Operation(
        "POST",
        "/api/meters/jackpots.four_card/changes",
        ("supervisor",),
        {"id": "t", "reason": "a better rate", "rate": "30%"},
    ),
    "buy_in": Operation("POST", "/api/buy-ins", ("floorperson",), _MOVE),
    "cash_out": Operation("POST", "/api/cash-outs", ("floorperson",), {**_MOVE, "id": "c"}),
    "move_own_money": Operation(
        "POST", "/api/me/game-account", PLAYER, {"id": "o", "amount": "1", "to": "game account"}
    ),
    "move_game_account": Operation(
        "POST", "/api/game-account-moves", ("floorperson",), {**_MOVE, "id": "g", "to": "game account"}
    ),
    "cage_receipts": Operation("GET", "/api/cage/receipts", _FLOOR_AND_BOOKS),
    "day_of_cage": Operation("GET", "/api/cage/day?day=2026-01-31", _FLOOR_AND_BOOKS),
    "drawer_counted": Operation(
        "POST", "/api/cage/counts", ("floorperson",), {"id": "d", "day": "1970-01-12", "counted": "5"}
    ),
    "cage_players": Operation("GET", "/api/cage/players?starts=a", ("floorperson",)),
    "own_care": Operation("GET", "/api/me/care"),
    "choose_limit": Operation("PUT", "/api/me/care/limits", PLAYER, {"limit": "loss-day", "amount": "5000"}),
    "choose_check": Operation("PUT", "/api/me/care/reality-check", PLAYER, {"minutes": 60}),
    "answer_check": Operation("POST", "/api/me/care/reality-check", PLAYER, {}, tried=False),
    "cool_off": Operation("POST", "/api/me/care/cooling-off", PLAYER, {"days": 1}, tried=False),
    "exclude": Operation("POST", "/api/me/care/exclusion", PLAYER, {"name": "kim"}, tried=False),
    "own_statement": Operation("GET", "/api/me/statement"),
    "my_hands": Operation("GET", "/api/me/hands"),
    "care_of": Operation("GET", "/api/players/ann/care", _BOOKS),
    "statement_of": Operation("GET", "/api/players/ann/statement", _BOOKS),
    "fill_inventory": Operation("POST", "/api/tables/t1/fills", ("supervisor",), _FILL),
    "credit_inventory": Operation("POST", "/api/tables/t1/credits", ("supervisor",), {**_FILL, "id": "k"}),
    "balances": Operation("GET", "/api/balances", _FLOOR_AND_BOOKS),
    "reconciliation": Operation("GET", "/api/reconciliation", _BOOKS),
    "report_returns": Operation("GET", "/api/reports/returns?table=none", _BOOKS, tried=False),
    "report_hold": Operation("GET", "/api/reports/hold", _BOOKS),
    "report_ratings": Operation("GET", "/api/reports/ratings?player=none", _BOOKS),
    "desk_report": Operation("GET", "/api/desk?by=table", _BOOKS),
    "desk_rounds": Operation("GET", "/api/desk/rounds", _BOOKS),
    "desk_export": Operation("GET", "/api/desk/export/csv", _BOOKS),
    "desk_shift": Operation("GET", "/api/desk/shift?begins=1970-01-12T06:00", _FLOOR_AND_BOOKS),
    "desk_shift_signed": Operation(
        "POST", "/api/desk/shift", ("floorperson", "supervisor"), {"shift": "1970-01-11T06:00"}
    ),
    "export_csv": Operation("GET", "/api/export/hands", _BOOKS),
    "export_histories": Operation("GET", "/api/export/hands/text", _BOOKS),
    "list_people": Operation("GET", "/api/people", _ADMINISTRATOR),
    "add_person": Operation("POST", "/api/people", _ADMINISTRATOR, {"name": "NEW", "password": PASSWORD, "roles": []}),
    "change_person": Operation("PATCH", "/api/people/kim", _ADMINISTRATOR, {"roles": ["player"]}),
    "revoke_sessions": Operation("DELETE", "/api/people/kim/sessions", _ADMINISTRATOR),
    "audit_head": Operation("GET", "/api/audit/head"),
    "audit_key": Operation("GET", "/api/audit/key"),
    "audit_inclusion": Operation("GET", "/api/audit/inclusion?entry=0&size=1"),
    "audit_consistency": Operation("GET", "/api/audit/consistency?old=1&new=1"),
    "audit_entries": Operation("GET", "/api/audit/entries", ("auditor",)),
    "audit_log": Operation("GET", "/api/audit/log", ("auditor",)),
    "compliance": Operation("GET", "/api/compliance", ("auditor",)),
    "study_state": Operation("GET", "/api/study/state"),
    "study_game": Operation("POST", "/api/study/game", body=_STUDY, tried=False),
    "study_odds": Operation("POST", "/api/study/odds", body=_STUDY, tried=False),
    "study_opening": Operation("POST", "/api/study/opening", body=_STUDY, tried=False),
    "study_spread": Operation("POST", "/api/study/spread", body=_STUDY, tried=False),
    "study_risk": Operation("POST", "/api/study/risk", body=_STUDY, tried=False),
    "study_advice": Operation("POST", "/api/study/advice", body={**_STUDY, "cards": "9c 9h"}, tried=False),
    "study_drill": Operation("POST", "/api/study/drill", body={**_STUDY, "nonce": "1"}, tried=False),
    "study_rule": Operation("POST", "/api/study/rule", body={**_STUDY, "cards": "9c 9h"}, tried=False),
    "lessons": Operation("GET", "/api/school"),
    "drill": Operation("POST", "/api/school/question", body=_DRILL),
    "mark": Operation("POST", "/api/school/answer", body={**_DRILL, "given": "a pair", "milliseconds": 900}),
    "coach_book": Operation("GET", "/api/coach"),
    "coach_add": Operation("POST", "/api/coach", body={"decisions": [_DECIDED]}),
    "coach_clear": Operation("DELETE", "/api/coach"),
    "jobs": Operation("GET", "/api/study/jobs"),
    "new_job": Operation(
        "POST", "/api/study/jobs", body={"question": {"type": "par", "rulebook": "ma-criss-cross"}}, tried=False
    ),
    "job": Operation("GET", "/api/study/jobs/none", tried=False),
    "cancel_job": Operation("DELETE", "/api/study/jobs/none", tried=False),
    "job_sheet": Operation("GET", "/api/study/jobs/none/sheet", tried=False),
}


INTRODUCTION = """# Roles

Generated from the table in `tests/server/roles.py`, which is written from the rules; the tests hold the server to
every cell of it. What is denied is answered with 401 (nobody is signed in) or 403, what a rule refuses with 409 and
its clause; both change nothing and stand in the audit log.

Duties are kept apart, whatever roles someone has: who deals at a table neither plays there nor acts for the floor
there; who plays does not deal, validate, void or rule; the staff of the house take no seat at a table for real money;
nobody handles their own money at the cage; a correction takes
two persons, neither of whom played or dealt in the round; supervisors, auditors and administrators have no part in the
game.

What is above the limits of the house takes a second person: buy-ins and cash-outs, fills and credits, and voids a
floorperson or supervisor besides the one who asked, other terms of a meter and other limits another supervisor, and
where there are two administrators, whatever makes or lets in staff the other administrator. Nobody approves what is
about themselves.

## Commands at a table

When a command is done, at a table of Crazy 4 Poker with physical cards; in every other state it is refused. At
virtual tables the house does what is the dealer's here. At physical ones the dealer can key in what players do, but for
a fold, which for real money is the player's own or keyed in by the floor. Magic
Card and lucky position are drawn by the table system at "no more bets", by no person.
"""


def page() -> str:
    """docs/roles.md."""
    lines = [INTRODUCTION, "| command | by | when |", "|---|---|---|"]
    for name, rule in RULES.items():
        by = " or ".join(f"{role}, at the own seat" if rule.own and role == "player" else role for role in rule.by)
        when = "any time" if rule.when == _OPEN else ", ".join(rule.when) or "never here: other rulebooks or devices"
        lines.append(f"| `{name}` | {by} | {when} |")
    lines += ["", "| state | meaning |", "|---|---|", *(f"| {name} | {told} |" for name, told in STATES.items())]
    lines += ["", "## Operations", "", f"| operation | nobody | {' | '.join(ROLES)} |", "|---" * (len(ROLES) + 2) + "|"]
    for name, operation in OPERATIONS.items():
        cells = ["yes" if operation.public else "", *("yes" if role in operation.by else "" for role in ROLES)]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    lines += ["", "Anyone signed in, guests too, opens practice tables with virtual cards, and closes their own.", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    print(page(), end="")
