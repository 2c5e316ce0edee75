"""``python -m worker``: a crew for the service that started it. People use ``slitherlink worker``."""

import argparse
import logging
import signal
import sys

from slitherlink.lifeline import die_with_parent
from worker.crew import run_crew
from worker.queues import UnreachableError
from worker.runs import ForeignStoreError
from worker.settings import Settings
from worker.store import StoreError


def main() -> int:
    """Read the command line and run the crew."""
    parser = argparse.ArgumentParser(prog="python -m worker", description=__doc__)
    parser.add_argument("--solve", type=int, required=True, help="workers for boards that someone waits for")
    parser.add_argument("--bulk", type=int, required=True, help="workers for runs")
    parser.add_argument("--parent", type=int, required=True, help="the process whose end is also ours")
    chosen = parser.parse_args()
    die_with_parent(chosen.parent, signal.SIGKILL)
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s")
    settings = Settings()
    if settings.redis_url is None:
        parser.error("REDIS_URL is not set")
    try:
        return run_crew(settings.redis_url, settings, solve=chosen.solve, bulk=chosen.bulk)
    except (ForeignStoreError, UnreachableError, StoreError) as error:
        sys.stderr.write(f"{error}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main())
