from pydantic import Field

from interfaces.rest.parsing import Input


class ReceiptQuery(Input):
    """`values=false` leaves out what the hashes stand for, so that it can be handed to somebody else."""

    values: bool = Field(default=True, description="Whether what the hashes stand for is told along.")
