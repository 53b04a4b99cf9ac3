"""Tables over the network: seats, rooms, the clock, the store, and the door through which everyone plays."""
