"""Cards: decks and windows, and what each card does when it is played as an event [chapter 14]."""
