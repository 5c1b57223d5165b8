"""Computer players: one plays at random, one by hand strength and pot odds."""

from pitboss.poker.bots.bot import Bot, BotChoice, RandomLegal
from pitboss.poker.bots.sensible import Sensible

__all__ = ["Bot", "BotChoice", "RandomLegal", "Sensible"]
