"""Pages without the blank lines and indents of the theme's templates: half of a list's bytes."""

import re

from django.template.response import SimpleTemplateResponse

# Where blanks count, a text stays as it is.
BLANKS = re.compile(rb"(<(pre|textarea|script)\b.*?</\2>)|\s*\n\s*", re.S)


def compact(response: SimpleTemplateResponse) -> None:
    """Of a rendered page, one line break instead of each run of blanks with one."""
    if response.headers.get("Content-Type", "").startswith("text/html"):
        response.content = BLANKS.sub(lambda found: found[1] or b"\n", response.content)
