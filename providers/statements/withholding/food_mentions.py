"""Whether a sentence only mentions a food ("I baked a lemon cake for the party.") and does not state that the person
cannot or does not eat it.

It only mentions the food if it has a word for cooking, buying, serving or enjoying food; neither it nor a sentence
beside it has a word for leaving out, a reaction, a danger, the body or a note about the person; and the reader of
needs rules a need out. All other sentences count as stating it.
"""

import re
from collections.abc import Sequence
from typing import Final

from providers.statements.gate.need_reader import classify_needs
from providers.statements.needs.allergens import names_food
from providers.statements.needs.excluded_foods import AVOIDED
from providers.statements.text.sentences import Sentence

_FOOD_KEYS: Final = frozenset({"allergies", AVOIDED})
_MAX_ODDS: Final = -3.0  # log-odds of a need, below which a sentence without such words only mentions the food
# Words of meals, in small letters without accents.
_MEALS: Final = re.compile(
    r"\b(?:bak(?:e[ds]?|ing)|cook(?:ed|ing|s)?|bought|buy(?:ing|s)?|mak(?:e|ing)|made|brought|prepared|served|serving"
    r"|picked|plant(?:ed)?|grew|grow(?:n|s)?|squeezed|sliced|peeled|ordered|recipes?|garden|trees?|(?:super)?market"
    r"|shop(?:s|ping)?|groceries|part(?:y|ies)|picnic|bakery|restaurant|lov(?:e[ds]?|ing)|lik(?:e[ds]?|ing)"
    r"|enjoy(?:ed|s)?|favou?rites?|delicious|tasty|tasted|ate|drank"
    r"|(?:ge)?back(?:e|en|t)|(?:ge)?koch(?:e|en|t)|(?:ge|ein)?kauf(?:e|en|t)|eingekauft|gemacht|mach(?:e|en|t)"
    r"|zubereitet|mitgebracht|serviert|gepflanzt|gepfluckt|gepresst|geschnitten|geschalt|bestellt|rezepte?s?|garten"
    r"|baum|markt|supermarkt|feier|restaurant|backerei|liebe|mag|lecker\w*|kostlich\w*|gegessen|getrunken|probiert"
    r"|horn(?:e|o|ee|amos|ado)|cocin\w+|compr\w+|hice|hago|hicimos|hemos hecho|he hecho|prepar\w+|traje|servi\w*"
    r"|plant\w+|pedi|pedimos|recetas?|jardin|arbol|mercado|supermercado|fiesta|restaurante|panaderia|encantan?|gustan?"
    r"|rico|delicios[oa]s?|comi|bebi|probe"
    r"|cuisin\w+|achet\w+|fais|fait|faisons|apporte|servie?s?|commande|recettes?|arbre|marche|supermarche|courses"
    r"|fete|boulangerie|adore|aime|delicieu\w+|mange|bu|goute)\b"
)
_MIN_WORDS: Final = 4  # a shorter sentence is an answer, a label or a note
# Words and beginnings of words in English, German, Spanish and French, in lower case without accents.
_WORDS: Final = """
    no not cannot never none nor neither without minus except instead unless only free off out away sick ill
    must look life boxing
    should hold again diet kill dies died dying ban bans cut wrong bad badly worse worst hate skip skips pass
    passe poison enemy
    nicht nichts nie niemals ohne ausser statt weg nur muss darf soll krank tabu gas ache aches aching tot tod
    schlecht bose
    ni nunca jamas nada sin menos mal salvo solo fuera prohibo
    non nao senza sem mai mala malo vida vie risque risques
    ne n pas jamais rien sans sauf aucun aucune hors malade mal moins
"""
_STEMS: Final = """
    allerg alerg intoler unvertrag vertrag tolerat toler avoid abstain refrain replac swap substitut remov
    exclud
    react reakt reagi reacc rash hives swell swoll itch burn tingl numb throat breath chok wheez sneez vomit puk
    throw
    nause pain cramp bloat stomach tummy belly gut bowel diarr upset disagree bother trigger hospital
    ambulanc doctor gp clinic nurse dietit nutrition epi-pen epipen adrenal anaphyla antihist toxic lethal
    deadly danger fatal
    risk safe unsafe careful caution warn contain trace ingredient label tolera digest problem trouble issue
    afraid fear
    scare forbid forbad prohib allow permit quit stop gave giv banish banned disgust dislike loath despis
    remember note noted saved stored profil memor
    kein meid vermeid verzicht weglass lass fern frei ausschlag nessel schwell juck brenn kribbel taub atem luft
    wurg
    erbrech ubel kotz bauch magen darm schmerz krampf blah durchfall krankenhaus notarzt notauf klinik arzt
    umbring
    todlich gift gefahr vorsicht vorsichtig sicher enthalt spuren zutat hass ekel eklig problem sorge angst
    verbot erlaub aufgeh aufgegeb abgewoh streich gemerk notier gespeich merk
    evit quit dej elimin prescind renunci sarpull ronch urtic hinch picor pica garganta respir ahog vomit
    estomag
    barriga tripa diarrea dolor hospital urgenc ambulanc medic doctor matar muer muert veneno peligr cuidado
    seguro
    contien traza ingredient odi asco miedo tabu sienta sentar cae caen caer recuerd anot guard perfil puedo
    puede debo
    debe prohib
    bathroom toilet bano vater skin haut piel peau tongue zunge lengua langue lip labio levre gum enci gencive
    zahnfleisch face gesicht cara visage eye auge ojo yeux mouth mund boca bouche bowel intest body korper
    cuerpo corps
    weapon waffe sensitiv empfindlich sensib restrict constrain condition field reaz gonf incha
    supprim enlev retir renonc arret bouton plaque demang gonfl gorge souffl respir etouff vom ventre estomac
    douleur
    hopital samu medecin tuer mort mourir poison dang attention prudent contien degout horreur peur interdi
    support
    droit oubli retien enregistr
"""
_SIGNS: Final = re.compile(
    r"n't\b|-free\b|\bthe er\b|(?:'d|\b(?:i|could|would|will|might)) die\b|\w(?:frei|allergi|intoleran|unvertraglich)"
    rf"|\b(?:{'|'.join(_WORDS.split())})\b|\b(?:{'|'.join(_STEMS.split())})"
)


def only_mentions_food(value: tuple[str, str], lines: Sequence[Sentence], at: int) -> bool:
    """Whether the value is a food that the sentence at this position of a text names without stating a need."""
    key, name = value
    sentence, around = lines[at], lines[max(0, at - 1) : at + 2]
    if key not in _FOOD_KEYS or not names_food(name) or not _MEALS.search(sentence.folded):
        return False
    words = sum(text[0].isalnum() for text in sentence.texts)
    if words < _MIN_WORDS or any(_SIGNS.search(one.folded) for one in around):
        return False
    ((_field, odds),) = classify_needs([sentence.view.plain[sentence.start : sentence.end]])
    return odds < _MAX_ODDS
