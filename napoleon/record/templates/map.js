// The map as a picture: areas joined by roads, and stacks told by letters, shapes and colours.

const SIDE_FIELDS = ["army", "side", "player", "owner", "control"];
// Okabe and Ito's colours, each with the ink that is read on it, and a shape of its own.
const LOOKS = [
  ["#0072b2", "light", "square"],
  ["#e69f00", "dark", "circle"],
  ["#009e73", "dark", "hexagon"],
  ["#cc79a7", "dark", "diamond"],
  ["#56b4e9", "dark", "house"],
  ["#d55e00", "dark", "triangle"],
];
const OUTLINES = {
  square: "-17,-12 17,-12 17,12 -17,12",
  triangle: "0,-24 28,13 -28,13",
  diamond: "0,-20 27,0 0,20 -27,0",
  hexagon: "-20,0 -11,-14 11,-14 20,0 11,14 -11,14",
  house: "-17,12 -17,-6 0,-18 17,-6 17,12",
};

/** Every side that areas of any position name, with its letters; those with pieces have a look. */
function sidesOf() {
  const withPieces = new Set();
  const others = new Set();
  // How deep in the views a value lies: the areas themselves at 2, their own fields at 4.
  const look = (value, depth, field) => {
    if (Array.isArray(value)) value.forEach((it) => look(it, depth + 1));
    else if (isRecord(value)) Object.entries(value).forEach(([key, it]) => look(it, depth + 1, key));
    else if (typeof value === "string" && SIDE_FIELDS.includes(field)) {
      (depth > 4 ? withPieces : others).add(value);
    }
  };
  for (const frame of frames) {
    if (frame.views) look(frame.views.map?.areas, 2);
    else for (const [path, value] of frame.changes) {
      if (path[0] === "map" && path[1] === "areas") look(value, path.length, path.at(-1));
    }
  }
  const taken = new Set();
  const found = new Map();
  for (const side of new Set([...withPieces, ...others])) {
    const name = named(side);
    let length = 1;
    while (taken.has(name.slice(0, length)) && length < name.length) length += 1;
    const letters = name.slice(0, length);
    taken.add(letters);
    const own = withPieces.has(side) ? LOOKS[found.size % LOOKS.length] : undefined;
    found.set(side, { name, letters, look: own });
  }
  return found;
}

function piecesOf(area) {
  return Object.values(area).filter(isRecords).flat();
}

function hasCount(piece) {
  return Number.isFinite(piece.count);
}

/** The areas of every position that is there as a whole. */
function wholeAreas() {
  return frames.flatMap((frame) => frame.views?.map?.areas ?? []);
}

function sideOf(record) {
  const field = SIDE_FIELDS.find((name) => typeof record[name] === "string");
  return field ? record[field] : "";
}

function shape(side, attributes) {
  const [colour, , outline] = side?.look ?? ["#bdbdbd", "dark", "square"];
  const drawing = { class: "piece", fill: colour, ...attributes };
  return outline === "circle" ? drawn("circle", { ...drawing, r: 16 })
    : drawn("polygon", { ...drawing, points: OUTLINES[outline] });
}

function stacksOf(area) {
  const stacks = new Map();
  for (const piece of piecesOf(area)) {
    const side = sideOf(piece);
    stacks.set(side, [...(stacks.get(side) ?? []), piece]);
  }
  return [...stacks];
}

function moved(area, ...children) {
  return drawn("g", { transform: `translate(${area.x},${area.y})` }, ...children);
}

function drawnArea(area, changed) {
  const barred = area.enterable === false;
  const control = barred ? "×" : sides.get(area.control ?? area.owner)?.letters ?? "";
  const kind = ["area", barred && "barred", changed && "changed"].filter(Boolean).join(" ");
  return moved(area,
    drawn("circle", { class: kind, r: 13 }),
    drawn("text", { y: 5 }, control),
    drawn("text", { class: "name", y: 29 }, area.short_name ?? words(area)));
}

/** How many are in a stack; where pieces have counts, those without one come after a plus. */
function amount(pieces) {
  if (!haveCounts) return String(pieces.length);
  const counted = pieces.filter(hasCount);
  const sum = counted.reduce((total, piece) => total + piece.count, 0);
  const others = pieces.length - counted.length;
  return `${sum || ""}${others ? `+${others}` : ""}`;
}

function drawnStacks(area) {
  const stacks = stacksOf(area);
  return moved(area, ...stacks.map(([side, pieces], number) => {
    const known = sides.get(side);
    const x = 56 * number - 28 * (stacks.length - 1);
    const label = `${known?.letters ?? ""}${amount(pieces)}`;
    const ink = [known?.look[1] ?? "dark", label.length > 3 && "long"].filter(Boolean).join(" ");
    return drawn("g", { transform: `translate(${x},-29)` },
      drawn("title", null, `${words(area)}, ${named(side)}: ${words(pieces)}`),
      shape(known),
      drawn("text", { y: 6, class: ink }, label));
  }));
}

function drawnRoad(road, from, to) {
  const kind = ["road", road.kind === "sea" && "sea", road.bridge && "bridge",
    road.broken && "broken", road.usable === false && "closed"].filter(Boolean).join(" ");
  const line = { class: kind, x1: from.x, y1: from.y, x2: to.x, y2: to.y };
  if (!road.one_way) return drawn("line", line);
  // It ends before the area, so that the point of the arrow is seen.
  const left = 1 - 16 / Math.max(32, Math.hypot(to.x - from.x, to.y - from.y));
  const end = { x2: from.x + (to.x - from.x) * left, y2: from.y + (to.y - from.y) * left };
  return drawn("line", { ...line, ...end, "marker-end": "url(#arrow)" });
}

function arrow() {
  const size = { viewBox: "0 0 10 10", refX: 9, refY: 5, orient: "auto",
    markerUnits: "userSpaceOnUse", markerWidth: 11, markerHeight: 11 };
  const marker = drawn("marker", { id: "arrow", ...size },
    drawn("path", { class: "arrow", d: "M0,1 L10,5 L0,9 Z" }));
  return drawn("defs", null, marker);
}

function drawnMap(map, changed) {
  const areas = (map.areas ?? []).filter((area) => Number.isFinite(area.x) && Number.isFinite(area.y));
  if (!areas.length) return null;
  const byId = new Map(areas.map((area) => [area.id, area]));
  const [left, top] = ["x", "y"].map((axis) => Math.min(...areas.map((area) => area[axis])) - 75);
  const [right, bottom] = ["x", "y"].map((axis) => Math.max(...areas.map((area) => area[axis])) + 75);
  const roads = (map.roads ?? []).filter((road) => byId.has(road.a) && byId.has(road.b))
    .map((road) => drawnRoad(road, byId.get(road.a), byId.get(road.b)));
  return drawn("svg", {
    viewBox: `${left} ${top} ${right - left} ${bottom - top}`,
    role: "img",
    "aria-label": "Map. The table of areas below says the same.",
  }, arrow(), ...roads, ...areas.map((area) => drawnArea(area, changed.has(area.id))),
  ...areas.map(drawnStacks));
}

/** What the signs on the map mean, of those that are on it. */
function meanings() {
  const roads = frames.find((frame) => frame.views?.map?.roads)?.views.map.roads ?? [];
  const areas = wholeAreas();
  const uncounted = haveCounts && areas.flatMap(piecesOf).some((piece) => !hasCount(piece));
  return [
    "A letter in an area says who controls it; a thick edge, that something changed there.",
    uncounted && "What comes after a plus stands there too, and has no number.",
    roads.some((road) => "bridge" in road) && "Broken lines are bridges, dotted ones broken bridges.",
    roads.some((road) => road.kind === "sea") && "Thin broken lines are links by sea.",
    roads.some((road) => road.one_way) && "An arrow leads the only way.",
    roads.some((road) => road.usable === false) && "Pale lines can never be used.",
    areas.some((area) => area.enterable === false) && "A cross marks what nobody may enter.",
  ].filter(Boolean).join(" ");
}

function legend() {
  const shown = [...sides.values()].map((side) => {
    const box = { viewBox: "-30 -26 60 52", width: 30, height: 26, "aria-hidden": "true" };
    const picture = side.look ? [drawn("svg", box, shape(side))] : [];
    return element("span", { class: "side" }, ...picture, `${side.letters}: ${side.name}`);
  });
  at("legend").replaceChildren(...shown, element("span", null, meanings()));
}
