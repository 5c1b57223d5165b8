"""The routes of the HTTP interface: each module of this folder is a family and lists its own in ``ROUTES``."""

from importlib import import_module
from pkgutil import iter_modules

FAMILIES = tuple(import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
ROUTES = [route for family in FAMILIES for route in family.ROUTES]
