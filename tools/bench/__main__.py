"""The bench as a program: ``python -m tools.bench``, as ``napoleon bench`` in a checkout."""

from tools.bench.command import bench

bench()
