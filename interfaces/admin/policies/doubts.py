"""What the rules of a document name although there is no such category."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from consent.policies import file as policy_file
from consent.policies.file import PolicyDocument
from interfaces.admin.yaml_problems import in_line
from interfaces.near_names import nearest
from memories.models import Memory
from memories.models.choices import DEFAULT_CATEGORY
from workspaces.models import Category


def unknown_categories(document: PolicyDocument, source: str) -> Iterator[str]:
    """A sentence, with its line, for each; what memories or the present rules name already may stay. At most three
    queries, none where no rule names a category.
    """
    named = {entry.category for entry in document.policies if entry.category}
    known = {*DEFAULT_CATEGORY.values(), *Category.objects.values_list("name", flat=True)} if named else set[str]()
    strange = named - known
    if strange:
        strange -= {*Memory.objects.filter(category__in=strange).values_list("category", flat=True)}
        strange -= {entry.category for entry in policy_file.current().policies}
    for place, entry in enumerate(document.policies):
        if entry.category in strange:
            what = _("there is no category “%(name)s”") % {"name": entry.category}
            told = {"number": place + 1, "name": "category", "what": what}
            text = in_line(source, ("policies", place, "category"), _("Rule %(number)s, %(name)s: %(what)s.") % told)
            near = nearest(entry.category, known)
            yield f"{text} {_('Did you mean %(name)s?') % {'name': near}}" if near else text
