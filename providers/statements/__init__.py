"""Finds what a sentence states about a person: names, places, diets and the like.

`find` favours precision and feeds fact extraction. `sensitive` favours recall and guards the consent gate. Both work by
rules over a normalised view of the text, in time linear in its length. Where the rules find nothing in a sentence,
`sensitive` has small classifiers read it (`gate.statistical_reader`, `gate.multilingual_reader`).

The packages, from the lowest up; each imports only from those above it in this list:

- `text`: the normalised view, its sentences and words, word lists, and readers of values (slots).
- `needs`: allergies, allergens, diets and excluded foods.
- `fields`: keys, aliases, closed values, and the type of a statement.
- `foreign`: what five languages besides English tell of special categories.
- `subjects`: of whom a sentence tells: the person, somebody else, or nobody.
- `rules`: the ways of stating a field; `evidence`: values that no rule names; `special`: the special categories, in
  English by terms, constructions and numbers.
- `gate`: the detector. It undoes encodings, reads layouts and labels, and asks rules, evidence, `special` and readers.
- `withholding`: requests to forget, and known values; `comparison`: whether two texts say the same or the contrary.
- `extraction`: facts of a message or note.

Outside this package, import from here; `text.words` and the like only where a list is needed.
"""

from providers.statements.comparison.paraphrases import is_paraphrase, named_groups, says_opposite
from providers.statements.comparison.rewording import is_reworded, is_said_otherwise, is_same_tie
from providers.statements.comparison.same_needs import needs_told
from providers.statements.comparison.shared_words import adds_little, says_nearly_the_same
from providers.statements.extraction.extractor import FOUND_KEYS, capitalised, find
from providers.statements.extraction.needs_beside_reasons import needs_beside_reasons
from providers.statements.extraction.needs_by_meaning import needs_by_meaning
from providers.statements.extraction.own_needs import NEED_KEYS, own_need
from providers.statements.extraction.regained_foods import eaten_again
from providers.statements.fields.affiliations import alike, groups_in
from providers.statements.fields.aliases import (
    CORE_KEYS,
    DEFAULT_ALIASES,
    DIET_KEYS,
    MULTI_VALUED_KEYS,
    READ_KEYS,
    RULED_WITH,
    SENSITIVE_KEYS,
    SPECIAL_KEYS,
    WIDER_KEYS,
    Address,
    category_of,
)
from providers.statements.fields.amounts import amount_in, is_earned
from providers.statements.fields.closed_values import CLOSED_KEYS, RESPELT_KEYS, same_value
from providers.statements.fields.keys import (
    KEPT_LINES,
    InvalidCategory,
    InvalidKey,
    canonical_category,
    canonical_key,
    is_known,
    is_multi_valued,
    is_programming_language,
    is_sensitive,
    resolve_address,
    resolve_alias,
    sensitive_keys,
    with_relative,
)
from providers.statements.fields.statement import About, Statement
from providers.statements.fields.time_zones import TIME_ZONE, zone_of
from providers.statements.gate.broad_contacts import told_contacts
from providers.statements.gate.broad_needs import ANIMALS
from providers.statements.gate.detector import (
    MOST_STATEMENTS,
    names_somebody,
    sensitive,
    sensitive_of_each,
    words_of,
)
from providers.statements.gate.layouts import names_sensitive_field
from providers.statements.gate.multilingual_reader import vectors_of
from providers.statements.gate.sentence import PERSON_WORDS
from providers.statements.needs.allergens import allergens_in, left_out_by_diet, names_food, wider_allergens
from providers.statements.needs.diets import beside, is_of_a_kind, says_also, tells_ways, ways_lost, without
from providers.statements.needs.excluded_foods import (
    AVOIDED,
    DIET,
    ILLNESS,
    food_alone,
    foods_left_out,
    names_illness,
    says_no_more,
    sorted_out,
)
from providers.statements.needs.need_words import states_need
from providers.statements.special.medicine_reactions import is_list_of_things
from providers.statements.subjects.ownership import RELATED
from providers.statements.subjects.source_sentences import begins_with_the_person, is_of_another
from providers.statements.text.gazetteer import names_place_or_language
from providers.statements.text.normalise import normalize_value
from providers.statements.text.special_words import is_medicine
from providers.statements.text.words import PRONOUNS
from providers.statements.withholding.forget_requests import said, sensitive_unsaid, to_forget
from providers.statements.withholding.forget_topics import is_about, is_everything, topic_of
from providers.statements.withholding.known_values import Echo, echoes, pattern_of, says_any
from providers.statements.withholding.named_fields import named_field

__all__ = [
    "ANIMALS",
    "AVOIDED",
    "CLOSED_KEYS",
    "CORE_KEYS",
    "DEFAULT_ALIASES",
    "DIET",
    "DIET_KEYS",
    "FOUND_KEYS",
    "ILLNESS",
    "KEPT_LINES",
    "MOST_STATEMENTS",
    "MULTI_VALUED_KEYS",
    "NEED_KEYS",
    "PERSON_WORDS",
    "PRONOUNS",
    "READ_KEYS",
    "RELATED",
    "RESPELT_KEYS",
    "RULED_WITH",
    "SENSITIVE_KEYS",
    "SPECIAL_KEYS",
    "TIME_ZONE",
    "WIDER_KEYS",
    "About",
    "Address",
    "Echo",
    "InvalidCategory",
    "InvalidKey",
    "Statement",
    "adds_little",
    "alike",
    "allergens_in",
    "amount_in",
    "begins_with_the_person",
    "beside",
    "canonical_category",
    "canonical_key",
    "capitalised",
    "category_of",
    "eaten_again",
    "echoes",
    "find",
    "food_alone",
    "foods_left_out",
    "groups_in",
    "is_about",
    "is_earned",
    "is_everything",
    "is_known",
    "is_list_of_things",
    "is_medicine",
    "is_multi_valued",
    "is_of_a_kind",
    "is_of_another",
    "is_paraphrase",
    "is_programming_language",
    "is_reworded",
    "is_said_otherwise",
    "is_same_tie",
    "is_sensitive",
    "left_out_by_diet",
    "named_field",
    "named_groups",
    "names_food",
    "names_illness",
    "names_place_or_language",
    "names_sensitive_field",
    "names_somebody",
    "needs_beside_reasons",
    "needs_by_meaning",
    "needs_told",
    "normalize_value",
    "own_need",
    "pattern_of",
    "resolve_address",
    "resolve_alias",
    "said",
    "same_value",
    "says_also",
    "says_any",
    "says_nearly_the_same",
    "says_no_more",
    "says_opposite",
    "sensitive",
    "sensitive_keys",
    "sensitive_of_each",
    "sensitive_unsaid",
    "sorted_out",
    "states_need",
    "tells_ways",
    "to_forget",
    "told_contacts",
    "topic_of",
    "vectors_of",
    "ways_lost",
    "wider_allergens",
    "with_relative",
    "without",
    "words_of",
    "zone_of",
]
