"""What a player has chosen: limits on real and on play money, a cooling off, an exclusion; and what it refuses."""

import msgspec
from msgspec.structs import replace

from pitboss.care.purse import DAY, MINUTE, Limit, OwnStake, Purse, check_due, over_deposit, over_stake, over_time
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Violation

FOREVER = 253_402_300_799  # the last second of the year 9999
SHORTEST_COOLING, LONGEST_COOLING = 1, 90  # days
SHORTEST_EXCLUSION, LONGEST_EXCLUSION = 180, 3650  # days; or for ever


class Care(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that is known of a player's own protection."""

    real: Purse = Purse()
    practice: Purse = Purse()
    cooling_until: int = 0
    excluded_until: int = 0

    def purse(self, practice: bool) -> Purse:
        """What was chosen for one kind of money."""
        return self.practice if practice else self.real

    def with_purse(self, practice: bool, purse: Purse) -> "Care":
        """The same with something else chosen or counted."""
        return replace(self, practice=purse) if practice else replace(self, real=purse)

    def barred_until(self, at: int) -> int:
        """Until when the player takes no part in any game; 0 where nothing keeps him."""
        until = max(self.cooling_until, self.excluded_until)
        return until if at < until else 0

    def excluded_at(self, at: int) -> bool:
        """Whether the player has excluded himself."""
        return at < self.excluded_until


NOBODYS = Care()

LATER = "one that ends later than the one in force"


def cooled_off(care: Care, days: int, at: int) -> Care:
    """No play for some days; it can be made longer and never shorter."""
    if not SHORTEST_COOLING <= days <= LONGEST_COOLING:
        raise refused("the cooling off", f"{days} days", f"{SHORTEST_COOLING} to {LONGEST_COOLING} days")
    until = at + days * DAY
    if until < care.cooling_until:
        raise refused("the cooling off", "a shorter one", LATER, "It cannot be shortened; the one in force ends later.")
    return replace(care, cooling_until=until)


def excluded(care: Care, days: int | None, at: int) -> Care:
    """No play and no account for some days, or for ever; it can be made longer and never shorter."""
    if days is not None and not SHORTEST_EXCLUSION <= days <= LONGEST_EXCLUSION:
        allowed = f"{SHORTEST_EXCLUSION} to {LONGEST_EXCLUSION} days, or for ever"
        raise refused("the exclusion", f"{days} days", allowed)
    until = FOREVER if days is None else at + days * DAY
    if until < care.excluded_until:
        raise refused("the exclusion", "a shorter one", LATER, "It cannot be shortened; the one in force ends later.")
    return replace(care, excluded_until=until)


EXCLUDED, COOLING_OFF = "has excluded himself from play", "is cooling off"


def statement_of_bar(care: Care, at: int) -> str:
    """Why a player takes no part, as one says it; empty where nothing keeps him."""
    if not care.barred_until(at):
        return ""
    return EXCLUDED if care.excluded_at(at) else COOLING_OFF


# What is refused


def refuse_seat(care: Care, player: str, practice: bool, at: int) -> None:
    """A seat for someone who takes no part, or has played as long as he wanted to."""
    _refuse_barred(care, player, "a seat", at)
    _refuse_time(care.purse(practice), player, "a seat", at)


def refuse_deposit(care: Care, player: str, practice: bool, cents: int, at: int) -> None:
    """Chips for someone who takes no part, or beyond his own limit."""
    tried = f"{Amount(cents)} for {player}"
    _refuse_barred(care, player, tried, at)
    over = over_deposit(care.purse(practice), cents, at)
    if over is not None:
        allowed = _room(over)
        raise refused("the cage", tried, allowed, f"There is no room for {tried}: {allowed}.")


def refuse_stake(care: Care, player: str, practice: bool, stake: OwnStake, at: int) -> None:
    """A wager of someone who takes no part, or beyond his own limits.

    Time that is up and a reality check that waits end no round that has begun: they keep from the next one.
    """
    tried, purse = f"a wager of {Amount(stake.cents)}", care.purse(practice)
    _refuse_barred(care, player, tried, at)
    if stake.opens:
        _refuse_time(purse, player, tried, at)
    if stake.opens and stake.himself and check_due(purse, at):
        allowed, says = "an answer to the reality check first", "Answer the reality check first."
        raise refused(player, tried, allowed, says)
    over = over_stake(purse, stake, at)
    if over is not None:
        allowed = _room(over)
        raise refused(player, tried, allowed, f"There is no room for {tried}: {allowed}.")


def _refuse_barred(care: Care, player: str, tried: str, at: int) -> None:
    if why := statement_of_bar(care, at):
        raise refused(player, tried, f"none: {player} {why}")


def _room(over: tuple[Limit, int]) -> str:
    """What a limit on money leaves."""
    return f"at most {Amount(over[1])}, by the player's own limit on {in_words(over[0])}"


def _refuse_time(purse: Purse, player: str, tried: str, at: int) -> None:
    over = over_time(purse, at)
    if over is not None:
        up = f"the player's own limit on {in_words(over[0])}, {over[1] // MINUTE} min, is up"
        raise refused(player, tried, f"none for now: {up}", f"Not for now: {up}.")


_WORDS = {"loss": "losses", "deposit": "what is bought", "stake": "stakes", "time": "time of play"}
_IN = {"day": "in a day", "week": "in a week", "month": "in 30 days", "round": "in a round", "session": "in a session"}


def in_words(limit: Limit) -> str:
    """A limit as one says it."""
    return f"{_WORDS[limit.measure]} {_IN[limit.period]}"


def refused(where: str, tried: str, allowed: str, says: str = "") -> Refused:
    """A refusal, to raise."""
    return Refused(Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed, says=says))
