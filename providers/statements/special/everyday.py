"""English constructions for remarks in passing: "we're trying for a second", "my visa runs out in May".

They are broad, so the statistical reader may doubt their matches, except number plates and keys.
"""

from collections.abc import Mapping
from typing import Final

from providers.statements.special.home_access import CREDENTIAL, HOME_ACCESS, IS, WHO
from providers.statements.text.special_words import compiled

_HIS: Final = r"(?:my|our|her|his|their|the user's|user's|[a-z]+'s)"
_SUM: Final = r"[$\u20ac\u00a3] ?\d[\d.,]*k?"
_END: Final = (
    r"(?=\W*$|[,.;:!?)]| (?:and|but|so|since|because|after|again|now|with|this|next|for (?:a|two|six"
    r"|\w+ )?(?:year|month)s?|by|at|on|in|if|though|who)\b)"
)
_NTH: Final = r"(?:first|second|third|fourth|fifth|number (?:two|three|four)|no\. ?\d)"
_CHILD: Final = r"(?:baby|child|kid|girl|boy|daughter|son|twins|sibling|little (?:one|brother|sister))"
_COUNT: Final = (
    r"(?:\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|twenty|thirty"
    r"|forty|fifty|sixty|ninety|[a-z]+-[a-z]+|a hundred|several|nearly|almost)"
)
_BETS: Final = (
    r"(?:slots?|slot machines?|roulette|blackjack|poker|(?:sports? )?bet(?:s|ting)?|bookies|bookmakers?|horses|casinos?"
    r"|scratch ?cards?|fruit machines?|gambling|online (?:poker|bingo|casino)|spread betting|accumulators?)"
)
_DRINK: Final = (
    r"(?:wine|vodka|whisk(?:e)?y|gin|rum|beers?|lager|cider|schnapps|liquor|spirits|booze|bourbon|scotch"
    r"|prosecco|tequila|cans|pints)"
)
_NIGHTLY: Final = r"(?:every|each|a|per|most|by) (?:single )?(?:nights?|days?|evenings?|mornings?|weekend)"
_PILLS: Final = (
    r"(?:meds|medication|medicines?|antidepressants|painkillers|ssris?|statins?|beta blockers?|blood thinners?"
    r"|inhalers?"
    r"|insulin|pills|dosage|epipen|hearing aids?|chemo|scrips?|prescriptions?)"
)
_PAPER: Final = (
    r"(?:(?:work |student |spouse |spousal |partner |skilled worker |tier \d |fiance |graduate |dependent "
    r"|h-?1b |o-?1 |f-?1 |j-?1 )?visas?"
    r"|green card|(?:work|residence|residency) permit|leave to remain|ilr|(?:pre-)?settled status|h-?1b|opt"
    r"|ead|daca|tps"
    r"|asylum (?:claim|case)|citizenship|naturali[sz]ation|permanent residen(?:ce|cy)|immigration (?:papers"
    r"|case|status|lawyer)|biometric residence permit|brp)"
)
_PAPER_DOES: Final = (
    r"(?:runs? out|ran out|running out|expir\w+|lapse[sd]?|is (?:up|due|pending|tied|sponsored|being)"
    r"|came through|comes? through|got (?:denied|approved|refused|rejected)"
    r"|(?:was|were|been|is) (?:denied|approved|refused|rejected|granted|revoked|extended|cancelled)|interview"
    r"|application|appointment|hearing|renewal|extension|status"
    r"|test|ceremony|oath|sponsor\w*|lawyer|paperwork|petition)"
)
_PLATE: Final = (
    r"(?:[a-z]{2}\d{2} ?[a-z]{3}|[a-z]{1,3}-[a-z]{1,2}[- ]?\d{1,4}[eh]?|(?!(?:in|a|an|on|at|is|no"
    r"|of) )[a-z]{1,3} [a-z]{2} \d{2,4}[eh]?"
    r"|[a-z]{2}[- ]?\d{3,4}[- ]?[a-z]{1,2}|[a-z]{2,3}[- ]?\d{3,4}|[a-z]\d{1,3} ?[a-z]{3}|\d{3,4}[- ]?[a-z]{3}"
    r"|\d[a-z]{3}\d{3})"
    r"(?![\w-]|\.\d)"
)
_BY_KEY: Final[Mapping[str, tuple[str, ...]]] = {
    "health_conditions": (
        rf"\btrying (?:again )?for (?:an?|another|our|my|her|their|the|baby)(?: (?:{_NTH}"
        rf"|{_CHILD})){{1,2}}{_END}(?! (?:medal|win))"
        rf"|\btrying for (?:number (?:two|three|four)|another one|kids|children|twins){_END}"
        r"|\btrying to (?:conceive|get pregnant|fall pregnant|start a family|have (?:a|another) (?:baby|child"
        r"|kid))\b|\bttc\b",
        rf"\bexpecting (?:(?:our|my|her|their|a|another)(?: \w+)?? )?(?:{_NTH}{_END}|{_CHILD}\b|in (?:january"
        r"|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn"
        r"|the))",
        r"(?:^|\b(?:i|she|we|user|wife|partner|girlfriend|sister|daughter)(?:'m| am|'re|'s| is| are) "
        rf"|^[a-z]+ is )(?:about |nearly |almost |only |already )?{_COUNT}(?: and a half)? (?:weeks"
        rf"|months) (?:along|gone)\b|(?:, |\band ){_COUNT} (?:weeks|months) along\b(?! the\b)"
        r"|\b(?:first|second|third) trimester\b(?! of (?:the )?(?:fiscal|school|academic|year|20))"
        r"|\b(?:a )?bun in the oven\b|\bmorning sickness\b|\bbaby bump\b|\b(?:12|20|twelve"
        r"|twenty)[- ]week scan\b"
        r"|\btwo (?:pink |blue )lines\b|\btwo lines on (?:the|my|a|her) (?:test|stick)\b|\b(?:pregnancy"
        r"|home) test\b[^.;]{0,25}?\bpositive\b|\bnot drinking for two\b|\beating for two\b",
        rf"\b{_HIS} (?:midwife|obstetrician|gyn(?:ae|o)?(?:cologist)?|obgyn|ob-gyn|fertility clinic"
        r"|due date(?! (?:for|of) (?:the|her|his|my|an?) (?!baby|birth|pregnancy))|surrogate|waters broke"
        r"|c-section|caesarean|embryos?|ivf|eggs? frozen)\b"
        r"|\b(?:embryo transfer|egg (?:retrieval|collection|freezing)|freez\w+ (?:my|her) eggs|frozen (?:my"
        r"|her) eggs|egg donor|sperm donor|postpartum|post-partum|postnatal)\b"
        r"|\b(?:stopped|came off|coming off|went off|quit) (?:taking )?(?:the pill|birth control)\b"
        r"|\b(?:missed (?:my|her|a) period|(?:my|her) period(?:'s| is| was) (?:\w+ ){0,2}?late)\b",
        rf"{WHO}(?:'ve|'s| has| have|'m| am| is| was)? (?:been |started |stopped |keep |keeps )?(?:(?:cutting"
        r"|self[- ]harming|hurting myself)(?: again)?"
        r" (?:and (?:nobody|no one|hiding)|to (?:cope|feel|numb)|when(?:ever)? (?:i|she|he) (?:feel|get|am|was|can't))"
        r"|(?:cutting|hurting myself) again(?=\W*$|[,.;!]))",
        r"\b(?:mak(?:e|es|ing)|made) (?:myself|herself|himself) (?:sick|throw up|vomit)\b|\b(?:bing(?:e|es|ed"
        r"|eing|ing)) and (?:purg\w+)\b|\bpurging\b(?= (?:after|again|most))"
        r"|\brestrict(?:ing)? (?:my )?(?:food|calories|eating) (?:again|so)\b|\bstarving (?:myself|herself|himself)\b",
        r"\b(?:don't|doesn't|can't|cannot) (?:really )?see (?:the|any) point (?:anymore|any more"
        r"|in (?:anything|going on|living|life))\b"
        r"|\bcr(?:y|ies|ying|ied) (?:myself to sleep|every (?:day|night|morning)|(?:all|most) (?:day"
        r"|nights))\b|\bnervous wreck\b"
        r"|\b(?:suicidal|dark) thoughts\b|\bcan't face (?:the day|getting up|anyone)\b",
        r"\b(?:my|her|his|their|user's) sponsor\b[^.;!?]{0,60}?\b(?:(?:hit|go to|get to|make it to|more"
        r"|skip\w*|miss\w*) (?:\w+ ){0,2}?meetings?|steps?|relaps\w+|sober|drink\w*|aa|na|recovery)\b"
        r"|\b(?:twelve[- ]steps?|12[- ]steps?|aa|na)\b[^.;!?]{0,40}?\bsponsor\b(?! (?:logo|slot|deck))"
        r"|\b(?:fell|fallen|fall|falls|falling) off the wagon\b|\bback on the (?:bottle|booze|drink|pills|gear"
        r"|sauce|wagon)\b|\bhit(?:s|ting)? the bottle\b|\bon the wagon\b",
        rf"{WHO}(?:{IS}|'ve| have| has|'d| had)? (?:just |recently |nearly |almost )?(?:relapsed|detoxing"
        r"|in recovery|going cold turkey)\b(?! (?:mode|from (?:the|a) (?:injury|run)))"
        r"|\b(?:out of|since|left|after) rehab\b(?=\W*$|[,.;!]| (?:i|we|she|he|last|this|in|on|for|and|but)\b)"
        rf"|{WHO} (?:go|goes|went|\w+ going) to aa\b{_END}"
        r"|\b(?:twelve|12)[- ]step (?:program\w*|meetings?|group)|\b(?:rehab|detox|cold turkey"
        r"|withdrawals?)\b(?= (?:for|from|was|for the) (?:the |my |alcohol|booze|drink\w*|heroin|pills|opi\w+"
        r"|coke|drugs))",
        rf"\b{_COUNT}(?: \w+)? (?:years?|months?|weeks?|days?)(?: \w+)? (?:off the (?:booze|drink|drugs|weed"
        rf"|fags)|without (?:a drink|drinking|using|gambling|alcohol|a bet)|(?:clean|sober|dry){_END})",
        r"\b(?:bottles?|cans|pints?|litres?|six-pack|half a bottle"
        rf"|glasses of {_DRINK})(?: of {_DRINK})?(?:'s)? {_NIGHTLY}\b(?! (?:of (?:water|milk)))"
        r"|\b(?:can't|cannot|couldn't|never) (?:ever )?(?:stop|stops) at (?:one|two|just)\b|\b(?:need|needs"
        r"|needed) a (?:drink|glass|beer|joint|smoke) (?:(?:just )?to (?:sleep|cope|function|calm|face|get"
        r"|relax|fall|feel|stop)|before (?:bed|work|noon|breakfast|i can))\b"
        r"|\bdr(?:ink|inks|inking|ank|unk) (?:myself|himself|herself|themselves) (?:to sleep|stupid"
        r"|to oblivion)\b|\b(?:drinking|drinks|drink) (?:way |far )?(?:too much|more than i should"
        r"|a lot (?:more )?(?:since|lately|again))(?! (?:coffee|tea|water|soda|cola|coke|milk|juice))\b"
        rf"|\b(?:hiding|hides?) (?:the |empty |my )?(?:bottles|{_DRINK})\b",
        r"\b(?:lost|blew|blown|burned|burnt|wasted|dropped|gambled|spent|owe"
        rf"|down) (?:\w+ ){{0,3}}?(?:[$\u20ac\u00a3]? ?\d[\d.,]*k?|everything|{_HIS} \w+|thousands?|hundreds?"
        r"|a fortune|grand|rent(?: money)?|money)(?: \w+)?"
        rf" (?:at|on|in|to|playing) (?:the |an? |online )?(?:\w+ )?{_BETS}\b|\bchas(?:e|es|ed|ing) (?:my|his"
        r"|her|their) loss(?:es)?\b|\b(?:can't|cannot) (?:stop|quit) (?:betting|gambling|playing the (?:slots"
        r"|machines))\b|\bself-excluded from\b",
        rf"\b(?:my|her|his|user's|their) {_PILLS}\b(?! (?:glasses|sunglasses|lens(?:es)?|drugs? (?:app"
        rf"|startup)))|\b(?:refill|pick(?:ing)? up|collect|renew|fill)(?: \w+){{0,3}}? (?:prescription|scrip"
        r"|repeat prescription)\b"
        r"|\b(?:upped|doubled|halved|changed|adjusted|lowered|raised) (?:my|her|his|their) (?:dose|dosage|meds"
        r"|medication)\b",
        r"\b(?:my|her|his|user's) (?:last |latest |recent )?(?:bloods|blood ?work|blood results|smear"
        r"|pap smear|mammogram|biopsy|colonoscopy|endoscopy|mri|ct scan|ultrasound|x-ray|echo(?:cardiogram)?"
        r"|ecg|psa|a1c|hba1c)\b(?! (?:of|app|viewer|file|script|tool|dataset|reader|model)s?\b)"
        r"|\b(?:biopsy|mammogram|smear|bloods|blood ?work) (?:came|come) back\b|\breferred (?:me|her"
        r"|him) to (?:an? |the )?(?:\w+ologist|specialist|oncology|cardiology|psychiat\w+|memory clinic|camhs"
        r"|pain clinic)\b",
        r"\b(?:our|my|her|their|the|a) (?:(?:new|first|second|third|fourth|next|little|\w+'s) )?(?:baby|twins"
        r"|little (?:one|girl|boy)|bump|bundle)(?: (?:number|no\.?) \w+)?"
        r"(?: is|'s| are| will be)? (?:due|arriv\w+|com(?:es|ing)|born)(?: \w+){0,2} (?:in|on|at|around|by"
        r"|this|next|early|late|any)\b|\b(?:baby|child|kid) (?:number|no\.?) (?:two|three|four|five|\d)\b",
        r"\b(?:try|trying) for (?:an? )?(?:sibling|brother|sister)\b|\bno heartbeat\b|\bmy aa\b|\baa (?:chip"
        r"|meeting|sponsor|group)s?\b|\b(?:do|does|did|doing) (?:a (?:couple|few) of |\w+ )?lines? (?:of coke"
        r"|most|every|on|at)\b",
        r"\b(?:keeps?|carr(?:y|ies)|packs?|always (?:has|have)) (?:an? |two |the |my |her |his |their |some |spare )*"
        r"(?:inhalers?|glucose tab(?:let)?s|nitro(?:glycerin)? spray|diazepam|naloxone|rescue meds)\b",
        rf"{WHO}(?:{IS}| was| were|'ve been| has been| have been| got) sectioned\b(?! off)",
        r"\b(?:midwife|health visitor) (?:says|said|thinks|reckons|told)\b|\b(?:nicking|stealing|taking|took"
        r"|borrowing|popping) (?:my|her|his|their) (?:\w+'s )?(?:tramadol|oxy\w*|codeine|valium|xanax|adderall"
        r"|morphine|pills|painkillers|co-codamol)\b",
        r"\b(?:hear|hears|hearing|see|sees|seeing) (?:things|voices|people) (?:that|who|which) (?:aren't"
        r"|are not|isn't|nobody)\b|\bcan't stop (?:washing|checking|counting|scrubbing)\b",
        r"\b(?:froze|frozen|freez\w+|transferr\w+|implant\w+|thaw\w+|have) (?:\w+ )?embryos\b"
        r"|\blost (?:it|him|her|the pregnancy|another one|the twins) (?:at|after"
        r"|in the) (?:\w+ )?(?:\w+ )?(?:weeks?|months?|trimester)\b"
        r"|\b(?:blighted ovum|ectopic|d&c|stillborn|rainbow baby|angel baby)\b",
        r"\b(?:want|wanted|wish|feel like) (?:\w+ ){0,3}?(?:to )?(?:disappear(?:ing)?|not (?:be here|exist"
        r"|wake up)|stop existing|be gone)(?: for good| forever)?(?=\W*$|[,.;!]| (?:some|most|and|any ?more"
        r"|lately))"
        r"|\bnot (?:be|want to be) here any ?more\b",
        r"\b(?:stash|pile|bag|collection|bin full) of empties\b|\b(?:hid|hide|hides|hiding) (?:the |my |his "
        r"|her )?(?:empties|drinking)\b|\b(?:i|he|she|user) (?:bets?|gambles?) on (?:anything|everything)\b"
        r"|\b(?:booze|drugs?|pills|oxy|coke|heroin|fentanyl|gambling|casino)\b (?:got (?:hold"
        r"|the better)|took over|ruined|cost|nearly killed|has (?:a hold|me|him|her)) (?:of |on )?(?:me|my|him"
        r"|her|his|us|our)\b"
        r"|\b(?:get|got|getting) clean(?=\W*$|[,.;]| (?:for (?:my|her|his|the)|after|in (?:rehab|prison)"
        r"|and sober|off))|\bdry (?:drunk|since|for \w+ (?:years|months))\b",
        r"\b(?:start(?:s|ed|ing)?|put(?:s|ting)?|got|have|has|keep) (?:me|him|her|them|us|my \w+) on (?:an? "
        r"|the |some |low-dose |puberty )?(?:\w+ )?(?:blockers|hormones|hrt|testosterone|t(?!-)|estrogen|oestrogen"
        r"|antidepressants?|ssris?|statins?|insulin|steroids|antibiotics"
        r"|meds|medication|pills|tablets|beta blockers|blood thinners|lithium|methadone|chemo|dialysis|oxygen"
        r"|a drip|\w+(?:pram|etine|aline|azole|formin|statin|pril|olol|epam|apine|idone|mab|gliptin"
        r"|glutide))\b(?! (?:release|call))",
        r"\b(?:my|her|his) (?:(?:first|last|next|weekly|biweekly|virtual|online|[a-z]+day|[a-z]+ \d{1,2}) ){0,3}"
        r"(?:therapy (?:sessions?|appointments?)|burnout)\b|\bexperienc\w+ (?:\w+ )?(?:anxiety|panic)\b"
        r"|\b(?:for|as for) therapy, (?:i|she|he)\b",
    ),
    "ethnicity": (r"\bask\w* (?:\w+ )?where (?:i'm|i am|\w+ is|\w+'s) \"?really\"? from\b",),
    "income": (
        rf"\b(?:i've|i have|she has|he has) (?:(?:only|already|just|now) )?saved (?:up )?(?:about |around )?{_SUM}"
        r"(?![\d.,]| (?:in|on|over|by)\b)"
        rf"|\bmy (?:current |present |own )?{_SUM} job\b|\baccept(?:ed|ing) (?:that|the|an?) {_SUM} (?:job )?offer"
        rf"|\bvalued (?:my|our|her|his) (?:\w+ )?(?:property|house|home|flat|apartment) at {_SUM}"
        r"|\breached my (?:emergency fund|savings)\b|\bcelebrat\w+ paying off (?:a|my|our) loan\b",
        r"\b(?:mountain|pile|load|heap)s? of debts?\b"
        r"|\b(?:statutory sick pay|ssp|jobseeker's|universal credit|housing benefit)\b(?= (?:and|doesn't"
        r"|won't|is|isn't|at|since|lands|arrives)|[.,;]|\W*$)",
        r"\b(?:food ?banks?|soup kitchens?) (?:got|gets?|keeps?|kept|fed|feeds?|helped|helps?|saved) (?:us|me"
        r"|him|her|them|my)\b|\b(?:us(?:e|es|ed|ing)|go(?:es|ing)? to|went to|rel(?:y|ies|ied|ying) on"
        r"|live[sd]? (?:on|off|from)|parcels? from|queu\w+ at) (?:the |a |our |local )*(?:food ?banks?"
        r"|soup kitchens?)\b"
        r"|\b(?:maxed[- ]out|maxing out) (?:on )?(?:my|her|his|their|our|credit|cards?)\b|\b(?:my|our|her"
        r"|his) (?:overdraft|payday loan|credit cards?|store cards?)\b[^.;]{0,25}?\b(?:maxed|limit"
        r"|through the roof|at its|up to|interest)\b",
        r"\b(?:can't|cannot|couldn't|can barely|barely|hardly|struggl\w+ to) (?:\w+ )?(?:make ends meet"
        r"|make rent|pay (?:the|our|my) (?:bills|rent|heating)|afford (?:the|our|my) (?:rent|heating|bills"
        r"|mortgage))\b|\b(?:live|lives|living) (?:paycheck to paycheck|hand to mouth)\b"
        r"|\bthe (?:rent|mortgage|deposit|savings)(?:'s| is| are)(?: all)? (?:gone|spent)\b|\b(?:repossess\w+"
        r"|foreclos\w+) (?:our|my|her|his|their|on (?:our|my))\b|\b(?:our|my|her|his|their) (?:house|car|home"
        r"|van) (?:was|got|is being|has been) (?:repossessed|foreclosed)\b|\bgarnish\w* (?:my|her|his"
        r"|their) (?:wages|pay)\b",
    ),
    "criminal_record": (
        r"\bmy (?:court )?(?:hearing|trial|sentencing|arraignment|court date)\b(?! (?:aid|test|loss|version"
        r"|period))(?=[^.;]*\b(?:court|magistrates|crown|judge|monday|tuesday|wednesday|thursday|friday"
        r"|on the)\b)",
    ),
    "gender": (
        r"\b(?:i|she|he|they) (?:bind|binds|bound) (?:my|her|his|their) (?:chest|breasts)\b|\b(?:my"
        r"|a) (?:chest )?binder\b(?= (?:all day|under|hurts|every))",
    ),
    "violence": (
        r"\b(?:holds?|held|grabs?|grabbed|twists?|twisted|squeez\w+) (?:my|her|his) (?:wrists?|arms?|throat"
        r"|neck|hair)\b(?= (?:until|so hard|when|and|till|whenever)|[.,;]|\W*$)",
        r"\bspik(?:e|ed|ing) (?:my|her|his|our) drinks?\b|\b(?:my|her|his) drink (?:was|got|had been) spiked\b"
        r"|\bwoke up (?:in a strange bed|with no clothes|not knowing what)\b|\b(?:he|she|they|someone"
        r"|somebody) (?:forced|pinned|held) (?:himself on |herself on )?(?:me|her"
        r"|him)(?: down)?\b(?= (?:to have|and|until|when|while)|[.,;!]|\W*$)"
        r"|\b(?:women's|domestic violence) (?:refuge|shelter)\b(?! (?:volunteer|charity|fund))|\bwalk(?:s"
        r"|ing)? on eggshells\b(?= (?:around|with|at home|when|for)|[.,]|\W*$)|\b(?:he|she|my \w+) (?:controls"
        r"|controlled|tracks|takes) (?:all )?my (?:money"
        r"|phone|every move|bank card)\b",
    ),
    "religion": (
        r"\b(?:light|lights|lighting|lit) (?:the |our |my )?(?:shabbat |sabbath )?candles (?:on |every "
        r"|each )?(?:friday|shabbat|the sabbath)\b|\b(?:keep|keeps|keeping|observe\w*) (?:shabbat|shabbos"
        r"|the sabbath|kosher|halal|lent|ramadan|the fast)\b"
        r"|\b(?:my|our|her|his) (?:rabbi|imam|priest|pastor|vicar|parish|congregation|shul|gurdwara|temple"
        r"|mosque|church|synagogue|bible (?:study|group)|confession|rosary|bar mitzvah|bat mitzvah"
        r"|first communion|confirmation class|prayer (?:mat|group))\b(?! (?:app|street|model))",
    ),
    "immigration_status": (
        r"\b(?:have to|had to|must|need to|told to|might have to|going to have to"
        r"|forced to) leave the country (?:by|in|before|if|within|when|unless|because)\b"
        r"|\b(?:sponsor(?:ship)? licen[cs]e|certificate of sponsorship)\b|\b(?:kicked|thrown|sent) (?:out of"
        r"|back to) (?:the country|my country|his country|her country)\b",
        rf"\b(?:{_HIS}|the) {_PAPER}(?: \w+)?? {_PAPER_DOES}\b(?! card)"
        rf"|\b{_HIS} (?:\w+ )?green card\b(?! lottery)|\bgreen card (?:interview|application"
        r"|holder)\b",
        rf"\b(?:wait\w*|still) (?:\w+ ){{0,3}}?(?:on|for) {_HIS} {_PAPER}\b|\b(?:appl(?:y|ied|ying)"
        rf"|reappl\w+) for (?:{_HIS} |the |an? )?(?!(?:tourist|schengen|transit|visitor))"
        rf"(?!visas?\b){_PAPER}\b|\b(?:renew\w*|extend\w*|sort\w* out|los(?:e|ing|t)) {_HIS} {_PAPER}\b"
        r"|\bon an? (?:\w+ )?(?:student|work|spouse|spousal|skilled worker|h-?1b|f-?1|graduate|dependent"
        r"|fiance|partner) visa\b",
        r"\b(?:has|have|had|got|gets?|given|granted|refused) (?:only |just |still )?(?:indefinite |limited "
        r"|exceptional |discretionary )?(?:leave to remain|(?:pre-)?settled status|temporary protection"
        r"|right of abode)\b"
        rf"|\bhere on an? (?:{_PAPER}\b|tier \d\b|[a-z]-?\d[a-z]?\b)",
        rf"{WHO}(?:'ve| have| has)? overstayed\b(?! (?:my|our|his|her|their) welcome)|\b(?:home office|uscis"
        rf"|immigration) (?:interview|appointment|hearing|officer)\b|\b(?:life in the uk|{_HIS} (?:citizenship"
        r"|naturali[sz]ation)) (?:test|ceremony|interview)\b"
        r"|\b(?:sponsor(?:s|ed|ing)? (?:my|her|his|their) visa|visa sponsorship)\b(?= (?:runs|ends|depends|is"
        r"|from|through)|\W*$)|\b(?:no|without|haven't got|don't have|doesn't have|got my|got her"
        r"|got his) (?:any )?(?:legal )?(?:papers|work permit)\b(?! (?:trail|to|for|published))",
    ),
    "government_ids": (
        r"\b(?:number ?plate|licen[cs]e plate|plates?|reg(?:istration)?(?: (?:number|plate|mark))?|rego"
        r"|kennzeichen|nummernschild|matricula|plaque(?: d'immatriculation)?|immatriculation|targa|placa)"
        r"(?: (?:number|is|are|ist|es|est|e|lautet|reads|la|der|del|de|du|of|meines|autos|mi|coche|ma|voiture"
        rf"|number is|says|:)| ?[:=,]|'s){{0,5}} {_PLATE}",
    ),
    "account_numbers": (
        r"\b(?:pin|passcode)\b(?! (?:board|code review))[^.;]{0,30}?(?:is|:|=|'s)[^.;]{0,40}?\b\d{4,8}\b",
        r"\b(?:my|her|his|their|our|pay (?:me|her|him|us|them)|send (?:it|me|her|him))\b[^.;]{0,30}?"
        r"\b(?:paypal|venmo|cash ?app|zelle|revolut|bizum|twint)\b(?! integration| sandbox)[^.;]{0,25}?"
        r"(?<!\w)@[a-z][\w.-]{2,}",
        rf"\b(?:gets?|got|logs?|logging|signs?|signing) (?:in|on)(?:to| to)?\b[^.;]{{0,50}}?\b(?:with|using"
        rf"|types?|enters?|and) {CREDENTIAL}",
    ),
    "home_access": HOME_ACCESS,
}
NEVER_DOUBTED: Final = frozenset(["government_ids", "home_access"])
EVERYDAY_PATTERNS: Final = compiled(_BY_KEY.items())
PLATES: Final = tuple(each for each in EVERYDAY_PATTERNS if each[0] == "government_ids")
