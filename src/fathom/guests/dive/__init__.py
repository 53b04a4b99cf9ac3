"""What Dive brings to the table (`fathom.guests.dive.guest`). Knows Dive and nothing of any other game."""
