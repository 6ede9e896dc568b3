"""``napoleon bench``: the table of figures that the design asks for, on this machine."""
