from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from operations.capacity.coefficients import Coefficients
from operations.capacity.plan import MACHINE_BYTES, MACHINE_CORES, Demand, Plan, plan


class Command(BaseCommand):
    help = "Tell the machines, memory and disk that some people, memories and queries need (docs/scale.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--people", type=int, required=True, help="How many are remembered.")
        parser.add_argument("--memories", type=int, required=True, help="Of all of them together.")
        parser.add_argument("--queries", type=float, required=True, help="A second, at the busiest time.")
        parser.add_argument("--writes", type=float, help="A second; by default a tenth of the queries.")

    def handle(self, *args: Any, **options: Any) -> None:
        writes = options["writes"] if options["writes"] is not None else options["queries"] / 10
        demand = Demand(
            people=options["people"],
            memories=options["memories"],
            queries=options["queries"],
            writes=writes,
            days=settings.RETRIEVAL_EVENT_DAYS,
            event_days=settings.OPERATIONAL_EVENT_DAYS,
        )
        measured = Coefficients.load()
        for line in _lines(plan(demand, measured)):
            self.stdout.write(line)
        largest = max(point["memories"] for point in measured.points)
        if demand.memories > largest:
            self.stdout.write(f"Extrapolated: {largest:,} memories are the most that were measured.")


def _lines(found: Plan) -> list[str]:
    drivers = sorted(found.database_shares.items(), key=lambda pair: -pair[1])
    return [
        f"Machines of {MACHINE_CORES} cores and {MACHINE_BYTES / 1e9:.0f} GB of memory:",
        f"  database   {found.database_machines:>6,}   {found.database_cores:,.1f} cores busy",
        f"  web        {found.web_machines:>6,}   {found.web_cores:,.1f} cores busy",
        f"  worker     {found.worker_machines:>6,}   {found.worker_cores:,.1f} cores busy",
        f"Memory for the database  {_gigabytes(found.hot_bytes)}",
        f"Disk for the database    {_gigabytes(found.disk_bytes)}",
        f"  memories, vectors, indexes   {_gigabytes(found.stored_bytes)}",
        f"  history and the rest         {_gigabytes(found.written_bytes)}",
        f"  receipts of queries          {_gigabytes(found.receipt_bytes)}",
        "What drives the database: " + ", ".join(f"{name} {share:,.2f} machines" for name, share in drivers),
    ]


def _gigabytes(size: float) -> str:
    return f"{size / 1e9:,.1f} GB"
