"""Failed tries of signing in: counted by name and place, and after too many each has to wait, longer every time.

Every try is counted before it is looked at, so that those made at the same moment count, and taken back if it was
right. It is counted under name and address together: a stranger elsewhere locks nobody out. From a browser in which
this person has signed in before it is counted for itself, so nor does a stranger at the same address.
"""

from collections.abc import Callable, Mapping

from pitboss.store import People

MOST_FAILURES = 5  # of one name from one address, before each more has to wait
MOST_OF_ADDRESS = 50  # of any names from one address
LOCKED_SECONDS = 60  # the first wait; each failure after it doubles the next
LONGEST_LOCK = 4 * 3600
DEVICE = "device"  # the place of tries in a browser that is known


class Tries:
    """What is counted of tries; the store keeps it."""

    def __init__(self, people: People, now: Callable[[], int]) -> None:
        self._people = people
        self._now = now

    def locked(self, keys: Mapping[str, int]) -> bool:
        """Counts a try; whether there were too many just before it. A try while it is locked makes it no longer."""
        now = self._now()
        for key, most in keys.items():
            before = self._people.failures(key)
            if now < before.last_at + _wait(before.count, most):
                return True
            if before.count and now >= before.last_at + max(LONGEST_LOCK, _wait(before.count, most)):
                self._people.forget_failures(key)
            counted = self._people.failed(key, now)
            if counted.count > before.count + 1 and counted.count > most:  # others at the same moment were before it
                return True
        return False

    def forgive(self, keys: Mapping[str, int]) -> None:
        """A try was right: what was counted of the name is forgotten, and of the address this one."""
        own, *others = keys
        self._people.forget_failures(own)
        for other in others:
            self._people.forgiven(other)

    def forget_name(self, name: str) -> None:
        """Nothing counts against a name any more, wherever it was tried."""
        self._people.forget_failures(f"{name}@%")

    def forget_addresses(self) -> None:
        """Nothing counts against an address any more."""
        self._people.forget_failures("@%")


def counted_under(name: str, place: str) -> dict[str, int]:
    """Under what a try is counted, and how many may fail: the name there, and all names of an address."""
    return {f"{name}@{place}": MOST_FAILURES, **({} if place == DEVICE else {f"@{place}": MOST_OF_ADDRESS})}


def _wait(failures: int, most: int) -> int:
    """How many seconds there are to wait after so many failures in a row."""
    over = failures - most
    return 0 if over < 0 else min(LOCKED_SECONDS * 2 ** min(over, 16), LONGEST_LOCK)
