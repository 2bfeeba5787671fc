"""How answers show themselves in a notebook: a table with its heading, and notes below."""

from collections.abc import Iterable, Sequence
from html import escape


def html_table(
    caption: str, rows: Iterable[Sequence[object]], headings: Sequence[str] = (), notes: Iterable[str] = ()
) -> str:
    """Rows of cells as HTML; whatever stands in them is text."""
    head = f"<tr>{''.join(f'<th>{escape(one)}</th>' for one in headings)}</tr>" if headings else ""
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    below = "".join(f"<p>{escape(words)}</p>" for words in notes)
    return f"<table><caption>{escape(caption)}</caption>{head}{body}</table>{below}"
