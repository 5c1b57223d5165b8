"""Hand histories in the PHH format: read strictly, written back, replayed under a house's book."""

from pitboss.poker.phh.from_hand import from_hand
from pitboss.poker.phh.history import ActionLine, HandHistory, HistoryError, read, write
from pitboss.poker.phh.replay import ReplayedHand, replay

__all__ = ["ActionLine", "HandHistory", "HistoryError", "ReplayedHand", "from_hand", "read", "replay", "write"]
