"""The law beside the rules: take-backs, disputes and rulings.

All of it only adds events. Seats and the referee cause events like everybody else, and the game
goes back to a position by the event that says so.
"""
