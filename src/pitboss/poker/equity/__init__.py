"""Equity: what part of the pot hands or ranges get at a showdown, exactly or by sampling."""

from pitboss.poker.equity.counting import Plan, exact, plan
from pitboss.poker.equity.problem import Equity, Problem, Share, problem
from pitboss.poker.equity.ranges import RangeError, holdings
from pitboss.poker.equity.sampling import sampled
from pitboss.poker.equity.showdown import Showdown

__all__ = [
    "Equity",
    "Plan",
    "Problem",
    "RangeError",
    "Share",
    "Showdown",
    "exact",
    "holdings",
    "plan",
    "problem",
    "sampled",
]
