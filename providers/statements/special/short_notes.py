"""English constructions in short notes: test results, rejected applications, addresses for a craftsman."""

from collections.abc import Mapping
from typing import Final

_THEIR: Final = (
    r"(?:\b(?:my|her|his|their|user's)|'s)(?: (?:last|latest|new|recent|most recent|first|second|next|own))*"
)
_CAME: Final = r"(?: (?:is|was|were|are|came back|comes back|came in|sits at|stands at|reads)|'s)"
_PERMIT: Final = r"(?:(?:work|residence|residency) (?:permits?|visas?))"
_STREET: Final = (
    r"(?:street|road|row|lane|avenue|drive|close|court|crescent|view|hill|gardens|grove|place|terrace|square|way|mews"
    r"|walk|park|rd|ave)"
)
_VENUES: Final = (
    r"(?![^.;]*\b(?:office|shop|store|branch|warehouse|restaurant|hotel|pub|bar|cafe|clinic|surgery|venue|church|hall"
    r"|museum|school|gallery|theatre|library|depot|studio)\b)"
)
_BALANCE: Final = (
    r"(?:empty|overdrawn|frozen|in the red|down to|[$\u20ac\u00a3] ?\d|\d[\d.,]* ?(?:dollars|pounds|euros|quid))"
)
NOTES: Final[Mapping[str, tuple[str, ...]]] = {
    "health_conditions": (
        rf"{_THEIR} (?:hb)?a1c{_CAME}\b|{_THEIR} (?:ferritin|psa|tsh|egfr|ldl|triglycerides|viral load|white count"
        rf"|platelets|ha?emoglobin)(?: (?:levels?|count))?{_CAME} [^.;]{{0,20}}?(?:\d|high|low|raised|elevated"
        r"|abnormal)",
        rf"{_THEIR} (?:(?:ct|pet|bone|brain|body) )?(?:scans?|mri|x-rays?|ultrasound|biopsy|colonoscopy|mammogram)"
        r" (?:showed|shows|found|revealed|confirmed|picked up) [^.;]{0,30}?\b(?:lesions?|spots?|nodules?|tumou?rs?"
        r"|mass(?:es)?|growths?|lumps?|shadows?|cysts?|fractures?|tears?|clots?|inflammation|metasta\w+|bleed\w*)\b",
        rf"{_THEIR} (?:left |right )?(?:hip|knee|shoulder|heart valve|valve) (?:replacement|operation|op|surgery)\b",
        r"\bwaiting list for (?:an? |the |her |his |my |their )?(?:new )?(?:wegovy|ozempic|mounjaro|transplant|kidney"
        r"|liver|heart|lung|hip|knee|surgery|operation|therapist|psychiatrist|adhd|autism|rehab|ivf|dialysis)\b",
        r"\bin the (?:middle|process) of transitioning(?=$|[.,;])",
        r"\b(?:on|starts?|started|goes on|takes|taking|from|before) (?:her |my )?maternity leave\b(?! (?:cover"
        r"|policy|pay"
        r"|rules|law))|\bcarrying (?:her|my|our) (?:first|second|third|fourth)(?=$|[.,;]| (?:child|baby|now|and))",
    ),
    "gender": (
        r"\bquestioning (?:my|her|his|their) gender\b",
        r"\b(?:is|am|'s|'m|are|as|born|being) (?:an? )?intersex\b(?! (?:rights|people|studies))",
    ),
    "political_views": (
        r"\bleans? (?:to the |a (?:bit|little) |slightly |firmly |politically |quite )*(?:left|right)(?=$|[.,;]"
        r"| (?:on|in"
        r" (?:politics|elections)|politically))",
        r"\b(?:my|her|his|their|user's) (?:political )?(?:views?|politics|leanings|opinions) ?(?:(?:is|are|as|lean"
        r"|leans|leaning|firmly|quite|very|rather|fairly|pretty|well|to|on|the|of|a|bit|little|solidly|mostly|more"
        r"|\?) )*(?:(?:far|hard|centre|center)[- ](?:left|right)|left[- ]wing|right[- ]wing|conservative|liberal"
        r"|progressive|centrist|(?:left|right)(?=$|[.,;!]| of (?:cent|the aisle)))\b",
    ),
    "immigration_status": (
        r"\b(?:has|have|had|with|without|got) (?:no|any) (?:right|permission|leave) to (?:work|remain|stay|live) (?:in"
        r"|here)\b",
        r"\b(?:esta|visa application|settled status|citizenship application)(?: \w+)? (?:refused|denied|rejected"
        r"|granted|revoked|approved)\b",
        rf"\b(?:has|have|holds?|doesn't have|does not have|don't have|hasn't got|still has no|got) (?:an? |any "
        rf"|the |no )?"
        rf"(?:valid |temporary |permanent )?{_PERMIT}\b",
        r"\b(?:deportation|removal) (?:hearing|order|notice|case|proceedings)\b",
        r"^(?:pre-)?settled status(?=$|[,;:(]| (?:since|until|from|only))|^(?:ilr"
        r"|indefinite leave to remain)(?=$|[,;:(]"
        r"| (?:since|until|from|only))",
    ),
    "income": (
        r"\b(?:lives?|living|lived) (?:off|on|from) (?:my|her|his|their|an?|the) (?:small |family "
        r"|late \w+ )?(?:trust fund"
        r"|inheritance|savings|benefits|dole|pension|allowance|alimony)\b",
        r"\b(?:still )?pay(?:s|ing)? off (?:my|her|his|their) (?:\w+ )?(?:loans?|debts?|overdraft"
        r"|credit cards?|lawyer"
        r"|fine|bills?)\b",
        rf"{_THEIR} (?:checking|savings|current|bank|joint)(?: account)(?: (?:is|was|has|had|holds|went|fell|got)"
        rf"|'s)\b[^.;]{{0,30}}?{_BALANCE}",
    ),
    "home_access": (
        r"\b(?:keeps?|leaves?|left|has) (?:an?|the|her|his|my|their) (?:spare )?(?:house |front door "
        r"|door )?keys? (?:with|at)"
        r" (?:the |an? |her |his |my |their )?(?:neighbou?rs?|concierge|porter|corner shop|people next door)\b",
        r"\b(?:padlock|shed lock|gun safe|safe|gate lock) (?:combination|code|pin)\b[^.;\d]{0,25}?\d(?:[ -]?\d){2,9}\b",
    ),
    "home_address": (
        r"\b(?:come|comes|coming|came|go|goes|going|send|sends|sent|deliver\w*|ship\w*|post|posted|bring|brings|pick\w*"
        r"|collect\w*|drop\w*|taxi|cab|movers|plumber|cleaner|electrician|courier|groceries|parcels?)(?: [\w']+){0,5}?"
        rf" (?:to|at|from) \d{{1,4}}[a-z]? (?:[a-z][\w'-]+ ){{1,3}}?{_STREET}\b{_VENUES}",
    ),
    "language": (
        r"\b(?:uses?|signs? in|communicates? in|knows|grew up (?:with|signing)) (?:asl|bsl|auslan|(?:american |british"
        r" )?sign language)\b",
    ),
}
