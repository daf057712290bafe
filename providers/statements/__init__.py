"""Finds statements about a person in a text: names, places, diets and the like.

`find` favours precision and feeds fact extraction. `sensitive` favours recall and guards the consent gate. Both apply
rules to a normalised view of the text, in time linear in its length. Where the rules find nothing in a sentence,
`sensitive` applies small classifiers (`gate.statistical_reader`, `gate.multilingual_reader`).

The packages, from the lowest up; each imports only from those above it in this list:

- `text`: the normalised view, its sentences and words, word lists, and slot readers for values.
- `needs`: allergies, allergens, diets and excluded foods.
- `fields`: keys, aliases, closed values, and the type of a statement.
- `foreign`: special categories in five languages besides English.
- `subjects`: the subject of a sentence: the person, someone else, or no one.
- `rules`: the ways of stating a field; `evidence`: values in any wording; `special`: special categories in English, by
  terms, constructions and numbers.
- `gate`: the detector. It decodes, reads layouts and labels, and applies rules, `evidence`, `special` and classifiers.
- `withholding`: requests to forget, and known values; `comparison`: whether two texts agree or contradict each other.
- `extraction`: facts of a message or note.

Outside this package, import from here; `text.words` and the like only where a list is needed.
"""

from providers.statements.comparison.paraphrases import is_contradiction, is_paraphrase, named_groups
from providers.statements.comparison.rewording import has_other_stance, has_same_relation, is_reworded
from providers.statements.comparison.same_needs import stated_needs
from providers.statements.comparison.shared_words import adds_little, is_near_duplicate, sentences_like
from providers.statements.extraction.extractor import FOUND_KEYS, capitalised, find
from providers.statements.extraction.needs_by_meaning import needs_by_meaning
from providers.statements.extraction.needs_with_reasons import needs_with_reasons
from providers.statements.extraction.own_needs import NEED_KEYS, own_need
from providers.statements.extraction.regained_foods import abandoned_diet_sentences, regained_food_sentences
from providers.statements.fields.affiliations import equivalent_groups, groups_in
from providers.statements.fields.aliases import (
    CORE_KEYS,
    COVERED_BY,
    DEFAULT_ALIASES,
    DIET_KEYS,
    LANGUAGE_KEYS,
    MULTI_VALUED_KEYS,
    READ_KEYS,
    SENSITIVE_KEYS,
    SPECIAL_KEYS,
    WIDER_KEYS,
    Address,
    category_of,
)
from providers.statements.fields.amounts import amount_in, is_income
from providers.statements.fields.closed_values import CLOSED_KEYS, RESPELLED_KEYS, SPELLED_KEYS, canonical_value
from providers.statements.fields.keys import (
    EXEMPT_LINES,
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
from providers.statements.gate.broad_contacts import contact_statements
from providers.statements.gate.broad_needs import ANIMALS
from providers.statements.gate.detector import (
    MAX_STATEMENTS,
    names_person,
    sensitive,
    sensitive_of_each,
    words_of,
)
from providers.statements.gate.layouts import names_sensitive_field
from providers.statements.gate.multilingual_reader import vectors_of
from providers.statements.gate.sentence import PERSON_WORDS
from providers.statements.needs.allergens import allergens_in, excluded_by_diet, foods_in, names_food, wider_allergens
from providers.statements.needs.diet_names import EXCLUSIVE_DIETS, EXCLUSIVE_STEMS
from providers.statements.needs.diets import (
    are_diets_included,
    are_same_kind_of_diet,
    combined_diets,
    loses_diet,
    names_diet,
    states_addition,
    without_diets,
)
from providers.statements.needs.excluded_foods import (
    AVOIDED,
    DIET,
    ILLNESS,
    canonical_need,
    excluded_foods,
    food_without_illness,
    is_need_included,
    names_illness,
)
from providers.statements.needs.need_words import states_need
from providers.statements.special.medicine_reactions import is_list_of_things
from providers.statements.subjects.ownership import RELATED
from providers.statements.subjects.source_sentences import has_implied_subject, is_about_someone_else
from providers.statements.text.gazetteer import names_languages, names_place_or_language
from providers.statements.text.normalise import normalize_value
from providers.statements.text.special_words import is_medicine
from providers.statements.text.words import PRONOUNS
from providers.statements.withholding.forget_requests import (
    forget_requests,
    sensitive_forget_spans,
    without_forget_requests,
)
from providers.statements.withholding.forget_topics import is_about_everything, mentions_topic, topic_of
from providers.statements.withholding.known_values import (
    ValueMatch,
    contains_any_value,
    known_value_matches,
    search_pattern,
)
from providers.statements.withholding.named_fields import named_field

__all__ = [
    "ANIMALS",
    "AVOIDED",
    "CLOSED_KEYS",
    "CORE_KEYS",
    "COVERED_BY",
    "DEFAULT_ALIASES",
    "DIET",
    "DIET_KEYS",
    "EXCLUSIVE_DIETS",
    "EXCLUSIVE_STEMS",
    "EXEMPT_LINES",
    "FOUND_KEYS",
    "ILLNESS",
    "LANGUAGE_KEYS",
    "MAX_STATEMENTS",
    "MULTI_VALUED_KEYS",
    "NEED_KEYS",
    "PERSON_WORDS",
    "PRONOUNS",
    "READ_KEYS",
    "RELATED",
    "RESPELLED_KEYS",
    "SENSITIVE_KEYS",
    "SPECIAL_KEYS",
    "SPELLED_KEYS",
    "TIME_ZONE",
    "WIDER_KEYS",
    "About",
    "Address",
    "InvalidCategory",
    "InvalidKey",
    "Statement",
    "ValueMatch",
    "abandoned_diet_sentences",
    "adds_little",
    "allergens_in",
    "amount_in",
    "are_diets_included",
    "are_same_kind_of_diet",
    "canonical_category",
    "canonical_key",
    "canonical_need",
    "canonical_value",
    "capitalised",
    "category_of",
    "combined_diets",
    "contact_statements",
    "contains_any_value",
    "equivalent_groups",
    "excluded_by_diet",
    "excluded_foods",
    "find",
    "food_without_illness",
    "foods_in",
    "forget_requests",
    "groups_in",
    "has_implied_subject",
    "has_other_stance",
    "has_same_relation",
    "is_about_everything",
    "is_about_someone_else",
    "is_contradiction",
    "is_income",
    "is_known",
    "is_list_of_things",
    "is_medicine",
    "is_multi_valued",
    "is_near_duplicate",
    "is_need_included",
    "is_paraphrase",
    "is_programming_language",
    "is_reworded",
    "is_sensitive",
    "known_value_matches",
    "loses_diet",
    "mentions_topic",
    "named_field",
    "named_groups",
    "names_diet",
    "names_food",
    "names_illness",
    "names_languages",
    "names_person",
    "names_place_or_language",
    "names_sensitive_field",
    "needs_by_meaning",
    "needs_with_reasons",
    "normalize_value",
    "own_need",
    "regained_food_sentences",
    "resolve_address",
    "resolve_alias",
    "search_pattern",
    "sensitive",
    "sensitive_forget_spans",
    "sensitive_keys",
    "sensitive_of_each",
    "sentences_like",
    "stated_needs",
    "states_addition",
    "states_need",
    "topic_of",
    "vectors_of",
    "wider_allergens",
    "with_relative",
    "without_diets",
    "without_forget_requests",
    "words_of",
    "zone_of",
]
