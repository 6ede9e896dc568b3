// The page: its controls, and what is shown of the position that they have come to.

const SECOND = 1000;

const slider = at("slider");
const events = [...document.querySelectorAll("#events li")].map((item) =>
  ({ version: Number(item.id.slice(1)), item }));
const paragraphs = [...document.querySelectorAll("#story .told")].map((item) =>
  ({ first: Number(item.dataset.first), last: Number(item.dataset.last), item }));
let current = 0;
let addressing;
let playing;

function positionText(frame, index) {
  const { turn, before, order, undone } = data.words;
  const called = frame.called ?? (frame.turn ? `${turn} ${frame.turn}` : before);
  const when = [called, frame.phase && labelled(frame.phase),
    `${order} ${index}`];
  return [...when, frame.counts ? "" : undone].filter(Boolean).join(" · ");
}

function show(index) {
  current = Math.max(0, Math.min(frames.length - 1, index));
  const frame = frames[current];
  const text = positionText(frame, current);
  slider.value = String(current);
  slider.setAttribute("aria-valuetext", text);
  at("position").textContent = text;
  // Later, and not for each step of a slider that is dragged: browsers refuse to do it that often.
  clearTimeout(addressing);
  addressing = setTimeout(() => history.replaceState(null, "", `#at=${frame.version}`), 300);
  if (first.size) showMap(current);
  if (at("tables").open) showTables();
  mark(current ? frames[current - 1].version : 0, frame.version);
  const ends = [["previous-turn", 0], ["previous-order", 0],
    ["next-order", frames.length - 1], ["next-turn", frames.length - 1]];
  for (const [id, end] of ends) at(id).setAttribute("aria-disabled", String(current === end));
  if (current === frames.length - 1) pause();
}

function showTables() {
  const views = viewsAt(current);
  showAreas(views.map);
  at("views").replaceChildren(...Object.entries(views).filter(([name]) => name !== "map")
    .map(([name, view]) => viewSection(name, view)));
}

/** The areas as a table; beside a map only those with pieces in them. */
function showAreas(map) {
  const areas = (map.areas ?? []).filter((area) => !first.size || piecesOf(area).length > 0);
  at("areas-section").replaceChildren(element("h2", null, data.words.areas),
    ...(areas.length ? [table(first.size ? data.words.occupied : data.words.areas, areas, ["x", "y", "short_name"])] : []),
    ...told(map, ["turn", "phase", "areas", "roads"]));
}

/** Mark what leads from version `after` to version `upto`, and tell what has come to its end. */
function mark(after, upto) {
  for (const { version, item } of events) set(item, version > after && version <= upto);
  for (const it of paragraphs) set(it.item, it.first <= upto && it.last > after);
  // What goes on after this position would tell what comes of it.
  const news = paragraphs.findLast(({ last }) => last <= upto)?.item;
  const words = news ? [news.querySelector("b"), news.lastElementChild] : [];
  at("news").textContent = words.map((it) => it?.textContent).filter(Boolean).join(" ");
  const marked = paragraphs.find(({ item }) => item.hasAttribute("aria-current"))?.item ?? news;
  if (marked) at("story").scrollTop = marked.offsetTop - at("story").clientHeight / 3;
}

function set(item, isCurrent) {
  if (isCurrent) item.setAttribute("aria-current", "true");
  else item.removeAttribute("aria-current");
}

function play() {
  if (current === frames.length - 1) show(0);
  playing = true;
  said("pause", "‖");
  next();
}

function next() {
  playing = setTimeout(() => {
    show(current + 1);
    if (playing) next();
  }, SECOND / Number(at("pace").value));
}

function pause() {
  clearTimeout(playing);
  playing = undefined;
  said("play", "▶");
}

/** What the button does when it is pressed next. */
function said(does, sign) {
  const button = at("play");
  button.textContent = sign;
  button.title = button.dataset[does];
  button.setAttribute("aria-label", button.dataset[does]);
}

function turnAfter() {
  const found = frames.findIndex((frame, index) => index > current
    && frame.turn !== frames[current].turn);
  return found < 0 ? frames.length - 1 : found;
}

function turnBefore() {
  let index = Math.max(0, current - 1);
  while (index > 0 && frames[index - 1].turn === frames[index].turn) index -= 1;
  return index;
}

/** Show what somebody asked for: that ends the playing. */
function goTo(index) {
  pause();
  show(index);
}

function goToVersion(version) {
  const found = frames.findIndex((frame) => frame.version >= version);
  goTo(found < 0 ? frames.length - 1 : found);
}

/** Show the position that the address names; the first one if it names none. */
function showAddress() {
  goToVersion(Number(/^#at=(\d+)$/.exec(location.hash)?.[1] ?? 0));
}

const KEYS = {
  PageUp: () => goTo(turnAfter()),
  PageDown: () => goTo(turnBefore()),
  Home: () => goTo(0),
  End: () => goTo(frames.length - 1),
};

if (frames.length) {
  document.documentElement.classList.add("scripted");
  slider.max = String(frames.length - 1);
  slider.addEventListener("input", () => goTo(Number(slider.value)));
  at("controls").addEventListener("keydown", (event) => {
    if (!(event.key in KEYS)) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  at("play").addEventListener("click", () => (playing ? pause() : play()));
  at("previous-turn").addEventListener("click", () => goTo(turnBefore()));
  at("previous-order").addEventListener("click", () => goTo(current - 1));
  at("next-order").addEventListener("click", () => goTo(current + 1));
  at("next-turn").addEventListener("click", () => goTo(turnAfter()));
  at("tables").addEventListener("toggle", showTables);
  for (const { last, item } of paragraphs) item.addEventListener("click", () => goToVersion(last));
  for (const { version, item } of events) {
    item.querySelector("a").addEventListener("click", (event) => {
      event.preventDefault();
      goToVersion(version);
    });
  }
  window.addEventListener("hashchange", showAddress);
  for (const id of ["controls", "tables"]) at(id).hidden = false;
  at("news").hidden = !paragraphs.length;
  showAddress();
}
