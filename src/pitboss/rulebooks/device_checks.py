"""Checks of what a submission says of dealing: the method, the shuffler and its approval, the decks and their age."""

from collections.abc import Iterator

from pitboss.rulebooks.breach import Breach
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.submission import NO_SHUFFLER, RESHUFFLING, Submission, reading_in_force, shufflers


def dealing(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    """A method of the document, with the shuffler and the approval it needs."""
    method = rulebook.dealing(submission.dealing)
    if method is None:
        methods = ", ".join(item.method for item in rulebook.dealings)
        clause = rulebook.dealings_clause or rulebook.dealings[0].clause
        yield clause, "dealing", submission.dealing, f"one of {methods}"
        return
    if method.needs_shuffler_clause and submission.shuffler == NO_SHUFFLER:
        tried = "dealing from the hand without one"
        yield method.needs_shuffler_clause, "shuffler", tried, "an automated shuffler"
    yield from _approval(submission, method.approval_clause, submission.dealing)


def shuffler(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    """A shuffler the document knows, approved where it must be, and the one that an offer cannot go without."""
    shuffling, chosen = rulebook.table.shuffling, submission.shuffler
    if chosen not in shufflers(rulebook):
        yield shuffling.clause, "shuffler", chosen, f"one of {', '.join(shufflers(rulebook))}"
    if chosen == RESHUFFLING:
        yield from _approval(submission, shuffling.approval_clause, chosen)
    for offer in rulebook.offers:
        device = offer.device
        choice = submission.offers.get(offer.name, False)
        if device is None or choice not in (True, *offer.variants) or chosen == device.shuffler:
            continue
        if reading_in_force(rulebook, submission, device.reading) not in device.waived_under:
            yield device.clause, "shuffler", f"{offer.title} with {chosen}", f"{device.shuffler}, {device.title}"


def _approval(submission: Submission, clause: str | None, device: str) -> Iterator[Breach]:
    """A device that a clause has the regulator approve first, with no approval on record."""
    if clause and not (submission.device_approval or "").strip():
        tried = f"{device} without an approval on record"
        yield clause, "device_approval", tried, "the reference of the regulator's approval"


def decks(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    """One deck, or two with a shuffler; none kept longer than the document lets it be."""
    both, two = "1, or 2 with an automated shuffler", rulebook.table.two_decks
    if submission.decks not in (1, 2):
        tried = str(submission.decks) if abs(submission.decks) < 10**6 else "a number beyond all decks"
        yield rulebook.table.decks_clause, "decks", tried, both
    elif submission.decks == 2 and submission.shuffler == NO_SHUFFLER:
        yield two.clause, "decks", "2 without an automated shuffler", both
    elif submission.decks == 1 and two.required and submission.shuffler != NO_SHUFFLER:
        yield two.clause, "decks", "1 with an automated shuffler", "2"
    yield from _deck_age(rulebook, submission)


def _deck_age(rulebook: Rulebook, submission: Submission) -> Iterator[Breach]:
    hours, limit = submission.deck_age, rulebook.table.age_limit(submission.dealing)
    if hours is None:
        return
    most = limit.hours if limit else 24 * 365
    if not 1 <= hours <= most:
        tried = f"{hours} hours" if abs(hours) < 10**6 else "a number beyond all hours"
        yield limit.clause if limit else "", "deck_age", tried, f"1 to {most} hours"
