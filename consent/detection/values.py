"""How values are compared everywhere in the gate: in one spelling (`providers.statements.normalize_value`)."""

from providers.statements import Statement, normalize_value

# A field's key and the value in that spelling.
Pair = tuple[str, str]


def normalized_pair(statement: Statement) -> Pair:
    return statement.key, normalize_value(statement.value)


def claim(category: str, key: str, value: str) -> str:
    """One value of a field as proposals record it, e.g. identity.city=lisbon."""
    return f"{category}.{key}={normalize_value(value)}"
