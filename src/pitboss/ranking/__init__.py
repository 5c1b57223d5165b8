"""What beats what: an ordered list of categories becomes lookup tables, and these the value of a hand."""

from __future__ import annotations

from pitboss.ranking.definition import Definition, RankingError
from pitboss.ranking.lookup import Ranking, ranking
from pitboss.ranking.makers import Made, make, omaha
from pitboss.ranking.standard import NAMED

__all__ = ["NAMED", "Definition", "Made", "Ranking", "RankingError", "make", "omaha", "ranking"]
