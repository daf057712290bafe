"""The keys in the YAML of categories and policies: their values, and what each does."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from consent.models.policy import Outcome
from memories.models.choices import MemoryType, Trust
from memories.models.fact import FactCategory
from workspaces import sensitivity
from workspaces.models.category import ContextMode


@dataclass(frozen=True, slots=True)
class Key:
    """`values` are literal values; `kind` describes other allowed values."""

    name: str
    about: Promise
    values: Iterable[str] = ()
    kind: Promise | str = ""
    is_required: bool = False


YES_OR_NO = ("true", "false")
CATEGORY_KEYS = (
    Key("categories.system", _("The categories that come with the server.")),
    Key("categories.custom", _("Categories of your own, in the same form.")),
    Key("name", _("What memories are filed under."), kind=_("a–z, 0–9 and _"), is_required=True),
    Key("context", _("Always in a context, or only what fits the question."), values=ContextMode.values),
    Key("rag_length", _("Most memories of it in one context. Default: 30."), kind=_("1 to 1000")),
    Key("allowlists", _("For each role, the categories that its agents may read and write."), is_required=True),
)
POLICY_KEYS = (
    Key("outcome", _("What happens with what the rule matches."), values=Outcome.values, is_required=True),
    Key("fact_key", _("Which field, such as city."), kind=_("a field's name")),
    Key("fact_category", _("Which kind of fact."), values=FactCategory.values),
    Key("category", _("What it would be filed under."), kind=_("a category's name")),
    Key("memory_type", _("Which type of memory."), values=MemoryType.values),
    Key("sensitivity", _("How sensitive it is."), values=sensitivity.LABELS),
    Key("origin", _("Where the change comes from."), values=Trust.values),
    Key("agent", _("Who wants to write it."), kind=_("an agent's name, display name or role")),
    Key("person", _("Whom it is about; without it, everybody."), kind=_("a person's id")),
    Key("delegates_to_reviewers", _("Reviewers may answer in the person's place. Default: false."), values=YES_OR_NO),
    Key("allows_chat", _("The person may answer in a chat. Default: false."), values=YES_OR_NO),
    Key("signals_needed", _("Signals for “corroboration”. Default: 2."), kind=_("1 to 20")),
    Key("insight_confidence", _("One insight as sure as this is enough. Default: 0.8."), kind=_("0 to 1")),
    Key("aliases", _("Below the rules: other names of fields, each with the field it stands for.")),
)
