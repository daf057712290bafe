"""Constructions for special categories: "goes to mass", "of Kurdish descent", "earns 80k"."""

import re
from collections.abc import Mapping
from typing import Final

from providers.statements.special.short_notes import NOTES
from providers.statements.text.special_words import compiled

_MONEY: Final = (
    r"(?:[$\u20ac\u00a3\u00a5] ?\d[\d.,']*k?|\d[\d.,']* ?(?:k\b|euros?\b|eur\b|usd\b|dollars?\b|pounds?\b|gbp\b|chf\b"
    r"|francs?\b|kn\b|kronor\b|zloty\b|rupees\b|reais\b)|(?:chf|eur|usd|gbp|sek|nok|dkk|pln|inr|brl) ?\d[\d.,']*)"
)
_PAY: Final = (
    r"(?:earn(?:s|ed|ing|ings)?|salar(?:y|ies)|incomes?|wages?|paychecks?|payslips?|take[- ]home|gross(?:es)?"
    r"|net pay|pay of"
    r"|pension|bonus(?:es)?|raise|stipend|commissions?|dividends?|royalt(?:y|ies)|severance|day rate|hourly rate"
    r"|after (?:tax(?:es)?|deductions)|before tax(?:es)?|compensation|alimony|payout)"
)
_EACH: Final = r"(?:an?|per|each|every|/) ?(?:hour|day|week|fortnight|month|year|annum)"
_ISSUE: Final = (
    r"(?:nuclear (?:power|energy|weapons)|abortions?|immigration|migrants|gun (?:control|rights|laws?)|independence"
    r"|(?:the )?monarchy|vaccine mandates?|(?:the )?death penalty|capital punishment|(?:the )?(?:eu|nato)\b"
    r"|eu membership"
    r"|brexit|vaccin\w+|capitalism|communism|socialism|wealth tax(?:es)?|basic income|(?:same-sex|gay) marriage"
    r"|trans rights"
    r"|gay rights|the (?:war|invasion) (?:in|of)|israel|palestine|the (?:current |present )?(?:government|regime"
    r"|president|far right)|austerity"
    r"|privati[sz]ation|nationali[sz]ation|fracking|fossil fuels|(?:open|closed) borders|affirmative action"
    r"|gender quotas|rent control|conscription|animal testing|lockdowns?|legali[sz]\w+|assisted dying|euthanasia"
    r"|electoral reform|irish unity|(?:a )?united ireland|two-state solution|defund\w+|a second referendum"
    r"|deportations?"
    r"|asylum|racism|fascism|sexism|climate (?:action|change|justice)|coal|(?:the )?new (?:airport|motorway|runway))"
)
_SIDE: Final = (
    r"(?:support(?:s|ed|er of|ing)?|oppos(?:es|ed|ing)|oppose|backs|backer of|in favou?r of|against|despis\w+"
    r"|hates|loathes|distrusts|admires|fan of|critical of|angry (?:at|with|about)|advocates?(?: for)?"
    r"|campaign\w* (?:for|against)|protest\w*(?: for| against| at)?|march\w* (?:for|against)"
    r"|demonstrat\w+(?: for| against)?|rall\w+ (?:for|against)|believes in|pro|anti)"
)
_LAWFUL: Final = (
    r"(?:abolish|legali[sz]e|nationali[sz]e|privati[sz]e|secede|deport|rejoin|disarm|rearm|decriminali[sz]e)"
)
_CRIMES: Final = (
    r"(?:assault|theft|burglary|robbery|arson|murder|manslaughter|shoplifting|vandalism|possession|dealing"
    r"|(?:drink|drunk)"
    r"[- ]driving|dui|dwi|speeding|trespass\w*|perjury|forgery|tax (?:evasion|fraud)|fraud|smuggling|stalking"
    r"|harassment"
    r"|battery|cannabis|marijuana|weed|cocaine|heroin|drugs|graffiti|fare dodging|embezzl\w+|money laundering"
    r"|stealing"
    r"|hacking|insider trading|affray|criminal damage)"
)
_BODY: Final = (
    r"(?:fingerprints?|thumbprints?|finger scans?|iris(?: code)?|retinas?|face ?prints?|vein pattern|palm ?prints?"
    r"|voice ?prints?|gait|handprint|genome|dna|genotype|typing rhythm|keystrokes?|hand geometry|face geometry)"
)
_GUILDS: Final = (
    r"(?:unite|unison|prospect|equity|gmb|rmt|pcs|nasuwt|neu|ucu|usdaw|aslef|cwu|nuj|rcn|bma|verdi|ver\.di|cgt"
    r"|cfdt|ugt"
    r"|ccoo|cgil|cisl|uil|fnv|cnv|dgb|ig metall|ig bce|gew|uaw|seiu|teamsters|ibew|ufcw|usw|aft|nea|cwa|iatse|wga|sag"
    r"|sag-aftra|national education association|(?:writers|actors|directors|editors|musicians|teachers|nurses"
    r"|newspaper"
    r"|screen actors|journalists|drivers|dockers|miners|farm ?workers|steelworkers|auto ?workers|postal workers)'?"
    r" ?(?:guild|union|federation|association))"
)
# The object of a partner's action: "Ana's wife picks | her | up"; "her sister" may be anyone's.
_HER: Final = (
    r"\bher(?= (?:up|to|at|in|on|for|from|with|when|every|each|after|before|and|back|home|out|by|off)\b| ?[.,;!)]|$)"
)
_WOMEN: Final = r"(?:wife|girlfriend|fiancee)"
_MEN: Final = r"(?:husband|boyfriend|fiance)"
_OWNED: Final = r"(?:(?<='s )|(?<=s' ))(?:(?:late|first|second|new|former|future|ex)[- ])?"
_BY_KEY: Final[Mapping[str, tuple[str, ...]]] = {
    "health_conditions": (
        r"\b(?:had|having|getting|got) (?:her|his|their|my|an?) (?:\w+ )?(?:appendix|gallbladder|tonsils"
        r"|wisdom teeth|uterus|prostate|spleen"
        r"|thyroid|mole|lump|cyst|tumou?r|implant|coil|iud|stoma|catheter|pacemaker|colonoscopy|mri|ct scan"
        r"|biopsy)\b",
        r"\b(?:her|his|their|my|user's|'s) (?:\w+ )?(?:surgery|operation|psa|blood (?:sugar|pressure|count"
        r"|tests?)|cholesterol|tumou?r|biopsy"
        r"|chemo|dialysis|eyesight|glucose|bmi|symptoms|inhaler|crutches|mri|ovulation|fertility|cpap"
        r"|physio(?:therapy)?)\b",
        r"\bon the pill\b|\bbirth control\b|\bcontracepti\w+\b|\bcpap\b|\binsulin pump\b|\bglucose monitor\b"
        r"|\bhearing (?:in|on) (?:the|her|his|one"
        r"|both)\b|\bphysio(?:therapy)? for\b",
        r"\b(?:signed|written|been|was|is) off (?:work|sick)\b|\boff (?:work )?sick\b|\bsick (?:note|leave|pay)\b",
        r"\b(?:medical|disability|stress) leave\b",
        r"\b(?:carries|carrier of|inherited|(?:tested )?positive for) (?:the |an? )?(?:[\w-]+ ){0,3}?(?:mutation"
        r"|gene|variant|allele)\b",
        r"\b(?:broke|broken|breaking|fractured|tore|sprained|dislocated|injured) (?:her|his|their|my|an?|the) "
        r"(?:left |right )?"
        r"(?:arm|leg|wrist|ankle|foot|toe|finger|thumb|hand|elbow|shoulder|collarbone|ribs?|hip|knee|nose|jaw"
        r"|back|neck"
        r"|pelvis|ligament|tendon|acl|meniscus|hamstring|calf|spine|skull|kneecap)\b",
        r"\b(?:blood (?:sugar|pressure|test)s? (?:is|are|was|were|came)|hba1c|cholesterol (?:is|of|level))\b",
        r"\b(?:has|have|had|needs?|gets?|got|booked|for|after) (?:an? |her |his |my |their |another |regular )?"
        r"blood (?:tests?|draws?|transfusions?)\b(?! (?:kits?|strips?|startup|compan\w+)\b)",
        r"\b(?:due|expecting) (?:a (?:baby|child)|in (?:january|february|march|april|may|june|july|august|september"
        r"|october|november|december))\b",
        r"\bbaby (?:is )?due\b",
        r"\b(?:is|are|been|was|were|'s|stays?) (?:\w+ )?(?:sober|clean) (?:for|since)\b",
        r"\b(?:attends?|goes to|in) (?:aa|na|al-anon)(?: meetings?)?\b",
        r"\b(?:has|had|having|needs|undergoing|recovering from|scheduled for) (?:\w+ ){0,3}?"
        r"(?:surgery|operation|transplant|(?:hip|knee|joint|shoulder|valve) replacement)\b",
        r"\b(?:sees|seeing|goes to|went to|attends|started|in|has) (?:an? |her |his |their |weekly |couples? "
        r"|child |family |clinical )*"
        r"(?:therapist|therapy|psychologist|counsell?or|counsell?ing)\b",
        r"\b(?:lost|losing) (?:her|his|their) (?:sight|hearing|eyesight|leg|arm)\b",
        r"\b(?:is|been|was|started|began) transitioning(?:$|[.,;]| (?:socially|medically|and|from (?:fe)?male)\b)",
        r"\b(?:her|his|their|my|'s) transition(?:$|[.,;]| (?:last|this|in|at|went|has|is|was)\b)(?! to\b)",
        r"\b(?:starts?|started|starting|takes?|taking|on|began) (?:hormones|hrt|hormone therapy|testosterone)\b",
    ),
    "sexual_orientation": (
        r"\b(?:his (?:ex-)?(?:husband|boyfriend)|her (?:ex-)?(?:wife|girlfriend))\b",
        rf"{_OWNED}{_WOMEN}\b(?!'s)[^.;]*{_HER}|{_OWNED}{_MEN}\b(?!'s)[^.;]*\bhim(?:self)?\b",
        r"\b(?:had|have|having|has) (?:\w+ ){0,3}?sex\b|\bsex (?:life|drive|partners?|toys?)\b|\blibido\b"
        r"|\bone-night stands?\b",
        r"\b(?:has|having|had) an affair\b|\bgrindr\b|\bfetish\w*",
        r"\b(?:attracted to|interested in|falls for|fancies|drawn to) (?:only |other |mostly )?(?:men|women|guys"
        r"|girls|(?:her|his) own"
        r" (?:sex|gender)|the same (?:sex|gender)|both (?:sexes|genders|men|women))\b",
        r"\b(?:came|coming|come|is|was) out (?:as|to (?:her|his|their)|of the closet|at work|publicly)\b",
        r"\b(?:dates?|dating|sleeps? with|attracted to|into|prefers) (?:only |other |both )?(?:men|women|guys"
        r"|girls)\b",
        r"\b(?:likes|loves) (?:both )?(?:men|women)\b(?! 's)",
    ),
    "religion": (
        r"\b(?:church|synagogue|mosque|gospel|parish|temple) (?:choir|council|group|community|member"
        r"|congregation|service|newsletter)\b",
        r"\b(?:goes|go|going|attends?|attending|went) (?:to )?(?:\w+ ){0,2}?(?:church|mosque|synagogue|mass|gurdwara"
        r"|bible study|friday prayers?|sunday service|shul)\b(?! (?:concert|hall|street))",
        r"\b(?:prays|praying|tithes)\b(?! mantis)|\bfast(?:s|ing)? (?:during|for|in) (?:ramadan|lent|yom kippur)",
        r"\b(?:converted|converting|conversion) to \w+ism\b|\b(?:lost|found|left) (?:her|his|their"
        r"|the) (?:faith|church)\b",
        r"\b(?:gives up|gave up|giving up) [\w ]{2,20} for lent\b|\bobserv\w+ (?:lent|ramadan|shabbat"
        r"|the sabbath|yom kippur)",
    ),
    "political_views": (
        rf"\b(?:thinks?|believes?|says|feels|argues|convinced)(?: that)? (?:the )?(?:\w+ )?{_ISSUE} (?:is|are"
        rf"|was|should|must|needs?|has|have|will)\b",
        r"\b(?:fridays for future|just stop oil|last generation|letzte generation|extinction rebellion"
        r"|occupy movement|tea party)\b",
        rf"\b{_SIDE}[ -](?:the |a |any |new |all )?(?:\w+ )?{_ISSUE}\b",
        rf"\b(?:should|must|ought to|wants? to|wants \w+ to) (?:be )?{_LAWFUL}d?\b",
        r"\b(?:vot\w+|ballot|back(?:s|ed|ing)|support(?:s|ed)|switched|chose|went with|stuck with|stood"
        r"|canvass\w*)\b[^.!?]{0,60}"
        r"\b(?:elections?|referendum)\b|\b(?:elections?|referendum)\b[^.!?]{0,60}\b(?:voted?|backed|supported"
        r"|switched|stood)\b",
        r"\b(?:donates?|donated|gives|subscribes|belongs|pays) to (?:the )?(?:republic|greens?|labour|tories"
        r"|conservatives|republicans"
        r"|democrats|lib dems|momentum|greenpeace|amnesty|pegida|antifa|nra|aclu|planned parenthood)\b",
        r"\b(?:march|protest|demonstrat)(?:e|es|ed|ing|s)? (?:\w+ ){0,2}?(?:at|in|against|for|with"
        r"|on)\b[^.!?]{0,40}\b(?:protests?|march|"
        r"rally|demonstrations?|strike|blockade|pride|parliament)\b",
        r"\b(?:road|street|climate) blockade\b|\b(?:sit-in|die-in)\b",
        r"\b(?:supports|supported|backs|endorses|donates to|donated to|member of|joined) (?:the )?(?:\w+ ){0,2}?"
        r"(?:party|trump|biden|harris|macron|le pen|corbyn|starmer|meloni|orban|putin|bolsonaro|lula|modi|erdogan"
        r"|sanders|obama|farage|sunak)\b",
        r"\b(?:votes?|voted|voting) (?:for )?(?:the )?(?:left|right|greens?|labour|conservatives?|republican"
        r"|democrat\w*"
        r"|liberals?|remain|leave|socialists?|nationalists?|pirates|tories|lib dems|(?:social|christian) democrats"
        r"|communists?|libertarians?)\b",
        r"\bruns? for (?:office|parliament|congress|mayor|city council)\b",
    ),
    "ethnicity": (
        r"\b(?:belongs to|part of|member of|from|in) (?:the |an? )?(?:\w+ )?(?:ethnic )?(?:minority|diaspora"
        r"|tribe|clan|first nation)\b",
        r"\b(?:of|has) (?:[\w-]+ ){0,2}?(?:\w{2,}(?:ian|ish|ese|an|ic)|arab|greek|french|dutch|thai|czech|iraqi"
        r"|pakistani|israeli|roma"
        r"|tamil|basque|black|white|mixed) (?:origins?|stock|parentage|lineage|background)\b",
        r"\b(?:ticks?|ticked|selects?|marks?|checks?|puts?) (?:the )?(?:box )?(?:for |as )?['\"]?(?:latin[aox]"
        r"|hispanic|black|white|asian"
        r"|african|arab|mixed|native|indigenous|roma\w*|caucasian|pacific islander|other ethnic)\b",
        r"\bas an? (?:\w+ )?(?:black|white|brown|asian|arab|african|roma|native|mixed-race) (?:\w+ )?(?:woman"
        r"|man|person|girl|boy|kid"
        r"|engineer|developer|founder|student|mother|mum|mom|father|dad|parent|immigrant|academic|writer)\b",
        r"\b(?:of|has|have|with|from) (?:an? )?(?:part(?:ly)? )?(?:[\w-]+ ){1,3}?(?:descent|ancestry|heritage"
        r"|extraction|ethnicity|roots)\b",
        # "Blood" that is measured, donated or part of a compound is no descent: "high blood pressure", "a blood test".
        r"\b(?:of|has|have|with|from) (?:an? )?(?:part(?:ly)? )?(?!(?:an?|high|low|thin|thick|bad|good|new|cold|warm"
        r"|fresh|much|some|more|his|her|their|my|type) )(?:[\w-]+ ){1,3}?(?<!type [abo] )(?<!type ab )"
        r"blood(?! (?!from\b|in\b|on\b|through\b|by\b|and\b|too\b|as\b)\w)",
        r"\b(?:half|part|quarter)[ -](?:[\w]+(?:ian|[\w]{2}can|ish|ese)|greek|german|french|dutch"
        r"|thai|arab|white|black|korean|cuban|kenyan|tibetan|iraqi|israeli|pakistani|nepali|somali|welsh|swiss"
        r"|filipin[oa]|latin[oa]|maori|czech|slovak|serb|croat|turk|kurd|basque)\b",
    ),
    "union_membership": (
        rf"\b(?:member (?:of|at|in)|belongs to|joined|joins|rep (?:for|at|of)|pays (?:her |his |their "
        rf"|my )?dues to|signed up (?:with|to)|active in"
        rf"|organi[sz]er (?:for|with|at)|steward (?:for|at|of)|delegate (?:for|of|to)|paid-up in) (?:the |her "
        rf"|his )?{_GUILDS}\b",
        rf"\b{_GUILDS} (?:\w+ )?(?:rep|card|member|steward|dues|delegate|branch|ballot|meeting|membership"
        rf"|organi[sz]er)\b",
        r"\bpicket lines?\b|\bstrike (?:ballot|fund|pay|committee)\b|\bindustrial action\b|\bgoes? on strike\b"
        r"|\bon strike\b",
        r"\b(?:joined|joins|member of|belongs to|active in|left|pays dues to|organi[sz]e[sd]? (?:for"
        r"|with)) (?:the |a |an "
        r"|her |his |their )?(?!european|credit)(?:(?!credit|student)[\w'-]+ ){0,3}?union\b",
        r"\b(?:her|his|their|user's|'s) union\b(?! (?:type|square|station))",
    ),
    "income": (
        rf"\b{_PAY}\b[^.!?;]{{0,40}}?\b\d[\d.,' ]*\d\b[^.!?;]{{0,8}}{_EACH}",
        r"\b(?:declared|filed|filing|went|in|personal) (?:for )?(?:bankrupt\w*|insolven\w*)\b",
        rf"\b(?:inherited|savings of|net worth|trust fund|inheritance of|in debt)\b[^.!?;]{{0,25}}?{_MONEY}",
        rf"\b{_PAY}\b[^.!?;]{{0,60}}?{_MONEY}|{_MONEY}[^.!?;]{{0,30}}?\b{_PAY}\b",
        rf"\b(?:contract|job|offer|role|position|employer|promotion)\b[^.!?;]{{0,30}}?\b(?:brings|pays|paid"
        rf"|offers?|worth|comes with|gives)"
        rf"\b[^.!?;]{{0,25}}?{_MONEY}",
        rf"\b(?:(?:bills|charges|invoices)(?! (?:are|were|have|had|that|which)\b)|makes|gets"
        rf"|lives on|brings home|clears|nets|pockets|takes home|left with|is on|on about)\b"
        rf"[^.!?;]{{0,40}}?{_MONEY}[^.!?;]{{0,12}}?{_EACH}\b",
        r"\b(?:pay|salary) (?:scale|grade|band|step)\b|\btv-?(?:l|od) e ?\d+|\bgs-\d{1,2}\b",
        r"\b(?:did not|didn't|does not|doesn't|has not|hasn't|no longer|never) earn\w*\b|\b(?:no|without"
        r"|little) (?:\w+ )?income\b",
        r"\blives? (?:on|off|from) (?:\w+ )?(?:benefits|savings|welfare|pension|allowance|unemployment)\b",
        r"\b(?:earn(?:s|ed|ing)?|salar(?:y|ies)|income|wages?|paycheck|take[- ]home|gross(?:es)?|net pay|pension|"
        r"(?:makes|made|making|paid|gets|brings home)(?= (?:about |around |roughly |over "
        r"|nearly )?[$\u20ac\u00a3\d]))\b"
        r"[^.!?;]{0,60}?(?:[$\u20ac\u00a3\u00a5]\s?\d|\b\d{1,3}(?:[.,' ]?\d{3})+\b|\b\d{2,}\s?k\b"
        r"|\b\d+ ?(?:euros?|eur|usd"
        r"|dollars|pounds|gbp|chf|kn|per (?:hour|month|year))\b)",
        r"\b(?:in|has|owes) [^.!?;]{0,20}?\bdebts?\b",
        rf"\b(?:has|have|'ve|leaves (?:her|him|them|me)(?: with)?)\b[^.!?;]{{0,20}}?{_MONEY} left (?:over )?{_EACH}\b",
    ),
    "biometrics": (
        r"\b(?:uses?|set up|enabled|turned on|relies on) (?:an? |her |his |their |the )?(?:fingerprint"
        r"|thumbprint|face id|touch id|facial"
        r" recognition|face recognition|iris scan\w*|palm scan\w*|voice recognition)(?: \w+)? to (?:unlock|enter"
        r"|log|pay|open|sign|clock"
        r"|access|get|board)\b",
        rf"\b(?:her|his|their|my|user's|'s|own) (?:(?:own|left|right|index|little|ring|middle|raw|full) )*{_BODY}\b"
        r"(?! (?:loft|foam|cushion|sole|midsole))"
        rf"|\b{_BODY} of the (?:user|customer|client)\b",
        r"\b(?:gave|gives?|left|registers?|registered|enrol+(?:ed|s)|scanned|submitted|provided|recorded"
        r"|uploaded) (?:\w+ ){0,4}?"
        r"(?:fingerprints?|thumbprints?|iris|retina|face scan|palm scan|voice sample|dna|saliva|genome)\b",
        r"\b(?:unlocks?|opens?|pays?|logs? in|signs? in|clocks? in|authenticat\w+|checks? in|enters?|identif\w+"
        r"|verif\w+"
        r"|recogni[sz]e\w*) (?:\S+ ){0,6}?(?:by|with|using|via|from|through) (?:an? |her |his |their "
        r"|my )?(?:left |right )?"
        r"(?:fingerprint|thumb(?:print)?|finger|iris|retina|eye|palm|face|face id|touch id|facial recognition"
        r"|voice|gait|vein"
        r" pattern|handprint)\b",
        r"\b(?:23andme|ancestrydna|whole genome|exome|genome sequencing|haplogroup|(?:paternity|maternity) test"
        r"|dna kit)\b",
        r"\b(?:iris|retina|facial|face|palm|vein|fingerprint|hand|ear|gait)(?: recognition)? (?:code|template"
        r"|vector|embedding)s?\b",
    ),
    "criminal_record": (
        r"\bpoints on (?:her|his|their|my|the) licen[cs]e\b|\b(?:awaiting|faces|facing|stood) trial\b"
        r"|\bacquitted\b|\bwarrant (?:for|against)\b",
        rf"\b(?:charged with|charges? (?:of|for)|accused of|convict(?:ed|ion)s? (?:of|for)|guilty of"
        rf"|sentenced for|fined (?:for|over)"
        rf"|arrested (?:for|over)|done for|caught (?:with|for)?|cautioned for|banned for|prison for"
        rf"|jail for) (?:[\w-]+ ){{0,3}}?{_CRIMES}\b",
        rf"\b{_CRIMES} (?:charges?|convictions?|offen[cs]es?|arrest|case against)\b",
        r"\b(?:drink|drunk)[- ]driving\b|\b(?:juvenile|police|sealed|expunged) (?:criminal )?record\b|\bexpunged\b",
        r"\bcommunity service\b[^.!?]{0,60}\b(?:judge|court|ordered|imposed|sentence\w*)|\b(?:judge|court"
        r"|ordered|imposed|hours of)\b"
        r"[^.!?]{0,40}\bcommunity service\b",
        r"\b(?:lost|losing|had) (?:her|his|their|my) (?:driving |driver's )?licen[cs]e (?:\w+ )??(?:suspended"
        r"|revoked|taken|for)\b",
        r"\bplea (?:deal|bargain)\b|\b(?:electronic tag|ankle (?:tag|bracelet))\b|\bgot arrested\b",
        r"\b(?:spent|served|did|serving) (?:\w+ ){1,4}(?:in (?:prison|jail)|behind bars|sentence)\b",
        r"\b(?:has|had|with) (?:an? |no |two |three |several )?(?:prior |previous |spent "
        r"|drug )*(?:convictions?|caution)\b",
    ),
}  # fmt: skip
PATTERNS: Final = compiled([*_BY_KEY.items(), *NOTES.items()])
_MIXED_SEX: Final = re.compile(rf"{_OWNED}(?:{_MEN}\b[^.;]*\bher\b|{_WOMEN}\b[^.;]*\b(?:him|his)\b)")
VOTE: Final = re.compile(
    r"\b(?:votes|voted|voting|vote) (?:for )?(?:(?!I\b|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b)[A-Z]\w+"
    r"|the (?:[A-Z][\w'-]+ ){1,3}Party\b)"
    r"|\b[Vv]ot(?:o|e|a|ei|ou|aba|ava|ato|amos|amo) (?:siempre |sempre |toujours )?"
    r"(?:al? |por |n[oa] |em |pour |contr[ae] |per )?(?:el |l[ae]s? |los |[oa]s? |il )?[A-Z]\w+"
    r"|\b[Ss]tem(?:t|de|den|men)? (?:\w+ ){0,3}?(?:op|voor|tegen) (?:de |het )?[A-Z]\w+"
    r"|\b[Ss]tem(?:t|de)? (?:altijd |meestal |al jaren |nog steeds )?[A-Z][A-Z0-9]\w*"
    r"|\b(?:op|voor|tegen) (?:de |het )?[A-Z]\w+ (?:gestemd|gaan stemmen|stem)\b|\bgestemd op (?:de |het )?[A-Z]\w+"
    r"|\b[Ss]timm(?:e|t|te|en) (?:\w+ ){0,2}?für (?:die |den )?[A-Z]{2,}\b|\bfür (?:die |den )?[A-Z]{2,} gestimmt\b"
)
_CONTESTS: Final = re.compile(
    r"\b(?:(?<!leadership )contest|mascot|costumes?|logo|players? of|mvp|all-star|playoffs|world series"
    r"|eurovision|songfestival|klassenvertegenwoordiger|klassensprecher\w*|delegad[oa] de clase|class rep\w*"
    r"|best (?:team|band|song|player|film|movie)|(?:movie|game|quiz) night)\b"
)


def is_contest_vote(folded: str) -> bool:
    """Whether a sentence in small letters is about a non-political vote: "I vote for the Pirates as best team"."""
    return _CONTESTS.search(folded) is not None


def is_mixed_sex_couple(folded: str) -> bool:
    """Whether a sentence in small letters mentions a woman's husband or a man's wife: "Ana's husband picks her up"."""
    return _MIXED_SEX.search(folded) is not None
