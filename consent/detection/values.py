"""One spelling for values that are compared: case, blanks and the marks around them make no difference."""

from providers.statements import Statement


def plain(value: str) -> str:
    return " ".join(value.casefold().split()).strip(" .,;!?\"'")


def said(statement: Statement) -> tuple[str, str]:
    """The field's key and the plain value."""
    return statement.key, plain(statement.value)
