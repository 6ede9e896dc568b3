"""The pages for what people settle: take-backs, disputes, rulings, seats, the record."""
