"""Refusal as a value: what was tried, where, under which clause, and what would be allowed."""

from collections.abc import Iterable, Sequence

import msgspec

NOTHING = ("nothing: ", "none: ")
"""How `allowed` begins where nothing would be allowed; the reason follows."""


class Violation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One refusal: `says` is a whole sentence for people, the rest is for programs.

    Where nobody wrote a sentence it is made of `tried` and `allowed`, which are phrases without a verb.

    >>> print(Violation(rulebook="ma-criss-cross", clause="", where="--seats", tried="7", allowed="1 to 6"))
    ma-criss-cross: --seats: Got 7; expected 1 to 6.
    """

    rulebook: str
    clause: str
    where: str
    tried: str
    allowed: str
    says: str = ""

    def __post_init__(self) -> None:
        if not self.says:
            msgspec.structs.force_setattr(self, "says", sentence(self.tried, self.allowed))

    @property
    def facts(self) -> dict[str, str]:
        """What a log keeps and a verifier compares: all but the sentence, whose words may change."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name != "says"}

    def __str__(self) -> str:
        law = f"{self.rulebook} {self.clause}".strip()
        where = f"{law}: {self.where}" if law else self.where
        line = f"{where}: {self.says}"
        if line.isprintable():
            return line
        # What was tried may hold anything; whatever is not printable is escaped, so that it stays one line.
        return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in line)


def sentence(tried: str, allowed: str) -> str:
    """A refusal in a sentence, from two phrases without a verb.

    >>> sentence("a cut", "nothing: these rules ask for no cut")
    'Cannot accept a cut: these rules ask for no cut.'
    """
    reason = next((allowed.removeprefix(start) for start in NOTHING if allowed.startswith(start)), None)
    return f"Got {tried}; expected {allowed}." if reason is None else f"Cannot accept {tried}: {reason}."


def either(words: Sequence[str]) -> str:
    """Words of which one is to be chosen.

    >>> either(["$10.00", "$20.00", "$30.00"])
    '$10.00, $20.00 or $30.00'
    """
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def one_of(names: Iterable[str], lacking: str) -> str:
    """What `allowed` says where it is one of some names, or nothing because `lacking`."""
    listed = ", ".join(names)
    return f"one of {listed}" if listed else f"none: {lacking}"


class Refused(Exception):
    """Carries violations to the edge of a room, where they become values again."""

    def __init__(self, *violations: Violation) -> None:
        super().__init__(*violations)
        self.violations = violations

    def __str__(self) -> str:
        return "\n".join(map(str, self.violations))
