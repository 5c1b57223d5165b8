"""Hand histories in the PHH format: read strictly, written back, replayed under a house's book."""

from pitboss.poker.phh.history import History, HistoryError, Line
from pitboss.poker.phh.reader import read
from pitboss.poker.phh.replay import Replayed, replay
from pitboss.poker.phh.telling import tell
from pitboss.poker.phh.writer import write

__all__ = ["History", "HistoryError", "Line", "Replayed", "read", "replay", "tell", "write"]
