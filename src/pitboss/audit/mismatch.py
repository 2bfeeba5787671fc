"""What the verifier says of an entry that cannot be right."""


class Mismatch(Exception):
    """An entry that cannot be right: what it says, and why not."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what}: {why}")
        self.what = what
        self.why = why
