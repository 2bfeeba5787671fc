"""Rounds at a table with physical cards, played to every kind of end, to be told again."""

from collections.abc import Callable

from pitboss.rulebooks import SHIPPED, load
from server.desk import Crew, Desk, command, full, play

BONUSES = ("five_card_bonus", "six_card_bonus", "bonus_spin")


def crew_of(desk: Desk, rulebook: str) -> Crew:
    """Two players at a table that offers everything. Under New Jersey's rules both are dealt a pair of fives."""
    crew = Crew(desk, rulebook, **full(rulebook))
    crew.extra = BONUSES
    crew.sit()
    return crew


def settled(crew: Crew) -> None:
    """Every wager is settled; with a pair in the hole the wheel is spun on the way."""
    crew.until("bet")
    finish(crew)


def void(crew: Crew) -> None:
    """The players have wrong numbers of cards, which is found at the first decision."""
    crew.until("bet")
    report(crew, "wrong_number_of_cards")


def void_half_settled(crew: Crew) -> None:
    """The same, found when the first hand is settled."""
    crew.until("settle")
    crew.step()
    report(crew, "wrong_number_of_cards")


def folded(crew: Crew) -> None:
    """The first player folds and the second bets on."""
    crew.until("bet")
    crew.desk.do(crew.players[0], crew.table, play("fold", seat=1))
    finish(crew)


def called_off(crew: Crew) -> None:
    """The system fails that decides some wagers, when one of them is about to be decided."""
    crew.until("spin", "settle")
    (failure,) = load(crew.listed["rulebook"]).table.call_offs
    if failure.wagers[0] == "bonus_spin":
        crew.until("spin")
    report(crew, failure.name)
    if crew.view["round"]["phase"] != "settled":
        finish(crew)


def report(crew: Crew, name: str) -> None:
    """The floorperson reports what went wrong."""
    crew.desk.do("flo", crew.table, command("report-irregularity", name=name, note="as seen"))


def finish(crew: Crew) -> None:
    """The crew does its duties until the round is over."""
    while crew.view["round"]["phase"] not in ("settled", "void"):
        crew.step()


ENDINGS: dict[str, Callable[[Crew], None]] = {
    "settled": settled,
    "folded": folded,
    "void": void,
    "void half settled": void_half_settled,
    "called off": called_off,
}


def cases() -> list[tuple[str, str]]:
    """Every rulebook with every ending its rounds can have."""
    return [(id, name) for id in SHIPPED for name in ENDINGS if name != "called off" or load(id).table.call_offs]
