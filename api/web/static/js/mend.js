/**
 * Mending a section: some of its elements are replaced, all others stay. An element that can be
 * replaced has a `data-key`. Patches are pairs of a key, empty for the whole section, and of HTML
 * in which a comment with a key stands for the element that the section has already.
 */

/** Whether `section` has everything that `patches` speak of. */
export function isMendable(section, patches) {
  const known = keyed(section);
  return patches.every(([key, html]) => (
    [...(key ? [key] : []), ...[...html.matchAll(/<!--([\w-]+)-->/g)].map((it) => it[1])]
      .every((it) => known.has(it))));
}

/** Carry out `patches`. */
export function mend(section, patches) {
  const known = keyed(section);
  for (const [key, html] of patches) {
    const old = key ? known.get(key) : section;
    // HTML is read as what it is only in an element like the one that it comes to stand in.
    const frame = (key ? old.parentNode : section).cloneNode(false);
    frame.innerHTML = html;
    for (const it of comments(frame)) it.replaceWith(known.get(it.data));
    if (key) old.replaceWith(...frame.childNodes);
    else section.replaceChildren(...frame.childNodes);
  }
}

function keyed(section) {
  return new Map([...section.querySelectorAll("[data-key]")].map((it) => [it.dataset.key, it]));
}

function comments(frame) {
  const walker = document.createTreeWalker(frame, NodeFilter.SHOW_COMMENT);
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  return found;
}
