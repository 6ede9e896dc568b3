"""A picture as PNG, for mail and other places where SVG is not shown."""

from __future__ import annotations

import resvg_py


def png(svg: str, width: int) -> bytes:
    """An SVG document drawn `width` pixels wide, as high as its shape asks for.

    Its text is set in this machine's fonts. Raises ValueError if it is not SVG.
    """
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
