"""One table of authority: the round's options, the table's duties, its refusals and the server all ask it."""

from collections.abc import Callable, Iterator
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from engine.random_rounds import Rng, rigged_deck
from pitboss.cards import Card
from pitboss.engine import RoundAction, actions, legal
from pitboss.rulebooks import SHIPPED, Rulebook, full_terms, load, terms_for
from pitboss.rulebooks.table_rules import Remedy, Role
from pitboss.server.people.permissions import table_roles
from pitboss.table import Duty, Table, all_due, check, duties
from pitboss.table.commands import Play, TableCommand
from pitboss.table.rounds import REMEDIES
from table.offers import Moment, WaitsForAPlayer, duty_commands
from table.promises import onward
from table.staff import ANTE, CRAZY, MA, MD, NJ, at_wagers, ready_table, refusal
from table.worlds import World, after, new_world, timed

SYSTEM_STANDS_IN = Role.SYSTEM  # for a dealer whose cards are virtual
BY_THEIR_OWN_RULE = {"attest", "report-irregularity", "play"}
"""Commands whose step, irregularity or action says who gives them."""

KNOWN_WHERE: dict[str, Callable[[Rulebook], Any]] = {
    "draw": lambda book: book.bonuses,
    "check": lambda book: any(decision.check_clause for decision in book.decisions),
    "withdraw": lambda book: any(decision.withdraws for decision in book.decisions),
    "spin": lambda book: book.wheels,
    "validate": lambda book: book.validations,
    "cut-deck": lambda book: book.table.cut,
    "order-recut": lambda book: book.table.cut,
    "order-shuffle": lambda book: book.table.shuffling.ordered_clause,
    "declare-idle": lambda book: book.table.idle,
    "cover-device": lambda book: book.table.out_of_order,
    "count-stub": lambda book: any(item.count for item in book.table.handling),
    "find-misdeal": lambda book: any(item.count for item in book.table.handling),
    "count-chips": lambda book: any(item.chips for item in book.table.handling),
    "rule-on-chips": lambda book: any(item.chips for item in book.table.handling),
    # remedies
    "strike": lambda book: any(item.chips for item in book.table.handling),
    "forfeit": lambda book: any(Remedy.FORFEIT_PLAYER in rule.remedies for rule in book.table.irregularities),
    "discard-card": lambda book: any(Remedy.DISCARD_CARD in rule.remedies for rule in book.table.irregularities),
    "call-off": lambda book: False,  # by the report of a failure alone
}
"""What a document has only with the part that it belongs to; all else every document has."""

DUTIES = {"shuffle": "shuffle-deck", "cut": "cut-deck"}
"""Duties that are called otherwise than their commands."""

ACTIONS: list[RoundAction] = [
    actions.PlaceWager(1, "ante", ANTE),
    actions.TakeBack(1, "ante"),
    actions.ReturnWagers(1),
    actions.CloseBets(),
    actions.Deal((Card.parse("As"),)),
    actions.Draw(),
    actions.Bet(1, ANTE),
    actions.Check(1),
    actions.Withdraw(1),
    actions.Fold(1),
    actions.Reveal(),
    actions.Settle(),
    actions.Spin(1, 1),
    actions.Validate(1, "ante"),
    actions.Void("12(c)", "it happened"),
    actions.DiscardCard(Card.parse("As")),
    actions.Abandon(1),
    actions.Forfeit(1, "6(b)"),
    actions.Strike(1, "ante"),
    actions.CallOff(("ante",), "6(b)", "it failed"),
]


def written(kind: type[msgspec.Struct]) -> str:
    """How an action or a command is called in a rulebook."""
    return str(kind.__struct_config__.tag)


def names() -> set[str]:
    """Every action and every command."""
    return {written(kind) for kind in (*get_args(RoundAction), *get_args(TableCommand))}


def stands_in(role: Role, roles: tuple[Role, ...]) -> bool:
    """Whether the system does what is the dealer's."""
    return role is SYSTEM_STANDS_IN and Role.DEALER in roles


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_every_action_and_command_of_a_document_has_one_entry_and_no_entry_is_idle(rulebook: str) -> None:
    book = load(rulebook)
    entries = [name for authority in book.table.authority for name in authority.may]
    assert len(entries) == len(set(entries))
    known = {name for name in names() - BY_THEIR_OWN_RULE if KNOWN_WHERE.get(name, bool)(book)}
    assert set(entries) == known
    assert all(authority.by for authority in book.table.authority)


def test_every_action_is_tried_below() -> None:
    assert {type(action) for action in ACTIONS} == set(get_args(RoundAction))


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
@pytest.mark.parametrize("rulebook", SHIPPED)
def test_a_table_takes_an_action_from_those_the_rulebook_names_and_the_server_from_the_same(
    rulebook: str, action: RoundAction
) -> None:
    table = at_wagers(ready_table(rulebook))
    name = written(type(action))
    authority = load(rulebook).table.authority_for(name)
    roles = authority.by if authority and not isinstance(action, REMEDIES) else ()
    for role in Role:
        command = Play(by=role, at=0, player="ann", action=action)
        violation = check(table, command)
        of_the_role = violation is not None and (violation.where, violation.tried) == (f"the {role}", name)
        assert of_the_role is not (role in roles or stands_in(role, roles)), f"{role}: {violation}"
        assert table_roles(command, table.rules) == roles


def course(full: bool, rulebook: str) -> Iterator[World]:
    """The worlds of two rounds in which everyone does what is due, first with all wagers and then with the least."""
    world = new_world(full_terms(rulebook) if full else terms_for(rulebook))
    order = tuple(rigged_deck(Rng(11)))
    while world.ended < 2:
        yield world
        step = onward(world, order, lambda commands: commands[0])
        outcome = after(world, step)
        assert isinstance(outcome, World), str(outcome)
        world = outcome


def roles_of(table: Table, duty: Duty) -> tuple[Role, ...]:
    """Who the rulebook says does what is due."""
    rules = table.rules
    if duty.name == "report_irregularity":
        rule = rules.irregularity(duty.where)
        return rule.by if rule else ()
    parts = (rules.opening, rules.idle)
    steps = [step for part in parts if part for step in part.steps]
    steps += [step for handling in rules.handling for step in (*handling.load, *handling.stub)]
    authority = rules.authority_for(DUTIES.get(duty.name, duty.name.replace("_", "-")))
    return next((step.by for step in steps if step.name == duty.name), authority.by if authority else ())


@pytest.mark.parametrize("full", [False, True], ids=["default", "full"])
@pytest.mark.parametrize("rulebook", SHIPPED)
def test_options_and_duties_name_whom_the_rulebook_names_and_nobody_else_can_do_them(rulebook: str, full: bool) -> None:
    order = tuple(rigged_deck(Rng(11)))
    for world in course(full, rulebook):
        table = world.table
        for option in legal(table.running) if table.running else ():
            authority = table.rules.authority_for(option.action)
            assert authority is not None, option.action
            assert option.by == authority.by, option.action
        for duty in duties(table, world.at):
            assert duty.by == roles_of(table, duty) != (), duty.name
        for duty in all_due(table, world.at):
            _assert_refused_to_others(world, order, duty)


def _assert_refused_to_others(world: World, order: tuple[Card, ...], duty: Duty) -> None:
    try:
        commands = duty_commands(Moment(world.table, order), duty, duty.by[0])
    except WaitsForAPlayer:
        return
    for role in set(Role) - {*duty.by}:
        if not stands_in(role, duty.by):
            command = timed(world, replace(commands[0], by=role))
            assert refusal(world.table, command).where == f"the {role}", f"{duty.name} by {role}"


@pytest.mark.parametrize(
    ("rulebook", "name", "clause", "roles"),
    [
        pytest.param(NJ, "spin", "40.10(i)2", (Role.PLAYER,), marks=pytest.mark.clause(NJ, "40.10(i)2")),
        pytest.param(
            CRAZY,
            "draw",
            "1 Magic Card Bonus",
            (Role.SYSTEM,),
            marks=pytest.mark.clause(CRAZY, "1 Magic Card Bonus"),
        ),
        pytest.param(
            MD,
            "cover-device",
            "reading device-out-of-order",
            (Role.DEALER, Role.FLOORPERSON),
            marks=pytest.mark.clause(MD, "13.E"),
        ),
        pytest.param(MA, "order-recut", "4(e)", (Role.FLOORPERSON,), marks=pytest.mark.clause(MA, "4(e)")),
        pytest.param(MD, "order-recut", "5.E", (Role.FLOORPERSON,), marks=pytest.mark.clause(MD, "5.E")),
        pytest.param(NJ, "order-recut", "40.5(d)", (Role.FLOORPERSON,), marks=pytest.mark.clause(NJ, "40.5(d)")),
        pytest.param(CRAZY, "order-recut", "4(e)", (Role.FLOORPERSON,), marks=pytest.mark.clause(CRAZY, "4(e)")),
        pytest.param(MD, "order-shuffle", "5.A(3)", (Role.FLOORPERSON,), marks=pytest.mark.clause(MD, "5.A(3)")),
        pytest.param(
            MD,
            "forfeit",
            "reading forfeiture-scope",
            (Role.FLOORPERSON,),
            marks=pytest.mark.clause(MD, "11.A(5)"),
        ),
        pytest.param(CRAZY, "validate", "10(e)(3)", (Role.FLOORPERSON,), marks=pytest.mark.clause(CRAZY, "10(e)(3)")),
    ],
)
def test_who_does_what_by_which_clause(rulebook: str, name: str, clause: str, roles: tuple[Role, ...]) -> None:
    authority = load(rulebook).table.authority_for(name)
    assert authority is not None
    assert (authority.clause, authority.by) == (clause, roles)


@pytest.mark.parametrize("rulebook", [MD, NJ])
def test_where_the_document_voids_no_face_up_card_is_set_aside(rulebook: str) -> None:
    seen = set[str]()
    for world in course(False, rulebook):
        seen |= {option.action for option in legal(world.table.running)} if world.table.running else set()
    assert "discard-card" not in seen
    assert "deal" in seen
