"""Finds what a sentence states about a person: names, places, diets and the like.

`find` favours precision and feeds fact extraction; `sensitive` favours recall and guards the consent gate. Both
work by rules over a normalised view of the text, in time linear in its length; where the rules find nothing in a
sentence, `sensitive` has a small classifier read it for special categories (`special_reader`).

`normalise` makes the view, `sentences` cuts it, `ownership` and `context` say of whom and how a word is said. `rules`
are the ways of stating a field; `evidence` reads values that no rule names. `special` finds the special categories: in
English by terms (`data/special_categories.toml`), by constructions (`special_patterns`; `special_life`, which are of
relatives too; `special_safety`; `special_couples`) and by numbers (`special_numbers`), in five more languages by
`foreign`. Whom a text names by a role ("the caller") `roles` reads as the person. `plain_order` says a need in its
plain order of words. `told_needs` is a broad net for allergies and diets, for policies that name them; `told_contacts`
one for phone numbers and pets. `talked_of` and `of_others` know what long talks with an assistant tell of nobody or of
others; `advice`, `templates`, `citations` and
`special_jobs` what else tells nothing of anybody. `rewording` tells whether two sentences say the same by a word that
they share, `paraphrases` by their meaning.
"""

from providers.statements.aliases import (
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
from providers.statements.allergens import allergens_in, left_out_by_diet, names_food, wider_allergens
from providers.statements.allergies import is_list_of_things
from providers.statements.amounts import amount_in, is_earned
from providers.statements.closed_values import CLOSED_KEYS, RESPELT_KEYS, same_value
from providers.statements.extraction import FOUND_KEYS, capitalised, find
from providers.statements.followers import alike, groups_in
from providers.statements.forget_topics import is_about, is_everything, topic_of
from providers.statements.gate_detector import (
    MOST_STATEMENTS,
    names_somebody,
    sensitive,
    sensitive_of_each,
    words_of,
)
from providers.statements.gate_sentence import PERSON_WORDS
from providers.statements.gazetteer import names_place_or_language
from providers.statements.keys import (
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
)
from providers.statements.layouts import names_sensitive_field
from providers.statements.left_out import AVOIDED, DIET, food_alone, foods_left_out, says_no_more, sorted_out
from providers.statements.multilingual_reader import vectors_of
from providers.statements.named_fields import named_field
from providers.statements.needs import states_need
from providers.statements.needs_by_meaning import needs_by_meaning
from providers.statements.normalise import normalize_value
from providers.statements.other_subjects import begins_with_the_person, is_of_another
from providers.statements.own_needs import NEED_KEYS, own_need
from providers.statements.ownership import RELATED
from providers.statements.paraphrases import is_paraphrase, named_groups, says_opposite
from providers.statements.rewording import is_reworded, is_said_otherwise, is_same_tie
from providers.statements.said_values import Echo, echoes, pattern_of, says_any
from providers.statements.same_words import adds_little, says_nearly_the_same
from providers.statements.special_words import is_medicine
from providers.statements.statement import About, Statement
from providers.statements.time_zones import TIME_ZONE, zone_of
from providers.statements.told_contacts import told_contacts
from providers.statements.told_needs import ANIMALS
from providers.statements.unsaid import said, sensitive_unsaid, to_forget
from providers.statements.ways_of_eating import beside, is_of_a_kind, says_also, ways_lost, without
from providers.statements.words import PRONOUNS

__all__ = [
    "ANIMALS",
    "AVOIDED",
    "CLOSED_KEYS",
    "CORE_KEYS",
    "DEFAULT_ALIASES",
    "DIET",
    "DIET_KEYS",
    "FOUND_KEYS",
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
    "names_place_or_language",
    "names_sensitive_field",
    "names_somebody",
    "needs_by_meaning",
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
    "to_forget",
    "told_contacts",
    "topic_of",
    "vectors_of",
    "ways_lost",
    "wider_allergens",
    "without",
    "words_of",
    "zone_of",
]
