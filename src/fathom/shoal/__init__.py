"""Thousands of games at once: kernels beside the readable rules, and held to them decision by decision."""

from fathom.shoal.dive import DiveShoal

__all__ = ["DiveShoal"]
