"""Links of a trial to memories of its own file: nothing is stored, so the gate cannot be asked about them."""

from django.utils.translation import gettext_noop as _

from consent.changes.link import TO_ITSELF
from memories.models.choices import RelationType
from operations.importing.earlier_batches import EarlierBatches
from operations.importing.problems import Problem
from operations.importing.records import ImportedLink

NO_END = _("One of its two memories is not stored; it may wait for the person.")


def trial_outcome(record: ImportedLink, path: str, known: frozenset[str], earlier: EarlierBatches) -> str | Problem:
    """Return the outcome that the import would count, or why it would refuse the link.

    `path` is the namespace of both ends, `known` are the keys of those that are stored already. An end that an earlier
    slice of the trial has left out counts as stored.
    """
    ends = {record.from_key, record.to_key}
    coming = {key for key in record.ends_before if (path, key) not in earlier.absent}
    if not ends <= known | coming:
        return Problem(NO_END)
    if len(ends) == 1:
        return Problem(TO_ITSELF.detail)
    in_order = (record.from_key, record.to_key)
    from_key, to_key = sorted(in_order) if record.relation_type == RelationType.RELATED_TO else in_order
    link = from_key, to_key, record.relation_type
    if link in earlier.links:
        return "unchanged"
    earlier.links.add(link)
    return "stored"
