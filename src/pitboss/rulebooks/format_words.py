"""The words of the page on the rulebook format: its introduction, and keys that no comment in the schema explains."""

MEANINGS = {
    "clause": "the clause it comes from",
    "name": "its name, in small letters and underscores",
    "title": "its name for people",
    "id": "its name in citations and files",
    "says": "what it says, in your own words",
    "jurisdiction": "where the document is in force",
    "document": "what the figures come from: title, date, edition",
    "seats": "how many players may sit at the table",
    "offer": "the offer it belongs to",
    "offers": "what is offered, each by its own name",
    "wager": "the wager it concerns",
    "wagers": "the wagers it concerns",
    "variant": "the operator's choice, or the reading, under which it holds",
    "variants": "the lettered choices there are, such as its paytables",
    "stake": "the amount wagered for which it holds",
    "ranking": "whose [hands](#hands) its lines name",
    "hand": "the kind of hand, one of its ranking's [hands](#hands)",
    "low": 'the least rank that leads, such as `"J"`',
    "high": "the highest rank that leads",
    "pays": 'what it pays: `"3 to 1"`, `"3 for 1"`, `"push"`, `"$25"`, or `"10% of pool"`, a share of the meter `pool`',
    "method": "the dealing method's name, as a submission chooses it",
    "methods": "the dealing methods it concerns",
    "phases": "when in a round: wagers, dealing, decision, reveal, settlement, validation",
    "least": "the least, in times the base",
    "most": "the most, in times the base",
    "minimum": "the least amount",
    "maximum": "the largest amount",
    "shuffler": "the shuffler's name, as a submission chooses it",
    "decks": "how many decks",
    "reading": "the interpretation that decides it",
    "NeededDevice.waived_under": "the readings of it under which the device is not needed",
    "Wager.required": "nobody plays without it",
    "Wager.equals": "the wager it must be equal to",
    "Wager.needs": "the wagers it cannot be made without",
    "Wager.stands_on_fold": "it outlives its player's fold",
    "BettingAreas.rows": "the wagers of each row",
    "Currency.code": "three capital letters, for programs",
    "Currency.symbol": "what people see",
    "Currency.after": "the symbol stands after the amount",
    "Paytable.players": "the number of players for which it holds",
    "PaytableLine.ranks": 'the first ranks of just these hands, as `["A", "K"]`',
    "DealStep.to": "the places that get cards, in turn",
    "DealStep.cards": "how many at a time",
    "DealStep.times": "how often round",
    "Decision.bet": "the wager that is made",
    "Decision.base": "the wager that it is a multiple of, or several that are added up",
    "Decision.multiples": "the only times the base it may be, where they are no range",
    "DealStep.spread": "the places over which a stack is spread, one card each",
    "DealStep.face_up": "the cards are seen by all as soon as they are dealt",
    "RankingRule.cards": "how many cards a hand has, 2 to 5",
    "RankingRule.order": "the kinds of hand, the lowest first",
    "RankingRule.ace_low": "the ace may also stand below the deuce",
    "Hand.places": "where its cards lie; `own` are the player's",
    "Hand.ranking": "the [ranking](#hands) by which the best of them is found",
    "Duel.hand": "the player's hand",
    "Duel.against": "the dealer's hand",
    "Duel.qualifier": "the least hand with which the dealer plays; none: any",
    "BonusRule.draws": "what the table system draws for it",
    "HandBonus.decided_by": "the hand that its table pays",
    "LeastHand.ranks": 'the first ranks of the hand, such as `["A", "K"]`',
    "Outcomes.duel": "the duel that decides",
    "Outcomes.higher": "what becomes of it when the player's hand is the higher",
    "Outcomes.tie": "when the hands are equal",
    "Outcomes.lower": "when the dealer's hand is the higher",
    "Outcomes.not_qualified": "when the dealer does not qualify; none: the hands are compared all the same",
    "Decision.reveals": "the places turned up after it",
    "Validation.odds": "the least odds that wait; without it all payouts do",
    "MeterRule.variants": "the choices of the offer that bring it into play; none: all",
    "MeterRule.minimum_seed": "the least it may start with and go back to",
    "Wheel.top_prize": "whether the stop without odds pays a fixed amount or a meter",
    "WheelStop.position": "its number",
    "WheelStop.community": "what everyone else who made the wager is paid",
    "PayoutLimitRule.amount": "the document's figure",
    "DeckAge.hours": "after how many it is changed",
    "Cut.least": "how many cards at least are cut off, and left",
    "Cut.after": 'the shuffles it follows: `"manual"`, `"preshuffled"`',
    "Idle.face_up_on_request_only": "the cards are spread face down unless a player asks",
    "StubCount.every": "once in so many rounds",
    "Clause.how": "how the clause is met, in a sentence",
    "Interpretation.clauses": "the clauses it is about",
    "Interpretation.question": "what is not clear",
    "Interpretation.taken": "the reading in force unless a submission chooses another",
    "Interpretation.why": "why that one",
    "Interpretation.selectable": "a submission may choose another reading",
    "Submission.rulebook": "the id of the rulebook",
    "Submission.amounts": "the only amounts of a wager, where the document names some",
    "Submission.payout_limit": "the most one player is paid in a round",
    "Submission.dealing": "the dealing method",
    "Submission.readings": "the readings chosen, by interpretation",
    "WagerLimits.unit": "what amounts are multiples of",
    "MeterTerms.rate": "which part of each wager the meter takes",
    "MeterTerms.seed": "what it starts with",
    "MeterTerms.reset": "what it goes back to",
    "WheelTerms.weights": "how often each position comes up, in equal parts",
    "WheelTerms.top_prize": "what the top stop pays, where it is a fixed amount",
    "LinkedGame.paytable": "the paytable it is played by",
    "LinkedGame.wager": "the amount of its wager",
}
"""By key, or by part and key where the same key means something else elsewhere."""

INTRODUCTION = """# The format of a rulebook

Generated by `pitboss rules format`; edit the schema, not this page.

A rulebook is a folder of six TOML files, and no code; [a guide](guides/own-rulebook.md) writes one in half an hour:

| file | what it holds |
| --- | --- |
| `rulebook.toml` | [the figures](#rulebooktoml): wagers, paytables, deal, decisions, settlement |
| `table.toml` | [what surrounds a round](#tabletoml): decks, shuffle, irregularities, who does what |
| `clauses.toml` | [the register](#clausestoml): every clause in your own words, as `[[clause]]` |
| `interpretations.toml` | [unclear places](#interpretationstoml), as `[[interpretation]]`; the list may be empty |
| `default.toml` | [a submission](#defaulttoml-and-fulltoml): what a table starts with when an operator files nothing |
| `full.toml` | a submission with everything the document allows |

```
pitboss rules new my-game                     # a folder that plays as it is, with comments
pitboss rules new my-game --like ma-crazy-4   # or a copy of another rulebook
pitboss rules lint my-game                    # every fault, one line each with file and key
pitboss play my-game --auto                   # every command takes the folder for an id
pitboss serve --rulebooks .                   # and serves every rulebook in a folder of them
```

Rulebooks are added by `--rulebooks DIR`, anywhere on the command line and as often as you like; by the environment
variable `PITBOSS_RULEBOOKS`, folders with a colon (on Windows a semicolon) between them; or by a package with an entry
point:

```toml
[project.entry-points."pitboss.rulebooks"]
my-rulebooks = "my_package.rulebooks"   # a package whose folder is a rulebook, or has folders that are
```

`DIR` is a rulebook's folder or a folder of them. An id belongs to the first folder that has it, and a shipped id to the
rulebook that ships; a folder that cannot be used gives way, the other is left out, and `pitboss rules list` and
`pitboss serve` say so. A server takes
the ids and folders that it was started with, and never another path that a client names. In Python a folder is a
`Path`, as in `load(Path("my-game"))`; text is an id.

A key `clause`, or one that ends in `_clause`, holds a citation: the id of a clause in `clauses.toml`, or `reading <id>`
for an interpretation in `interpretations.toml`. Logs, histories and exports name a rulebook by its id and the SHA-256
of its first four files, so any change of them, be it of a comment, makes another rulebook.

A key without a default must be there. Lists of tables are written as `[[wagers]]`. Faults name an item of a list by its
name, id or method where no other item has the same, and else by its number, from 1."""
