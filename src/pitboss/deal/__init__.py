"""The common part of house rounds and poker hands: the interface, events, moves, views and records."""

from pitboss.deal.deal import Deal, IllegalAction
from pitboss.deal.english import words
from pitboss.deal.event import Event
from pitboss.deal.record import Record, RecordError
from pitboss.deal.view import Option, View

__all__ = ["Deal", "Event", "IllegalAction", "Option", "Record", "RecordError", "View", "words"]
