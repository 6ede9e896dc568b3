"""An event-sourced game log for Napoleonic board wargames.

The package is the game itself: rules, log, chance. It knows no web, no Redis, no mail.
"""
