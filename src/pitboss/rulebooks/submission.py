"""A Rules Submission: the choices an operator files with the regulator, as typed values.

A file states what differs from the rulebook's default, in TOML or JSON. Offers stand at the top under their own
names (`five_card_bonus = true`, `queens_up = "A"`); everything else has the fields below.
"""

import re
import tomllib
from typing import Any

import msgspec

from pitboss.money import Amount, Rate
from pitboss.rulebooks.codec import builtins, convert
from pitboss.rulebooks.loading import IDS, load, submission_data
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.violation import Refused, Violation

_POSITION = re.compile("0|[1-9][0-9]?")

SHUFFLERS = ("none", "automated", "automated_counting", "reshuffling_device")


class WagerLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Table limits of a wager, and the unit its amounts are multiples of."""

    minimum: Amount
    maximum: Amount
    unit: Amount = Amount(100)


class MeterTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A meter's rate of progression, initial and reset amount: left out, the least allowed, and the initial amount."""

    rate: Rate
    seed: Amount | None = None
    reset: Amount | None = None


class WheelTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often each stop of the wheel comes up, in equal parts, and the fixed top prize if there is one."""

    weights: dict[int, int]
    top_prize: Amount | None = None


class LinkedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another game fed by the same jackpot."""

    title: str
    paytable: str
    wager: Amount
    decks: int


class Submission(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An operator's choices under one rulebook."""

    rulebook: str
    offers: dict[str, bool | str] = {}
    limits: dict[str, WagerLimits] = {}
    amounts: dict[str, tuple[Amount, ...]] = {}
    payout_limit: Amount | None = None
    meters: dict[str, MeterTerms] = {}
    wheel: WheelTerms | None = None
    draws: dict[str, int] = {}  # a bonus drawn once in so many rounds; left out, every round
    links: tuple[LinkedGame, ...] = ()
    dealing: str = "manual_shoe"
    shuffler: str = "none"
    decks: int = 1
    readings: dict[str, str] = {}

    def as_file(self) -> dict[str, Any]:
        """The submission as plain data in the form of a file: what it leaves out of the default is there as null."""
        data: dict[str, Any] = builtins(self)
        offers = data.pop("offers")
        default = submission_data(self.rulebook, "default")
        return {
            "rulebook": data.pop("rulebook"),
            **offers,
            **{key: value for key, value in data.items() if value or key in default},
        }


def read_submission(text: str, name: str = "submission") -> dict[str, Any]:
    """The plain data of a submission file, TOML or JSON; `Refused` if it is neither."""
    try:
        data = msgspec.json.decode(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, msgspec.DecodeError, RecursionError) as error:
        tried = f"text that is neither TOML nor JSON ({error})"
        raise Refused(_malformed("", name, tried, "a submission file")) from error
    if not isinstance(data, dict):
        raise Refused(_malformed("", name, "something other than a table", "a table of choices"))
    return data


def submission_from(data: dict[str, Any], rulebook: Rulebook | None = None) -> Submission:
    """A submission from plain data laid over the rulebook's default; `Refused` names what is not understood."""
    if rulebook is None and data.get("rulebook") not in IDS:
        tried = repr(data["rulebook"]) if "rulebook" in data else "nothing"
        raise Refused(_malformed("", "rulebook", tried, f"one of {', '.join(IDS)}"))
    book = rulebook or load(data["rulebook"])
    if data.get("rulebook", book.id) != book.id:
        raise Refused(_malformed(book.id, "rulebook", repr(data["rulebook"]), f"'{book.id}'"))
    offers = {offer.name: offer for offer in book.offers}
    known = {*Submission.__struct_fields__, *offers} - {"offers"}
    unknown = sorted(set(data) - known)
    if unknown:
        listed = ", ".join(sorted(known))
        raise Refused(*(_malformed(book.id, key, "an unknown key", f"one of {listed}") for key in unknown))
    merged = _overlay(submission_data(book.id, "default"), data)
    chosen = {name: merged.pop(name) for name in offers if name in merged}
    merged["offers"] = {
        name: offers[name].short.get(choice, choice) if isinstance(choice, str) else choice
        for name, choice in chosen.items()
    }
    try:
        submission: Submission = convert(_int_keys(merged), Submission)
    except msgspec.ValidationError as error:
        raise Refused(_malformed(book.id, "submission", str(error), "values as documented")) from error
    return submission


def default_submission(rulebook: Rulebook) -> Submission:
    """The lawful default: what the document itself asks, so that nothing has to be written to start."""
    return submission_from({}, rulebook)


def full_submission(rulebook: Rulebook) -> Submission:
    """A lawful submission that offers everything the document allows."""
    return submission_from(submission_data(rulebook.id, "full"), rulebook)


def _overlay(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Tables merge key by key, anything else is replaced; a wheel's weights stand or fall together."""
    merged = dict(base)
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict) and key != "weights":
            merged[key] = _overlay(base[key], value)
        else:
            merged[key] = value
    return merged


def _int_keys(data: dict[str, Any]) -> dict[str, Any]:
    """Wheel positions are numbers, which neither TOML nor JSON has as keys."""
    wheel = data.get("wheel")
    if not isinstance(wheel, dict) or not isinstance(wheel.get("weights"), dict):
        return data
    weights = {int(key) if _POSITION.fullmatch(str(key)) else key: value for key, value in wheel["weights"].items()}
    return {**data, "wheel": {**wheel, "weights": weights}}


def _malformed(rulebook: str, where: str, tried: str, allowed: str) -> Violation:
    return Violation(rulebook=rulebook, clause="", where=where, tried=tried, allowed=allowed)
