"""English constructions for life events: harm, violence, addiction, arrests, debts, access codes.

Here a relative's illness, arrest or violence counts as the person's too.
"""

from collections.abc import Mapping
from typing import Final

from providers.statements.text.special_words import compiled

_SELF: Final = r"(?:myself|himself|herself|themselves|themself|ourselves)"
_HIS: Final = r"(?:my|our|her|his|their)"
_LOVER: Final = r"(?:husband|wife|spouse|partner|boyfriend|girlfriend|fiancee?)"
_PARENT: Final = (
    r"(?:mother|mum|mom|mummy|mommy|father|dad|daddy|grandmother|grandfather|grandma|grandpa|granny|grandad"
    r"|granddad|nana|auntie)"
)
_RELATIVE: Final = (
    rf"(?:(?:step|ex[- ]?|half-|foster )?(?:{_PARENT}|{_LOVER}|brother|sister|son|daughter|child"
    rf"|sibling)s?(?:-in-law)?"
    r"|ex|parents|grandparents|children|kids?|baby|twins?|aunt|uncle|cousin|niece|nephew|(?:girl|boy)?friend|flatmate"
    r"|roommate|housemate)"
)
_KIN: Final = rf"(?:(?:\b{_HIS}|'s|s') (?:[\w-]+ ){{0,2}}?{_RELATIVE}\b(?!'s)|(?:^|[,;] )(?:step)?{_PARENT}\b(?!'s))"
_PERSON: Final = rf"(?:\b(?:i|we|she|he|who|user)\b|{_KIN}(?: [a-z]+)??)"  # the word after a relative is a name
_ANYONE: Final = rf"(?:{_PERSON}|^[a-z]+)"
# Subjects of sentences about documents that are not a person's name: "This is undocumented", "Pagination is
# undocumented".
_THING: Final = (
    r"(?:th(?:is|at|ese|ose)|it|there|what|which|everything|nothing|something|all|most|much|some|none|both|one|part"
    r"|apis?|code|usage|schema|endpoint|feature|function|method|option|flag|field|module|plugin|library|widget|syntax"
    r"|default|error|format|command|parameter|protocol|python|django|postgres|redis|kafka|docker|kubernetes|linux|git"
    r"|react|shipment|delivery|package|release|behaviou?r|\w+(?:[ts]ion|ing|iness|ware|\d)|\w{4,}ment)\b"
)
_NAMED: Final = rf"(?:{_PERSON}|^(?!{_THING})[a-z]+)"
_VALID: Final = r"(?:valid |legal |any |proper )*"
_WITHOUT_PAPERS: Final = (
    rf"without {_VALID}(?:papers|documents|documentation|(?:a )?(?:visa|(?:\w+ )?permit))\b(?! for\b)"
)
# Not "undocumented overtime".
_UNFOLLOWED: Final = (
    r"(?! (?!(?:in|and|for|since|at|here|but|because|or|with|there|now|as|on|after|until|too|again|so|who|while)\b)"
    r"[a-z])"
)
_BEEN: Final = (
    r"(?: (?:was|were|is|are|am|been|being|got|gets?|has been|have been)|'s been|'ve been|'s|'m)"
    r"(?: (?:\w+ly|once|just|almost|again|being))?"
)
_ONCE: Final = r"(?: (?:also|often|once|still|just|sometimes|always|used to|would|has|have|had|'ve|'s|\w+ly))*"
_PAINS: Final = r"(?:cut|hurt|harm|burn|starve|scratch)"
_DRUGS: Final = (
    r"(?:(?:crystal )?meth|heroin|cocaine|mdma|ecstasy|lsd|ketamine|ghb|fentanyl|amphetamines?|crack|opioids|opiates"
    r"|magic mushrooms|(?:hard |illegal )?drugs|weed|cannabis|marijuana|hash|oxycodone|benzos)\b(?! (?:policy|test))"
)
_SPIRITS: Final = r"(?:wine|vodka|whisk(?:e)?y|gin|rum|beer|schnapps|liquor|spirits)"
_SOFT: Final = r"(?! (?:\w+ )?(?:coffee|tea|water|soda|cola|coke|milk|juice|caffeine|lemonade))"
_MENTAL: Final = (
    r"(?:depression|depressed|bipolar|schizophreni\w+|psychosis|ptsd|ocd|anorexi\w+|bulimi\w+|eating disorder"
    r"|anxiety disorder|panic attacks|suicidal|burnout|nervous breakdown|psychiatric (?:ward|hospital|unit|clinic))"
)
_GRAVE: Final = (
    rf"(?:{_MENTAL}|hiv(?:[ -]positive)?|aids|cancer|tumou?rs?|leuk(?:a)?emia|lymphoma|melanoma|chemo(?:therapy)?"
    r"|dementia|alzheimer(?:'?s)?|parkinson(?:'?s)?|huntington(?:'?s)?|multiple sclerosis|ms|als|epilep\w+|strokes?"
    r"|heart (?:attack|defect|failure)|autis\w+|adhd|down(?:'?s)? syndrome|cerebral palsy|cystic fibrosis|hepatitis"
    r"|tuberculosis|pregnant|miscarriages?|abortions?|stillbirth|ivf|alcoholi\w+|(?:drug |gambling )?addict(?:ion)?"
    r"|paraly[sz]ed|terminally ill|dying|a coma|rehab|sti|std|syphilis)"
)
_SUFFERS: Final = (
    r"(?: (?:has|had|have|got|is|was|are|were|been|became|suffers?|suffered|diagnosed|died|dying|battl\w+"
    r"|fight\w+|fought"
    r"|beat|developed|lives|struggl\w+|survived|recover\w+|going|went|having|expects|fell)|'s|'ve)"
)
_SOME: Final = (
    r"(?: (?:an?|the|with|from|of|in|on|through|being|been|had|has|diagnosed|recently|just|also|again|her|his|early"
    r"|late|onset|stage|severe|mild|chronic|clinical|terminal|advanced|postnatal|inoperable|second|first|breast|lung"
    r"|skin|brain|bowel|colon|prostate|pancreatic|ovarian|cervical|bone|blood|liver|stomach|throat|kidney|recovering"
    r"|\w+ (?:weeks|months)|\d|born|deep|undergoing|having|living|getting))*"
)
_ATTACKS: Final = (
    r"(?:hit|hits|slap(?:s|ped)?|punch(?:es|ed)?|chok(?:es?|ed)|strangl(?:es?|ed)|whip(?:s|ped)|threaten(?:s|ed)?"
    r"|abus(?:es?|ed)|assault(?:s|ed)?|stalk(?:s|ed)?|harass(?:es|ed)?|grop(?:es?|ed)|molest(?:s|ed)?|rap(?:es?|ed)"
    r"|beat(?:s|en)?)"
)
_ATTACKING: Final = (
    r"(?:hitting|slapping|punching|choking|kicking|groping|harassing|threatening|stalking|abusing|molesting|beating)"
)
_AT_PLAY: Final = (
    r"(?! (?:up(?: on| with| about)? (?:on|with|about)|at|to (?:it|the|a)"
    r"|by \d|every time|with a\b|in (?!front|the f)))"
)
_VICTIM: Final = (
    rf"(?:me|us|him|them|(?:{_HIS}|the user's|user's) (?:[\w-]+ )?{_RELATIVE}\b(?!'s)|the user"
    r"|her(?= (?:up|as|when|if|in|on|at|and|with|every|once|so|again|for|last|while|after|before)\b| ?[.,;!]|$))\b"
)
# People whom no one hits in sport.
_LOVED: Final = rf"(?:{_LOVER}|{_PARENT}|son|daughter|kids?|children|child|baby|ex)"
_HURTS: Final = r"(?:beat(?:s|en)? up|kick(?:s|ed)?|slap(?:s|ped)?|shov(?:es?|ed)|spank(?:s|ed)?)"
_AT_NOBODY: Final = r"(?! (?:out|into shape|up for|hard|with (?:an?|the) (?:question|idea|pillow|snowball))\b)"
_CHIEF: Final = (
    rf"(?:{_KIN}|\b(?:{_HIS}|'s|the|a) (?:[\w-]+ )?(?:boss|manager|supervisor|co-?worker|colleague|teacher"
    rf"|professor|coach"
    r"|landlord|priest|neighbou?r|classmate|therapist|doctor|man|stranger|guy))"
)
_CRIME: Final = (
    r"(?:fraud|theft|assault|burglary|robbery|arson|murder|manslaughter|rape|dealing|possession|drugs|smuggling"
    r"|stabbing"
    r"|shoplifting|stealing|violence|killing|armed|tax|drunk|drink|perjury|embezzlement)"
)
_DUES: Final = (
    r"(?:rent|mortgage|loans?|bills?|payments?|child support|taxes|alimony|credit cards?|utilities|debts?"
    r"|instal+ments|heating|tuition|council tax|(?:loan|rent|mortgage|car|credit card) payments?)"
)
_LENDER: Final = r"(?:bank|tax office|landlord|irs|hmrc|taxman|loan shark|credit union|creditors?|lender|hospital)"
_DOOR: Final = (
    r"(?:(?:front |back |main |garage |street |garden )?(?:door|gate)|garage|(?:burglar )?alarm(?: system)?|entry"
    r"|entrance|building|key ?(?:safe|box)|lock ?box|safe|house|home|apartment|flat|intercom|shed|cellar|lobby"
    r"|stairwell)"
)
_DIGITS: Final = r"(?:[#*]?\d(?:[ #*-]?\d){2,9}|\d{2,5}[a-z]\d{0,4})\b"
_NUMBER_OF: Final = r"(?:pass|key)?(?:code|pin|combination|number|password)"
_BY_KEY: Final[Mapping[str, tuple[str, ...]]] = {
    "health_conditions": (
        rf"\b(?:tr(?:y|ies|ied|ying)|want(?:s|ed)?|attempted|planned|plan(?:s|ning)?|going|threaten(?:s|ed)) to"
        rf" (?:kill|hang|drown|shoot|stab|{_PAINS}) {_SELF}\b",
        r"\b(?:attempt(?:s|ed)?|commit(?:s|ted)?|contemplat\w+|consider(?:s|ed|ing)?|think\w* (?:of|about)"
        r"|thought (?:of|about)|thoughts of|died (?:by|of|from)|tried) suicide\b(?! (?:prevention|squad|mission"
        r"|awareness))",
        rf"\b(?:tak(?:e|es|ing|en)|took) {_HIS} own li(?:fe|ves)\b|\bend(?:ed"
        rf"|ing)? {_HIS} (?:own )?life\b(?! (?:as|in))"
        r"|\bend(?:ing)? it all\b",
        rf"\b(?:hanged|drowned|shot|killed|poisoned) {_SELF}\b(?! (?:laughing|a))",
        rf"\b{_PAINS}(?:s|ed)? {_SELF} (?:when|whenever|again|on purpose|deliberately|every|to (?:feel|cope)"
        rf"|until|since)\b"
        r"(?! (?:\w+ing|(?:i|he|she) (?:was|were|am|is) \w+ing)\b)",
        rf"\b(?:been|start(?:ed|s)?|keeps?|kept|stop(?:ped)?|was|is|am|'m|'s) (?:cutt|hurt|harm|burn"
        rf"|starv)ing {_SELF}\b"
        r"(?! (?:some|off|a)\b)|\bself-harm(?:s|ed|ing)?\b",
        rf"\bcut(?:s|ting)? {_HIS} (?:own )?(?:arms?|wrists?|legs?|thighs?|skin)\b",
        r"\b(?:swallow\w*|took|taken|takes?) (?:an? |the |too )?(?:\w+ )?(?:bottle|box|pack|handful)s? of (?:\w+ )?"
        r"(?:pills|tablets|painkillers|paracetamol|aspirin)\b|\b(?:took|taken|takes?) an overdose\b|\boverdosed\b",
        r"\b(?:don't|doesn't|didn't|not) want to (?:live|be alive|be here|exist|wake up)(?: any ?more| any longer)\b"
        r"|\bbetter off (?:without (?:me|him|her)|if (?:i|he|she) (?:was|were) (?:dead|gone))\b"
        r"|\bwant(?:s|ed)? to die\b(?! (?:laughing|of|from|in))|\bwish(?:es|ed)? (?:i|he|she) (?:was|were) dead\b",
        r"\bhear(?:s|ing)? voices\b(?! (?:in the|from|outside|down|through))",
        rf"{_ANYONE}{_ONCE} (?:drinks?|drank|(?:is |am )?drinking) (?:far |way )?"
        rf"(?:too much|heavily|in secret|secretly|every (?:night|day)|all day|(?:an?|one|two"
        rf"|\d) bottles? of {_SPIRITS})\b"
        rf"{_SOFT}",
        rf"\b(?:can't|cannot|can not|couldn't) stop (?:drinking|gambling|using){_SOFT}\b"
        rf"|\b(?:one|two|three|\d|an?|whole)(?: \w+)? bottles? of {_SPIRITS} (?:every|each|a|per) (?:evening"
        rf"|night|day)\b"
        rf"|\bdr(?:ink(?:s|ing)?|ank) (?:at|during|before) work\b{_SOFT}",
        r"\bc[oa]m(?:es?|ing) home drunk\b"
        r"|(?<!that )(?<!what )(?<!which )(?<!all )(?<!everything )(?<!coffee )(?<!tea )"
        r"\b(?:he|she|i|they) (?:drinks?|(?:is|am|are|gets?"
        r"|was) drunk)(?= ?[.,;!]|$)",
        r"\bsmok(?:es?|ed|ing) (?:\w+ )?(?:weed|pot|cannabis|marijuana|hash|joints?|crack|meth|heroin|opium"
        r"|spliffs?)\b",
        rf"{_ANYONE}{_ONCE} (?:uses?|using|tak(?:es?|ing|en)|took|do|does|did|snort\w*|inject\w*"
        rf"|tried) (?:some )?{_DRUGS}",
        rf"{_ANYONE}{_ONCE} (?:snort|sniff)\w* (?:coke|speed|glue)\b|\b(?:gets?|got) high (?:before|every|after"
        rf"|at|with|on)\b",
        rf"{_ANYONE}(?:{_BEEN})? (?:(?:addicted to|hooked on|dependent on|on|off) (?:{_DRUGS}|alcohol\b"
        rf"|gambling\b|betting\b"
        r"|pills\b|sleeping pills\b|painkillers\b|slot machines\b|porn\b)|(?:an? )?(?:\w+ )?(?:alcoholic|addict"
        r"|junkie)\b)",
        r"\b(?:gambling|drinking|drugs?|alcohol) (?:problem|addiction|habit)\b|\bgambl(?:ed|es|ing) away\b",
        r"\b(?:gamblers|narcotics|alcoholics|cocaine|overeaters|sex addicts) anonymous\b(?! (?:was|began|is an?"
        r"|started))"
        r"|\b(?:heavy|binge|problem|secret) drinker\b|(?:\b(?:my|her|his|their)|'s) (?:drinking|gambling"
        r"|drug use) (?:got|gets"
        r"|is getting|was|is|has got|had got) (?:\w+ )?(?:out of (?:hand|control)|worse|bad|under control)\b",
        r"\bproblems? with (?:alcohol|gambling|drugs|drinking)\b|\b(?:years?|months?|weeks?|days?) (?:clean|sober)\b",
        rf"{_KIN}(?: \w+)??(?:{_SUFFERS})+{_SOME} {_GRAVE}\b",
        rf"\b(?:{_HIS}|user's) {_RELATIVE}(?:'s|s') (?:\w+ )?(?!(?:ms|als|aids|sti|std|strokes?|dying"
        rf"|rehab)\b){_GRAVE}\b",
        rf"{_KIN}{_BEEN} expecting(?: (?:twins|triplets|an? (?:baby|child|girl|boy)|her|their|our)\b| ?[.,;!]|$)",
        r"\b(?:had|having|after) (?:an? |two |three )?(?:miscarriages?|abortions?|stillbirths?)\b|\bmiscarried\b"
        r"|\blost (?:the|our|my|her|a) baby\b|\b(?:trying|doing|started|having|failed) ivf\b",
        r"\b(?:my|user's) (?:psychiatrist|psychotherapist|oncologist)\b(?!'s)",
    ),
    "violence": (
        rf"(?:\b(?:i|he|she|we)|^)(?:{_ONCE}) ?(?:{_ATTACKS}|{_HURTS}) {_HIS} (?:[\w-]+ )?{_LOVED}\b(?!'s){_AT_PLAY}"
        rf"{_AT_NOBODY}",
        rf"{_CHIEF}(?: [\w-]+){{0,5}}? {_ATTACKS} {_VICTIM}{_AT_PLAY}",
        rf"{_CHIEF}(?: [\w-]+){{0,4}}? {_ATTACKING} {_VICTIM}{_AT_PLAY}",
        rf"{_CHIEF}{_ONCE}(?: keeps?| kept)? touch(?:es|ed|ing) (?:me|us|{_VICTIM})(?! (?:deeply|with|by|base|on)\b)",
        rf"{_CHIEF}{_ONCE} (?:push|shov|kick|grab|drag)(?:es?|s|ed|bed|ged) (?:me|us|him|her|them)"
        r"(?: (?:around|down|against|by the|in the|when|if|so hard)\b| ?[.,;!]|$)",
        rf"\bthrow(?:s|ing)?(?: \w+)? (?:things|plates|bottles|glasses|furniture|stuff|knives) at {_VICTIM}",
        r"\block(?:s|ed)? (?:me|us|him|her|them) (?:up|in (?:the|a|my|our) (?:cellar|basement|room|bathroom"
        r"|closet|dark))",
        rf"{_CHIEF}{_ONCE} threaten(?:s|ed|ing)? to (?:kill|hurt|hit|beat|stab|shoot|burn)\b",
        rf"{_ANYONE}{_BEEN} (?:raped|molested|groped|stalked|sexually (?:assaulted|abused|harassed))\b",
        rf"{_PERSON}{_BEEN} (?:harassed|abused|assaulted|attacked|stabbed|mugged|trafficked|beaten (?:up|as"
        rf"|when|until))\b",
        r"^[a-z]+ (?:was|has been|got) (?:assaulted|beaten up|harassed|abused) (?:by|as|when|in (?:19|20)|at"
        r"|on|last)\b",
        rf"\b(?:raped|molested|groped) {_VICTIM}",
        rf"\b(?:touch|kiss|grab|undress|film)\w* [^.!?;]{{0,40}}?(?:without {_HIS} consent|against {_HIS} will)\b",
        r"\bhands? (?:on|up|under|down) (?:my|her|his) (?:thigh|leg|skirt|breasts?|bum|butt|bottom|knee|waist"
        r"|shirt)\b",
        r"\b(?:makes?|making|made|got|gets|reported|survived|experienced|suffered|(?:victim"
        r"|survivor) of) (?:\w+ ){0,2}?"
        r"(?:sexual (?:comments|remarks|advances|harassment|assault|abuse|violence)|domestic (?:violence|abuse))\b"
        r"(?! (?:training|policy|prevention))",
        rf"\b(?:scared|afraid|frightened|terrified) of (?:my|her|his|their) (?:[\w-]+ )?(?:{_LOVER}|ex|dad"
        rf"|father|boss)\b"
        r"(?!'s)",
        rf"\babusive (?:{_LOVER}|relationship|marriage|home|ex|father|mother|family|stepfather)\b",
    ),
    "criminal_record": (
        rf"{_PERSON}{_BEEN} arrested\b(?! (?:by (?!the pol)|development))|\barrested (?:me|{_HIS} {_RELATIVE})\b",
        rf"{_PERSON}(?:{_BEEN}| went| goes| sits| ended up)? (?:sent |put |back )*(?:in|to) (?:prison|jail|custody)\b"
        r"(?! (?:to|as|reform))",
        rf"{_PERSON}{_BEEN} on (?:probation|parole|bail)\b(?! (?:at|in|period))",
        rf"{_ANYONE}{_BEEN} (?:convicted|jailed|imprisoned|incarcerated|indicted|found guilty|awaiting trial"
        rf"|sentenced)\b",
        r"\b(?:got|has|have|had|given|serv\w+) (?:an? )?(?:suspended|prison|jail|life) sentence\b",
        rf"\bserv(?:ed|es|ing) (?:\w+ ){{1,2}}(?:years?|months?) for (?:\w+ )?{_CRIME}\b",
        r"\bcaught (?:dealing|selling|stealing|shoplifting|smuggling|driving drunk|with drugs)\b",
        rf"\b(?:stole|stolen|stealing|embezzled) (?:\w+ ){{1,3}}from (?:my|her|his|their) (?:employer|boss"
        rf"|company|{_RELATIVE})",
        r"\brestraining order\b",
    ),
    "income": (
        rf"\bbehind (?:on|with|in) (?:{_HIS} |the )?{_DUES}\b",
        rf"\b(?:months?|weeks?) (?:behind|late|in arrears|overdue) (?:on|with|in) (?:{_HIS} |the )?{_DUES}\b",
        r"\bin arrears\b|\b(?:rent|mortgage|tax) arrears\b|\bcredit[- ]card debts?\b|\bpayday loans?\b",
        rf"\b(?:can't|cannot|can not|couldn't|could not|unable to|struggl\w+ to) (?:\w+ )?(?:pay"
        rf"|afford) (?:{_HIS} |the )?{_DUES}"
        r"\b",
        rf"\bmissed (?:\w+ ){{0,2}}?(?:loan|mortgage|rent|credit card|car) payments?\b|\bowes? (?:the "
        rf"|{_HIS} )?{_LENDER}\b",
        rf"{_KIN} (?:went|is|are|was|were|filed for) bankrupt\w*|\b(?:bailiffs?|debt collectors?) (?:came|come"
        rf"|at|took|call\w*)\b",
        r"\b(?:car|van|house|flat|home|boat|motorbike) (?:was|got|is being|has been|is getting|being) repossessed\b",
        rf"{_PERSON}{_BEEN} evicted\b(?! from (?:the )?cache)|\bfrom (?:a )?loan sharks?\b",
    ),
    "immigration_status": (
        r"\b(?:visa|residence permit|work permit)(?: \w+)? (?:expired|ran out|run out|denied|rejected|refused"
        r"|revoked)\b",
        r"\boverstay(?:s|ed|ing)? (?:\w+ ){0,3}visa\b|\b(?:has|have|had) no (?:papers|visa|residence permit)\b",
        rf"{_NAMED}{_ONCE}{_BEEN}{_ONCE} (?:an? (?:\w+ )?)?undocumented\b(?:{_UNFOLLOWED}| (?:immigrants?|migrants?"
        r"|workers?|aliens?|students?|person|people)\b)(?![^.!?;]{0,40}\b(?:docs|api|code|manual|readme)\b)",
        rf"{_NAMED}{_ONCE}(?:{_BEEN})? (?:lives?|living|lived|works?|working|worked|stay\w*|came|come|arrived?|arrives"
        rf"|entered|crossed|moved) (?:\w+ ){{0,3}}?(?:(?:undocumented|illegally)\b{_UNFOLLOWED}|{_WITHOUT_PAPERS})",
        rf"(?:\b{_HIS}|'s) asylum (?:application|claim|request|case|hearing|interview|status)\b",
        rf"{_ANYONE}{_ONCE}(?:{_BEEN})? (?:appl(?:ied|ying|ies) for|granted|denied|refused|seeking"
        rf"|sought) (?:political )?asylum\b",
        rf"{_ANYONE}(?:{_BEEN}| came here as| came as| arrived as) (?:an? )?(?:\w+ )?"
        r"(?:refugees?|asylum seekers?|illegal immigrants?)\b",
        rf"{_NAMED}{_BEEN} (?:\w+ ){{0,3}}?{_WITHOUT_PAPERS}|{_NAMED}{_BEEN} (?:here|(?:in|living in) (?:the|this)"
        r" country|\w+ing(?: here)?|still here) illegally\b",
        rf"{_PERSON}{_BEEN} deported\b",
        rf"{_NAMED}[^.;!?]{{0,80}}?\bnever (?:got|had|received|applied for) (?:any |her |his |their )?(?:papers|a visa"
        r"|(?:a )?(?:residence |work )?permits?|legal status)\b(?! (?:for|from|to publish|published))",
        rf"{_NAMED} (?:came|entered|got|crossed|was brought|were brought|arrived) [^.;!?]{{0,40}}?\b(?:in the (?:boot"
        r"|trunk) of a car|in the back of a (?:lorry|truck|van)|hidden in a (?:lorry|truck|van|container)"
        r"|with (?:a )?smugglers?)\b",
    ),
    "sexual_orientation": (
        rf"\bcheat(?:s|ed|ing)? on (?:me|him|us|{_HIS} (?:ex[- ])?{_LOVER})\b|\bunfaithful to\b",
        rf"\b(?:sleeps|slept|sleeping) with (?:{_HIS} (?:\w+ )?(?:secretary|boss|ex|colleague|co-?worker"
        rf"|assistant|friend)"
        r"|someone else|other (?:men|women))\b",
    ),
    "home_access": (
        rf"\b{_DOOR} (?:access |entry |system )?{_NUMBER_OF}\b(?! (?:of (?:19|20)\d\d|section|applies"
        rf"|requires)\b)[^.;\d]{{0,40}}?{_DIGITS}",
        rf"\b{_NUMBER_OF} (?:for|of|to|at) (?:the |\w+'s |{_HIS} )(?:\w+ )?{_DOOR}\b[^.;\d]{{0,25}}?{_DIGITS}",
        rf"\b(?:open|unlock|disarm)(?:s|ed)? (?:the |{_HIS} )(?:\w+ )?{_DOOR} (?:with|using"
        rf"|by)(?: [a-z]+){{0,3}} {_DIGITS}",
    ),
}
LIFE_PATTERNS: Final = compiled(_BY_KEY.items())
