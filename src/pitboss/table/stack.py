"""The cut as it moves the cards of a stack."""

from pitboss.cards import Card


def cut_stack(stack: tuple[Card, ...], depth: int) -> tuple[Card, ...]:
    """The stack, top card first, after the `depth` cards on top went to the bottom in their order."""
    return stack[depth:] + stack[:depth]
