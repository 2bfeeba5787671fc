"""Pitboss: regulated casino table poker, run, explained and proved from one rulebook.

>>> import pitboss
>>> round = pitboss.open_round("ma-criss-cross")
>>> [option.wager for option in pitboss.legal(round) if option.seat == 1]
['ante_across', 'ante_down']
>>> pitboss.solve("ma-criss-cross").house_edge
Fraction(579091, 6689228)

The names are listed in `__all__`, each with an example; whatever a name needs is loaded when it is first asked for.
"""

__version__ = "1.0.0"

TYPE_CHECKING = False  # as in `typing`, which takes longer to load than all of this
if TYPE_CHECKING:
    from pitboss.front import (
        DECK,
        Amount,
        Card,
        Law,
        Refused,
        Round,
        Rulebook,
        RulebookError,
        Terms,
        UnknownRulebook,
        Unsettled,
        Violation,
        actions,
        advise,
        deal,
        decide,
        ids,
        legal,
        load,
        new,
        odds,
        open_round,
        parse_cards,
        play,
        risk,
        score,
        settle,
        simulate,
        solve,
        strategy,
        sweep,
        terms,
        view,
        what_if,
    )

__all__ = [
    "DECK",
    "Amount",
    "Card",
    "Law",
    "Refused",
    "Round",
    "Rulebook",
    "RulebookError",
    "Terms",
    "UnknownRulebook",
    "Unsettled",
    "Violation",
    "actions",
    "advise",
    "deal",
    "decide",
    "ids",
    "legal",
    "load",
    "new",
    "odds",
    "open_round",
    "parse_cards",
    "play",
    "risk",
    "score",
    "settle",
    "simulate",
    "solve",
    "strategy",
    "sweep",
    "terms",
    "view",
    "what_if",
]


def __getattr__(name: str) -> object:
    """A public name, loaded when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module 'pitboss' has no name {name!r}; it has {', '.join(__all__)}")
    from pitboss import front

    value: object = getattr(front, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """What a notebook offers to complete."""
    return [*__all__, "__version__"]
