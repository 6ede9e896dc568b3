"""The law beside the rules: take-backs, disputes and rulings.

Nothing here erases anything. Seats and the referee cause events like everybody else, and the game
goes back to a position by the event that says so.
"""
