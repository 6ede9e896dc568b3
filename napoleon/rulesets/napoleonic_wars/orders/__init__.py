"""What players may order, by the chapters of the rulebook."""
