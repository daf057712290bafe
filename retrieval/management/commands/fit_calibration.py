from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memories.embedding_models import active_model
from memories.models import EmbeddingModel
from providers.embedding import EmbeddingRefused, EmbeddingUnavailable
from retrieval.calibration import TooFewTexts, fit_calibration


class Command(BaseCommand):
    help = "Fit what an embedding model's relevances mean as scores, 0 to 1, to the texts that are stored here."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--model-id", type=int, help="The number of its row; without it, the one that serves.")
        parser.add_argument("--sample", type=int, default=200, help="How many questions are asked.")

    def handle(self, *args: Any, **options: Any) -> None:
        model = self._model(options["model_id"])
        try:
            fit = fit_calibration(model, sample=options["sample"])
        except (TooFewTexts, EmbeddingRefused, EmbeddingUnavailable) as error:
            raise CommandError(f"The scores stay as they were: {error}") from error
        _, knee, top = fit.relevances
        self.stdout.write(
            f"{model}: {fit.questions} questions; a relevance of {knee:.3f} is a score of 0.7, one of {top:.3f} is 1. "
            f"At 0.7 or more are {fit.related:.1%} of related texts and {fit.unrelated:.2%} of unrelated ones."
        )

    def _model(self, number: int | None) -> EmbeddingModel:
        model = active_model() if number is None else EmbeddingModel.objects.filter(pk=number).first()
        if model is None:
            raise CommandError(f"There is no embedding model {number}.")
        return model
