"""One canonical word for each faith, party and diet, with its followers, and for each orientation, in six languages:
"Buddhism", "budista" and "is a Buddhist" are one value."""

import re
from collections.abc import Collection, Mapping
from typing import Final

from providers.statements.needs.diet_names import diet_called
from providers.statements.needs.excluded_foods import DIET
from providers.statements.text.normalise import normalize_value, view
from providers.statements.text.words import word_set

# With places of worship.
_FAITHS: Final = """
    buddhist buddhists buddhism buddhistin buddhisten buddhismus buddhistisch budista budistas budismo bouddhiste
        bouddhistes bouddhisme buddista buddisti buddiste buddismo
    catholic catholics catholicism katholik katholikin katholiken katholisch katholizismus catolico catolica
        catolicos catolicas catolicismo catholique catholiques catholicisme cattolico cattolica cattolici
        cattolicesimo
    protestant protestants protestantism protestantin protestanten protestantisch protestantismus protestante
        protestantes protestantismo protestantisme protestanti protestantesimo
    christian christians christianity christin christen christlich christentum cristiano cristiana cristianos
        cristianismo chretien chretienne chretiens christianisme cristiani cristianesimo cristao crista cristaos
    muslim muslims moslem moslems islam islamic muslima muslimin muslime muslimen muslimisch islamisch musulman
        musulmana musulmanes musulmane musulmans musulmano musulmani islamico muculmano muculmana muculmanos
        mosque mosques masjid moschee mezquita mosquee moschea mesquita
    jewish jew jews judaism jude judin juden judisch judentum judio judia judios judaismo juif juive juifs judaisme
        ebreo ebrea ebrei ebraismo judeu judeus judaico synagogue synagogues shul synagoge sinagoga sinagogue
    hindu hindus hinduism hinduismus hinduistin hinduistisch hinduista hinduismo hindou hindoue hindous hindouisme
        induista induisti induismo mandir
    sikh sikhs sikhism sikhismus sikhismo sikhisme sij sijismo siquismo gurdwara gurdwaras gurudwara
    atheist atheists atheism atheistin atheisten atheismus atheistisch ateo atea ateos ateismo athee athees atheisme
        ateu ateia ateus atei
    agnostic agnostics agnosticism agnostiker agnostikerin agnostisch agnostizismus agnostico agnostica agnosticos
        agnosticismo agnostique agnostiques agnosticisme
    anglican anglicans anglicanism anglikaner anglikanerin anglikanisch anglicano anglicana anglicanismo anglicane
        anglicanisme anglicanesimo
    lutheran lutherans lutheranism lutheraner lutheranerin lutherisch luterano luterana luteranismo lutherien
        lutherienne luteranesimo
    methodist methodists methodism methodistin methodistisch metodista metodismo methodiste methodisme
    mormon mormons mormonism mormone mormonin mormonen mormonisch mormona mormones mormonismo mormonisme
    taoist taoists taoism daoist daoism taoistin taoistisch taoismus taoista taoismo taoiste taoisme
    quaker quakers quakerism cuaquero cuaquera quacchero quacchera
    church churches iglesia kirche eglise igreja chiesa
    mass misa messe missa messa
"""
_VIEWS: Final = """
    labour labourite labourites laborista laboristas travailliste travaillistes laburista laburisti trabalhista
        trabalhistas
    tory tories toryism
    conservative conservatives conservatism konservativ konservative konservativer konservativen konservatismus
        conservador conservadora conservadores conservadurismo conservadorismo conservateur conservatrice
        conservateurs conservatisme conservatore conservatori conservatorismo
    socialist socialists socialism sozialist sozialistin sozialisten sozialistisch sozialismus socialista
        socialistas socialismo socialiste socialistes socialisme socialisti
    communist communists communism kommunist kommunistin kommunisten kommunistisch kommunismus comunista comunistas
        comunismo communiste communistes communisme comunisti
    liberal liberals liberalism liberaler liberale liberalen liberalismus liberales liberalismo liberaux liberalisme
        liberali
    green greens grune grunen gruner verde verdes vert verts verte verdi
    democrat democrats demokrat demokratin demokraten democrata democratas democrate democrates
    republican republicans republikaner republikanerin republikanisch republicano republicana republicanos
        republicain republicaine republicains repubblicano repubblicana repubblicani
    anarchist anarchists anarchism anarchistin anarchistisch anarchismus anarquista anarquismo anarchiste anarchisme
        anarchica anarchico
"""
_ORIENTATIONS: Final = """
    lesbian lesbians lesbianism lesbe lesbisch lesbiana lesbienne lesbica
    gay gays homosexual homosexuell homosexuelle homosexuel homosexuality schwul schwuler homossexual omosessuale
    bisexual bisexuals bisexuality bi bisexuell bisexuelle bisexuel bissexual bisessuale
    straight heterosexual hetero heterosexuell heterosexuelle heterosexuel heterossexual eterosessuale
    asexual asexuality asexuell asexuelle asexuel assexual asessuale
    pansexual pansexuality pansexuell pansexuelle pansexuel panssexual pansessuale
    women frauen mujeres femmes donne mulheres
    men manner mannern hombres hommes uomini homens
"""
_ILLNESSES: Final = """
    epilepsy epileptic epilepsie epileptisch epileptikerin epileptiker epilepsia epileptica epileptico epileptique
        epilessia epilettica epilettico
    diabetes diabetic diabetiker diabetikerin diabetica diabetico diabete diabetique
    asthma asthmatic asthmatiker asthmatikerin asthmatisch asma asmatica asmatico asthme asthmatique
    autism autistic autismus autistisch autistin autist autismo autista autisme autiste
    anorexia anorexic magersucht magersuchtig anorexica anorexico anorexie anorexique
    bulimia bulimic bulimie bulimisch bulimica bulimico bulimique
    schizophrenia schizophrenic schizophrenie schizophren esquizofrenia esquizofrenica esquizofrenico schizophrene
    alcoholism alcoholic alkoholiker alkoholikerin alkoholsucht alkoholismus alcoholica alcoholico alcoholismo
        alcoolique alcoolisme
    dyslexia dyslexic legasthenie dislexia dislexica dislexico dyslexie dyslexique
"""


def _by_word(groups: str) -> Mapping[str, str]:
    """Map each word to the first word of its group. Indented lines continue a group."""
    joined = re.sub(r"\n {8}", " ", groups)
    return {word: line.split()[0] for line in joined.splitlines() for word in line.split()}


def _pairs(*pairs: str) -> Mapping[str, frozenset[str]]:
    words = {word for pair in pairs for word in pair.split()}
    return {word: frozenset(pair for pair in pairs if word in pair.split()) for word in words}


_FAITH_OF: Final = _by_word(_FAITHS)
_BY_KEY: Final[Mapping[str, Mapping[str, str]]] = {
    "religion": _FAITH_OF,
    "ethnicity": {word: name for word, name in _FAITH_OF.items() if name == "jewish"},
    "political_views": _by_word(_VIEWS),
    "sexual_orientation": _by_word(_ORIENTATIONS),
    "health_conditions": _by_word(_ILLNESSES),
}
# Pairs of groups that mean the same for one person, although other people may be only one of them. Each pair gets a
# word of its own.
_EQUIVALENT: Final[Mapping[str, Mapping[str, frozenset[str]]]] = {
    "religion": _pairs("church mass", "church christian", "church catholic", "church protestant", "church anglican",
                       "church lutheran", "church methodist", "mass catholic"),
    "sexual_orientation": _pairs("lesbian gay", "lesbian women"),
}  # fmt: skip
# Shared by several faiths, so a faith beside it is more specific: "the Catholic church".
_UNSPECIFIC: Final = frozenset({"church", "mass"})
AFFILIATION_KEYS: Final = frozenset(_BY_KEY)
# Words that add nothing to an affiliation.
_FILLERS: Final = word_set("""
    a an the is am i'm i to of in as for my her his their she he they identifies practises practices practising
    attracted into loves dates dating seizures attacks goes go prays attends at
    practicing devout believer follower member supporter voter faith religion creed church party person
    man woman follows votes vote voted supports belongs
    ist bin ein eine einer der die das in glaube religion kirche partei mitglied wahlt wahle frau mann
    es soy ser una un el la los las del de fe religion iglesia partido miembro vota
    est suis une le les foi parti eglise membre
    e sono il lo i gli fede religione chiesa partito membro
    sou uma um o a os as do da igreja religiao membro mulher
""")


def group_of(key: str, word: str) -> str:
    """Return the first word of the group of the field to which a folded word belongs; empty if there is none."""
    return diet_called(word) if key == DIET else _BY_KEY.get(key, {}).get(word, "")


def groups_in(key: str, text: str) -> frozenset[str]:
    """Return the groups to which the words of a text belong."""
    words = re.findall(r"[^\W_]+(?:[-'][^\W_]+)*", view(text).folded)
    return frozenset(group for word in words if (group := group_of(key, word)))


def canonical_affiliation(key: str, value: str) -> str:
    """Return the group that a value names and nothing else; empty if it names none, several, or states more."""
    words = re.findall(r"[^\W_]+(?:[-'][^\W_]+)*", view(normalize_value(value)).folded)
    return common_group(key, [word for word in words if group_of(key, word) or word not in _FILLERS])


def common_group(key: str, words: Collection[str]) -> str:
    """Return the one group to which all these folded words belong; empty if they have none in common."""
    groups = {group_of(key, word) for word in words}
    groups = groups - _UNSPECIFIC if len(groups) > 1 and key == "religion" else groups
    return groups.pop() if len(groups) == 1 else ""


def equivalent_groups(key: str, group: str) -> frozenset[str]:
    """Return a group and its pairs with others; two groups that mean the same for a person have one of these in
    common."""
    return frozenset({group}) | _EQUIVALENT.get(key, {}).get(group, frozenset())
