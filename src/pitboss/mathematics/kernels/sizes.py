"""How large a bet made in turn may be."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    """How large a bet may be: so many times its base, which is so many antes."""

    times: tuple[int, ...] = (1, 2, 3)
    base: int = 1

    def __post_init__(self) -> None:
        if not self.times or list(self.times) != sorted(set(self.times)) or min(*self.times, self.base) < 1:
            raise ValueError(f"bets of {self.times} times {self.base} antes: 1 or more, ascending, are possible")

    @property
    def ends(self) -> tuple[int, int]:
        """The least and the most, in times the base."""
        return self.times[0], self.times[-1]

    @property
    def antes(self) -> tuple[int, int]:
        """The least and the most, in antes."""
        return self.times[0] * self.base, self.times[-1] * self.base

    @property
    def text(self) -> str:
        """The sizes for people: "1 to 3", or where some between are left out "1 or 3"."""
        least, most = self.ends
        whole = len(self.times) == most - least + 1
        return f"{least} to {most}" if whole and most > least else " or ".join(map(str, self.times))

    @property
    def names(self) -> tuple[str, str, str]:
        """What may be done, for people: a fold, the least, the most."""
        return "fold", f"{self.times[0]}x", f"{self.times[-1]}x"
