"""Players of Dive: eyes that see worse with depth, and divers who judge what they see.

May import `fathom.players.player`; knows no other game.
"""
