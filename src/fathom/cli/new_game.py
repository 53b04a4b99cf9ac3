"""`fathom new-game`: a package with a game of one's own to begin with."""


def new_game() -> None:
    """X."""
