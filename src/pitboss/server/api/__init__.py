"""The routes of the HTTP interface: each module of this folder is a family, and all its handlers are served."""

from importlib import import_module
from pkgutil import iter_modules

from litestar.handlers import BaseRouteHandler

FAMILIES = tuple(import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
ROUTES = tuple(each for family in FAMILIES for each in vars(family).values() if isinstance(each, BaseRouteHandler))
