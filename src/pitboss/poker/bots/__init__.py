"""Players made of rules, for tables of one person: one that plays at random, one that plays sensibly."""

from pitboss.poker.bots.bot import Bot, BotChoice
from pitboss.poker.bots.random_legal import RandomLegal
from pitboss.poker.bots.sensible import Sensible

__all__ = ["Bot", "BotChoice", "RandomLegal", "Sensible"]
