from memories.actions.writer import Written, save_attributes, set_attributes
from memories.authority import WriteAuthority
from memories.models import Memory


def change_category(*, memory: Memory, category: str, authority: WriteAuthority) -> Written:
    """File a memory under another category; History keeps the former one. The same category changes nothing."""
    meta = {"former_category": memory.category}
    return save_attributes(memory, set_attributes(memory, {"category": category}), authority, meta=meta)
