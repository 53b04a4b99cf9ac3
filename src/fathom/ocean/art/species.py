"""Which drawings stand for what the rules know (D1.1, D1.2); every other drawing is decoration."""

SHARKS = ("shark-white", "shark-hammer", "shark-tiger")
"""The three drawings of sharks. D1.2"""

TURTLES = {"green": "turtle-green", "red": "turtle-red"}
"""The turtles by the value of their helper; they differ in shell pattern as well as in colour."""

MANTA = "manta"
OCTOPUS = "octopus"
