"""A table of a game against the house, round after round: seats are spots, wagers are placed, the rack is the bank."""

from pitboss.house.session.session import HouseSession

__all__ = ["HouseSession"]
