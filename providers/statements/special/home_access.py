"""English constructions for access to a home or its being empty: keys, codes, alarms, passwords."""

from typing import Final

WHO: Final = r"(?:\b(?:i|we|she|he|they|user|who)|^[a-z]+)"
IS: Final = r"(?:'m| am|'re| are|'s| is| was| were|'ve been| have been| has been|'s been)"
# Letters and digits in one word, unlike "python3" or "ipv6".
CREDENTIAL: Final = (
    r"(?:\w+@[\w.]+ and )?(?=\S*[a-z])(?=\S*\d)(?=\S*(?:\d\S*\d|\d[a-z]|[!@#$%&*]))[\w!@#$%&*]{7,}(?![\w./:-]\w)"
)
_HOME: Final = r"(?:house|flat|apartment|place|home|cottage|bungalow)"
_LOCKABLE: Final = (
    r"(?:(?:front|back|side|patio|garage|kitchen|cellar|balcony|bathroom) )?(?:door|gate|window|windows|garage)"
)
_KEY: Final = (
    r"(?<!found )(?<!lost )(?:\b(?:a|an|the|my|our|his|her|their)|'s)"
    r" (?:(?:spare|second|extra|other|old|little|front|back|door|house|home|flat|cellar|garage|gate|shed) ){0,2}keys?"
    r"(?: (?:to|of|for|from) (?:[\w']+ ){0,3}?(?:house|flat|apartment|home|cottage|bungalow|place|door|gate|garage|shed"
    r"|cellar|studio|building))?"
)
# Between a key and its place; in "The key is water under the pots" there is none.
_LIES: Final = (
    r"(?: (?:is|are|was|lies?|lying|hangs?|stays?|sits?|lives?|goes|always|usually|still|now|hidden|kept|left|tucked"
    r"|taped|waiting|right|outside|there|again))*"
)
_WHERE: Final = (
    r"(?:(?:under(?:neath)?|beneath|below|behind|inside|in|on top of|above|by|between) (?:\w+ ){1,3}?"
    # Where keys of a home are hidden, and little else is.
    r"(?:(?:door|welcome|foot)? ?mat|(?:flower|plant|rose|herb) ?pots?|planter|rock|stone|loose brick|gnome|letter ?box"
    r"|mail ?box|meter (?:box|cupboard)|gutter|drainpipe|urn|hedge|door ?frame|doorstep|lintel|shutters?|water butt"
    r"|wheelie bin|bird ?(?:house|box|bath|feeder))"
    r"|(?:under(?:neath)?|beneath|below|behind) (?:\w+ ){1,3}?(?:pots?|bin|tile|frog|ledge|stairs|steps|porch|shed))\b"
)
_NO_AMOUNT: Final = r"(?! (?:px|ms|kb|mb|tests?|euros|pounds|dollars|mm|cm|steps|users|years|people|requests))"
HOME_ACCESS: Final = (
    r"\bcombination (?:of|for|to) (?:the|our|my|her|his|their) (?:\w+ )?"
    r"(?:safe|lock|padlock|locker|strongbox|suitcase|bike)\b[^.;]{0,40}?\d",
    r"\b(?:wi-?fi|router|wireless)\b[^.;]{0,25}?\b(?:opens|unlocks|works|connects|lets \w+ in) (?:with|using) "
    rf"{CREDENTIAL}",
    r"\b(?:hide|hides|hid|hiding|keep|keeps|leave|leaves|stash\w*) (?:a|the|our|my) (?:spare |house "
    r"|door )?key (?:in|under|behind|inside|on) (?:the|a|our|my) (?:\w+ ){0,2}?(?:rock|pot|mat|shed|gate"
    r"|porch|step|gnome|stone|garage|planter|drainpipe|letterbox|box)\b",
    r"\b(?:front |back |side |main |garden )?(?:gate|garage|door|keypad|key ?(?:box|safe)|lock ?box|alarm"
    rf"|building|entry)(?: code)?(?: is|'s|:) (?:\w+ ){{0,2}}?[#*]?\d{{4,6}}\b{_NO_AMOUNT}"
    r"|\b(?:key|punch|type|tap|dial) in [#*]?\d{4,6}[#*]? (?:at|on|into) the (?:\w+ )?(?:gate"
    r"|door|keypad|intercom|garage|entrance)\b",
    rf"{_KEY}\b{_LIES} {_WHERE}",
    rf"\b{_WHERE}[^.,;:?!]{{0,20}}? (?:hides?|hid|keeps?|kept|leaves?|lies|is|are|hangs?|find|finds|there's) {_KEY}\b",
    rf"\b(?:nobody|no one|no-one)(?:'s| is|'ll be| will be) (?:in|at) (?:the|our|my) {_HOME} (?:from|until"
    r"|till|between|over|for|on)\b|\b(?:burglar alarm|(?:home|house) (?:alarm|cctv|cameras?"
    rf"|security system))\b[^.;]{{0,40}}?\b(?:broken|broke|packed (?:up|in)|dead|died|not working"
    r"|doesn't work|never (?:fixed|replaced|works?)|switched off|disabled|off)\b",
    r"\b(?:spare|house|home|door|flat|garage|gate|cellar|my|our|her|his"
    r"|their) (?:set of )?keys?(?: \w+)?(?:'s| is| are| stays?| lives?| hidden| kept| hides?)?(?: always"
    r"| usually| hidden"
    r"| kept| still)? (?:under(?:neath)?|beneath|behind|inside|in|on top of|above) (?:the|a|our|my|her"
    r"|his|that) (?:\w+ )?"
    r"(?:door ?mat|mat|(?:flower|plant)[- ]?pot|pot|planter|rock|stone|brick|gnome|letter ?box|mail ?box"
    r"|meter(?: box| cupboard)?|shed|gutter|lantern|frog|urn|hedge|lock ?box|key ?safe|window ?sill"
    r"|loose brick)\b",
    rf"\b(?:leav(?:e|es|ing)|left|keep|keeps|kept) (?:the|our|my|her|his|their) {_LOCKABLE} (?:unlocked"
    r"|on the latch|open (?:at night|overnight|all night|when)|off the latch)\b"
    rf"|\b{_LOCKABLE} (?:doesn't|does not|won't|never|isn't|is never|is not) (?:\w+ )?(?:lock(?:s|ed)?"
    r"|shut properly)\b|\b(?:never|don't|doesn't|forget to|rarely) (?:\w+ )?lock (?:the|our|my"
    rf"|up) (?:{_LOCKABLE}|at night|{_HOME}|when)\b",
    rf"\b(?:our|my|her|his|their|\bwe\b.*\bthe) {_HOME}(?:'ll be| will be| is going to be|'s going to be|'s| is"
    rf"| stands| sits| stays) (?:\w+ ){{0,2}}?(?:empty|unoccupied|unattended)\b"
    r"|\b(?:nobody|no one|no-one)(?:'s| is|'ll be| will be) (?:\w+ )?(?:(?:at )?home)\b(?= (?:until"
    rf"|till|from|before|between|during|on|all|after|while)\b)|{WHO}(?:{IS}|'ll be"
    r"| will be) (?:all )?(?:home alone|alone in the (?:house|flat)|on (?:my|her|his) own in the house)\b"
    r"|\b(?:alarm|cctv|cameras?|security system)(?:'s| is| are|'ve been| hasn't| has)? (?:\w+ )?(?:broken"
    r"|off|not working|disabled|switched off|been out|down)\b(?=.*\b(?:at (?:home|ours|mine)|house|home"
    r"|door)\b)",
    r"\b(?:wi-?fi|router|wireless|broadband|home network|hotspot) (?:network )?(?:password|pass(?:phrase"
    r"|code|word)?|pw|key|code)\b[^.;]{0,30}?(?:is|:|=|'s) ?(?=\S*\d)[^\s,;]{6,}"
    r"|\b(?:wi-?fi|wlan)(?: (?:at|in|for|here)(?: \w+){0,2}| upstairs| downstairs)?(?:'s| is|:|=) ?"
    r"(?=[a-z]\S*(?:\d\S*\d|[!@#$%&*?]))(?=\S*\d)[^\s,;]{7,}"
    r"|\b(?:password|passphrase|code|key) (?:for|of|to) (?:the|our|my|her|his) (?:\w+ )?(?:wi-?fi|router"
    r"|wireless|home network)\b[^.;]{0,30}?(?:is|:|=|'s) ?(?=\S*\d)[^\s,;]{6,}",
)
