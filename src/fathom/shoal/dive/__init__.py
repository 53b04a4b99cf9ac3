"""Dive in kernels: the rules of `fathom.dive` once more, for thousands of games at once."""

from fathom.shoal.dive.catalogue import Catalogue, catalogue
from fathom.shoal.dive.shoal import DiveShoal

__all__ = ["Catalogue", "DiveShoal", "catalogue"]
