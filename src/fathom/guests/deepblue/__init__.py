"""What Deep Blue brings to the table (`fathom.guests.deepblue.guest`). Knows no other game."""
