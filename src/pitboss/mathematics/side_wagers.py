"""The exact odds of every side wager, offered or merely lawful."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.cards import four_card_values
from pitboss.mathematics import card_wagers, deal_wagers
from pitboss.mathematics.crazy_four import hand_wagers
from pitboss.mathematics.crazy_four.kernels.cover_all import CoverAll, cover_all_counts
from pitboss.mathematics.criss_cross import bonus_spin, community_wagers
from pitboss.mathematics.kernels.batch_eval import FourCard
from pitboss.mathematics.nets import Meters
from pitboss.mathematics.progressives import with_long_run
from pitboss.mathematics.refusal import refused
from pitboss.mathematics.shape import SideBasis, side_of
from pitboss.mathematics.side_odds import (
    OddsLine,
    Question,
    SideOdds,
    gain,
    lost,
    question,
    second_moment,
    value_of,
)
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms
from pitboss.rulebooks.completion import completed
from pitboss.rulebooks.parts import Offer, Wager


def odds(
    terms: Terms,
    players: int = 1,
    meters: Meters | None = None,
    stakes: Mapping[str, Amount] | None = None,
    sharing: int = 1,
) -> list[SideOdds]:
    """The exact odds of every side wager offered, in the rulebook's order.

    Meters left out stand at their seeds, stakes left out at the least allowed. `sharing` players bet on the
    dealer's hand of the Five Card Hand Bonus. `Refused` names what is unknown.
    """
    return counted(question(terms, players, meters, stakes, sharing)).odds


class Counted(NamedTuple):
    """The odds of side wagers, and by the title of each that cannot be counted the reason in one line."""

    odds: list[SideOdds]
    left_out: dict[str, str]

    @property
    def notes(self) -> tuple[str, ...]:
        """What is left out, a sentence each."""
        return tuple(f"{title} is not counted here: {why}" for title, why in self.left_out.items())


def counted(asked: Question) -> Counted:
    """The odds of every side wager offered, and what is left out."""
    return _tried((wager, asked) for wager in asked.terms.wagers.values())


def _tried(wagers: Iterable[tuple[Wager, Question]]) -> Counted:
    """The odds of wagers, those under the same terms told together of their meters."""
    found, left_out = list[tuple[Question, SideOdds]](), dict[str, str]()
    for wager, asked in wagers:
        if side_of(asked.terms, wager) is None and (wager.required or wager.decision):
            continue
        try:
            found.append((asked, odds_of(asked, wager)))
        except Refused as refused:
            left_out[wager.title] = str(refused)
    odds = [one for _, one in found]
    for terms in {asked.terms for asked, _ in found}:
        alike = [place for place, (asked, _) in enumerate(found) if asked.terms == terms]
        told = with_long_run(found[alike[0]][0], [odds[place] for place in alike])
        for place, one in zip(alike, told, strict=True):
            odds[place] = one
    return Counted(odds, left_out)


def side_wagers(terms: Terms) -> list[Wager]:
    """The wagers offered that have odds of their own, in the rulebook's order."""
    return [wager for wager in terms.wagers.values() if side_of(terms, wager) in _ODDS]


def odds_of(asked: Question, wager: Wager) -> SideOdds:
    """The odds of one side wager."""
    side = side_of(asked.terms, wager)
    if side is None:
        if wager.everyones:
            tried, known = "the best hand of all players", "a wager on hands of one player, the dealer or the table"
        elif any(wheel.wager == wager.name for wheel in asked.terms.rulebook.wheels):
            tried = "a wheel that is turned otherwise"
            known = "one that any pair in the hole turns, at Criss-Cross Poker"
        else:
            tried, known = "a wager that cannot be counted", f"a wager decided by {', '.join(_ODDS)}"
        raise refused(asked.terms, f"odds of {wager.name}", tried, known, wager.clause)
    found = _ODDS[side](asked, wager)
    if found.ev > 0:
        return dataclasses.replace(found, notes=(*found.notes, "pays back more than is staked"))
    return found


def lawful_tables(terms: Terms) -> Iterator[tuple[Wager, Terms]]:
    """Every side wager of the rulebook under each of its lettered tables, offered or not, with terms that offer it.

    What such an offer wants named and the terms do not name, as the weights of a wheel, is as in the full submission.
    """
    for wager in terms.rulebook.wagers:
        if side_of(terms, wager) is None and (wager.required or wager.decision):
            continue
        offer = terms.rulebook.offer(wager.offer) if wager.offer else None
        for choice in _choices(offer):
            offers = {**terms.submission.offers, **({offer.name: choice} if offer else {})}
            yield wager, Terms(terms.rulebook, completed(terms.rulebook, replace(terms.submission, offers=offers)))


def every_table(terms: Terms, players: int = 1, meters: Meters | None = None, sharing: int = 1) -> Counted:
    """The odds of every lawful table at the least stake; each reads those of the meters that it knows."""
    names = list(dict.fromkeys(rule.name for rule in terms.rulebook.meters))
    for name in meters or {}:
        if name not in names:
            allowed = f"one of {', '.join(names)}" if names else "none: the rulebook has no meter"
            raise refused(terms, f"meter {name}", "an unknown meter", allowed)

    def asked(offering: Terms) -> Question:
        known = {name: amount for name, amount in (meters or {}).items() if name in offering.meters}
        return question(offering, players, known, sharing=sharing)

    found = _tried((wager, asked(offering)) for wager, offering in lawful_tables(terms))
    unfiled = {wheel.wager for wheel in terms.rulebook.wheels} if terms.wheel is None else set[str]()
    return Counted([_noted(odds) if odds.wager in unfiled else odds for odds in found.odds], found.left_out)


def _noted(odds: SideOdds) -> SideOdds:
    """The same, saying whose weights of the wheel are counted where the submission files none."""
    return dataclasses.replace(
        odds, notes=(*odds.notes, "nobody filed the wheel's weights: those of the full submission")
    )


def cover_all(asked: Question, wager: Wager) -> SideOdds:
    """The highest hand at the table, by the column for the number of players."""
    table = asked.terms.paytable(wager.name, asked.players)
    assert table is not None
    stake = asked.stake(wager)
    counts = cover_all_counts(asked.players + 1)
    total = sum(counts.values())
    by_line: dict[str, int] = {}
    for highest in CoverAll:
        line = table.line_for(four_card_values()[FourCard[highest.name]])
        key = line.key if line else ""
        by_line[key] = by_line.get(key, 0) + counts[highest]
    lines = (
        *(
            OddsLine(line.title, str(line.pays), by_line.get(line.key, 0), total, gain(line.pays, stake, {}))
            for line in table.lines
        ),
        lost(by_line.get("", 0), total),
    )
    variance = second_moment(lines) - value_of(lines) ** 2
    notes = () if asked.terms.stands_on_fold(wager) else ("for a player who stays in: a fold would forfeit it",)
    return SideOdds(
        wager.name, wager.title, table.clause, None, stake, asked.players, total, lines, variance, notes=notes
    )


def _choices(offer: Offer | None) -> tuple[bool | str, ...]:
    return offer.variants if offer and offer.variants else (True,)


_ODDS: dict[SideBasis, Callable[[Question, Wager], SideOdds]] = {
    SideBasis.COMMUNITY: community_wagers.five_card_bonus,
    SideBasis.HOLE_AND_BURNS: community_wagers.six_card_bonus,
    SideBasis.WHEEL: bonus_spin.bonus_spin,
    SideBasis.SUPER_BONUS: hand_wagers.super_bonus,
    SideBasis.FOUR_CARD: hand_wagers.on_hand,
    SideBasis.FIVE_CARD: hand_wagers.on_hand,
    SideBasis.DEALER_FIVE_CARD: hand_wagers.on_hand,
    SideBasis.TABLE_BEST: cover_all,
    SideBasis.ALONE: card_wagers.on_cards,
    SideBasis.DEALS: deal_wagers.on_deals,
}
