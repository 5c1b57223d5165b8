"""Equity: the share of the pot that hands or ranges get at a showdown, exact or sampled."""

from pitboss.poker.equity.counting import CountingPlan, exact, plan, sampled
from pitboss.poker.equity.problem import Equity, EquityProblem, Share, problem
from pitboss.poker.equity.ranges import RangeError, holdings
from pitboss.poker.equity.showdown import Showdown

__all__ = [
    "CountingPlan",
    "Equity",
    "EquityProblem",
    "RangeError",
    "Share",
    "Showdown",
    "exact",
    "holdings",
    "plan",
    "problem",
    "sampled",
]
