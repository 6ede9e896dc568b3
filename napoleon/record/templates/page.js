// The page: its controls, and what is shown of the position that they have come to.

const slider = at("slider");
const sentences = [...document.querySelectorAll("#story li")].map((item) =>
  ({ version: Number(item.id.slice(1)), item }));
let current = 0;
let addressing;

function positionText(frame) {
  const { turn, version, undone } = data.words;
  const when = [frame.called ?? `${turn} ${frame.turn}`, frame.phase && labelled(frame.phase), `${version} ${frame.version}`];
  return [...when, frame.counts ? "" : undone].filter(Boolean).join(", ");
}

function show(index) {
  current = Math.max(0, Math.min(frames.length - 1, index));
  const frame = frames[current];
  const text = positionText(frame);
  slider.value = String(current);
  slider.setAttribute("aria-valuetext", text);
  at("position").textContent = text;
  // Later, and not for each step of a slider that is dragged: browsers refuse to do it that often.
  clearTimeout(addressing);
  addressing = setTimeout(() => history.replaceState(null, "", `#at=${frame.version}`), 300);
  const views = viewsAt(current);
  if (first.size) showMap(current);
  showAreas(views.map);
  at("views").replaceChildren(...Object.entries(views).filter(([name]) => name !== "map")
    .map(([name, view]) => viewSection(name, view)));
  mark(current ? frames[current - 1].version : 0, frame.version);
  const ends = [["previous-turn", 0], ["previous-order", 0],
    ["next-order", frames.length - 1], ["next-turn", frames.length - 1]];
  for (const [id, end] of ends) at(id).setAttribute("aria-disabled", String(current === end));
}

/** The areas as a table; beside a map only those with pieces in them. */
function showAreas(map) {
  const areas = (map.areas ?? []).filter((area) => !first.size || piecesOf(area).length > 0);
  at("areas-section").replaceChildren(element("h2", null, data.words.areas),
    ...(areas.length ? [table(first.size ? data.words.occupied : data.words.areas, areas, ["x", "y", "short_name"])] : []),
    ...told(map, ["turn", "phase", "areas", "roads"]));
}

/** Mark the sentences that lead from version `after` to version `upto`, and tell them. */
function mark(after, upto) {
  const marked = [];
  for (const { version, item } of sentences) {
    if (version > after && version <= upto) {
      item.setAttribute("aria-current", "true");
      marked.push(item);
    } else item.removeAttribute("aria-current");
  }
  at("told").textContent = marked.map((item) => item.textContent.replace(/^\d+ /, "")).join(" ");
  if (marked.length) at("story").scrollTop = marked[0].offsetTop - 40;
}

function turnAfter() {
  const next = frames.findIndex((frame, index) => index > current
    && frame.turn !== frames[current].turn);
  return next < 0 ? frames.length - 1 : next;
}

function turnBefore() {
  let index = Math.max(0, current - 1);
  while (index > 0 && frames[index - 1].turn === frames[index].turn) index -= 1;
  return index;
}

function showVersion(version) {
  const found = frames.findIndex((frame) => frame.version >= version);
  show(found < 0 ? frames.length - 1 : found);
}

/** Show the position that the address names; the first one if it names none. */
function showAddress() {
  showVersion(Number(/^#at=(\d+)$/.exec(location.hash)?.[1] ?? 0));
}

const KEYS = {
  PageUp: () => show(turnAfter()),
  PageDown: () => show(turnBefore()),
  Home: () => show(0),
  End: () => show(frames.length - 1),
};

if (frames.length) {
  document.documentElement.classList.add("scripted");
  slider.max = String(frames.length - 1);
  slider.addEventListener("input", () => show(Number(slider.value)));
  at("controls").addEventListener("keydown", (event) => {
    if (!(event.key in KEYS)) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  at("previous-turn").addEventListener("click", () => show(turnBefore()));
  at("previous-order").addEventListener("click", () => show(current - 1));
  at("next-order").addEventListener("click", () => show(current + 1));
  at("next-turn").addEventListener("click", () => show(turnAfter()));
  for (const { version, item } of sentences) {
    item.querySelector("a").addEventListener("click", (event) => {
      event.preventDefault();
      showVersion(version);
    });
  }
  window.addEventListener("hashchange", showAddress);
  at("controls").hidden = false;
  at("areas-section").hidden = false;
  showAddress();
}
