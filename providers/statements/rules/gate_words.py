"""Pieces of patterns that the gate's rules share: who is meant, what sets a field, where a value may start."""

# A value that opens its clause: at the start, behind a quote or bracket, behind a mark and a blank.
START = r"(?:^|(?<=[\"'(:;,])|(?<=[\"'(:;,>\]-] )|(?<=\bthat ))"
NOUN = r"(?:user|customer|client|human|person|owner|speaker|member)"
USER = rf"(?:(?:the |this |our |my )?{NOUN}|me|us|him|her|them|you)"
OWNED = rf"(?:(?:the |this )?{NOUN}'?s|my|our|your|his|her|their|the)"
OF_USER = rf"(?: (?:of|for) (?:the |this )?{NOUN})"
SET_WORDS = (
    "set change update store save record register remember log note write put fill use make correct edit replace "
    "overwrite modify adjust switch list mark"
)
SET = rf"(?:{'|'.join(SET_WORDS.split())})"
IS = (
    r"(?: is| are|'s|:| =|=| was| as| to| to be| will be| has been set to| is set to| (?:has |have )?changed to| is "
    r"now| (?:has |have )?become| became)"
)
FIELD = r"(?: field| value| fact)?"
