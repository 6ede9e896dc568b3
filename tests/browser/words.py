"""What a person cannot read on a page: words that lie over others, and words that are cut off."""

from __future__ import annotations

from playwright.sync_api import Page

_SEEN = """
() => {
  const inside = (it) => {
    let box = { left: 0, top: 0, right: innerWidth, bottom: 1e6 };
    for (let at = it; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflow === "visible") continue;
      const own = at.getBoundingClientRect();
      box = { left: Math.max(box.left, own.left), top: Math.max(box.top, own.top),
        right: Math.min(box.right, own.right), bottom: Math.min(box.bottom, own.bottom) };
    }
    return box;
  };
  // Cards of a hand lie over each other, and what is folded is not seen.
  const left_out = "svg, .spoken, .skip, option, script, style, ul.fan";
  const isFolded = (it) => it.matches("details:not([open])");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const of = node.parentElement;
    if (!node.data.trim() || isFolded(of) || of.closest(left_out)) continue;
    if (!of.checkVisibility()) continue;
    if (getComputedStyle(of).clipPath !== "none" || of.closest("#live") && !of.ariaHidden) continue;
    const box = inside(of);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const it of range.getClientRects()) {
      const quarter = it.height / 4;
      const seen = { left: Math.max(it.left, box.left), right: Math.min(it.right, box.right),
        top: Math.max(it.top + quarter, box.top),
        bottom: Math.min(it.bottom - quarter, box.bottom) };
      if (seen.right - seen.left < 2 || seen.bottom - seen.top < 2) continue;
      found.push({ node, words: node.data.trim().slice(0, 60), ...seen });
    }
  }
  return found;
}
"""

OVER = f"""
() => {{
  const found = ({_SEEN})();
  const over = [];
  for (const [at, one] of found.entries()) for (const two of found.slice(at + 1)) {{
    if (one.node === two.node) continue;
    const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
    const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
    if (wide > 2 && high > 2) over.push(`${{one.words}} | ${{two.words}}`);
  }}
  return over;
}}
"""


def over_others(page: Page) -> list[str]:
    """Pairs of words of a page that lie over each other."""
    found: list[str] = page.evaluate(OVER)
    return found
