"""Hand histories in the PHH format: read strictly, written back, replayed under a house's book."""

from pitboss.poker.phh.from_hand import from_hand
from pitboss.poker.phh.history import ActionLine, HandHistory, HistoryError
from pitboss.poker.phh.reader import read
from pitboss.poker.phh.replay import ReplayedHand, replay
from pitboss.poker.phh.writer import write

__all__ = ["ActionLine", "HandHistory", "HistoryError", "ReplayedHand", "from_hand", "read", "replay", "write"]
