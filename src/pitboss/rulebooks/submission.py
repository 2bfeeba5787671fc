"""A Rules Submission: the choices an operator files with the regulator, as typed values.

A file states what differs from the rulebook's default, in TOML or JSON. Offers stand at the top under their own
names (`five_card_bonus = true`, `queens_up = "A"`); everything else has the fields below.
"""

import re
import tomllib
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.money import Amount, Rate
from pitboss.rulebooks.codec import builtins, convert
from pitboss.rulebooks.fault import Fault, shown
from pitboss.rulebooks.library import UnknownRulebook, ids
from pitboss.rulebooks.loader import load
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.schema_faults import schema_faults
from pitboss.rulebooks.violation import Refused, Violation

_POSITION = re.compile("0|[1-9][0-9]?")

NO_SHUFFLER, RESHUFFLING = "none", "reshuffling_device"
AUTOMATED_SHOE = "automated_shoe"
KNOWN_TO_ALL = (NO_SHUFFLER, "automated", "automated_counting")
SHUFFLERS = (*KNOWN_TO_ALL, RESHUFFLING, "player_counting")


class WagerLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Table limits of a wager, and the unit its amounts are multiples of."""

    minimum: Amount
    maximum: Amount
    unit: Amount = Amount(100)


class MeterTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A meter's rate of progression, initial and reset amount.

    Where the document does not ask for them in the submission, an initial amount left out is the least allowed, and a
    reset amount left out is the initial one.
    """

    rate: Rate | None = None
    seed: Amount | None = None
    reset: Amount | None = None


class WheelTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often each stop of the wheel comes up, in equal parts, and the fixed top prize if there is one.

    A submission that offers a wheel must itself name them.
    """

    weights: dict[int, int] = {}
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
    draws: dict[str, int] = {}  # a bonus drawn once in so many rounds
    links: tuple[LinkedGame, ...] = ()
    dealing: str = "manual_shoe"
    shuffler: str = "none"
    device_approval: str | None = None  # the regulator's reference, where a device needs its approval
    decks: int = 1
    deck_age: int | None = None  # hours after which the operator changes a deck
    readings: dict[str, str] = {}

    def as_file(self, rulebook: Rulebook | None = None) -> dict[str, Any]:
        """The submission as plain data in the form of a file: what it leaves out of the default is there as null.

        A rulebook that is not in the library must be given.
        """
        data: dict[str, Any] = builtins(self)
        offers = data.pop("offers")
        default = (rulebook or load(self.rulebook)).submissions["default"]
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
    book = rulebook or _named(data)
    if book is None:
        tried = shown(data["rulebook"]) if "rulebook" in data else "nothing"
        raise Refused(_malformed("", "rulebook", tried, f"one of {', '.join(ids())}"))
    if data.get("rulebook", book.id) != book.id and _named(data) is not book:
        raise Refused(_malformed(book.id, "rulebook", shown(data["rulebook"]), f"'{book.id}'"))
    known = {*Submission.__struct_fields__, *(offer.name for offer in book.offers)} - {"offers"}
    unknown = sorted(set(data) - known)
    if unknown:
        listed = ", ".join(sorted(known))
        raise Refused(*(_malformed(book.id, key, "an unknown key", f"one of {listed}") for key in unknown))
    merged = _overlay(_default(book, data), data | {"rulebook": book.id})
    try:
        submission: Submission = convert(arranged(merged, book), Submission)
    except msgspec.ValidationError as error:
        faults = schema_faults("", arranged(merged, book), Submission)
        raise Refused(*(_unreadable(book.id, fault) for fault in faults)) from error
    return submission


def arranged(data: dict[str, Any], rulebook: Rulebook) -> dict[str, Any]:
    """The keys of a file as the fields of a submission: offers together, positions of the wheel as numbers."""
    offers = {offer.name for offer in rulebook.offers}
    rest = {key: value for key, value in data.items() if key not in offers}
    return _int_keys(rest | {"offers": {key: value for key, value in data.items() if key in offers}})


def _named(data: dict[str, Any]) -> Rulebook | None:
    """The rulebook a submission names, by id or folder, if there is one."""
    name = data.get("rulebook")
    try:
        return load(name) if isinstance(name, str) else None
    except UnknownRulebook:
        return None


def default_submission(rulebook: Rulebook) -> Submission:
    """The lawful default: what the document itself asks, so that nothing has to be written to start."""
    return submission_from({}, rulebook)


def full_submission(rulebook: Rulebook) -> Submission:
    """A lawful submission that offers everything the document allows."""
    return submission_from(rulebook.submissions["full"], rulebook)


def reading_in_force(rulebook: Rulebook, submission: Submission, interpretation: str) -> str:
    """The reading of an interpretation: the operator's where one is chosen, else the one the rulebook takes."""
    item = rulebook.interpretation(interpretation)
    if item is None:
        return ""
    chosen = submission.readings.get(interpretation)
    return chosen if chosen in item.choices else item.taken


def shufflers(rulebook: Rulebook) -> tuple[str, ...]:
    """The shufflers a submission may name: those every document knows, and those this one knows besides."""
    known = {*KNOWN_TO_ALL, *(offer.device.shuffler for offer in rulebook.offers if offer.device)}
    if rulebook.table.shuffling.device_clause:
        known.add(RESHUFFLING)
    return tuple(name for name in SHUFFLERS if name in known)


def shuffled_by_hand(rulebook: Rulebook, submission: Submission) -> Submission:
    """The submission while its shuffler is out of use: one deck, and nothing that may not go without the device.

    A link is of one number of decks, so a table that is left with fewer keeps out of it meanwhile.
    """
    gone = {name for name in submission.offers if _bound(rulebook, submission, name)}
    links = submission.links
    if submission.decks > 1:
        gone |= {rule.offer for rule in rulebook.meters if rule.seed_per_dollar}
        links = ()
    offers = {name: choice for name, choice in submission.offers.items() if name not in gone}
    return replace(submission, shuffler=NO_SHUFFLER, decks=1, offers=offers, links=links)


def _bound(rulebook: Rulebook, submission: Submission, name: str) -> bool:
    """Whether an offer may not go without a device."""
    offer = rulebook.offer(name)
    device = offer.device if offer else None
    return device is not None and reading_in_force(rulebook, submission, device.reading) not in device.waived_under


def _default(rulebook: Rulebook, data: dict[str, Any]) -> dict[str, Any]:
    """What a submission is laid over: the default, less what a document wants named in the submission itself.

    One that chooses nothing at all is the default, which names it.
    """
    default = rulebook.submissions["default"]
    if not set(data) - {"rulebook"}:
        return default
    filed = {offer.name for offer in rulebook.offers if offer.filed}
    return {key: value for key, value in default.items() if key not in filed}


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


def _unreadable(rulebook: str, fault: Fault) -> Violation:
    """A value of the wrong kind, at its own place and in the words of `pitboss rules lint`."""
    where = fault.key.removeprefix("offers.") or "the submission"  # of which a file says nothing
    says = f"{fault.says[:1].upper()}{fault.says[1:].rstrip('.')}."
    return Violation(rulebook=rulebook, clause="", where=where, tried="", allowed="", says=says)


def _malformed(rulebook: str, where: str, tried: str, allowed: str) -> Violation:
    return Violation(rulebook=rulebook, clause="", where=where, tried=tried, allowed=allowed)
