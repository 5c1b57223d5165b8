"""Hand rankings: an ordered list of categories is compiled into lookup tables that give the value of a hand."""

from __future__ import annotations

from pitboss.ranking.definition import NAMED, RankingDefinition, RankingError
from pitboss.ranking.lookup import Ranking, ranking
from pitboss.ranking.makers import MadeHand, make, omaha

__all__ = ["NAMED", "MadeHand", "Ranking", "RankingDefinition", "RankingError", "make", "omaha", "ranking"]
