"""``python -m bench.mutants [FILE…]``: try the changes of the plan, or of these files; exit 1 if one survives."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from pathlib import Path

import pytest

from bench.mutants.campaign import Campaign
from bench.mutants.plan import Plan, PlanError
from bench.mutants.state import State

HERE = Path(__file__).parent


def main() -> int:
    asked = _arguments()
    until = time.monotonic() + asked.minutes * 60
    root = Path.cwd()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that no trial outlives this
    try:
        plan = Plan.read(asked.plan, root)
        campaign = Campaign(
            plan,
            State(root / ".mutants", plan.source_digest),
            seed=asked.seed,
            jobs=asked.jobs,
            until=until,
            only=asked.files,
        )
    except PlanError as error:
        print(error, file=sys.stderr)
        return 2
    options = ["-p", "no:xdist", "-p", "no:cacheprovider", "-qq", "-s", "--tb=short", "--no-header", "--no-summary"]
    code = pytest.main([*options, "-m", asked.marked, *plan.tests], plugins=[campaign])
    print(campaign.tally.text(), flush=True)
    if code:
        print(f"pytest ended with {code!r}; are the tests green?", file=sys.stderr)
        return 2
    return 1 if campaign.tally.survivors else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.mutants", description=__doc__)
    parser.add_argument("files", nargs="*", help="files of the plan to try; all if there are none")
    parser.add_argument("--minutes", type=float, default=45, help="stop after this long (default 45)")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time (default 2)")
    parser.add_argument("--seed", type=int, default=0, help="another order of the changes (default 0)")
    parser.add_argument("--plan", type=Path, default=HERE / "plan.toml", help="the file that says what is tried")
    parser.add_argument("--marked", default="not long", help="which tests, as pytest's -m (default: not long)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
