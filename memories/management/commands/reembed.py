from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from memories.embedding_comparison import compare_recall
from memories.embedding_models import NotSwitchable, active_model, create_index, previous_model
from memories.maintenance.reembed import (
    build_embeddings,
    count_missing,
    drop_embeddings,
    start_building,
    switch_model,
)
from memories.models import EmbeddingModel
from providers import embedding
from providers.embedding import (
    DimensionMismatch,
    EmbeddingRefused,
    EmbeddingUnavailable,
    PreparationFailed,
    WeightsMismatch,
    WeightsNotFound,
)

UNUSABLE = (
    DimensionMismatch,
    EmbeddingRefused,
    EmbeddingUnavailable,
    PreparationFailed,
    WeightsMismatch,
    WeightsNotFound,
)


class Command(BaseCommand):
    help = (
        "Build another embedding model's vectors beside the serving one's, compare both, and switch. The old model "
        "serves until then; an interrupted build goes on where it was."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--model", help="A name or folder as for EMBEDDING_MODEL, which is the default.")
        parser.add_argument(
            "--local", action="store_true", help="It runs in process, although EMBEDDING_BASE_URL is set."
        )
        parser.add_argument("--sample", type=int, default=200, help="How many chunks to compare both models with.")
        parser.add_argument(
            "--tolerance", type=float, default=0.02, help="Recall that may be lost by --switch, 0 to 1."
        )
        step = parser.add_mutually_exclusive_group()
        step.add_argument("--switch", action="store_true", help="Let it serve, unless it finds less than the old one.")
        step.add_argument("--back", action="store_true", help="Let the model serve again that served before.")
        step.add_argument("--drop", action="store_true", help="Delete a model that does not serve, with its vectors.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["back"]:
                self._go_back()
            elif options["drop"]:
                self._drop(options["model"])
            else:
                self._build(options)
        except NotSwitchable as error:
            raise CommandError(str(error)) from error
        except UNUSABLE as error:
            raise CommandError(f"The model cannot be used: {error}") from error

    def _build(self, options: dict[str, Any]) -> None:
        serving = active_model()
        name = options["model"] or settings.EMBEDDING_MODEL
        model = start_building(
            embedding.prepare(self.stderr.write, name=name, in_process=True if options["local"] else None)
        )
        self._embed(model)
        create_index(model, concurrently=True)
        found = compare_recall(serving, model, sample=options["sample"])
        self.stdout.write(
            f"Recall@10 on {found.sample} chunks: {serving} {found.old_recall:.3f}, {model} {found.new_recall:.3f}; "
            f"{found.agreement:.0%} of the results are the same."
        )
        if not options["switch"]:
            self.stdout.write("Both are kept; --switch lets the new one serve.")
            return
        if found.new_recall < found.old_recall - options["tolerance"]:
            raise CommandError("The new model finds less, so the old one goes on serving. --tolerance allows it.")
        self._switch(model)

    def _go_back(self) -> None:
        model = previous_model()
        self._embed(model)
        self._switch(model)

    def _switch(self, model: EmbeddingModel) -> None:
        self._calibrate(model)
        before = switch_model(model, now=timezone.now())
        self.stdout.write(f"{model} serves now; {before} is kept: --back returns to it, --drop deletes it.")

    def _calibrate(self, model: EmbeddingModel) -> None:
        """Calibrate the scores, so that they mean the same with each model, by retrieval's command."""
        if model.calibration is None:
            try:
                call_command("fit_calibration", model_id=model.pk, stdout=self.stdout)
            except CommandError as error:
                self.stderr.write(str(error))

    def _drop(self, name: str | None) -> None:
        model = _inactive_model(name)
        with tqdm(desc=f"Deleting {model}", unit="vector", file=self.stderr) as bar:
            vectors = drop_embeddings(model, on_progress=bar.update)
        self.stdout.write(f"{model} and its {vectors} vectors are deleted.")

    def _embed(self, model: EmbeddingModel) -> None:
        with tqdm(total=count_missing(model), desc=str(model), unit="chunk", file=self.stderr) as bar:
            done = build_embeddings(model, on_progress=bar.update)
        self.stdout.write(f"{done} chunks embedded with {model}.")


def _inactive_model(name: str | None) -> EmbeddingModel:
    """Return the model that does not serve; of several, the one with this name or folder."""
    kept = list(EmbeddingModel.objects.exclude(pk=active_model().pk).order_by("-created_at"))
    named = [model for model in kept if name is None or model.name in (name, Path(name).name)]
    if len(named) == 1:
        return named[0]
    names = ", ".join(str(model) for model in kept) or "none"
    raise CommandError(f"Say with --model which one to delete. Kept beside the serving one: {names}.")
