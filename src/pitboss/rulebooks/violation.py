"""Refusal as a value: what was tried, where, under which clause, and what would be allowed."""

import msgspec


class Violation(msgspec.Struct, frozen=True, kw_only=True):
    """One breach of a rulebook, said in one line.

    >>> print(Violation(rulebook="ma-criss-cross", clause="6(d)", where="seat 2",
    ...                 tried="Ante Down 5.00", allowed="an amount equal to Ante Across (10.00)"))
    ma-criss-cross 6(d): seat 2: Ante Down 5.00 refused; allowed: an amount equal to Ante Across (10.00)
    """

    rulebook: str
    clause: str
    where: str
    tried: str
    allowed: str

    def __str__(self) -> str:
        law = f"{self.rulebook} {self.clause}".strip()
        where = f"{law}: {self.where}" if law else self.where
        line = f"{where}: {self.tried} refused; allowed: {self.allowed}"
        if line.isprintable():
            return line
        # What was tried may hold anything; whatever is not printable is escaped, so that it stays one line.
        return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in line)


class Refused(Exception):
    """Carries violations to the edge of a room, where they become values again."""

    def __init__(self, *violations: Violation) -> None:
        super().__init__(*violations)
        self.violations = violations

    def __str__(self) -> str:
        return "\n".join(map(str, self.violations))
