"""Which lawful submission is best for the player, or for the house: every choice that changes a value, tried.

The choices are an offer's lettered tables, bonuses that ride on it, and readings left open to the operator. Amounts
that an operator is free to set, as meters, wheel weights and how often a bonus is drawn, stay as they are filed, and
are the least the document allows where they are not. The
main game chooses first, since everyone plays it; then each side wager among what is left, so that all choices
together are one submission. Wagers of one offer are chosen for together, by the mean of their edges.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as replaced
from enum import StrEnum
from fractions import Fraction
from itertools import product

from msgspec.structs import replace

from pitboss.mathematics.design import SideSetting
from pitboss.mathematics.game import game_of
from pitboss.mathematics.main_game import solve
from pitboss.mathematics.side_odds import SideOdds, question
from pitboss.mathematics.side_wagers import odds_of
from pitboss.rulebooks import Refused, Terms
from pitboss.rulebooks.completion import completed
from pitboss.rulebooks.parts import Offer, Wager

Choice = Mapping[str, bool | str]
"""Offers by their names, readings as `readings.NAME`."""

READING = "readings."


class Advantage(StrEnum):
    """Whose advantage is sought."""

    PLAYER = "player"
    HOUSE = "house"

    def best(self, edges: Mapping[int, Fraction]) -> int:
        """The place of the least or greatest edge; the first where several are the same."""
        pick = min if self is Advantage.PLAYER else max
        return pick(edges, key=lambda place: edges[place])


@dataclass(frozen=True)
class BestChoice:
    """What is best for one wager, among `tried` choices, and the edges that all of them span."""

    wager: str
    title: str
    choice: Choice
    edge: Fraction
    least: Fraction
    most: Fraction
    tried: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class BestTerms:
    """The best submission of a rulebook, wager by wager."""

    side: Advantage
    terms: Terms
    choices: tuple[BestChoice, ...]
    left_out: Mapping[str, str]  # by the title of an offer that cannot be counted, why


def best_terms(terms: Terms, side: Advantage, setting: SideSetting | None = None) -> BestTerms:
    """The best submission within what the rulebook allows, everything it allows being offered."""
    setting = setting or SideSetting()
    mains = _main_choices(terms)
    edges = {place: solve(_chosen(terms, choice)).house_edge for place, choice in enumerate(mains)}
    best = side.best(edges)
    chosen = _chosen(terms, mains[best])
    left_out: dict[str, str] = {}
    found = [_best_choice("main", "main game", mains[best], edges[best], list(edges.values()))]
    for offer in terms.rulebook.offers:
        wagers = [wager for wager in terms.rulebook.wagers if wager.offer == offer.name]
        if not wagers:
            continue
        try:
            chosen, results = _best_of_offer(chosen, offer, wagers, side, setting)
            found += results
        except Refused as refused:
            left_out[offer.title] = str(refused)
    return BestTerms(side, chosen, tuple(found), left_out)


def _best_of_offer(
    terms: Terms, offer: Offer, wagers: Sequence[Wager], side: Advantage, setting: SideSetting
) -> tuple[Terms, list[BestChoice]]:
    choices = list(_offer_choices(terms, offer, wagers))
    every = [_chosen(terms, choice) for choice in choices]
    odds = [[_odds(one, wager.name, setting) for wager in wagers] for one in every]
    edges = [[found.house_edge for found in row] for row in odds]
    best = side.best({place: sum(row, Fraction(0)) / len(row) for place, row in enumerate(edges)})
    results = [
        replaced(
            _best_choice(wager.name, wager.title, choices[best], edges[best][column], [row[column] for row in edges]),
            notes=odds[best][column].notes,
        )
        for column, wager in enumerate(wagers)
    ]
    return every[best], results


def _best_choice(name: str, title: str, choice: Choice, edge: Fraction, edges: Sequence[Fraction]) -> BestChoice:
    return BestChoice(name, title, choice, edge, min(edges), max(edges), len(edges))


def _main_choices(terms: Terms) -> list[Choice]:
    """Choices of readings under which the main game is not the same; the readings taken come first."""
    found: dict[Hashable, Choice] = {}
    readings = {item.id: _taken_first(terms, item.id) for item in terms.rulebook.interpretations if item.selectable}
    moving = [name for name, ids in readings.items() if len({_identity(terms, name, id) for id in ids}) > 1]
    for ids in product(*(readings[name] for name in moving)):
        choice: Choice = {READING + name: id for name, id in zip(moving, ids, strict=True)}
        found.setdefault(game_of(_chosen(terms, choice)).identity, choice)
    return list(found.values())


def _offer_choices(terms: Terms, offer: Offer, wagers: Sequence[Wager]) -> Iterator[Choice]:
    """The tables of an offer, with and without the bonuses that ride on it, under the readings of a fold."""
    riding = [bonus.name for bonus in terms.rulebook.bonuses if offer.name in _needs(terms, bonus.name)]
    dimensions: dict[str, tuple[bool | str, ...]] = {offer.name: offer.variants or (True,)}
    dimensions |= dict.fromkeys(riding, (False, True))
    for reading in dict.fromkeys(wager.fold_reading for wager in wagers if wager.fold_reading):
        dimensions[READING + reading] = _taken_first(terms, reading)
    for values in product(*dimensions.values()):
        yield dict(zip(dimensions, values, strict=True))


def _needs(terms: Terms, name: str) -> tuple[str, ...]:
    offer = terms.rulebook.offer(name)
    return offer.needs if offer else ()


def _taken_first(terms: Terms, reading: str) -> tuple[str, ...]:
    item = terms.rulebook.interpretation(reading)
    if item is None or not item.selectable:
        return (terms.reading(reading),)
    return tuple(sorted(item.choices, key=lambda id: id != item.taken))


def _identity(terms: Terms, reading: str, id: str) -> Hashable:
    """The main game under a reading."""
    return game_of(_chosen(terms, {READING + reading: id})).identity


def _chosen(terms: Terms, choice: Choice) -> Terms:
    """The terms with a choice made."""
    submission = terms.submission
    offers = {name: value for name, value in choice.items() if not name.startswith(READING)}
    readings = {name.removeprefix(READING): str(value) for name, value in choice.items() if name.startswith(READING)}
    made = replace(submission, offers={**submission.offers, **offers}, readings={**submission.readings, **readings})
    return Terms(terms.rulebook, completed(terms.rulebook, made))


def _odds(terms: Terms, wager: str, setting: SideSetting) -> SideOdds:
    meters = {name: amount for name, amount in setting.meters.items() if name in terms.meters}
    return odds_of(question(terms, setting.players, meters), terms.wagers[wager])
