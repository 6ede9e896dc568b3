"""The law beside the rules: take-backs, disputes and rulings.

Nothing here erases anything. Seats and referee bring about events like everybody else, and a
position is gone back to by the event that says so.
"""
