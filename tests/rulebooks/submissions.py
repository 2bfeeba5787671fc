"""Submissions in brief, and their breaches as lines."""

from typing import Any

from pitboss.rulebooks import check_submission, load, submission_from

CRAZY = "ma-crazy-4"
NEW_JERSEY = "nj-criss-cross"

# What the document of Crazy 4 Poker wants named in the submission itself.
METERS: dict[str, Any] = {
    "four_card": {"rate": "15%", "seed": "5000", "reset": "5000"},
    "five_card": {"rate": "10%", "seed": "10000", "reset": "10000"},
    "five_card_hand": {"rate": "10%", "seed": "10000", "reset": "10000"},
    "link": {"rate": "10%"},
    "mega": {"rate": "6%"},
    "major": {"rate": "4%"},
    "minor": {"rate": "5%"},
}
DRAWS = {"magic_card": 10, "lucky_bonus": 5}

# What that of New Jersey wants named where it offers the Bonus Spin: how often each stop comes up, and the top prize.
STOPS = (2, 6500, 8, 40, 1500, 700, 100, 50, 20, 480, 100, 500)
WHEEL: dict[str, Any] = {"weights": {str(stop): weight for stop, weight in enumerate(STOPS)}, "top_prize": "10000"}
JACKPOT: dict[str, Any] = {"rate": "10%", "seed": "10000", "reset": "10000"}


def named(choices: dict[str, Any]) -> dict[str, Any]:
    """Choices for Crazy 4 Poker with what it wants named besides, save for what they say themselves.

    That is Queens Up's table, every meter, the one amount of a link, the shuffler that Cover All needs, and how often
    a bonus is drawn.
    """
    said = choices.get("meters", {})
    least = {"four_card": {"seed": "1000", "reset": "1000"}} if choices.get("four_card_progressive") == "B" else {}
    meters = {name: {**METERS.get(name, {}), **least.get(name, {}), **said.get(name, {})} for name in METERS | said}
    more: dict[str, Any] = {"queens_up": "A"}
    if choices.get("link_progressive"):
        more["amounts"] = {"link_progressive": ["5" if choices["link_progressive"] == "PTMGL02" else "1"]}
    if choices.get("cover_all") is True:
        more["shuffler"] = "player_counting"
    if drawn := {name: rounds for name, rounds in DRAWS.items() if choices.get(name) is True}:
        more["draws"] = drawn
    return {**more, **choices, "meters": meters}


def new_jersey(choices: dict[str, Any]) -> dict[str, Any]:
    """Choices for New Jersey with what it wants named besides, save for what they say themselves.

    That is the approval of an automated shoe and, where the Bonus Spin is offered, the wheel and the jackpot's meter.
    """
    more: dict[str, Any] = {}
    if choices.get("dealing") == "automated_shoe":
        more["device_approval"] = choices.get("device_approval", "DGE 2026-4")
    if choices.get("bonus_spin"):
        meters = choices.get("meters", {})
        more["wheel"] = {**WHEEL, **choices.get("wheel", {})}
        more["meters"] = {**meters, "bonus_spin": {**JACKPOT, **meters.get("bonus_spin", {})}}
    return {**choices, **more}


def lawfully(rulebook: str, choices: dict[str, Any]) -> dict[str, Any]:
    """Choices under any rulebook, with what its document wants named where anything is chosen."""
    if rulebook == NEW_JERSEY:
        return new_jersey(choices)
    return named(choices) if rulebook == CRAZY and choices else choices


def ante(minimum: str, maximum: str = "1000", unit: str = "1") -> dict[str, Any]:
    return {"limits": {"ante": {"minimum": minimum, "maximum": maximum, "unit": unit}}}


def breaches(rulebook: str, choices: dict[str, Any]) -> list[str]:
    """The breaches of choices, with what the document wants named besides."""
    return unlawful(rulebook, lawfully(rulebook, choices))


def unlawful(rulebook: str, choices: dict[str, Any]) -> list[str]:
    """The breaches of choices as they are."""
    book = load(rulebook)
    return [str(breach) for breach in check_submission(book, submission_from(choices, book))]
