"""Computer players: one plays at random, one by hand strength and pot odds."""

from pitboss.poker.bots.bot import Bot, BotChoice
from pitboss.poker.bots.random_legal import RandomLegal
from pitboss.poker.bots.sensible import Sensible

__all__ = ["Bot", "BotChoice", "RandomLegal", "Sensible"]
