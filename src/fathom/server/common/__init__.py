"""What every part of the server uses, and nothing of any table: settings, time, tokens, limits, workers.

May import nothing else of `fathom.server`.
"""
