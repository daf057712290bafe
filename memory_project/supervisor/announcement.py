"""What a ready server tells the person who started it."""

from memory_project.supervisor.prepare import Demo
from memory_project.supervisor.progress import Write

WITHOUT_DEMO = """
  Address   {address}/
  API docs  {address}/api/docs/
  First steps: python manage.py create_workspace NAME
"""
WITH_DEMO = """
  Address   {address}/
  API docs  {address}/api/docs/
  Login     {username}  password  {password}
  API key   {api_key}

  Ask what is remembered of the demo's person:
  curl -s {address}/api/v1/memory/query -H 'Authorization: Bearer {api_key}' \\
       -H 'Content-Type: application/json' \\
       -d '{{"user_id": "{user_id}", "query": "What does she like to eat?"}}'
"""


def announce(write: Write, *, address: str, demo: Demo | None, seconds: float) -> None:
    write(f"\nThe memory server is ready after {seconds:.1f} s.")
    write(WITH_DEMO.format(address=address, **demo) if demo else WITHOUT_DEMO.format(address=address))
    write("Ctrl-C stops it, the database last.")
