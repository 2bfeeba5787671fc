"""A bankroll through a session: paths dealt card by card, beside the exact chances of ruin and of every result."""

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from pitboss.mathematics import risk, sessions
from pitboss.mathematics.combined import round_result
from pitboss.mathematics.drawing import INK, LOSS, SHADES, WIN
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.simulation.studies.picture import Picture, money, thousands
from pitboss.simulation.studies.report import Agreement, Cell, Column, ColumnKind, Report, refuse, within
from pitboss.simulation.studies.rounds import main_nets

Int64s = npt.NDArray[np.int64]

COLUMNS = (
    Column("what", ColumnKind.TEXT),
    Column("simulated", ColumnKind.NUMBER),
    Column("error", ColumnKind.NUMBER),
    Column("exact", ColumnKind.NUMBER),
)
SHARES = tuple(Fraction(part, 100) for part in (1, 5, 25, 50, 75, 95, 99))
SHOWN_PATHS = 24
MOST_ROUNDS, MOST_DEALT = 20_000, 200_000_000


def bankroll(
    terms: Terms,
    bankroll: Amount | None = None,
    rounds: int = 500,
    paths: int = 4_000,
    ante: Amount | None = None,
    seed: int = 1,
    report: Callable[[str], None] = lambda _: None,
) -> Report:
    """Sessions of so many rounds of best play; a path is ruined once it has lost the bankroll, and plays on."""
    within("--rounds", rounds, 1, MOST_ROUNDS)
    within("--paths", paths, 100, MOST_DEALT // rounds)
    exact, currency = round_result(terms, ante), terms.rulebook.currency
    held = exact.ante * 100 if bankroll is None else bankroll
    if held <= Amount.ZERO:
        raise refuse("--bankroll", terms.money(held), f"an amount above {terms.money(Amount.ZERO)}")
    report("dealing the rounds")
    results = main_nets(terms, exact.ante, rounds * paths, seed).reshape(paths, rounds).cumsum(axis=1)
    report("counting exactly")
    session = sessions.sums(exact.spread, rounds)
    ruin = risk.ruin(exact.spread, Fraction(held.cents, 100), rounds)
    ruined = results.min(axis=1) <= -held.cents
    final = results[:, -1] / 100
    rows: list[tuple[Cell, ...]] = [_share_row("ruined", ruined, ruin.chance)]
    rows.append(_share_row("ahead at the end", final > 0, session.above(Fraction(0))))
    mean, error = float(final.mean()), float(final.std(ddof=1) / math.sqrt(paths))
    rows.append((f"mean result, {currency.unit}", mean, error, float(exact.spread.mean * rounds)))
    checks = [_check(row) for row in rows]
    quantiles = np.quantile(final, [float(share) for share in SHARES], method="inverted_cdf")
    for share, found in zip(SHARES, quantiles.tolist(), strict=True):
        known = session.quantile(share)
        chance = session.at_most(known)
        rows.append((f"{float(share):.0%} of sessions end at or below, {currency.unit}", found, None, float(known)))
        checks.append(
            _check(_share_row(f"sessions at or below {currency.number(float(known))}", final <= float(known), chance))
        )
    return Report(
        study="bankroll",
        title=f"{terms.rulebook.title}: {terms.money(held)} through {rounds:,} rounds, ante {terms.money(exact.ante)}",
        terms=terms,
        settings={
            "bankroll": str(held),
            "rounds": rounds,
            "paths": paths,
            "ante": str(exact.ante),
            "seed": seed,
        },
        columns=COLUMNS,
        rows=tuple(rows),
        checks=tuple(checks),
        picture=_picture(terms, results / 100, held.cents / 100, session),
        data={"path": np.arange(paths), "result": final, "lowest": results.min(axis=1) / 100, "ruined": ruined},
        notes=("simulated paths are dealt from cards and played by best play; the exact column is a convolution",),
    )


def _share_row(what: str, happened: npt.NDArray[np.bool_], exact: float) -> tuple[Cell, ...]:
    return what, float(happened.mean()), math.sqrt(max(exact * (1 - exact), 1e-12) / len(happened)), exact


def _check(row: tuple[Cell, ...]) -> Agreement:
    what, found, error, exact = row
    assert isinstance(found, float)
    assert isinstance(error, float)
    assert isinstance(exact, float)
    return Agreement(str(what), found, exact, error)


def _picture(terms: Terms, results: npt.NDArray[np.float64], held: float, session: sessions.SessionSums) -> str:
    paths, rounds = results.shape
    shown = results[: min(SHOWN_PATHS, paths), :: max(1, rounds // 200)]
    at = np.arange(1, rounds + 1)[:: max(1, rounds // 200)].tolist()
    low, high = float(np.quantile(results[:, -1], 0.01)), float(np.quantile(results[:, -1], 0.99))
    bounds = min(low, -held, float(shown.min())), max(high, float(shown.max()))
    title = f"Results of sessions, in {terms.rulebook.currency.unit}: {terms.rulebook.title}"
    picture = Picture(title, (0, rounds), bounds, "rounds", thousands, money(terms.rulebook.currency))
    for path in shown:
        picture.line(at, path.tolist(), SHADES[1], 0.8)
    for share, colour in ((0.05, LOSS), (0.5, INK), (0.95, WIN)):
        picture.line(at, np.quantile(results[:, :: max(1, rounds // 200)], share, axis=0).tolist(), colour)
        picture.point(rounds, float(session.quantile(Fraction(share).limit_denominator(100))), colour)
    picture.level(-held, LOSS, "bankroll lost")
    return picture.svg()
