"""What a disputed round is told of: seats with their wagers, cards, what went wrong and when."""

import msgspec

from pitboss.cards import Card
from pitboss.engine.state import Phase
from pitboss.money import Amount
from pitboss.rulebooks import Terms


class Moment(msgspec.Struct, frozen=True):
    """A point of the round: a phase, or the bet the players were deciding on; and what came last before it there."""

    at: str
    seat: int | None = None  # the last seat that was settled, or that had decided on the bet; None: none was, or had
    wager: str | None = None  # and its last wager; None: all of them

    def __str__(self) -> str:
        if self.seat is None:
            return f"at {self.at}"
        if not self.settling:
            return f"at {self.at}, after the decision of seat {self.seat}"
        return f"at {self.at}, after {self.wager or 'every wager'} of seat {self.seat}"

    @property
    def settling(self) -> bool:
        """Whether the play was over by then."""
        return self.at in (Phase.SETTLEMENT, Phase.VALIDATION)


class Fate(msgspec.Struct, frozen=True):
    """All wagers of a seat are lost: forfeited by a clause, or abandoned."""

    forfeited: str | None = None
    moment: Moment | None = None  # None: when the bets the player made end

    def __str__(self) -> str:
        return "forfeited" if self.forfeited else "left"


class DisputedPlayer(msgspec.Struct, frozen=True):
    """One seat of a disputed round."""

    number: int
    wagers: dict[str, Amount] = {}
    folded: str | None = None
    fate: Fate | None = None
    withdrawn: tuple[str, ...] = ()


class Voided(msgspec.Struct, frozen=True):
    """The round was void, by which clause, why, and when that was found."""

    clause: str
    reason: str
    moment: Moment


class CalledOff(msgspec.Struct, frozen=True):
    """Wagers that could no longer be decided and went back, while the rest of the round went on."""

    clause: str
    reason: str
    wagers: tuple[str, ...]
    moment: Moment


class Dispute(msgspec.Struct, frozen=True):
    """A disputed round, as far as it could be read."""

    terms: Terms
    players: dict[int, DisputedPlayer]  # in the document's order
    cards: dict[str, tuple[Card, ...]]  # by place: community positions, `burn`, `dealer`, `seat N`
    misread: frozenset[str]  # places and spins that were given, but not as they must be
    meters: dict[str, Amount]
    magic_card: Card | None = None
    lucky_position: int | str | None = None
    spins: dict[int, int] = {}
    void: Voided | None = None
    called_off: CalledOff | None = None
