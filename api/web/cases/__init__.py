"""The pages of what is settled between people: take-backs, disputes, rulings, seats, the record."""
