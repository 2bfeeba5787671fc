"""How what a person asks becomes a command at a table: role, time, player and meters are the server's to say.

Duties are kept apart. Who deals at a table neither plays there nor gives the floor's orders; who plays there does not
deal, and does not validate payouts, void rounds or rule on anything; the staff of the house do not play for real money
at all. At a table with physical cards the dealer keys in what players do, naming the player, and never for himself; but
for a fold for real money, which is the player's own or keyed in by the floor.
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from pitboss.audit.format import PlayerReady
from pitboss.audit.shuffle_format import SeedPledged, SeedTaken
from pitboss.books.table_spec import refused
from pitboss.engine import Phase, next_delivery
from pitboss.engine.actions import Deal, Fold, PlaceWager, Settle, Spin, TakeBack
from pitboss.money import Amount
from pitboss.rulebooks.parts import Wager
from pitboss.rulebooks.table_rules import Role
from pitboss.server.commands import (
    ACTIONS,
    COMMANDS,
    CommandAsked,
    Pledge,
    Ready,
    Seed,
    SetWagers,
    WitnessChain,
    WitnessSeed,
    meant,
)
from pitboss.server.people.accounts import GUEST, Person
from pitboss.server.people.permissions import STAFF, Denied, fold_keyed_by, table_roles, written_name
from pitboss.server.tables.house import House
from pitboss.server.tables.live import Live
from pitboss.server.tables.witnesses import of_witness
from pitboss.server.tables.work import Work
from pitboss.table import TableCommand, check
from pitboss.table.commands import OrderRecut, Play, Sit

RolesOf = Callable[[str], frozenset[str]]
"""The roles of somebody who may sign in, by name; none for anybody else."""


def carry_out(work: Work, person: Person, asked: CommandAsked, house: House, roles_of: RolesOf) -> None:
    """Does one command of a person at a table."""
    live = work.live
    refuse_closed(live)
    match asked:
        case Ready():
            seat = live.seat_of(person.name)
            if seat is None:
                says = "Take a seat first."
                raise refused(f"table {live.spec.name}", "ready without a seat", "a seat first", says=says)
            work.note(PlayerReady(seat=seat), person.name)
        case Pledge() | Seed():
            work.shuffle_step(_share(live, person, asked), person.name)
        case WitnessChain() | WitnessSeed():
            work.note(of_witness(live, asked, house.witness), person.name)
        case SetWagers():
            for each in wager_requests(live, person, asked):
                carry_out(work, person, each, house, roles_of)
        case _:
            command = house.turned(work, given(work, person, asked, roles_of))
            house.refuse_unsound(live, command)
            if live.spec.virtual and isinstance(command, OrderRecut):
                tried, allowed = "a cut of a virtual deck", "none: it is cut once, in the middle, by the house"
                says = "A virtual deck is cut once, in the middle, by the house; no other cut can be ordered."
                raise refused(f"table {live.spec.name}", tried, allowed, says=says)
            keyed = command.player not in ("", person.name)
            role = _keys_in(live, command) if keyed else command.by
            if role is Role.DEALER and live.dealer != person.name:
                work.come_on(person.name)
            work.do(command, person.name)


def _share(live: Live, person: Person, asked: Pledge | Seed) -> SeedPledged | SeedTaken:
    """A player's part in the shuffle; who has pledged may show the seed, even having left meanwhile."""
    fairness = live.shuffled_round
    if fairness is None or (isinstance(asked, Pledge) and live.seat_of(person.name) is None):
        allowed = "one from a seated player in a virtual round"
        says = "Only a seated player adds a seed, and only to a round with virtual cards."
        raise refused(f"table {live.spec.name}", "a seed", allowed, says=says)
    if isinstance(asked, Pledge):
        return SeedPledged(round=fairness.round, player=person.name, pledge=asked.pledge)
    return SeedTaken(round=fairness.round, player=person.name, seed=asked.seed)


def refuse_closed(live: Live) -> None:
    """Nothing more is done at a closed table."""
    if live.closed:
        tried, says = "anything more at a closed table", "This table is closed."
        raise refused(f"table {live.spec.name}", tried, "a table that is open", says=says)


def given(work: Work, person: Person, asked: CommandAsked, roles_of: RolesOf) -> TableCommand:
    """The command a person may give; `Denied` if no role of theirs gives it, or they must keep out of it."""
    live = work.live
    for_player = str(getattr(asked, "player", ""))
    command = meant(asked, work.at)
    if isinstance(command, Play) and isinstance(command.action, Deal):
        _refuse_elsewhere(live, str(getattr(getattr(asked, "action", None), "to", "")))
    if isinstance(command, Play) and isinstance(command.action, Settle | Spin):
        command = replace(command, action=replace(command.action, meters=work.shown()))
    if for_player not in ("", person.name):
        return _keyed_in(live, person, command, Person(for_player, roles_of(for_player)))
    listed = table_roles(command, live.table.rules)
    roles = [role for role in listed if role in person.roles]
    if not roles:
        if not listed:
            raise Denied(f"This rulebook has no {written_name(command)}.")
        needed = " or ".join(listed)
        raise Denied(f"Only the {needed} may do this ({written_name(command)}); {person.name} does not have that role.")
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


def _keyed_in(live: Live, person: Person, command: TableCommand, player: Person) -> TableCommand:
    """What is keyed in for a player: by a dealer, but for a fold, which is the floor's to key in."""
    players = Role.PLAYER in table_roles(command, live.table.rules)
    if not players or not {Role.DEALER, Role.FLOORPERSON} & person.roles or live.spec.virtual:
        raise Denied("Only a dealer enters what a player does, and only where the cards are physical.")
    role = _keys_in(live, command)
    if role is Role.FLOORPERSON and role not in person.roles:
        raise Denied("A dealer folds for nobody: the player folds, or the floor enters it.")
    if role not in person.roles:
        raise Denied("Only a dealer enters what a player does, except for a fold, which the floor enters.")
    if isinstance(command, Sit) and Role.PLAYER not in player.roles:
        tried, says = f"a seat for {player.name}", f"There is no player {player.name} with an account here."
        raise refused(f"table {live.spec.name}", tried, "a player who has an account", says=says)
    reason = _kept_out(live, person, role, command) or _kept_out(live, player, Role.PLAYER, command, keyed=True)
    if reason:
        raise Denied(reason)
    return replace(command, by=Role.PLAYER, player=player.name)


def _keys_in(live: Live, command: TableCommand) -> Role:
    folds = isinstance(command, Play) and isinstance(command.action, Fold)
    return fold_keyed_by(practice=live.spec.practice) if folds else Role.DEALER


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
        case Role.PLAYER if isinstance(command, Sit) and not live.spec.practice:
            return _no_seat(person)
    return None


def _no_seat(person: Person) -> str | None:
    """Why a person does not sit at a table for real money."""
    if person.name.startswith(GUEST):
        return "guests sit at practice tables only"
    return "the staff of the house do not play for real money" if person.roles & STAFF else None


def _turns_wheel(command: TableCommand) -> bool:
    return isinstance(command, Play) and isinstance(command.action, Spin)


def _refuse_elsewhere(live: Live, to: str) -> None:
    """A dealer who says where a card goes must be where the deal is; one need not say it."""
    round = live.table.running
    delivery = next_delivery(round) if to and round is not None else None
    if delivery is not None and delivery[0] != to:
        clause, rulebook = live.terms.dealing.order_clause, live.spec.rulebook
        says = f"The next card goes to {delivery[0]}."
        raise refused(to, "a card", f"the next card to {delivery[0]}", clause, rulebook, says)
