"""History rows of erased people. The sealed history keeps their category, namespace and settings; no page shows them,
and no filter or search finds a row by them."""

from django.db.models import Exists, OuterRef, Q

from workspaces.models import Person

OF_ERASED = Q(person_id__isnull=False) & ~Q(Exists(Person.objects.filter(id=OuterRef("person_id"))))
# Columns that would tell what was stored about them.
HIDDEN = frozenset({"category", "namespace_path", "sensitivity_rank", "meta"})
