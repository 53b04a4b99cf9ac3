"""Advice: the best choices of a seat with the odds behind them, from its view and a look and nothing else."""

from fathom.players.advice.advising import ADVISER, EYES, advice
from fathom.players.advice.choice import BlueOdds, Choice, DiveOdds, Odds

__all__ = ["ADVISER", "EYES", "BlueOdds", "Choice", "DiveOdds", "Odds", "advice"]
