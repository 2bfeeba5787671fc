"""How the interface writes the project's own values: amounts, odds, rates and cards are text, and documented so."""

from litestar.openapi.spec import OpenAPIType, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from pitboss.cards import Card
from pitboss.money import Amount, Odds, Rate

EXAMPLES: dict[type, str] = {Amount: "12.50", Odds: "3 to 2", Rate: "12.5%", Card: "Th"}
ENCODERS = dict.fromkeys(EXAMPLES, str)


class TextValues(OpenAPISchemaPlugin):
    """Describes these values as text in the OpenAPI document."""

    @staticmethod
    def is_plugin_supported_type(value: object) -> bool:
        """Whether a type is one of them."""
        return isinstance(value, type) and issubclass(value, tuple(EXAMPLES))

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: object) -> Schema:
        """Text, with an example of its kind."""
        example = next(text for kind, text in EXAMPLES.items() if issubclass(field_definition.annotation, kind))
        return Schema(type=OpenAPIType.STRING, examples=[example])
