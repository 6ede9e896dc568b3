/** How many may go to a place, written beside its mark on the map while somebody is chosen. */

const SVG = "http://www.w3.org/2000/svg";
/** Units of the picture between a mark and what is written beside it. */
const GAP = 3;

/** Write the `room` of each of the goals, `[{place, room, costs, fits}]`, and of no others. */
export function draw(section, goals) {
  for (const old of section.querySelectorAll("text.limit")) old.remove();
  for (const { place, room, costs, fits } of goals) {
    const mark = section.querySelector(`.map:not([hidden]) [data-place="${CSS.escape(place)}"] .mark`);
    if (!mark) continue;
    const { x, y, width } = mark.getBBox();
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("class", ["limit", costs && "costs", !fits && "narrow"].filter(Boolean).join(" "));
    text.setAttribute("x", x + width + GAP);
    text.setAttribute("y", y);
    text.setAttribute("aria-hidden", "true");
    text.textContent = costs ? `${room}!` : String(room);
    mark.parentElement.append(text);
  }
}
