"""How an entry of the log lies in the database: the bytes that are hashed, deflated with words that they all have.

An entry is a few hundred bytes, most of them names of fields that stand in every other entry too. Alone it would hardly
get smaller; with those names known beforehand a third of it is left. Entries written before there was packing begin
with a brace, and stay as they are.
"""

import zlib
from typing import Any

from sqlalchemy import LargeBinary
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

_MARK = b"\x01"  # how it is packed; another way, or other words, would need another mark
_WINDOW, _MEMORY, _LEVEL = -12, 5, 6  # 4 KB without a header: the words and an entry have room in it

# Never to be changed: what was packed with these words can be read with no others. What comes up most stands last.
_WORDS = (
    b'"sealed":"","server_seed":"","event":"seed-revealed","round":"","seed-sealed","commitment":"seed-committed",'
    b'"seeds-closed","event":"seed-taken","seed":"","event":"player-ready","seat":1},"asked_by":"","at":1,"by":"dealer",'
    b'"command":"attest","deck":"red-1","face_up":false,"player":"","step":"rack_stub"},"step":"load","event":"deck-loaded",'
    b'"event":"stub-handled","command":"shuffle-deck","count":null,"deck":"blue-1","event":"deck-shuffled","how":"device",'
    b'"command":"cut-deck","depth":,"event":"deck-cut","command":"open-round","event":"round-opened","event":"round-ended",'
    b'"void":false},"command":"sit","event":"player-sat","table":"","money","meter":"microcents":,"event":"meter-fed",'
    b'"wager":"","places":["event":"cards-revealed","action":{"action":"reveal"},"event":"round-settled"}},'
    b'"action":{"action":"close-bets"},"event":"bets-closed"}},"action":{"action":"fold","seat":"event":"folded","seat":'
    b'"action":{"action":"settle","meters":{}},"event":"step-settled"}},"event":"hand-opened","seat":"event":"hand-racked",'
    b'"seat":1}},"move":{"amount":"10.00","event":"bet-made","seat":1,"wager":"action":{"action":"bet","amount":"5.00",'
    b'"seat":1},"move":{"event":"line-settled","line":{"cards":["Ah","Kd","Qc","Js","Th"],"clause":"","hand":"folded '
    b'"hand":"pair of ","hand":"high card ","meter":null,"odds":null,"odds":"1 to 1","odds":"push","paid":"0.00",'
    b'"part_of":null,"result":"forfeited","result":"push","result":"win","result":"lose","returned":"0.00","seat":1,'
    b'"source":"table inventory","stake":"5.00","to":"chips","wager":""}}},"kind":"command","payload":{"action":'
    b'{"action":"place-wager","amount":"5.00","seat":1,"wager":""},"at":1,"by":"player","command":"play","player":"",'
    b'"by":"player","clause":"","event":"round-moved","move":{"amount":"5.00","event":"wager-placed","seat":1,"wager":"'
    b'{"actor":"system","entry":1,"kind":"command","payload":{"action":{"action":"deal","cards":["2h"]},"at":1,'
    b'"by":"system","command":"play","player":""},"rulebook":"","kind":"event","payload":{"at":1,"by":"system","clause":"",'
    b'"event":"round-moved","move":{"cards":["2c"],"event":"cards-dealt","to":"seat 1"}},"rulebook":"","sequence":1,'
    b'"stream":"","time":1}'
)
_DEFLATER = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW, _MEMORY, zlib.Z_DEFAULT_STRATEGY, _WORDS)  # always copied


def packed(entry: bytes) -> bytes:
    """An entry as it is stored."""
    deflater = _DEFLATER.copy()
    return _MARK + deflater.compress(entry) + deflater.flush()


def unpacked(stored: bytes) -> bytes:
    """The entry that was stored. Of what nobody packed so, nothing is made: who reads it will see that it is none."""
    if not stored.startswith(_MARK):
        return stored
    inflater = zlib.decompressobj(_WINDOW, _WORDS)
    try:
        entry = inflater.decompress(stored[len(_MARK) :])
    except zlib.error:
        return stored
    return entry if inflater.eof else stored


class PackedEntry(TypeDecorator[bytes]):
    """A column of packed entries, which whoever asks the database sees unpacked."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """To the database."""
        return None if value is None else packed(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> bytes | None:
        """And back."""
        return None if value is None else unpacked(bytes(value))
