"""Clocks: how long seats have for their answers, when they are away, and what comes of silence.

`counting` says how time passes, `deadlines` what falls due when, `running` what then happens. The
rest is what people do about it: the referee sets, holds and extends, seats are away or ask for
more time and name stand-ins, and an opponent may claim a game that was left.
"""
