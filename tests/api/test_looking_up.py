"""Commands that look something up: cards, rules, a part of the map, forces, and who plays."""

from __future__ import annotations
