"""Pages without the blank lines and indents of the theme's templates: half of a list's bytes.

On a phone a list names its columns in each row; the names begin as they do in the heading, with a capital letter.
"""

import re

from django.template.response import SimpleTemplateResponse

# Where blanks count, a text stays as it is.
BLANKS = re.compile(rb"(<(pre|textarea|script)\b.*?</\2>)|\s*\n\s*", re.S)
# Names of fields begin with a small letter, of ASCII or Latin-1.
NAMES = re.compile(rb'(<t[dh] class="(?:blank )?field-[^"]*" data-label=")([a-z]|\xc3[\xa0-\xbe])')
# A cell with nothing in it, which a card leaves out.
BLANK_CELLS = re.compile(rb'(<td class=")(field-[^"]*"[^>]*>\s*(?:-|\xe2\x80\x93)\s*</td>)')


def compact(response: SimpleTemplateResponse) -> None:
    """Of a rendered page, one line break instead of each run of blanks with one, and names with a capital letter."""
    if response.headers.get("Content-Type", "").startswith("text/html"):
        content = BLANKS.sub(lambda found: found[1] or b"\n", response.content)
        content = BLANK_CELLS.sub(rb"\1blank \2", content)
        response.content = NAMES.sub(lambda found: found[1] + found[2].decode().upper().encode(), content)
