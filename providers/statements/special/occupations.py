"""Recognises occupations, which are no illness, faith, debt or conviction of the person: "is a psychiatrist"."""

from typing import Final

from providers.statements.text.filtered_pattern import FilteredPattern

# Fields of an occupation. Not adjectives: "a deaf therapist" and "a diabetic nurse" do state a condition.
_FIELD_OF: Final = (
    r"(?:addiction|cancer|diabetes|depression|dementia|hiv|stroke|trauma|epilepsy|autism|prison|probation|parole|debt"
    r"|bankruptcy|divorce|immigration|asylum|abortion|fertility|pregnancy|palliative|mental health|drugs?|alcohol"
    r"|substance abuse|rehab|benefits|welfare|payroll|oncology|psychiatric|income tax|tax|customs|ambulance|couples"
    r"|family|marriage|sex|grief|occupational|speech|physical|massage|school|clinical|criminal|debt collection)"
)
_CRAFT: Final = (
    r"(?:psychiatrist|psychotherapist|therapist|psychologist|psychoanalyst|gyna?ecologist|oncologist|cardiologist"
    r"|neurologist|urologist|dermatologist|rheumatologist|endocrinologist|radiologist|pathologist|counsell?or|midwife"
    r"|surgeon|obstetrician|hypnotherapist|physiotherapist|dialysis nurse|doula)"
)
_WORKER: Final = (
    rf"(?:{_CRAFT}|officer|chaplain|guard|warden|nurse|worker|lawyer|solicitor|barrister|attorney|advis[eo]r|judge"
    r"|interpreter|translator|researcher|doctor|specialist|clerk|secretary|consultant|technician|paramedic|driver"
    r"|collector|bailiff|manager|administrator|accountant)"
)
_STILL: Final = r"(?:also |still |now |currently |actually )?"
# "Ana's a therapist", but not "Ana's therapist".
_IS: Final = (
    rf"(?:(?:\b(?:is|am|was|are|as|becomes?|became|being)|'s|'m) {_STILL}(?:an? |the )"
    rf"|\b(?:is|am|was|are|as|becomes?|became|being) {_STILL})"
)
_SORT: Final = (
    r"(?:(?:self-employed|freelance|retired|trainee|newly qualified|qualified|registered|licensed|trained|senior|junior"
    r"|head|chief|deputy|consultant|young|former|part-time|full-time|forensic|paediatric|pediatric|veterinary|chartered"
    r"|child) ){0,2}"
)
# "Is a rabbi's secretary", but not "is a rabbi's son".
_BODY: Final = r"(?:union|rabbi|priest|bishop|imam|vicar|church|mosque|party|prison|bank|therapist|psychiatrist)"
_KIN: Final = r"(?:wife|husband|widow|son|daughter|child|kid|grand\w+|partner|member|patient|client)"
_JOB: Final = (
    rf"{_IS}{_SORT}(?P<job>(?:{_FIELD_OF} )?{_CRAFT}s?"
    rf"|{_FIELD_OF} {_WORKER}s?|bailiff|undertaker|paramedic|{_BODY}'s (?!{_KIN})[\w-]+(?: (?:designer|assistant"
    rf"|manager))?)\b(?! (?:patient|client|told|said|says|thinks|put|suspects))"
)
_WORKS: Final = (
    r"(?P<work>\b(?:drives? (?:an )?ambulances?|(?:runs?|does|leads?|handles|manages) (?:the )?payroll"
    r"|represents? \w+ in (?:debt|immigration|asylum|divorce|bankruptcy|criminal) (?:cases|matters|proceedings)"
    r"|works? (?:on|in) (?:an? )?(?:stroke|cancer|cardiac|maternity|psychiatric|dialysis|burns) (?:ward|unit)))\b"
)
JOBS: Final = FilteredPattern(rf"(?i){_JOB}|{_WORKS}")


def is_in_occupation(folded: str, start: int) -> bool:
    """Whether the term at `start` of a sentence in small letters is part of an occupation, as in "addiction
    counsellor"."""
    spans = [found.span(found.lastgroup or 0) for found in JOBS.finditer(folded)]
    return any(first <= start < last for first, last in spans)


def without_jobs(text: str) -> str:
    """Return the text with each occupation replaced by a neutral word."""
    for found in reversed(list(JOBS.finditer(text))):
        start, end = found.span(found.lastgroup or 0)
        text = f"{text[:start]}clerk{text[end:]}" if found.lastgroup == "job" else f"{text[:start]}works{text[end:]}"
    return text
