"""The kinds of change that the gate accepts. Each module here is imported, and each kind in it registers itself."""

from importlib import import_module
from pkgutil import iter_modules

from consent.changes.artifact import AttachArtifact, DetachArtifact
from consent.changes.base import KINDS, Change, from_json
from consent.changes.fact import SetFact
from consent.changes.families import ChangeById, DraftChange
from consent.changes.lifecycle import ForgetMemory, ReadmitMemory, RejectMemory, RestoreMemory
from consent.changes.link import LinkMemories, UnlinkMemories
from consent.changes.memory import WriteMemory
from consent.changes.merge import MergeMemories, UndoMerge
from consent.changes.source import IngestSource
from consent.changes.statement import JoinStatement

__all__ = [
    "KINDS", "AttachArtifact", "Change", "ChangeById", "DetachArtifact", "DraftChange", "ForgetMemory", "IngestSource",
    "JoinStatement", "LinkMemories", "MergeMemories", "ReadmitMemory", "RejectMemory", "RestoreMemory", "SetFact",
    "UndoMerge", "UnlinkMemories", "WriteMemory", "from_json",
]  # fmt: skip

for module in iter_modules(__path__):
    import_module(f"{__name__}.{module.name}")
