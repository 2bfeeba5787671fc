"""How what a person asks becomes a command at a table: role, time, player and meters are the server's to say.

Duties are kept apart. Who deals at a table neither plays there nor gives the floor's orders; who plays there does not
deal, and does not validate payouts, void rounds or rule on anything. At a table with physical cards the dealer keys in
what players do, naming the player, and never for himself.
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from pitboss.books.table_spec import refused
from pitboss.engine import Phase, next_delivery
from pitboss.engine.actions import Deal, PlaceWager, Settle, Spin, TakeBack
from pitboss.money import Amount
from pitboss.rulebooks.parts import Wager
from pitboss.rulebooks.table_rules import Role
from pitboss.server.people.accounts import GUEST, Person
from pitboss.server.people.permissions import Denied, table_roles, written_name
from pitboss.server.requests import ACTIONS, COMMANDS, CommandAsked, SetWagers, meant
from pitboss.server.tables.live import Live
from pitboss.server.tables.work import Work
from pitboss.table import TableCommand, check
from pitboss.table.commands import Play, Sit


def given(work: Work, person: Person, asked: CommandAsked, plays: Callable[[str], bool]) -> TableCommand:
    """The command a person may give; `Denied` if no role of theirs gives it, or they must keep out of it.

    `plays` tells whether a name is that of somebody who may play.
    """
    live = work.live
    for_player = str(getattr(asked, "player", ""))
    command = meant(asked, work.at)
    if isinstance(command, Play) and isinstance(command.action, Deal):
        _refuse_elsewhere(live, str(getattr(getattr(asked, "action", None), "to", "")))
    if isinstance(command, Play) and isinstance(command.action, Settle | Spin):
        command = replace(command, action=replace(command.action, meters=work.shown()))
    if for_player not in ("", person.name):
        keyed = _keyed_in(live, person, command, for_player)
        if isinstance(keyed, Sit) and not plays(for_player):
            raise refused(f"table {live.spec.name}", f"a seat for {for_player}", "a player who has an account")
        return keyed
    listed = table_roles(command, live.table.rules)
    roles = [role for role in listed if role in person.roles]
    if not roles:
        if not listed:
            raise Denied(f"{written_name(command)} is nobody's to do: this rulebook does not know it")
        needed = " or ".join(listed)
        raise Denied(f"{written_name(command)} needs the role {needed}, which {person.name} does not have")
    reasons = {role: _kept_out(live, person, role, command) for role in roles}
    free = [role for role in roles if reasons[role] is None]
    if not free:
        raise Denied(str(reasons[roles[0]]))
    tries = [replace(command, by=role, player=person.name if role is Role.PLAYER else "") for role in free]
    return next((given for given in tries if check(live.table, given) is None), tries[0]) if free[1:] else tries[0]


def wager_requests(live: Live, person: Person, asked: SetWagers) -> list[CommandAsked]:
    """What must be asked of the table so that exactly some wagers stand at a seat; each is refused by its own clause.

    Wagers that must be equal cannot be changed one by one, and none is taken back under another that needs it: such
    wagers are taken back first, and put up again.
    """
    seat, wanted, player = asked.seat, asked.wagers, asked.player
    standing = _standing(live, seat)
    back = _taken_back(live.terms.wagers, standing, wanted)
    placed = [name for name in (*live.terms.wagers, *wanted) if name in wanted]
    actions = [_TAKE_BACK(seat=seat, wager=name) for name in reversed(back)]
    for name in dict.fromkeys(placed):
        if name in back or standing.get(name) != wanted[name]:
            actions.append(_PLACE(seat=seat, wager=name, amount=wanted[name]))
    running = live.table.running
    own = live.seat_of(player or person.name) == seat and running is not None and running.phase is Phase.WAGERS
    if not actions and not own:  # nothing to do, and no right to do it: the table says why
        actions = [_TAKE_BACK(seat=seat, wager=next(iter(live.terms.wagers)))]
    return [_PLAY(player=player, action=action) for action in actions]


_PLAY: Callable[..., CommandAsked] = COMMANDS[Play]
_TAKE_BACK, _PLACE = ACTIONS[TakeBack], ACTIONS[PlaceWager]


def _standing(live: Live, seat: int) -> dict[str, Amount]:
    running = live.table.running
    return running.seats[seat].wagers if running is not None and seat in running.seats else {}


def _taken_back(
    offered: Mapping[str, Wager], standing: Mapping[str, Amount], wanted: Mapping[str, Amount]
) -> list[str]:
    """The wagers that must go back, for good or to be put up again, in the rulebook's order."""
    back = {name for name in standing if name not in wanted}
    changed = {name for name in standing if name in wanted and standing[name] != wanted[name]}
    for one in offered.values():
        pair = {name for name in standing if name in (one.name, one.equals)}
        if len(pair) > 1 and pair & changed:
            back |= pair
    for _ in offered:  # what needs one of them may itself be needed
        back |= {name for name in standing if name in offered and back & {*offered[name].needs}}
    return [name for name in offered if name in back]


def _keyed_in(live: Live, person: Person, command: TableCommand, player: str) -> TableCommand:
    """What a dealer keys in for a player."""
    players = Role.PLAYER in table_roles(command, live.table.rules)
    if not players or Role.DEALER not in person.roles or live.spec.virtual:
        raise Denied("only a dealer keys in for a player, what players do, where the cards are physical")
    reason = _kept_out(live, person, Role.DEALER, command) or _kept_out(
        live, Person(player, frozenset()), Role.PLAYER, command, keyed=True
    )
    if reason:
        raise Denied(reason)
    return replace(command, by=Role.PLAYER, player=player)


def _kept_out(live: Live, person: Person, role: Role, command: TableCommand, *, keyed: bool = False) -> str | None:
    """Why a person must not act in a role at a table, though they have it."""
    plays, deals = live.seat_of(person.name) is not None, person.name in {live.dealer, *live.dealers}
    match role:
        case Role.DEALER if live.spec.virtual or plays:
            virtual = "at a virtual table the house deals"
            return virtual if live.spec.virtual else "who plays at a table does not deal there"
        case Role.FLOORPERSON if plays or deals:
            return "who deals or plays at a table does not act for the floor there"
        case Role.PLAYER if deals:
            return "who deals at a table does not play there"
        case Role.PLAYER if _turns_wheel(command) and not live.spec.virtual and not keyed:
            return "where the cards are physical the dealer keys in where the player's wheel stopped"
        case Role.PLAYER if isinstance(command, Sit) and person.name.startswith(GUEST) and not live.spec.practice:
            return "guests sit at practice tables only"
    return None


def _turns_wheel(command: TableCommand) -> bool:
    return isinstance(command, Play) and isinstance(command.action, Spin)


def _refuse_elsewhere(live: Live, to: str) -> None:
    """A dealer who says where a card goes must be where the deal is; one need not say it."""
    round = live.table.running
    delivery = next_delivery(round) if to and round is not None else None
    if delivery is not None and delivery[0] != to:
        clause, rulebook = live.terms.dealing.order_clause, live.spec.rulebook
        raise refused(to, "a card", f"the next card to {delivery[0]}", clause, rulebook)
