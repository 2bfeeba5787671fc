"""What players chose for their own protection, as one piece of work at a table reads it, keeps to it and counts on."""

from collections.abc import Callable

from pitboss.care import Care
from pitboss.care.care import refuse_seat, refuse_stake
from pitboss.care.purse import OwnStake, playing
from pitboss.store import CareRead, KeptCare

ReadCare = Callable[[str], KeptCare]
"""What a player has chosen."""


class Protection:
    """The care of those whom one commit concerns.

    Whoever a wager or a seat was decided for is named in the commit: if that player chose something else meanwhile, at
    whichever server, nothing is written, and all is decided anew.
    """

    def __init__(self, read: ReadCare) -> None:
        self._read = read
        self._found: dict[str, KeptCare] = {}
        self._decided: dict[str, Care] = {}

    def care(self, player: str) -> Care:
        """What a player has chosen, with what this work has counted."""
        if player not in self._found:
            self._found[player] = self._read(player)
        return self._decided.get(player, self._found[player].care)

    def barred(self, player: str, at: int) -> bool:
        """Whether a player takes no part in any game."""
        return bool(self.care(player).barred_until(at))

    def take_seat(self, player: str, practice: bool, at: int) -> None:
        """A player sits down; `Refused` if he takes no part or his time is up."""
        care = self.care(player)
        refuse_seat(care, player, practice, at)
        self._decided[player] = care

    def take_stake(self, player: str, practice: bool, stake: OwnStake, at: int) -> None:
        """A player's money is wagered; `Refused` beyond his own limits."""
        care = self.care(player)
        refuse_stake(care, player, practice, stake, at)
        self._decided[player] = care.with_purse(practice, playing(care.purse(practice), at, stake.result))

    def reads(self) -> tuple[CareRead, ...]:
        """What the commit was decided on, and what changes of it."""
        return tuple(
            CareRead(name, self._found[name].version, None if after == self._found[name].care else after)
            for name, after in self._decided.items()
        )
