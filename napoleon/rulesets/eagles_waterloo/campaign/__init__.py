"""The campaign: several battles, and what is carried from one to the next [16]."""
