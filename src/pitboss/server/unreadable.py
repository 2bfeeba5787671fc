"""What the reader of requests says of one that it cannot read, in the words of a person."""

import re

from pitboss.server.requests import ID

KINDS = {
    "int": "a whole number",
    "float": "a number with a fraction",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
    "True": "true",
    "False": "false",
}
ANOTHER = "another text"
WORDS: tuple[tuple[str, str, str], ...] = (
    (r"Expected `(?P<wanted>[^`]+)`, got `(?P<found>[^`]+)`", "It is {found}, and must be {wanted}.", "{found}"),
    (r"Expected `array` of length >= (?P<least>\d+)", "The list is too short: it needs {least} or more.", "less"),
    (r"Expected `array` of length <= (?P<most>\d+)", "The list is too long: it takes {most} at most.", "more"),
    (
        r"Expected `str` of length >= (?P<least>\d+)",
        "The text is too short: it needs {least} or more characters.",
        "a shorter text",
    ),
    (
        r"Expected `str` of length <= (?P<most>\d+)",
        "The text is too long: it takes {most} characters at most.",
        "a longer text",
    ),
    (r"Expected `array` of length (?P<length>\d+).*", "The list must have {length} items.", "another list"),
    (r"Expected `object` of length <= (?P<most>\d+)", "There are too many entries: the most is {most}.", "more"),
    (r"Expected `object` of length >= (?P<least>\d+)", "There are too few entries: the least is {least}.", "less"),
    (r"Expected `(int|float)` >= (?P<least>\S+)", "The number must be {least} or more.", "a smaller number"),
    (r"Expected `(int|float)` <= (?P<most>\S+)", "The number must be {most} or less.", "a larger number"),
    (r"Expected `(int|float)` > (?P<least>\S+)", "The number must be more than {least}.", "a smaller number"),
    (r"Expected `(int|float)` < (?P<most>\S+)", "The number must be less than {most}.", "a larger number"),
    (
        rf"Expected `str` matching regex '{re.escape(ID)}'",
        "An id has 1 to 64 letters, digits and signs of ASCII.",
        ANOTHER,
    ),
    (r"Expected `str` matching regex (?P<form>.*)", "The text must have the form {form}.", ANOTHER),
    (r"(Integer|Number|Float) (value )?out of range", "The number is too large.", "a larger number"),
    (r"Invalid (enum )?value (?P<given>True|False)", "It is {given}, which is not taken here.", "{given}"),
    (r"Invalid (enum )?value (?P<given>.+)", "There is no {given} here.", "{given}"),
    (
        r"Invalid RFC3339 encoded (?P<kind>datetime|date|time)",
        "This is not a {kind} such as 2026-01-31T18:00:00Z.",
        ANOTHER,
    ),
    (r"Invalid UUID", "This is not a UUID.", ANOTHER),
    (r"Invalid UTF-8.*|.*surrogate.*|'utf-8' codec.*", "The text is not UTF-8.", "bytes that are not UTF-8"),
    (r"Object missing required field `(?P<field>[^`]+)`", "The field {field} is missing.", "nothing for {field}"),
    (
        r"Missing required \w+ parameter '(?P<field>[^']+)'.*",
        "The parameter {field} is missing.",
        "nothing for {field}",
    ),
    (r"Object contains unknown field `(?P<field>[^`]+)`", "There is no field {field} here.", "a field {field}"),
    (r"Input data was truncated", "The JSON ends too early.", "JSON that ends too early"),
    (r"JSON is malformed.*", "It is not JSON.", "what is not JSON"),
    (r"maximum recursion depth.*", "It is nested too deeply.", "lists or objects in too many others"),
)
"""What the reader says, the sentence a person would say, and what was given, in words; the first that fits."""

OURS = (r"(?P<given>'.*?') is not .*", r"it must be .*, not (?P<given>.*)", r"the field (?P<given>.*) stands twice")
"""Sentences of our own that name what was given."""


def in_words(told: str) -> str:
    """A whole sentence for what the reader says; what is a sentence of our own already stays."""
    found = _found(told)
    if found:
        return found[0]
    if "`" in told:  # something new of the reader's: at least no code reaches people
        return "This is not what is expected here."
    said = f"{told[:1].upper()}{told[1:]}"
    return said if said.endswith(".") else f"{said}."


def given_in_words(told: str) -> str:
    """What was given, in a few words without a verb."""
    found = _found(told)
    if found:
        return found[1]
    ours = next((match for form in OURS if (match := re.fullmatch(form, told, re.DOTALL))), None)
    return ours["given"] if ours else "something else"


def _found(told: str) -> tuple[str, str] | None:
    for pattern, words, given in WORDS:
        found = re.fullmatch(pattern, told, re.DOTALL)
        if found:
            named = {name: _kinds(text) for name, text in found.groupdict().items()}
            return words.format(**named), given.format(**named)
    return None


def _kinds(text: str) -> str:
    return " or ".join(KINDS.get(name, name) for name in text.split(" | "))
