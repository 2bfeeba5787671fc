"""Submissions in brief, and their breaches as lines."""

from typing import Any

from pitboss.rulebooks import check_submission, load, submission_from


def ante(minimum: str, maximum: str = "1000", unit: str = "1") -> dict[str, Any]:
    return {"limits": {"ante": {"minimum": minimum, "maximum": maximum, "unit": unit}}}


def breaches(rulebook: str, choices: dict[str, Any]) -> list[str]:
    book = load(rulebook)
    return [str(breach) for breach in check_submission(book, submission_from(choices, book))]
