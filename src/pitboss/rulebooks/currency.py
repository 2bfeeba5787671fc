"""The currency of a rulebook: how its amounts are written for people. Every amount has two decimals."""

import re

import msgspec

from pitboss.money import Amount, Fixed, Odds

_CODE, _SYMBOL = re.compile("[A-Z]{3}"), re.compile(r"[^\d\s.,+-](?:[^\d\n]{0,4}[^\d\s.,+-])?")


class Currency(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A currency: its code in data, its symbol for people, and whether that stands after the amount."""

    code: str = "USD"
    symbol: str = "$"
    after: bool = False

    def __post_init__(self) -> None:
        if not _CODE.fullmatch(self.code):
            raise ValueError(f"'{self.code}' is no code of a currency: three capital letters are wanted, as EUR")
        if not _SYMBOL.fullmatch(self.symbol):
            raise ValueError(f"'{self.symbol}' is no symbol of a currency: up to six characters and no digit")

    @property
    def told(self) -> dict[str, str]:
        """What programs are told beside amounts: the code, where it is not the usual one."""
        return {} if self == Currency() else {"currency": self.code}

    def text(self, amount: Amount) -> str:
        """An amount as people write it.

        >>> Currency("EUR", "€", after=True).text(Amount.parse("-1234.5"))
        '-1,234.50 €'
        """
        return self.written(f"{abs(amount.cents) // 100:,}.{abs(amount.cents) % 100:02d}", amount < Amount.ZERO)

    def signed(self, amount: Amount) -> str:
        """What was won or lost."""
        return f"+{self.text(amount)}" if amount > Amount.ZERO else self.text(amount)

    def written(self, figures: str, below_zero: bool = False) -> str:
        """Figures with the symbol where it stands."""
        minus = "-" if below_zero else ""
        return f"{minus}{figures} {self.symbol}" if self.after else f"{minus}{self.symbol}{figures}"

    def odds(self, odds: Odds) -> str:
        """Odds for people; a fixed sum is in this currency."""
        return self.text(odds.amount).replace(".00", "") if isinstance(odds, Fixed) else str(odds)
