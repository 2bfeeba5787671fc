"""What a sentence for people must be like, and phrases that nobody says."""

import re
from functools import lru_cache

UNSAID = tuple(
    re.compile(pattern)
    for pattern in (
        r"refused; allowed",
        r"\ballowed:",
        r"[Ee]xpected (it|them|nothing|none):? ",
        r"expected one of none\.",
        r"[Gg]ot (it|them) ",
        r"\bit by the\b",
        r"\bno such line\b",
        r"\b(is|are) no (text|number|success|key|card|amount|name|file|seat)\b",
        r"\bwill not do\b",
        r"\bthat are no\b",
        r"\b1 (breaches|faults|errors|rounds|seats|cards|hours|decks|seconds|characters|bytes)\b",
        r"`|\bInvalid value\b|\bExpected `",
        r"[,;:]\s*[;:.,]",
        r"  ",
        r"\.\.$",
    )
)
"""What the sentences of refusals must not hold."""


@lru_cache(maxsize=4096)
def faults(sentence: str) -> list[str]:
    """What is wrong with a sentence; nothing where a person would say it."""
    told = re.sub(r"'[^']*'|\"[^\"]*\"|\([^)]*\)|/\S+|\S+=\S+", "x", sentence)  # what was given may hold anything
    found = [f"{pattern.pattern} in {sentence!r}" for pattern in UNSAID if pattern.search(told)]
    if not sentence or sentence[0].islower():
        found.append(f"no capital at the start of {sentence!r}")
    if not sentence.endswith((".", "?", "!")):
        found.append(f"no full stop at the end of {sentence!r}")
    return found
